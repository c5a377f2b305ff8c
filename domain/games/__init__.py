"""The games that Tablelog knows: one import and one line a game."""

from typing import Any

from domain.games import chaos_order, chaosmos, first_light, order_vs_chaos, time_of_chaos
from domain.kernel import Game

GAMES: tuple[Game[Any], ...] = (
    time_of_chaos.GAME,
    chaosmos.GAME,
    first_light.GAME,
    order_vs_chaos.GAME,
    chaos_order.GAME,
)

REGISTRY: dict[str, Game[Any]] = {game.key: game for game in GAMES}
