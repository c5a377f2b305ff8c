"""1xx, setup: the opening, the layout, the displays, the first player, the pawns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.time_of_chaos import actions, facts
from domain.games.time_of_chaos.components import ERAS, GRID, Box, is_layout, tile_id
from domain.games.time_of_chaos.state import (
    DISPLAY_SIZE,
    EMPTY,
    Options,
    Player,
    SeatSetup,
    State,
)
from domain.kernel import Action, Chance, ComponentSet, Facts, check, clockwise_from

SEAT_COUNTS = (2, 3, 4)


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The opening: 2 to 4 distinct seats (TC-101) with distinct colours of the set (TC-109).

    The options object needs no further check (TC-102): its struct holds just the values that there are.
    """
    check(len(seats) in SEAT_COUNTS, "TC-101", "The game needs two, three or four seats.", "seats")
    check(len({seat.seat for seat in seats}) == len(seats), "TC-101", "Each seat must be different.", "seats")
    colors = [seat.color for seat in seats]
    check(
        len(set(colors)) == len(colors) and set(colors) <= set(components.box.colors),
        "TC-109",
        "Colours must be distinct and come from the component set.",
        "seats",
    )


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table before anything is laid out (TC-107, TC-108, TC-116)."""
    box: Box = components.box
    return State(
        box=box,
        options=options,
        clockwise=tuple(seat.seat for seat in seats),
        seats={seat.seat: Player(seat.color, box.cubes_per_color) for seat in seats},
        tiles=dict.fromkeys(box.tiles, EMPTY),
        decks=box.decks,
    )


def check_gate(state: State, action: Action) -> None:
    """TC-119: each setup step once, the three of the table before the first pawn; then TC-110."""
    open_once: dict[type[Action], bool] = {
        actions.LayOutTiles: state.layout is None,
        actions.DealDisplays: state.displays is None,
        actions.ChooseFirstPlayer: state.first_player is None,
        actions.PlacePawn: bool(state.placement_queue),
    }
    check(
        state.phase == "setup" and open_once[type(action)],
        "TC-119",
        "This setup step is done, or it is not time for it yet.",
    )
    if isinstance(action, actions.PlacePawn):
        check(
            bool(state.placement_queue) and action.seat == state.placement_queue[0],
            "TC-110",
            "Place pawns counterclockwise; the first player places last.",
            "seat",
        )


def lay_out_tiles(state: State, action: actions.LayOutTiles, chance: Chance) -> Facts[State]:
    """TC-103, TC-104: three grids of the nine cities, all on order, without cubes."""
    cities = sorted(state.box.cities)
    if action.layout is not None:
        chance.declare("layout")
        check(
            is_layout(action.layout, cities),
            "TC-104",
            "Each era needs three rows of three cities, each of the nine once.",
            "layout",
        )
        layout = action.layout
    else:
        layout = chance.compose("layout", "TC-104", lambda below: {era: _grid(cities, below) for era in ERAS})
    state = yield facts.TilesLaidOut(layout)
    yield from _begin_placement_when_ready(state)


def _grid(cities: Sequence[str], below: Callable[[int], int]) -> tuple[tuple[str, ...], ...]:
    left = list(cities)
    shuffled = [left.pop(below(len(left))) for _ in cities]
    return tuple(tuple(shuffled[row * GRID : row * GRID + GRID]) for row in range(GRID))


def deal_displays(state: State, action: actions.DealDisplays, chance: Chance) -> Facts[State]:
    """TC-105, TC-106: three different cards of each deck, face up; the others stay in it."""
    if action.displays is not None:
        chance.declare("displays")
        check(
            _are_displays(state.box, action.displays),
            "TC-106",
            "Each display needs three different artifacts of its deck.",
            "displays",
        )
        displays = action.displays
    else:
        displays = chance.compose(
            "displays", "TC-106", lambda below: {era: _dealt(state.decks[era], below) for era in ERAS}
        )
    state = yield facts.DisplaysDealt(displays)
    yield from _begin_placement_when_ready(state)


def _are_displays(box: Box, displays: dict[str, tuple[str, ...]]) -> bool:
    return displays.keys() == set(ERAS) and all(
        len(cards) == DISPLAY_SIZE and len(set(cards)) == DISPLAY_SIZE and set(cards) <= set(box.decks[era])
        for era, cards in displays.items()
    )


def _dealt(deck: Sequence[str], below: Callable[[int], int]) -> tuple[str, ...]:
    left = list(deck)
    return tuple(left.pop(below(len(left))) for _ in range(DISPLAY_SIZE))


def choose_first_player(state: State, action: actions.ChooseFirstPlayer, chance: Chance) -> Facts[State]:
    """TC-117: by any method, before any pawn is placed (ruling TC-R31)."""
    first = chance.pick(
        action.first_player,
        state.clockwise,
        field="first_player",
        rule="TC-117",
        message="The first player must sit at the table.",
    )
    state = yield facts.FirstPlayerChosen(first)
    yield from _begin_placement_when_ready(state)


def _begin_placement_when_ready(state: State) -> Facts[State]:
    """TC-110: in reverse turn order, the seat counterclockwise of the first player first (ruling TC-R28)."""
    if state.layout is None or state.displays is None or state.first_player is None:
        return
    yield facts.PlacementBegan(clockwise_from(state.clockwise, state.first_player)[::-1])


def place_pawn(state: State, action: actions.PlacePawn, chance: Chance) -> Facts[State]:
    """TC-111 … TC-115, then TC-118 after the last pawn."""
    seat, tile = action.seat, action.tile
    check(
        tile in free_starting_tiles(state),
        "TC-111",
        "Choose a city of the present without a pawn.",
        "tile",
    )
    color, city = state.seats[seat].color, state.box.city_of[tile]
    past, future = tile_id("past", city), tile_id("future", city)
    yield facts.PawnMoved(seat, None, tile, "setup")  # TC-114: the present tile receives nothing
    yield facts.CubePlaced(seat, color, past, "setup")  # TC-112, from the supply by TC-115
    yield facts.TileFellAtSetup(past, seat)
    state = yield facts.CubePlaced(seat, color, future, "setup")  # TC-113
    if not state.placement_queue:
        assert state.first_player is not None
        yield facts.TurnBegan(state.first_player, 1)


def free_starting_tiles(state: State) -> tuple[str, ...]:
    """TC-111: the tiles of the present grid on which no pawn stands."""
    taken = {player.pawn for player in state.seats.values()}
    return tuple(
        tile for tile in state.box.tiles if state.box.era_of[tile] == "present" and tile not in taken
    )
