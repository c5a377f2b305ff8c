"""Whether an action may draw tactics cards now, so that its offer asks for them (CO-509)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chaos_order.components.box import CONTROL_TRIGGERS, Effect
from domain.games.chaos_order.reading.regions import controller, relic_places
from domain.games.chaos_order.rules.effects import triggers
from domain.games.chaos_order.state import State


def may_draw(state: State, seat: str, effects: Iterable[Effect] = ()) -> bool:
    """Whether an action of the seat that gives these effects may draw, by them or by what follows.

    It hangs on what everybody knows. Of a battle that goes on nothing is known yet.
    """
    return (
        draws_by_itself(state, seat, effects)
        or draws_by_itself(state, seat, (item.effect for item in state.seats[seat].pending))
        or state.battle is not None
        or draws_by_control(state)
    )


def relic_draws(state: State) -> bool:
    """Whether the relic of the round may draw for who takes it (CO-482), or by what follows."""
    place = relic_places(state).get(state.round)
    seat = None if place is None else controller(state.regions[place])
    if seat is None:
        return draws_by_control(state)
    spaces, at = state.faction(seat).relic_spaces, len(state.seats[seat].relics)
    effects = [item.effect for item in triggers(state, seat, "relic_taken", place)]
    return may_draw(state, seat, (*(spaces[at] if at < len(spaces) else ()), *effects))


def draws_by_itself(state: State, seat: str, effects: Iterable[Effect]) -> bool:
    """Whether one of the effects draws without a decision in between (CO-572, CO-589)."""
    return any(_draws(state, seat, effect) for effect in effects)


def _draws(state: State, seat: str, effect: Effect) -> bool:
    match effect.do:
        case "draw_tactics":
            return effect.n > 0
        case "gain_fame":
            fame, spaces = state.seats[seat].fame, state.faction(seat).fame_spaces
            return any(at > fame and draws_by_itself(state, seat, gained) for at, gained in spaces.items())
        case "per":
            return draws_by_itself(state, seat, effect.effects)
        case "ability":
            source = state.faction(seat).abilities[effect.name or ""]
            return draws_by_itself(state, seat, source.ability.effects)
        case _:
            return False


def draws_by_control(state: State) -> bool:
    """Whether a change of control draws for somebody (CO-590)."""
    return any(
        draws_by_itself(state, seat, source.ability.effects)
        for seat, board in state.seats.items()
        if board.faction in state.box.control_watchers
        for trigger in CONTROL_TRIGGERS
        for source in state.faction(seat).triggers.get(trigger, ())
        if not source.ability.optional
    )
