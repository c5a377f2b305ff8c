"""The sessions that commands look into: of a file, or of the local store, by their id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import IO
from uuid import UUID

import click

from domain.games import REGISTRY
from domain.kernel.components import InvalidComponents
from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.messages import PUBLIC, TRUTH, Json, Viewer
from domain.kernel.session import seats_of
from replays.chain import Sealed
from replays.cursor import Cursor
from replays.game_lines import UnreadableLine, as_log, read_recorded
from replays.library import Library, UnknownComponentSet, UnknownGame
from replays.portable import MOST_BYTES, PortableSession, UnreadableFile, read_from, stored_entries
from replays.proving import ImportRefused, brought_library
from service.cli.local_store import local
from service.cli.output import opened
from service.sessions.registers import Drawings, packaged_drawings

EVERYBODY = "public"
AS = "Show it as this seat sees it, or as `public` sees it. Default: everything."
"""What `--as` means, where a command has it."""


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


def open_cursor(what: str, wanted: str | None) -> Cursor:
    """A cursor over a session of the local store, named by its id, or over one of a file.

    Raises `click.ClickException`.
    """
    with named(what):
        return stored_cursor(what) if is_session(what) else file_cursor(what, wanted)


def is_session(what: str) -> bool:
    """Whether this is the id of a session, as the store writes it, and no file."""
    try:
        return str(UUID(what)) == what
    except ValueError:
        return False


def drawing_of(what: str, cursor: Cursor) -> Json | None:
    """The drawing of the session's component set: of a session of the store the one that its page shows."""
    components, game = cursor.session.components, cursor.session.game
    if not is_session(what):
        return packaged_drawings(game, Library()).get(components.hash)
    with local() as here:
        return Drawings(here.engine, here.library, REGISTRY).of(components)


def stored_cursor(session: str) -> Cursor:
    """A cursor over a session of the local store. Raises `click.ClickException`."""
    with local() as here, readable():
        return Cursor.over(here.stored(session), here.library)


def file_cursor(path: str, wanted: str | None) -> Cursor:
    """A cursor over a session of a portable file (None: its first), or over a recorded game.

    A portable file is read to its end, so that damage behind the session shows.
    Raises `click.ClickException`.
    """
    library: Library = Library()
    with opened(path) as file:
        stream = Remembered(file)
        sessions = read_from(stream)
        with readable():
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


@contextmanager
def readable() -> Iterator[None]:
    """Within, what cannot be read is refused in a sentence."""
    try:
        yield
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
        raise click.ClickException(f"{path} does not contain session {wanted}.")
    if wanted is None and count > 1:
        click.echo(
            f"{path} contains {count} sessions; this is the first. Choose another with --session.", err=True
        )
    return chosen


def _recorded(data: bytes, library: Library, unreadable: UnreadableFile) -> Sequence[Sealed]:
    try:
        recorded = read_recorded(data)
    except UnreadableLine:
        raise click.ClickException(str(unreadable)) from unreadable
    return as_log(recorded, library)


class Remembered:
    """A stream that can be read from its beginning again until `forget` is called."""

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


def viewer_of(cursor: Cursor, seat: str | None) -> Viewer:
    """The viewer that `--as` names. Raises `click.ClickException` for a seat that is not at the table."""
    if seat is None:
        return TRUTH
    if seat == EVERYBODY:
        return PUBLIC
    if seat not in seats_of(cursor.session.opened):
        raise click.ClickException(
            f"There is no seat {seat}. The seats are: {', '.join(seats_of(cursor.session.opened))}."
        )
    return Viewer(seat)
