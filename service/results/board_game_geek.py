"""A play as BoardGameGeek keeps it: the members of the form by which its own page saves one.

BoardGameGeek documents no way to write plays. The members are those that its form and open programs send to
`geekplay.php`, for who is signed in there; Tablelog sends nothing, and asks for no password.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.messages import Json
from service.results.bg_stats import whole

COMMENT = "Recorded with Tablelog, session {session}"


def board_game_geek(result: Mapping[str, Any]) -> dict[str, Json] | None:
    """The play; None while the game goes on. One that was given up is incomplete, and nobody won it.

    Where the game's number is not known the play has no `objectid`.
    """
    if result["status"] == "open":
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
        "players": [_player(seat, _position(seat, seats)) for seat in seats],
    }


def _player(seat: Mapping[str, Any], position: int | None) -> dict[str, Json]:
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
