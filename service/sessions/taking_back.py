"""Taking back: what a retraction takes back or brings back, and for which the table is owed a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.kernel.entries import NOT_JSON, Corrected, Entry, Recorded, RecordedBy, codec_of
from domain.kernel.messages import Fact, Json
from domain.kernel.secrecy import scalars
from domain.kernel.session import Session, is_live, live_before, live_numbers, newest_undo
from domain.kernel.unreadable import Unreadable
from service.sessions.commands import CommandHandler


class TakenBack(NamedTuple):
    """A retraction that goes back to entry `to`.

    entries: what it takes back or, as a redo, brings back; no notes, which are never taken back. others:
    somebody else recorded a part of it; of a redo: somebody else took it back. exposed: somebody had seen
    something of it. needs_a_reason: the table is owed a reason.
    """

    to: int
    entries: tuple[Entry | Unreadable, ...]
    others: bool
    exposed: bool
    needs_a_reason: bool
    redo: bool = False


def taken_back(handler: CommandHandler, session: Session, to: int, by: RecordedBy) -> TakenBack:
    """What going back to the live entry `to` takes back."""
    live = {number for number in live_numbers(session.position.live) if number > to}
    entries = [entry for entry in handler.reading(session)(to + 1, session.version) if entry.number in live]
    return _taking(handler, session, to, entries, by)


def last_step(handler: CommandHandler, session: Session, by: RecordedBy) -> TakenBack | None:
    """What taking back the last step would undo; None where there is nothing to take back."""
    position = session.position
    if position.closed or not position.played:
        return None
    entries = handler.reading(session)(position.played, position.played)
    return _taking(handler, session, live_before(position.live, position.played), list(entries), by)


def brought_back(handler: CommandHandler, session: Session, by: RecordedBy) -> TakenBack | None:
    """What the redo of the newest retraction would bring back; None where there is nothing to bring back."""
    if session.position.closed:
        return None
    read = handler.reading(session)
    undo = newest_undo(session.position, lambda number: session.at(number, read), read)
    if undo is None:
        return None
    to, now = undo.number - 1, session.position.live
    then = live_numbers(session.at(to, read).live)
    gone = {number for number in then if number > undo.to and not is_live(now, number)}
    entries = tuple(e for e in read(undo.to + 1, to) if e.number in gone and _is_step(e))
    if not entries:
        return None
    others = undo.by != by
    return TakenBack(to, entries, others, exposed=False, needs_a_reason=others, redo=True)


def _taking(
    handler: CommandHandler, session: Session, to: int, entries: list[Entry | Unreadable], by: RecordedBy
) -> TakenBack:
    """What taking back these live entries and going back to `to` undoes.

    What cannot be read may have been seen by somebody who could.
    """
    steps = tuple(filter(_is_step, entries))
    others = any(isinstance(step, Unreadable) or step.by != by for step in steps)
    reopens = _reopens(handler, session, to)
    exposed = reopens or any(_shows(session, step) for step in steps)
    told_more = reopens or any(_tells_more(session, step) for step in steps)
    return TakenBack(to, steps, others, exposed, needs_a_reason=others or told_more)


def _is_step(entry: Entry | Unreadable) -> bool:
    """Whether it did something to the table, or may have."""
    return isinstance(entry, Recorded | Corrected | Unreadable)


def _facts(session: Session, entry: Recorded) -> tuple[Fact, ...] | None:
    """The facts of an entry; None where they cannot be read."""
    try:
        return codec_of(session.game).facts.decode(entry.facts)
    except NOT_JSON:
        return None


def _shows(session: Session, entry: Entry | Unreadable) -> bool:
    """Whether somebody saw something of it that taking it back leaves known."""
    if not isinstance(entry, Recorded):
        return isinstance(entry, Unreadable)
    facts = _facts(session, entry)
    return facts is None or bool(entry.outcomes) or any(session.game.exposes(fact) for fact in facts)


def _tells_more(session: Session, entry: Entry | Unreadable) -> bool:
    """Whether somebody learned something from it, beyond what its author typed in.

    A die or a card that the table rolled or drew was seen there, and not learned from the log: whoever typed
    it wrongly tells nobody anything by typing it again. What the engine drew is known for good.
    """
    if not isinstance(entry, Recorded):
        return isinstance(entry, Unreadable)
    facts = _facts(session, entry)
    if facts is None or any(outcome.source == "drawn" for outcome in entry.outcomes):
        return True
    typed = frozenset(_typed(entry))
    return any(session.game.secrecy.tells_more(fact, entry.by.seat, typed) for fact in facts)


def _typed(entry: Recorded) -> Iterator[Json]:
    """The values of its outcomes: all that stand in a member that holds one."""
    action = msgspec.json.decode(entry.action)
    for outcome in entry.outcomes:
        found = action
        for step in outcome.field.split("/"):
            if isinstance(found, list) and step.isdecimal() and int(step) < len(found):
                found = found[int(step)]
            else:
                found = found.get(step) if isinstance(found, dict) else None
        yield from scalars(found)


def _reopens(handler: CommandHandler, session: Session, to: int) -> bool:
    """Whether a table that opened at its end would be hidden again."""
    game = session.game
    if not game.opens_when_finished or not game.is_finished(session.state):
        return False
    return not game.is_finished(session.at(to, handler.reading(session)).state)
