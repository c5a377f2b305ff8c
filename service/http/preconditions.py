"""Preconditions: the version that an asker means (If-Match) or has already (If-None-Match)."""

from __future__ import annotations

import re

from flask import Response, request

from service.http.problems import Problem
from service.sessions.recorder import Expecting

ONE_VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})"')


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


def has_already(version: int) -> Response | None:
    """The 304 of an asker who has this version."""
    given = request.headers.get("If-None-Match")
    if given is None or (f'"{version}"' not in [tag.strip().removeprefix("W/") for tag in given.split(",")]):
        return None
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
    return Response(status=304, headers=headers)
