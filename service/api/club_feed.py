"""The feed of a club: what happens in all of its sessions, in one order, as pages and as a live stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from typing import Annotated, NamedTuple

from flask import Response, request
from msgspec import Meta, Struct
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.messages import Json
from domain.kernel.session import Session, is_live
from replays.event_store import LogEntry, Unavailable
from replays.library import UnknownComponentSet, UnknownGame, UnknownSession, read_stored
from service.api.statistics import LARGEST_PAGE, PAGE
from service.api.stream import HEADERS, streamed
from service.bootstrap import Services
from service.http.authentication import enter_club
from service.http.blueprint import Blueprint
from service.http.formats import EVENTS, LINES, Form, form_for
from service.http.responses import answered, entry_told, everybodys_view, shown_live, with_import
from service.http.services import services
from service.problems import Problem
from service.schemas.answers import ClubEvents
from service.schemas.fields import read_query
from service.schemas.openapi import CLUB_CURSOR, LAST_CLUB_EVENT_ID, answer, describe
from service.sessions.clubs import Membership, principal_of
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

routes = Blueprint(
    "club-feed", __name__, url_prefix="/v1", description="What happens in all sessions of a club."
)

NO_SESSION = (UnknownSession, UnknownGame, UnknownComponentSet, UnreadableEntry)
ANOTHER = "The log is not the one you know. Perhaps a backup was restored. All events follow again."


class FeedCursor(NamedTuple):
    """How far somebody has the feed: up to a position in the log, and to the number of a session."""

    position: int
    number: int

    def __str__(self) -> str:
        return f"{self.position}-{self.number}"


BEGINNING = FeedCursor(0, 0)


def cursor_of(text: str) -> FeedCursor:
    """The cursor in the text, which has its form."""
    position, number = map(int, text.split("-"))
    return FeedCursor(position, number)


class FeedEvent(NamedTuple):
    """A session that came to the club, or an entry of one. cursor: how far the feed goes with this event."""

    cursor: FeedCursor
    happened: Membership | LogEntry


def events_after(found: Services, club: str, after: FeedCursor, most: int) -> list[FeedEvent]:
    """The next events of the club, at most so many: first its new sessions, then entries.

    A session is of the club before its first entry is stored. So it is among those that are read here after
    the end of the log, if any of the entries up to that end are its own. Raises `Unavailable`.
    """
    newest = found.store.position()
    members = found.clubs.sessions(club)
    found.hub.follow_club(club, [one.session for one in members])
    came = [one for one in members if one.number > after.number][:most]
    events = [FeedEvent(FeedCursor(after.position, one.number), one) for one in came]
    number = came[-1].number if came else after.number
    room = most - len(events) if newest > after.position else 0
    entries = found.store.since_in([one.session for one in members], after.position, room) if room else []
    known = [entry for entry in entries if entry.position <= newest]
    return events + [FeedEvent(FeedCursor(entry.position, number), entry) for entry in known]


def _told(found: Services, event: FeedEvent, principal: Principal, session: Session | None) -> Json:
    """The event as the principal may see it. session: the entry's; None: it cannot be read."""
    one = event.happened
    if isinstance(one, Membership):
        return {"event": "session", "session": one.session, "number": one.number, "since": one.since}
    told = {"session": one.session, "number": one.number}
    if session is None:
        return {"event": "unreadable", **told}
    try:
        written = WrittenEntry(read_stored(session.game, one), one.digest)
        return {"event": "entry", **told, "entry": entry_shown(found, session, written, principal)}
    except UnreadableEntry:
        return {"event": "unreadable", **told}


def entry_shown(
    found: Services, session: Session, written: WrittenEntry, principal: Principal
) -> dict[str, Json]:
    """An entry of a session of the club, as the principal may see it."""
    shown = with_import(shown_live(session, written, principal), found.imported.known_of(session.id))
    everybodys = everybodys_view(session, written, principal, frozenset(), session.state)
    return entry_told(session, shown, frozenset(), found.chapters, everybodys)


def _session_of(found: Services, event: FeedEvent, *, fresh: bool) -> Session | None:
    """The session of an entry, which has it; None where it cannot be read. Raises `Unavailable`."""
    entry = event.happened
    if isinstance(entry, Membership):
        return None
    try:
        session = found.handler.look(entry.session) if fresh else found.handler.known(entry.session)
        return session if session.version >= entry.number else found.handler.look(entry.session)
    except NO_SESSION:
        return None


# Pages of the feed.


class ClubEventsQuery(Struct, frozen=True):
    """after: the `next` of the last page; without it, from the beginning. limit: events per page."""

    after: Annotated[str, Meta(pattern=f"^{CLUB_CURSOR}$")] = str(BEGINNING)
    limit: Annotated[int, Meta(ge=1, le=LARGEST_PAGE)] = PAGE


@routes.route("/clubs/<session:club_id>/events")
@describe(query=ClubEventsQuery, answers={200: answer(ClubEvents)})
def list_club_events(club_id: str) -> Response:
    """List what happened in all sessions of the club, in the order in which it was recorded.

    An event `session` says that a session came to the club; fetch its earlier entries once. An event `entry`
    contains an entry as your key may see it. Ask again with `next` in `after`: nothing is skipped, and
    nothing is repeated.
    """
    _, key = enter_club(club_id)
    query = read_query(ClubEventsQuery)
    after, found, principal = cursor_of(query.after), services(), principal_of(key.rights)
    events = events_after(found, club_id, after, query.limit)
    items = [_told(found, event, principal, _session_of(found, event, fresh=True)) for event in events]
    following = str(events[-1].cursor if events else after)
    return answered({"items": items, "next": following, "more": len(events) >= query.limit})


# The live stream of the feed.

EVENTS_AT_ONCE = 200


class ClubStreamQuery(Struct, frozen=True):
    """after: the `next` of a page, to continue from there; `Last-Event-ID` is stronger."""

    after: Annotated[str, Meta(pattern=f"^{CLUB_CURSOR}$")] = str(BEGINNING)


@routes.route("/clubs/<session:club_id>/stream")
@describe(
    query=ClubStreamQuery,
    headers=[LAST_CLUB_EVENT_ID],
    answers={200: {"type": "string"}},
    media=(EVENTS.media, LINES.media),
)
def stream_club(club_id: str) -> Response:
    """Follow all sessions of the club: the events of `GET …/events`, as they happen.

    The id of each event is the cursor after it: send it as `Last-Event-ID`, or in `after`, and the stream
    continues there. Sessions that come to the club and that are taken out are followed within a second. The
    stream ends when your key is revoked or replaced. With `Accept: application/x-ndjson`, each event is a
    line of JSON with `id`, `last_event_id`, `event` and `data`; empty lines are heartbeats.

    If your cursor is not from this log, for example after a backup was restored, you get an event `reset`:
    discard what you have. All events follow again.
    """
    query = read_query(ClubStreamQuery)
    _, key = enter_club(club_id)
    given = request.headers.get("Last-Event-ID")
    if given is not None and not re.fullmatch(CLUB_CURSOR, given):
        raise Problem("malformed-header", "Last-Event-ID must be the id of the last event.")
    after = cursor_of(query.after if given is None else given)
    if request.method == "HEAD":
        return Response(status=HTTPStatus.OK, headers=HEADERS, content_type=form_for(request).media)
    found = services()
    ahead = after.number > found.clubs.taken(club_id)
    token = partial(found.clubs.key, club_id, key.holder)
    principal, form = principal_of(key.rights), form_for(request)
    return streamed(ClubSubscriber(found, club_id, principal, form, after, token, ahead=ahead))


class ClubSubscriber:
    """One stream of a club. `over`: it will send nothing more."""

    def __init__(
        self,
        found: Services,
        club: str,
        principal: Principal,
        form: Form,
        after: FeedCursor,
        token: Callable[[], object],
        *,
        ahead: bool,
    ) -> None:
        """token: what changes once the key is void. ahead: the cursor is of another log."""
        self.services = found
        self.followed = club
        self.form = form
        self.over = False
        self._principal = principal
        self._after = after
        self._token_now = token
        self._token = token()
        self._ahead = ahead
        self._begun = False

    def news(self) -> Iterator[bytes]:
        """Yield the ready frames. The stream is over once the key is void, or the log cannot be read."""
        try:
            if not self._begun:
                self._begun = True
                yield self.form.beginning
            while self._token_now() == self._token:
                if self._ahead or self._after.position > self.services.store.position():
                    self._ahead, self._after = False, BEGINNING
                    yield self.form.frame("reset", str(BEGINNING), {"detail": ANOTHER})
                events = events_after(self.services, self.followed, self._after, EVENTS_AT_ONCE)
                for event in events:
                    yield self._frame(event)
                    self._after = event.cursor
                if not events:
                    return
            self.over = True
        except (Unavailable, SQLAlchemyError):
            self.over = True

    def _frame(self, event: FeedEvent) -> bytes:
        """The frame of one event. Streams of the club with the same view share it."""
        found, one = self.services, event.happened
        session = _session_of(found, event, fresh=False)
        seen: tuple[object, ...] = ()
        if session is not None:
            finished = session.game.is_finished(session.state)
            seen = (self._principal.viewer, finished, is_live(session.position.live, one.number))
        key = (self.form.media, self.followed, event.cursor, one.session, found.store.doubts, *seen)
        return found.hub.frame(key, partial(self._render, event, session))

    def _render(self, event: FeedEvent, session: Session | None) -> bytes:
        told = _told(self.services, event, self._principal, session)
        return self.form.frame(told["event"], str(event.cursor), told)
