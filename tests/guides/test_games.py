"""The page of a game lists its measures as they are declared, and its series; no guide names another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import GAMES, REGISTRY
from domain.kernel import Game, Measure
from domain.kernel.statistics import PLAYING_TIME
from domain.kernel.statistics_alike import ALIKE
from service.queries.filters import BESIDE
from service.queries.question import ALL
from service.queries.sums import COLUMNS, OF_RESULTS
from tests.support.documents import name_of
from tests.support.guides.games import HEADING, listed, page_of
from tests.support.guides.reading import Guide, guide, guides
from workers.projections.series import SCORES
from workers.projections.sessions import PLAYER

SERIES = "Series of a session"
COUNTED = re.compile(r"\n(\d+)\b")
WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
ASKED = re.compile(r"/v1/statistics/(\w+)/(\w+)(?:\?[^\s\"`]*?group_by=([\w,]+))?")

every_page = pytest.mark.parametrize("game", [*GAMES, TEMPLATE], ids=lambda game: game.key)


def page(game: Game[Any]) -> Guide:
    return guide(name_of(page_of(game)))


@every_page
def test_its_measures_are_listed_as_they_are_declared(game: Game[Any]) -> None:
    text = page(game).section(HEADING).text
    assert f"{text.rstrip()}\n".endswith(listed(game)), "run .venv/bin/python -m tests.support.guides.games"
    if counted := COUNTED.match(text):
        assert int(counted[1]) == len(game.statistics.measures)


@every_page
def test_what_is_said_of_its_measures_names_no_other(game: Game[Any]) -> None:
    """Whatever a word of code stands for there is a measure, or something to group by."""
    section = page(game).section(HEADING)
    before = Guide(section.name, section.text.partition(listed(game))[0])
    known = {measure.key for measure in game.statistics.measures}
    known |= {name for measure in game.statistics.measures for name in measure.dimensions}
    assert {span for span in before.spans() if WORD.fullmatch(span)} <= known


@every_page
def test_its_series_have_their_rows_and_no_other_has(game: Game[Any]) -> None:
    told = page(game).section(SERIES).first_column()
    assert set(told) - {SCORES} == {series.key for series in game.series} - {SCORES}
    assert len(told) == len(set(told))


def test_what_every_game_measures_stands_in_the_guide_to_the_api() -> None:
    spans = guide("docs/api.md").section("Curves and statistics").spans()
    assert {measure.key for measure in PLAYING_TIME} | ALIKE.keys() <= set(spans)


def test_whatever_measure_is_asked_for_in_a_guide_is_there() -> None:
    asked = [(one.name, *found) for one in guides() for found in ASKED.findall(one.text)]
    assert len(asked) >= 3
    for where, key, measure, names in asked:
        if measure in ("refusals", "seats"):
            continue
        declared = ALIKE if key == ALL else REGISTRY[key].measures
        assert measure in declared, where
        games = [*REGISTRY.values()] if key == ALL else [REGISTRY[key]]
        assert set(filter(None, names.split(","))) <= groupings(games, declared[measure]), where


def groupings(games: Sequence[Game[Any]], measure: Measure) -> set[str]:
    """What a measure can be grouped by: its own, and what sessions and their seats are."""
    kinds = [kind for game in games for kind in (game.seat_type, game.options_type)]
    facets = {name for kind in kinds for name in kind.__struct_fields__}
    return {*measure.dimensions, *COLUMNS, *OF_RESULTS, *BESIDE, *facets, PLAYER}
