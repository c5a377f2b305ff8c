"""The result of a session: made here alone, for its page, its picture, and whoever keeps plays elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import PUBLIC
from domain.kernel.board import Board
from domain.kernel.game import SeatStanding
from domain.kernel.messages import Json
from domain.kernel.plain_words import plain_seat
from domain.kernel.session import Session
from domain.kernel.telling import board_of, naming_of
from domain.kernel.views import eyes
from service.bootstrap import Services
from service.charts.signs import COLORS
from service.queries.sessions import catalogue_entry, timeline
from service.results.bg_stats import bg_stats
from service.results.board_game_geek import board_game_geek
from service.sessions.tokens import Principal
from workers.projections.sessions import day_in, status

PLAYED = frozenset({"recorded", "corrected"})
"""Kinds of entries that change the table: what is noted or closed after the last of them took no time."""


def result_of(found: Services, session: Session, principal: Principal) -> dict[str, Any]:
    """The result as it stands, for who asks: `answers.results.Result`.

    How long it took and when it ended come from the workers (`as_of`), and are None before they have seen it.
    Names of people are not for strangers. The hand-overs are None while the game goes on.
    """
    opened, position, game = session.opened, session.position, session.game
    standing = game.standing(position.state)
    scoring = game.scoring
    listed = catalogue_entry(found.engine, session.id)
    told = timeline(found.engine, session.id) or {"as_of": 0, "entries": []}
    lines: Sequence[Mapping[str, Any]] = told["entries"]
    played = [line["at"] for line in lines if line["live"] and line["kind"] in PLAYED]
    minutes = None if listed is None else listed["minutes"]
    result = {
        "session": session.id,
        "game": game.key,
        "title": game.title,
        "boardgamegeek_id": game.boardgamegeek_id,
        "status": status(finished=game.is_finished(position.state), closed=position.closed),
        "winners": list(standing.winners),
        "decided_by": standing.decided_by,
        "decided": None if standing.decided_by is None else scoring.decided.get(standing.decided_by),
        "scoring": {"score": scoring.score, "highest_wins": scoring.highest_wins, "ranks": scoring.ranks},
        "played_on": day_in(opened.at, opened.timezone),
        "timezone": opened.timezone,
        "opened_at": opened.at,
        "ended_at": played[-1] if played else None,
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
