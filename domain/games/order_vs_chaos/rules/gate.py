"""The first checks of every action: its phase, the duties, whether a battle runs."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions
from domain.games.order_vs_chaos.reading.duties import has_duty
from domain.games.order_vs_chaos.state import State
from domain.kernel import Action, Rejected, check

SETUP = frozenset(actions.SETUP)
DUTIES = frozenset(actions.DUTIES)
MAP = frozenset(actions.MAP)
BATTLE = frozenset(actions.BATTLE)
ANY_TIME = frozenset(actions.ANY_TIME)


def check_phase(state: State, action: Action) -> None:
    """The first three of the fixed order of rejections: phase, duties, battle."""
    kind = type(action)
    over = state.phase == "finished" or (state.phase == "final" and kind in MAP)
    if over:
        raise Rejected("OC-601", "Turns are over." if state.phase == "final" else "The game is over.")
    if kind in SETUP:
        check(state.phase == "setup", "OC-114", "The setup is over.")
    elif kind not in DUTIES and state.phase == "setup":
        raise Rejected("OC-114", "Finish the setup first.")
    if kind not in DUTIES and kind not in ANY_TIME:
        check(not has_duty(state), "OC-211", "Make the pending choice first.")
    if kind in MAP:
        check(state.battle is None, "OC-402", "Finish the battle first.")
    elif kind in BATTLE and state.battle is None:
        raise Rejected("OC-402", "There is no battle.")
