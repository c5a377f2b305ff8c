"""Complete recorded games of Order vs Chaos end exactly as the tables beside them say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.scoring import final_table
from domain.kernel import Row
from domain.kernel.engine.entries import Recorded, codec_of
from tests.support.recorded import library, played_to_the_end

RECORDED = library("order_vs_chaos")


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert {"actions": actions, **final_table(draft.position.state)} == expected


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_the_projections_say_the_same(recorded: Path):
    session, draft, _ = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    state, tally, points = session.state, GAME.statistics.start(session.state), {"order": 0, "chaos": 0}
    doom = GAME.series[0]
    for point in doom.points(None, (), state):
        points[point.subject] = int(point.value or 0)
    for entry in draft.entries:
        assert isinstance(entry, Recorded)
        before, facts = state, codec_of(GAME).facts.decode(entry.facts)
        for fact in facts:
            after = GAME.evolve(state, fact)
            GAME.statistics.observe(tally, state, fact, after)
            state = after
        for point in doom.points(before, facts, state):
            points[point.subject] += point.detail["by"]
            assert points[point.subject] == point.value
    assert points == expected["doom"]
    rows = list(GAME.statistics.rows(tally, state))
    assert total(rows, "turns") == expected["turns"]
    assert total(rows, "battles_at") == expected["totals"]["battles"]
    assert total(rows, "retreat_rate") == expected["totals"]["retreats"]
    assert total(rows, "monsters_placed") == expected["totals"]["monsters_placed"]
    assert total(rows, "tokens_instead") == expected["totals"]["tokens_instead_of_monsters"]
    assert total(rows, "items_gained", via="reward") == expected["totals"]["reward_items"]
    assert total(rows, "rifts", state="closed") == sum(
        seat.get("rifts_closed", 0) for seat in expected["seats"].values()
    )
    for name, seat in expected["seats"].items():
        assert total(rows, "cards_opened", seat=name) == seat["opened"]
        assert total(rows, "deaths", seat=name) == seat["deaths"]
        assert total(rows, "win_share", seat=name) == seat["won"] / len(expected["winners"])
        assert total(rows, "final_stat", seat=name, stat="health") == seat["max_health"]
        delivered = total(rows, "tokens_per_delivery", seat=name)
        assert delivered == seat.get("delivered", 0)


def total(rows: list[Row], measure: str, seat: str | None = None, **dimensions: str) -> float:
    return sum(
        row.value
        for row in rows
        if row.measure == measure
        and seat in (None, row.seat)
        and dimensions.items() <= dict(row.dimensions).items()
    )


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_invariants_hold_after_every_fact_that_ends_an_entry(recorded: Path):
    session, draft, _ = played_to_the_end(GAME, recorded)
    state: Any = session.state
    for entry in draft.entries:
        assert isinstance(entry, Recorded)
        for fact in codec_of(GAME).facts.decode(entry.facts):
            state = GAME.evolve(state, fact)
        assert not GAME.invariants(state)
    assert any(isinstance(fact, facts.GameWon) for fact in codec_of(GAME).facts.decode(entry.facts))
