"""Opening a session: the secret first, then the first entry, then the tokens."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import DRAW_BITS
from domain.kernel.messages import Json
from domain.kernel.opening import OpeningRequest, open_session
from domain.kernel.session import Session, seats_of
from replays.event_store import Conflict
from replays.library import UnknownComponentSet
from service.http.services import services
from service.sessions.people import said_at_opening
from service.sessions.recorder import Request, stamp_of
from service.sessions.registers import Opening
from service.sessions.tokens import Asker, holders_of

OWNER = Asker("owner")
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


def open_as_asked(asked: Any, request: Request) -> tuple[Session, bool]:
    """The session of this request, and whether an earlier one with the same id opened it.

    Raises `NotOfThisGame`, `OpeningIdReused`, `Unopenable`, and what `open_session` does.
    """
    game = services().games[asked.__struct_config__.tag]
    try:
        components = services().library.component_set(asked.component_set, game.key)
    except UnknownComponentSet:
        components = None
    if components is None or components.game != game.key:
        raise NotOfThisGame(asked.component_set)
    wanted = _request(asked)
    if wanted.may_declare and wanted.chance == "declared":
        message = "Outcomes are declared in this session in any case: leave it out, or set chance to drawn."
        raise Unopenable("/may_declare", message)
    _try_opening(game, components, asked, wanted)
    opening = promised(request)
    services().people.begin(opening.session, said_at_opening(asked.players, asked.labels))
    stamp = stamp_of(OWNER, Request(None, ""), asked.moved_at)
    session, _, stored = open_session(game, components, wanted, opening.session, opening.secret, stamp)
    try:
        services().recorder.begin(session, [stored])
    except Conflict:
        return services().recorder.look(opening.session), True
    return session, False


def promised(request: Request) -> Opening:
    """The id and the secret of a session that is about to open: those of an earlier try, if there was one.

    Who repeats the request gets the tokens again, so its id must be one that nobody guesses, and it is
    kept out of the log. Raises `OpeningIdReused`, `Unopenable`.
    """
    if request.action_id is not None and len(request.action_id) < UNGUESSABLE:
        message = f"An id that opens a session has {UNGUESSABLE} signs or more: take a random UUID."
        raise Unopenable("/action_id", message)
    made = Opening(new_session_id(), secrets.token_bytes(DRAW_BITS // 8), request.hash)
    opening = services().registers.promise(made, request.action_id)
    if opening.request != request.hash:
        raise OpeningIdReused
    return opening


def tokens_of(session: Session) -> dict[str, str]:
    """The session's tokens by holder, but those of holders that were revoked since: they are given once."""
    epochs = services().registers.epochs(session.id)
    tokens = services().tokens.issue(session.id, holders_of(seats_of(session.opened)), epochs)
    return {holder: token for holder, token in tokens.items() if not epochs.get(holder)}


def _request(asked: Any) -> OpeningRequest:
    """What enters the log: all but the people, who are claimed beside it."""
    members: Mapping[str, Json] = msgspec.to_builtins(asked)
    names = {*OpeningRequest.__struct_fields__} - {*OF_PEOPLE}
    kept = {name: value for name, value in members.items() if name in names}
    return msgspec.convert(kept, OpeningRequest)


def _try_opening(game: Any, components: Any, asked: Any, wanted: OpeningRequest) -> None:
    """The rules' own refusals come before anything is promised."""
    session, _, _ = open_session(
        game, components, wanted, new_session_id(), b"", stamp_of(OWNER, Request(None, ""), None)
    )
    seats = seats_of(session.opened)
    if len(set(seats)) < len(seats):
        raise Unopenable("/seats", "Two seats have the same id.")
    must_name_seats(asked, seats)


def must_name_seats(asked: Any, seats: Sequence[str]) -> None:
    """Raises `Unopenable` where `players` or `labels` name a seat that is none of these."""
    for member in OF_PEOPLE:
        for seat in getattr(asked, member):
            if seat not in seats:
                raise Unopenable(f"/{member}/{seat}", "There is no such seat.")
