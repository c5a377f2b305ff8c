"""The rows of a session, from its tally and its state."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.order_vs_chaos.state import State
from domain.games.order_vs_chaos.statistics.tally import Tally
from domain.kernel import Row


def rows(tally: Tally, state: State) -> Iterable[Row]:
    """Every figure of the session as it stands."""
    for seat, hero in state.heroes.items():
        won = state.result is not None and state.result.winner == hero.side
        yield Row("win_share", float(won), 1, seat, {"side": hero.side, "hero": hero.hero or ""})
