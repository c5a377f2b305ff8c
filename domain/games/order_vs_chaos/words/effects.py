"""The log: each fact of setup, map and heroes, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.state import MOST_DOOM, seat_of_hero_unit
from domain.games.order_vs_chaos.words.battle_effects import BATTLE_FACTS
from domain.games.order_vs_chaos.words.card_effects import CARD_FACTS
from domain.games.order_vs_chaos.words.fighters import Message, shown, somewhere
from domain.games.order_vs_chaos.words.names import (
    SIDES,
    STATS,
    counted,
    figure,
    listed,
    pieces,
    place,
)
from domain.kernel import FactWords, Naming, Run, Says, Told

SUPPLY = "supply"
DOOM_CAUSES = {
    "delivery": "for a delivery",
    "shrine": "for the destroyed shrine",
    "death": "for a death of Order",
    "rift": "for the closed rift",
}


def _map_chosen(fact: Message, naming: Naming) -> Told:
    return Told(("The map is ", naming.name(fact["map"]), "."))


def _arch_enemy_set(fact: Message, naming: Naming) -> Told:
    return Told(("The arch enemy is ", naming.name(fact["arch_enemy"]), "."))


def _hero_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" plays {naming.name(fact['hero'])}, {fact['health']} health."))


def _monster_type_drawn(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" rolls for every {naming.name(fact['monster'])}."))


def _display_filled(fact: Message, naming: Naming) -> Told:
    items = pieces(naming, fact["items"]) or ("nothing",)
    shuffled = ", of the shuffled discard" if fact.get("reshuffled") else ""
    return Told(("The quartermaster lays out ", *items, f"{shuffled}."))


def _first_player_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " begins."))


def _hero_placed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " starts on ", place(naming, fact["location"]), "."))


def _turn_began(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s turn begins."))


def _xp_gained(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" gains {fact['n']} XP."))


def _xp_lost(fact: Message, naming: Naming) -> Told:
    lost = (
        "for which there is no box: tokens come for it" if fact.get("converted") else "without a box for it"
    )
    return Told((naming.seat(fact["seat"]), f" loses {fact['n']} XP {lost}."))


def _xp_allotted(fact: Message, naming: Naming) -> Told:
    tracks = listed([STATS.get(track, track.replace("_", " ")) for track in fact["targets"]])
    return Told((naming.seat(fact["seat"]), f" spends {len(fact['targets'])} XP on {tracks}."))


def _hero_moved(fact: Message, naming: Naming) -> Told:
    verb = {"retreat": " retreats to ", "effect": " is moved to "}.get(fact.get("how", ""), " goes to ")
    return Told((naming.seat(fact["seat"]), verb, place(naming, fact["to"]), "."))


def _enemies_passed(fact: Message, naming: Naming) -> Told:
    where = place(naming, fact["location"])
    return Told((naming.seat(fact["seat"]), " may pass the enemies in ", where, " this turn."))


def _turn_lost(fact: Message, naming: Naming) -> Told:
    return Told(("Nothing is left to ", naming.seat(fact["seat"]), " but to end the turn."))


def _card_opened(fact: Message, naming: Naming) -> Told:
    return Told((place(naming, fact["location"]), f" is opened: {naming.name(fact['card'])}."))


def _cards_swapped(fact: Message, naming: Naming) -> Told:
    a, b = place(naming, fact["a"]), place(naming, fact["b"])
    return Told(("The cards of ", a, " and ", b, " change places."))


def _card_removed(fact: Message, naming: Naming) -> Told:
    how = {"closed": "is closed", "destroyed": "is destroyed"}.get(fact["how"], "leaves the game")
    where = place(naming, fact["location"])
    says = (f"{naming.name(fact['card'])} in ", where, f" {how}.")
    return Told(says, "score" if fact["how"] == "closed" else "chaos")


def _location_acted(fact: Message, naming: Naming) -> Told:
    where = place(naming, fact["location"])
    return Told((naming.seat(fact["seat"]), " uses the location action in ", where, "."))


def _rift_attacked(fact: Message, naming: Naming) -> Told:
    what = naming.seat(fact["seat"])
    ends = " and succeeds." if fact["success"] else " and fails."
    return Told((what, " rolls ", f"{shown(fact['dice'])} in ", place(naming, fact["location"]), ends))


def _token_moved(fact: Message, naming: Naming) -> Told:
    tokens = counted(fact["n"], "token")
    goes = "goes" if fact["n"] == 1 else "go"
    giver, taker = seat_of_hero_unit(fact["origin"]), seat_of_hero_unit(fact["to"])
    origin: Says = ()
    if giver is not None:
        origin = (" of ", naming.seat(giver))
    elif fact["origin"] != SUPPLY:
        origin = somewhere(naming, fact["origin"])
    if taker is not None:
        verb = " gains " if fact["origin"] == SUPPLY else " takes "
        return Told((naming.seat(taker), verb, tokens, *origin, "."))
    if fact["to"] == SUPPLY:
        return Told((tokens, *origin, f" {goes} to the supply."))
    come = "comes" if fact["n"] == 1 else "come"
    verb = f" {come} to " if fact["origin"] == SUPPLY else f" {goes} to "
    return Told((tokens, *origin, verb, place(naming, fact["to"]), "."))


def _doom_changed(fact: Message, naming: Naming) -> Told:
    """OC-601: the final battle begins where Chaos doom is full."""
    side, after = fact["side"], fact["after"]
    verb = "rises" if after >= fact["before"] else "falls"
    why = DOOM_CAUSES.get(fact["cause"], "")
    text = f"{SIDES[side]} doom {verb} to {figure(after)} of {MOST_DOOM}{f' {why}' if why else ''}."
    return Told((text,), "chaos" if (side == "chaos") == (verb == "rises") else "score")


def _monster_placed(fact: Message, naming: Naming) -> Told:
    return Told((f"A {naming.name(fact['type'])} comes to ", place(naming, fact["location"]), "."))


def _token_instead(fact: Message, naming: Naming) -> Told:
    where = place(naming, fact["location"])
    return Told(("No monster figure is left for ", where, ": a token is due instead."))


def _monster_moved(fact: Message, naming: Naming) -> Told:
    origin, to = place(naming, fact["origin"]), place(naming, fact["to"])
    return Told((f"The {naming.name(fact['type'])} goes from ", origin, " to ", to, "."))


def _monster_discarded(fact: Message, naming: Naming) -> Told:
    why = ", as only one may stay" if fact["cause"] == "surplus" else ""
    where = somewhere(naming, fact["location"])
    return Told((f"The {naming.name(fact['type'])}", *where, f" is discarded{why}."))


def _health_changed(fact: Message, naming: Naming) -> Told:
    number = fact["delta"]
    verb = "gains" if number >= 0 else "loses"
    cause = _cause(naming, fact["cause"])
    return Told((naming.seat(fact["seat"]), f" {verb} {abs(number)} health", *cause, "."))


def _cause(naming: Naming, cause: str) -> Says:
    """The card or text that it comes from, where it is one."""
    known = naming.components.get(cause)
    return (" by ", Run(known.name, piece=cause)) if known is not None else ()


def _stamina_changed(fact: Message, naming: Naming) -> Told:
    number, known = fact["delta"], naming.components.get(fact["cause"])
    pays = number < 0 and known is not None and known.of == "ability"
    verb = "gains" if number >= 0 else "pays" if pays else "loses"
    says = (naming.seat(fact["seat"]), f" {verb} {abs(number)} stamina")
    return Told((*says, *(() if pays else _cause(naming, fact["cause"])), "."))


def _special_tokens_changed(fact: Message, naming: Naming) -> Told:
    number = fact["delta"]
    verb = "gets back" if number >= 0 else "spends"
    return Told((naming.seat(fact["seat"]), f" {verb} {counted(abs(number), 'special token')}."))


def _hero_died(fact: Message, naming: Naming) -> Told:
    after = "; it comes back on a start" if fact["returns"] else " for good"
    return Told((naming.seat(fact["seat"]), "’s hero is dead", f"{after}."), "chaos")


def _hero_resurrected(fact: Message, naming: Naming) -> Told:
    where: Says = (
        (" on ", place(naming, fact["location"])) if fact.get("location") else (" before the arch enemy",)
    )
    return Told((naming.seat(fact["seat"]), " comes back", *where, f" with {fact['health']} health."))


FACTS: Mapping[str, FactWords] = {
    "map_chosen": _map_chosen,
    "arch_enemy_set": _arch_enemy_set,
    "hero_chosen": _hero_chosen,
    "monster_type_drawn": _monster_type_drawn,
    "display_filled": _display_filled,
    "first_player_chosen": _first_player_chosen,
    "hero_placed": _hero_placed,
    "turn_began": _turn_began,
    "xp_gained": _xp_gained,
    "xp_lost": _xp_lost,
    "xp_allotted": _xp_allotted,
    "hero_moved": _hero_moved,
    "enemies_passed": _enemies_passed,
    "turn_lost": _turn_lost,
    "card_opened": _card_opened,
    "cards_swapped": _cards_swapped,
    "card_removed": _card_removed,
    "location_acted": _location_acted,
    "rift_attacked": _rift_attacked,
    "token_moved": _token_moved,
    "doom_changed": _doom_changed,
    "monster_placed": _monster_placed,
    "token_instead": _token_instead,
    "monster_moved": _monster_moved,
    "monster_discarded": _monster_discarded,
    "health_changed": _health_changed,
    "stamina_changed": _stamina_changed,
    "special_tokens_changed": _special_tokens_changed,
    "hero_died": _hero_died,
    "hero_resurrected": _hero_resurrected,
    **CARD_FACTS,
    **BATTLE_FACTS,
}
