"""Whether an action may draw tactics cards now, so that its offer asks for them (CO-509)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.games.chaos_order.components.box import CONTROL_TRIGGERS, Effect
from domain.games.chaos_order.reading.regions import controller, relic_places
from domain.games.chaos_order.rules.effects import triggers
from domain.games.chaos_order.state import State


def may_draw(state: State, seat: str, effects: Iterable[Effect] = ()) -> bool:
    """Whether an action of the seat that gives these effects may draw, by them or by what follows.

    It hangs on what everybody knows. Of a battle that goes on nothing is known yet.
    """
    return (
        draws_by_itself(state, seat, chain(effects, (item.effect for item in state.seats[seat].pending)))
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
    """Whether the effects draw without a decision in between (CO-572, CO-589), or the fame that they give."""
    board, faction, steps = state.seats[seat], state.faction(seat), 0
    for effect, most in _automatic(state, seat, effects):
        if effect.do == "draw_tactics" and effect.n > 0:
            return True
        if effect.do == "gain_fame":
            steps += effect.n * most
    reached = range(board.fame + 1, min(board.fame + steps, faction.fame_length) + 1)
    return any(effect.do == "draw_tactics" for at in reached for effect in faction.fame_spaces.get(at, ()))


def _automatic(state: State, seat: str, effects: Iterable[Effect]) -> Iterator[tuple[Effect, int]]:
    """The effects that come by themselves, each with how often it may come."""
    for effect in effects:
        if effect.do == "ability":
            source = state.faction(seat).abilities[effect.name or ""]
            yield from _automatic(state, seat, source.ability.effects)
        elif effect.do == "per":
            times = state.faction(seat).fame_length
            yield from ((inner, most * times) for inner, most in _automatic(state, seat, effect.effects))
        else:
            yield effect, 1


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
