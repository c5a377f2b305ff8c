"""The setup (CO-10x … CO-128): the opening, its table, bases, foundations and starting units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, FACTION_COUNTS, Box, Faction
from domain.games.chaos_order.components.map_constraints import SET_FROM
from domain.games.chaos_order.reading import is_land
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.effects import AUTOMATIC, Draws, awaited, change_gems, settle
from domain.games.chaos_order.state import (
    START_ENERGY,
    START_GEMS,
    Board,
    Options,
    Pending,
    Region,
    SeatSetup,
    State,
)
from domain.kernel import Assign, Chance, ComponentSet, Passage, Rejected, Viewer, check, clockwise_from

# Setup, CO-10x … CO-116: the opening, the table that it makes, and what it left out.

SEAT_COUNTS = FACTION_COUNTS
"""CO-101: each seat plays a faction of its own."""
TILES_LIE = "Each set's three tiles must be on its three locations."


def used_locations(box: Box, factions: int) -> dict[str, tuple[str, ...]]:
    """Set → tile locations that get a tile at this faction count (CO-113)."""
    return {
        name: tuple(
            place.id for place in box.places.values() if place.kind == "tile_location" and place.set == name
        )
        for name, least in SET_FROM.items()
        if factions >= least
    }


def tiles_of(box: Box, name: str) -> tuple[str, ...]:
    """The land tiles of a set."""
    return tuple(tile.id for tile in box.tiles.values() if tile.set == name)


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """CO-101, CO-113, CO-114. Raises `Rejected`."""
    box: Box = components.box
    check(len(seats) in SEAT_COUNTS, "CO-101", "The game needs two to five seats.", "seats")
    check(
        len({seat.seat for seat in seats}) == len(seats), "CO-101", "Each seat needs its own name.", "seats"
    )
    for number, seat in enumerate(seats):
        check(
            seat.faction in box.factions,
            "CO-101",
            "The component set has no such faction.",
            f"seats/{number}/faction",
        )
    check(
        len({seat.faction for seat in seats}) == len(seats),
        "CO-101",
        "Each seat must play a different faction.",
        "seats",
    )
    if options.land_tiles is not None:
        _check_sets(box, len(seats), options.land_tiles, "options/land_tiles")
        _check_tiles(box, len(seats), options.land_tiles, "options/land_tiles")


def _check_sets(box: Box, factions: int, tiles: Mapping[str, str], field: str) -> None:
    """CO-113: neither a tile nor a location of a set that stays in the box."""
    used = used_locations(box, factions)
    for location, tile in tiles.items():
        for piece in (box.places.get(location), box.tiles.get(tile)):
            if piece is not None and piece.set is not None and piece.set not in used:
                raise Rejected("CO-113", f"With {factions} factions the set {piece.set} is not used.", field)


def _check_tiles(box: Box, factions: int, tiles: Mapping[str, str], field: str) -> None:
    used = used_locations(box, factions)
    locations = [location for places in used.values() for location in places]
    fits = sorted(tiles) == sorted(locations) and all(
        sorted(tiles[location] for location in places) == sorted(tiles_of(box, name))
        for name, places in used.items()
    )
    if not fits:
        raise Rejected("CO-114", TILES_LIE, field)


def _ask_for_tiles(
    box: Box, used: Mapping[str, Sequence[str]], declared: Mapping[str, str], chance: Chance
) -> None:
    """CO-114: ask for the tile of the first location that has none, if a tile of its set is left."""
    for name, places in used.items():
        left = tuple(tile for tile in tiles_of(box, name) if tile not in declared.values())
        place = next((place for place in places if place not in declared), None)
        if place is not None and left and not chance.draws:
            chance.pick(None, left, field=f"land_tiles/{place}", rule="CO-114", message=TILES_LIE)


SIMPLE = ("gain_energy", "gain_gems")
"""Setup effects that change one number, so that the opening can apply them without asking the rules."""


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table at the opening (CO-102 … CO-113). Judges nothing. CO-104, CO-106, CO-110, CO-111."""
    box: Box = components.box
    playing = {seat.faction: seat.seat for seat in seats}
    vault = [playing[faction] for faction in box.vault_order if faction in playing]
    boards = {seat.seat: _board(box, box.factions[seat.faction]) for seat in seats}
    used = used_locations(box, len(seats))
    due = bool(used) and options.land_tiles is None
    due = due or any(board.pending and board.pending[-1].effect.do in AUTOMATIC for board in boards.values())
    tiles = dict(options.land_tiles or {})
    return State(
        box=box,
        clockwise=tuple(seat.seat for seat in seats),
        seats=boards,
        regions={
            place.id: Region()
            for place in box.places.values()
            if place.kind in ("land", "lake") or place.id in tiles
        },
        tiles=tiles,
        bases={},
        mountains=(),
        loose={},
        production_area=tuple(box.production),
        harvested=(),
        deck=box.cards_in_all,
        discard=(),
        neutral={pair.id: "top" for pair in box.pairs if len(seats) in pair.factions},
        prices={},
        flare_gun=vault[0],
        setup="prepare" if due else "bases",
        next_seats=() if due else tuple(reversed(vault)),
    )


def _board(box: Box, faction: Faction) -> Board:
    """CO-105, CO-107, CO-108, CO-109."""
    energy, gems, left = START_ENERGY, START_GEMS, list(faction.setup)
    while left and left[0].do in SIMPLE:
        effect = left.pop(0)
        energy, gems = (energy + effect.n, gems) if effect.do == "gain_energy" else (energy, gems + effect.n)
    pending: list[Pending] = awaited(tuple(left), "setup")
    return Board(
        faction=faction.id,
        base=None,
        energy=energy,
        gems=gems,
        fame=0,
        research=dict.fromkeys(ACTION_PHASES, 1),
        tokens={token: "vault" if box.tokens[token].grey else "supply" for token in faction.tokens},
        hand={},
        fresh={},
        leaders=dict.fromkeys(faction.leaders, "basic"),
        base_leaders=(),
        attributes=dict.fromkeys(faction.attributes, "basic"),
        buildings={kind: len(building.spaces) for kind, building in faction.buildings.items()},
        board_foundations=faction.board_foundations,
        recruitment=faction.on_track,
        base_fighters=0,
        drop_ship_fighters=0,
        aside=faction.fighters - sum(faction.on_track),
        relics=(),
        counters={name: counter.start for name, counter in faction.counters.items()},
        pending=tuple(reversed(pending)),
    )


def base_turns(state: State) -> tuple[str, ...]:
    """CO-116: vault order from right to left."""
    playing = {board.faction: seat for seat, board in state.seats.items()}
    return tuple(playing[faction] for faction in reversed(state.box.vault_order) if faction in playing)


def prepare_table(state: State, action: actions.PrepareTable, draws: Draws) -> Passage[State]:
    """CO-103, CO-113, CO-114: the outcomes that the opening left out."""
    gate.not_ended(state)
    gate.in_setup(state, "prepare")
    used = used_locations(state.box, len(state.clockwise))
    missing = bool(used) and not state.tiles
    if action.land_tiles is None and missing and draws.chance.draws:

        def lay(below: Callable[[int], int]) -> dict[str, str]:
            laid: dict[str, str] = {}
            for name, places in used.items():
                left = list(tiles_of(state.box, name))
                laid |= {place: left.pop(below(len(left))) for place in places}
            return laid

        state = yield facts.LandTilesLaid(draws.chance.compose("land_tiles", "CO-114", lay))
    elif action.land_tiles is not None or missing:
        declared = action.land_tiles or {}
        if action.land_tiles is not None:
            draws.chance.declare("land_tiles")
        _check_sets(state.box, len(state.clockwise), declared, "land_tiles")
        check(missing or not declared, "CO-114", "There is no land tile to place.", "land_tiles")
        if missing:
            _ask_for_tiles(state.box, used, declared, draws.chance)
        _check_tiles(state.box, len(state.clockwise) if missing else 0, declared, "land_tiles")
        if missing:
            state = yield facts.LandTilesLaid(dict(declared))
    state = yield facts.SetupStepBegan("bases", base_turns(state))
    for seat in clockwise_from(state.clockwise, state.flare_gun):
        state = yield from settle(state, seat, draws)
    return state


# Setup, CO-116 … CO-128: bases, foundations, starting units.

STARTING_REGIONS = 2
MOST_RETURNED = 5
"""5 minus the number of factions go back to the box, of the foundations without a relic (CO-122)."""


def base_neighbours(state: State, location: str) -> dict[str, str]:
    """Land region → border, for the land regions next to a base location (CO-119)."""
    found = {}
    for border in state.box.beside[location]:
        other = border.beyond(location)
        if not border.printed_mountain and is_land(state, other):
            found[other] = border.id
    return found


def touching(state: State, one: str, other: str) -> bool:
    """Whether two regions share a border that no mountain closes or will close (CO-119)."""
    return any(
        {*border.ends} == {one, other} and not border.printed_mountain for border in state.box.beside[one]
    )


def starting_regions(state: State, seat: str) -> tuple[str, ...]:
    """The land regions adjacent to the seat's base (CO-118)."""
    base = state.seats[seat].base
    if base is None:
        return ()
    return tuple(
        place for place, border in base_neighbours(state, base).items() if border not in state.mountains
    )


def taken_regions(state: State) -> set[str]:
    """The starting regions of the bases already placed."""
    return {place for seat in state.bases.values() for place in starting_regions(state, seat)}


def place_base(state: State, action: actions.PlaceBase, draws: Draws) -> Passage[State]:
    """CO-116 … CO-120."""
    gate.not_ended(state)
    gate.seated(state, action.seat)
    gate.in_setup(state, "bases")
    check(state.next_seats[:1] == (action.seat,), "CO-116", "Only on your own turn.", "seat")
    gate.nothing_pending(state)
    location = state.box.places.get(action.location)
    check(
        location is not None
        and location.kind == "base_location"
        and len(state.clockwise) in location.factions
        and location.id not in state.bases,
        "CO-117",
        "This base location is taken, or not used at this faction count.",
        "location",
    )
    beside = base_neighbours(state, action.location)
    kept = _kept_regions(state, action, beside)
    pair = _shared_out(state, action, draws, kept)
    state = yield facts.BasePlaced(action.seat, action.location, action.mountains)
    state = yield facts.FoundationsLaid(pair)
    state = yield facts.TurnEnded(action.seat)
    if not state.next_seats:
        state = yield facts.SetupStepBegan("foundations")
    return state


def _kept_regions(state: State, action: actions.PlaceBase, beside: Mapping[str, str]) -> tuple[str, ...]:
    """CO-118: the two land regions that stay adjacent to the base."""
    closed = {place for place, border in beside.items() if border in action.mountains}
    check(
        len(closed) == len(action.mountains) and len(beside) - len(closed) == STARTING_REGIONS,
        "CO-118",
        "Mountains must close all but two borders to land regions.",
        "mountains",
    )
    kept = tuple(place for place in beside if place not in closed)
    check(
        len(kept) == STARTING_REGIONS and touching(state, *kept),
        "CO-118",
        "The two land regions of a base must be adjacent to each other.",
        "location",
    )
    check(
        not set(kept) & taken_regions(state),
        "CO-118",
        "Two bases cannot share a starting region.",
        "location",
    )
    return kept


def _shared_out(
    state: State, action: actions.PlaceBase, draws: Draws, kept: tuple[str, ...]
) -> dict[str, str]:
    """CO-120: one starting foundation in each of the two regions, at random."""
    foundations = state.faction(action.seat).starting_foundations
    declared = action.starting_foundations
    if declared is None:
        return draws.chance.compose(
            "starting_foundations",
            "CO-120",
            lambda below: dict(zip(kept, foundations[:: (1, -1)[below(2)]], strict=True)),
        )
    draws.chance.declare("starting_foundations")
    if sorted(declared) != sorted(kept) or sorted(declared.values()) != sorted(foundations):
        raise Rejected(
            "CO-120", "Place one starting foundation in each of the two regions.", "starting_foundations"
        )
    return dict(declared)


def lay_neutral_foundations(
    state: State, action: actions.LayNeutralFoundations, draws: Draws
) -> Passage[State]:
    """CO-122 … CO-124."""
    gate.not_ended(state)
    gate.in_setup(state, "foundations")
    gate.nothing_pending(state)
    returned = _returned(state, action, draws)
    layout = _layout(state, action, draws, returned)
    if returned:
        state = yield facts.FoundationsReturned(returned)
    state = yield facts.FoundationsLaid(layout)
    for place, foundation in layout.items():
        relic = state.box.foundations[foundation].relic
        if relic is not None:
            state = yield facts.RelicPlaced(relic, place)
    return (yield facts.SetupStepBegan("units", clockwise_from(state.clockwise, state.flare_gun)))


def neutral_foundations(state: State) -> list[str]:
    """All neutral foundations of the set."""
    return [f.id for f in state.box.foundations.values() if f.kind == "neutral"]


def returnable(state: State) -> list[str]:
    """Those without a relic, of which some go back to the box (CO-122)."""
    return [f for f in neutral_foundations(state) if state.box.foundations[f].relic is None]


def free_regions(state: State) -> list[str]:
    """Land regions without a foundation, in map order (CO-123)."""
    return [
        place for place, region in state.regions.items() if is_land(state, place) and not region.foundations
    ]


def _returned(state: State, action: actions.LayNeutralFoundations, draws: Draws) -> tuple[str, ...]:
    plain = returnable(state)
    count = MOST_RETURNED - len(state.clockwise)
    if action.returned is None and action.layout is not None:
        return tuple(f for f in plain if f not in action.layout.values())
    if action.returned is None and not count and not draws.chance.draws:
        return ()
    return draws.chance.several(
        action.returned,
        plain,
        count,
        field="returned",
        rule="CO-122",
        message=f"Return {count} foundations without a relic to the box.",
    )


def _layout(
    state: State, action: actions.LayNeutralFoundations, draws: Draws, returned: tuple[str, ...]
) -> dict[str, str]:
    free = free_regions(state)
    kept = [f for f in neutral_foundations(state) if f not in returned]
    declared = action.layout
    if declared is None:

        def lay(below: Callable[[int], int]) -> dict[str, str]:
            left = list(kept)
            return {place: left.pop(below(len(left))) for place in free}

        def asks(viewer: Viewer) -> Assign:
            return Assign(tuple(free), tuple(kept), len(free), len(free))

        return draws.chance.compose("layout", "CO-123", lay, asks)
    draws.chance.declare("layout")
    if sorted(declared) != sorted(free) or Counter(declared.values()) != Counter(kept):
        raise Rejected("CO-123", "Place one neutral foundation in each land region without one.", "layout")
    return dict(declared)


def _units_turn(state: State, seat: str) -> None:
    gate.not_ended(state)
    gate.seated(state, seat)
    gate.in_setup(state, "units")
    check(state.next_seats[:1] == (seat,), "CO-125", "Only on your own turn.", "seat")
    gate.nothing_pending(state)


def has_starting_leader(state: State, seat: str) -> bool:
    """Whether the seat's first leader stands on the map."""
    return any(seat in region.leaders for region in state.regions.values())


def deploy_starting_leader(
    state: State, action: actions.DeployStartingLeader, draws: Draws
) -> Passage[State]:
    """CO-126."""
    _units_turn(state, action.seat)
    check(not has_starting_leader(state, action.seat), "CO-126", "You have already placed your first leader.")
    sides = state.faction(action.seat).leaders.get(action.leader)
    check(sides is not None, "CO-126", "Your faction has no such leader.", "leader")
    assert sides is not None
    check(
        action.region in starting_regions(state, action.seat),
        "CO-126",
        "Place the leader in a land region adjacent to your base.",
        "region",
    )
    cost = sides["basic"].gem_cost
    check(
        state.seats[action.seat].gems >= cost,
        "CO-126",
        "You cannot pay this leader's gem cost.",
        "leader",
    )
    state = yield from change_gems(state, action.seat, -cost, "gem_cost")
    return (yield facts.UnitsMoved(action.seat, "supply", action.region, 0, (action.leader,), "setup"))


def place_starting_fighters(
    state: State, action: actions.PlaceStartingFighters, draws: Draws
) -> Passage[State]:
    """CO-127, CO-128."""
    _units_turn(state, action.seat)
    check(has_starting_leader(state, action.seat), "CO-127", "Place your leader first.")
    regions = starting_regions(state, action.seat)
    check(
        sorted(action.fighters) == sorted(regions)
        and all(number >= 1 for number in action.fighters.values())
        and sum(action.fighters.values()) == state.seats[action.seat].aside,
        "CO-127",
        "Place all fighters in the two regions, at least one in each.",
        "fighters",
    )
    for place, number in action.fighters.items():
        state = yield facts.UnitsMoved(action.seat, "aside", place, number, (), "setup")
    state = yield facts.TurnEnded(action.seat)
    if not state.next_seats:
        printed = tuple(border.id for border in state.box.borders.values() if border.printed_mountain)
        state = yield facts.MountainsPlaced(printed)
    return state
