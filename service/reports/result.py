"""The result of a session, for its page and picture, BG Stats and BoardGameGeek.

BG Stats takes a play as JSON in a link, in the form that it documents for other apps: `playDate` is when
the play ended, in UTC, or noon of its day where nobody knows the time; `source…Id` lets the app recognise a
play, a game and a player.

BoardGameGeek documents no way to write plays. The members are those that its own form and open programs
send to `geekplay.php` for a signed-in user. Tablelog sends nothing and needs no password.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from domain.kernel import PUBLIC
from domain.kernel.engine.views import eyes
from domain.kernel.game import SeatStanding
from domain.kernel.messages import Json
from domain.kernel.session import Session
from domain.kernel.session.rendering import board_of, naming_of
from domain.kernel.ui.board import Board
from domain.kernel.ui.plain_words import plain_seat
from service.bootstrap import Services
from service.queries.sessions import catalogue_entry, timeline, void_told
from service.reports.curves import COLORS
from service.sessions.tokens import Principal
from workers.projections.sessions import status
from workers.projections.times import clock_of, noon, times_of

# A play as BG Stats takes it: JSON in the address of a link, which its app opens.

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tablelog"


def bg_stats(result: Mapping[str, Any]) -> dict[str, Json] | None:
    """The play, and the link that hands it over; None if the game is open, abandoned or void."""
    if result["status"] != "finished" or result["void"] is not None:
        return None
    play = _play(result)
    return {"link": ADDRESS + quote(msgspec.json.encode(play), safe=""), "play": play}


def _play(result: Mapping[str, Any]) -> dict[str, Json]:
    seats = [seat for seat in result["seats"] if seat["place"] is not None]
    game: dict[str, Json] = {"name": result["title"], "sourceGameId": result["game"]}
    if result["boardgamegeek_id"] is not None:
        game["bggId"] = result["boardgamegeek_id"]
    scored = any(seat["score"] is not None for seat in seats)
    game |= {"highestWins": scored and result["scoring"]["highest_wins"], "noPoints": not scored}
    play: dict[str, Json] = {
        "sourceName": SOURCE,
        "sourcePlayId": result["session"],
        "playDate": utc(_ended(result)),
        "game": game,
        "players": [_player(result["session"], seat) for seat in seats],
    }
    if result["minutes"]:
        play["durationMin"] = result["minutes"]
    return play


def _ended(result: Mapping[str, Any]) -> str:
    """When the play ended, as far as it is known."""
    known = result["ended_at"] or result["started_at"]
    return str(known or noon(result["played_on"], result["timezone"]))


def _player(session: str, seat: Mapping[str, Any]) -> dict[str, Json]:
    """Somebody without an id is known again in this play alone: a colour is another person next time."""
    player: dict[str, Json] = {
        "name": seat["name"] or seat["label"],
        "sourcePlayerId": seat["player"] or f"{session}:{seat['seat']}",
        "startPlayer": bool(seat["starts"]),
        "rank": seat["rank"],
        "role": seat["role"] or seat["label"],
        "winner": seat["winner"],
    }
    if seat["score"] is not None:
        player["score"] = whole(seat["score"])
    return player


def utc(at: str) -> str:
    """A time of the log as `2026-11-25 20:15:00`, in UTC."""
    return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def whole(score: float) -> float | int:
    """A score, without a fraction where it has none."""
    return int(score) if float(score).is_integer() else score


# A play as BoardGameGeek keeps it: the members of the form by which its own page saves one.

COMMENT = "Recorded with Tablelog, session {session}"


def board_game_geek(result: Mapping[str, Any]) -> dict[str, Json] | None:
    """The play; None while the game is open or void. An abandoned one is incomplete, and nobody won it.

    Where the game's number is not known the play has no `objectid`.
    """
    if result["status"] == "open" or result["void"] is not None:
        return None
    seats = [seat for seat in result["seats"] if seat["place"] is not None]
    number = result["boardgamegeek_id"]
    return {
        "ajax": 1,
        "action": "save",
        "version": 2,
        "objecttype": "thing",
        **({} if number is None else {"objectid": number}),
        "playdate": result["played_on"],
        "length": result["minutes"] or 0,
        "quantity": 1,
        "incomplete": int(result["status"] == "closed"),
        "nowinstats": 0,
        "comments": f"{result['title']}. {COMMENT.format(session=result['session'])}",
        "players": [_bgg_player(seat, _position(seat, seats)) for seat in seats],
    }


def _bgg_player(seat: Mapping[str, Any], position: int | None) -> dict[str, Json]:
    """`color` is what BoardGameGeek calls "team or colour"; it knows its own users alone by `username`."""
    return {
        "username": "",
        "name": seat["name"] or seat["label"],
        "color": seat["role"] or seat["label"],
        "position": "" if position is None else str(position),
        "score": "" if seat["score"] is None else f"{whole(seat['score'])}",
        "win": int(seat["winner"]),
        "new": 0,
        "rating": 0,
    }


def _position(seat: Mapping[str, Any], seats: list[Mapping[str, Any]]) -> int | None:
    """Which one a seat is around the table, from the one that began; None where nobody is known to have."""
    begins = next((other["place"] for other in seats if other["starts"]), None)
    return None if begins is None else (seat["place"] - begins) % len(seats) + 1


# The result of a session: made only here, for its page, its picture, and sites that store plays.


def result_of(found: Services, session: Session, principal: Principal) -> dict[str, Any]:
    """The current result for this principal: `answers.results.Result`.

    How long it took and when it ended come from the workers (`as_of`), and are None before they have seen it.
    Names of people are not for strangers. The hand-overs are None while the game is open, or if the session
    does not count.
    """
    opened, position, game = session.opened, session.position, session.game
    standing = game.standing(position.state)
    scoring = game.scoring
    listed = catalogue_entry(found.engine, session.id)
    told = timeline(found.engine, session.id) or {"as_of": 0}
    times = times_of(opened, position.when, clock_of(opened))
    played = listed or {"played_on": times.played_on, "started_at": times.started, "ended_at": None}
    minutes = None if listed is None else listed["minutes"]
    result = {
        "session": session.id,
        "game": game.key,
        "title": game.title,
        "boardgamegeek_id": game.boardgamegeek_id,
        "status": status(finished=game.is_finished(position.state), closed=position.closed),
        "void": void_told(position.void),
        "winners": list(standing.winners),
        "decided_by": standing.decided_by,
        "decided": None if standing.decided_by is None else scoring.decided.get(standing.decided_by),
        "scoring": {"score": scoring.score, "highest_wins": scoring.highest_wins, "ranks": scoring.ranks},
        "played_on": played["played_on"],
        "timezone": opened.timezone,
        "opened_at": opened.at,
        "started_at": played["started_at"],
        "ended_at": played["ended_at"],
        "minutes": None if minutes is None else round(minutes),
        "version": position.version,
        "digest": position.digest,
        "as_of": told["as_of"],
        "seats": _seats(found, session, principal, standing.seats, game.starter(position.state)),
    }
    return result | {"bg_stats": bg_stats(result), "board_game_geek": board_game_geek(result)}


def final_board(found: Services, session: Session) -> Board:
    """The table as it stands, as everybody may see it: what is made of it is sent on."""
    game, state = session.game, session.state
    viewer = eyes(game, state, PUBLIC)
    return board_of(
        game,
        game.view(state, viewer),
        msgspec.to_builtins(game.standing(state)),
        msgspec.to_builtins(game.moment(state)),
        found.drawings.of(session.components),
        naming_of(session),
    )


def _seats(
    found: Services,
    session: Session,
    principal: Principal,
    standings: Sequence[SeatStanding],
    starter: str | None,
) -> list[dict[str, Json]]:
    """A row for each seat, the best rank first. `place` is None for a side that nobody sits at."""
    heard, names = found.people.seated(session.opened), naming_of(session).seats
    roles = {panel.seat: panel.role for panel in final_board(found, session).seats}
    places = {seat: place for place, seat in enumerate(names, start=1)}
    rows = []
    for one in sorted(standings, key=lambda one: (one.rank, not one.winner)):
        seat, place = one.seat, places.get(one.seat)
        known = names.get(seat) or plain_seat({"seat": seat})
        rows.append(
            {
                "rank": one.rank,
                "seat": seat,
                "label": known.label,
                "color": known.color or (COLORS[(place - 1) % len(COLORS)] if place else None),
                "role": roles.get(seat),
                "name": None if principal.is_stranger else heard.names.get(seat),
                "player": heard.players.get(seat),
                "place": place,
                "starts": None if starter is None or place is None else seat == starter,
                "score": one.score,
                "winner": one.winner,
                "parts": dict(one.parts),
            }
        )
    return rows
