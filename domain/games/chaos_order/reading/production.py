"""What tokens and uncovered spaces give."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.components.box import BUILDING_TYPES, Effects
from domain.games.chaos_order.state import State

PRINTED = "printed:"
"""Prefix of the id of a region's printed production token."""


def printed_production(state: State, place: str) -> Effects | None:
    """The printed production token of a region or base; None where there is none."""
    if place in state.bases:
        return state.faction(state.bases[place]).base_production
    if place in state.tiles:
        return state.box.tiles[state.tiles[place]].production
    return state.box.places[place].production


def showing_production(state: State, place: str) -> tuple[str, Effects] | None:
    """Id and yield of the token that can be harvested there (CO-335)."""
    loose = state.loose.get(place)
    if loose is not None:
        token = state.box.production[loose.id]
        return loose.id, token.upgraded if loose.upgraded else token.basic
    printed = printed_production(state, place)
    return None if printed is None else (PRINTED + place, printed)


def uncovered_income(state: State, seat: str) -> Iterator[tuple[str, Effects]]:
    """(type, income) of every board space from which the building is gone, left to right (CO-323, CO-462)."""
    faction, board = state.faction(seat), state.seats[seat]
    for kind in BUILDING_TYPES:
        spaces = faction.buildings[kind].spaces
        for space in spaces[: len(spaces) - board.buildings[kind]]:
            yield kind, space.income


def stronghold_gems(state: State, seat: str) -> int:
    """The gems that the seat's stronghold spaces give as income (CO-520)."""
    return sum(
        effect.n
        for kind, income in uncovered_income(state, seat)
        if kind == "stronghold"
        for effect in income
        if effect.do == "gain_gems"
    )
