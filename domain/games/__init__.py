"""The games that Tablelog knows: one line a game."""

from typing import Any

from domain.kernel import Game

GAMES: tuple[Game[Any], ...] = ()

REGISTRY: dict[str, Game[Any]] = {game.key: game for game in GAMES}
