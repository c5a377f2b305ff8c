"""The games that Tablelog knows, one per line."""

from importlib import import_module
from typing import Any

from domain.kernel import Game

KEYS = (
    "time_of_chaos",
    "chaosmos",
    "first_light",
    "order_vs_chaos",
    "chaos_order",
)
"""The packages of this folder that hold a game, in the order in which games are listed."""

GAMES: tuple[Game[Any], ...] = tuple(import_module(f"{__name__}.{key}").GAME for key in KEYS)

REGISTRY: dict[str, Game[Any]] = {game.key: game for game in GAMES}
