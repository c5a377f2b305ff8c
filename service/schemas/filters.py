"""The filters of lists and statistics as parameters of the API document.

Some are those of every game. Others come from the games: what a seat has (`color`), options
(`option.…`), and the dimensions of measures, which are one exploded object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from domain.kernel import Game
from domain.kernel.messages import Json
from service.queries.conditions import (
    MONTH_PATTERN,
    MOST_INTEGER,
    RANGE_PATTERN,
    STATUSES,
    VISIBILITIES,
)
from service.queries.filters import (
    AGAINST_PLAYER,
    CLUB,
    EDITION,
    OTHER_PLAYER,
    SANDBOX,
    VOID,
    WITH_PLAYER,
)
from workers.projections.sessions import OPTION, TEAM

DIMENSIONS = "dimensions"
"""The parameter of the dimensions. Its name is not part of a request: each member is a parameter."""

OF_GAMES = "x-games"
"""The games whose sessions a filter fits."""


def filter_of(name: str, description: str, **schema: Json) -> Json:
    """A filter as the API's document describes it."""
    return {
        "name": name,
        "in": "query",
        "description": description,
        "schema": {"type": "string"} | schema,
    }


FLAG = ("true", "false")
DAY = {"format": "date"}
WHOLE: dict[str, Json] = {"type": "integer", "minimum": 0, "maximum": MOST_INTEGER}
RANGE: dict[str, Json] = {"pattern": RANGE_PATTERN, "examples": ["2..5", "2..", "..5", "3"]}
FILTERS: tuple[Json, ...] = (
    filter_of("game", "The game's key."),
    filter_of("session", "A session's id.", format="uuid"),
    filter_of("measure", "Only sessions with figures of this measure of the `game`."),
    filter_of("status", "The session's status.", enum=[*STATUSES]),
    filter_of("visibility", "The visibility; `private` and `link` need tokens.", enum=[*VISIBILITIES]),
    filter_of("seat", "A seat's id."),
    filter_of("player", "A player's opaque id; with `club`, any id of a person of the club."),
    filter_of(OTHER_PLAYER, "The same of a player at another seat."),
    filter_of(WITH_PLAYER, "The same of a player at another seat of the same team."),
    filter_of(
        AGAINST_PLAYER, "The same of a player at a seat of another team. Without teams it is any other."
    ),
    filter_of("rank", "The final rank of the seat; 1 is best.", **WHOLE),
    filter_of("won", "Whether the seat won: `true` or `false`.", examples=[*FLAG]),
    filter_of("place", "The number of the seat at the table, from 1."),
    filter_of("score", "The final score of the seat.", **RANGE),
    filter_of("margin", "The seat's score less the best one of any other.", **RANGE),
    filter_of("closeness", "The winner's lead over the next score.", **RANGE),
    filter_of("minutes", "How many minutes a finished game took.", **RANGE),
    filter_of("count", "The number of seats.", **WHOLE),
    filter_of("component_set", "The hash of the component set.", pattern="^[0-9a-f]{64}$"),
    filter_of(
        EDITION,
        "An edition that the sessions play with, in any version. It is listed, or you send a token of it.",
        format="uuid",
    ),
    filter_of("rules_version", "The rules version under which the session was opened.", **WHOLE),
    filter_of("since", "The first day, in the time zone of each table.", **DAY),
    filter_of("until", "The last day, in the time zone of each table.", **DAY),
    filter_of("month", "A month, in the time zone of each table.", pattern=MONTH_PATTERN),
    filter_of("tag", "A tag."),
    filter_of(CLUB, "A club whose key you send.", format="uuid"),
    filter_of("flagged", "Whether rules were broken or the table was corrected.", type="boolean"),
    filter_of(SANDBOX, "Sandbox sessions are excluded by default.", enum=[*FLAG, "any"]),
    filter_of(
        VOID,
        "Sessions that do not count, by their owner's word. Lists include them by default, measures do not.",
        enum=[*FLAG, "any"],
    ),
)
"""The filters that do not depend on a game."""

NAMES = frozenset(one["name"] for one in FILTERS)


def of_games(games: Iterable[Game[Any]]) -> list[Json]:
    """The filters that come from these games, each with the games that it fits."""
    fits: dict[str, list[str]] = {}
    examples: dict[str, dict[Json, None]] = {}
    dimensions: dict[str, None] = {}
    for game in games:
        for name, values in _members(game):
            fits.setdefault(name, []).append(game.key)
            examples.setdefault(name, {}).update(dict.fromkeys(values))
        dimensions.update(dict.fromkeys(_dimensions(game)))
    made = [_member(name, list(examples[name])) | {OF_GAMES: keys} for name, keys in sorted(fits.items())]
    return [*made, _dimension_filter(sorted(dimensions.keys() - fits.keys()))]


def _member(name: str, examples: list[Json]) -> Json:
    """A filter by what seats have, or by an option."""
    option = name.removeprefix(OPTION)
    meaning = (
        f"A seat's {name}." if option == name else f"The option `{option}`; other values than text as JSON."
    )
    return filter_of(name, meaning, **({"examples": examples} if examples else {}))


def _dimension_filter(names: list[str]) -> Json:
    """All dimensions of measures. `style` and `explode` make each of them a parameter: `card=lamp`."""
    return {
        "name": DIMENSIONS,
        "in": "query",
        "description": "Dimensions of the measure, such as `round=3`. `GET /v1/statistics` lists them.",
        "style": "form",
        "explode": True,
        "schema": {
            "type": "object",
            "propertyNames": {"enum": names},
            "additionalProperties": {"type": "string"},
        },
    }


def _members(game: Game[Any]) -> Iterator[tuple[str, list[Json]]]:
    """Members of a game's seats, without their ids, their team, and its options; each with known values."""
    if game.team is not None:
        yield TEAM, []
    for kind, prefix in ((game.seat_type, ""), (game.options_type, OPTION)):
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType)
        for member in described.fields:
            if prefix + member.name not in NAMES:
                yield prefix + member.name, _values(member.type)


def _values(kind: inspect.Type) -> list[Json]:
    """The values of a choice, as filters spell them."""
    if isinstance(kind, inspect.BoolType):
        return [*FLAG]
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _dimensions(game: Game[Any]) -> Iterator[str]:
    """The dimensions of a game's measures that are not the name of another filter."""
    for measure in game.measures.values():
        yield from (name for name in measure.dimensions if name not in NAMES)


def for_game(parameters: Mapping[str, Any], game: Game[Any]) -> dict[str, Json]:
    """The shared parameters of the document, without filters that do not fit this game."""
    own = {one["name"]: one for one in of_games([game])}
    kept: dict[str, Json] = {}
    for name, parameter in parameters.items():
        if parameter["name"] == DIMENSIONS or game.key in parameter.get(OF_GAMES, ()):
            parameter = {key: value for key, value in own[parameter["name"]].items() if key != OF_GAMES}
        elif OF_GAMES in parameter:
            continue
        kept[name] = parameter
    return kept


def accepted(parameters: Iterable[Mapping[str, Any]]) -> set[str]:
    """The names in a query that these parameters stand for."""
    names: set[str] = set()
    for one in parameters:
        if one["in"] == "query":
            names.update(
                [one["name"]] if one["name"] != DIMENSIONS else one["schema"]["propertyNames"]["enum"]
            )
    return names
