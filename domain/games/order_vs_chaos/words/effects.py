"""The log: each fact of setup and map, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.state import MOST_DOOM, seat_of_hero_unit
from domain.games.order_vs_chaos.words.battle_effects import BATTLE_FACTS
from domain.games.order_vs_chaos.words.card_effects import CARD_FACTS
from domain.games.order_vs_chaos.words.fighters import Message, shown, somewhere
from domain.games.order_vs_chaos.words.hero_effects import HERO_FACTS
from domain.games.order_vs_chaos.words.names import SIDES, pieces, place
from domain.kernel import FactWords, Naming, Says, Told, counted, figure

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
    shuffled = ", from the reshuffled discard" if fact.get("reshuffled") else ""
    return Told(("The quartermaster offers ", *items, f"{shuffled}."))


def _first_player_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " begins."))


def _hero_placed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " starts on ", place(naming, fact["location"]), "."))


def _turn_began(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s turn begins."))


def _card_opened(fact: Message, naming: Naming) -> Told:
    return Told((place(naming, fact["location"]), f" is revealed: {naming.name(fact['card'])}."))


def _cards_swapped(fact: Message, naming: Naming) -> Told:
    a, b = place(naming, fact["a"]), place(naming, fact["b"])
    return Told(("The cards of ", a, " and ", b, " swap places."))


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
    return Told((f"A {naming.name(fact['type'])} appears in ", place(naming, fact["location"]), "."))


def _token_instead(fact: Message, naming: Naming) -> Told:
    where = place(naming, fact["location"])
    return Told(("No monster figure is left for ", where, ": place a token instead."))


def _monster_moved(fact: Message, naming: Naming) -> Told:
    origin, to = place(naming, fact["origin"]), place(naming, fact["to"])
    return Told((f"The {naming.name(fact['type'])} moves from ", origin, " to ", to, "."))


def _monster_discarded(fact: Message, naming: Naming) -> Told:
    why = ": only one may stay" if fact["cause"] == "surplus" else ""
    where = somewhere(naming, fact["location"])
    return Told((f"The {naming.name(fact['type'])}", *where, f" is discarded{why}."))


FACTS: Mapping[str, FactWords] = {
    "map_chosen": _map_chosen,
    "arch_enemy_set": _arch_enemy_set,
    "hero_chosen": _hero_chosen,
    "monster_type_drawn": _monster_type_drawn,
    "display_filled": _display_filled,
    "first_player_chosen": _first_player_chosen,
    "hero_placed": _hero_placed,
    "turn_began": _turn_began,
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
    **HERO_FACTS,
    **CARD_FACTS,
    **BATTLE_FACTS,
}
