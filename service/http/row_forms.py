"""Rows in the form that a request accepts: JSON for everybody who says nothing, lines of JSON, or CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from flask import Response, request

from domain.kernel.messages import Json
from service.http.preconditions import unchanged
from service.http.problems import Problem
from service.http.responses import content_tag
from service.queries.row_forms import CSV, RowForm, written

FORMS: tuple[RowForm, ...] = get_args(RowForm)


def row_form() -> RowForm:
    """The form that is accepted best. Raises `Problem` where none is."""
    if not request.accept_mimetypes:
        return FORMS[0]
    best = request.accept_mimetypes.best_match(FORMS)
    for form in FORMS:
        if form == best:
            return form
    raise Problem("not-acceptable", f"Rows come as {', '.join(FORMS)}.")


def content_type_of(form: RowForm) -> str:
    """The form as an answer's header names it."""
    return f"{form}; charset=utf-8; header=present" if form == CSV else form


def tagged_rows(body: Mapping[str, Json], member: str, headers: Mapping[str, str]) -> Response:
    """An answer whose rows are this member, in the accepted form, with its hash as its tag; or its 304."""
    form = row_form()
    data = written(body, member, form)
    tag = content_tag(data)
    if (same := unchanged(tag, headers)) is not None:
        return same
    return Response(data, 200, {"ETag": f'"{tag}"', **headers}, content_type=content_type_of(form))
