"""Rounds and phases, and whose choice is due."""

from __future__ import annotations

from typing import ClassVar

from domain.kernel import Fact


class StartPlayerSet(Fact, frozen=True, tag="start_player_set"):
    seat: str


class EventRevealed(Fact, frozen=True, tag="event_revealed"):
    """The next round begins with it, in the Plan phase."""

    event: str


class EffectApplied(Fact, frozen=True, tag="effect_applied"):
    """A `manual` effect was carried out by the table; what it did follows."""

    by_hand: ClassVar[bool] = True

    effect: str


class PhaseBegun(Fact, frozen=True, tag="phase_begun"):
    phase: str
    to_act: str | None = None
    first_slot: int | None = None
    schemes: int = 0


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    seat: str


class FollowUpDue(Fact, frozen=True, tag="follow_up_due"):
    kind: str
    seat: str
    clan: str | None = None
    value: int | None = None
    row: str | None = None


class FollowUpDone(Fact, frozen=True, tag="follow_up_done"):
    """The pending choice was made, or declined."""

    declined: bool = False


class RoundEnded(Fact, frozen=True, tag="round_ended"):
    start_player: str


class GameEnded(Fact, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    decided_by: str
