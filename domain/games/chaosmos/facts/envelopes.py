"""What becomes true of envelopes and flip cards."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos.state import Cards
from domain.kernel import Fact


class EnvelopeReturned(Fact, frozen=True, tag="envelope_returned"):
    """Control ended; the envelope is in the box (CM-345)."""

    seat: str
    planet: str


class GearRevealed(Fact, frozen=True, tag="gear_revealed"):
    """A seat showed its Enviro Gear and keeps it (CM-331, CM-352)."""

    seat: str
    card: str


class EnvelopeOpened(Fact, frozen=True, tag="envelope_opened"):
    """All see whether there is a face-up card, and which (CM-332, CM-805)."""

    seat: str
    planet: str
    face_up: str | None = None


class FlipTriggered(Fact, frozen=True, tag="flip_triggered"):
    """The face-up card was announced (CM-333, CM-512)."""

    seat: str
    planet: str
    card: str


class ControlTaken(Fact, frozen=True, tag="control_taken"):
    """A seat controls the planet, sees everything inside and places its flag (CM-334)."""

    seat: str
    planet: str
    face_down: Cards
    face_up: str | None = None
    no_take: bool = False


class CardsTransferred(Fact, frozen=True, tag="cards_transferred"):
    """Cards moved between hand and envelope (CM-341); to others an access like any other (CM-807)."""

    seat: str
    planet: str
    to_hand: Cards = ()
    to_envelope: Cards = ()


class FlipActivated(Fact, frozen=True, tag="flip_activated"):
    """A flip card lies face-up on the envelope (CM-510); `announced`: for an action, by name."""

    seat: str
    planet: str
    card: str
    origin: Literal["hand", "envelope"]
    announced: bool = False


class FlipDeactivated(Fact, frozen=True, tag="flip_deactivated"):
    """The face-up card was taken into hand or turned face-down (CM-511)."""

    seat: str
    planet: str
    card: str
    to: Literal["hand", "face_down"]


class TrapVoided(Fact, frozen=True, tag="trap_voided"):
    """A Trap went from the envelope to the Void (CM-513)."""

    planet: str
    card: str


class NoTakeLifted(Fact, frozen=True, tag="no_take_lifted"):
    """CM-514."""

    planet: str


class PlanetShown(Fact, frozen=True, tag="planet_shown"):
    """These seats looked into an envelope (CM-525)."""

    to: tuple[str, ...]
    planet: str
    face_down: Cards
    face_up: str | None = None
