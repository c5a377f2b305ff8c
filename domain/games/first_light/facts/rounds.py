"""Rounds and phases, and whose choice is due."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from domain.games.first_light.changes import with_ai
from domain.games.first_light.state import FollowUp, State
from domain.kernel import PublicFact


class StartPlayerSet(PublicFact, frozen=True, tag="start_player_set"):
    seat: str

    def applied(self, state: State) -> State:
        """FL-121. A later marker says nothing of who began."""
        began = self.seat if state.round <= 1 else state.began
        return replace(state, start_player=self.seat, began=began)


class EventRevealed(PublicFact, frozen=True, tag="event_revealed"):
    """The next round begins with it, in the Plan phase."""

    event: str

    def applied(self, state: State) -> State:
        events = (*state.events, self.event)
        return replace(state, round=state.round + 1, events=events, phase="plan", done=())


class EffectApplied(PublicFact, frozen=True, tag="effect_applied"):
    """A `manual` effect was carried out by the table; what it did follows."""

    by_hand: ClassVar[bool] = True

    effect: str

    def applied(self, state: State) -> State:
        return state


class PhaseBegun(PublicFact, frozen=True, tag="phase_begun"):
    phase: str
    to_act: str | None = None
    first_slot: int | None = None
    schemes: int = 0

    def applied(self, state: State) -> State:
        begun = replace(state, phase=self.phase, to_act=self.to_act, first_slot=self.first_slot, done=())
        if self.schemes:
            return with_ai(begun, schemes_left=self.schemes, moved=False)
        return begun


class TurnPassed(PublicFact, frozen=True, tag="turn_passed"):
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, to_act=self.seat)


class FollowUpDue(PublicFact, frozen=True, tag="follow_up_due"):
    kind: str
    seat: str
    clan: str | None = None
    value: int | None = None
    row: str | None = None

    def applied(self, state: State) -> State:
        return replace(state, pending=FollowUp(self.kind, self.seat, self.clan, self.value, self.row))


class FollowUpDone(PublicFact, frozen=True, tag="follow_up_done"):
    """The pending choice was made, or declined."""

    declined: bool = False

    def applied(self, state: State) -> State:
        return replace(state, pending=None)


class RoundEnded(PublicFact, frozen=True, tag="round_ended"):
    start_player: str

    def applied(self, state: State) -> State:
        ended = replace(state, start_player=self.start_player)
        if ended.ai is None:
            return ended
        return with_ai(ended, discarded=(*ended.ai.discarded, *ended.ai.revealed), revealed=())


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    decided_by: str

    def applied(self, state: State) -> State:
        return replace(state, phase="finished", winners=self.winners, decided_by=self.decided_by)
