"""Commands besides actions: corrections, retractions, notes, settings, the close, and what undoes it.

It also says what a retraction takes back or restores, and when the table must get a reason for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.chance import Below
from domain.kernel.components import ComponentSet, InvalidComponents
from domain.kernel.editing.changes import BadChange, Set, address_of, changed, joined, steps_of
from domain.kernel.editing.parts import attested, parts_of, ticks_of, with_invented
from domain.kernel.engine.deriving import ComesOutOtherwise
from domain.kernel.engine.entries import (
    NOT_JSON,
    Amended,
    Closed,
    Corrected,
    Entry,
    Recorded,
    RecordedBy,
    SettingsChange,
    codec_of,
)
from domain.kernel.engine.obstacles import Obstacle
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.engine.views import Unreadable, names_in, state_view
from domain.kernel.messages import PUBLIC, Fact, Json, Viewer
from domain.kernel.secrecy import scalars
from domain.kernel.session import (
    CannotAmend,
    CannotMend,
    NotLive,
    Session,
    UnitOfWork,
    is_live,
    live_before,
    live_numbers,
    newest_undo,
    reveals_secret,
)
from domain.kernel.session.opening import load_components
from domain.kernel.ui.mending import Gesture
from domain.kernel.ui.words import Naming
from service.problems import Problem, invalid, pointed
from service.sessions.commands import Command, CommandHandler, Expecting, Request, stamp_of
from service.sessions.tokens import Principal

# Taking back: what a retraction takes back or brings back, and for which the table is owed a reason.


class TakenBack(NamedTuple):
    """A retraction that goes back to entry `to`.

    entries: what it takes back or, as a redo, brings back; no notes, which are never taken back. others:
    somebody else recorded a part of it; of a redo: somebody else took it back. exposed: somebody had seen
    something of it. needs_a_reason: the table is owed a reason. splits: the first entry of a move of which
    only the later entries are taken back; None where every move goes as a whole.
    """

    to: int
    entries: tuple[Entry | Unreadable, ...]
    others: bool
    exposed: bool
    needs_a_reason: bool
    redo: bool = False
    splits: int | None = None


def taken_back(handler: CommandHandler, session: Session, to: int, by: RecordedBy) -> TakenBack:
    """What going back to the live entry `to` takes back."""
    live = {number for number in live_numbers(session.position.live) if number > to}
    entries = [entry for entry in handler.reading(session)(to + 1, session.version) if entry.number in live]
    return _taking(handler, session, to, entries, by)


def last_step(handler: CommandHandler, session: Session, by: RecordedBy) -> TakenBack | None:
    """What taking back the last move would undo; None where there is nothing to take back."""
    position = session.position
    if position.closed or not position.played:
        return None
    read, last = handler.reading(session), position.played
    newest = list(read(last, last))
    first = next(map(first_of_move, newest), last)
    earlier = (
        [one for one in read(first, last - 1) if is_live(position.live, one.number)] if first < last else []
    )
    entries = [*earlier, *newest]
    return _taking(handler, session, live_before(position.live, first), entries, by)


def brought_back(handler: CommandHandler, session: Session, by: RecordedBy) -> TakenBack | None:
    """The step that undoing the newest retraction would bring back; None where there is none."""
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

    An entry that cannot be read here may have been seen by somebody who could read it.
    """
    steps = tuple(filter(_is_step, entries))
    others = any(isinstance(step, Unreadable) or step.by != by for step in steps)
    reopens = _reopens(handler, session, to)
    exposed = reopens or any(_shows(session, step) for step in steps)
    told_more = reopens or any(_tells_more(session, step) for step in steps)
    first = first_of_move(steps[0]) if steps else None
    splits = first if first is not None and first <= to else None
    return TakenBack(to, steps, others, exposed, needs_a_reason=others or told_more, splits=splits)


def first_of_move(entry: Entry | Unreadable) -> int:
    """The number of the first entry of the move that the entry is a part of."""
    return entry.first_of_move if isinstance(entry, Recorded) else entry.number


def _is_step(entry: Entry | Unreadable) -> bool:
    """Whether it did something to the table, or may have."""
    return isinstance(entry, Recorded | Corrected | Amended | Unreadable)


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

    A die or a card that the table rolled or drew was seen there, and not learned from the log: correcting a
    typing error reveals nothing. A draw of the engine stays known.
    """
    if not isinstance(entry, Recorded):
        return isinstance(entry, Unreadable)
    facts = _facts(session, entry)
    if facts is None or any(outcome.source == "drawn" for outcome in entry.outcomes):
        return True
    typed = frozenset(_typed(entry))
    return any(session.game.secrecy.tells_more(fact, entry.by.seat, typed) for fact in facts)


def _typed(entry: Recorded) -> Iterator[Json]:
    """Yield the values of its outcomes: all that are in a member that holds an outcome."""
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


# Commands besides actions: corrections, retractions, notes, settings, the close.

MOST_TOLD = 3
"""Obstacles that the sentence of a refusal names; its member `stuck` lists them all."""


class Sender(NamedTuple):
    """Whose command it is, on which session, and what tells it from others. moved_at: when it happened.

    author: in whose name it is recorded; None: in the sender's own.
    """

    session: Session
    principal: Principal
    request: Request
    expecting: Expecting
    moved_at: str | None
    author: Principal | None = None


class OneEntry(Command):
    """A command that makes one entry, which its sender is shown."""

    def __init__(self, sender: Sender, handler: CommandHandler) -> None:
        super().__init__(sender.session.id, (sender.request,), sender.expecting)
        self.principal = sender.principal
        self.stamp = stamp_of(sender.author or sender.principal, sender.request, sender.moved_at)
        self.handler = handler


class GesturesSeen(NamedTuple):
    """Gestures on a board, the viewer who made them, and what things are called there."""

    gestures: Sequence[Gesture]
    viewer: Viewer
    naming: Naming


class Correct(OneEntry):
    """Facts without the rules' consent. Refused where play could not continue, unless that is accepted."""

    def __init__(
        self,
        sender: Sender,
        handler: CommandHandler,
        tree: dict[str, Any],
        gestures: GesturesSeen | None = None,
        *,
        is_rehearsed: bool,
    ) -> None:
        """tree: the body of the request, found sound. gestures: what it has instead of facts."""
        super().__init__(sender, handler)
        self._tree = tree
        self._gestures = gestures
        self._is_rehearsed = is_rehearsed
        self._may_be_stuck = is_rehearsed or bool(tree.get("accept_stuck"))

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the correction. Raises `Problem`, and what `UnitOfWork.correct` raises."""
        self.handler.quotas.must_take_a_mending(work)
        facts = self._tree.get("facts") if self._gestures is None else self._mended(work, self._gestures)
        if not facts and self._is_rehearsed:
            return
        try:
            work.correct(facts or (), self._tree["reason"], self.stamp, about=self._tree.get("about"))
        except msgspec.ValidationError as error:
            raise invalid([pointed(str(error))]) from error
        if not self._may_be_stuck and (found := work.obstacles()):
            raise _stuck(work, found)

    def _mended(self, work: UnitOfWork, seen: GesturesSeen) -> list[Json]:
        try:
            facts = work.facts_of(*seen)
        except CannotMend as error:
            raise invalid([(f"/gestures/{error.index}", str(error))]) from error
        if not facts and not self._is_rehearsed:
            raise invalid([("/gestures", "They change nothing. Send at least one that does.")])
        return facts


class Retract(OneEntry):
    """Back to an earlier entry, or forth to the one before the newest retraction. `step`: all of it."""

    def __init__(
        self, sender: Sender, handler: CommandHandler, to: int, reason: str | None, *, is_rehearsed: bool
    ) -> None:
        super().__init__(sender, handler)
        self.step: TakenBack | None = None
        self._to = to
        self._reason = reason
        self._is_rehearsed = is_rehearsed

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the retraction. Raises `Problem`, and `NotLive` if it is not an entry to go back to."""
        self.handler.quotas.must_take_a_mending(work)
        self.step = step = self._going_back(work.session)
        if step.needs_a_reason:
            if not self.principal.records_for_all:
                raise Problem("not-allowed", "You need the token of a recorder, the scribe or the owner.")
            if self._reason is None and not self._is_rehearsed:
                raise invalid(
                    [
                        (
                            "/reason",
                            "Give a reason, because others recorded part of it or learned something from it.",
                        )
                    ]
                )
        work.retract(self._to, self._reason or "", self.stamp, exposed=step.exposed)

    def _going_back(self, session: Session) -> TakenBack:
        to, by = self._to, self.principal.recorded_by()
        if to < session.version and is_live(session.position.live, to):
            step = taken_back(self.handler, session, to, by)
            if not step.entries and not session.position.lost:
                raise NotLive(f"Nothing that can be taken back came after entry {to}. Notes stay.")
            return step
        redo = brought_back(self.handler, session, by)
        if redo is None or redo.to != to:
            raise NotLive(f"Entry {to} is not an earlier live entry of this session.")
        return redo


class AddNote(OneEntry):
    """A text, on an entry or on the session."""

    def __init__(
        self,
        sender: Sender,
        handler: CommandHandler,
        text: str,
        about: int | None,
        visible_to: tuple[str, ...] | None,
    ) -> None:
        super().__init__(sender, handler)
        self._text = text
        self._about = about
        self._visible_to = visible_to

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the note. Raises `Problem`, and `NotLive` for an entry that there is not."""
        self.handler.quotas.must_take_a_note(work, self.principal)
        work.note(self._text, self.stamp, about=self._about, visible_to=self._visible_to)


class Amend(OneEntry):
    """Parts of the component set as they are in the box on the table: the session is read with them.

    parts: address → content. confirmed: addresses of parts that stay. keep: stores the new set, before the
    entry that names it; None: nothing is stored.
    """

    def __init__(
        self,
        sender: Sender,
        handler: CommandHandler,
        parts: Mapping[str, Json],
        confirmed: Sequence[str],
        keep: Callable[[ComponentSet, ComponentSet], None] | None,
    ) -> None:
        super().__init__(sender, handler)
        self._parts = parts
        self._confirmed = confirmed
        self._keep = keep

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the amendment. Raises `Problem`, and what `UnitOfWork.amend` raises."""
        self.handler.quotas.must_take_a_mending(work)
        before = work.position.components
        addresses = [*self._parts, *(one for one in self._confirmed if one not in self._parts)]
        if not self.principal.viewer.sees_all:
            _must_be_public(work, addresses)
        components = self._amended(work, addresses)
        try:
            work.amend(components, addresses, self.stamp)
        except CannotAmend as error:
            raise Problem("cannot-amend", str(error)) from error
        except ComesOutOtherwise as error:
            number = error.number if self.principal.viewer.sees_all else None
            told = "The log depends on it." if number is None else f"Entry {number} depends on it. {error}"
            keep = "Take the session back to before that, or keep the change for the next session."
            raise Problem("cannot-amend", f"{told} {keep}", entry=number) from error
        if self._keep is not None:
            self._keep(components, before)

    def _amended(self, work: UnitOfWork, addresses: Sequence[str]) -> ComponentSet:
        editing, before = work.game.editing, work.position.components.document
        if editing is None:
            raise Problem("cannot-amend", "Component sets of this game cannot be edited.")
        known = parts_of(editing, before)
        if unknown := [address for address in addresses if address not in known]:
            raise invalid([(f"/parts/{joined([one])}", "The set has no such part.") for one in unknown])
        changes = [Set(address, content) for address, content in self._parts.items()]
        try:
            document = changed(dict(before), changes)
        except BadChange as error:
            raise invalid([(f"/parts/{joined([error.at])}", error.reason)]) from error
        ticks, now = attested(editing, before), parts_of(editing, document)
        learnt = ticks_of({address: now[address] for address in addresses if address in now})
        if learnt.items() <= ticks.items():
            raise invalid([("", "Nothing changes: the set has these parts already, and they are confirmed.")])
        try:
            return load_components(work.game, with_invented(editing, document, ticks | learnt), new=True)
        except InvalidComponents as error:
            raise _faulty_part(error, document) from error


def _faulty_part(error: InvalidComponents, document: Json) -> Problem:
    faults = [
        {"pointer": f"/parts/{joined([address_of(document, fault.pointer)])}", "detail": fault.message}
        for fault in error.faults
    ]
    return Problem("invalid-component-set", error.faults[0].message, errors=faults)


def _must_be_public(work: UnitOfWork, addresses: Sequence[str]) -> None:
    """A seat amends what lies open: the row of a card that someone may still hide stays as it is."""
    shown = names_in(state_view(work.game, work.position.state, PUBLIC))
    for address in addresses:
        if _row_of(address) not in shown:
            raise Problem(
                "not-allowed",
                "You can amend only cards and places that everybody sees now. "
                "The scribe and the owner can amend the others.",
            )


def _row_of(address: str) -> str:
    """The id of the row that an address ends with."""
    return steps_of(address)[-1]


class ChangeSettings(OneEntry):
    """A change of the table's settings, by its owner."""

    def __init__(self, sender: Sender, handler: CommandHandler, change: SettingsChange) -> None:
        super().__init__(sender, handler)
        self._change = change

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the change. Raises `Problem`, also where nothing would change."""
        self.handler.quotas.must_take_a_mending(work)
        settings = work.position.settings
        if settings.changed(self._change) == settings:
            raise invalid(
                [("", "Nothing changes: the table has these settings already. Send another value.")]
            )
        work.change_settings(self._change, self.stamp)


class SayWhen(OneEntry):
    """When the game was played, as its owner says."""

    def __init__(self, sender: Sender, handler: CommandHandler, said: TimeOfPlay) -> None:
        super().__init__(sender, handler)
        self._said = said

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add what is said. Raises `Problem`, also where nothing would change."""
        self.handler.quotas.must_take_a_note(work, self.principal)
        if work.position.when == self._said:
            raise invalid([("", "Nothing changes: this is known already. Send another time.")])
        work.say_when(self._said, self.stamp)


class CloseSession(OneEntry):
    """The end of a session. outcome: None: as the table stands. reveal: the owner asks for the secret."""

    def __init__(self, sender: Sender, handler: CommandHandler, outcome: str | None, *, reveal: bool) -> None:
        super().__init__(sender, handler)
        self._outcome = outcome
        self._reveal = reveal

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the close. Raises `Problem`."""
        finished = work.game.is_finished(work.position.state)
        if self._outcome == "finished" and not finished:
            raise Problem(
                "not-finished",
                "The game is not finished. Close it as abandoned, or record what is missing.",
                version=work.session.version,
            )
        outcome = self._outcome or ("finished" if finished else "abandoned")
        by_itself = reveals_secret(work.game, outcome)
        revealed = self._secret_to_reveal(work) if by_itself or self._reveal else None
        asked_for = self._reveal and not by_itself and revealed is not None
        work.close(outcome, revealed, self.stamp, on_request=asked_for)

    def _secret_to_reveal(self, work: UnitOfWork) -> str | None:
        """The secret; None where it is kept elsewhere and decided nothing. Raises `SecretElsewhere`.

        Where it is kept elsewhere, an earlier close may have revealed it.
        """
        session = work.session
        if self.handler.registers.secret(session.id) is None:
            if work.position.revealed:
                entries = (written.entry for written in self.handler.written(session, 1, session.version))
                return next(entry.secret for entry in entries if isinstance(entry, Closed) and entry.secret)
            if work.position.draws == 0:
                return None
        return self.handler.secret(session.id).hex()


def _stuck(work: UnitOfWork, found: Sequence[Obstacle]) -> Problem:
    return Problem(
        "table-stuck",
        f"{' '.join(obstacle.message for obstacle in found[:MOST_TOLD])} Add the facts that are missing, "
        "or send the correction with `accept_stuck: true` to record it anyway.",
        stuck=msgspec.to_builtins(found),
        version=work.session.version,
    )


# Whether a session counts, and reopening it: commands of the owner, and of organisers of its club.


class ReopenSession(OneEntry):
    """A closed session takes entries again."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str) -> None:
        super().__init__(sender, handler)
        self._reason = reason

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Full`, and `NotClosed` if the session is open."""
        self.handler.quotas.must_take_putting_right(work)
        work.reopen(self._reason, self.stamp)


class VoidSession(OneEntry):
    """A session counts in no statistics. replaced_by: the session that was recorded instead of it."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str, replaced_by: str | None) -> None:
        super().__init__(sender, handler)
        self._reason = reason
        self._replaced_by = replaced_by

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Problem`, and `AlreadySo` if nothing would change."""
        self.handler.quotas.must_take_putting_right(work)
        if self._replaced_by == work.session.id:
            raise invalid([("/replaced_by", "A session cannot replace itself. Name another session.")])
        work.void(self._reason, self.stamp, replaced_by=self._replaced_by)


class ReinstateSession(OneEntry):
    """A void session counts again."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str) -> None:
        super().__init__(sender, handler)
        self._reason = reason

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Full`, and `AlreadySo` if the session is not void."""
        self.handler.quotas.must_take_putting_right(work)
        work.reinstate(self._reason, self.stamp)
