"""What the engine does by itself after a command, and the first checks before one."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.duties import duties, has_duty
from domain.games.order_vs_chaos.reading.map import types_left
from domain.games.order_vs_chaos.rules.battle import advance, start_waiting
from domain.games.order_vs_chaos.rules.final import begin_final, next_stage, win, winner
from domain.games.order_vs_chaos.rules.monsters import token_instead
from domain.games.order_vs_chaos.state import MOST_DOOM, State
from domain.kernel import Action, Passage, Rejected, check

SETUP = frozenset(actions.SETUP)
DUTIES = frozenset(actions.DUTIES)
MAP = frozenset(actions.MAP)
BATTLE = frozenset(actions.BATTLE)


def check_phase(state: State, action: Action) -> None:
    """The first three of the fixed order of rejections: phase, duties, battle."""
    kind = type(action)
    over = state.phase == "finished" or (state.phase == "final" and kind in MAP)
    if over:
        raise Rejected("OC-601", "Turns are over." if state.phase == "final" else "The game is over.")
    if kind in SETUP:
        check(state.phase == "setup", "OC-114", "The setup is over.")
    elif kind not in DUTIES and state.phase == "setup":
        raise Rejected("OC-114", "The setup comes first.")
    if kind not in DUTIES:
        check(not has_duty(state), "OC-211", "A choice is due first.")
    if kind in MAP:
        check(state.battle is None, "OC-402", "A battle is running.")
    elif kind in BATTLE and state.battle is None:
        raise Rejected("OC-402", "No battle is running.")


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
    if draw is not None and resolving is None and not state.event_deck and not state.event_discard:
        return (yield facts.DutyDone(draw, lapsed=True))
    return state
