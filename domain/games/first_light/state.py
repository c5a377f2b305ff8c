"""The state of the table (bases, boards, piles, the AI, what is due), and changes that facts share."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from domain.games.first_light.components.box import Layout
from domain.games.first_light.components.document import STARTING_RESOURCES
from domain.kernel import Seat

# The state of the table: bases, boards, piles, the AI, and the step that is due next.

AI = "ai"
"""The owner of the AI's dice, and its name in the result; no seat may be called so."""

DICE_PER_COLOR = 13
STARTING_DICE = 3
"""FL-112."""

ROUNDS = 8
GARAGES = 5
FARMS = 6
PRINTED_FARMS = 3
UPGRADE_SLOTS = 4
TILE_SLOTS = {"farm": 3, "upgrade": 4}
FIRST_TILE_SLOT = {"farm": 4, "upgrade": 2}
"""Tiles lie on Farms 4 to 6 and in Garages 2 to 5."""

STACKS = 3
VALUES = (1, 2, 3, 4, 5, 6)
ROWS = ("top", "middle", "bottom")
DICE_LIMIT = 5
HAND_LIMIT = 8
EVENT_PILE = 8
LAST_EVENT = "end_of_an_era"
DEAL, OPEN_CHOICE = "deal", "open_choice"


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of the opening, clockwise."""

    seat: Seat
    color: str


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options that the table agrees on before it starts."""

    planet_side: str
    clan_sides: dict[str, str]
    ai_opponent: str | None = None
    character_mode: str = DEAL
    resources: str = "private"


class Spot(Struct, frozen=True, omit_defaults=True):
    """Dice on a space of a Location Board or a cell of the Negotiation Board; `value` is the face shown."""

    owner: str
    value: int
    dice: int = 1


class HeldDie(Struct, frozen=True):
    """A die at the Headquarters, with the round it was placed in."""

    owner: str
    value: int
    round_placed: int


class Acquired(Struct, frozen=True):
    """An Item lying face-up, with the round and the Depository row that it came with."""

    item: str
    round: int
    row: str


class Stack(Struct, frozen=True):
    """A face-up stack of tiles: only its top is known."""

    top: str | None
    size: int


class Deck(Struct, frozen=True):
    """The Items' draw pile and discards. `bottom`: known cards lying lowest, the next of them first."""

    size: int
    bottom: tuple[str | None, ...] = ()
    discard: tuple[str, ...] = ()


class FollowUp(Struct, frozen=True, omit_defaults=True):
    """A choice that the last placement still owes."""

    kind: str
    seat: str
    clan: str | None = None
    value: int | None = None
    row: str | None = None


class Base(Struct, frozen=True):
    """A seat: its Research Base, cards, resources and Harvester. `None` in a hand: a card not seen."""

    color: str
    harvester: str
    character: str | None = None
    dealt: tuple[str, ...] = ()
    hand: tuple[str | None, ...] = ()
    packet: tuple[str | None, ...] = ()
    acquired: tuple[Acquired, ...] = ()
    resources: dict[str, int] = field(default_factory=STARTING_RESOURCES.copy)
    dice_supply: int = DICE_PER_COLOR - STARTING_DICE
    reserve: int = STARTING_DICE
    rolled: tuple[int, ...] = ()
    has_rolled: bool = False
    plan_garages: tuple[int, ...] = ()
    plan_farms: dict[str, int] = {}
    ready: bool = False
    garages: tuple[int | None, ...] = (None,) * GARAGES
    farms: tuple[int | None, ...] = (None,) * FARMS
    upgrades: tuple[str, ...] = ()
    farm_tiles: tuple[str, ...] = ()
    cantina: int = 0


class Rival(Struct, frozen=True):
    """The AI (FL-401): dice, Gems, Schemes and a Harvester, and nothing else (FL-405).

    unlocked: how many of the three Progress Tiles, which start locked (FL-402).
    """

    opponent: str
    harvester: str
    board_dice: int = STARTING_DICE
    dice_supply: int = DICE_PER_COLOR - STARTING_DICE
    gems: int = 0
    unlocked: int = 0
    schemes_left: int = 0
    moved: bool = False
    revealed: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """The whole table.

    box: the boards as laid out. seats: by id, clockwise. done: who has harvested or rested in this phase.
    first_slot: the Headquarters slot whose die may be flipped (FL-232). characters_open: all are public.
    began: who had the start player marker in the first round.
    """

    box: Layout
    open_choice: bool
    resources_public: bool
    seats: dict[str, Base]
    deck: Deck
    tokens: dict[str, str]
    cells: dict[str, tuple[Spot | None, ...]]
    depository: dict[int, tuple[str | None, ...]]
    headquarters: tuple[HeldDie | None, ...]
    locations: dict[str, tuple[Spot | None, ...]]
    left_values: tuple[int, ...]
    left_conditions: tuple[int, ...]
    free_rewards: tuple[str, ...]
    free_punishments: tuple[str, ...]
    farm_stacks: tuple[Stack, ...]
    upgrade_stacks: tuple[Stack, ...]
    ai: Rival | None = None
    phase: str = "setup_stacks"
    round: int = 0
    start_player: str | None = None
    began: str | None = None
    to_act: str | None = None
    first_slot: int | None = None
    done: tuple[str, ...] = ()
    characters_open: bool = False
    events: tuple[str, ...] = ()
    caches: dict[str, str] = {}
    removed_farms: tuple[str, ...] = ()
    removed_upgrades: tuple[str, ...] = ()
    pending: FollowUp | None = None
    winners: tuple[str, ...] = ()
    decided_by: str | None = None

    @property
    def event(self) -> str | None:
        """The Event in effect: from its reveal to the end of the round (FL-210)."""
        return self.events[-1] if self.events and self.phase in EVENT_PHASES else None

    def stacks(self, kind: str) -> tuple[Stack, ...]:
        """The three stacks of Farm or of Upgrade Tiles."""
        return self.farm_stacks if kind == "farm" else self.upgrade_stacks


EVENT_PHASES = frozenset({"plan", "headquarters", "schemes", "garages", "harvest", "rest"})


# Changes of a state that several facts share.

Cards = tuple[str | None, ...]


def with_seat(state: State, seat: str, **changes: Any) -> State:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], **changes)})


def with_ai(state: State, **changes: Any) -> State:
    return state if state.ai is None else replace(state, ai=replace(state.ai, **changes))


def at(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*row[:index], value, *row[index + 1 :])


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards less those gone; one that is not among them was an unseen one (FL-718)."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else None)
    return tuple(left)


def tokens_without(state: State, spaces: tuple[str, ...]) -> dict[str, str]:
    return {space: token for space, token in state.tokens.items() if space not in spaces}


def boards_without(state: State, owner: str) -> dict[str, tuple[Spot | None, ...]]:
    boards = dict(state.locations)
    for location, spots in state.locations.items():
        for place, spot in enumerate(spots):
            if spot is not None and spot.owner == owner:
                boards[location] = at(boards[location], place, None)
    return boards
