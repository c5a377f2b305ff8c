"""Facts into the tally: what all can see of them, and what the truth log alone gives."""

from __future__ import annotations

from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics import observing_public, observing_secret
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import Fact


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact."""
    observe_public(tally, before, fact, after)
    observing_secret.observe_custody(tally, fact, after)
    if (count := observing_secret.COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)


def observe_public(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what all can see of a fact."""
    if (count := observing_public.COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)
