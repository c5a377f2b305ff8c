"""One live stream: what its client has seen, and what comes next. Who waits in between is no matter here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

import msgspec

from domain.kernel.messages import Json
from domain.kernel.session import Session, is_live
from domain.kernel.views import eyes
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.api.differences import ToldLast
from service.api.people import people_shown
from service.api.sessions import described, table
from service.api.telling import offers_told, table_told
from service.bootstrap import Services
from service.http.preconditions import version_tag
from service.http.responses import entry_told, shown_live, with_import
from service.http.stream_forms import Form
from service.sessions.actions import offers_to
from service.sessions.commands import WrittenEntry
from service.sessions.errors import NotPlayable, may_be_bent
from service.sessions.tokens import Principal, holder

BACKLOG_AT_ONCE = 200
ANOTHER = "The log of this session is another one than you know: perhaps a backup was restored."


class Subscriber:
    """One stream. `over`: it has nothing to say any more."""

    def __init__(
        self,
        found: Services,
        session_id: str,
        principal: Principal,
        form: Form,
        wanted: frozenset[str],
        watch: Callable[[], None],
        last: int | None,
        digest: str = "",
        *,
        reset: bool = False,
    ) -> None:
        """last: the entry that the client has, with its digest; None: it has nothing yet.

        reset: what it has is of another log, and it is told so before it gets the table.
        """
        self.services = found
        self.session_id = session_id
        self.principal = principal
        self.form = form
        self.wanted = wanted
        self.watch = watch
        self.over = False
        self._begun = False
        self._fresh = last is None
        self._sent = last or 0
        self._digest = digest
        self._reset = reset
        self._epoch = self._epoch_now()
        self._changes_told = 0
        self._told_last = ToldLast()

    def news(self) -> Iterator[bytes]:
        """The frames that there are now. The stream is over when the session is closed and all of it is sent.

        It is over before when the token is revoked, the log cannot be read or the session has expired: the
        client resumes, and is told.
        """
        try:
            if not self._begun:
                self._begun = True
                yield self.form.beginning
                if self._reset:
                    yield self._reset_told()
                if self._fresh:
                    yield self._table("state")
            if self._epoch_now() != self._epoch:
                self.over = True
                return
            self.watch()
            yield from self._burst()
            position = self.services.handler.known(self.session_id).position
            if position.closed and self._sent >= position.version:
                told = {"version": self._sent, "closed": position.closed}
                self.over = True
                yield self._frame("end", told)
        except (Unavailable, UnknownSession):
            self.over = True

    def _burst(self) -> Iterator[bytes]:
        """What is new, and the table then: in one piece with the last of it, so that a page draws once."""
        sent, held = self._sent, b""
        for frame in chain(self._news(), self._people()):
            if held:
                yield held
            held = frame
        if self.wanted and self._sent > sent:
            held += self._table("table")
        if held:
            yield held

    def _frame(self, event: str, body: object) -> bytes:
        return self.form.frame(event, version_tag(self._sent, self._digest), body)

    def _stands_at(self, session: Session) -> None:
        self._sent, self._digest = session.version, session.position.digest

    def _reset_told(self) -> bytes:
        """That the client's log is another one; the table of this one follows."""
        session = self.services.handler.look(self.session_id)
        self._stands_at(session)
        return self._frame("reset", {"version": session.version, "detail": ANOTHER})

    def _epoch_now(self) -> int:
        name = holder(self.principal.role, self.principal.seat)
        return self.services.registers.epochs(self.session_id).get(name, 0)

    def _table(self, event: str) -> bytes:
        """The table as it stands, and what may be done now where that is wanted of who may do it.

        Where more was recorded since the last entry that was sent, `table` tells of the later table: its
        entries follow.
        """
        session = self.services.handler.look(self.session_id)
        if event == "state":
            self._stands_at(session)
        self._changes_told = self.services.people.claims(self.session_id).changes
        try:
            told = self._told(session)
            changes = self._told_last.changes(told) if "changes" in self.wanted else None
            if changes is not None:
                return self._frame("change", {"changes": changes})
            return self._frame(event, told)
        except Exception:
            if not may_be_bent(session, self.services.registers):
                raise
            problem = NotPlayable(session).body(f"/v1/sessions/{self.session_id}/stream")
            return self._frame("problem", problem)

    def _told(self, session: Session) -> dict[str, Json]:
        """What `state` and `table` tell."""
        found = self.services
        shown = table(session, session.position, eyes(session.game, session.state, self.principal.viewer))
        body = described(session, self.principal, found) | shown
        body |= msgspec.to_builtins(table_told(found, session, shown, self.wanted))
        if "offers" in self.wanted and self.principal.may_record:
            offers = offers_to(session, self.principal, None)
            body["now"] = offers_told(found, session, offers, self.principal, self.wanted)
        return body

    def _people(self) -> Iterator[bytes]:
        """Who sits where, if that has changed. It has no number of its own, so who resumes is told again."""
        found = self.services
        changes = found.people.claims(self.session_id).changes
        if changes != self._changes_told:
            self._changes_told = changes
            shown = people_shown(found.handler.known(self.session_id), self.principal, found.people)
            yield self._frame("people", shown)

    def _news(self) -> Iterator[bytes]:
        """What is new. Frames of single entries are shared by all streams with the same eyes."""
        handler = self.services.handler
        session = handler.known(self.session_id)
        if session.version <= self._sent:
            session = handler.look(self.session_id)
        first, last = self._sent + 1, session.version
        if last - first >= BACKLOG_AT_ONCE:
            for written in handler.written(session, first, last):
                yield self._render(session, written)
                self._sent, self._digest = written.entry.number, written.digest
            return
        finished = session.game.is_finished(session.state)
        for number in range(first, last + 1):
            live = is_live(session.position.live, number)
            seen = (self.principal.viewer, finished, live, "words" in self.wanted)
            key = (self.form.media, self.session_id, number, *seen)
            yield self.services.hub.frame(key, partial(self._render_one, session, number))
            self._sent = number
        if first <= last:
            self._digest = session.position.digest

    def _render_one(self, session: Session, number: int) -> bytes:
        written = self.services.hub.in_hand(self.session_id, number)
        if written is None:
            written = next(iter(self.services.handler.written(session, number, number)))
        return self._render(session, written)

    def _render(self, session: Session, written: WrittenEntry) -> bytes:
        imported = self.services.imported.known_of(self.session_id)
        shown = with_import(shown_live(session, written, self.principal), imported)
        shown = entry_told(session, shown, self.wanted)
        return self.form.frame("entry", version_tag(written.entry.number, written.digest), shown)
