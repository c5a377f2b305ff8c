"""Words of the setup's offers (OC-103 … OC-114)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.state import MOST_ON_DISPLAY
from domain.games.order_vs_chaos.words.names import SIDES, box_of
from domain.games.order_vs_chaos.words.offering import Values, cards, fighters, seats
from domain.games.order_vs_chaos.words.table import near
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
    offered_values,
)

METHODS = {
    "agreed": ValueWords("Agreed", "everyone agreed on it"),
    "chosen": ValueWords("Chosen", "pick one"),
    "random": ValueWords("Drawn", "at random"),
}


def _choose_map(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the map",
        "30 face-down cards on either",
        "map",
        "setup",
        10,
        parameters={"map": ParameterWords("Which map?", values=_maps(offers, naming))},
    )


def _maps(offers: Sequence[Offer], naming: Naming) -> Values:
    box = box_of(naming)
    return {
        side: ValueWords(naming.name(side), f"{len(box.maps[side].starts['order'])} starts for each side")
        for side in offered_values(offers, "map")
    }


def _set_arch_enemy(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the arch enemy",
        "Order must kill it in the final battle",
        "flag",
        "setup",
        20,
        parameters={
            "method": ParameterWords("How?", values={one: METHODS[one] for one in ("agreed", "random")}),
            "arch_enemy": ParameterWords(
                "Which arch enemy?", values=_enemies(view, offered_values(offers, "arch_enemy"), naming)
            ),
        },
    )


def _enemies(view: Json, ids: Sequence[str], naming: Naming) -> Values:
    """With the health that counts at this table (OC-614)."""
    order = sum(hero["side"] == "order" for hero in view["seats"].values())
    told = {}
    for id in ids:
        card = box_of(naming).arch_enemies[id]
        attacks = listed([f"{one.name} ({one.segment}, {one.dice} dice)" for one in card.attacks])
        told[id] = ValueWords(card.name, f"armor {card.armor}, {card.health[str(order)]} health; {attacks}")
    return told


def _choose_hero(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    side = view["seats"][acting_seat(offers)]["side"]
    heroes = offered_values(offers, "hero")
    return OfferWords(
        "Choose a hero",
        f"one of {len(heroes)} heroes of {SIDES[side]}",
        "user",
        "setup",
        10,
        parameters={
            "method": ParameterWords("How?", values={one: METHODS[one] for one in ("chosen", "random")}),
            "hero": ParameterWords("Which hero?", values=fighters(heroes, naming)),
        },
    )


def _draw_monster_type(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    monsters = offered_values(offers, "monster")
    return OfferWords(
        "Draw a monster type",
        "six figures; you roll for them",
        "layers",
        "setup",
        20,
        parameters={"monster": ParameterWords("Which type did you draw?", values=fighters(monsters, naming))},
    )


def _fill_display(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    items = cards(offered_values(offers, "items"), naming, told=False)
    return OfferWords(
        "Fill the quartermaster",
        f"{MOST_ON_DISPLAY} of {view['item_deck']} items",
        "gallery-horizontal-end",
        "setup",
        30,
        parameters={"items": ParameterWords("Which items are drawn?", values=items)},
    )


def _choose_first_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the first player",
        "turns go clockwise from there",
        "users",
        "setup",
        40,
        parameters={
            "seat": ParameterWords(
                "Who goes first?", values=seats(view, offered_values(offers, "seat"), naming)
            )
        },
    )


def _place_hero(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Place your hero",
        "on a free start space",
        "map-pin",
        "setup",
        10,
        parameters={
            "location": ParameterWords(
                "Where?", values=starts(view, offered_values(offers, "location"), naming)
            )
        },
    )


def starts(view: Json, ids: Sequence[str], naming: Naming) -> Values:
    """Starts with what lies beside them."""
    return {
        id: ValueWords(naming.name(id), f"next to {listed(near(view, id, naming))}", place=id) for id in ids
    }


SETUP: Mapping[str, OfferTold] = {
    "choose_map": _choose_map,
    "set_arch_enemy": _set_arch_enemy,
    "choose_hero": _choose_hero,
    "draw_monster_type": _draw_monster_type,
    "fill_display": _fill_display,
    "choose_first_player": _choose_first_player,
    "place_hero": _place_hero,
}
