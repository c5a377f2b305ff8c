"""Labels of offers of the setup (1xx) and of the begin and end of a turn (2xx)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.time_of_chaos.components import tile_id
from domain.games.time_of_chaos.state import LEAKS_INTO
from domain.games.time_of_chaos.words.names import city_of, cubes, era_of
from domain.games.time_of_chaos.words.offering import after_a_cube, cards, era_values, falling, penalised
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    listed,
    offered_values,
)

# Words of the offers that begin and end a turn (2xx).


def _send_disorder(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """TC-203 … TC-210: where there is a choice, the supply is too short for all of them."""
    seat = acting_seat(offers)
    supply = view["seats"][seat]["supply"]
    sources = offered_values(offers, "sources")
    has_a_choice = 0 < supply < len(sources)
    if not sources:
        hint = "nothing to send this turn"
    elif not supply:
        hint = "no cubes left to send"
    elif has_a_choice:
        hint = f"{cubes(supply)} left for {counted(len(sources), 'tile')}: choose"
    else:
        hint = "; ".join(f"{naming.name(source)} to the {LEAKS_INTO[era_of(source)]}" for source in sources)
    tiles = {source: _leaking(view, source, naming) for source in sources}
    which = f"Which {'tile sends' if supply == 1 else f'{supply} tiles send'} a cube?"
    return OfferWords(
        "Send disorder",
        hint,
        "waves",
        rank=0,
        leads=True,
        parameters={
            "sources": ParameterWords(
                which if has_a_choice else "Which tiles send a cube?",
                "always" if has_a_choice else "never",
                tiles,
            )
        },
    )


def _leaking(view: Json, source: str, naming: Naming) -> ValueWords:
    target = tile_id(LEAKS_INTO[era_of(source)], city_of(source))
    there = after_a_cube(view, target)
    return ValueWords(naming.name(source), f"a cube on {naming.name(target)}; {there}", place=source)


def _end_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """TC-231, TC-237: what the end step will do, which follows from the table alone."""
    falls, left, parts = [naming.name(tile) for tile in falling(view)], view["actions_left"], []
    if falls:
        parts.append(f"{listed(falls)} {'flips' if len(falls) == 1 else 'flip'} to chaos")
        parts.append(f"−1 for {listed([naming.seat(seat).text for seat in penalised(view)])}")
    else:
        parts.append("no tile flips to chaos")
    if left:
        parts.append(f"{counted(left, 'action')} unused")
    if view["end_trigger"] is not None and not view["final_turns"]:
        parts.append("the game ends")
    return OfferWords("End turn", "; ".join(parts), "corner-down-left", group="end", rank=90, ends=True)


TURN: Mapping[str, OfferTold] = {"send_disorder": _send_disorder, "end_turn": _end_turn}


# Words of the setup's offers (1xx).


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
