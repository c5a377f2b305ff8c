"""Read-only queries on the table: seats, pieces, abilities, cards, regions, paths and the winner.

The winner follows CO-602 … CO-609. Some effects can come to nothing as the table is; queries find those,
too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.games.chaos_order.components.box import (
    BUILDING_TYPES,
    COMBAT_TRIGGERS,
    Effect,
    Effects,
    LeaderSide,
    Source,
)
from domain.games.chaos_order.components.map_constraints import TUNNEL_FROM
from domain.games.chaos_order.state import (
    HAND_LIMIT,
    LARGER_HAND_LIMIT,
    LAST_ROUND,
    Board,
    Reason,
    Region,
    Result,
    State,
    Totals,
)
from domain.kernel import UNKNOWN, Viewer

# The seats: whether one of them is to decide.


def anybody_pending(state: State) -> bool:
    """Whether any seat has an effect pending (CO-722)."""
    for board in state.seats.values():  # noqa: SIM110
        if board.pending:
            return True
    return False


# Leaders and buildings: where they are, what they show, what they are worth in battle.


def leaders_on_map(state: State, seat: str) -> dict[str, str]:
    """Leader → region or `base`; leaders in the supply are left out."""
    found = dict.fromkeys(state.seats[seat].base_leaders, "base")
    for place, region in state.regions.items():
        for leader in region.leaders.get(seat, ()):
            found[leader] = place
    return found


def leader_side(state: State, seat: str, leader: str) -> LeaderSide:
    """The side that the leader shows (CO-535)."""
    return state.faction(seat).leaders[leader][state.seats[seat].leaders[leader]]


def base_strength(state: State, seat: str, place: str) -> Totals:
    """Strength, attack and shields of the pieces alone: fighters, leaders, buildings (CO-430, CO-440).

    In every battle of the region (CO-533), outposts with two strength each (CO-531), strongholds with what
    the set gives them (CO-532).
    """
    region, faction = state.regions[place], state.faction(seat)
    strength, attack, shields = region.fighters.get(seat, 0), 0, 0
    for leader in region.leaders.get(seat, ()):
        side = leader_side(state, seat, leader)
        strength, attack, shields = (
            strength + side.strength,
            attack + side.attack,
            shields + side.shields,
        )
    for built in region.buildings.values():
        if built.seat == seat:
            kind = faction.buildings[built.type]
            strength, attack, shields = (
                strength + kind.strength,
                attack + kind.attack,
                shields + kind.shields,
            )
    return Totals(strength, attack, shields)


def stands_somewhere(state: State, seat: str, kind: str) -> bool:
    """Whether the seat has a building of that type on the map."""
    return any(
        built.seat == seat and built.type == kind
        for region in state.regions.values()
        for built in region.buildings.values()
    )


def joined_leaders(state: State, seat: str) -> dict[str, tuple[str, ...]]:
    """Regions where the seat has more than one leader; empty for those who may (CO-368)."""
    found = {}
    for place, region in state.regions.items():
        if region.leaders and len(region.leaders.get(seat, ())) > 1:
            found[place] = region.leaders[seat]
    return {} if "many_leaders_per_region" in state.faction(seat).statics else found


# Which abilities work now: of board foundations, and those of a trigger.


def has_ability(state: State, seat: str, ability: str) -> bool:
    """Whether the board foundation with that ability is off the seat's board (CO-316)."""
    left = state.seats[seat].board_foundations
    faction = state.faction(seat)
    return any(
        state.box.foundations[foundation].ability == ability and foundation not in left
        for foundation in faction.board_foundations
    )


def triggered(
    state: State, seat: str, trigger: str, place: str | None = None
) -> Iterator[tuple[Source, str | None]]:
    """The seat's abilities of a trigger that work now, in the order of CO-592, with the region they are in.

    Attributes work from the start, with the side that they show (CO-536).

    `place`: the region of the battle or of the change of control; leaders and buildings with a combat
    trigger work only there (CO-591), buildings with a control trigger too.
    """
    sources = state.faction(seat).triggers.get(trigger)
    if not sources:
        return
    board = state.seats[seat]
    for source in sources:
        if source.kind == "faction":
            yield source, place
        elif source.kind == "attribute":
            if board.attributes[source.key] == source.side:
                yield source, place
        elif source.kind == "leader":
            at = leaders_on_map(state, seat).get(source.key)
            if (
                at is not None
                and board.leaders[source.key] == source.side
                and (trigger not in COMBAT_TRIGGERS or at == place)
            ):
                yield source, at
        elif place is not None:
            for built in state.regions[place].buildings.values():
                if built.seat == seat and built.type == source.key:
                    yield source, place
        elif stands_somewhere(state, seat, source.key):
            yield source, None


# Tactics cards in hands, and where the others can be.


def hand_size(board: Board) -> int:
    """Cards in hand, unnamed ones included."""
    return sum(board.hand.values())


def shown_hand_size(state: State, seat: str) -> int:
    """Cards in hand as the others count them: a card on a sealed wheel is still counted (CO-410)."""
    size = hand_size(state.seats[seat])
    battle = state.battle
    if battle is not None and not battle.revealed:
        plan = battle.plans.get(seat)
        size += plan is not None and plan.tactics == "use"
    return size


def hand_limit(state: State, seat: str) -> int:
    """CO-506, CO-523."""
    return LARGER_HAND_LIMIT if has_ability(state, seat, "hand_limit_six") else HAND_LIMIT


def card_pool(state: State) -> dict[str, int]:
    """Card → copies that are neither discarded, nor known in a hand, nor on a wheel (CO-509)."""
    pool = {card.id: card.count for card in state.box.cards.values()}
    for card in state.discard:
        pool[card] -= 1
    for board in state.seats.values():
        for card, number in board.hand.items():
            if card != UNKNOWN:
                pool[card] -= number
    if state.battle is not None:
        for plan in state.battle.plans.values():
            if plan.card is not None:
                pool[plan.card] -= 1
    return pool


def possible_cards(state: State, viewer: Viewer) -> dict[str, int]:
    """Card → copies that may lie in the deck or unnamed in a hand, as far as the viewer can tell (CO-509).

    Copies known in hands and on sealed wheels that the viewer cannot see are among them (CO-410, CO-508).
    """
    pool = card_pool(state)
    if viewer.sees_all:
        return pool
    for other, board in state.seats.items():
        if not viewer.knows(other):
            for card, number in board.hand.items():
                if card != UNKNOWN:
                    pool[card] += number
    battle = state.battle
    if battle is not None and not battle.revealed:
        for other, plan in battle.plans.items():
            if plan.card is not None and not viewer.knows(other):
                pool[plan.card] += 1
    return pool


# What tokens and uncovered spaces give.

PRINTED = "printed:"
"""Prefix of the id of a region's printed production token."""


def printed_production(state: State, place: str) -> Effects | None:
    """The printed production token of a region or base; None where there is none."""
    if place in state.bases:
        return state.faction(state.bases[place]).base_production
    if place in state.tiles:
        return state.box.tiles[state.tiles[place]].production
    return state.box.places[place].production


def showing_production(state: State, place: str) -> tuple[str, Effects] | None:
    """Id and yield of the token that can be harvested there (CO-335)."""
    loose = state.loose.get(place)
    if loose is not None:
        token = state.box.production[loose.id]
        return loose.id, token.upgraded if loose.upgraded else token.basic
    printed = printed_production(state, place)
    return None if printed is None else (PRINTED + place, printed)


def uncovered_income(state: State, seat: str) -> Iterator[tuple[str, Effects]]:
    """(type, income) of every board space from which the building is gone, left to right (CO-323, CO-462)."""
    faction, board = state.faction(seat), state.seats[seat]
    for kind in BUILDING_TYPES:
        spaces = faction.buildings[kind].spaces
        for space in spaces[: len(spaces) - board.buildings[kind]]:
            yield kind, space.income


def stronghold_gems(state: State, seat: str) -> int:
    """The gems that the seat's stronghold spaces give as income (CO-520)."""
    return sum(
        effect.n
        for kind, income in uncovered_income(state, seat)
        if kind == "stronghold"
        for effect in income
        if effect.do == "gain_gems"
    )


# The pieces in regions, and who controls them.


def is_region(state: State, place: str) -> bool:
    """Whether the place is a region now: bases and tiles only where one was laid (CO-115)."""
    return place in state.regions or place in state.bases


def is_land(state: State, place: str) -> bool:
    """Whether the place is a land region in play."""
    return place in state.regions and state.box.places[place].kind != "lake"


def presence(region: Region) -> set[str]:
    """The seats with units or buildings in the region; either alone is enough (CO-405)."""
    seats = {*region.fighters, *region.leaders}
    if region.buildings:
        seats.update(built.seat for built in region.buildings.values())
    return seats


def has_presence(region: Region, seat: str) -> bool:
    """Whether this seat has a unit or building there."""
    return (
        seat in region.fighters
        or seat in region.leaders
        or any(built.seat == seat for built in region.buildings.values())
    )


def controller(region: Region) -> str | None:
    """The only seat with presence there, by any kind of piece (CO-707); None when empty or contested (R1)."""
    found = None
    for seat in (*region.fighters, *region.leaders, *(built.seat for built in region.buildings.values())):
        if found is None:
            found = seat
        elif seat != found:
            return None
    return found


def controls(state: State, seat: str, place: str) -> bool:
    """Whether the seat controls the region; a base is always controlled by its own."""
    region = state.regions.get(place)
    return state.bases.get(place) == seat if region is None else controller(region) == seat


def controlled(state: State, seat: str) -> tuple[str, ...]:
    """The land and lake regions that the seat controls, without its base."""
    return tuple(
        place
        for place, region in state.regions.items()
        if (seat in region.fighters or seat in region.leaders or region.buildings)
        and controller(region) == seat
    )


def controlled_by_each(state: State) -> dict[str, list[str]]:
    """Of every seat the land and lake regions that it controls, without its base: the map is read once."""
    found: dict[str, list[str]] = {seat: [] for seat in state.seats}
    for place, region in state.regions.items():
        seat = controller(region)
        if seat in found:
            found[seat].append(place)
    return found


def land_of(state: State, places: Iterable[str]) -> int:
    """How many of these regions are land."""
    return sum(is_land(state, place) for place in places)


def controlled_land(state: State, seat: str) -> int:
    """How many land regions the seat controls (CO-607)."""
    return land_of(state, controlled(state, seat))


def count_of(state: State, seat: str, places: Sequence[str]) -> int:
    """The region count of a seat that controls these: with its base, and modifiers of this round (CO-463)."""
    return len(places) + 1 + state.seats[seat].region_bonus


def region_count(state: State, seat: str) -> int:
    """Regions controlled, the seat's own base, and modifiers of this round (CO-463)."""
    return count_of(state, seat, controlled(state, seat))


def units(region: Region, seat: str) -> int:
    """Fighters and leaders of the seat there."""
    return region.fighters.get(seat, 0) + len(region.leaders.get(seat, ()))


def strongest_opponent(region: Region, seat: str) -> int:
    """The most units that another seat has there (CO-391)."""
    most = 0
    for other in {*region.fighters, *region.leaders}:
        if other != seat:
            most = max(most, units(region, other))
    return most


def contested(state: State) -> tuple[str, ...]:
    """The regions where a battle is due, in map order (CO-401)."""
    return tuple(place for place, region in state.regions.items() if len(presence(region)) > 1)


def relic_places(state: State) -> dict[int, str]:
    """Relic → region of the relics on the map."""
    return {region.relic: place for place, region in state.regions.items() if region.relic is not None}


# Who has won by the table: CO-602 … CO-609.


def famous(state: State, *, at_once: bool) -> tuple[str, ...]:
    """The seats at the end of their fame track, clockwise: of those that win at once, or of the others."""
    return tuple(
        seat
        for seat in state.clockwise
        if state.faction(seat).wins_at_once is at_once
        and state.seats[seat].fame >= state.faction(seat).fame_length
    )


def holder_of_all_relics(state: State) -> str | None:
    """CO-605: the seat that controls the region of every relic that is left."""
    owners = {controller(state.regions[place]) for place in relic_places(state).values()}
    return owners.pop() if len(owners) == 1 else None


def by_land(state: State) -> tuple[tuple[str, ...], Reason]:
    """CO-607 … CO-609: most land regions, then most relics, then all; somebody wins (CO-558, CO-720).

    CO-608.
    """
    land = {seat: controlled_land(state, seat) for seat in state.clockwise}
    first = tuple(seat for seat in state.clockwise if land[seat] == max(land.values()))
    if len(first) == 1:
        return first, "land_regions"
    relics = {seat: len(state.seats[seat].relics) for seat in first}
    second = tuple(seat for seat in first if relics[seat] == max(relics.values()))
    return second, "relics_tiebreak" if len(second) == 1 else "shared"


def outcome(state: State) -> Result | None:
    """The result on the table of a game that has ended, checked in the order of a round (CO-610), or None."""
    if winners := famous(state, at_once=True):
        return Result(winners, "fame")
    if state.phase != "check_relics":
        return None
    if state.closing is None:
        holder = holder_of_all_relics(state)
        return None if holder is None else Result((holder,), "all_relics")
    if winners := famous(state, at_once=False):
        return Result(winners[:1], "fame")
    return Result(*by_land(state)) if state.round >= LAST_ROUND else None


# Effects of which nothing can come as the table stands.


def may_come_to_something(state: State, seat: str, effects: Iterable[Effect]) -> bool:
    """Whether the seat may get anything by them: not where none of the effects can be paid (CO-586)."""
    return not all(_is_idle(state, seat, effect) for effect in effects)


def _is_idle(state: State, seat: str, effect: Effect) -> bool:
    board = state.seats[seat]
    match effect.do:
        case "pay":
            unpaid = board.energy < effect.energy or board.gems < effect.gems
            return unpaid or not may_come_to_something(state, seat, effect.effects)
        case "optional" | "per":
            return not may_come_to_something(state, seat, effect.effects)
        case "choice":
            return not any(may_come_to_something(state, seat, branch) for branch in effect.branches)
        case "land_fighters":
            return not (board.drop_ship_fighters and landing_places(state, seat))
        case _:
            return False


def landing_places(state: State, seat: str) -> list[str]:
    """Where fighters of the seat may land (CO-595)."""
    return [
        place
        for place, region in state.regions.items()
        if is_land(state, place) and has_presence(region, seat)
    ]


# Where units can go: borders, mountains, tunnels, lakes.


def neighbours(state: State, place: str) -> list[str]:
    """Regions across a border without a mountain, or through an open tunnel (CO-360, CO-361)."""
    found = []
    for border in state.box.beside[place]:
        if border.id not in state.mountains:
            other = border.beyond(place)
            if is_region(state, other):
                found.append(other)
    for tunnel, ends in state.box.tunnels.items():
        if place in ends and len(state.clockwise) >= TUNNEL_FROM[tunnel]:
            found.append(ends[1] if ends[0] == place else ends[0])
    return found


def reachable(state: State, seat: str, place: str) -> list[str]:
    """Where the seat's units can step from a place: neighbours, and from its base CO-362, CO-524."""
    found = neighbours(state, place)
    board = state.seats[seat]
    if place == board.base:
        anywhere = has_ability(state, seat, "base_adjacent_to_any_building")
        found += [
            other
            for other, region in state.regions.items()
            if other not in found
            and any(
                built.seat == seat and (anywhere or built.type == "outpost")
                for built in region.buildings.values()
            )
        ]
    return found


def closed_tunnel(state: State, one: str, other: str) -> bool:
    """Whether the two places are the ends of a tunnel that is closed at this faction count."""
    return any(
        {one, other} == set(ends) and len(state.clockwise) < TUNNEL_FROM[tunnel]
        for tunnel, ends in state.box.tunnels.items()
    )


def may_enter(state: State, seat: str, place: str) -> bool:
    """Whether units of the seat may move there: a land region, for Oxataya a lake too (CO-366, CO-556)."""
    return place in state.regions and (
        state.box.places[place].kind != "lake" or "lake_access" in state.faction(seat).statics
    )
