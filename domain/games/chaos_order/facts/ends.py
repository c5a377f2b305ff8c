"""Income, relics, manual effects, and the end."""

from __future__ import annotations

from typing import ClassVar

from domain.games.chaos_order.state import Reason
from domain.kernel import Fact


class RegionIncomeTaken(Fact, frozen=True, tag="region_income_taken"):
    """The region count as it was read, in parts, and the least count of the row that it earned (CO-468)."""

    seat: str
    land: int
    lakes: int
    base: int
    modifiers: int
    row: int


class BuildingIncomeTaken(Fact, frozen=True, tag="building_income_taken"):
    """The income of uncovered building spaces is taken; so many gems as research (CO-520)."""

    seat: str
    gems_as_research: int = 0


class IncomeFinished(Fact, frozen=True, tag="income_finished"):
    """The seat has finished its income."""

    seat: str


class RelicTaken(Fact, frozen=True, tag="relic_taken"):
    """A relic went to a faction board (CO-481)."""

    seat: str
    relic: int
    region: str


class RelicRemoved(Fact, frozen=True, tag="relic_removed"):
    """A relic left the game (CO-484)."""

    relic: int
    region: str


class ManualEffectApplied(Fact, frozen=True, tag="manual_effect_applied"):
    """The table settled an effect by itself (CO-588); the changes follow as facts."""

    by_hand: ClassVar[bool] = True

    seat: str
    text_id: str


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The result; whatever was pending is dropped (CO-603, CO-611)."""

    winners: tuple[str, ...]
    reason: Reason
    round: int
