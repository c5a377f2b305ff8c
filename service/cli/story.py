"""What `tablelog replay` and `tablelog show` tell of a session: entries in words, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from domain.kernel.entries import Entry
from domain.kernel.messages import Json, Viewer
from domain.kernel.session import stands
from domain.kernel.unreadable import Unreadable
from domain.kernel.views import entry_view
from replays.cursor import Cursor
from replays.story import StoryLine, story
from service.cli.output import fitted


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
