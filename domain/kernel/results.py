"""Results: ranks, and what a fact after the end changes. The table alone decides the result.

The first rank belongs to the winners only; if nobody wins, nobody has it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from domain.kernel.messages import Fact

# A result follows from its table: what a fact after the end makes of it, and whether it is the table's.

S = TypeVar("S")
R = TypeVar("R")

NOT_THE_TABLES = (
    "The corrected table leads to a different result. Correct the table instead: the result follows from it."
)


def evolve_with_result(
    result: Callable[[S], R | None],
    outcome: Callable[[S], R | None],
    put: Callable[[S, R | None], S],
    is_over: Callable[[S], bool],
) -> Callable[[S, Fact], S]:
    """The `evolve` of a game: a fact says what it changes, and the result follows from the table.

    result: what the state keeps as the result; None: the game continues. outcome: what the rules make of the
    state; None: nobody has won by it. put: the state with another result, or without. is_over: of the
    state; a fact after which the game continues leaves no result.

    A result stays as it was recorded as long as no later fact changes the outcome, and where no outcome is
    left.
    """

    def evolve(before: S, fact: Fact) -> S:
        after: S = fact.applied(before)
        recorded = result(before)
        if result(after) is not None and not is_over(after):
            return put(after, None)
        if recorded is None or result(after) != recorded:
            return after
        now = _outcome(outcome, after)
        return after if now is None or now == _outcome(outcome, before) else put(after, now)

    return evolve


def settled_by(
    result: Callable[[S], R | None], outcome: Callable[[S], R | None], missing: str
) -> Callable[[S], str | None]:
    """A game's `unsettled`. missing: the sentence for a table where nobody has won by the rules."""

    def unsettled(state: S) -> str | None:
        now = _outcome(outcome, state)
        if now is None:
            return missing
        return None if result(state) == now else NOT_THE_TABLES

    return unsettled


def _outcome(outcome: Callable[[S], R | None], state: S) -> R | None:
    """None too where the rules cannot count: a correction may leave any table, and each still has to fold."""
    try:
        return outcome(state)
    except Exception:
        return None


# Ranks: the first is the winners' alone, and nobody's where nobody wins.

FIRST = 1


def ranks_so_far(keys: Mapping[str, Any]) -> dict[str, int]:
    """The rank of each seat during the game, by its key, highest first; equal keys share a rank."""
    return {seat: FIRST + sum(other > key for other in keys.values()) for seat, key in keys.items()}


def final_ranks(keys: Mapping[str, Any], winners: Collection[str]) -> dict[str, int]:
    """The rank of each seat at the end: winners are first, the others follow by their keys, highest first.

    Equal keys share a rank. Where nobody wins, the best rank is the second.
    """
    others = {seat: key for seat, key in keys.items() if seat not in winners}
    ahead = max(len(keys) - len(others), 1)
    behind = {seat: ahead + rank for seat, rank in ranks_so_far(others).items()}
    return {seat: behind.get(seat, FIRST) for seat in keys}
