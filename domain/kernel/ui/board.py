"""Boards: the table as places and pieces, made from the view alone; and how two boards differ.

A game makes its boards from the JSON of the view, never from the state, so a board cannot show anything
that the view does not contain. Coordinates that the view lacks come from the map layout of the component
set. A game that draws no board gets a plain one: its view as lists of lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.components import ComponentFault, ComponentSet
from domain.kernel.messages import Json
from domain.kernel.ui.plain_words import plain_seat, plain_value, readable
from domain.kernel.ui.words import Naming, signed

# Boards: the table as a picture of places and pieces, made from the view alone.

Point: TypeAlias = tuple[float, float]
"""x to the right and y down, in the units of the zone's size."""


class Box(Struct, frozen=True, tag_field="kind", tag="box"):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


class Hex(Struct, frozen=True, tag_field="kind", tag="hex"):
    """A hexagon with a corner at the top: centre, and from there to a corner."""

    x: float
    y: float
    radius: float


class Disc(Struct, frozen=True, tag_field="kind", tag="disc"):
    """A circle."""

    x: float
    y: float
    radius: float


class Outline(Struct, frozen=True, tag_field="kind", tag="outline"):
    """A closed line through these points."""

    points: tuple[Point, ...]


Shape: TypeAlias = Annotated[
    Box | Hex | Disc | Outline,
    msgspec.Meta(title="Shape", description="Where a place is in its zone."),
]

PlaceTone: TypeAlias = Literal["neutral", "order", "chaos", "land", "water", "cold", "warm", "goal", "closed"]


class Amount(Struct, frozen=True, omit_defaults=True):
    """An amount of something, printed as a figure next to its symbol.

    icon: a symbol of the page's sprite. amount: None where no figure is printed. either: this one, or the
    one before it in the list.
    """

    icon: str
    amount: int | None = None
    either: bool = False


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something that stands on a place. `id` is the same for life, so that a page can move it.

    count: how many alike stand there as one. face: what a die, a card or a token shows. label: for ears.
    icon: a symbol of the page's sprite that stands on it, in place of a letter. secret: not everybody may see
    it there so, and a phone covers it.
    """

    id: str
    kind: Literal["pawn", "cube", "figure", "building", "die", "token", "tile", "flag"]
    label: str
    seat: str | None = None
    count: int = 1
    face: str | None = None
    icon: str | None = None
    secret: bool = False


SlotShape: TypeAlias = Literal["die", "card", "figure", "tile"]


class Place(Struct, frozen=True, omit_defaults=True):
    """A place of a zone. name: in full; short: where there is little room. note: one line more for ears.

    at: where its name and pieces stand, if not in the middle of its shape. owner: the seat that controls it.
    rivals: the seats that contest it. marks: symbols of the page's sprite that stand on it.
    costs, gives: its price and what it gives, as figures with symbols. caption: what is written on it where
    its name says more than needed, which may be nothing. holds: the shape of its empty slots; cells: how many
    things have room there.
    """

    id: str
    name: str
    shape: Shape
    short: str = ""
    tone: PlaceTone = "neutral"
    owner: str | None = None
    marks: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    note: str = ""
    at: Point | None = None
    rivals: tuple[str, ...] = ()
    costs: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    caption: str | None = None
    holds: SlotShape | None = None
    cells: int = 1


class Scenery(Struct, frozen=True, omit_defaults=True):
    """Scenery that a zone shows behind its places: a coast, a mountain, a field. It is not a place."""

    shape: Shape
    tone: PlaceTone = "neutral"


class Link(Struct, frozen=True, omit_defaults=True):
    """A way between two places of a zone. via: the points that it bends at, from its start."""

    start: str
    end: str
    kind: Literal["road", "blocked", "tunnel", "wormhole"] = "road"
    label: str = ""
    via: tuple[Point, ...] = ()


class Mark(Struct, frozen=True, omit_defaults=True):
    """Where a seat or a side stands on a track. icon: of a side, which has no sign as a seat has."""

    at: int
    label: str
    seat: str | None = None
    icon: str | None = None


class TrackColumn(Struct, frozen=True, omit_defaults=True):
    """The print on a step of a track. gives: what the step gives. lock: it must be paid for first."""

    name: str
    gives: tuple[Amount, ...] = ()
    lock: bool = False


class Track(Struct, frozen=True, omit_defaults=True):
    """A row of steps. steps: the names of single steps, where they have any.

    columns: what is printed on the steps, from the least on; none where a step is its number alone.
    """

    id: str
    title: str
    least: int
    most: int
    marks: tuple[Mark, ...] = ()
    steps: Mapping[str, str] = {}
    columns: tuple[TrackColumn, ...] = ()


class Card(Struct, frozen=True, omit_defaults=True):
    """A card, face up, or its back. `id` is None where the viewer may not tell it from others.

    value: what is printed large (points, strength). text: the rest of it. place: where it belongs.
    secret: not everybody may see it, so a phone covers it.
    """

    id: str | None
    label: str
    value: str = ""
    text: str = ""
    icon: str | None = None
    place: str | None = None
    back: bool = False
    secret: bool = False


class Line(Struct, frozen=True, omit_defaults=True):
    """A figure with its name and symbol. alarm: it should be seen at once. short: next to the seat's sign.

    id: of a number that can be put right, unique on the board (`energy:red`); its value begins with it.
    secret: not everybody may see it, so a phone covers it.
    number: the figure that `value` prints, if an outlook should tell how it changes. unit: what several of it
    are called (`Gems`); one: what a single one is called (`die`), where that is not `unit` without its s.
    """

    label: str
    value: str
    icon: str | None = None
    alarm: bool = False
    short: bool = False
    id: str | None = None
    secret: bool = False
    number: int | None = None
    unit: str = ""
    one: str = ""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A part of the board: a map, a grid, a track, a row of cards, a mat, a list of lines.

    size: width and height in units of its own, for zones with places. rank: the order on the page; one below
    0 stands before all maps. of: the seat that it belongs to. folded: where there is little room it shows its
    title and note alone, until somebody opens it, an offer leads there, or an entry changes it.
    takes_screen: what is fought out or negotiated here, as a headline (`Battle in Black Sedge`); on the
    phones of `parties`, the seats that take part, this zone then takes the screen, and others can open
    it. secret: not everybody may see its note, so a phone covers it.
    """

    id: str
    title: str
    kind: Literal["map", "grid", "track", "cards", "mat", "list"]
    rank: int = 50
    note: str = ""
    size: Point | None = None
    of: str | None = None
    folded: bool = False
    secret: bool = False
    takes_screen: str = ""
    parties: tuple[str, ...] = ()
    scenery: tuple[Scenery, ...] = ()
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()


class SeatPanel(Struct, frozen=True, omit_defaults=True):
    """The things in front of a seat. score: as the table would count it now; None if it cannot be known.

    role: who plays it in this game (a hero, an alien, a faction), where it is known. score_unit: what the
    score counts; empty: the lines say it.
    """

    seat: str
    label: str
    color: str | None = None
    score: str | None = None
    lines: tuple[Line, ...] = ()
    cards: tuple[Card, ...] = ()
    active: bool = False
    winner: bool = False
    role: str | None = None
    score_unit: str = "★"


class Board(Struct, frozen=True):
    """The table as a page draws it. title: where the game stands, in words (`Round 3`)."""

    title: str
    zones: tuple[Zone, ...]
    seats: tuple[SeatPanel, ...]


@dataclass(frozen=True, kw_only=True)
class Boards:
    """A game's own boards.

    board: (view, drawing, naming) → the board; without a drawing of its own a set gets `None`.
    drawings: of the packaged component sets, by name. faults: what is wrong with a drawing for a set.
    """

    board: Callable[[Json, Json | None, Naming], Board]
    drawings: Callable[[], Mapping[str, Json]] = field(default=dict)
    faults: Callable[[Json, ComponentSet], Sequence[ComponentFault]] = field(
        default=lambda drawing, components: ()
    )


# Secrets: what a board shows to its viewer and not to everybody.


def with_secrets(own: Board, everybodys: Board) -> Board:
    """The board of a viewer. What everybody's board lacks is `secret`: cards, lines, notes and pieces."""
    holders: tuple[Zone | SeatPanel, ...] = (*everybodys.zones, *everybodys.seats)
    faces = {card for holder in holders for card in holder.cards if not card.back}
    lines = {(holder.id, line) for holder in everybodys.zones for line in holder.lines}
    lines |= {(holder.seat, line) for holder in everybodys.seats for line in holder.lines}
    notes = {(zone.id, zone.note) for zone in everybodys.zones}
    places = {
        (place.id, piece) for zone in everybodys.zones for place in zone.places for piece in place.pieces
    }

    def placed(place: Place) -> Place:
        if all((place.id, piece) in places for piece in place.pieces):
            return place
        pieces = (
            piece if (place.id, piece) in places else replace(piece, secret=True) for piece in place.pieces
        )
        return replace(place, pieces=tuple(pieces))

    def marked(holder: str, cards: tuple[Card, ...], told: tuple[Line, ...]) -> dict[str, Any]:
        return {
            "cards": tuple(
                card if card.back or card in faces else replace(card, secret=True) for card in cards
            ),
            "lines": tuple(line if (holder, line) in lines else replace(line, secret=True) for line in told),
        }

    zones = (
        replace(
            zone,
            secret=bool(zone.note) and (zone.id, zone.note) not in notes,
            places=tuple(map(placed, zone.places)),
            **marked(zone.id, zone.cards, zone.lines),
        )
        for zone in own.zones
    )
    seats = (replace(panel, **marked(panel.seat, panel.cards, panel.lines)) for panel in own.seats)
    return Board(own.title, tuple(zones), tuple(seats))


# Differences between two boards, in words: scores and lines, positions of pieces, holders of cards.

NOTHING = "–"
"""The text for an empty place."""

Key: TypeAlias = tuple[Hashable, ...]
Part: TypeAlias = tuple[Key, str, str]
"""The key that lasts from one board to the next, the name of the part, and its value now."""


class Difference(Struct, frozen=True):
    """One thing that differs: a score, a line, a place, or where a piece or a card is."""

    what: str
    before: str
    after: str


def board_differences(before: Board, after: Board, naming: Naming) -> list[Difference]:
    """The differences in the order of the later board; parts that no longer exist come last."""
    old, new = _told(before, naming), _told(after, naming)
    found = []
    for key in (*new, *(key for key in old if key not in new)):
        was, becomes = (parts[key][1] if key in parts else NOTHING for parts in (old, new))
        if was != becomes:
            found.append(Difference((new if key in new else old)[key][0], was, becomes))
    return found


def _told(board: Board, naming: Naming) -> dict[Key, tuple[str, str]]:
    """Each part by its key. A part that appears several times has all its values."""
    names: dict[Key, str] = {}
    values: dict[Key, list[str]] = {}
    for key, what, value in _parts(board, naming):
        names.setdefault(key, what)
        values.setdefault(key, []).append(value)
    return {key: (what, _together(values[key])) for key, what in names.items()}


def _together(values: Sequence[str]) -> str:
    if len(values) == 1:
        return values[0]
    return ", ".join(
        value if count == 1 else f"{value} ×{count}" for value, count in sorted(Counter(values).items())
    )


def _parts(board: Board, naming: Naming) -> Iterator[Part]:
    if board.title:
        yield ("title",), "The game", board.title
    for seat in board.seats:
        if seat.score is not None:
            yield ("score", seat.seat), f"{seat.label}: score", seat.score
        if seat.winner:
            yield ("winner", seat.seat), seat.label, "wins"
        for line in seat.lines:
            yield ("line", seat.seat, line.label), f"{seat.label}: {line.label}", line.value
        for card in seat.cards:
            yield _card(card, seat.label)
    twice = _twice(board)
    for zone in board.zones:
        yield from _zone(zone, naming, twice)


def _zone(zone: Zone, naming: Naming, twice: set[str]) -> Iterator[Part]:
    title = _title(zone, naming, twice)
    if zone.note:
        yield ("note", zone.id), title, zone.note
    for place in zone.places:
        name = f"{place.name}, {title}" if place.name in twice else place.name
        if told := _of_place(place, naming):
            yield ("place", place.id), name, told
        for piece in place.pieces:
            face = "" if piece.face is None or piece.face in piece.label else f", {piece.face}"
            count = "" if piece.count == 1 else f" ×{piece.count}"
            yield ("piece", piece.id), piece.label, f"{name}{face}{count}"
    for link in zone.links:
        told = link.label or readable(link.kind)
        yield ("link", zone.id, link.start, link.end), f"{title}: {link.start} to {link.end}", told
    for track in zone.tracks:
        for mark in track.marks:
            step = track.steps.get(str(mark.at), str(mark.at))
            yield ("mark", track.id, mark.seat, mark.label), f"{track.title}: {mark.label}", step
    for card in zone.cards:
        yield _card(card, title)
    for line in zone.lines:
        yield ("line", zone.id, line.label), f"{title}: {line.label}", line.value


def _title(zone: Zone, naming: Naming, twice: set[str]) -> str:
    """The title of the zone, with its seat if several seats have a zone of that title."""
    if zone.of is None or zone.title not in twice:
        return zone.title
    return f"{zone.title} of {naming.seat(zone.of).text}"


def _card(card: Card, holder: str) -> Part:
    """A card as a part: cards with one label are alike. A back is identified by its holder."""
    if card.id is None:
        return ("back", holder, card.label), f"{holder}, face down", card.label
    return ("card", card.label), card.label, f"{holder}{', face down' if card.back else ''}"


def _of_place(place: Place, naming: Naming) -> str:
    owner = "" if place.owner is None else f"of {naming.seat(place.owner).text}"
    tone = "" if place.tone == "neutral" else place.tone
    return ", ".join(filter(None, (tone, owner, *map(readable, place.marks), place.note)))


def _twice(board: Board) -> set[str]:
    """Names that several zones, or several places, of the board have."""
    titles = Counter(zone.title for zone in board.zones)
    places = Counter(place.name for zone in board.zones for place in zone.places)
    return {name for counted in (titles, places) for name, number in counted.items() if number > 1}


# Outlooks: what an action would change of the numbers of its seat.

SCORE = "score"
"""The id of a seat's score in an outlook."""


class Change(Struct, frozen=True):
    """A number of a seat that an action would change. line: the id or label of its line, or `score`.

    by: the number after it less the one before. says: in words, `−5 Water`.
    """

    line: str
    by: int
    says: str


def outlook(before: Board, after: Board, seat: str) -> list[Change]:
    """The changes of the seat's own numbers, in the order of the later board.

    Its own lines are those of its panel and of zones that belong to it. A line that is missing on one of the
    boards has no change.
    """
    old, new = ({line.id or line.label: line for line in _numbers(board, seat)} for board in (before, after))
    changes = []
    for id, line in new.items():
        was = old.get(id)
        if line.number is None or was is None or was.number is None:
            continue
        if by := line.number - was.number:
            unit = line.unit or line.label
            one = line.one or unit.removesuffix("s")
            changes.append(Change(id, by, f"{signed(by)} {one if abs(by) == 1 else unit}"))
    return changes


def _numbers(board: Board, seat: str) -> Iterator[Line]:
    for panel in board.seats:
        if panel.seat == seat:
            yield from panel.lines
            if panel.score is not None and panel.score_unit and (score := _whole(panel.score)) is not None:
                yield Line("Score", panel.score, id=SCORE, number=score, unit=panel.score_unit)
    for zone in board.zones:
        if zone.of == seat:
            yield from zone.lines


def _whole(figure: str) -> int | None:
    """The whole number that is printed, perhaps with a minus sign that can be seen."""
    try:
        return int(figure.replace("−", "-"))
    except ValueError:
        return None


# The plain board: a view as lists of lines, for a game that draws none.


def plain_board(
    view: Json, standing: Mapping[str, Json], moment: Mapping[str, Json], naming: Naming
) -> Board:
    """Every member of the view as a line, mappings as lists of their own; seats with their scores."""
    table = [
        Line(readable(key), plain_value(value, naming)) for key, value in view.items() if _is_short(value)
    ]
    zones = [Zone("table", "Table", "list", rank=0, lines=tuple(table))]
    for key, value in view.items():
        if not _is_short(value):
            members = value.items() if isinstance(value, Mapping) else enumerate(value, start=1)
            lines = [Line(_called(name, naming), plain_value(of, naming)) for name, of in members]
            zones.append(Zone(str(key), readable(key), "list", lines=tuple(lines)))
    title = f"Round {moment['round']}" if moment.get("round") else readable(str(moment.get("phase") or ""))
    return Board(title, tuple(zones), tuple(_panel(seat, moment, naming) for seat in standing["seats"]))


def _is_short(value: Json) -> bool:
    return not isinstance(value, Mapping | list) or not value or all(isinstance(of, str) for of in value)


def _called(name: Json, naming: Naming) -> str:
    if isinstance(name, str) and (name in naming.seats or name in naming.components):
        return plain_value(name, naming)
    return readable(str(name))


def _panel(seat: Mapping[str, Json], moment: Mapping[str, Json], naming: Naming) -> SeatPanel:
    """A side that no seat of the opening plays (an opponent of paper) is called by its id."""
    known = naming.seats.get(seat["seat"]) or plain_seat(seat)
    return SeatPanel(
        seat["seat"],
        known.label,
        known.color,
        score=None if seat["score"] is None else f"{seat['score']:g}",
        active=seat["seat"] in moment["active"],
        winner=seat["winner"],
    )
