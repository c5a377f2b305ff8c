"""`tablelog replay`: the table and the standing of a recorded game, at any entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import IO

import click
import msgspec

from domain.games import REGISTRY
from domain.kernel.components import InvalidComponents
from domain.kernel.entries import UnreadableEntry
from domain.kernel.messages import PUBLIC, TRUTH, Json, Viewer
from domain.kernel.session import NotLive, seats_of
from domain.kernel.views import entry_view
from replays.chain import Sealed
from replays.cursor import Cursor
from replays.game_lines import UnreadableLine, as_log, read_recorded
from replays.library import Library, UnknownComponentSet, UnknownGame
from replays.portable import MOST_BYTES, PortableSession, read_from, stored_entries
from replays.proving import ImportRefused, brought_library
from replays.unpacking import UnreadableFile
from service.cli.files import opened
from service.cli.output import CONSOLE, show_invented, show_standing

EVERYBODY = "public"


@click.command()
@click.argument("file")
@click.option("--session", "wanted", help="This session of a portable file, instead of its first.")
@click.option("--at", type=int, help="After this entry, instead of the last.")
@click.option("--as", "seat", help="As this seat sees it, or `public`; else the whole truth.")
@click.option("--diff", "earlier", type=int, help="What changed since this entry, as JSON pointers.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def replay(
    file: str, wanted: str | None, at: int | None, seat: str | None, earlier: int | None, as_json: bool
) -> None:
    """Show the table and the standing of a recorded game, at any entry.

    FILE is a portable file, or a recorded game with an action a line.
    """
    with named(file):
        cursor = open_cursor(file, wanted)
    viewer = _viewer(cursor, seat)
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
    CONSOLE.print(f"{game.title}, after entry {cursor.number} of {cursor.session.version}")
    show_invented(cursor.session.components.invented)
    _show("Entry", shown["entry"])
    _show("Changes", shown["changes"]) if changes is not None else _show("Table", shown["table"])
    show_standing(shown["standing"])


@contextmanager
def named(file: str) -> Iterator[None]:
    """Refusals within name the file, and the games where its own is not known."""
    try:
        yield
    except click.ClickException as error:
        message = error.message if error.message.startswith(file) else f"{file}: {error.message}"
        if isinstance(error.__cause__, UnknownGame):
            message += f". The games are: {', '.join(REGISTRY)}"
        raise click.ClickException(message) from error


def open_cursor(path: str, wanted: str | None) -> Cursor:
    """A cursor over a session of a portable file (None: its first), or over a recorded game.

    A portable file is read to its end, so that damage behind the session shows.
    Raises `click.ClickException`.
    """
    library: Library = Library()
    with opened(path) as file:
        stream = Remembered(file)
        sessions = read_from(stream)
        try:
            try:
                first = next(sessions)
            except UnreadableFile as unreadable:
                stored: Sequence[Sealed] = _recorded(stream.whole(), library, unreadable)
            else:
                stream.forget()
                chosen = _chosen(path, chain((first,), sessions), wanted)
                library, _ = brought_library(library, chosen)
                stored = stored_entries(chosen)
            return Cursor.over(stored, library)
        except UnreadableFile as error:
            raise click.ClickException(str(error)) from error
        except (
            *(ImportRefused, UnreadableEntry, UnreadableLine, InvalidComponents),
            *(UnknownGame, UnknownComponentSet),
        ) as error:
            raise click.ClickException(f"{type(error).__name__}: {error}") from error


def _chosen(path: str, sessions: Iterable[PortableSession], wanted: str | None) -> PortableSession:
    chosen, count = None, 0
    for file in sessions:
        count += 1
        if chosen is None and wanted in (None, file.session):
            chosen = file
    if chosen is None:
        raise click.ClickException(f"{path} holds no session {wanted}.")
    if wanted is None and count > 1:
        click.echo(f"{path} holds {count} sessions; this is the first. Choose with --session.", err=True)
    return chosen


def _recorded(data: bytes, library: Library, unreadable: UnreadableFile) -> Sequence[Sealed]:
    try:
        recorded = read_recorded(data)
    except UnreadableLine:
        raise click.ClickException(str(unreadable)) from unreadable
    return as_log(recorded, library)


class Remembered:
    """A stream that can be read from its beginning again until it is told to forget."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read: list[bytes] | None = []

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end."""
        piece = self._stream.read(size)
        if self._read is not None:
            self._read.append(piece)
        return piece

    def whole(self) -> bytes:
        """Everything from the beginning, but nothing of what is too long for any recorded game."""
        return b"".join(self._read or ()) + self._stream.read(MOST_BYTES)

    def forget(self) -> None:
        """Keep nothing of what is read."""
        self._read = None


def _viewer(cursor: Cursor, seat: str | None) -> Viewer:
    if seat is None:
        return TRUTH
    if seat == EVERYBODY:
        return PUBLIC
    if seat not in seats_of(cursor.session.opened):
        raise click.ClickException(f"There is no seat {seat}: {', '.join(seats_of(cursor.session.opened))}.")
    return Viewer(seat)


def _show(title: str, value: Json) -> None:
    CONSOLE.print(f"{title}:")
    CONSOLE.print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), markup=False)
