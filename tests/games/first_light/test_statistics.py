"""Measures and series, counted over a recorded game."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.components.document import RESOURCES, STARTING_RESOURCES
from domain.games.first_light.scoring import breakdown
from domain.games.first_light.statistics.rows import as_high, as_low
from domain.kernel import Row
from domain.kernel.engine.entries import Recorded, codec_of
from tests.games.first_light.test_recorded_games import GAMES, play


def counted(path: Path) -> tuple[Any, list[Row], list[Any]]:
    """The final state, all rows and all facts of a recorded game."""
    draft = play(path)
    state, found = draft.session.state, []
    tally = GAME.statistics.start(state)
    for entry in draft.entries:
        assert isinstance(entry, Recorded)
        for fact in codec_of(GAME).facts.decode(entry.facts):
            after = GAME.evolve(state, fact)
            GAME.statistics.observe(tally, state, fact, after)
            state = after
            found.append(fact)
    return state, list(GAME.statistics.rows(tally, state)), found


def total(rows: list[Row], measure: str, seat: str | None = None, **dimensions: str) -> float:
    return sum(
        row.value
        for row in rows
        if row.measure == measure
        and row.seat == seat
        and all(row.dimensions[name] == text for name, text in dimensions.items())
    )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_resource_flow_adds_up_to_what_is_held(path: Path):
    state, rows, _ = counted(path)
    for seat, base in state.seats.items():
        for name in RESOURCES:
            flow = total(rows, "gained", seat, resource=name) - total(rows, "paid", seat, resource=name)
            assert STARTING_RESOURCES[name] + flow == base.resources[name]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_scores_and_wins_are_those_of_the_final_table(path: Path):
    state, rows, _ = counted(path)
    for seat in state.seats:
        assert total(rows, "score", seat) == breakdown(state, seat).total
        assert total(rows, "score_by_source", seat) == breakdown(state, seat).total
        assert total(rows, "wins", seat) == (seat in state.winners)
        share = 1 / len(state.winners) if seat in state.winners else 0
        assert total(rows, "win_share", seat) == share
        assert total(rows, "item_bonus", seat) == breakdown(state, seat).items_bonus


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_start_player_of_the_first_round_has_position_0(path: Path):
    _, rows, found = counted(path)
    [first] = [fact.seat for fact in found if isinstance(fact, facts.StartPlayerSet)]
    for measure in ("score", "wins", "win_share", "rank"):
        assert [
            row.dimensions["position"] for row in rows if (row.measure, row.seat) == (measure, first)
        ] == ["0"]


@pytest.mark.parametrize("winners", [("blue", "black"), ("blue", "ai")])
def test_a_shared_win_counts_its_part_and_the_ai_is_nobody(winners: tuple[str, ...]):
    path = next(path for path in GAMES if "2p-ai" in path.stem)
    seats = tuple(play(path).session.state.seats)
    named = tuple(dict(zip(("blue", "black"), seats, strict=True)).get(name, name) for name in winners)
    state = replace(play(path).session.state, winners=named)
    rows = list(GAME.statistics.rows(GAME.statistics.start(state), state))
    assert {row.seat for row in rows if row.measure == "win_share"} == {*seats}
    for seat in seats:
        assert total(rows, "win_share", seat) == (0.5 if seat in named else 0)


@pytest.mark.parametrize("path", GAMES[:2], ids=lambda path: path.stem)
def test_dice_are_counted_where_they_went(path: Path):
    state, rows, found = counted(path)
    for seat in state.seats:
        rolled = [f for f in found if isinstance(f, facts.DiceRolled) and f.seat == seat]
        values = [value for fact in rolled for value in fact.values]
        luck_row = next(row for row in rows if row.measure == "roll_luck" and row.seat == seat)
        assert luck_row.weight == len(values)
        assert luck_row.value == pytest.approx(sum(values) - 3.5 * len(values))
        shares = [row for row in rows if row.measure == "die_use" and row.seat == seat]
        assert sum(row.value for row in shares) == shares[0].weight
        for row in rows:
            if row.measure == "blocked" and row.seat == seat:
                assert 0 <= row.value <= row.weight


def test_the_ai_is_counted_for_the_session():
    path = next(path for path in GAMES if "demo-1p-ai" in path.stem)
    state, rows, found = counted(path)
    assert total(rows, "ai_schemes") == sum(isinstance(fact, facts.SchemeRevealed) for fact in found)
    assert total(rows, "ai_score_by_source") == 55
    assert total(rows, "human_win") == 0
    assert state.winners == ("ai",)


def test_the_chance_of_a_roll_under_fair_dice():
    assert as_low([1]) == pytest.approx(1 / 6)
    assert as_high([6, 6]) == pytest.approx(1 / 36)
    assert as_low([6, 6]) == pytest.approx(1)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_scores_series_ends_on_the_final_scores_and_tells_nothing_private_before(path: Path):
    draft = play(path)
    series = {series.key: series for series in GAME.series}["scores"]
    before, last, seen = None, {}, defaultdict(list)
    states = [draft.session.state]
    for entry in draft.entries:
        assert isinstance(entry, Recorded)
        found = codec_of(GAME).facts.decode(entry.facts)
        after = states[-1]
        for fact in found:
            after = GAME.evolve(after, fact)
        for point in series.points(before, found, after):
            last[point.subject] = point.value
            seen[point.subject].append(point)
        before = after
        states.append(after)
    assert last == {place.seat: place.score for place in GAME.standing(states[-1]).seats}
    for seat in () if states[-1].resources_public else states[-1].seats:
        assert all(point.detail["gems"] == 0 for point in seen[seat][:-1])
        assert seen[seat][0].detail["partial"] is True
        assert seen[seat][-1].detail["partial"] is False
