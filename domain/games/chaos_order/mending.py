"""Putting the board right: the facts that a gesture on it records, and what lies next to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.chaos_order import facts
from domain.games.chaos_order.board import token_piece
from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.places import (
    fighters_piece,
    leader_card,
    phase_place,
    seat_line,
    seat_tray,
    stored_building,
)
from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, PHASE_NAMES, possessive
from domain.kernel import (
    SUPPLY,
    CountLine,
    Fact,
    Gesture,
    Json,
    Line,
    Mending,
    MendingMat,
    MovePiece,
    Naming,
    Piece,
    SetMark,
    Tray,
    TurnOver,
)

CAUSE = "put right"
WOUNDED = 1
"""CO-441: the sector where fighters go that leave the map."""

Answer = Sequence[Fact] | str


def mend(view: Json, gesture: Gesture, naming: Naming) -> Answer:
    """The facts of one gesture, from its maker’s view; or why there are none."""
    match gesture:
        case CountLine(line, by):
            return _counted(view, line.split(":"), by)
        case SetMark(track, seat, at):
            return _research(seat, track.partition(":")[2], at)
        case MovePiece():
            return _moved(view, gesture, naming)
        case TurnOver(piece, face):
            return _turned(view, piece, face)
    return "Hands are not put right here. Take back the step that drew or played the card."


# Numbers: energy, gems, fame, the faction's counters, columns of research.


def _counted(view: Json, line: Sequence[str], by: int) -> Answer:
    what, seat, *of = line
    player = view["seats"][seat]
    now = {"research": player["research"], "counter": player["counters"]}.get(what, player)[(of or [what])[0]]
    if now + by < 0:
        return "It cannot go below 0."
    match what:
        case "energy":
            return [facts.EnergyChanged(seat, by, CAUSE)]
        case "gems":
            return [facts.GemsChanged(seat, by, CAUSE)]
        case "fame":
            return [facts.FameMoved(seat, now + by, CAUSE)]
        case "counter":
            return [facts.CounterSet(seat, of[0], now + by)]
    return _research(seat, of[0], now + by)


def _research(seat: str, track: str, column: int) -> Answer:
    return [facts.ResearchAdvanced(seat, track, column)] if column > 0 else "The first column is the least."


# Pieces: fighters and leaders between all spots, buildings, tokens and relics between the map and a seat.


def _moved(view: Json, moved: MovePiece, naming: Naming) -> Answer:
    if moved.source == moved.goal:
        return "It is there already."
    piece, seats = moved.piece, view["seats"]
    owner = piece.rpartition(":")[2]
    if piece == fighters_piece(moved.source, owner):
        return _fighters(view, moved, owner)
    for seat, player in seats.items():
        if piece in player["leaders"]:
            return _leader(view, moved, seat)
        if piece in player["tokens"]:
            return _priced(view, moved, seat)
        if piece in player["board_foundations_left"] and moved.goal in view["regions"]:
            return [facts.FoundationConstructed(seat, piece, moved.goal)]
    if moved.source in PRICED or moved.goal in PRICED:
        return _priced(view, moved, None)
    if owner in seats:
        return _building(view, moved, owner, naming)
    return _lying(view, moved, naming)


def _spot(view: Json, place: str, seat: str, supply: str | int) -> str | int | None:
    """The spot of units at a place of the board or a tray; None where they cannot be."""
    if place == view["seats"][seat]["base"]:
        return "base"
    if place in view["regions"]:
        return place
    where, _, whose = place.partition(":")
    if place == SUPPLY or (where == SUPPLY and whose == seat):
        return supply
    return (int(where) if where.isdigit() else where) if whose == seat else None


def _fighters(view: Json, moved: MovePiece, seat: str) -> Answer:
    origin, target = (_spot(view, place, seat, WOUNDED) for place in (moved.source, moved.goal))
    if origin is None or target is None:
        return "Fighters stand in regions, in their own base, drop ship and sectors."
    there = _number(view, seat, origin)
    if moved.count > there:
        return f"Only {there} of them there."
    return [facts.units_put_right(seat, origin, target, moved.count)]


def _number(view: Json, seat: str, spot: str | int) -> int:
    player = view["seats"][seat]
    if isinstance(spot, int):
        return int(player["recruitment"][spot - 1])
    stored = {"base": "base_fighters", "drop_ship": "drop_ship_fighters", "aside": "aside"}
    return int(player[stored[spot]] if spot in stored else view["regions"][spot]["fighters"].get(seat, 0))


def _leader(view: Json, moved: MovePiece, seat: str) -> Answer:
    origin, target = (_spot(view, place, seat, SUPPLY) for place in (moved.source, moved.goal))
    if target is None or isinstance(target, int) or target in ("drop_ship", "aside"):
        return "A leader stands in a region, in its own base or in the supply."
    return [facts.units_put_right(seat, origin or SUPPLY, target, leaders=(moved.piece,))]


def _building(view: Json, moved: MovePiece, seat: str, naming: Naming) -> Answer:
    """A building stands on the first free foundation of a region, and comes from or goes to its board."""
    regions = view["regions"]
    standing = next(
        (
            (place, one["id"], one["building"]["type"])
            for place, region in regions.items()
            for one in region["foundations"]
            if one["building"] is not None and f"{one['id']}:{seat}" == moved.piece
        ),
        None,
    )
    told_of: list[Fact] = []
    type = moved.piece.split(":")[1] if standing is None else standing[2]
    if standing is not None:
        told_of.append(facts.BuildingRazed(seat, type, standing[1], standing[0]))
    if moved.goal not in regions:
        return told_of or "It is on the faction board already."
    free = [one["id"] for one in regions[moved.goal]["foundations"] if one["building"] is None]
    if not free:
        return f"No foundation is free in {called(naming, moved.goal)}."
    if standing is None and not view["seats"][seat]["buildings_on_board"].get(type):
        return "None of them is left on the faction board."
    return [*told_of, facts.BuildingConstructed(seat, type, free[0], moved.goal)]


PRICED: Mapping[str, str] = {phase_place(phase): phase for phase in ACTION_PHASES}
"""By place: the phase that a pricing token there prices."""


def _priced(view: Json, moved: MovePiece, seat: str | None) -> Answer:
    """A pricing token comes to a phase or leaves it. The facts clear all phases and lay the others again."""
    goal = PRICED.get(moved.goal)
    if goal is None and moved.source not in PRICED:
        return "A pricing token lies on a phase or with its seat."
    if goal is not None and goal in view["prices"]:
        return f"{PHASE_NAMES[goal]} has a price. Take that token away first."
    found: list[Fact] = []
    if (left := PRICED.get(moved.source)) is not None:
        found.append(facts.PricesCleared())
        found += [
            facts.PricePlaced(phase, price["token"], price["by"], price["spot"])
            for phase, price in view["prices"].items()
            if phase != left
        ]
    if goal is not None:
        found.append(facts.PricePlaced(goal, moved.piece, seat))
    elif seat is not None:
        found.append(facts.TokensMoved(seat, (moved.piece,), "supply"))
    return found


def _lying(view: Json, moved: MovePiece, naming: Naming) -> Answer:
    """Relics, loose production tokens, and foundations that are nobody's."""
    piece, goal = moved.piece, moved.goal
    seat = next((one for one in view["seats"] if goal in (one, seat_tray(SUPPLY, one))), None)
    if piece.startswith("relic:"):
        number = int(piece.partition(":")[2])
        if moved.source in view["regions"]:
            if seat is not None:
                return [facts.RelicTaken(seat, number, moved.source)]
            if goal == SUPPLY:
                return [facts.RelicRemoved(number, moved.source)]
        return "A relic goes from its region to a seat, or out of the game."
    if piece in view["production_area"] and (goal in view["regions"] or goal in view["bases"]):
        return [facts.ProductionTokenPlaced(next(iter(view["seats"])), piece, goal)]
    if moved.source == SUPPLY and piece in naming.components and goal in view["regions"]:
        return [facts.FoundationsLaid({goal: piece})]
    return "This cannot be moved back. Take back the step that laid it."


# What has two sides: leaders, attributes, loose production tokens. Nothing turns a side back.

UPGRADED = "upgraded"


def _turned(view: Json, piece: str, face: str) -> Answer:
    if face != UPGRADED:
        return "This cannot be turned back. Take back the step that upgraded it."
    for place, loose in view["loose_tokens"].items():
        if loose["id"] == piece:
            return [facts.ProductionTokenUpgraded(next(iter(view["seats"])), piece, place)]
    for seat, player in view["seats"].items():
        if piece in player["attributes"]:
            return [facts.AttributeUpgraded(seat, piece)]
        for leader in player["leaders"]:
            if piece in (leader, leader_card(leader)):
                return [facts.LeaderUpgraded(seat, leader)]
    return "This has one side."


# What lies next to the board: sectors, drop ships and boards of the seats, pricing tokens, production tokens.


def mat(view: Json, naming: Naming) -> MendingMat:
    """Everything that the board tells in words, as pieces and numbers."""
    trays = [tray for seat in view["seats"] for tray in _trays(view, seat, naming)]
    loose = tuple(
        Piece(token, "tile", f"token: {told(naming, f'{token}:basic')}", face="P")
        for token in view["production_area"]
    )
    return MendingMat((*trays, Tray(SUPPLY, "Supply", pieces=loose)), dict(_faces(view)))


def _trays(view: Json, seat: str, naming: Naming) -> Iterator[Tray]:
    player, name = view["seats"][seat], possessive(naming.seat(seat).text)
    lines = tuple(
        Line(PHASE_NAMES.get(track, track), str(column), id=seat_line("research", seat, track))
        for track, column in player["research"].items()
    )
    yield Tray(
        seat_tray(SUPPLY, seat),
        f"{name} board",
        seat,
        (*_stored(view, seat, naming), *_tokens(player, seat, naming)),
        lines=lines,
    )
    numbers = {f"{at}": number for at, number in enumerate(player["recruitment"], 1)}
    numbers |= {"drop_ship": player["drop_ship_fighters"]}
    numbers |= {"aside": player["aside"]} if player["aside"] else {}
    for where, number in numbers.items():
        id = seat_tray(where, seat)
        what = f"sector {where}" if where.isdigit() else {"aside": "fighters not placed yet"}.get(where)
        fighters = Piece(
            fighters_piece(id, seat), "cube", f"{naming.seat(seat).text} fighters", seat, count=number
        )
        yield Tray(id, f"{name} {what or 'drop ship'}", seat, (fighters,) if number else ())


def _stored(view: Json, seat: str, naming: Naming) -> Iterator[Piece]:
    player = view["seats"][seat]
    for type, left in player["buildings_on_board"].items():
        if left:
            name = BUILDING_NAMES.get(type, type)
            yield Piece(stored_building(type, seat), "building", name, seat, left, face=name[:1])
    for leader, standing in player["leaders"].items():
        if standing["at"] == SUPPLY:
            yield Piece(leader, "figure", called(naming, leader), seat)
    for foundation in player["board_foundations_left"]:
        gives = told(naming, foundation)
        yield Piece(foundation, "tile", f"foundation: {gives}" if gives else "foundation", face="+")


def _tokens(player: Json, seat: str, naming: Naming) -> Iterator[Piece]:
    for token, at in player["tokens"].items():
        if at in ("supply", "vault"):
            yield token_piece(token, seat, naming)


def _faces(view: Json) -> Iterator[tuple[str, tuple[str, ...]]]:
    for player in view["seats"].values():
        for leader, standing in player["leaders"].items():
            if standing["side"] == "basic":
                yield leader, (UPGRADED,)
                yield leader_card(leader), (UPGRADED,)
        yield from ((id, (UPGRADED,)) for id, side in player["attributes"].items() if side == "basic")
    loose = view["loose_tokens"].values()
    yield from ((one["id"], (UPGRADED,)) for one in loose if not one["upgraded"])


MENDING = Mending(mend=mend, mat=mat)
