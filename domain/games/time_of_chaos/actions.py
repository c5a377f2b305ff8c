"""The commands of A Time of Chaos, as its rules file names them."""

from __future__ import annotations

from typing import Literal

from domain.kernel import PublicAction, PublicSeatAction, Seat, SeatAction


class LayOutTiles(PublicAction, frozen=True, tag="lay_out_tiles"):
    """TC-103. `layout`: era → three rows of three city ids; an outcome."""

    layout: dict[str, tuple[tuple[str, ...], ...]] | None = None


class DealDisplays(PublicAction, frozen=True, tag="deal_displays"):
    """TC-106. `displays`: era → three card ids; an outcome."""

    displays: dict[str, tuple[str, ...]] | None = None


class ChooseFirstPlayer(PublicAction, frozen=True, tag="choose_first_player"):
    """TC-117. `first_player` may be left to chance."""

    first_player: Seat | None = None


class PlacePawn(PublicSeatAction, frozen=True, tag="place_pawn"):
    """TC-110, TC-111. `tile`: a tile of the present."""

    tile: str


class SendDisorder(PublicSeatAction, frozen=True, tag="send_disorder"):
    """TC-205 … TC-211. `sources` may be left out where there is no choice."""

    sources: tuple[str, ...] | None = None


class Grab(SeatAction, frozen=True, tag="grab"):
    """TC-311. `card`: the card drawn, an outcome that only the drawing player may know.

    `unknown`: who records has not seen it (TC-R39).
    """

    card: str | None = None
    cloak: bool = False


class NameCard(SeatAction, frozen=True, tag="name_card"):
    """TC-R40. `card`: what an unknown card of the hand is. No action of a turn: it is open at any time."""

    card: str


class Search(PublicSeatAction, frozen=True, tag="search"):
    """TC-321. `card` is chosen from the display; `refill` is an outcome, null when the deck is empty."""

    card: str
    cloak: bool = False
    refill: str | None = None


class Deliver(PublicSeatAction, frozen=True, tag="deliver"):
    """TC-331. `card`: from the seat's hand, on the tile where it belongs."""

    card: str
    cloak: bool = False


class TimeTravel(PublicSeatAction, frozen=True, tag="time_travel"):
    """TC-341. `era`: past, present or future, another one than the pawn's (TC-342).

    `cube_on`: where the cube goes; left out exactly when cloaked (TC-344).
    """

    era: str
    cube_on: Literal["departure", "arrival"] | None = None
    cloak: bool = False


class Travel(PublicSeatAction, frozen=True, tag="travel"):
    """TC-351. `city`: of the pawn's era."""

    city: str
    cloak: bool = False


class Restore(PublicSeatAction, frozen=True, tag="restore"):
    """TC-361. `tile`: a chaos tile within reach of the option `restore_scope`."""

    tile: str
    cloak: bool = False


class EndTurn(PublicSeatAction, frozen=True, tag="end_turn"):
    """TC-223. Flips, penalties, the passing of the turn and the end of the game follow by themselves."""


ACTIONS = (
    LayOutTiles,
    DealDisplays,
    ChooseFirstPlayer,
    PlacePawn,
    SendDisorder,
    Grab,
    Search,
    Deliver,
    TimeTravel,
    Travel,
    Restore,
    EndTurn,
    NameCard,
)
