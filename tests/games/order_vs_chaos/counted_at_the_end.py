"""Figures of a recorded game of Order vs Chaos, counted from its final table and the boxes filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.counted import CountedGame
from tests.games.order_vs_chaos.counted_by_hand import Counted, lines

START_OF_CHAOS_DOOM = {2: 0, 3: 4, 4: 0, 5: 2, 6: 0}
"""OC-105, by number of seats."""


def final_stat(game: CountedGame) -> Iterator[Counted]:
    for seat, figures in game.expected["seats"].items():
        for stat in ("move", "attack", "armor", "health"):
            yield seat, {"stat": stat}, figures["max_health" if stat == "health" else stat], 1


def items_unused(game: CountedGame) -> Iterator[Counted]:
    for seat, figures in game.expected["seats"].items():
        if figures["side"] == "order":
            yield seat, {}, len(figures["weapons"]) + len(figures["equipment"]), 1


def arch_health_left(game: CountedGame) -> Iterator[Counted]:
    yield None, {}, game.expected["arch_enemy_health"], 1


def outcome(game: CountedGame) -> Iterator[Counted]:
    result = game.expected["result"]
    yield None, {"stage": result["stage"], "reason": result["reason"]}, 1, 1


def order_survivors(game: CountedGame) -> Iterator[Counted]:
    seats = game.expected["seats"].values()
    yield None, {}, sum(figures["side"] == "order" and figures["alive"] for figures in seats), 1


def chaos_doom_per_round(game: CountedGame) -> Iterator[Counted]:
    seats = len(game.expected["seats"])
    gained = game.expected["doom"]["chaos"] - START_OF_CHAOS_DOOM[seats]
    yield None, {}, gained, (game.expected["turns"] + seats - 1) // seats


def xp_allotted(game: CountedGame) -> Iterator[Counted]:
    boxes = Counter((line["seat"], target) for line in lines(game, "assign_xp") for target in line["targets"])
    for (seat, track), times in boxes.items():
        yield seat, {"track": track}, times, 1


COUNTS_AT_THE_END = {
    "final_stat": final_stat,
    "items_unused": items_unused,
    "arch_health_left": arch_health_left,
    "outcome": outcome,
    "order_survivors": order_survivors,
    "chaos_doom_per_round": chaos_doom_per_round,
    "xp_allotted": xp_allotted,
}
