"""Sessions as rows of a page: who sits there, who won or whose turn it is, how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.phrases import lasted
from domain.kernel.plain_words import readable
from replays.counting import counted
from service.bootstrap import Services
from service.pages.seat_signs import SeatSign, signs_of_listed
from service.sessions.tokens import Claim
from workers.projections.sessions import day_in

HOLDERS = {
    "owner": "you opened it",
    "scribe": "you record for the table",
    "recorder": "you record",
    "spectator": "you watch",
}


class SeatRow(Struct, frozen=True):
    """A seat of a session. name: of the person, if the principal may know. turn: the table waits for it."""

    sign: SeatSign
    name: str
    score: str
    winner: bool
    turn: bool
    mine: bool


class SessionRow(Struct, frozen=True):
    """A session as a page shows it. told: who won, or where it stands; you: what the principal does there."""

    id: str
    game: str
    title: str
    status: str
    day: str
    seats: tuple[SeatRow, ...]
    told: str
    length: str
    flagged: int
    visibility: str
    sandbox: bool
    you: str


def session_row(found: Services, listed: Mapping[str, Any], claims: Mapping[str, Claim]) -> SessionRow:
    """A session of a list, for who sent these claims."""
    signs = signs_of_listed(found, listed)
    claim = claims.get(listed["id"])
    own = claim.seat if claim is not None else None
    seats = tuple(
        SeatRow(
            sign,
            listed["labels"].get(seat, ""),
            points(listed["scores"].get(seat)),
            seat in listed["winners"],
            seat in listed["active"],
            seat == own,
        )
        for seat, sign in signs.items()
    )
    game = found.games.get(listed["game"])
    return SessionRow(
        listed["id"],
        listed["game"],
        listed["game"] if game is None else game.title,
        listed["status"],
        day_in(listed["opened_at"], listed["timezone"]),
        seats,
        _told(listed, signs, own),
        _length(listed),
        listed["flagged"],
        listed["visibility"],
        listed["sandbox"],
        "" if claim is None else _you(claim, signs),
    )


def _told(listed: Mapping[str, Any], signs: Mapping[str, SeatSign], own: str | None) -> str:
    if listed["status"] == "closed":
        return "Abandoned"
    if listed["status"] == "finished":
        return won(listed["winners"], signs)
    if own in listed["active"]:
        return "Your turn"
    waited = [called(seat, signs) for seat in listed["active"]]
    return f"Waiting for {' and '.join(waited)}" if waited else "In play"


def won(winners: list[str], signs: Mapping[str, SeatSign]) -> str:
    """Who won, in words."""
    names = [called(seat, signs) for seat in winners]
    if not names:
        return "Nobody wins"
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"


def called(seat: str, signs: Mapping[str, SeatSign]) -> str:
    """What a seat, or a side that nobody sits at, is called."""
    return signs[seat].label if seat in signs else readable(seat)


def points(score: float | None) -> str:
    """A score as people write it; nothing where it cannot be told."""
    return "" if score is None else f"{score:g}"


def _length(listed: Mapping[str, Any]) -> str:
    entries = counted(listed["version"], "entry")
    return entries if listed["minutes"] is None else f"{entries}, {lasted(listed['minutes'])}"


def _you(claim: Claim, signs: Mapping[str, SeatSign]) -> str:
    if claim.role == "seat" and claim.seat is not None:
        return f"you play {called(claim.seat, signs)}"
    return HOLDERS.get(claim.role, "")
