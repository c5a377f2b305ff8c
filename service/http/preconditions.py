"""Preconditions: the version that an asker means (If-Match) or has already (If-None-Match)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Response, request

from service.http.problems import Problem
from service.sessions.recorder import Expecting

OF_THE_ASKER = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
"""Headers of an answer that is the asker's alone."""

ONE_VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})(?:-[0-9]{1,9})?"')
"""The `ETag` of a session tells behind its version how often its people have changed and whether it is kept,
once any of that has."""


def expecting() -> Expecting:
    """What If-Match says. Raises `Problem` without one, or for one that cannot be read."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem("precondition-required", 'Send If-Match with the version that you know ("7"), or *.')
    if header.strip() == "*":
        return Expecting(None)
    found = ONE_VERSION.fullmatch(header.strip())
    if found is None:
        raise Problem("malformed-header", 'If-Match holds one version in quotes ("7"), or *.')
    return Expecting(int(found[1]))


def has_already(version: int | str) -> Response | None:
    """The 304 of an asker who has this version."""
    return unchanged(str(version), OF_THE_ASKER)


def unchanged(tag: str, headers: Mapping[str, str]) -> Response | None:
    """The 304 of an asker who has what this tag names.

    It has the tag as it was sent (weak, for what came compressed): so a cache finds what it has kept.
    """
    for given in request.headers.get("If-None-Match", "").split(","):
        if given.strip().removeprefix("W/") == f'"{tag}"':
            return Response(status=304, headers={"ETag": given.strip(), **headers})
    return None
