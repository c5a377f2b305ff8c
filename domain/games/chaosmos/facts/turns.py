"""What becomes true of turns, places, tokens and the clock."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos.state import Cause
from domain.kernel import Fact


class TurnBegun(Fact, frozen=True, tag="turn_begun"):
    """CM-206."""

    seat: str
    turn: int


class ActionSpent(Fact, frozen=True, tag="action_spent"):
    """One of the three actions of the turn is used for `kind`."""

    seat: str
    kind: str


class HypertokenSpent(Fact, frozen=True, tag="hypertoken_spent"):
    """A hypertoken went to the supply (CM-320)."""

    seat: str


class HypertokensAdded(Fact, frozen=True, tag="hypertokens_added"):
    """Tokens came from the supply, or went there (CM-530)."""

    seat: str
    n: int


class Moved(Fact, frozen=True, tag="moved"):
    """A seat stands on another space."""

    seat: str
    origin: str
    to: str
    via: Literal["move", "hyperspace", "banish", "trap", "text"]


class TurnForfeited(Fact, frozen=True, tag="turn_forfeited"):
    """The active seat loses the rest of its turn once all is resolved (CM-208)."""

    seat: str


class ClockReduced(Fact, frozen=True, tag="clock_reduced"):
    """A card or ability took `by` off the clock (CM-505)."""

    seat: str
    by: int
    clock: int


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    """The turn is over and the clock clicked to `clock` (CM-207). `next`: who begins the next turn."""

    seat: str
    turn: int
    actions_left: int
    clock: int
    next: str | None = None
    forfeited: bool = False


class OvoidAwaited(Fact, frozen=True, tag="ovoid_awaited"):
    """The clock is 0, and nobody has named the card that the Ovoid is: who holds it shows it (CM-R31)."""

    cause: Cause


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The clock is 0 (CM-601): who has the Ovoid in hand, if anybody (CM-602, CM-603)."""

    winner: str | None
    cause: Cause
