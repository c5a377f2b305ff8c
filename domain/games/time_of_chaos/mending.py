"""The board put right by gestures: pawns, cubes, tiles, artifacts, cloaks, penalties and actions left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.games.time_of_chaos import facts
from domain.games.time_of_chaos.board import cube_label, face
from domain.games.time_of_chaos.components import ERAS
from domain.games.time_of_chaos.state import (
    ACTIONS_PER_TURN,
    HAND_LIMIT,
)
from domain.games.time_of_chaos.state import (
    DELIVERIES_THAT_END as FOURTH,
)
from domain.games.time_of_chaos.words.names import card_name
from domain.kernel import (
    NOT_HERE,
    SUPPLY,
    UNKNOWN,
    Card,
    CountLine,
    DealCard,
    Fact,
    Gesture,
    Json,
    Line,
    Mended,
    Mending,
    MendingMat,
    MovePiece,
    Naming,
    Piece,
    Tray,
    TurnOver,
    clockwise_from,
    counted,
)

PAWNS_STAND = "A pawn always stands on a tile: move it to the tile where it really stands."
HIDDEN = "Only its holder knows a grabbed artifact, so what lies in this deck cannot be said here."
"""TC-507: a gesture must not answer which cards others hold."""


def mend(view: Json, gesture: Gesture, naming: Naming) -> Mended:
    """The facts of a gesture on the board of the view, or why it cannot be put right so."""
    match gesture:
        case MovePiece(piece=piece) if piece.startswith("pawn:"):
            return _pawn(view, piece.removeprefix("pawn:"), gesture)
        case MovePiece(piece=piece) if piece.startswith("cubes:"):
            return _cubes(view, piece.rpartition(":")[2], gesture, naming)
        case TurnOver(piece=piece, face=face) if piece.startswith("cloak:"):
            return _cloak(view, piece.removeprefix("cloak:"), face)
        case TurnOver(piece=piece, face=face) if piece in view["tiles"]:
            return _tile(view, piece, face, naming)
        case CountLine(line="actions", by=by):
            return _actions(view, by)
        case CountLine(line=line, by=by) if line.startswith("penalties:"):
            return _penalties(view, line.removeprefix("penalties:"), by, naming)
        case DealCard():
            return _deal(view, gesture, naming)
    return NOT_HERE


# Pawns, cubes, tiles and tokens.


def _pawn(view: Json, seat: str, gesture: MovePiece) -> Mended:
    origin, goal = view["seats"][seat]["pawn"], gesture.goal
    if goal not in view["tiles"]:
        return PAWNS_STAND
    if view["layout"] is None:
        return "Lay out the tiles first."
    if goal == origin:
        return ()
    return (facts.PawnMoved(seat, origin, goal, "setup" if view["phase"] == "setup" else "travel"),)


def _cubes(view: Json, seat: str, gesture: MovePiece, naming: Naming) -> Mended:
    """TC-402: what is on no tile is in the supply of its seat."""
    source, goal, count = gesture.source, gesture.goal, gesture.count
    color, tiles, name = view["seats"][seat]["color"], view["tiles"], naming.seat(seat).text
    if not {source, goal} <= {*tiles, SUPPLY, f"supply:{seat}", seat}:
        return f"The cubes of {name} lie on tiles or in the supply of {name}."
    there = tiles[source]["cubes"].get(color, 0) if source in tiles else view["seats"][seat]["supply"]
    if count > there:
        where = naming.name(source) if source in tiles else "the supply"
        return f"{name} has only {counted(there, 'cube') if there else 'no cube'} in {where}."
    in_chaos = goal in tiles and tiles[goal]["side"] == "chaos"
    if in_chaos and count + tiles[goal]["cubes"].get(color, 0) > 1:
        return f"{naming.name(goal)} is in chaos and holds one cube of each colour at most."
    made: list[Fact] = []
    if source in tiles:
        made.append(facts.CubeReturned(seat, color, source, count, "restore"))
    if goal in tiles:
        made += [facts.CubePlaced(seat, color, goal, "send")] * count
    return made


def _tile(view: Json, tile: str, face: str, naming: Naming) -> Mended:
    told = view["tiles"][tile]
    colors = tuple(told["cubes"])
    if face == told["side"]:
        return ()
    if face == "order":
        return (facts.TileRestored(tile, colors, _acting(view)),)
    if not colors:
        return f"A tile in chaos holds a cube: put those of {naming.name(tile)} there first."
    if view["phase"] == "setup":
        return (facts.TileFellAtSetup(tile, _acting(view)),)
    return (facts.TileFlipped(tile, dict(told["cubes"]), colors, _acting(view)),)


def _acting(view: Json) -> str:
    """The seat whose turn it is; the first one where it is nobody's."""
    seat: str = view["active"] or view["clockwise"][0]
    return seat


def _cloak(view: Json, seat: str, face: str) -> Mended:
    if (view["seats"][seat]["cloak"] == "active") == (face == READY):
        return ()
    return (facts.CloakRefreshed(seat) if face == READY else facts.CloakUsed(seat, "search"),)


def _penalties(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    """I11: a seat takes one at most at the end of each turn."""
    number = view["seats"][seat]["penalties"] + by
    if number < 0:
        return f"{naming.seat(seat).text} cannot have fewer than no penalties."
    if by > 0 and number > (ended := _turns_ended(view)):
        return f"{naming.seat(seat).text} cannot have {number} penalties: {counted(ended, 'turn')} ended."
    kind = facts.PenaltyTaken if by > 0 else facts.PenaltyReturned
    return [kind(seat)] * abs(by)


def _turns_ended(view: Json) -> int:
    return int(view["turn"]) - (view["phase"] in ("send", "actions"))


def _actions(view: Json, by: int) -> Mended:
    left = view["actions_left"] + by
    if view["phase"] != "actions":
        return "Nobody is using actions now."
    if not 0 <= left <= ACTIONS_PER_TURN:
        return f"A turn has {ACTIONS_PER_TURN} actions, so {left} cannot be left."
    return (facts.ActionsLeftSet(view["active"], left),)


# Artifacts: decks, displays, hands and what is delivered.

Spot = tuple[facts.Lying, str | None]
"""Where an artifact lies, and whose hand or delivered cards those are."""


def _deal(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    card = gesture.card
    known = naming.components.get(card)
    if known is None or known.of is None:
        return "Nobody can see here which artifact that is."
    era, source, goal = known.of, _lies(view, card), _zone(view, gesture.goal)
    if view["displays"] is None:
        return "Deal the displays first."
    if goal is None:
        return f"{known.name} can lie in its deck, in its display, in a hand or with what a seat delivered."
    if gesture.goal in ERAS and gesture.goal != era:
        return (
            f"{known.name} is an artifact of the {era} and cannot lie in the display of the {gesture.goal}."
        )
    if "deck" in (source[0], goal[0]) and _hides(view, era):
        return HIDDEN
    if source == goal:
        return ()
    if _ended_by(view, source):
        return "That is one of the four artifacts that ended the game: take back the last delivery."
    if (told := _no_room(view, goal, naming)) is not None:
        return told
    return _moved(view, card, era, source, goal, naming)


def _moved(view: Json, card: str, era: str, source: Spot, goal: Spot, naming: Naming) -> Mended:
    """The step of the game where there is one, else that the card lies elsewhere."""
    seat, giver = goal[1] or "", source[1]
    via = None if giver is None else _via(view, giver, card)
    made: list[Fact] = []
    match source[0], goal[0]:
        case "deck", "hand":
            made.append(facts.CardTaken(seat, card, era, "grab"))
        case "deck", "display":
            made.append(facts.DisplayRefilled(era, len(view["displays"][era]), card))
        case "display", "hand":
            made.append(facts.CardTaken(seat, card, era, "search"))
        case "hand", "hand" if via == "grab":
            made.append(facts.CardMoved(card, "hand", "deck", giver, secret=True))
            made.append(facts.CardTaken(seat, card, era, "grab"))
        case "hand", "delivered" if giver == seat and via in ("grab", "search"):
            made.append(facts.CardDelivered(seat, card, int(card_name(naming, card).value), via))
        case _:
            secret = goal[0] == "deck" and via == "grab"
            made.append(facts.CardMoved(card, source[0], goal[0], giver, goal[1], secret))
    if goal[0] == "delivered" and view["end_trigger"] is None and _delivered(view, seat) + 1 == FOURTH:
        made.append(facts.EndTriggered(seat, view["turn"], clockwise_from(view["clockwise"], seat)[1:]))
    return made


def _lies(view: Json, card: str) -> Spot:
    """The place of a card; what is seen nowhere else is in its deck."""
    for seat, player in view["seats"].items():
        if card in player["tableau"]:
            return "delivered", seat
        if any(held.get("card") == card for held in player["hand"]):
            return "hand", seat
    shown = [card for display in (view["displays"] or {}).values() for card in display]
    return ("display" if card in shown else "deck"), None


def _zone(view: Json, id: str) -> Spot | None:
    """The place that a zone, a seat or a tray stands for."""
    if id in ERAS:
        return "display", None
    if id == SUPPLY or id.startswith("deck:"):
        return "deck", None
    if (hand := id.removeprefix("hand:")) in view["seats"]:
        return "hand", hand
    seat = id.removeprefix("delivered:")
    return ("delivered", seat) if seat in view["seats"] else None


def _hides(view: Json, era: str) -> bool:
    """Whether some hand holds an artifact of the deck that the view does not name."""
    hands = (player["hand"] for player in view["seats"].values())
    return any(held["deck"] == era and "card" not in held for hand in hands for held in hand)


def _no_room(view: Json, goal: Spot, naming: Naming) -> str | None:
    where, seat = goal
    if where == "hand" and seat is not None and len(view["seats"][seat]["hand"]) >= HAND_LIMIT:
        return f"{naming.seat(seat).text} holds {HAND_LIMIT} artifacts already: move one of them away first."
    return None


def _ended_by(view: Json, source: Spot) -> bool:
    """TC-601: whether the seat ended the game, and has no fifth artifact there."""
    trigger = view["end_trigger"]
    return (
        trigger is not None
        and source == ("delivered", trigger["seat"])
        and _delivered(view, trigger["seat"]) == FOURTH
    )


def _delivered(view: Json, seat: str) -> int:
    return len(view["seats"][seat]["tableau"])


def _via(view: Json, seat: str, card: str) -> Literal["grab", "search"] | None:
    """How a card of the hand was taken."""
    hand = view["seats"][seat]["hand"]
    return next((held["via"] for held in hand if held.get("card") == card), None)


# What lies beside the board: cubes, cloaks and decks.

READY, SPENT = "ready", "spent"
SIDES = ("order", "chaos")


def mat(view: Json, naming: Naming) -> MendingMat:
    """Each seat's cubes, cloak and penalties, what may be in the decks; tiles and cloaks have two faces."""
    faces = {tile: _others(SIDES, told["side"]) for tile, told in view["tiles"].items()}
    faces |= {f"cloak:{seat}": _others((READY, SPENT), _cloak_of(view, seat)) for seat in view["seats"]}
    return MendingMat((*_supplies(view, naming), *_rows(view, naming), *_decks(view, naming)), faces)


def _supplies(view: Json, naming: Naming) -> Iterator[Tray]:
    for seat, player in view["seats"].items():
        name = naming.seat(seat).text
        state = _cloak_of(view, seat)
        cloak = Piece(f"cloak:{seat}", "token", f"{name}’s cloaking token, {state}", seat, icon="moon")
        left = player["supply"]
        cubes = Piece(f"cubes:{seat}", "cube", cube_label(seat, naming), seat, count=left)
        penalties = Line("Penalties", str(player["penalties"]), "triangle-alert", id=f"penalties:{seat}")
        pieces = (*((cubes,) if left else ()), cloak)
        yield Tray(f"supply:{seat}", f"Supply of {name}", seat, pieces, lines=(penalties,))


def _decks(view: Json, naming: Naming) -> Iterator[Tray]:
    """TC-508: all artifacts of the deck that are seen nowhere, in the order of the box."""
    for era in ERAS:
        cards = [card for card, name in naming.components.items() if (name.kind, name.of) == ("card", era)]
        unseen = [card for card in cards if _lies(view, card)[0] == "deck"]
        yield Tray(f"deck:{era}", f"Deck of the {era}", cards=_faces(unseen, naming))


def _rows(view: Json, naming: Naming) -> Iterator[Tray]:
    """The artifacts that lie open, or in hands that are seen."""
    for era in ERAS:
        yield Tray(era, f"Display of the {era}", cards=_faces((view["displays"] or {}).get(era, ()), naming))
    for seat, player in view["seats"].items():
        name = naming.seat(seat).text
        hand = [held["card"] for held in player["hand"] if held.get("card", UNKNOWN) != UNKNOWN]
        yield Tray(f"hand:{seat}", f"Hand of {name}", seat, cards=_faces(hand, naming))
        yield Tray(f"delivered:{seat}", f"Delivered by {name}", seat, cards=_faces(player["tableau"], naming))


def _faces(cards: Sequence[str], naming: Naming) -> tuple[Card, ...]:
    return tuple(face(card, naming) for card in cards)


def _cloak_of(view: Json, seat: str) -> str:
    return READY if view["seats"][seat]["cloak"] == "active" else SPENT


def _others(faces: Sequence[str], now: str) -> tuple[str, ...]:
    return tuple(face for face in faces if face != now)


MENDING = Mending(mend=mend, mat=mat)
