"""The seats that may record the table's actions: any seat, where nothing hidden is drawn or shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.chaos_order.offers.moves import draws_by_itself, relic_draws
from domain.games.chaos_order.reading import controller, relic_places
from domain.games.chaos_order.state import State
from domain.kernel import Json


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The seats that may record it; None: the seat whose action it is.

    Land tiles and foundations lie open (CO-114, CO-122 … CO-124), so do relics (CO-480 … CO-484): any seat.
    The seat that draws cards of a setup (CO-103) or of a relic's space (CO-482) sees them, and the two sides
    of a battle turn over the plans (CO-410, CO-420).
    """
    match action["type"]:
        case "prepare_table":
            return _drawing_at_setup(state) or state.clockwise
        case "lay_neutral_foundations":
            return state.clockwise
        case "reveal_plans":
            return () if state.battle is None else state.battle.sides
        case "resolve_relics":
            return _resolving(state)
        case _:
            return None


def _drawing_at_setup(state: State) -> tuple[str, ...]:
    return tuple(
        seat
        for seat in state.clockwise
        if draws_by_itself(state, seat, (item.effect for item in state.seats[seat].pending))
    )


def _resolving(state: State) -> tuple[str, ...]:
    place = relic_places(state).get(state.round)
    taker = None if place is None else controller(state.regions[place])
    return state.clockwise if taker is None or not relic_draws(state) else (taker,)
