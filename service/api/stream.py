"""The live stream of a session: entries and view differences, as the viewer may see them.

A client can resume it. It ends with the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from itertools import chain
from typing import Protocol

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.kernel.engine.views import eyes
from domain.kernel.messages import Json
from domain.kernel.session import Session, is_live
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.api.people import people_shown
from service.api.rendering import WithAll, offers_told, table, table_told
from service.api.sessions import described
from service.bootstrap import Services
from service.http.authentication import enter, token_state
from service.http.blueprint import Blueprint
from service.http.formats import EVENTS, LINES, Form, form_for
from service.http.responses import (
    EVENT_ID,
    entry_told,
    everybodys_view,
    parts,
    shown_live,
    version_tag,
    with_import,
)
from service.http.services import services
from service.live_tables.tables import live_tables
from service.problems import Problem
from service.schemas.fields import read_query
from service.schemas.openapi import describe
from service.sessions.commands import WrittenEntry
from service.sessions.errors import NotPlayable, may_be_bent
from service.sessions.live_streams import TooManyOfAnAddress, TooManyStreams, Wakeup
from service.sessions.nudges import NONE, Nudge
from service.sessions.tokens import Principal
from service.support.network import asking_address

# Differences: the parts of a table that differ from the last one sent, and their paths.


class ToldLast:
    """The table that one client received last. It is kept encoded: objects take ten times the memory."""

    def __init__(self) -> None:
        self._sent: bytes | None = None

    def changes(self, told: Json) -> list[Json] | None:
        """`[path, value]` for each part that differs from the last table; None if there was none.

        The next call compares with the table given here.
        """
        before, self._sent = self._sent, msgspec.json.encode(told)
        if before is None:
            return None
        after = msgspec.json.decode(self._sent)
        return [[path, value] for path, value in differences(msgspec.json.decode(before), after)]


def differences(before: Json, after: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Json, Json]]:
    """Yield the path of each part that differs, with its new value.

    A path consists of names and of indexes in lists. A part with other members or another length than before
    is yielded whole, so that no change has to remove anything. So is a list in which objects with an `id`
    have moved: by index all of them would differ. Both are decoded JSON.
    """
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, part in after.items():
            yield from differences(before[name], part, (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and _ids(before) == _ids(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, (*path, place))
    elif type(before) is not type(after) or before != after:
        yield list(path), after


def _ids(things: list[Json]) -> list[Json]:
    """The `id` of each thing in the list, None where it has none."""
    return [thing.get("id") if isinstance(thing, dict) else None for thing in things]


# One live stream: what its client has seen, and what comes next. Waiting in between is done elsewhere.


class Feed(Protocol):
    """The content of a stream. followed: the id of its session or club. `over`: it will send nothing more."""

    services: Services
    followed: str
    form: Form
    over: bool

    def news(self) -> Iterator[bytes]:
        """Yield the frames that are ready."""


BACKLOG_AT_ONCE = 200
ANOTHER = "The log of this session is not the one you know. Perhaps a backup was restored."


class Subscriber:
    """One stream. `over`: it will send nothing more."""

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
        token: Callable[[], object] = lambda: None,
    ) -> None:
        """last: the entry that the client has, with its digest; None: it has nothing yet.

        token: what changes once the token is void, from `token_state`.

        reset: its entries are of another log; a `reset` event says so before it gets the table.
        """
        self.services = found
        self.session_id = self.followed = session_id
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
        self._doubts = found.store.doubts
        self._token_now = token
        self._token = token()
        self._changes_told = 0
        self._told_last = ToldLast()
        nudge = self._nudge()
        missed = last is not None and nudge.is_recent
        self._nudges_told = nudge.count - missed

    def news(self) -> Iterator[bytes]:
        """Yield the ready frames. The stream is over once the session is closed and all of it is sent.

        It is over earlier if the token is revoked, the log cannot be read or the session has expired: the
        client resumes, and gets the reason then.
        """
        try:
            if not self._begun:
                self._begun = True
                yield self.form.beginning
                if self._reset:
                    yield self._reset_told()
                if self._fresh:
                    yield self._table("state")
            if self._token_now() != self._token or self._is_shut_out():
                self.over = True
                return
            self.watch()
            if self._has_lost():
                yield self._reset_told()
                yield self._table("state")
            yield from self._burst()
            position = self.services.handler.known(self.session_id).position
            if position.closed and self._sent >= position.version:
                told = {"version": self._sent, "closed": position.closed}
                self.over = True
                yield self._frame("end", told)
        except (Unavailable, UnknownSession):
            self.over = True

    def _burst(self) -> Iterator[bytes]:
        """Yield the new frames, then the table, joined to the last frame so that a page draws once."""
        sent, held = self._sent, b""
        for frame in chain(self._news(), self._people(), self._nudged()):
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

    def _has_lost(self) -> bool:
        """Whether the log has lost the entry that was sent last, by a failover or a restore.

        The session here may be behind that entry: an earlier one that this process stores is not confirmed.
        """
        found, doubts = self.services, self.services.store.doubts
        session = found.handler.known(self.session_id)
        if doubts == self._doubts and session.version >= self._sent:
            return False
        session = found.handler.look(self.session_id)
        self._doubts = found.store.doubts
        if found.handler.leads_through(session, self._sent, self._digest):
            return False
        self._told_last = ToldLast()
        return True

    def _reset_told(self) -> bytes:
        """Tell the client that its log is not this one; the table of this log follows."""
        session = self.services.handler.look(self.session_id)
        self._stands_at(session)
        return self._frame("reset", {"version": session.version, "detail": ANOTHER})

    def _is_shut_out(self) -> bool:
        """Whether the session was made private, and the stream is that of somebody without a token."""
        if not self.principal.is_stranger:
            return False
        opened = self.services.handler.known(self.session_id).opened
        return self.services.listings.of(self.session_id).visibility_of(opened) == "private"

    def _table(self, event: str) -> bytes:
        """The frame of the current table, with the offers if a principal who may record wants them.

        If more was recorded since the last entry that was sent, `table` shows the later table: its entries
        follow.
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
        viewer = eyes(session.game, session.state, self.principal.viewer)
        waits = found.waits.of(session)
        shown = table(session, session.position, viewer, waits)
        body = described(session, self.principal, found) | shown
        body |= msgspec.to_builtins(
            table_told(found, session, shown, self.wanted, own=(session.state, viewer))
        )
        if "offers" in self.wanted and self.principal.may_record:
            body["now"] = offers_told(found, session, self.principal, self.wanted)
        return body

    def _people(self) -> Iterator[bytes]:
        """Yield the assignments if they have changed. They are unnumbered: a resumed stream repeats them."""
        found = self.services
        changes = found.people.claims(self.session_id).changes
        if changes != self._changes_told:
            self._changes_told = changes
            shown = people_shown(found.handler.known(self.session_id), self.principal, found)
            yield self._frame("people", shown)

    def _nudge(self) -> Nudge:
        """The last nudge of the seat whose stream this is."""
        seat = self.principal.seat if self.principal.role == "seat" else None
        return NONE if seat is None else self.services.hub.nudges.last(self.session_id, seat)

    def _nudged(self) -> Iterator[bytes]:
        """Yield who nudged the seat, if somebody did. A stream that is resumed at once repeats it."""
        nudge = self._nudge()
        if nudge.count != self._nudges_told:
            self._nudges_told = nudge.count
            role, _, seat = nudge.by.partition(":")
            yield self._frame("nudge", {"nudge": nudge.count, "by": {"role": role, "seat": seat or None}})

    def _news(self) -> Iterator[bytes]:
        """Yield the frames of new entries. Streams of the same viewer share the frames of single entries."""
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
            key = (self.form.media, self.session_id, number, self._doubts, *seen)
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
        everybodys = everybodys_view(session, written, self.principal, self.wanted, session.state)
        shown = entry_told(session, shown, self.wanted, self.services.chapters, everybodys)
        return self.form.frame("entry", version_tag(written.entry.number, written.digest), shown)


# The live stream of a session: each entry as the principal may see it; resumable; ends with the session.

routes = Blueprint("stream", __name__, url_prefix="/v1", description="Live streams of sessions.")

LATER = {"Retry-After": "5"}
TAKES_STREAMS = "tablelog.takes_streams"
"""Where a server that serves streams by itself puts into a request's environment whom to hand one to.

Without it, as under gunicorn, each stream holds a thread.
"""
HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "Vary": "Authorization, Accept, Last-Event-ID",
    "X-Accel-Buffering": "no",
}
"""Nobody on the way keeps, compresses or holds back anything of a stream."""

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The id of your last event. The stream continues after it, without an initial `state`.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}(-[0-9a-f]{12})?$"},
}


class StreamQuery(Struct, frozen=True):
    """with: additions for a page: `words`, `board`, `offers`; and `changes`."""

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

    An event `people` says who sits where when that changes, and when you resume after it has changed. An
    event `nudge` tells a seat that others ask it to act. After
    the last entry of a closed session, an event `end` ends the stream; if you already have that entry, the
    answer is 204. With `Accept: application/x-ndjson`, each event is a line of JSON with `id`,
    `last_event_id`, `event` and `data`; empty lines are heartbeats.

    If the id in `Last-Event-ID` is not from this log, for example after a backup was restored, you get an
    event `reset` and then `state`: discard what you have.

    With `?with=`, each burst of entries is followed by an event `table`, with the same content as `state` but
    for the current table. With `changes`, it is followed by an event `change` if this stream has already sent
    a table: `changes` are pairs of a path in that table and its new value.
    """
    query = read_query(StreamQuery)
    session, principal = enter(session_id)
    given = request.headers.get("Last-Event-ID")
    known = None if given is None else EVENT_ID.fullmatch(given)
    if given is not None and known is None:
        raise Problem("malformed-header", "Last-Event-ID must be the id of the last event.")
    last, lineage = (int(known[1]), known[2]) if known is not None else (None, None)
    reset = last is not None and not services().handler.leads_through(session, last, lineage)
    if reset or (last is not None and lineage is None and last > session.version):
        last = None
    if session.position.closed and last == session.version:
        return Response(status=HTTPStatus.NO_CONTENT, headers=HEADERS)
    if request.method == "HEAD":
        return Response(headers=HEADERS, content_type=form_for(request).media)
    form, watch = form_for(request), live_tables().watching(session)
    subscriber = Subscriber(
        services(),
        session_id,
        principal,
        form,
        parts(query.with_),
        watch,
        last,
        lineage or "",
        reset=reset,
        token=token_state(session_id, principal),
    )
    return streamed(subscriber)


def streamed(feed: Feed) -> Response:
    """The answer that is a stream. Raises `Problem` if too many are open."""
    found = feed.services
    with _told_to_wait():
        place = found.hub.take_place(asking_address(request, found.settings.trusted_proxies))
    take_over: Callable[[Feed], None] | None = request.environ.get(TAKES_STREAMS)
    if take_over is not None:
        take_over(feed)
    frames = iter(()) if take_over is not None else waiting(feed)
    response = Response(frames, headers=HEADERS, content_type=feed.form.media)
    response.call_on_close(place.leave)
    return response


def waiting(feed: Feed) -> Iterator[bytes]:
    """The frames of a stream as they come, in a thread of its own that waits for them."""
    wakeup, silence = Wakeup(), feed.services.settings.heartbeat_seconds
    with feed.services.hub.listening(feed.followed, wakeup.notify):
        while not feed.over:
            silent = True
            for frame in feed.news():
                silent = False
                yield frame
            if silent and not feed.over and not wakeup.wait(silence):
                yield feed.form.heartbeat


@contextmanager
def _told_to_wait() -> Iterator[None]:
    """Tells who finds no room for a stream, and why."""
    try:
        yield
    except TooManyOfAnAddress:
        detail = "Your address has too many open streams. Close one, or try again later."
        raise Problem("too-many-requests", detail, headers=LATER) from None
    except TooManyStreams:
        raise Problem("unavailable", "Too many streams are open. Try again later.", headers=LATER) from None
