"""The log: what is done in battle, as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.fighters import Message, fact, fighter, found, nth, shown
from domain.games.order_vs_chaos.words.names import box_of, piece, pieces, place
from domain.games.order_vs_chaos.words.odds import result
from domain.kernel import ActionWords, Json, Naming, Run, Says, counted, listed


def _select_weapons(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-411: the bonus is the attack stat."""
    weapons = pieces(naming, action.get("weapons", ()))
    selected = found(facts, "weapons_selected") or {}
    seat = naming.seat(action["seat"])
    if not weapons:
        return (seat, " fights without a weapon.")
    bonus = selected.get("bonus")
    extra = (", attack dice on ", piece(naming, bonus)) if bonus and len(action["weapons"]) > 1 else ()
    return (seat, " fights with ", *weapons, *extra, ".")


def _declare_blocks(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    debts = fact(facts, "blocks_declared")["debts"]
    if not debts:
        return ("Nobody blocks.",)
    says: list[str | Run] = []
    for number, (unit, debt) in enumerate(debts.items()):
        says += ["; " if number else "", fighter(naming, unit, first=not number)]
        says.append(f" blocks: +{counted(debt, 'chit')}, and gives up its next {debt} damage")
    return (*says, ".")


def _declare_targets(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    targets = action["targets"]
    says: list[str | Run] = []
    for number, (attack, target) in enumerate(targets.items()):
        if number:
            says.append(" and " if number == len(targets) - 1 else ", ")
        says += [piece(naming, attack), " at ", fighter(naming, target)]
    who = fighter(naming, action["unit"], attack=next(iter(targets), ""), first=True)
    return (who, " aims ", *says, ".")


def _roll_attack(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    rolled = fact(facts, "attack_rolled")
    who = fighter(naming, action["unit"], attack=action["attack"], first=True)
    weapon = piece(naming, action["attack"])
    if rolled.get("flat"):
        flat = box_of(naming).attacks[action["attack"]].flat
        return (who, " deals ", f"{flat} damage with ", weapon, " instead of rolling.")
    dice = rolled.get("dice", ())
    return (who, " rolls ", weapon, f": {shown(dice)}{_worth(naming, action['attack'], dice)}.")


def _worth(naming: Naming, attack: str, dice: Sequence[str]) -> str:
    """What the dice come to before anything changes them (OC-434, OC-435)."""
    gains = result(box_of(naming).attacks[attack], {"dice": dice})
    parts = [f"{gains['damage'] or 'no'} damage"]
    parts += [f"+{counted(gains['armor'], 'chit')}"] if gains.get("armor") else []
    parts += [f"+{gains['heal']} health"] if gains.get("heal") else []
    return f", {listed(parts)}"


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
    segment = fact(facts, "segment_resolved")["segment"]
    total = sum(one["health"] for one in facts if one["fact"] == "damage_dealt")
    return (f"{segment.capitalize()} is resolved: {total or 'no'} health lost.",)


def _attempt_retreat(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    tried = fact(facts, "retreated")
    rolled = f" rolls {shown(tried.get('dice', ()))}"
    seat = naming.seat(action["seat"])
    if not tried["ok"]:
        return (seat, rolled, " and fails.")
    to: Says = (" to ", place(naming, tried["to"])) if tried.get("to") else ()
    return (seat, rolled, " and retreats", *to, ".")


def _stay(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " stays in the battle.")


def _allot_doom_damage(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-613."""
    told: list[str | Run] = []
    losses: Sequence[Json] = action["losses"]
    for number, loss in enumerate(losses):
        told += ["; " if number else "", naming.seat(loss["seat"])]
        told.append(f" loses {loss['hero']} and the monster {loss['monster']}")
    return ("Order divides its doom: ", *told, ".")


BATTLE: Mapping[str, ActionWords] = {
    "select_weapons": _select_weapons,
    "declare_blocks": _declare_blocks,
    "declare_targets": _declare_targets,
    "roll_attack": _roll_attack,
    "change_dice": _change_dice,
    "resolve_segment": _resolve_segment,
    "attempt_retreat": _attempt_retreat,
    "stay": _stay,
    "allot_doom_damage": _allot_doom_damage,
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
