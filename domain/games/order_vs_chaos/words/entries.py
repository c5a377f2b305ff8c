"""The log: each action as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.rules.turn import TOKEN
from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.names import (
    SENTENCES,
    Message,
    box_of,
    enemies,
    fighter,
    nth,
    piece,
    place,
    shown,
    track_name,
)
from domain.games.order_vs_chaos.words.table import result
from domain.kernel import ActionWords, Json, Naming, Run, Says, Sentences, by_value, counted, listed

# The log: what is done in battle, as sentences.

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
    """The result of the dice before anything changes them (OC-434, OC-435)."""
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


said_of_battle = Sentences(
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
    """The change of one die: `the third die of Halberd is cancelled`."""
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


RESOLVED = said_of_battle("{segment_resolved.segment} is resolved")


BATTLE: Mapping[str, ActionWords] = {
    "select_weapons": said_of_battle(
        "{seat} fights [with {weapons:cards}[, attack dice on {weapons_selected.:bonus}]|without a weapon]."
    ),
    "declare_blocks": said_of_battle("[{blocks_declared.debts:blocks}|Nobody blocks]."),
    "declare_targets": said_of_battle("{:who acts} aims {targets:aims}."),
    "roll_attack": said_of_battle(
        "{:who acts} [{attack_rolled.flat:if}deals {attack:flat} damage with {attack:card} instead of rolling"
        "|rolls {attack:card}: [{attack_rolled.dice:dice}|no dice], {attack_rolled.:worth}]."
    ),
    "change_dice": _change_dice,
    "resolve_segment": _resolve_segment,
    "attempt_retreat": said_of_battle(
        "{seat} rolls {retreated.dice:dice} and "
        "[{retreated.ok:if}retreats[ to {retreated.to:location}]|fails]."
    ),
    "stay": said_of_battle(STAYS),
    "allot_doom_damage": said_of_battle("Order divides its doom: {losses:losses}."),
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


# The log: event cards, abilities, equipment, rewards and gains as sentences.

NAMES_EVENT = "{seat} names an event card in hand[: {card:printed}]."
TAKES = "[discards {discard:card} and ]takes {item:card}"
"""OC-502: what makes room for it goes first."""
PAID = ("stamina_changed", "item_discarded", "event_played", "event_named", "event_resolved", "duty_done")
"""Facts that pay for a text; where nothing else follows, nothing changes."""


def _user(naming: Naming, action: Message) -> Run:
    """A hero by its seat; a monster or the arch enemy by its unit."""
    if action.get("seat"):
        return naming.seat(action["seat"])
    ability = action.get("ability", "")
    for enemy in enemies(box_of(naming)):
        if any(one.id == ability for one in enemy.abilities):
            return fighter(naming, action["unit"], type=enemy.id, first=True)
    return fighter(naming, action["unit"], first=True)


said_of_cards = Sentences(
    {**SENTENCES.kinds, "user": _user, "reason": lambda _, reason: reason.rstrip(".")}
).action


def _carried_out(template: str) -> ActionWords:
    """Adds who decided it, what was noted, and whether it left anything undone (OC-213, OC-521)."""
    says = said_of_cards(template)

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        return (*says(action, facts, naming), *_decided(action, naming), f"{_left_undone(action, facts)}.")

    return told


def _decided(action: Message, naming: Naming) -> Says:
    if action.get("unanimous", True):
        return ()
    decides = (", ", naming.seat(action["decided_by"]), " decides") if action.get("decided_by") else ()
    return ("; the side does not agree", *decides)


def _left_undone(action: Message, facts: Sequence[Message]) -> str:
    effects: Sequence[Json] = action.get("effects", ())
    if not effects:
        return ", without an effect"
    if notes := [effect["text"].rstrip(".") for effect in effects if effect["op"] == "note"]:
        return f"; noted: {listed(notes)}"
    return "; nothing changes" if all(fact["fact"] in (*PAID, "manual_effects") for fact in facts) else ""


def _take_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    lapsed = any(fact["fact"] == "duty_done" and fact.get("lapsed") for fact in facts)
    after = "; the quartermaster is empty, so the other reward is lost." if lapsed else "."
    return (*_REWARD(action, facts, naming), after)


_REWARD = said_of_cards(f"{{seat}} [{TAKES} as a reward|takes no reward]")

CARDS: Mapping[str, ActionWords] = {
    "draw_event": said_of_cards(
        "{seat} "
        "[{event_drawn.keep:if}draws {event_drawn.card:event} and keeps it"
        "|{event_drawn.keep:if}draws and keeps an [{event_drawn.card:if}unknown ]event card"
        "|draws {event_drawn.card:event}"
        "|{event_drawn.:if}draws an event card"
        "|has no event card to draw]"
        "[{event_drawn.reshuffled:if}; the discard is shuffled first]."
    ),
    "name_event": said_of_cards(NAMES_EVENT),
    "resolve_event": _carried_out("{seat} resolves {card:printed}"),
    "play_event": _carried_out("{seat} plays {card:printed}"),
    "use_ability": _carried_out("{:user} uses {ability:printed}"),
    "use_equipment": _carried_out("{seat} uses {item:printed}"),
    "apply_effects": _carried_out("{seat} resolves the text of {source}[: {reason}]"),
    "take_reward": _take_reward,
    "take_overflow": by_value(
        "gain",
        {
            "item": said_of_cards(f"{{seat}} {TAKES} for full Order doom."),
            "xp": said_of_cards("{seat} takes 1 XP for full Order doom."),
        },
        said_of_cards("{seat} takes 1 health for full Order doom."),
    ),
    "discard_equipment": said_of_cards("{seat} discards {item:card}."),
}
"""OC-803: only Chaos sees which card is kept."""

CARDS_SAID: Mapping[str, Collection[str]] = {
    "draw_event": ("event_drawn", "duty_done"),
    "name_event": ("event_named",),
    "resolve_event": ("event_resolved", "duty_done"),
    "play_event": ("event_played", "event_named"),
    "take_reward": ("duty_done", "item_gained", "item_discarded"),
    "take_overflow": ("duty_done", "item_gained", "item_discarded"),
    "discard_equipment": ("item_discarded",),
}


# The log: location actions as sentences.


def _cancels(naming: Naming, cancelled: Message) -> Says:
    return (naming.seat(cancelled["seat"]), " cancels it with ", piece(naming, cancelled["card"]))


def _places(naming: Naming, type: str) -> str:
    return "places a token" if type == TOKEN else f"places a {naming.name(type)}"


said_of_locations = Sentences({**SENTENCES.kinds, "cancels": _cancels, "places": _places}).action

LAYS_OUT = (
    "[{display_filled.items:cards}|nothing][{display_filled.reshuffled:if}, from the reshuffled discard]"
)
ROLLS = "{seat} rolls {rift_attacked.dice:dice}"
IN = "in {rift_attacked.location:location}"

LOCATION: Mapping[str, ActionWords] = {
    "visit_quartermaster": said_of_locations(
        "{seat} [discards {discard:cards} and ]takes [{take:cards}|nothing] from the quartermaster"
        f"[{{display_filled.:if}}, which lays out {LAYS_OUT}]."
    ),
    "discard_display_item": said_of_locations("{seat} discards {item:card} of the quartermaster."),
    "use_order_shrine": said_of_locations("{seat} uses the Order shrine for {gain}."),
    "use_healing_shrine": said_of_locations("{seat} uses the healing shrine[, but {cancelled_by:cancels}]."),
    "attack_healing_shrine": said_of_locations(
        f"{ROLLS}[{{rift_attacked.success:if}} and destroys the healing shrine {IN}|: the shrine {IN} holds]."
    ),
    "attack_rift": said_of_locations(
        f"{ROLLS}[{{rift_attacked.success:if}} and closes the rift {IN}|: the rift {IN} holds]."
    ),
    "pick_up_tokens": said_of_locations(
        "{seat} picks up {token_moved.n:tokens} in {token_moved.origin:location}."
    ),
    "use_chaos_rift": said_of_locations(
        "{seat} [{pick_up:if}picks up {token_moved.n:tokens}[ and {place:places}]|{place:places}]"
        " at the Chaos rift in {location_acted.location}."
    ),
    "use_wandering_monster": said_of_locations(
        "{seat} [pushes the {monster_moved.type:name} to {monster_moved.to:location} and ]{place:places}"
        " in {location_acted.location}."
    ),
    "deliver_tokens": said_of_locations("{seat} delivers {token_moved.n:tokens} to the arch enemy."),
}

OF_A_LOCATION = ("location_acted",)
LOCATION_SAID: Mapping[str, Collection[str]] = {
    "visit_quartermaster": (
        *OF_A_LOCATION,
        "item_gained",
        "item_discarded",
        "display_items_discarded",
        "display_filled",
    ),
    "discard_display_item": (*OF_A_LOCATION, "display_items_discarded"),
    "use_order_shrine": OF_A_LOCATION,
    "use_healing_shrine": (*OF_A_LOCATION, "event_played", "event_named"),
    "attack_healing_shrine": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "attack_rift": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "pick_up_tokens": (*OF_A_LOCATION, "token_moved"),
    "use_chaos_rift": (*OF_A_LOCATION, "token_moved", "monster_placed"),
    "use_wandering_monster": (*OF_A_LOCATION, "monster_moved", "monster_placed", "token_moved"),
    "deliver_tokens": (*OF_A_LOCATION, "token_moved"),
}


# The log: each action of setup, map and duties as a sentence that a fellow player would say.

STARTS = "{seat} starts on {location}."
MOVES = "{seat} moves to {to:location}."


def _tracks(naming: Naming, targets: Sequence[str]) -> str:
    """`health twice and move`."""
    told = []
    for track in dict.fromkeys(targets):
        times = targets.count(track)
        name = track_name(track)
        told.append({1: name, 2: f"{name} twice"}.get(times, f"{name} {times} times"))
    return listed(told)


def _open_location(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-325: a Chaos rift opens the cards next to it."""
    opened, *others = [one for one in facts if one["fact"] == "card_opened"]
    says: list[str | Run] = [naming.seat(action["seat"]), " reveals "]
    says += [place(naming, opened["location"]), f": {naming.name(opened['card'])}"]
    for number, one in enumerate(others, start=1):
        says.append("; it also reveals " if number == 1 else " and " if number == len(others) else ", ")
        says += [f"{naming.name(one['card'])} in ", place(naming, one["location"])]
    return (*says, ".")


said = Sentences({**SENTENCES.kinds, "tracks": _tracks}).action

ACTIONS: Mapping[str, ActionWords] = {
    "choose_map": said("The game is played in {map:name}."),
    "set_arch_enemy": by_value(
        "method",
        {"random": said("{arch_enemy_set.arch_enemy:name} is drawn as the arch enemy.")},
        said("{arch_enemy_set.arch_enemy:name} is agreed on as the arch enemy."),
    ),
    "choose_hero": by_value(
        "method",
        {"random": said("{seat} draws {hero_chosen.hero:name}, {hero_chosen.health} health.")},
        said("{seat} chooses {hero_chosen.hero:name}, {hero_chosen.health} health."),
    ),
    "draw_monster_type": said("{seat} draws the monster type {monster_type_drawn.monster:name}."),
    "fill_display": said("The quartermaster offers {display_filled.items:cards}."),
    "choose_first_player": said("{first_player_chosen.seat:seat} begins."),
    "place_hero": said(STARTS),
    "assign_xp": said("{seat} spends {targets:number} XP on {targets:tracks}."),
    "move": said(MOVES),
    "fight": said("{seat} stays and fights."),
    "open_location": _open_location,
    "end_turn": said("{seat} ends the turn."),
    "place_monster": said(
        "{chosen_by:seat} places a {monster:name} in {location}[{timeout:if}, because Chaos takes too long]."
    ),
    "discard_surplus_monster": said("Order discards the {monster:name} in {location}."),
    "resurrect": said("{seat} returns on {location}[ with {hero_resurrected.health} health]."),
    **LOCATION,
    **CARDS,
    **BATTLE,
}

SAID: Mapping[str, Collection[str]] = {
    "choose_map": ("map_chosen",),
    "set_arch_enemy": ("arch_enemy_set",),
    "choose_hero": ("hero_chosen",),
    "draw_monster_type": ("monster_type_drawn",),
    "fill_display": ("display_filled",),
    "choose_first_player": ("first_player_chosen",),
    "place_hero": ("hero_placed",),
    "assign_xp": ("xp_allotted",),
    "move": ("hero_moved", "battle_caused"),
    "fight": ("battle_caused",),
    "open_location": ("card_opened",),
    "place_monster": ("duty_done", "monster_placed"),
    "discard_surplus_monster": ("duty_done", "monster_discarded"),
    "resurrect": ("duty_done", "hero_resurrected"),
    **LOCATION_SAID,
    **CARDS_SAID,
    **BATTLE_SAID,
}
"""The facts that an action's sentence says already."""
