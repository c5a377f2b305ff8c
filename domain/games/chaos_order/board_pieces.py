"""The pieces on the map: relics, loose tokens, foundations, buildings, fighters, leaders."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.places import building_piece, fighters_piece, relic_piece
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.phrases import BUILDING_NAMES
from domain.kernel import Json, Naming, Piece


def pieces_of_region(view: Json, place: str, region: Json, naming: Naming) -> Iterator[Piece]:
    """What stands in a region: first what belongs to it, then the seats' pieces."""
    if region["relic"] is not None:
        number = region["relic"]
        yield Piece(relic_piece(number), "token", f"relic {number}", face=str(number))
    yield from _loose(view, place, naming)
    for foundation in region["foundations"]:
        yield _foundation(foundation, naming)
    for seat in view["seats"]:
        number = region["fighters"].get(seat, 0)
        yield from _fighters(place, seat, number, naming)
        for leader in region["leaders"].get(seat, ()):
            yield _leader(view, seat, leader, naming)


def pieces_of_base(view: Json, place: str, seat: str, naming: Naming) -> Iterator[Piece]:
    """Who waits in a base."""
    yield from _loose(view, place, naming)
    player = view["seats"][seat]
    yield from _fighters(place, seat, player["base_fighters"], naming)
    for leader, standing in player["leaders"].items():
        if standing["at"] == "base":
            yield _leader(view, seat, leader, naming)


def _loose(view: Json, place: str, naming: Naming) -> Iterator[Piece]:
    loose = view["loose_tokens"].get(place)
    if loose is not None:
        gives = told(naming, f"{loose['id']}:{'upgraded' if loose['upgraded'] else 'basic'}")
        yield Piece(loose["id"], "tile", f"token: {gives}", face="P")


def _foundation(foundation: Json, naming: Naming) -> Piece:
    id, built = foundation["id"], foundation["building"]
    if built is not None:
        type, seat = built["type"], built["seat"]
        name = BUILDING_NAMES.get(type, type)
        return Piece(building_piece(id, seat), "building", name, seat, face=name[:1])
    gives = told(naming, id)
    return Piece(id, "tile", f"foundation: {gives}" if gives else "foundation", face="+")


def _fighters(place: str, seat: str, number: int, naming: Naming) -> Iterator[Piece]:
    if number:
        yield Piece(
            fighters_piece(place, seat), "cube", f"{naming.seat(seat).text} fighters", seat, count=number
        )


def _leader(view: Json, seat: str, leader: str, naming: Naming) -> Piece:
    """With the strength of the side that it shows."""
    side = view["seats"][seat]["leaders"].get(leader, {}).get("side", "basic")
    values = value_of(naming, f"{leader}:{side}").split("/")
    strength = values[1] if len(values) > 1 else ""
    return Piece(leader, "figure", called(naming, leader), seat, face=strength or None)
