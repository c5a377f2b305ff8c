"""Changes of a state that several facts share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.first_light.state import Spot, State

Cards = tuple[str | None, ...]


def with_seat(state: State, seat: str, **changes: Any) -> State:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], **changes)})


def with_ai(state: State, **changes: Any) -> State:
    return state if state.ai is None else replace(state, ai=replace(state.ai, **changes))


def at(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*row[:index], value, *row[index + 1 :])


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards less those gone; one that is not among them was an unseen one (FL-718)."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else None)
    return tuple(left)


def tokens_without(state: State, spaces: tuple[str, ...]) -> dict[str, str]:
    return {space: token for space, token in state.tokens.items() if space not in spaces}


def boards_without(state: State, owner: str) -> dict[str, tuple[Spot | None, ...]]:
    boards = dict(state.locations)
    for location, spots in state.locations.items():
        for place, spot in enumerate(spots):
            if spot is not None and spot.owner == owner:
                boards[location] = at(boards[location], place, None)
    return boards
