"""The AI: Schemes, dice, Gems and its Harvester."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light.changes import at, boards_without, tokens_without, with_ai
from domain.games.first_light.state import AI, Rival, Spot, State
from domain.kernel import PublicFact


class SchemesReshuffled(PublicFact, frozen=True, tag="schemes_reshuffled"):
    """The Scheme discards are the draw pile now."""

    def applied(self, state: State) -> State:
        return with_ai(state, discarded=())


class SchemeRevealed(PublicFact, frozen=True, tag="scheme_revealed"):
    scheme: str

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(
            state, revealed=(*ai.revealed, self.scheme), schemes_left=ai.schemes_left - 1, moved=True
        )


class SchemeResolved(PublicFact, frozen=True, tag="scheme_resolved"):
    """`option` from 1; None: no option was possible. `more`: Schemes that come on top."""

    option: int | None = None
    more: int = 0

    def applied(self, state: State) -> State:
        if not self.more or state.ai is None:
            return state
        return with_ai(state, schemes_left=state.ai.schemes_left + self.more)


class AiMoved(PublicFact, frozen=True, tag="ai_moved"):
    """`cleared`: spaces whose Water went back to the supply; `gem`: whether a Gem was taken there."""

    space: str
    cleared: tuple[str, ...] = ()
    gem: bool = False
    arrow: bool = False

    def applied(self, state: State) -> State:
        gone = (*self.cleared, self.space) if self.gem else self.cleared
        moved = with_ai(state, harvester=self.space)
        return replace(moved, tokens=tokens_without(state, gone)) if gone else moved


class AiDiePlaced(PublicFact, frozen=True, tag="ai_die_placed"):
    location: str
    space: int
    value: int
    clan: str | None = None
    column: int | None = None

    def applied(self, state: State) -> State:
        index = self.space - 1
        ai = state.ai or Rival("", "")
        left = with_ai(state, board_dice=ai.board_dice - 1)
        if self.location == "negotiation":
            clan = self.clan or ""
            cells = at(left.cells[clan], index, Spot(AI, self.value))
            return replace(left, cells={**left.cells, clan: cells})
        if self.location == "depository":
            column = self.column or 0
            return replace(
                left, depository={**left.depository, column: at(left.depository[column], index, AI)}
            )
        spots = at(left.locations[self.location], index, Spot(AI, self.value))
        return replace(left, locations={**left.locations, self.location: spots})


class AiGained(PublicFact, frozen=True, tag="ai_gained"):
    cause: str
    gems: int = 0
    dice: int = 0

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(
            state,
            gems=ai.gems + self.gems,
            board_dice=ai.board_dice + self.dice,
            dice_supply=ai.dice_supply - self.dice,
        )


class AiPaid(PublicFact, frozen=True, tag="ai_paid"):
    cause: str
    gems: int

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(state, gems=ai.gems - self.gems)


class AiProgressed(PublicFact, frozen=True, tag="ai_progressed"):
    """The next Progress Tile is unlocked."""

    bonus: str

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(state, unlocked=ai.unlocked + 1)


class AiDiceReturned(PublicFact, frozen=True, tag="ai_dice_returned"):
    """From the Location Boards: so many to its board, the rest to its supply."""

    board: int
    supply: int = 0

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        returned = with_ai(
            state, board_dice=ai.board_dice + self.board, dice_supply=ai.dice_supply + self.supply
        )
        return replace(returned, locations=boards_without(state, AI))
