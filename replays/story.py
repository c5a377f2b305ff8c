"""The story of a session, entry by entry, under headings of the rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from domain.kernel.engine.entries import Entry
from domain.kernel.engine.views import Unreadable
from domain.kernel.messages import Json
from domain.kernel.session import Read, Session, Snapshot
from domain.kernel.session.rendering import heading, line, naming_of


class StoryLine(NamedTuple):
    """A line of a story: of an entry, or for None a heading."""

    text: str
    number: int | None = None


def story(
    session: Session,
    entries: Iterable[Entry | Unreadable],
    show: Callable[[Entry | Unreadable], dict[str, Json]],
    read: Read,
) -> Iterator[StoryLine]:
    """The lines of these entries, which follow each other, and a heading wherever another round begins.

    show: an entry as the reader may see it, with `live`. read: the session's own entries, first to last.
    """
    names = naming_of(session)
    for title, shown in _under_headings(session, entries, show, read):
        if title is not None:
            yield StoryLine(title)
        yield StoryLine(line(session.game, shown, names), shown["number"])


def _under_headings(
    session: Session,
    entries: Iterable[Entry | Unreadable],
    show: Callable[[Entry | Unreadable], dict[str, Json]],
    read: Read,
) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Each entry as it is shown, and the heading where it begins a round."""
    position: Snapshot | None = None
    last: str | None = None
    for entry in entries:
        position = _following(session, position, entry, read)
        before, last = last, heading(session.game.moment(position.state))
        yield (last if last != before else None), show(entry)


def _following(session: Session, here: Snapshot | None, entry: Entry | Unreadable, read: Read) -> Snapshot:
    """The session after this entry, from where it stood before it, where that is known."""
    if here is None:
        return session.at(entry.number, read)
    return session.after(here, entry, "", read)
