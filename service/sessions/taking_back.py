"""Taking back: what a retraction would undo, and what cannot be undone by it since somebody saw it."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.entries import NOT_JSON, Corrected, Entry, Recorded, RecordedBy, codec_of
from domain.kernel.session import Session, live_before, live_numbers
from domain.kernel.unreadable import Unreadable
from service.sessions.recorder import Recorder


class TakenBack(NamedTuple):
    """What going back to entry `to` takes back.

    others: something that somebody else recorded. exposed: something that somebody had seen.
    """

    to: int
    others: bool
    exposed: bool

    @property
    def needs_a_reason(self) -> bool:
        """Whether the table is told why: not for a slip of one's own that showed nothing."""
        return self.others or self.exposed


def taken_back(recorder: Recorder, session: Session, to: int, by: RecordedBy) -> TakenBack:
    """What going back to the live entry `to` takes back."""
    live = {number for number in live_numbers(session.position.live) if number > to}
    entries = [entry for entry in recorder.reading(session)(to + 1, session.version) if entry.number in live]
    return _taking(recorder, session, to, entries, by)


def last_step(recorder: Recorder, session: Session, by: RecordedBy) -> TakenBack | None:
    """What taking back the last step would undo; None where there is nothing to take back."""
    position = session.position
    if position.closed or not position.played:
        return None
    entries = recorder.reading(session)(position.played, position.played)
    return _taking(recorder, session, live_before(position.live, position.played), list(entries), by)


def _taking(
    recorder: Recorder, session: Session, to: int, entries: list[Entry | Unreadable], by: RecordedBy
) -> TakenBack:
    """What taking back these live entries and going back to `to` undoes.

    What cannot be read may have been seen by somebody who could.
    """
    others = any(isinstance(entry, Unreadable) or entry.by != by for entry in entries if not _is_note(entry))
    exposed = any(
        isinstance(entry, Unreadable) or (isinstance(entry, Recorded) and _shows(session, entry))
        for entry in entries
    )
    return TakenBack(to, others, exposed or _reopens(recorder, session, to))


def _is_note(entry: Entry | Unreadable) -> bool:
    return not isinstance(entry, Recorded | Corrected | Unreadable)


def _shows(session: Session, entry: Recorded) -> bool:
    try:
        facts = codec_of(session.game).facts.decode(entry.facts)
    except NOT_JSON:
        return True
    return bool(entry.outcomes) or any(session.game.exposes(fact) for fact in facts)


def _reopens(recorder: Recorder, session: Session, to: int) -> bool:
    """Whether a table that opened at its end would be hidden again."""
    game = session.game
    if not game.opens_when_finished or not game.is_finished(session.state):
        return False
    return not game.is_finished(session.at(to, recorder.reading(session)).state)
