"""The log: what is done in battle, as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message, fighter, nth, shown
from domain.games.order_vs_chaos.words.names import box_of, piece
from domain.games.order_vs_chaos.words.odds import result
from domain.kernel import ActionWords, Json, Naming, Run, Says, Sentences, counted, listed

STAYS = "{seat} stays in the battle."


def _bonus(naming: Naming, selected: Message) -> Run | Says:
    """OC-411: which of several weapons gets the attack stat."""
    return piece(naming, selected["bonus"]) if selected.get("bonus") and len(selected["weapons"]) > 1 else ()


def _blocks(naming: Naming, debts: Mapping[str, int]) -> Says:
    says: list[str | Run] = []
    for number, (unit, debt) in enumerate(debts.items()):
        says += ["; " if number else "", fighter(naming, unit, first=not number)]
        says.append(f" blocks: +{counted(debt, 'chit')}, and gives up its next {debt} damage")
    return tuple(says)


def _aims(naming: Naming, targets: Mapping[str, str]) -> Says:
    says: list[str | Run] = []
    for number, (attack, target) in enumerate(targets.items()):
        if number:
            says.append(" and " if number == len(targets) - 1 else ", ")
        says += [piece(naming, attack), " at ", fighter(naming, target)]
    return tuple(says)


def _worth(naming: Naming, rolled: Message) -> str:
    """What the dice come to before anything changes them (OC-434, OC-435)."""
    gains = result(box_of(naming).attacks[rolled["attack"]], {"dice": rolled.get("dice", ())})
    parts = [f"{gains['damage'] or 'no'} damage"]
    parts += [f"+{counted(gains['armor'], 'chit')}"] if gains.get("armor") else []
    parts += [f"+{gains['heal']} health"] if gains.get("heal") else []
    return listed(parts)


def _losses(naming: Naming, losses: Sequence[Json]) -> Says:
    """OC-613."""
    says: list[str | Run] = []
    for number, loss in enumerate(losses):
        says += ["; " if number else "", naming.seat(loss["seat"])]
        says.append(f" loses {loss['hero']} and the monster {loss['monster']}")
    return tuple(says)


said = Sentences(
    {
        **SENTENCES.kinds,
        "bonus": _bonus,
        "blocks": _blocks,
        "aims": _aims,
        "flat": lambda naming, attack: str(box_of(naming).attacks[attack].flat),
        "worth": _worth,
        "losses": _losses,
    }
).action


def _change_dice(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    unit = action.get("unit") or hero_unit(action["seat"])
    who = fighter(naming, unit, attack=action["source"], first=True)
    changed = [one for one in facts if one["fact"] == "die_changed"]
    how = listed([change_of_a_die(naming, one) for one in changed])
    return (who, " changes dice with ", piece(naming, action["source"]), f": {how}." if how else ".")


def change_of_a_die(naming: Naming, fact: Message) -> str:
    """What happens to one die: `the third die of Halberd is cancelled`."""
    die = f"the {nth(fact['die'])} die of {naming.name(fact['attack'])}"
    face = shown([fact["face"]]) if fact.get("face") else ""
    match fact["op"]:
        case "reroll":
            return f"{die} is rerolled to {face}"
        case "set":
            return f"{die} is turned to {face}"
        case "exchange":
            return f"{die} becomes {fact.get('damage', 0)} damage"
    return f"{die} is cancelled"


def _resolve_segment(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    total = sum(fact["health"] for fact in facts if fact["fact"] == "damage_dealt")
    return (*RESOLVED(action, facts, naming), f": {total or 'no'} health lost.")


RESOLVED = said("{segment_resolved.segment} is resolved")


BATTLE: Mapping[str, ActionWords] = {
    "select_weapons": said(
        "{seat} fights [with {weapons:cards}[, attack dice on {weapons_selected.:bonus}]|without a weapon]."
    ),
    "declare_blocks": said("[{blocks_declared.debts:blocks}|Nobody blocks]."),
    "declare_targets": said("{:who acts} aims {targets:aims}."),
    "roll_attack": said(
        "{:who acts} [{attack_rolled.flat:if}deals {attack:flat} damage with {attack:card} instead of rolling"
        "|rolls {attack:card}: [{attack_rolled.dice:dice}|no dice], {attack_rolled.:worth}]."
    ),
    "change_dice": _change_dice,
    "resolve_segment": _resolve_segment,
    "attempt_retreat": said(
        "{seat} rolls {retreated.dice:dice} and "
        "[{retreated.ok:if}retreats[ to {retreated.to:location}]|fails]."
    ),
    "stay": said(STAYS),
    "allot_doom_damage": said("Order divides its doom: {losses:losses}."),
}

BATTLE_SAID: Mapping[str, Collection[str]] = {
    "select_weapons": ("weapons_selected",),
    "declare_blocks": ("blocks_declared",),
    "declare_targets": ("targets_declared",),
    "roll_attack": ("attack_rolled",),
    "change_dice": ("die_changed",),
    "resolve_segment": ("segment_resolved",),
    "attempt_retreat": ("retreated", "hero_moved"),
    "stay": ("stayed",),
    "allot_doom_damage": ("duty_done", "doom_damage_taken"),
}
