"""Income, relics, manual effects, and the end."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from domain.games.chaos_order.changes import with_board, with_relic
from domain.games.chaos_order.state import Reason, Result, State
from domain.kernel import PublicFact


class RegionIncomeTaken(PublicFact, frozen=True, tag="region_income_taken"):
    """The region count as it was read, in parts, and the least count of the row that it earned (CO-468)."""

    seat: str
    land: int
    lakes: int
    base: int
    modifiers: int
    row: int

    def applied(self, state: State) -> State:
        income = replace(state.seats[self.seat].income, region_row=self.row)
        return with_board(state, self.seat, income=income)


class BuildingIncomeTaken(PublicFact, frozen=True, tag="building_income_taken"):
    """The income of uncovered building spaces is taken; so many gems as research (CO-520)."""

    seat: str
    gems_as_research: int = 0

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, income=replace(state.seats[self.seat].income, buildings=True))


class IncomeFinished(PublicFact, frozen=True, tag="income_finished"):
    """The seat has finished its income."""

    seat: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, income=replace(state.seats[self.seat].income, finished=True))


class RelicTaken(PublicFact, frozen=True, tag="relic_taken"):
    """A relic went to a faction board (CO-481)."""

    seat: str
    relic: int
    region: str

    def applied(self, state: State) -> State:
        state = with_relic(state, self.region, None)
        relics = (*state.seats[self.seat].relics, self.relic)
        return replace(with_board(state, self.seat, relics=relics), closing=self.region)


class RelicRemoved(PublicFact, frozen=True, tag="relic_removed"):
    """A relic left the game (CO-484)."""

    relic: int
    region: str

    def applied(self, state: State) -> State:
        state = with_relic(state, self.region, None)
        return replace(state, relics_out=(*state.relics_out, self.relic), closing=self.region)


class ManualEffectApplied(PublicFact, frozen=True, tag="manual_effect_applied"):
    """The table settled an effect by itself (CO-588); the changes follow as facts."""

    by_hand: ClassVar[bool] = True

    seat: str
    text_id: str

    def applied(self, state: State) -> State:
        return replace(state, manual_effects=state.manual_effects + 1)


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    """The result; whatever was pending is dropped (CO-603, CO-611)."""

    winners: tuple[str, ...]
    reason: Reason
    round: int

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(board, pending=()) if board.pending else board
            for seat, board in state.seats.items()
        }
        return replace(state, seats=seats, next_seats=(), result=Result(self.winners, self.reason))
