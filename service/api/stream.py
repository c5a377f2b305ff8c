"""The live stream of a session: each entry as the asker may see it, resumable, over when the session is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from itertools import chain

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session import Session, is_live
from domain.kernel.views import eyes
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.api.differences import ToldLast
from service.api.people import people_shown
from service.api.sessions import described, table
from service.api.telling import WithAll, entry_told, offers_to, offers_told, parts, table_told
from service.bootstrap import Services, services
from service.http.addresses import asking_address
from service.http.arguments import read_query
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.errors import may_be_bent, not_playable
from service.http.problems import Problem
from service.http.responses import shown_live
from service.http.stream_forms import EVENTS, LINES, Form, form_for
from service.live_tables.tables import live_tables
from service.schemas.openapi import describe
from service.sessions.live_streams import Bell, TooManyOfAnAddress, TooManyStreams
from service.sessions.recorder import Written
from service.sessions.tokens import Asker, holder

routes = Blueprint("stream", __name__, url_prefix="/v1", description="What happens, as it happens.")

LATER = {"Retry-After": "5"}
EVENT_NUMBER = re.compile(r"[0-9]{1,15}")
BACKLOG_AT_ONCE = 200
HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "Vary": "Authorization, Accept, Last-Event-ID",
    "X-Accel-Buffering": "no",
}
"""Nobody on the way keeps, compresses or holds back anything of a stream."""

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The last version that you have: the stream goes on after it, without a first view.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
}


class StreamQuery(Struct, frozen=True):
    """with: what is added for a page: `words`, `board`, `offers`; and `changes`."""

    with_: WithAll | None = msgspec.field(default=None, name="with")


@routes.route("/sessions/<session:session_id>/stream")
@describe(
    query=StreamQuery,
    headers=[LAST_EVENT_ID],
    answers={200: {"type": "string"}, 204: None},
    media=(EVENTS.media, LINES.media),
)
def stream(session_id: str) -> Response:
    """Follow a session: an event `state` with the table, then an event `entry` for each entry.

    An event `people` tells who sits where when that changes, and to who resumes once it has changed.
    After the last entry of a closed session comes an event `end`, and the stream is over; who has that entry
    already is answered 204. For `Accept: application/x-ndjson` each event is a line of JSON with `id`,
    `event` and `data`; empty lines are heartbeats.

    With `?with=` each burst of entries is followed by an event `table`: what `state` tells, as it is then.
    With `changes` among that, by an event `change` where this stream has told a table before: `changes` are
    pairs of a path into that table and of what stands there now.
    """
    query = read_query(StreamQuery)
    session, asker = enter(session_id)
    given = request.headers.get("Last-Event-ID")
    if given is not None and not EVENT_NUMBER.fullmatch(given):
        raise Problem("malformed-header", "Last-Event-ID holds the number of the last event.")
    last = None if given is None or int(given) > session.version else int(given)
    if session.position.closed and last == session.version:
        return Response(status=HTTPStatus.NO_CONTENT, headers=HEADERS)
    found, address = services(), asking_address(request, services().settings.trusted_proxies)
    with _told_to_wait():
        found.hub.must_have_room(address)
    form, watch = form_for(request), live_tables().watching(session)
    follower = Follower(found, session_id, asker, form, parts(query.with_), watch, address)
    frames = follower.frames(last)
    return Response(frames, headers=HEADERS, content_type=form.media)


@contextmanager
def _told_to_wait() -> Iterator[None]:
    """Tells who finds no room for a stream, and why."""
    try:
        yield
    except TooManyOfAnAddress:
        detail = "No more streams are kept open for your address. Close some, or wait until others have."
        raise Problem("too-many-requests", detail, headers=LATER) from None
    except TooManyStreams:
        raise Problem("unavailable", "No more streams are kept open here.", headers=LATER) from None


class Follower:
    """One stream: what its client has seen, and what comes next."""

    def __init__(
        self,
        found: Services,
        session_id: str,
        asker: Asker,
        form: Form,
        wanted: frozenset[str],
        watch: Callable[[], None],
        address: str,
    ) -> None:
        self.services = found
        self.session_id = session_id
        self.asker = asker
        self.form = form
        self.wanted = wanted
        self.watch = watch
        self.address = address
        self.epoch = self._epoch_now()
        self.sent = 0
        self.changes_told = 0
        self.told_last = ToldLast()

    def frames(self, last: int | None) -> Iterator[bytes]:
        """Frames until the session is closed and all of it is sent.

        Ends before when the token is revoked, the log cannot be read or the session has expired: the client
        resumes, and is told.
        """
        try:
            with self.services.hub.listening(self.session_id, self.address) as bell:
                yield self.form.beginning
                if last is None:
                    yield self._table("state")
                else:
                    self.sent = last
                yield from self._follow(bell)
        except (TooManyStreams, Unavailable, UnknownSession):
            return

    def _follow(self, bell: Bell) -> Iterator[bytes]:
        while self._epoch_now() == self.epoch:
            sent = self.sent
            self.watch()
            yield from self._burst()
            position = self.services.recorder.known(self.session_id).position
            if position.closed and self.sent >= position.version:
                told = {"version": self.sent, "closed": position.closed}
                yield self.form.frame("end", self.sent, told)
                return
            if sent == self.sent and not bell.wait(self.services.settings.heartbeat_seconds):
                yield self.form.heartbeat

    def _burst(self) -> Iterator[bytes]:
        """What is new, and the table then: in one piece with the last of it, so that a page draws once."""
        sent, held = self.sent, b""
        for frame in chain(self._news(), self._people()):
            if held:
                yield held
            held = frame
        if self.wanted and self.sent > sent:
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
            self.sent = position.version
        self.changes_told = self.services.people.claims(self.session_id).changes
        try:
            told = self._told(session)
            changes = self.told_last.changes(told) if "changes" in self.wanted else None
            if changes is not None:
                return self.form.frame("change", self.sent, {"changes": changes})
            return self.form.frame(event, self.sent, told)
        except Exception:
            if not may_be_bent(session, self.services.registers):
                raise
            problem = not_playable(session).body(f"/v1/sessions/{self.session_id}/stream")
            return self.form.frame("problem", self.sent, problem)

    def _told(self, session: Session) -> dict[str, Json]:
        """What `state` and `table` tell."""
        found = self.services
        shown = table(session, session.position, eyes(session.game, session.state, self.asker.viewer))
        body = described(session, self.asker, found) | shown
        body |= table_told(found, session, shown, self.wanted)
        if "offers" in self.wanted and self.asker.may_record:
            offers = offers_to(session, self.asker, None)
            body["now"] = offers_told(found, session, offers, self.asker, self.wanted)
        return body

    def _people(self) -> Iterator[bytes]:
        """Who sits where, if that has changed. It has no number of its own, so who resumes is told again."""
        found = self.services
        changes = found.people.claims(self.session_id).changes
        if changes != self.changes_told:
            self.changes_told = changes
            shown = people_shown(found.recorder.known(self.session_id), self.asker, found.people)
            yield self.form.frame("people", self.sent, shown)

    def _news(self) -> Iterator[bytes]:
        """What is new. Frames of single entries are shared by all streams with the same eyes."""
        recorder = self.services.recorder
        session = recorder.known(self.session_id)
        if session.version <= self.sent:
            session = recorder.look(self.session_id)
        first, last = self.sent + 1, session.version
        if last - first >= BACKLOG_AT_ONCE:
            for written in recorder.written(session, first, last):
                yield self._render(session, written)
                self.sent = written.entry.number
            return
        finished = session.game.is_finished(session.state)
        for number in range(first, last + 1):
            live = is_live(session.position.live, number)
            seen = (self.asker.viewer, finished, live, "words" in self.wanted)
            key = (self.form.media, self.session_id, number, *seen)
            yield self.services.hub.frame(key, partial(self._read_and_render, session, number))
            self.sent = number

    def _read_and_render(self, session: Session, number: int) -> bytes:
        return self._render(session, next(iter(self.services.recorder.written(session, number, number))))

    def _render(self, session: Session, written: Written) -> bytes:
        shown = entry_told(session, shown_live(session, written, self.asker), self.wanted)
        return self.form.frame("entry", written.entry.number, shown)
