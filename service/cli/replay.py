"""`tablelog replay` and `tablelog show`: table, standing and log of a session in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click
import msgspec

from domain.kernel.engine.entries import Entry
from domain.kernel.engine.views import Unreadable, entry_view
from domain.kernel.messages import Json, Viewer
from domain.kernel.session import NotLive, stands
from domain.kernel.session.rendering import board_of, naming_of
from domain.kernel.ui.board import Board, Card, Line, Piece, SeatPanel, Track, Zone
from domain.kernel.ui.words import Naming
from replays.cursor import Cursor, ViewDifference
from replays.findings import counted
from replays.story import StoryLine, story
from service.cli.cursors import AS, drawing_of, open_cursor, viewer_of
from service.cli.output import fitted, show_invented, show_standing

# The output of `tablelog replay` and `tablelog show`: entries in words, as wide as the terminal.


def told(cursor: Cursor, viewer: Viewer, first: int, last: int) -> Iterator[StoryLine]:
    """The story of these entries of the cursor's session, as the viewer may see it."""
    session = cursor.session

    def show(entry: Entry | Unreadable) -> dict[str, Json]:
        live = stands(session.position, entry)
        return entry_view(session.game, entry, viewer, session.state) | {"live": live}

    def read(first: int, last: int) -> Sequence[Entry]:
        return cursor.entries[first - 1 : last]

    return story(session, read(first, last), show, read)


def tell(line: StoryLine) -> None:
    """A line of a story: at a terminal broken where it is full, an entry's words below each other."""
    if line.number is None:
        click.echo(f"\n{line.text}")
    else:
        click.echo(fitted(line.text, indent=len(f"№ {line.number} ")))


# The board of the page in words, as wide as the terminal: its zones, then the panel of each seat.

KEPT = "\N{NO-BREAK SPACE}"
"""Marks where a line must not break. It is printed as a normal space."""
BETWEEN = f"{KEPT}| "
"""Between the figures of a seat, whose words have commas, semicolons and dots of their own."""


def show_board(board: Board, naming: Naming, *, finished: bool) -> None:
    """Print the board. finished: nobody has to act any more."""
    click.echo()
    click.echo(fitted(f"The table: {board.title}" if board.title else "The table", indent=2))
    for zone in sorted(board.zones, key=_order):
        if zone.of is None:
            _print(_zone(zone, naming))
    for seat in board.seats:
        own = [zone for zone in sorted(board.zones, key=_order) if zone.of == seat.seat]
        _print(_seat(seat, own, naming, finished=finished))


def _order(zone: Zone) -> tuple[int, int]:
    """As on the page: current events, drawn zones, then lists; each by its rank."""
    return (0 if zone.rank < 0 else 1 if zone.places else 2), zone.rank


def _print(lines: Sequence[str]) -> None:
    """A heading with what stands below it."""
    if lines:
        click.echo()
    for line in lines:
        depth = len(line) - len(line.lstrip())
        click.echo(fitted(line, indent=depth + 2).replace(KEPT, " "))


def _zone(zone: Zone, naming: Naming) -> list[str]:
    """Nothing where nothing is in it, as on the page."""
    heading = f"{zone.title} – {zone.note}" if zone.note else zone.title
    told = [
        *_places(zone, naming),
        *map(_track, zone.tracks),
        *_cards(zone.cards),
        *map(_line, zone.lines),
    ]
    return _below(heading, told) if told else []


def _below(heading: str, lines: Iterable[str]) -> list[str]:
    return [heading, *(f"  {line}" for line in lines)]


def _seat(panel: SeatPanel, zones: Iterable[Zone], naming: Naming, *, finished: bool) -> list[str]:
    """A seat with its figures in one paragraph, its cards, and the zones that belong to it.

    Its id is added if the label does not show it, because `--as` takes the id.
    """
    known = [panel.role] if panel.role and panel.role not in panel.label else []
    known += [panel.seat] if panel.seat.casefold() not in panel.label.casefold() else []
    heading = f"{panel.label} ({', '.join(known)})" if known else panel.label
    if panel.score is not None:
        heading += f", {panel.score} {'point' if panel.score == '1' else 'points'}"
    if panel.winner:
        heading += ", wins"
    if panel.active and not finished:
        heading += ", to act"
    told = [BETWEEN.join(map(_line, panel.lines))] if panel.lines else []
    told += _cards(panel.cards)
    for zone in zones:
        told += _zone(zone, naming)
    return _below(heading, told)


def _places(zone: Zone, naming: Naming) -> Iterator[str]:
    """A line for each place with something on it; the others together, by what they are noted to be."""
    names = _without_common_end({place.id: place.name for place in zone.places})
    bare: dict[str, list[str]] = {}
    for place in zone.places:
        there = [_piece(piece, naming) for piece in place.pieces]
        note = "" if place.note in there else place.note
        if place.owner is not None:
            held = f"held by {naming.seat(place.owner).text}"
            note = f"{note}, {held}" if note else held
        if there:
            about = f" ({note})" if note else ""
            yield _about(f"{names[place.id]}{about}", ", ".join(there))
        else:
            bare.setdefault(note, []).append(names[place.id])
    empty = bare.pop("", [])
    for note, alike in bare.items():
        listed = _listed(alike)
        yield _about(note, listed) if len(alike) > 1 and len(note) < len(listed) else _about(listed, note)
    if empty:
        yield counted(len(empty), "empty place") if zone.folded else f"empty: {_listed(empty)}"


def _about(what: str, told: str) -> str:
    """A thing and its description in one text. The thing may contain a colon."""
    return f"{what} – {told}" if ":" in what else f"{what}: {told}"


def _without_common_end(names: Mapping[str, str]) -> dict[str, str]:
    """The names without the last words that all of them share: the title above says those."""
    words = {id: name.split(" ") for id, name in names.items()}
    shared = 0
    if len(words) > 1:
        least = min(map(len, words.values()))
        while shared < least - 1 and len({tuple(of[-shared - 1 :]) for of in words.values()}) == 1:
            shared += 1
    return {id: " ".join(of[: len(of) - shared]) for id, of in words.items()}


def _listed(names: Iterable[str]) -> str:
    """Each name once: signs that are called alike are one place."""
    known = list(dict.fromkeys(names))
    return ("; " if any("," in name or ":" in name for name in known) else ", ").join(known)


def _piece(piece: Piece, naming: Naming) -> str:
    """A label may count by itself (`2 cubes of Red`), and may leave its seat to the colour of the sign."""
    told = piece.label
    if piece.count > 1 and str(piece.count) not in told.split():
        told += f"{KEPT}×{piece.count}"
    if piece.seat is not None and (seat := naming.seat(piece.seat).text) not in told:
        told += f" ({seat})"
    return told


def _line(line: Line) -> str:
    return _about(line.label, line.value)


def _track(track: Track) -> str:
    """Where each stands, in the words of the step."""
    at = [f"{mark.label} {track.steps.get(str(mark.at), mark.at)}" for mark in track.marks]
    return f"{track.title}: {', '.join(at) or 'nobody'}"


def _cards(cards: Sequence[Card]) -> Iterator[str]:
    """A line for each kind of card that has a text, and one for all that have none."""
    kinds = Counter((card.label, card.value, card.text) for card in cards)
    bare = []
    for (label, value, text), number in kinds.items():
        name = f"{label} ({value})" if value else label
        many = f"{number}{KEPT}× {name}" if number > 1 else name
        if text:
            yield _about(many, text)
        else:
            bare.append(many)
    if bare:
        yield _listed(bare)


# `tablelog replay`: the table and the standing of a session, at any entry.


@click.command()
@click.argument("file", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="Use this session of a portable file. Default: its first.")
@click.option("--at", type=int, help="Show the table after this entry. Default: the last.")
@click.option("--as", "seat", help=AS)
@click.option("--diff", "earlier", type=int, help="Show the changes since this entry, as JSON pointers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def replay(
    file: str, wanted: str | None, at: int | None, seat: str | None, earlier: int | None, as_json: bool
) -> None:
    """Show the table and standing of a session at any entry.

    Give the id of a session in the local store, a portable file, or a recorded game with one action per line.
    """
    cursor = open_cursor(file, wanted)
    viewer = viewer_of(cursor, seat)
    try:
        cursor.at(at if at is not None else cursor.number)
        changes = cursor.diff(earlier, cursor.number, viewer) if earlier is not None else None
    except NotLive as error:
        raise click.ClickException(str(error)) from error
    game = cursor.session.game
    shown: dict[str, Json] = {
        "session": cursor.session.id,
        "game": game.key,
        "at": cursor.number,
        "of": cursor.session.version,
        "invented": list(cursor.session.components.invented),
        "entry": entry_view(game, cursor.entry, viewer, cursor.state),
        "table": cursor.view(viewer),
        "standing": msgspec.to_builtins(cursor.standing),
    }
    if changes is not None:
        shown["changes"] = msgspec.to_builtins(changes)
    if as_json:
        click.echo(msgspec.json.encode(shown).decode())
        return
    place = f"{game.title}, after entry {cursor.number} of {cursor.session.version}"
    click.echo(fitted(place, indent=2))
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, cursor.number, cursor.number):
        tell(line)
    if changes is not None:
        _show_changes(changes, earlier)
    else:
        names = naming_of(cursor.session)
        moment = msgspec.to_builtins(game.moment(cursor.state))
        drawing = drawing_of(file, cursor)
        board = board_of(game, shown["table"], shown["standing"], moment, drawing, names)
        show_board(board, names, finished=cursor.standing.finished)
    click.echo()
    show_standing(shown["standing"])


def _show_changes(changes: Sequence[ViewDifference], earlier: int | None) -> None:
    """Print one line per difference between two views: its JSON pointer, the new value and the old one."""
    since = f"changed since entry {earlier}"
    click.echo(f"\n{since.capitalize()}:" if changes else f"\nNothing {since}.")
    for change in changes:
        before, after = (msgspec.json.encode(value).decode() for value in (change.before, change.after))
        told = {
            "add": f"{after}, new",
            "remove": f"gone, before {before}",
            "replace": f"{after}, before {before}",
        }
        click.echo(fitted(f"  {change.path}: {told[change.op]}", indent=4))


# `tablelog show`: prints a session in words.


@click.command()
@click.argument("what", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="Use this session of a portable file. Default: its first.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="Start at this entry.")
@click.option("--to", "last", type=click.IntRange(min=1), help="Stop at this entry. Default: the last.")
@click.option("--as", "seat", help=AS)
def show(what: str, wanted: str | None, first: int, last: int | None, seat: str | None) -> None:
    """Print a session in words, one sentence per entry, grouped by the rounds of the game.

    Give the id of a session in the local store, a portable file, or a recorded game with one action per
    line. In a pipe each entry is one line.
    """
    if last is not None and last < first:
        raise click.UsageError(f"`--to` must not be before `--from` ({first}).")
    cursor = open_cursor(what, wanted)
    viewer = viewer_of(cursor, seat)
    version = cursor.session.version
    if max(first, last or 1) > version:
        raise click.ClickException(f"The session has only {counted(version, 'entry')}.")
    click.echo(fitted(f"{cursor.session.game.title}, {counted(version, 'entry')}", indent=2))
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, first, last or version):
        tell(line)
