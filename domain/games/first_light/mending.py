"""Putting the board right: the facts that a gesture on it records, and what lies next to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.first_light import facts, places
from domain.games.first_light.actions import DieAt
from domain.games.first_light.board_planet import dice_lying, owner_name
from domain.games.first_light.components.document import CLANS, LOCATIONS
from domain.games.first_light.state import AI, ROWS, VALUES
from domain.games.first_light.words.names import box_of
from domain.kernel import (
    SUPPLY,
    CountLine,
    DealCard,
    Fact,
    Gesture,
    Json,
    Mending,
    MendingMat,
    MovePiece,
    Naming,
    SetMark,
    Tray,
    TurnOver,
)

CAUSE = "put right"
NOT_SEEN = "Hands are not put right here. Take back the step that drew or played the card."

Answer = Sequence[Fact] | str


def mend(view: Json, gesture: Gesture, naming: Naming) -> Answer:
    """The facts of one gesture, from its maker’s view; or why there are none."""
    match gesture:
        case CountLine(line, by):
            what, _, owner = line.partition(":")
            return _of_rival(view, what, by) if owner == AI else _resource(view, owner, what, by)
        case MovePiece(piece=piece) if piece.startswith("die:"):
            return _dice(view, gesture)
        case MovePiece():
            return _figure(view, gesture, naming)
        case TurnOver(piece, face):
            return _shows(view, piece, face)
        case DealCard():
            return _dealt(view, gesture)
        case SetMark():
            return "There is no track here."


# Numbers: resources of a seat; Gems and dice of the AI.


def _resource(view: Json, seat: str, what: str, by: int) -> Answer:
    held = view["seats"][seat]["resources"]
    if held is None:
        return "These resources are not seen here."
    if held[what] + by < 0:
        return "It cannot go below 0."
    if by < 0:
        return [facts.ResourcesPaid(seat, CAUSE, {what: -by})]
    return [facts.ResourcesGained(seat, CAUSE, {what: by})]


def _of_rival(view: Json, what: str, by: int) -> Answer:
    ai = view["ai"]
    there = {"gems": ai["gems"], "dice": ai["board_dice"]}[what]
    if there + by < 0:
        return "It cannot go below 0."
    if what == "dice":
        return [facts.AiGained(CAUSE, dice=by)]
    return [facts.AiPaid(CAUSE, -by) if by < 0 else facts.AiGained(CAUSE, gems=by)]


# Dice: from any place that everybody sees to any other.


def die_at(place: str, owner: str) -> DieAt | None:
    """Where a die lies that is at a place of the board; None: in the supply.

    Raises `ValueError` for a place where no die of this owner can lie.
    """
    first, *rest = place.split(":")
    if place in (SUPPLY, places.dice_supply(owner)):
        return None
    if first in ("reserve", "cantina") and rest == [owner]:
        return DieAt(first)
    if first in ("garage", "farm") and rest[0] == owner:
        return DieAt(first, slot=int(rest[1]))
    if first == places.HEADQUARTERS:
        return DieAt(first, slot=int(rest[0]))
    if first == "depository" and rest[1] in ROWS:
        return DieAt(first, column=int(rest[0]), row=rest[1])
    if first in CLANS:
        return DieAt("negotiation", clan=first, row=int(rest[0]))
    if first in LOCATIONS:
        return DieAt(first, space=int(rest[0]))
    raise ValueError(place)


def _lying(view: Json, owner: str, die: DieAt | None) -> tuple[int, int | None, str | None]:
    """How many dice lie there, what they show, and whose they are; no owner where any number may lie."""
    if die is None or die.at in ("reserve", "cantina"):
        store = "dice_supply" if die is None else die.at
        if owner == AI:
            return int(view["ai"]["board_dice" if store == "reserve" else store]), None, None
        return int(view["seats"][owner][store]), None, None
    slot = (die.slot or die.space or 1) - 1
    match die.at:
        case "garage" | "farm":
            value = view["seats"][owner][f"{die.at}s"][slot]
            spot = None if value is None else {"owner": owner, "value": value}
        case "headquarters":
            spot = view["headquarters"][slot]
        case "depository":
            whose = view["depository"][str(die.column)][die.row]
            spot = None if whose is None else {"owner": whose, "value": die.column}
        case "negotiation":
            spot = view["negotiation"]["cells"][die.clan][int(die.row or 1) - 1]["die"]
        case _:
            spot = view["locations"][die.at][slot]
    return (0, None, None) if spot is None else (spot.get("dice", 1), spot["value"], spot["owner"])


def _owner_of(view: Json, piece: str) -> str:
    """`red` of `die:garage:red:1:red`, also where a number follows that tells it from others."""
    return next(str(part) for part in reversed(piece.split(":")) if part in view["seats"] or part == AI)


def _dice(view: Json, moved: MovePiece) -> Answer:
    owner = _owner_of(view, moved.piece)
    try:
        source, goal = die_at(moved.source, owner), die_at(moved.goal, owner)
    except ValueError:
        return "No die of this colour can lie there."
    if source == goal:
        return "It is there already."
    there, value, whose = _lying(view, owner, source)
    if there < moved.count or whose not in (None, owner):
        if source == DieAt("reserve") and owner != AI and view["seats"][owner]["has_rolled"]:
            return "Rolled dice are not put right here. Take the roll back."
        return f"Only {there} of them there."
    if goal is not None and goal.at not in ("reserve", "cantina"):
        taken, _, _ = _lying(view, owner, goal)
        if moved.count + taken > (2 if goal.at == "laboratory" else 1):
            return "A die lies there already."
    column = None if goal is None else goal.column
    return [facts.DieMoved(owner, column or value or 1, source, goal)] * moved.count


def _shows(view: Json, piece: str, face: str) -> Answer:
    if not piece.startswith("die:") or int(face) not in VALUES:
        return "This has one side."
    owner = _owner_of(view, piece)
    die = die_at(piece.removeprefix("die:").rpartition(f":{owner}")[0], owner)
    there, value, whose = _lying(view, owner, die)
    if die is None or value is None or whose not in (None, owner):
        return "What this die shows is not seen here."
    if die.at in ("garage", "farm"):
        return [facts.DieSet(owner, die.at, die.slot or 1, int(face))]
    if die.at == "depository":
        return "A die in the Depository shows the value of its column. Move it to another one."
    away, back = (facts.DieMoved(owner, int(face), *way) for way in ((die, None), (None, die)))
    return [*[away] * there, *[back] * there]


# Harvesters, tokens of the planet, and tiles.


def _figure(view: Json, moved: MovePiece, naming: Naming) -> Answer:
    kind, _, of = moved.piece.partition(":")
    if kind == "harvester":
        spaces = box_of(naming).document.planet.sides[view["config"]["planet_side"]].spaces
        if moved.goal not in {space.id for space in spaces}:
            return "A Harvester stands on a space of the planet."
        if of == AI:
            return [facts.AiMoved(moved.goal)]
        return [facts.HarvesterMoved(of, CAUSE, moved.goal)]
    if kind == "token" and (moved.goal == SUPPLY or moved.goal in view["seats"]):
        seat = moved.goal if moved.goal in view["seats"] else _first_at(view, of)
        return [facts.TokenTaken(seat, of, view["planet"]["tokens"][of])]
    return "This cannot be moved there."


def _first_at(view: Json, space: str) -> str:
    """The seat whose Harvester is there, else the first one of the table."""
    seats = view["seats"]
    return str(next((seat for seat, base in seats.items() if base["harvester"] == space), next(iter(seats))))


def _dealt(view: Json, dealt: DealCard) -> Answer:
    """FL-335: the top of a stack of tiles comes to a base."""
    kind, _, number = dealt.card.partition("_stack:")
    if not number or dealt.goal not in view["seats"]:
        return NOT_SEEN
    top = view[f"{kind}_stacks"][int(number)]["top"]
    if top is None:
        return "This tile is not seen yet."
    return [facts.TileTaken(dealt.goal, CAUSE, kind, int(number), top)]


# What lies next to the board: dice in the supplies, reserve and Cantina where the board leaves them out.


def mat(view: Json, naming: Naming) -> MendingMat:
    """The dice that are not in play, and the faces of all others."""
    return MendingMat(tuple(_trays(view, naming)), dict(_faces(view)))


def _trays(view: Json, naming: Naming) -> Iterator[Tray]:
    stores = {seat: base["dice_supply"] for seat, base in view["seats"].items()}
    if view["ai"] is not None:
        stores[AI] = view["ai"]["dice_supply"]
    for owner, number in stores.items():
        id, seat = places.dice_supply(owner), None if owner == AI else owner
        name = f"{owner_name(naming, owner)}’s dice supply"
        yield Tray(id, name, seat, dice_lying(owner, number, id, naming))
        if owner == AI:
            board = places.reserve(AI)
            dice = dice_lying(AI, view["ai"]["board_dice"], board, naming)
            yield Tray(board, "The AI’s board", pieces=dice)
            continue
        base = view["seats"][owner]
        if not (base["reserve"] or base["cantina"] or base["has_rolled"]):
            yield Tray(places.reserve(owner), f"{owner_name(naming, owner)}’s reserve", seat)
        if not base["cantina"]:
            yield Tray(places.cantina(owner), f"{owner_name(naming, owner)}’s Cantina", seat)


def _faces(view: Json) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Dice whose face everybody sees, but for those of the Depository."""
    for place, owner, value in _open_dice(view):
        faces = tuple(str(face) for face in VALUES if face != value)
        yield f"die:{place}:{owner}", faces


def _open_dice(view: Json) -> Iterator[tuple[str, str, int]]:
    for seat, base in view["seats"].items():
        for slot, value in enumerate(base["garages"], 1):
            if value is not None:
                yield places.garage(seat, slot), seat, value
        for slot, value in enumerate(base["farms"], 1):
            if value is not None:
                yield places.farm(seat, slot), seat, value
    boards = {**view["locations"], places.HEADQUARTERS: view["headquarters"]}
    for location, spots in boards.items():
        for number, spot in enumerate(spots, 1):
            if spot is not None:
                yield places.space(location, number), spot["owner"], spot["value"]
    for clan, cells in view["negotiation"]["cells"].items():
        for row, cell in enumerate(cells, 1):
            if cell["die"] is not None:
                yield places.cell(clan, row), cell["die"]["owner"], cell["die"]["value"]


MENDING = Mending(mend=mend, mat=mat)
