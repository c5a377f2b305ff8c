"""The AI: Schemes, dice, Gems and its Harvester."""

from __future__ import annotations

from domain.kernel import Fact


class SchemesReshuffled(Fact, frozen=True, tag="schemes_reshuffled"):
    """The Scheme discards are the draw pile now."""


class SchemeRevealed(Fact, frozen=True, tag="scheme_revealed"):
    scheme: str


class SchemeResolved(Fact, frozen=True, tag="scheme_resolved"):
    """`option` from 1; None: no option was possible. `more`: Schemes that come on top."""

    option: int | None = None
    more: int = 0


class AiMoved(Fact, frozen=True, tag="ai_moved"):
    """`cleared`: spaces whose Water went back to the supply; `gem`: whether a Gem was taken there."""

    space: str
    cleared: tuple[str, ...] = ()
    gem: bool = False
    arrow: bool = False


class AiDiePlaced(Fact, frozen=True, tag="ai_die_placed"):
    location: str
    space: int
    value: int
    clan: str | None = None
    column: int | None = None


class AiGained(Fact, frozen=True, tag="ai_gained"):
    cause: str
    gems: int = 0
    dice: int = 0


class AiPaid(Fact, frozen=True, tag="ai_paid"):
    cause: str
    gems: int


class AiProgressed(Fact, frozen=True, tag="ai_progressed"):
    """The next Progress Tile is unlocked."""

    bonus: str


class AiDiceReturned(Fact, frozen=True, tag="ai_dice_returned"):
    """From the Location Boards: so many to its board, the rest to its supply."""

    board: int
    supply: int = 0
