"""A play as BG Stats takes it: JSON in the address of a link, which its app opens.

The link is the one that BG Stats documents for other apps ("Push plays to BG Stats from other apps or
websites"): `playDate` is when the play ended, in UTC; the app knows a play, a game and a player again by the
`source…Id` that came with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from domain.kernel.messages import Json

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tablelog"


def bg_stats(result: Mapping[str, Any]) -> dict[str, Json] | None:
    """The play, and the link that hands it over; None while the game goes on, or where it was given up."""
    if result["status"] != "finished":
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
        "playDate": utc(result["ended_at"] or result["opened_at"]),
        "game": game,
        "players": [_player(result["session"], seat) for seat in seats],
    }
    if result["minutes"]:
        play["durationMin"] = result["minutes"]
    return play


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
