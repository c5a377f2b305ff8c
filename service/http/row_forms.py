"""Rows in the form that a request accepts: JSON for everybody who says nothing, lines of JSON, or CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import get_args

from flask import Response, request

from domain.kernel.messages import Json
from service.http.preconditions import unchanged
from service.http.responses import content_tag
from service.problems import Problem
from service.queries.row_forms import CSV, RowForm, written

FORMS: tuple[RowForm, ...] = get_args(RowForm)
NO_OTHERS: Mapping[str, Callable[[], bytes]] = MappingProxyType({})


def row_form() -> RowForm:
    """The form that is accepted best. Raises `Problem` where none is."""
    best = _best(FORMS)
    return next(form for form in FORMS if form == best)


def _best(forms: Sequence[str]) -> str:
    if not request.accept_mimetypes:
        return forms[0]
    best = request.accept_mimetypes.best_match(forms)
    if best is None:
        raise Problem("not-acceptable", f"The available formats are {', '.join(forms)}.")
    return best


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
        data, kind = written(rows, member, form), content_type_of(form)
    tag = content_tag(data)
    if (same := unchanged(tag, headers)) is not None:
        return same
    return Response(data, 200, {"ETag": f'"{tag}"', **headers}, content_type=kind)
