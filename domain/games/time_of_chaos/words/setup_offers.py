"""Words of the setup's offers (1xx)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.time_of_chaos.words.names import city_of
from domain.games.time_of_chaos.words.offering import cards, era_values
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    offered_values,
)


def _lay_out_tiles(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    cities = {city: ValueWords(name.name) for city, name in naming.components.items() if name.kind == "city"}
    values = {**era_values(), **cities}
    return OfferWords(
        "Lay out the tiles",
        "nine cities in three rows for each era",
        "layout-grid",
        rank=0,
        parameters={"layout": ParameterWords("What is the layout?", values=values)},
    )


def _deal_displays(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    artifacts = [card for card, name in naming.components.items() if name.kind == "card"]
    return OfferWords(
        "Deal the displays",
        "three face-up artifacts for each deck",
        "layers",
        rank=1,
        parameters={
            "displays": ParameterWords(
                "Which artifacts are on display?", values={**cards(artifacts, naming), **era_values()}
            )
        },
    )


def _choose_first_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in view["clockwise"]}
    return OfferWords(
        "Choose the first player",
        "the first player places a pawn last",
        "flag",
        rank=2,
        parameters={"first_player": ParameterWords("Who is the first player?", values=seats)},
    )


def _place_pawn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """TC-112, TC-113."""
    cities = {
        tile: ValueWords(naming.name(city_of(tile)), place=tile) for tile in offered_values(offers, "tile")
    }
    return OfferWords(
        "Place a pawn",
        "a cube on its past tile, which flips to chaos, and one on its future tile",
        "map-pin",
        rank=0,
        parameters={"tile": ParameterWords("In which city do you start?", values=cities)},
    )


SETUP: Mapping[str, OfferTold] = {
    "lay_out_tiles": _lay_out_tiles,
    "deal_displays": _deal_displays,
    "choose_first_player": _choose_first_player,
    "place_pawn": _place_pawn,
}
