"""Effects of which nothing can come as the table stands."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.reading.regions import has_presence, is_land
from domain.games.chaos_order.state import State


def may_come_to_something(state: State, seat: str, effects: Iterable[Effect]) -> bool:
    """Whether the seat may get anything by them: not where none of the effects can be paid (CO-586)."""
    return not all(_is_idle(state, seat, effect) for effect in effects)


def _is_idle(state: State, seat: str, effect: Effect) -> bool:
    board = state.seats[seat]
    match effect.do:
        case "pay":
            unpaid = board.energy < effect.energy or board.gems < effect.gems
            return unpaid or not may_come_to_something(state, seat, effect.effects)
        case "optional" | "per":
            return not may_come_to_something(state, seat, effect.effects)
        case "choice":
            return not any(may_come_to_something(state, seat, branch) for branch in effect.branches)
        case "land_fighters":
            return not (board.drop_ship_fighters and landing_places(state, seat))
        case _:
            return False


def landing_places(state: State, seat: str) -> list[str]:
    """Where fighters of the seat may land (CO-595)."""
    return [
        place
        for place, region in state.regions.items()
        if is_land(state, place) and has_presence(region, seat)
    ]
