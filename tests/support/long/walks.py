"""Walks: random corrections and random play. No table stops that a check has not named beforehand."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.games import REGISTRY
from domain.kernel import Chance, Game
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.obstacles import obstacles
from domain.kernel.engine.views import must_be_shown, must_be_usable
from domain.kernel.game import decide, fold
from domain.kernel.messages import TRUTH, Json
from domain.kernel.offers import is_open, sample_action
from tests.games.test_every_game import game_of_bots, opened, seats_of
from tests.support.long.campaign import Outcome, Progress, Wanted

ODD: dict[type, tuple[Any, ...]] = {
    str: ("nobody", "red", "-"),
    int: (-1, 0, 1, 2, 3, 7, 99),
    bool: (True, False),
}
PLAYED = 3
"""Games of each number of seats whose moments are bent."""
NEAR = 40
ACTIONS = 40
"""Of random play after a correction."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """As many walks as are wanted, over all games in turn."""
    walks, counted, faults = Walks(Random(wanted.seed)), Counter[str](), list[str]()
    progress = Progress("walks", wanted.walks)
    games = tuple(REGISTRY.values())
    for number in range(wanted.walks):
        ended, fault = walks.walk(games[number % len(games)])
        counted[ended] += 1
        if fault is not None:
            faults.append(fault)
        progress.at(number + 1)
    return Outcome({ended: f"{number:,}" for ended, number in counted.most_common()}, faults)


class Walks:
    """Walks from moments of games that bots played."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def walk(self, game: Game[Any]) -> tuple[str, str | None]:
        """How one walk ended, and its fault, if it has one."""
        random = self.random
        count, seed = random.choice(game.seat_counts), random.randrange(PLAYED)
        played, seats = game_of_bots(game.key, count, seed), seats_of(opened(game.key, count, seed))
        moment = random.randrange(len(played) - 1)
        facts = self._bent(game.key, count, seed, moment, len(played))
        try:
            corrected = codec_of(game).corrected(facts)
        except msgspec.ValidationError:
            return "refused for their shape", None
        if not corrected:
            return "nothing to correct", None
        state = played[moment].after
        try:
            state = fold(game, state, corrected)
            must_be_usable(game, state, seats)
            must_be_shown(game, corrected, seats)
        except Exception:
            return "refused as they do not fit", None
        if obstacles(game, state, seats):
            return "said to stop", None
        fault = self.play_on(game, state, seats)
        where = f"{game.key}, {count} seats, game {seed}, action {moment + 1}: {json.dumps(facts)}"
        return "played on", None if fault is None else f"{where}: {fault}"

    def play_on(self, game: Game[Any], state: Any, seats: tuple[str, ...]) -> str | None:
        """What stops random play, if anything does."""
        for number in range(ACTIONS):
            try:
                if game.is_finished(state):
                    return None
                offers = [offer for seat in (None, *seats) for offer in game.offers(state, seat, TRUTH)]
                if not offers:
                    return f"after {number} actions nobody can act"
                listed = [offer for offer in offers if not any(map(is_open, offer.parameters.values()))]
                useful = [offer for offer in listed if not offer.idle] or listed
                if not useful:
                    return None
                tree = sample_action(self.random.choice(useful), self.random)
                chance = Chance(lambda n, _: self.random.randrange(n))
                _, state = decide(game, state, codec_of(game).action(tree), chance)
            except Exception as error:
                return f"after {number} actions: {error!r}"
        return None

    def _bent(self, key: str, count: int, seed: int, moment: int, length: int) -> list[Json]:
        """Facts of a moment of the game, near this one more often than not, with a value or two changed."""
        random = self.random
        near = range(max(0, moment - NEAR), min(length, moment + NEAR))
        source = random.choice(near if random.random() < 0.7 else range(length))
        told = deepcopy(facts_of(key, count, seed, source))
        facts = told if random.random() < 0.3 else told and [random.choice(told)]
        values = leaves(facts)
        if random.random() < 0.4 or not values:
            return facts
        others = [
            place
            for at in random.sample(near, min(10, len(near)))
            for place in leaves(facts_of(key, count, seed, at))
        ]
        for holder, name in random.sample(values, min(len(values), random.choice((1, 1, 2)))):
            kind = type(holder[name])
            seen = [there[key] for there, key in others if type(there[key]) is kind]
            holder[name] = random.choice(seen if seen and random.random() < 0.8 else ODD[kind])
        return facts


@cache
def facts_of(key: str, count: int, seed: int, at: int) -> list[Json]:
    """The facts of one action of a played game, as JSON."""
    facts: list[Json] = msgspec.json.decode(msgspec.json.encode(game_of_bots(key, count, seed)[at].facts))
    return facts


def leaves(tree: Any) -> list[tuple[Any, Any]]:
    """Where the values of these facts stand."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = [(tree, key) for key, value in items if type(value) in ODD and key != "fact"]
    return found + [place for _, value in items for place in leaves(value)]
