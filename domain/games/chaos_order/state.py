"""The state of the table, and changes of it that several facts share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.games.chaos_order.components.box import Box, Effect, Faction
from domain.kernel import Seat

# The state of a table of Chaos Order.

HAND_LIMIT = 5
LARGER_HAND_LIMIT = 6
START_ENERGY = 6
START_GEMS = 1
LAST_ROUND = 6

SetupStep = Literal["prepare", "bases", "foundations", "units", "done"]
BattleStep = Literal["plan", "reveal", "effects", "victory", "wounds", "retreat", "rout"]
Reason = Literal["all_relics", "fame", "land_regions", "relics_tiebreak", "shared"]


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table and the faction that it plays."""

    seat: Seat
    faction: str


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The opening's outcomes. `land_tiles`: tile location → tile (CO-114); left out = laid as an action."""

    land_tiles: dict[str, str] | None = None


class Pending(Struct, frozen=True, omit_defaults=True):
    """An effect of a seat's stack (CO-722) with what is left of it.

    cause: what granted it, for the record; here: the region that `fighters_here` counts in;
    main: left by the main action; immediate: of the immediate row, so that even a choice may be refused.
    """

    effect: Effect
    left: int
    cause: str
    here: str | None = None
    main: bool = False
    immediate: bool = False


class Income(Struct, frozen=True):
    """The parts of its income that a seat has taken in this round."""

    region_row: int | None = None
    buildings: bool = False
    abilities: tuple[str, ...] = ()
    finished: bool = False


class Built(Struct, frozen=True):
    """A building on a foundation."""

    seat: str
    type: str


class Region(Struct, frozen=True):
    """A land or lake region: what stands in it. Seats with nothing are left out.

    Fighters are a number, no matter which troop tokens represent them (CO-537).
    """

    fighters: Mapping[str, int] = {}
    leaders: Mapping[str, tuple[str, ...]] = {}
    foundations: tuple[str, ...] = ()
    buildings: Mapping[str, Built] = {}
    relic: int | None = None


class Loose(Struct, frozen=True):
    """A loose production token on the map."""

    id: str
    upgraded: bool = False


class Price(Struct, frozen=True):
    """The pricing token on an action phase; `by` None = neutral; `spot` on `move` only."""

    token: str
    by: str | None = None
    spot: Literal["first", "last"] | None = None


class Plan(Struct, frozen=True):
    """A committed plan: wheel section, and whether a card is used, bluffed with, or neither."""

    section: str
    tactics: Literal["none", "use", "bluff"]
    card: str | None = None


class Totals(Struct, frozen=True):
    """Values of one side of a battle."""

    strength: int = 0
    attack: int = 0
    shields: int = 0


class Battle(Struct, frozen=True):
    """The battle that is being fought. `bonus` is what effects have added to either side."""

    region: str
    selector: str
    opponent: str
    step: BattleStep = "plan"
    plans: Mapping[str, Plan] = {}
    revealed: bool = False
    dice: Mapping[str, int] = {}
    bonus: Mapping[str, Totals] = {}
    victor: str | None = None
    retreats: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        """Selector first."""
        return (self.selector, self.opponent)

    def other(self, seat: str) -> str:
        """The seat on the other side."""
        return self.opponent if seat == self.selector else self.selector

    @property
    def loser(self) -> str | None:
        """The side that lost, once it is known."""
        return None if self.victor is None else self.other(self.victor)


class Board(Struct, frozen=True):
    """Everything of one seat that is not on the map.

    tokens: pricing token → supply, vault, placed or out; hand: card → copies (`UNKNOWN` for unnamed ones);
    fresh: those of them acquired in the present phase; leaders: id → side, `base_leaders` on the base, the
    rest on the map or in the supply; buildings: type → spaces still covered; recruitment: fighters in each
    sector; aside: fighters not placed yet; pending: the stack, its head last.
    """

    faction: str
    base: str | None
    energy: int
    gems: int
    fame: int
    research: Mapping[str, int]
    tokens: Mapping[str, str]
    hand: Mapping[str, int]
    fresh: Mapping[str, int]
    leaders: Mapping[str, str]
    base_leaders: tuple[str, ...]
    attributes: Mapping[str, str]
    buildings: Mapping[str, int]
    board_foundations: tuple[str, ...]
    recruitment: tuple[int, ...]
    base_fighters: int
    drop_ship_fighters: int
    aside: int
    relics: tuple[int, ...]
    counters: Mapping[str, int]
    pending: tuple[Pending, ...] = ()
    region_bonus: int = 0
    income: Income = Income()


class Result(Struct, frozen=True):
    """How the game ended."""

    winners: tuple[str, ...]
    reason: Reason


class State(Struct, frozen=True):
    """The table. Mappings are never changed in place.

    next_seats: seats still to have a turn in this phase, in order; stage, main, auxiliary_done: of the turn
    of the first of them; closing: the region of the
    round's relic once it is taken or gone, while its benefits are being settled; began: who held the flare
    gun when the first round began.
    """

    box: Box
    clockwise: tuple[str, ...]
    seats: Mapping[str, Board]
    regions: Mapping[str, Region]
    tiles: Mapping[str, str]
    bases: Mapping[str, str]
    mountains: tuple[str, ...]
    loose: Mapping[str, Loose]
    production_area: tuple[str, ...]
    harvested: tuple[str, ...]
    deck: int
    discard: tuple[str, ...]
    neutral: Mapping[str, str]  # CO-112
    prices: Mapping[str, Price]
    flare_gun: str
    setup: SetupStep
    round: int = 0
    phase: str = "setup"
    next_seats: tuple[str, ...] = ()
    stage: Literal["decide", "acting", "passing"] = "decide"
    main: Literal["open", "running", "done"] = "open"
    auxiliary_done: bool = False
    battle: Battle | None = None
    combat_turn: str | None = None
    closing: str | None = None
    relics_out: tuple[int, ...] = ()
    manual_effects: int = 0
    result: Result | None = None
    began: str | None = None

    def faction(self, seat: str) -> Faction:
        """The faction that a seat plays."""
        return self.box.factions[self.seats[seat].faction]


# Changes of a state that several facts share.

K = TypeVar("K")
NO_REGION = Region()
NO_TOTALS = Totals()


def with_board(state: State, seat: str, **changes: Any) -> State:
    """The state with members of one seat's board replaced."""
    seats = dict(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=seats)


def counted(numbers: Mapping[K, int], key: K, delta: int) -> dict[K, int]:
    """The numbers with one of them changed; zero is left out."""
    changed = dict(numbers)
    number = changed.get(key, 0) + delta
    if number:
        changed[key] = number
    else:
        changed.pop(key, None)
    return changed


def with_battle(state: State, **changes: Any) -> State:
    """The state with members of its battle replaced."""
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, **changes))


def with_relic(state: State, place: str, relic: int | None) -> State:
    """The state with this relic, or none, in a region."""
    regions = dict(state.regions)
    regions[place] = replace(regions[place], relic=relic)
    return replace(state, regions=regions)


def without_card(board: Board, card: str, *, fresh_first: bool) -> Board:
    """CO-502: a copy used or discarded counts as a fresh one first, a copy played as an older one."""
    fresh = board.fresh
    if fresh.get(card, 0) > (0 if fresh_first else board.hand[card] - 1):
        fresh = counted(fresh, card, -1)
    return replace(board, hand=counted(board.hand, card, -1), fresh=fresh)
