"""The log: each fact of setup and map, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.state import MOST_DOOM, seat_of_hero_unit
from domain.games.order_vs_chaos.words.battle_effects import BATTLE_FACTS
from domain.games.order_vs_chaos.words.card_effects import CARD_FACTS
from domain.games.order_vs_chaos.words.entries import STARTS
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message
from domain.games.order_vs_chaos.words.hero_effects import HERO_FACTS
from domain.games.order_vs_chaos.words.names import SIDES, place
from domain.kernel import FactWords, Naming, Says, Told, by_value, counted, figure

told = SENTENCES.fact

SUPPLY = "supply"
DOOM_CAUSES = {
    "delivery": "for a delivery",
    "shrine": "for the destroyed shrine",
    "death": "for a death of Order",
    "rift": "for the closed rift",
}


def _token_moved(fact: Message, naming: Naming) -> Told:
    tokens = counted(fact["n"], "token")
    goes = "goes" if fact["n"] == 1 else "go"
    giver, taker = seat_of_hero_unit(fact["origin"]), seat_of_hero_unit(fact["to"])
    origin: Says = ()
    if giver is not None:
        origin = (" of ", naming.seat(giver))
    elif fact["origin"] != SUPPLY:
        origin = (" in ", place(naming, fact["origin"]))
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


FACTS: Mapping[str, FactWords] = {
    "map_chosen": told("The map is {map:name}."),
    "arch_enemy_set": told("The arch enemy is {arch_enemy:name}."),
    "hero_chosen": told("{seat} plays {hero:name}, {health} health."),
    "monster_type_drawn": told("{seat} rolls for every {monster:name}."),
    "display_filled": told(
        "The quartermaster offers [{items:cards}|nothing][{reshuffled:if}, from the reshuffled discard]."
    ),
    "first_player_chosen": told("{seat} begins."),
    "hero_placed": told(STARTS),
    "turn_began": told("{seat}’s turn begins."),
    "card_opened": told("{location} is revealed: {card:name}."),
    "cards_swapped": told("The cards of {a:location} and {b:location} swap places."),
    "card_removed": by_value(
        "how",
        {
            "closed": told("{card:name} in {location} is closed.", "score"),
            "destroyed": told("{card:name} in {location} is destroyed.", "chaos"),
        },
        told("{card:name} in {location} leaves the game.", "chaos"),
    ),
    "location_acted": told("{seat} uses the location action in {location}."),
    "rift_attacked": told("{seat} rolls {dice} in {location} and [{success:if}succeeds|fails]."),
    "token_moved": _token_moved,
    "doom_changed": _doom_changed,
    "monster_placed": told("A {type:name} appears in {location}."),
    "token_instead": told("No monster figure is left for {location}: place a token instead."),
    "monster_moved": told("The {type:name} moves from {origin:location} to {to:location}."),
    "monster_discarded": by_value(
        "cause",
        {"surplus": told("The {type:name} in {location} is discarded: only one may stay.")},
        told("The {type:name} in {location} is discarded."),
    ),
    **HERO_FACTS,
    **CARD_FACTS,
    **BATTLE_FACTS,
}
