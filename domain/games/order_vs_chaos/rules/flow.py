"""What the engine does by itself after a command."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.reading.duties import duties, has_duty
from domain.games.order_vs_chaos.reading.events import deck_size
from domain.games.order_vs_chaos.reading.map import types_left
from domain.games.order_vs_chaos.rules.battle import advance, start_waiting
from domain.games.order_vs_chaos.rules.final import begin_final, next_stage, win, winner
from domain.games.order_vs_chaos.rules.monsters import token_instead
from domain.games.order_vs_chaos.state import MOST_DOOM, State
from domain.kernel import Passage


def proceed(state: State) -> Passage[State]:
    """On to the next choice that somebody has: duties that lapse, battles, the final battle and its end.

    OC-212, OC-214, OC-322.
    """
    while state.phase in ("turn", "final"):
        before = state
        if state.phase == "turn" and state.chaos >= MOST_DOOM:
            state = yield from begin_final(state)
        elif state.phase == "final" and (won := winner(state)) is not None:
            state = yield from win(state, *won)
        else:
            if state.pending:
                state = yield from lapse(state)
            if state is before and not has_duty(state):
                state = yield from _go_on(state)
        if state is before:
            return state
    return state


def _go_on(state: State) -> Passage[State]:
    if state.battle is not None:
        return (yield from advance(state))
    if state.waiting:
        return (yield from start_waiting(state))
    if state.phase == "final":
        return (yield from next_stage(state))
    return state


def lapse(state: State) -> Passage[State]:
    """Duties without a choice: no figure left (OC-341), empty display (OC-483), no event card (OC-507)."""
    placement = next(duties(state, "place_monster"), None)
    if placement is not None and not types_left(state):
        state = yield facts.DutyDone(placement, lapsed=True)
        return (yield from token_instead(state, placement.location or ""))
    reward = next(duties(state, "take_reward"), None)
    if reward is not None and not state.display:
        return (yield facts.DutyDone(reward, lapsed=True))
    draw = next(duties(state, "draw_event"), None)
    resolving = next(duties(state, "resolve_event"), None)
    if draw is not None and resolving is None and not deck_size(state) and not state.event_discard:
        return (yield facts.DutyDone(draw, lapsed=True))
    return state
