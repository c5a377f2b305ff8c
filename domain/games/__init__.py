"""The games that Tablelog knows: one import and one line a game."""

from typing import Any

from domain.games import chaosmos, first_light, time_of_chaos
from domain.kernel import Game

GAMES: tuple[Game[Any], ...] = (time_of_chaos.GAME, chaosmos.GAME, first_light.GAME)

REGISTRY: dict[str, Game[Any]] = {game.key: game for game in GAMES}
