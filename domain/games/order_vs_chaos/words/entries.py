"""The log: each action of setup, map and duties as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.words.battle_entries import BATTLE, BATTLE_SAID
from domain.games.order_vs_chaos.words.card_entries import CARDS, CARDS_SAID
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message
from domain.games.order_vs_chaos.words.location_entries import LOCATION, LOCATION_SAID
from domain.games.order_vs_chaos.words.names import place, track_name
from domain.kernel import ActionWords, Naming, Run, Says, Sentences, by_value, listed

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
    """OC-325: a Chaos rift opens what lies beside it."""
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
