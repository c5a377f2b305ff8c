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
from service.api.telling import entry_told, offers_to, offers_told, table_told
from service.bootstrap import Services
from service.http.errors import may_be_bent, not_playable
from service.http.responses import shown_live
from service.http.stream_forms import Form
from service.sessions.recorder import Written
from service.sessions.tokens import Asker, holder

BACKLOG_AT_ONCE = 200


class Follower:
    """One stream. `over`: it has nothing to say any more."""

    def __init__(
        self,
        found: Services,
        session_id: str,
        asker: Asker,
        form: Form,
        wanted: frozenset[str],
        watch: Callable[[], None],
        last: int | None,
    ) -> None:
        """last: the entry that the client has; None: it has nothing yet."""
        self.services = found
        self.session_id = session_id
        self.asker = asker
        self.form = form
        self.wanted = wanted
        self.watch = watch
        self.over = False
        self._begun = False
        self._fresh = last is None
        self._sent = last or 0
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
                if self._fresh:
                    yield self._table("state")
            if self._epoch_now() != self._epoch:
                self.over = True
                return
            self.watch()
            yield from self._burst()
            position = self.services.recorder.known(self.session_id).position
            if position.closed and self._sent >= position.version:
                told = {"version": self._sent, "closed": position.closed}
                self.over = True
                yield self.form.frame("end", self._sent, told)
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

    def _epoch_now(self) -> int:
        name = holder(self.asker.role, self.asker.seat)
        return self.services.registers.epochs(self.session_id).get(name, 0)

    def _table(self, event: str) -> bytes:
        """The table as it stands, and what may be done now where that is wanted of who may do it.

        Where more was recorded since the last entry that was sent, `table` tells of the later table: its
        entries follow.
        """
        session = self.services.recorder.look(self.session_id)
        position = session.position
        if event == "state":
            self._sent = position.version
        self._changes_told = self.services.people.claims(self.session_id).changes
        try:
            told = self._told(session)
            changes = self._told_last.changes(told) if "changes" in self.wanted else None
            if changes is not None:
                return self.form.frame("change", self._sent, {"changes": changes})
            return self.form.frame(event, self._sent, told)
        except Exception:
            if not may_be_bent(session, self.services.registers):
                raise
            problem = not_playable(session).body(f"/v1/sessions/{self.session_id}/stream")
            return self.form.frame("problem", self._sent, problem)

    def _told(self, session: Session) -> dict[str, Json]:
        """What `state` and `table` tell."""
        found = self.services
        shown = table(session, session.position, eyes(session.game, session.state, self.asker.viewer))
        body = described(session, self.asker, found) | shown
        body |= msgspec.to_builtins(table_told(found, session, shown, self.wanted))
        if "offers" in self.wanted and self.asker.may_record:
            offers = offers_to(session, self.asker, None)
            body["now"] = offers_told(found, session, offers, self.asker, self.wanted)
        return body

    def _people(self) -> Iterator[bytes]:
        """Who sits where, if that has changed. It has no number of its own, so who resumes is told again."""
        found = self.services
        changes = found.people.claims(self.session_id).changes
        if changes != self._changes_told:
            self._changes_told = changes
            shown = people_shown(found.recorder.known(self.session_id), self.asker, found.people)
            yield self.form.frame("people", self._sent, shown)

    def _news(self) -> Iterator[bytes]:
        """What is new. Frames of single entries are shared by all streams with the same eyes."""
        recorder = self.services.recorder
        session = recorder.known(self.session_id)
        if session.version <= self._sent:
            session = recorder.look(self.session_id)
        first, last = self._sent + 1, session.version
        if last - first >= BACKLOG_AT_ONCE:
            for written in recorder.written(session, first, last):
                yield self._render(session, written)
                self._sent = written.entry.number
            return
        finished = session.game.is_finished(session.state)
        for number in range(first, last + 1):
            live = is_live(session.position.live, number)
            seen = (self.asker.viewer, finished, live, "words" in self.wanted)
            key = (self.form.media, self.session_id, number, *seen)
            yield self.services.hub.frame(key, partial(self._render_one, session, number))
            self._sent = number

    def _render_one(self, session: Session, number: int) -> bytes:
        written = self.services.hub.in_hand(self.session_id, number)
        if written is None:
            written = next(iter(self.services.recorder.written(session, number, number)))
        return self._render(session, written)

    def _render(self, session: Session, written: Written) -> bytes:
        shown = entry_told(session, shown_live(session, written, self.asker), self.wanted)
        return self.form.frame("entry", written.entry.number, shown)
