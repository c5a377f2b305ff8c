"""The log: each action of setup, map and duties as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.words.battle_entries import BATTLE, BATTLE_SAID
from domain.games.order_vs_chaos.words.card_entries import CARDS, CARDS_SAID
from domain.games.order_vs_chaos.words.fighters import Message, fact, found
from domain.games.order_vs_chaos.words.location_entries import LOCATION, LOCATION_SAID
from domain.games.order_vs_chaos.words.names import STATS, pieces, place
from domain.kernel import ActionWords, Naming, Run, Says, listed


def _choose_map(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return ("The game is played in ", naming.name(action["map"]), ".")


def _set_arch_enemy(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    enemy = fact(facts, "arch_enemy_set")["arch_enemy"]
    drawn = " is drawn as" if action["method"] == "random" else " is agreed on as"
    return (naming.name(enemy), drawn, " the arch enemy.")


def _choose_hero(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    chosen = fact(facts, "hero_chosen")
    verb = " draws " if action["method"] == "random" else " chooses "
    return (naming.seat(action["seat"]), verb, f"{naming.name(chosen['hero'])}, {chosen['health']} health.")


def _draw_monster_type(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    drawn = fact(facts, "monster_type_drawn")
    return (naming.seat(action["seat"]), f" draws the monster type {naming.name(drawn['monster'])}.")


def _fill_display(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    items = fact(facts, "display_filled")["items"]
    return ("The quartermaster offers ", *pieces(naming, items), ".")


def _choose_first_player(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(fact(facts, "first_player_chosen")["seat"]), " begins.")


def _place_hero(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " starts on ", place(naming, action["location"]), ".")


def _assign_xp(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    number = len(action["targets"])
    tracks = []
    for track in dict.fromkeys(action["targets"]):
        times = action["targets"].count(track)
        name = STATS.get(track, track.replace("_", " "))
        tracks.append({1: name, 2: f"{name} twice"}.get(times, f"{name} {times} times"))
    return (naming.seat(action["seat"]), f" spends {number} XP on {listed(tracks)}.")


def _move(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " moves to ", place(naming, action["to"]), ".")


def _fight(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " stays and fights.")


def _open_location(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-325: a Chaos rift opens what lies beside it."""
    opened, *others = [one for one in facts if one["fact"] == "card_opened"]
    says = _opened(naming, opened)
    if others:
        runs: list[str | Run] = []
        for number, one in enumerate(others):
            if number:
                runs.append(" and " if number == len(others) - 1 else ", ")
            runs += [f"{naming.name(one['card'])} in ", place(naming, one["location"])]
        says = (*says, "; it also reveals ", *runs)
    return (naming.seat(action["seat"]), " reveals ", *says, ".")


def _opened(naming: Naming, opened: Message) -> Says:
    return (place(naming, opened["location"]), f": {naming.name(opened['card'])}")


def _end_turn(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " ends the turn.")


def _place_monster(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    late = ", because Chaos takes too long" if action.get("timeout") else ""
    monster = f" places a {naming.name(action['monster'])} in "
    return (naming.seat(action["chosen_by"]), monster, place(naming, action["location"]), f"{late}.")


def _discard_surplus_monster(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    where = place(naming, action["location"])
    return (f"Order discards the {naming.name(action['monster'])} in ", where, ".")


def _resurrect(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    back = found(facts, "hero_resurrected")
    health = f" with {back['health']} health" if back is not None else ""
    return (naming.seat(action["seat"]), " returns on ", place(naming, action["location"]), f"{health}.")


ACTIONS: Mapping[str, ActionWords] = {
    "choose_map": _choose_map,
    "set_arch_enemy": _set_arch_enemy,
    "choose_hero": _choose_hero,
    "draw_monster_type": _draw_monster_type,
    "fill_display": _fill_display,
    "choose_first_player": _choose_first_player,
    "place_hero": _place_hero,
    "assign_xp": _assign_xp,
    "move": _move,
    "fight": _fight,
    "open_location": _open_location,
    "end_turn": _end_turn,
    "place_monster": _place_monster,
    "discard_surplus_monster": _discard_surplus_monster,
    "resurrect": _resurrect,
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
