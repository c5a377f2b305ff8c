"""Formats of responses: rows as JSON, lines of JSON or CSV; streams as events or lines of JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

import msgspec
from flask import Request, Response, request

from domain.kernel.messages import Json
from service.http.responses import content_tag, unchanged
from service.problems import Problem
from service.queries.question import CSV, RowForm, rows_in, written

# Rows in the form that a request accepts: JSON for everybody who says nothing, lines of JSON, or CSV.

FORMS: tuple[RowForm, ...] = get_args(RowForm)
FormName: TypeAlias = Literal["json", "ndjson", "csv"]
"""Values of `?format=`, for whoever cannot send a header; in the order of `FORMS`."""
NO_OTHERS: Mapping[str, Callable[[], bytes]] = MappingProxyType({})


def row_form() -> RowForm:
    """The form that is accepted best. Raises `Problem` where none is."""
    best = _best(FORMS)
    return next(form for form in FORMS if form == best)


def _best(forms: Sequence[str]) -> str:
    """The form that the address names, else the one that the headers accept best."""
    if (named := request.args.get("format")) is not None:
        return FORMS[get_args(FormName).index(named)]
    if not request.accept_mimetypes:
        return forms[0]
    best = request.accept_mimetypes.best_match(forms)
    if best is None:
        raise Problem("not-acceptable", f"The available formats are {', '.join(forms)}.")
    return best


def begins_with_mark() -> bool:
    """Whether CSV begins with a byte order mark: without one, Excel reads the file in its local encoding.

    Programs can do without it (`?bom=false`).
    """
    return request.args.get("bom") != "false"


def content_type_of(form: RowForm) -> str:
    """The form as an answer's header names it."""
    return f"{form}; charset=utf-8; header=present" if form == CSV else form


def tagged_rows(
    body: Mapping[str, Json],
    member: str,
    headers: Mapping[str, str],
    others: Mapping[str, Callable[[], bytes]] = NO_OTHERS,
    shared: Mapping[str, Json] = MappingProxyType({}),
) -> Response:
    """An answer whose rows are this member, in the accepted form, with its hash as its tag; or its 304.

    others: forms that these rows alone come in, by media type, with what makes them. shared: what each row
    tells first, where rows come alone.
    """
    best = _best((*FORMS, *others))
    if best in others:
        data, kind = others[best](), best
    else:
        form = row_form()
        rows = body if form == FORMS[0] else {member: [{**shared, **row} for row in body[member]]}
        data, kind = written(rows, member, form, bom=begins_with_mark()), content_type_of(form)
    return _tagged(data, kind, headers)


def tagged_answer(body: bytes, headers: Mapping[str, str]) -> Response:
    """The same for an answer that is JSON already, whose rows are `rows`."""
    form = row_form()
    return _tagged(rows_in(body, form, bom=begins_with_mark()), content_type_of(form), headers)


def _tagged(data: bytes, kind: str, headers: Mapping[str, str]) -> Response:
    tag = content_tag(data)
    if (same := unchanged(tag, headers)) is not None:
        return same
    return Response(data, 200, {"ETag": f'"{tag}"', **headers}, content_type=kind)


# The forms of a live stream: server-sent events for pages, lines of JSON for programs.


@dataclass(frozen=True)
class Form:
    """A form of a stream: its media type; its first bytes, which make the server send the headers at once;
    its heartbeat; and the frame of an event from its name, the tag of its version, and its body.
    """

    media: str
    beginning: bytes
    heartbeat: bytes
    frame: Callable[[str, str, object], bytes]


def _event(name: str, version: str, body: object) -> bytes:
    """JSON has no line ends, so the data of an event is one line."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (version.encode(), name.encode(), msgspec.json.encode(body))


def _line(name: str, version: str, body: object) -> bytes:
    number = int(version.partition("-")[0])
    told = {"id": number, "last_event_id": version, "event": name, "data": body}
    return msgspec.json.encode(told) + b"\n"


EVENTS = Form("text/event-stream", b"retry: 1000\n\n", b": \n\n", _event)
LINES = Form("application/x-ndjson", b"\n", b"\n", _line)


def form_for(asked: Request) -> Form:
    """The form of the stream that a request prefers: lines if it accepts them more than events."""
    preferred = asked.accept_mimetypes.best_match((EVENTS.media, LINES.media))
    return LINES if preferred == LINES.media else EVENTS
