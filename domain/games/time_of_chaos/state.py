"""The state of a table of A Time of Chaos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.games.time_of_chaos.components import Box, tile_id
from domain.kernel import UNKNOWN, Seat

Phase = Literal["setup", "send", "actions", "finished"]
Layout = Mapping[str, tuple[tuple[str, ...], ...]]

ACTIONS_PER_TURN = 3
HAND_LIMIT = 3
DISPLAY_SIZE = 3
DELIVERIES_THAT_END = 4

LEAKS_INTO = {"past": "present", "present": "future", "future": "past"}
"""TC-203: the era that a chaos tile of an era leaks into."""


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of the opening: its id and its colour (TC-108, TC-109)."""

    seat: Seat
    color: str


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """TC-102. `restore_scope`: which tile RESTORE may turn (TC-363, ruling TC-R1)."""

    restore_scope: Literal["other_era", "own_tile"] = "other_era"


class Tile(Struct, frozen=True):
    """A tile's side and the cubes on it, by colour."""

    chaos: bool = False
    cubes: Mapping[str, int] = {}


EMPTY = Tile()


class Held(Struct, frozen=True):
    """A card in a hand, how it came there and from which deck.

    A grabbed card is known to its holder alone (TC-507), or stands `unknown` until it is named (TC-R39).
    """

    card: str
    via: Literal["grab", "search"]
    deck: str


class Player(Struct, frozen=True):
    """One seat's things."""

    color: str
    supply: int
    pawn: str | None = None
    hand: tuple[Held, ...] = ()
    tableau: tuple[str, ...] = ()
    cloak_active: bool = True
    penalties: int = 0


class EndTrigger(Struct, frozen=True):
    """TC-601: who delivered the fourth card first, and in which turn."""

    seat: str
    turn: int


class Result(Struct, frozen=True):
    """The end of the game (TC-611 … TC-617)."""

    scores: Mapping[str, int]
    chaos_tiles: Mapping[str, int]
    supplies: Mapping[str, int]
    winners: tuple[str, ...]


class State(Struct, frozen=True):
    """The table. Mappings are never changed in place.

    `decks`: the cards that may lie in each deck; as many of them as are unknown in hands do not (TC-R39).
    `fallen`, `restored`: how many times a tile fell into chaos (the setup's included) or left it.
    """

    box: Box
    options: Options
    clockwise: tuple[str, ...]
    seats: Mapping[str, Player]
    tiles: Mapping[str, Tile]
    decks: Mapping[str, tuple[str, ...]]
    displays: Mapping[str, tuple[str, ...]] | None = None
    layout: Layout | None = None
    first_player: str | None = None
    placement_queue: tuple[str, ...] = ()
    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    actions_left: int = 0
    end_trigger: EndTrigger | None = None
    final_turns: tuple[str, ...] = ()
    result: Result | None = None
    fallen: int = 0
    restored: int = 0

    @property
    def round(self) -> int:
        """The round that the turn belongs to, from 1; 0 in setup."""
        return -(-self.turn // len(self.clockwise))

    def pawn(self, seat: str) -> str:
        """The tile that the seat's pawn stands on; every pawn stands once setup is over."""
        tile = self.seats[seat].pawn
        assert tile is not None
        return tile

    def seat_of(self, color: str) -> str:
        """The seat that plays that colour."""
        return next(seat for seat, player in self.seats.items() if player.color == color)


def unknown_cards(state: State, era: str) -> int:
    """How many cards of that deck stand unknown in hands (TC-R39)."""
    hands = (player.hand for player in state.seats.values())
    return sum(held.deck == era and held.card == UNKNOWN for hand in hands for held in hand)


def deck_size(state: State, era: str) -> int:
    """How many cards lie in that deck (TC-508)."""
    return max(0, len(state.decks[era]) - unknown_cards(state, era))


def may_be_unknown(state: State, card: str) -> bool:
    """Whether an unknown card of a hand may be this one, so that nobody can say if it has left its deck."""
    deck = state.box.cards[card].deck
    return card in state.decks[deck] and unknown_cards(state, deck) > 0


def neighbours(layout: Layout, era: str, city: str) -> tuple[str, ...]:
    """The cities orthogonally adjacent in that era's grid: no diagonals, no wrap-around (TC-352)."""
    grid = layout[era]
    place = next(
        (row, column) for row, line in enumerate(grid) for column, name in enumerate(line) if name == city
    )
    return tuple(
        grid[row][column]
        for row, column in (
            (place[0] - 1, place[1]),
            (place[0] + 1, place[1]),
            (place[0], place[1] - 1),
            (place[0], place[1] + 1),
        )
        if 0 <= row < len(grid) and 0 <= column < len(grid[row])
    )


def chaos_tiles(state: State) -> dict[str, int]:
    """By seat, the chaos tiles with a cube of its colour, shared ones included (TC-615, ruling TC-R37)."""
    loads = dict.fromkeys((player.color for player in state.seats.values()), 0)
    for tile in state.tiles.values():
        if tile.chaos:
            for color in tile.cubes:
                loads[color] += 1
    return {seat: loads[player.color] for seat, player in state.seats.items()}


def sources_of(state: State, seat: str) -> tuple[str, ...]:
    """TC-202: the chaos tiles, in any era, with a cube of the seat's colour."""
    color = state.seats[seat].color
    return tuple(name for name, tile in state.tiles.items() if tile.chaos and color in tile.cubes)


def target_of(state: State, source: str) -> str:
    """TC-204: the tile of the same city in the era that the source's era leaks into (ruling TC-R4)."""
    return tile_id(LEAKS_INTO[state.box.era_of[source]], state.box.city_of[source])


def is_blocked(state: State, source: str) -> bool:
    """TC-206: a source whose target is on the chaos side sends nothing."""
    return state.tiles[target_of(state, source)].chaos
