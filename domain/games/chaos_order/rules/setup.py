"""Setup, CO-10x … CO-116: the opening, the table that it makes, and what it left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, FACTION_COUNTS, Box, Faction
from domain.games.chaos_order.components.constraints_map import SET_FROM
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import AUTOMATIC, awaited, settle
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
from domain.kernel import Chance, ComponentSet, Passage, Rejected, check, clockwise_from

SEAT_COUNTS = FACTION_COUNTS
"""CO-101: each seat plays a faction of its own."""
TILES_LIE = "Each set's three tiles must be on its three locations."


def used_locations(box: Box, factions: int) -> dict[str, tuple[str, ...]]:
    """Set → tile locations that get a tile at this faction count (CO-113)."""
    return {
        name: tuple(place.id for place in box.places.values() if place.set == name)
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
    """CO-114: the first location without a tile is asked for, where one of its set is left."""
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
