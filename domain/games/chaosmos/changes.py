"""Changes of a state that several facts share."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.games.chaosmos.state import Cards, Planet, Player, State


def seated(state: State, *seats: str | None) -> None:
    """Raise `KeyError` unless all of these sit at the table: a correction may name anybody."""
    for seat in seats:
        if seat is not None:
            _ = state.seats[seat]


def with_player(state: State, seat: str, player: Player) -> Mapping[str, Player]:
    """Players with this one in place."""
    return {**state.seats, seat: player}


def with_planet(state: State, name: str, planet: Planet) -> Mapping[str, Planet]:
    """Planets with this one in place."""
    return {**state.planets, name: planet}


def with_hand(state: State, seat: str, hand: Cards) -> Mapping[str, Player]:
    """Players with this hand in place."""
    return {**state.seats, seat: replace(state.seats[seat], hand=hand)}


def others_than(state: State, *insiders: str) -> list[str]:
    """All seats but these."""
    return [seat for seat in state.clockwise if seat not in insiders]
