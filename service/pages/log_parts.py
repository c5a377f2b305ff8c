"""Parts of a session's log that a page looks for: entries of some kinds, without reading all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from msgspec import Struct

from domain.kernel.entries import Closed, Noted, Retracted
from domain.kernel.session import Session
from replays.library import read_stored
from service.http.responses import shown_live
from service.http.services import services
from service.pages.entry_lines import LogLine, line_of
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal


def filed_under(session: Session, topics: Collection[str], first: int = 1) -> Iterator[WrittenEntry]:
    """The entries from `first` on that are filed under these topics."""
    for stored in services().store.read(session.id, first, session.version):
        if stored.topic in topics:
            yield WrittenEntry(read_stored(session.game, stored), stored.digest)


def closes(session: Session) -> list[Closed]:
    """The closes of a session, mostly one at the most."""
    if session.position.closed is None:
        return []
    return [w.entry for w in filed_under(session, ("closed",)) if isinstance(w.entry, Closed)]


def taken_back_by(session: Session, number: int) -> int | None:
    """The retraction that took an entry off the live line; None where none is known."""
    end = session.version
    for written in reversed(list(filed_under(session, ("retracted",), number + 1))):
        entry = written.entry
        if isinstance(entry, Retracted) and entry.number <= end:
            if entry.to < number:
                return entry.number
            end = min(entry.to, end)
    return None


class Correction(Struct, frozen=True):
    """A correction that names what it corrects. live: whether it stands."""

    number: int
    reason: str
    live: bool


def corrections_by_entry(
    session: Session, principal: Principal, first: int = 1
) -> dict[int, list[Correction]]:
    """The corrections from `first` on that name an earlier entry, by its number."""
    found: dict[int, list[Correction]] = defaultdict(list)
    if session.position.flagged:
        for written in filed_under(session, ("corrected",), first):
            shown = shown_live(session, written, principal)
            if (about := shown.get("about")) is not None and about < shown["number"]:
                found[about].append(Correction(shown["number"], shown["reason"], shown["live"]))
    return found


def notes_on(session: Session, number: int, principal: Principal) -> list[LogLine]:
    """The notes on an entry that the principal may read."""
    if not session.notes:
        return []
    return [
        line_of(session, written, principal)
        for written in filed_under(session, ("noted",), number + 1)
        if isinstance(written.entry, Noted) and shown_live(session, written, principal).get("about") == number
    ]
