"""What becomes true of turns, places, tokens and the clock."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chaosmos.changes import seated, with_player
from domain.games.chaosmos.state import Cause, Result, State, Turn
from domain.kernel import Fact, PublicFact


class TurnBegun(PublicFact, frozen=True, tag="turn_begun"):
    """CM-206."""

    seat: str
    turn: int

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        return replace(state, phase="turn", next=None, turn=Turn(self.turn, self.seat))


class ActionSpent(PublicFact, frozen=True, tag="action_spent"):
    """One of the three actions of the turn is used for `kind`."""

    seat: str
    kind: str

    def applied(self, state: State) -> State:
        """A fourth action, recorded against the rules, leaves none as well."""
        turn = state.the_turn
        return replace(state, turn=replace(turn, actions_left=max(0, turn.actions_left - 1)))


class HypertokenSpent(PublicFact, frozen=True, tag="hypertoken_spent"):
    """A hypertoken went to the supply (CM-320)."""

    seat: str

    def applied(self, state: State) -> State:
        return _tokens(state, self.seat, -1)


class HypertokensAdded(PublicFact, frozen=True, tag="hypertokens_added"):
    """Tokens came from the supply, or went there (CM-530)."""

    seat: str
    n: int

    def applied(self, state: State) -> State:
        return _tokens(state, self.seat, self.n)


class Moved(PublicFact, frozen=True, tag="moved"):
    """A seat stands on another space."""

    seat: str
    origin: str
    to: str
    via: Literal["move", "hyperspace", "banish", "trap", "text"]

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        space = state.the_board.space_of[self.to]
        return replace(state, seats=with_player(state, self.seat, replace(player, position=space)))


class TurnForfeited(PublicFact, frozen=True, tag="turn_forfeited"):
    """The active seat loses the rest of its turn once all is resolved (CM-208)."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, turn=replace(state.the_turn, forfeited=True))


class ClockReduced(PublicFact, frozen=True, tag="clock_reduced"):
    """A card or ability took `by` off the clock (CM-505)."""

    seat: str
    by: int
    clock: int

    def applied(self, state: State) -> State:
        """CM-601: at 0 nothing is left to do."""
        reduced = replace(state, clock=self.clock, clock_cut=state.clock_cut + self.by)
        if self.clock:
            return reduced
        return replace(reduced, phase="finished", turn=None, next=None, combat=None, pending=None)


class TurnEnded(PublicFact, frozen=True, tag="turn_ended"):
    """The turn is over and the clock clicked to `clock` (CM-207). `next`: who begins the next turn."""

    seat: str
    turn: int
    actions_left: int
    clock: int
    next: str | None = None
    forfeited: bool = False

    def applied(self, state: State) -> State:
        seated(state, self.seat, self.next)
        return replace(
            state,
            phase="finished" if self.next is None else "between_turns",
            clock=self.clock,
            turns_ended=state.turns_ended + 1,
            next=self.next,
            turn=None,
            combat=None,
            pending=None,
        )


class OvoidAwaited(PublicFact, frozen=True, tag="ovoid_awaited"):
    """The clock is 0, and nobody has named the card that the Ovoid is: who holds it shows it (CM-R31)."""

    cause: Cause

    def applied(self, state: State) -> State:
        return replace(state, phase="showing", awaited=self.cause)


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The clock is 0 (CM-601): who has the Ovoid in hand, if anybody (CM-602, CM-603)."""

    winner: str | None
    cause: Cause

    def applied(self, state: State) -> State:
        seated(state, self.winner)
        ended = replace(state, result=Result(self.winner, self.cause))
        return ended if state.phase != "showing" else replace(ended, phase="finished", awaited=None)


def _tokens(state: State, seat: str, n: int) -> State:
    player = state.seats[seat]
    return replace(
        state,
        supply=state.supply - n,
        seats=with_player(state, seat, replace(player, hypertokens=player.hypertokens + n)),
    )
