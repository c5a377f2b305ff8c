"""The totals of one session, counted fact by fact."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from domain.game_template import facts
from domain.game_template.state import State
from domain.kernel import Fact


@dataclass
class Tally:
    """Cards by seat and bet, as the session has seen them."""

    scored: Counter[tuple[str, str]] = field(default_factory=Counter)
    played: Counter[tuple[str, str]] = field(default_factory=Counter)


def start(state: State) -> Tally:
    """An empty tally at the opening."""
    return Tally()


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact of the live line."""
    match fact:
        case facts.CardScored(seat=seat, bet=bet):
            tally.scored[seat, bet] += 1
            tally.played[seat, bet] += 1
        case facts.CardDiscarded(seat=seat, bet=bet):
            tally.played[seat, bet] += 1
