"""Due answers: what a server hands over with a request if it can send the answer later than it is made."""

from __future__ import annotations

from flask import request

from service.sessions.due import Due, MustWait

DUE = "tablelog.due"
"""Where such a server puts a `Due` into the request's environment; without it the thread waits."""


def due_answer() -> Due | None:
    """What the server hands over with this request, if anything."""
    found: Due | None = request.environ.get(DUE)
    return found


def may_wait() -> None:
    """Raises `MustWait` on a thread that waits for nothing."""
    if (due := due_answer()) is not None and due.at_once:
        raise MustWait
