"""Before a session is opened: what cannot be opened, and the id and the secret that are promised to it."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from typing import Any

from domain.kernel.chance import DRAW_BITS
from domain.kernel.session import seats_of
from domain.kernel.session.opening import OpeningRequest, open_session
from service.sessions.commands import Request, stamp_of
from service.sessions.registers import Registers, ReservedOpening
from service.sessions.tokens import Principal

OWNER = Principal("owner")
UNGUESSABLE = 16
OF_PEOPLE = ("players", "labels")
"""Members of an opening that say who sits where."""


class Unopenable(Exception):
    """A member says what cannot be; `place` is its JSON pointer, the message says why."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


class NotOfThisGame(Exception):
    """The game has no such component set here."""


class OpeningIdReused(Exception):
    """Another request with this id opened another session."""


def new_session_id() -> str:
    """A UUIDv7: ids made later sort later."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds << 80) | int.from_bytes(os.urandom(10), "big")
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    digits = f"{value:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def promised(registers: Registers, request: Request) -> ReservedOpening:
    """The id and the secret of a session that is about to open: those of an earlier try, if there was one.

    Who repeats the request gets the tokens again, so its id must be one that nobody guesses, and it is
    kept out of the log. Raises `OpeningIdReused`, `Unopenable`.
    """
    if request.action_id is not None and len(request.action_id) < UNGUESSABLE:
        message = f"An id that opens a session must have {UNGUESSABLE} characters or more. Use a random UUID."
        raise Unopenable("/action_id", message)
    made = ReservedOpening(new_session_id(), secrets.token_bytes(DRAW_BITS // 8), request.hash)
    opening = registers.promise(made, request.action_id)
    if opening.request != request.hash:
        raise OpeningIdReused
    return opening


def try_opening(game: Any, components: Any, asked: Any, wanted: OpeningRequest) -> None:
    """Try the rules' own refusals, before anything is promised. Raises also `Unopenable`."""
    session, _, _ = open_session(game, components, wanted, new_session_id(), b"", stamp_of(OWNER))
    seats = seats_of(session.opened)
    if len(set(seats)) < len(seats):
        raise Unopenable("/seats", "Two seats have the same id.")
    must_name_seats(asked, seats)


def must_name_seats(asked: Any, seats: Sequence[str]) -> None:
    """Raises `Unopenable` if `players` or `labels` name a seat that is not one of these."""
    for member in OF_PEOPLE:
        for seat in getattr(asked, member):
            if seat not in seats:
                raise Unopenable(f"/{member}/{seat}", "There is no such seat in this session.")
