"""What has become true of heroes: growth, health, items, event cards and duties."""

from __future__ import annotations

from typing import ClassVar

from domain.games.order_vs_chaos.state import Duty
from domain.kernel import Fact


class XpGained(Fact, frozen=True, tag="xp_gained"):
    """A hero has that much XP to allot."""

    seat: str
    n: int
    cause: str


class XpLost(Fact, frozen=True, tag="xp_lost"):
    """XP that no track could take: lost, or made a token for a Chaos hero (OC-354)."""

    seat: str
    n: int
    converted: bool = False


class XpAllotted(Fact, frozen=True, tag="xp_allotted"):
    """A hero's XP stands on these tracks, or on locked slots."""

    seat: str
    targets: tuple[str, ...]


class HealthChanged(Fact, frozen=True, tag="health_changed"):
    """A hero's health, outside the damage of attacks."""

    seat: str
    delta: int
    cause: str


class StaminaChanged(Fact, frozen=True, tag="stamina_changed"):
    """A hero's stamina; `cause` is the ability paid for, or what gave it back."""

    seat: str
    delta: int
    cause: str


class SpecialTokensChanged(Fact, frozen=True, tag="special_tokens_changed"):
    """A hero's special tokens."""

    seat: str
    delta: int


class HeroDied(Fact, frozen=True, tag="hero_died"):
    """A hero is at 0 health. With `returns` it will be resurrected (OC-370)."""

    seat: str
    location: str | None
    returns: bool


class HeroResurrected(Fact, frozen=True, tag="hero_resurrected"):
    """A hero is back with full health and stamina; without a location before the arch enemy (OC-604)."""

    seat: str
    location: str | None
    health: int


class ItemGained(Fact, frozen=True, tag="item_gained"):
    """An item of the display became a hero's: by `reward`, `visit`, `overflow` or `effect`."""

    seat: str
    item: str
    via: str


class ItemDiscarded(Fact, frozen=True, tag="item_discarded"):
    """A hero's item went to the discard: `used`, for `room`, `thrown`, by an `effect` or by `choice`."""

    seat: str
    item: str
    cause: str


class DisplayItemsDiscarded(Fact, frozen=True, tag="display_items_discarded"):
    """Items of the display went to the discard."""

    items: tuple[str, ...]
    cause: str
    seat: str | None = None


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An event card was drawn. A kept one (`keep`) is known to the seats `known_to` only.

    card: "unknown" where the record does not hold its name (OC-R85).
    """

    seat: str
    card: str
    keep: bool = False
    reshuffled: bool = False
    known_to: tuple[str, ...] = ()


class EventNamed(Fact, frozen=True, tag="event_named"):
    """An unknown card that the seat keeps is this one; the seats `known_to` see it (OC-R86)."""

    seat: str
    card: str
    known_to: tuple[str, ...] = ()


class EventResolved(Fact, frozen=True, tag="event_resolved"):
    """A drawn instant went to the discard. `split`: its side did not decide it unanimously (OC-213)."""

    seat: str
    card: str
    split: bool = False


class EventPlayed(Fact, frozen=True, tag="event_played"):
    """A kept card was played and discarded."""

    seat: str
    card: str
    split: bool = False


class ManualEffects(Fact, frozen=True, tag="manual_effects"):
    """A text was carried out by hand: the audit flags it."""

    by_hand: ClassVar[bool] = True

    source: str
    seat: str | None = None


class DutyRaised(Fact, frozen=True, tag="duty_raised"):
    """Somebody owes a choice."""

    duty: Duty


class DutyDone(Fact, frozen=True, tag="duty_done"):
    """A duty is discharged, or lapses."""

    duty: Duty
    lapsed: bool = False
