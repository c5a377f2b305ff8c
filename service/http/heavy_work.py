"""Heavy work, asked for by a request: done at once where it is little, else elsewhere."""

from __future__ import annotations

import hashlib
import threading
from typing import BinaryIO

import msgspec
from flask import Response, request

from domain.kernel.messages import Json
from service.heavy.asked import Asked, Made, PieceOfWork, Wanted
from service.heavy.pieces import TooMuchWork
from service.heavy.work import Readers, made_of
from service.http.held_tokens import HEADER
from service.http.preconditions import unchanged
from service.http.problems import Problem, not_found
from service.http.responses import content_tag
from service.http.services import services
from service.network.addresses import asking_address
from service.sessions.recorder import now

MOST_PATIENT = 16
"""Requests that wait at once; further ones are told at once."""
LOOK_AGAIN_SECONDS = "2"
ASK_AGAIN_SECONDS = "5"
OF_THE_CONTENT = "content"
"""In the place of an `ETag` that is a hash of the body."""
OF_ITS_HOLDER = {"Cache-Control": "private, no-store", "Vary": f"Authorization, {HEADER}"}
LATER = "respond-async"
PREFER: Json = {
    "name": "Prefer",
    "in": "header",
    "description": f"`{LATER}`: answer 202 at once, and do the work meanwhile.",
    "schema": {"type": "string"},
}

_patient = threading.BoundedSemaphore(MOST_PATIENT)


def answer_of(wanted: Wanted, headers: dict[str, str], *, is_long: bool) -> Response:
    """The answer, or if it is long in the making the 202 that tells where it will be."""
    if not is_long and not prefers_later():
        found = services()
        readers = Readers(found.store, found.engine, found.library, found.registers)
        return response_of(Made(200, headers, made_of(wanted, readers)))
    return awaited(asked_for(wanted, headers))


def asked_for(wanted: Wanted, headers: dict[str, str]) -> str:
    """Ask for a piece of work in the name of who asks. Raises `Problem`."""
    address = asking_address(request, services().settings.trusted_proxies)
    return ask(Asked(wanted, holder(), address, now(), headers))


def ask(asked: Asked, file: BinaryIO | None = None) -> str:
    """Ask for a piece of work: its id. Raises `Problem` where it cannot be had."""
    try:
        return services().heavy.ask(asked, file)
    except TooMuchWork as error:
        detail = f"{error} Send the request again in a while."
        raise Problem("unavailable", detail, headers={"Retry-After": ASK_AGAIN_SECONDS}) from None
    except OSError as error:
        detail = f"The work cannot be asked for ({error.strerror}). Send the request again in a while."
        raise Problem("unavailable", detail, headers={"Retry-After": ASK_AGAIN_SECONDS}) from error


def awaited(piece: str) -> Response:
    """The answer of a piece of work if it comes soon, else where it will be. Raises `Problem`."""
    if prefers_later():
        return _will_be(piece, {"Preference-Applied": LATER})
    if _patient.acquire(blocking=False):
        try:
            services().heavy.wait(piece, services().heavy.patience_seconds)
        finally:
            _patient.release()
    return result_of(piece)


def result_of(piece: str) -> Response:
    """What was made; while it is not, where it will be. Raises `Problem` for what failed."""
    pieces = services().heavy.pieces
    match pieces.standing(piece):
        case "done":
            made = pieces.made(piece)
            if made is None:
                raise not_found()
            return response_of(made)
        case "failed":
            raise Problem("unavailable", pieces.reason(piece), headers={"Retry-After": ASK_AGAIN_SECONDS})
    return _will_be(piece, {})


def _will_be(piece: str, headers: dict[str, str]) -> Response:
    headers = {
        "Location": f"/v1/pieces-of-work/{piece}",
        "Retry-After": LOOK_AGAIN_SECONDS,
        **OF_ITS_HOLDER,
        **headers,
    }
    return Response(msgspec.json.encode(told(piece)), 202, headers, content_type="application/json")


def told(piece: str) -> PieceOfWork:
    """How far a piece is. Raises `Problem` where it is not there, or not for who asks."""
    asked = asked_by_holder(piece)
    pieces = services().heavy.pieces
    standing, waiting = pieces.standing(piece), pieces.waiting()
    return PieceOfWork(
        piece,
        asked.kind,
        standing,
        asked.asked_at,
        ahead=waiting.index(piece) if piece in waiting else 0,
        detail=pieces.reason(piece) if standing == "failed" else None,
        result=f"/v1/pieces-of-work/{piece}/result" if standing == "done" else None,
    )


def asked_by_holder(piece: str) -> Asked:
    """What was asked. Raises `Problem` where the piece is not there, or not for who asks."""
    asked = services().heavy.pieces.asked(piece)
    if asked is None or asked.holder != holder():
        raise not_found()
    return asked


def response_of(made: Made) -> Response:
    """An answer as it was made; its 304 where the asker has it already, by a tag of its content."""
    headers = dict(made.headers)
    content_type = headers.pop("Content-Type", "application/json")
    if headers.get("ETag") == OF_THE_CONTENT:
        del headers["ETag"]
        tag = content_tag(made.body)
        if (same := unchanged(tag, headers)) is not None:
            return same
        headers["ETag"] = f'"{tag}"'
    return Response(made.body, made.status, headers, content_type=content_type)


def holder() -> str:
    """A digest of the tokens that come with the request: who sends the same ones is the same."""
    sent = (request.headers.get("Authorization", ""), request.headers.get(HEADER, ""))
    return hashlib.sha256("\n".join(sent).encode()).hexdigest()


def prefers_later() -> bool:
    """Whether the request asks not to be kept waiting (RFC 7240)."""
    return any(
        part.partition(";")[0].strip().lower() == LATER
        for header in request.headers.getlist("Prefer")
        for part in header.split(",")
    )
