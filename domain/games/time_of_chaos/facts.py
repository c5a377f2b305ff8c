"""What becomes true in A Time of Chaos."""

from __future__ import annotations

from typing import Literal

from domain.games.time_of_chaos.state import Result
from domain.kernel import Fact

PlacingCause = Literal["setup", "send", "search", "deliver", "time_travel"]


class TilesLaidOut(Fact, frozen=True, tag="tiles_laid_out"):
    """The three grids (TC-103)."""

    layout: dict[str, tuple[tuple[str, ...], ...]]


class DisplaysDealt(Fact, frozen=True, tag="displays_dealt"):
    """The three displays, taken from their decks (TC-106)."""

    displays: dict[str, tuple[str, ...]]


class FirstPlayerChosen(Fact, frozen=True, tag="first_player_chosen"):
    """Who plays the first turn (TC-117)."""

    seat: str


class PlacementBegan(Fact, frozen=True, tag="placement_began"):
    """Pawns are placed in this order (TC-110)."""

    queue: tuple[str, ...]


class PawnMoved(Fact, frozen=True, tag="pawn_moved"):
    """A pawn stands on another tile; `origin` is None when it is placed."""

    seat: str
    origin: str | None
    to: str
    via: Literal["setup", "travel", "time_travel"]


class TileFellAtSetup(Fact, frozen=True, tag="tile_fell_at_setup"):
    """A tile turned to chaos because a pawn was placed in its city (TC-112)."""

    tile: str
    seat: str


class CubePlaced(Fact, frozen=True, tag="cube_placed"):
    """A cube went from the seat's supply onto a tile; `source` is the sending tile of a send."""

    seat: str
    color: str
    tile: str
    cause: PlacingCause
    source: str | None = None


class CubeReturned(Fact, frozen=True, tag="cube_returned"):
    """`count` cubes of a colour went from a tile back to their owner's supply."""

    seat: str
    color: str
    tile: str
    count: int
    cause: Literal["flip", "restore"]


class SourceBlocked(Fact, frozen=True, tag="source_blocked"):
    """A source sent nothing because its target is on the chaos side (TC-206)."""

    seat: str
    tile: str
    color: str


class SourceStarved(Fact, frozen=True, tag="source_starved"):
    """An eligible source sent nothing because the supply was short (TC-209, TC-210)."""

    seat: str
    tile: str
    color: str


class ActionStepBegan(Fact, frozen=True, tag="action_step_began"):
    """The send step is resolved."""

    seat: str


class ActionTaken(Fact, frozen=True, tag="action_taken"):
    """One of the three actions of the turn is used."""

    seat: str
    action: str


class CardTaken(Fact, frozen=True, tag="card_taken"):
    """A card came to a hand: from the deck (`grab`, known to that seat alone) or the display (`search`).

    `card`: `unknown` where it was grabbed and who recorded it had not seen it (TC-R39).
    """

    seat: str
    card: str
    deck: str
    via: Literal["grab", "search"]


class CardNamed(Fact, frozen=True, tag="card_named"):
    """An unknown card of the hand is this one (TC-R40)."""

    seat: str
    card: str


class DisplayRefilled(Fact, frozen=True, tag="display_refilled"):
    """The taken card's slot was refilled from the deck, or removed (`card` None: the deck is empty)."""

    deck: str
    slot: int
    card: str | None = None


class CardDelivered(Fact, frozen=True, tag="card_delivered"):
    """A card went from the hand into the tableau. `via`: how it had been taken."""

    seat: str
    card: str
    points: int
    via: Literal["grab", "search"]


class CloakUsed(Fact, frozen=True, tag="cloak_used"):
    """A cloak was flipped to exhausted instead of placing a cube (TC-411)."""

    seat: str
    action: str


class CloakRefreshed(Fact, frozen=True, tag="cloak_refreshed"):
    """An exhausted cloak became active (TC-414)."""

    seat: str


class TileFlipped(Fact, frozen=True, tag="tile_flipped"):
    """A tile fell into chaos in an end step: cubes by colour `before`, colours `kept`, whose turn it was."""

    tile: str
    before: dict[str, int]
    kept: tuple[str, ...]
    active: str


class TileRestored(Fact, frozen=True, tag="tile_restored"):
    """A chaos tile turned back to order; `colors` had a cube on it."""

    tile: str
    colors: tuple[str, ...]
    seat: str


class PenaltyTaken(Fact, frozen=True, tag="penalty_taken"):
    """A seat took a −1 token (TC-237)."""

    seat: str


class EndTriggered(Fact, frozen=True, tag="end_triggered"):
    """A tableau reached the fourth card for the first time (TC-601); `final_turns` are to come (TC-603)."""

    seat: str
    turn: int
    final_turns: tuple[str, ...]


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    """The end step is over."""

    seat: str
    actions_used: int


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """A turn begins with its send step; `final`: it is that seat's last (TC-603)."""

    seat: str
    turn: int
    final: bool = False


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The game is over (TC-606)."""

    result: Result


FACTS = (
    TilesLaidOut,
    DisplaysDealt,
    FirstPlayerChosen,
    PlacementBegan,
    PawnMoved,
    TileFellAtSetup,
    CubePlaced,
    CubeReturned,
    SourceBlocked,
    SourceStarved,
    ActionStepBegan,
    ActionTaken,
    CardTaken,
    CardNamed,
    DisplayRefilled,
    CardDelivered,
    CloakUsed,
    CloakRefreshed,
    TileFlipped,
    TileRestored,
    PenaltyTaken,
    EndTriggered,
    TurnEnded,
    TurnBegan,
    GameEnded,
)
