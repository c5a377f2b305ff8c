"""The log of a session, each entry as the principal may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request, stream_with_context
from msgspec import Meta, Struct

from domain.kernel.messages import Json, Seat, Viewer
from domain.kernel.session import Session
from replays.findings import ImportedRange
from replays.story import story
from service.api.rendering import WithWords
from service.http.authentication import enter, must_look_as
from service.http.blueprint import Blueprint
from service.http.responses import (
    OF_THE_ASKER,
    entry_told,
    everybodys_view,
    has_already,
    parts,
    shown_as,
    shown_live,
    tag_of,
    tagged,
    tagged_by_content,
    with_import,
)
from service.http.services import services
from service.problems import Problem
from service.schemas.answers import Entries
from service.schemas.fields import invalid_query, read_query
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

routes = Blueprint("entries", __name__, url_prefix="/v1", description="The log of a session.")

NDJSON = "application/x-ndjson"
TEXT = "text/plain"
FORMS = ("application/json", NDJSON, TEXT)
PAGE = 100
LARGEST_PAGE = 500
Number = Annotated[int, Meta(ge=1)]
Eyes = Callable[[WrittenEntry], dict[str, Json]]
"""An entry as somebody may see it."""


class EntriesQuery(Struct, frozen=True):
    """from, to: entry numbers, inclusive. cursor: from the previous page. limit: entries per page.

    as: the view of this seat (once finished, if you may see everything). with: `words` adds a description of
    each entry.
    """

    from_: Number = msgspec.field(default=1, name="from")
    to: Number | None = None
    cursor: Annotated[str, Meta(pattern=r"^[0-9]{1,15}$")] | None = None
    limit: Annotated[int, Meta(ge=1, le=LARGEST_PAGE)] = PAGE
    as_: Seat | None = msgspec.field(default=None, name="as")
    with_: WithWords | None = msgspec.field(default=None, name="with")


@routes.route("/sessions/<session:session_id>/entries")
@describe(
    query=EntriesQuery,
    headers=[IF_NONE_MATCH],
    answers={200: answer(Entries), 304: None},
    media=FORMS,
    refuses=["not-acceptable", "not-allowed", "not-finished"],
)
def list_entries(session_id: str) -> Response:
    """List entries: a page of JSON, or all of them as lines for `Accept: application/x-ndjson`.

    With `Accept: text/plain` you get all of them as a story: one sentence per entry, grouped by round.
    """
    query = read_query(EntriesQuery)
    session, principal = enter(session_id)
    if query.to is not None and query.to < query.from_:
        raise invalid_query("to", "Must not be less than `from`.")
    viewer = None if query.as_ is None else must_look_as(session, principal, query.as_)
    eyes = partial(_eyes, session, principal, viewer, services().imported.of(session_id))
    wanted, kind = parts(query.with_), _form()
    show = partial(_shown, session, principal, eyes, wanted)
    last = min(query.to or session.version, session.version)
    if kind == TEXT:
        told = stream_with_context(_told(session, eyes, query.from_, last))
        return Response(told, headers=OF_THE_ASKER, content_type=f"{TEXT}; charset=utf-8")
    if not wanted and (unchanged := has_already(tag_of(session))) is not None:
        return unchanged
    if kind == NDJSON:
        lines = stream_with_context(_lines(session, show, query.from_, last))
        headers = OF_THE_ASKER if wanted else {"ETag": f'"{tag_of(session)}"', **OF_THE_ASKER}
        return Response(lines, headers=headers, content_type=NDJSON)
    first = int(query.cursor) if query.cursor is not None else query.from_
    page = services().handler.written(session, first, min(last, first + query.limit - 1))
    items = [show(written) for written in page]
    after = first + query.limit
    cursor = str(after) if after <= last else None
    body = {"items": items, "next": cursor, "version": session.version}
    response = tagged_by_content(body, OF_THE_ASKER) if wanted else tagged(body, tag_of(session))
    if cursor is not None:
        kept = {"limit": query.limit, "cursor": cursor} | ({"to": query.to} if query.to else {})
        kept |= {"as": query.as_} if query.as_ else {}
        kept |= {"with": query.with_} if query.with_ else {}
        link = "&".join(f"{name}={value}" for name, value in kept.items())
        response.headers["Link"] = f'<{request.path}?{link}>; rel="next"'
    return response


def _form() -> str:
    """The media type that is accepted best. Raises `Problem` where none is."""
    accepted = request.accept_mimetypes
    kind = accepted.best_match(FORMS) if accepted else FORMS[0]
    if kind is None:
        raise Problem("not-acceptable", f"The available formats are {', '.join(FORMS)}.")
    return kind


def _eyes(
    session: Session,
    principal: Principal,
    viewer: Viewer | None,
    imported: Sequence[ImportedRange],
    written: WrittenEntry,
) -> dict[str, Json]:
    """An entry for the principal, or as the viewer saw it; and who imported it, if anybody did."""
    if viewer is None:
        return with_import(shown_live(session, written, principal), imported)
    return with_import(shown_as(session, written, viewer, principal), imported)


def _shown(
    session: Session, principal: Principal, eyes: Eyes, wanted: frozenset[str], written: WrittenEntry
) -> dict[str, Json]:
    everybodys = everybodys_view(session, written, principal, wanted, session.state)
    return entry_told(session, eyes(written), wanted, services().chapters, everybodys)


def _told(session: Session, eyes: Eyes, first: int, last: int) -> Iterator[bytes]:
    """Yield the story of these entries as lines of text, with the headings between them."""
    handler = services().handler
    lines = story(
        session,
        (written.entry for written in handler.written(session, first, last)),
        lambda entry: eyes(WrittenEntry(entry, digest="")),
        handler.reading(session),
    )
    for told in lines:
        yield f"{told.text}\n".encode()


def _lines(session: Session, show: Eyes, first: int, last: int) -> Iterator[bytes]:
    for written in services().handler.written(session, first, last):
        yield msgspec.json.encode(show(written)) + b"\n"
