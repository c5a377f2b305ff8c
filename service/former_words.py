"""Words of 0.2 for what has another word since 0.3: what is asked for under them is answered until 0.4.

Answers have today's words alone, and a header that says so. With 0.4 this module goes, with the words that
it reads (`domain/games/former_words.py`) and whatever calls it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, g

from domain.games.former_words import DIMENSIONS, MEASURES, SEAT_MEMBERS
from domain.kernel.messages import Json

DEPRECATED_SINCE = "@1795305600"
"""The day of 0.3.0, as RFC 9745 spells it."""


def opening_in_todays_words(tree: Json) -> Json:
    """The request of an opening with the members of its seats as they are called today."""
    if not isinstance(tree, dict) or not isinstance(tree.get("seats"), list):
        return tree
    game = tree.get("game")
    former = SEAT_MEMBERS.get(game, {}) if isinstance(game, str) else {}
    if not former:
        return tree
    return tree | {
        "seats": [_renamed(seat, former) if isinstance(seat, dict) else seat for seat in tree["seats"]]
    }


def measure_in_todays_words(game: str, key: str) -> str:
    """The key of a measure as it is called today."""
    return _today(key, MEASURES.get(game, {}))


def filters_in_todays_words(
    filters: Mapping[str, str], game: str | None, measure: str | None
) -> dict[str, str]:
    """Filters as they are called today. `measure`: of the path, as it is called today.

    A former word that one game alone had speaks of the sessions of that game.
    """
    found = dict(filters)
    if game is None and "game" not in found:
        for only, former in SEAT_MEMBERS.items():
            if former.keys() & found.keys():
                found["game"] = only
    game = game or found.get("game", "")
    if "measure" in found:
        found["measure"] = measure_in_todays_words(game, found["measure"])
    return _renamed(found, _names(game, measure or found.get("measure", "")))


def groups_in_todays_words(names: Sequence[str], game: str, measure: str) -> list[str]:
    """What is grouped by, as it is called today."""
    former = _names(game, measure)
    return [_today(name, former) for name in names]


def tell_in(response: Response) -> None:
    """Say in a header that the request used a former word."""
    if g.get("used_former_word", False):
        response.headers["Deprecation"] = DEPRECATED_SINCE


def _names(game: str, measure: str) -> Mapping[str, str]:
    return {**SEAT_MEMBERS.get(game, {}), **DIMENSIONS.get((game, measure), {})}


def _today(name: str, former: Mapping[str, str]) -> str:
    if name in former:
        g.used_former_word = True
    return former.get(name, name)


def _renamed(given: Mapping[str, Any], former: Mapping[str, str]) -> dict[str, Any]:
    """The members by their names of today. One that is given under both stays as it is: a fault."""
    return {
        (name if former.get(name) in given else _today(name, former)): value for name, value in given.items()
    }


def documented_in(schemas: dict[str, Json]) -> None:
    """Let the schemas of openings take former members of seats, as deprecated ones."""
    for game, former in SEAT_MEMBERS.items():
        schema: Any = schemas.get(f"{game}.opening.SeatSetup")
        for old, new in former.items() if schema is not None else ():
            schema["properties"][old] = schema["properties"][new] | {
                "deprecated": True,
                "description": f"What `{new}` was called before 0.3.",
            }
            schema["required"] = [name for name in schema["required"] if name != new]
            schema["oneOf"] = [{"required": [new]}, {"required": [old]}]


def filters_documented() -> list[Json]:
    """Former filters by what the games give a seat."""
    return [
        {
            "name": old,
            "in": "query",
            "deprecated": True,
            "description": f"What `{new}` was called in {game} before 0.3.",
            "schema": {"type": "string"},
        }
        for game, former in SEAT_MEMBERS.items()
        for old, new in former.items()
    ]
