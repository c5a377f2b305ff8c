"""Home and the catalogue: sessions of this device, open tables, and those of `GET /v1/sessions`.

It also draws seat signs: the shape, letter and colour of a seat, the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session.rendering import naming
from domain.kernel.ui.plain_words import plain_seat, readable
from domain.kernel.ui.words import SeatName, lasted
from replays.findings import counted
from replays.library import UnknownComponentSet, UnknownGame
from service.api.statistics import Page, page_and_filters, sessions_asked
from service.bootstrap import Services
from service.http.authentication import HeldKey
from service.http.services import services
from service.http.tokens import HEADER, TO_ASKER, good_claims, good_keys
from service.jobs.client import choosing
from service.pages.page import page
from service.problems import Problem
from service.queries.sessions import list_sessions, sessions_held
from service.queries.visible_scope import VisibleScope
from service.reports.curves import letters_of
from service.sessions.tokens import Claim

# Seat signs: the shape, letter and colour by which a seat is known wherever it is drawn.

SHAPES = (
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
    "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17"
    "a1.5 1.5 0 0 1 1.5-1.5z",
    "M12 1.2L23.4 22H.6z",
    "M12 .6L23.4 12L12 23.4L.6 12z",
    "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
    "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
)
"""By the place at the table, as `table/signs.js` draws them: paths in a square of 24."""
COLORS = ("red", "blue", "green", "yellow", "purple", "black")
TRIANGLE = SHAPES[2]


class SeatSign(Struct, frozen=True):
    """How a seat is drawn, and what it is called at its table."""

    seat: str
    label: str
    letter: str
    color: str
    shape: str

    @property
    def foot(self) -> float:
        """The vertical position of the letter in the square: lower in a triangle, whose centre is low."""
        return 20 if self.shape == TRIANGLE else 16.5


def seat_signs(names: Mapping[str, SeatName], people: Mapping[str, str] | None = None) -> dict[str, SeatSign]:
    """The signs of seats, in the order around the table. people: names by seat, for their letters."""
    called = {seat: name.label for seat, name in names.items()} | dict(people or {})
    letters = letters_of([called[seat] for seat in names])
    return {
        seat: SeatSign(
            seat,
            name.label,
            letter,
            name.color or COLORS[at % len(COLORS)],
            SHAPES[at % len(SHAPES)],
        )
        for at, ((seat, name), letter) in enumerate(zip(names.items(), letters, strict=True))
    }


def signs_of_listed(found: Services, listed: Mapping[str, Json]) -> dict[str, SeatSign]:
    """The signs of a session as a list shows it; plain ones where its game or its set is not known here."""
    seats = listed["seats"]
    try:
        game = found.library.game(listed["game"])
        components = found.library.component_set(listed["component_set"], game.key)
    except (UnknownGame, UnknownComponentSet):
        return seat_signs({str(seat["seat"]): plain_seat(seat) for seat in seats}, listed["labels"])
    return seat_signs(naming(game, components, seats).seats, listed["labels"])


# Sessions as rows of a page: who sits there, who won or whose turn it is, how long it took.

HOLDERS = {
    "owner": "you opened it",
    "scribe": "you record for the table",
    "recorder": "you record",
    "spectator": "you watch",
    "guest": "you watch",
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
    """A session as a page shows it. `told`: the winner, or whose turn it is; `you`: your role."""

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
    void: bool
    you: str


def session_row(found: Services, listed: Mapping[str, Any], claims: Mapping[str, Claim]) -> SessionRow:
    """A session of a list, for the caller who sent these claims."""
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
        listed["played_on"],
        seats,
        _told(listed, signs, own),
        _length(listed),
        listed["flagged"],
        listed["visibility"],
        listed["sandbox"],
        listed["void"] is not None,
        "" if claim is None else _you(claim, signs),
    )


def _told(listed: Mapping[str, Any], signs: Mapping[str, SeatSign], own: str | None) -> str:
    if listed["status"] == "closed":
        return "Abandoned"
    if listed["status"] == "finished":
        return won(listed["winners"], signs, listed["labels"])
    if own in listed["active"]:
        return "Your turn"
    waited = [called(seat, signs, listed["labels"]) for seat in listed["active"]]
    return f"Waiting for {' and '.join(waited)}" if waited else "In play"


def won(winners: list[str], signs: Mapping[str, SeatSign], people: Mapping[str, str]) -> str:
    """The winners, in words."""
    names = [called(seat, signs, people) for seat in winners]
    if not names:
        return "Nobody wins"
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"


def called(seat: str, signs: Mapping[str, SeatSign], people: Mapping[str, str] | None = None) -> str:
    """The name of who sits there, as far as it is known; else of the seat, or of a side without a player."""
    if people and seat in people:
        return people[seat]
    return signs[seat].label if seat in signs else readable(seat)


def points(score: float | None) -> str:
    """A score as people write it; an empty text if there is none."""
    return "" if score is None else f"{score:g}"


def _length(listed: Mapping[str, Any]) -> str:
    entries = counted(listed["version"], "entry")
    return entries if listed["minutes"] is None else f"{entries}, {lasted(listed['minutes'])}"


def _you(claim: Claim, signs: Mapping[str, SeatSign]) -> str:
    if claim.role == "seat" and claim.seat is not None:
        return f"you play {called(claim.seat, signs)}"
    return HOLDERS.get(claim.role, "")


# Home: this device's sessions, what is played now, a table to open or to join, what programs find here.

routes = Blueprint("home", __name__)

MOST_LIVE = 6
MOST_TABLES = 12
"""So many open tables of a club are shown; the catalogue lists all."""
RUNNING = {"status": "open", "visibility": "public", "sandbox": "any"}


@routes.route("/")
def home() -> Response:
    """The start page. Its script sends the device's tokens, and gets their sessions."""
    found = services()
    sets = {key: found.library.packaged(key) for key in found.games}
    claims = good_claims()
    held = sessions_held(found.engine, VisibleScope(frozenset(claims))) if claims else []
    mine = [session_row(found, item, claims) for item in held]
    clubs = [club_pane(found, key, claims) for key in good_keys().values()]
    html = render_template(
        "home.html",
        games=found.games.values(),
        sets=sets,
        counted=counted,
        mine=mine,
        clubs=clubs,
        live=_live(found),
    )
    answer = page(html)
    answer.headers.update(TO_ASKER if claims or clubs else {"Vary": HEADER})
    return answer


def _live(found: Services) -> list[SessionRow]:
    """The public tables at which is played now, the newest first."""
    told = list_sessions(
        found.engine,
        choosing(found.questions),
        reach=VisibleScope(),
        filters=RUNNING,
        cursor=None,
        limit=MOST_LIVE,
    )
    return [session_row(found, item, {}) for item in told["items"]]


class ClubPane(Struct, frozen=True):
    """A club as home shows it. tables: those at which is played now."""

    id: str
    name: str
    sessions: int
    tables: tuple[SessionRow, ...]
    may_open: bool


def club_pane(found: Services, held: HeldKey, claims: Mapping[str, Claim]) -> ClubPane:
    """The club of this key. claims: those of the tokens that came along."""
    club = found.clubs.of(held.club)
    return ClubPane(
        held.club,
        "" if club is None else club.name,
        len(found.clubs.sessions(held.club)),
        tables_now(found, held.club, claims),
        "open" in held.key.rights,
    )


def tables_now(
    found: Services,
    club: str,
    claims: Mapping[str, Claim],
    called: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict,
) -> tuple[SessionRow, ...]:
    """The open sessions of a club, the newest first. called: gives a session the names of people."""
    told = list_sessions(
        found.engine,
        choosing(found.questions),
        reach=club_scope(club, claims),
        filters={"club": club, "status": "open", "sandbox": "any"},
        cursor=None,
        limit=MOST_TABLES,
    )
    return tuple(session_row(found, called(item), claims) for item in told["items"])


def club_scope(club: str, claims: Mapping[str, Claim]) -> VisibleScope:
    """The sessions of the club, and those of these claims."""
    return VisibleScope(frozenset(claims), frozenset([club]))


# The catalogue: the sessions that `GET /v1/sessions` lists, by the same filters, for people.

catalogue_routes = Blueprint("catalogue", __name__)


@catalogue_routes.route("/sessions")
def catalogue() -> Response:
    """Sessions, those played last first: public ones, and those whose tokens the page's script sends.

    A filter that cannot be used is explained in a sentence, with the status that the API answers.
    """
    status, told = HTTPStatus.OK, {}
    try:
        told = _found()
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        status = HTTPStatus(problem.status)
        told = {"fault": problem.detail, "errors": problem.members.get("errors", [])}
    games = {key: game.title for key, game in services().games.items()}
    answer = page(render_template("sessions.html", games=games, asked=request.args, **told))
    answer.headers.update(TO_ASKER)
    if answer.status_code == HTTPStatus.OK:
        answer.status_code = status
    return answer


def _found() -> dict[str, Any]:
    asked, filters = page_and_filters()
    # A form sends the fields that nobody filled in, too.
    wanted = {name: value for name, value in filters.items() if value}
    claims = good_claims()
    found = sessions_asked(VisibleScope(frozenset(claims), frozenset(good_keys())), asked, wanted)
    rows = [session_row(services(), item, claims) for item in found["items"]]
    return {"rows": rows, "filtered": bool(wanted), "next": next_page(wanted, found["next"], asked)}


def next_page(filters: Mapping[str, str], cursor: str | None, asked: Page) -> str | None:
    """The address of the next page of a list; None behind the last."""
    if cursor is None:
        return None
    size = {"limit": asked.limit} if "limit" in request.args else {}
    return f"?{urlencode({**filters, **size, 'cursor': cursor})}"


catalogue.query = Page  # type: ignore[attr-defined]
