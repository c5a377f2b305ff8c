"""The state of the table, and changes of it that several facts share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.games.chaosmos.components import Alien, Box, Mode
from domain.games.chaosmos.components.document import Board
from domain.kernel import Seat

# The state of a table of Chaosmos.

Phase = Literal["setup", "between_turns", "turn", "combat", "pending", "showing", "finished"]
"""`showing`: the clock is 0, and it is not named where the Ovoid is (CM-R31)."""
PendingKind = Literal["choose_resolution", "take_spoils", "give_back", "take_envelope", "own_trap"]
Stage = Literal["cards", "resolution", "envelope"]
Cause = Literal["click", "card"]
Cards = tuple[str, ...]
"""A multiset of card ids, one id a copy, sorted: copies have no identity, zones no order (CM-817).

A card that nobody has named is `UNKNOWN` (CM-R31).
"""

ACTIONS_PER_TURN = 3
HYPERTOKENS = 18
STARTING_HYPERTOKENS = 3
POOL_SIZE = 6


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of the opening, in order to the left."""

    seat: Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """CM-101, CM-117, CM-122, CM-421. `clock_start` left out: 36 in the first game, else 48."""

    mode: Mode
    layout: str
    clock_start: int | None = None
    native_weapons: bool = False


class Player(Struct, frozen=True):
    """One seat's things. `alien` is what all know, `chosen` what the seat has chosen (CM-812)."""

    alien: str | None = None
    dealt: tuple[str, ...] = ()
    chosen: str | None = None
    prepared: bool = False
    position: str | None = None
    hypertokens: int = STARTING_HYPERTOKENS
    hand: Cards = ()


class Planet(Struct, frozen=True):
    """A planet on the board and its envelope. `flag`: the last successful controller (CM-R15)."""

    face_down: Cards = ()
    face_up: str | None = None
    activated_by: str | None = None
    controller: str | None = None
    no_take: bool = False
    flag: str | None = None


class Turn(Struct, frozen=True):
    """The running turn."""

    number: int
    active: str
    actions_left: int = ACTIONS_PER_TURN
    attacked: tuple[str, ...] = ()
    traded: bool = False
    forfeited: bool = False


class OnTable(Struct, frozen=True):
    """A combat card in front of its player; inactive once cancelled (CM-522)."""

    seat: str
    card: str
    active: bool = True


class Combat(Struct, frozen=True):
    """The running combat. `loser_controlled`: whether the loser controlled the planet when it was decided."""

    attacker: str
    defender: str
    space: str
    dice: Mapping[str, tuple[int | str, ...]]
    table: tuple[OnTable, ...] = ()
    passes: int = 0
    to_act: str | None = None
    stage: Stage = "cards"
    winner: str | None = None
    loser: str | None = None
    loser_controlled: bool = False

    def opponent(self, seat: str) -> str:
        """The other combatant."""
        return self.defender if seat == self.attacker else self.attacker


class Pending(Struct, frozen=True):
    """A choice that somebody must make before anything else (CM-203)."""

    kind: PendingKind
    seat: str
    planet: str | None = None


class Result(Struct, frozen=True):
    """The end: the seat with the Ovoid in hand, if any (CM-602, CM-603), and what took the clock to 0."""

    winner: str | None
    cause: Cause


class State(Struct, frozen=True):
    """The table. Mappings are never changed in place.

    `began`: the start player. `awaited`: what took the clock to 0, while it is not named where the Ovoid is.
    `known`: seat → zone → the cards that it can surely place there by its own history (reading/knowledge.py).
    """

    box: Box
    options: Options
    clockwise: tuple[str, ...]
    clock_start: int
    clock: int
    deck: Cards
    removed: Cards
    seats: Mapping[str, Player]
    known: Mapping[str, Mapping[str, Cards]]
    supply: int
    board: Board | None = None
    planets: Mapping[str, Planet] = {}
    phase: Phase = "setup"
    removed_pair: tuple[str, ...] = ()
    pool: Cards = ()
    void: Cards = ()
    began: str | None = None
    next: str | None = None
    turns_ended: int = 0
    clock_cut: int = 0
    turn: Turn | None = None
    combat: Combat | None = None
    pending: Pending | None = None
    awaited: Cause | None = None
    result: Result | None = None

    def alien_of(self, seat: str) -> Alien:
        """The alien that the seat plays; all are chosen once cards are dealt."""
        player = self.seats[seat]
        return self.box.aliens[player.alien or player.chosen or ""]

    def controlled_by(self, seat: str) -> str | None:
        """The planet whose envelope lies in front of the seat: it stands there (I5)."""
        player = self.seats.get(seat)
        if player is None or player.position is None:
            return None
        planet = self.planets.get(player.position)
        return player.position if planet is not None and planet.controller == seat else None

    @property
    def the_board(self) -> Board:
        """The board; every planet stands once cards are dealt."""
        assert self.board is not None
        return self.board

    @property
    def the_turn(self) -> Turn:
        """The running turn."""
        assert self.turn is not None
        return self.turn

    @property
    def the_combat(self) -> Combat:
        """The running combat."""
        assert self.combat is not None
        return self.combat

    def is_active(self, seat: str) -> bool:
        """Whether the running turn is this seat's."""
        return self.turn is not None and self.turn.active == seat


def more(cards: Cards, added: Sequence[str]) -> Cards:
    """The multiset with these cards added."""
    return tuple(sorted((*cards, *added)))


def less(cards: Cards, gone: Sequence[str]) -> Cards:
    """The multiset without these copies. Raises `ValueError` if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def holds(cards: Cards, wanted: Sequence[str]) -> bool:
    """Whether the multiset holds every wanted copy."""
    left = list(cards)
    for card in wanted:
        if card not in left:
            return False
        left.remove(card)
    return True


def lone_ovoid_holder(state: State) -> str | None:
    """CM-602: the seat with the Ovoid in hand."""
    return next((seat for seat, player in state.seats.items() if state.box.ovoid in player.hand), None)


# Changes of a state that several facts share.


def seated(state: State, *seats: str | None) -> None:
    """Raise `KeyError` unless all of these sit at the table: a correction may name anybody."""
    for seat in seats:
        if seat is not None:
            _ = state.seats[seat]


def with_player(state: State, seat: str, player: Player) -> Mapping[str, Player]:
    """Players with this one in place."""
    return {**state.seats, seat: player}


def with_planet(state: State, name: str, planet: Planet) -> Mapping[str, Planet]:
    """Planets with this one in place."""
    return {**state.planets, name: planet}


def with_hand(state: State, seat: str, hand: Cards) -> Mapping[str, Player]:
    """Players with this hand in place."""
    return {**state.seats, seat: replace(state.seats[seat], hand=hand)}


def others_than(state: State, *insiders: str) -> list[str]:
    """All seats but these."""
    return [seat for seat in state.clockwise if seat not in insiders]
