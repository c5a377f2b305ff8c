"""What is asked of a game: structs and schemas of openings, actions, corrections, made from its own types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, TypeVar, Union

import msgspec
from msgspec import Meta, Struct, defstruct

from domain.kernel import Game
from domain.kernel.messages import Json
from service.problems import Problem
from service.schemas import requests
from service.schemas.fields import OneOf, one_of

R = TypeVar("R")


def once_a_game(make: Callable[[Game[Any]], R]) -> Callable[[Game[Any]], R]:
    """Make it once for each game, and keep it."""
    made: dict[int, tuple[Game[Any], R]] = {}

    @wraps(make)
    def kept(game: Game[Any]) -> R:
        if id(game) not in made:
            made[id(game)] = (game, make(game))
        return made[id(game)][1]

    return kept


@once_a_game
def actions_of(game: Game[Any]) -> OneOf:
    """The schema of a game's actions, with what may stand beside them."""
    return one_of(tuple(game.actions), requests.ActionEnvelope)


@once_a_game
def opening_kind(game: Game[Any]) -> type[Struct]:
    """The struct of a game's opening, as it is sent."""
    try:
        options: tuple[Any, ...] = ("options", game.options_type, game.options_type())
    except TypeError:
        options = ("options", game.options_type)
    seats = Annotated[tuple[game.seat_type, ...], Meta(min_length=1, max_length=requests.MOST_SEATS)]  # type: ignore[name-defined]
    return defstruct(
        "Opening",
        [("seats", seats), options],
        bases=(requests.OpeningMembers,),
        tag=game.key,
        tag_field="game",
        kw_only=True,
        frozen=True,
    )


@once_a_game
def correction_kind(game: Game[Any]) -> type[Struct]:
    """The struct of a correction of a game's table."""
    fact: Any = Union[tuple(game.facts)]  # noqa: UP007
    facts: Any = Annotated[tuple[fact, ...], Meta(min_length=1, max_length=200)]
    return defstruct(
        "Correction", [("facts", facts)], bases=(requests.CorrectionMembers,), kw_only=True, frozen=True
    )


def checked_opening(tree: Json, games: Mapping[str, Game[Any]]) -> Any:
    """The opening of one of the games. Raises `ValidationError`, or `Problem` for an unknown game."""
    key = tree.get("game") if isinstance(tree, dict) else None
    if isinstance(key, str) and key not in games:
        raise Problem("unknown-game", "There is no such game. GET /v1/games lists the games.")
    kinds = tuple(opening_kind(game) for game in games.values())
    one_of(kinds).load(tree)
    return msgspec.convert(tree, opening_kind(games[str(key)]))
