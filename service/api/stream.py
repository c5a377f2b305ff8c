"""The live stream of a session: each entry as the principal may see it; resumable; ends with the session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

import msgspec
from flask import Response, request
from msgspec import Struct

from service.api.following import Subscriber
from service.api.telling import WithAll
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.preconditions import EVENT_ID
from service.http.responses import parts
from service.http.services import services
from service.http.stream_forms import EVENTS, LINES, form_for
from service.live_tables.tables import live_tables
from service.network.addresses import asking_address
from service.problems import Problem
from service.schemas.arguments import read_query
from service.schemas.openapi import describe
from service.sessions.live_streams import TooManyOfAnAddress, TooManyStreams, Wakeup

routes = Blueprint("stream", __name__, url_prefix="/v1", description="What happens, as it happens.")

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
    "description": "The id of your last event: the stream continues after it, without a first view.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}(-[0-9a-f]{12})?$"},
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
    `last_event_id`, `event` and `data`; empty lines are heartbeats.

    Where the id in `Last-Event-ID` is not of this log, as after a backup was restored, an event `reset` says
    so, and `state` follows: forget what you have.

    With `?with=` each burst of entries is followed by an event `table`: what `state` tells, as it is then.
    With `changes` among that, by an event `change` where this stream has told a table before: `changes` are
    pairs of a path into that table and of what stands there now.
    """
    query = read_query(StreamQuery)
    session, principal = enter(session_id)
    given = request.headers.get("Last-Event-ID")
    known = None if given is None else EVENT_ID.fullmatch(given)
    if given is not None and known is None:
        raise Problem("malformed-header", "Last-Event-ID must be the id of the last event.")
    last, lineage = (int(known[1]), known[2]) if known is not None else (None, None)
    reset = last is not None and not services().handler.leads_through(session, last, lineage)
    if reset or (last is not None and last > session.version):
        last = None
    if session.position.closed and last == session.version:
        return Response(status=HTTPStatus.NO_CONTENT, headers=HEADERS)
    if request.method == "HEAD":
        return Response(headers=HEADERS, content_type=form_for(request).media)
    found, address = services(), asking_address(request, services().settings.trusted_proxies)
    form, watch = form_for(request), live_tables().watching(session)
    subscriber = Subscriber(
        found, session_id, principal, form, parts(query.with_), watch, last, lineage or "", reset=reset
    )
    with _told_to_wait():
        place = found.hub.take_place(address)
    take_over: Callable[[Subscriber], None] | None = request.environ.get(TAKES_STREAMS)
    if take_over is not None:
        take_over(subscriber)
    frames = iter(()) if take_over is not None else waiting(subscriber)
    response = Response(frames, headers=HEADERS, content_type=form.media)
    response.call_on_close(place.leave)
    return response


def waiting(subscriber: Subscriber) -> Iterator[bytes]:
    """The frames of a stream as they come, in a thread of its own that waits for them."""
    wakeup, silence = Wakeup(), subscriber.services.settings.heartbeat_seconds
    with subscriber.services.hub.listening(subscriber.session_id, wakeup.notify):
        while not subscriber.over:
            silent = True
            for frame in subscriber.news():
                silent = False
                yield frame
            if silent and not subscriber.over and not wakeup.wait(silence):
                yield subscriber.form.heartbeat


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
