"""Moves and redeployments are offered exactly as the rules have them: every party of units is tried."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.reading import neighbours, reachable, units
from domain.games.chaos_order.state import State
from domain.kernel import TRUTH, Chance, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import covers
from tests.games.chaos_order.table import ChaosTable, dealt


def crowded(seat: str, seed: int, points: int, effect: str) -> ChaosTable:
    """Units of three seats thrown over the map, all leaders of the one that moves among them."""
    random, table = Random(seed), dealt(seat, "leyrien", "ai")
    table.bare()
    places = [place for place in table.state.regions if table.state.box.places[place].kind != "lake"]
    for place in places:
        crowd = {other: random.randint(0, 3) for other in table.state.clockwise}
        table.region(place, fighters={other: number for other, number in crowd.items() if number})
    near = [place for place in neighbours(table.state, places[seed]) if place in places][:2]
    leaders = table.state.seats[seat].leaders
    standing: dict[str, tuple[str, ...]] = {}
    for leader in leaders:
        place = random.choice((*near, places[seed], "base"))
        standing[place] = (*standing.get(place, ()), leader)
    table.board(seat, base_leaders=standing.pop("base", ()), base_fighters=2)
    for place, there in standing.items():
        table.region(place, leaders={seat: there})
    return table.acting("move", seat, main="running").pend(seat, Effect(effect, points), main=True)


def every_move(state: State, seat: str, kind: str) -> list[dict[str, Any]]:
    """All that might be asked for, and a little more."""
    moves: list[dict[str, Any]] = []
    base = state.seats[seat].base
    starts = [place for place, region in state.regions.items() if units(region, seat)]
    for place in (*starts, base):
        assert place is not None
        region = state.regions.get(place)
        board = state.seats[seat]
        fighters = board.base_fighters if region is None else region.fighters.get(seat, 0)
        leaders = board.base_leaders if region is None else region.leaders.get(seat, ())
        parties = chain.from_iterable(combinations(leaders, size) for size in range(len(leaders) + 1))
        for to, number, party in product(reachable(state, seat, place), range(fighters + 2), list(parties)):
            move: dict[str, Any] = {"type": kind, "seat": seat, "from": place, "to": to}
            moves.append(
                move | ({"fighters": number} if number else {}) | ({"leaders": [*party]} if party else {})
            )
    return moves


@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize("seat", ["zcharo", "oxataya"])
@pytest.mark.parametrize("seed", range(4))
def test_just_the_legal_parties_are_offered(seat: str, seed: int, points: int):
    for effect, kind in (
        ("movement_points", "move_units"),
        ("movement_points", "redeploy_units"),
        ("redeploy", "redeploy_units"),
    ):
        state = crowded(seat, seed, points, effect).state
        offers = [offer for offer in GAME.offers(state, seat, TRUTH) if offer.type == kind]
        legal = 0
        for move in every_move(state, seat, kind):
            try:
                decide(GAME, state, codec_of(GAME).action(move), Chance(lambda n, _: 0))
            except Rejected:
                assert not any(covers(offer, move) for offer in offers), move
            else:
                legal += 1
                assert sum(covers(offer, move) for offer in offers) == 1, move
        assert legal
