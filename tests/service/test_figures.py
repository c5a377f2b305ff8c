"""What a group of figures comes to: by seat or session, with those that count nothing, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from service.queries import statistics
from service.queries.filters import UnusableFilter
from service.queries.question import Independent, StatisticsQuery
from service.queries.statistics import statistics as answer_to
from service.queries.visible_scope import EVERYTHING
from workers.follow import prepare
from workers.read_models import session_tables, statistics_tables

GAME = "time_of_chaos"
ACTIONS = {
    ("one", "red"): {"restore": 2, "travel": 3},
    ("one", "blue"): {"travel": 1, "grab": 2},
    ("two", "red"): {"restore": 1},
    ("two", "blue"): {},
    ("three", "red"): {"travel": 5},
    ("three", "blue"): {"restore": 4},
}
"""By session and seat: so many of each kind."""
SEARCHES = {"one": (8, 10), "two": (1, 10), "three": (3, 10)}
"""By session: of so many cards, red searched for so many."""
POSITIONS = {"red": "0", "blue": "1"}


def figures() -> Iterator[dict]:
    for (session, seat), kinds in ACTIONS.items():
        position = {"position": POSITIONS[seat]}
        yield row(session, seat, "score", 7, 1, position | {"rank": "1"})
        for action, number in kinds.items():
            yield row(session, seat, "actions", number, 1, position | {"action": action})
    for session, (searched, cards) in SEARCHES.items():
        yield row(session, "red", "search_share", searched - 1, cards - 4, {"position": "0", "rank": "1"})
        yield row(session, "red", "search_share", 1, 4, {"position": "0", "rank": "2"})
        yield row(session, "blue", "search_share", 2, 4, {"position": "1", "rank": "1"})


def row(session: str, seat: str, measure: str, value: float, weight: float, dimensions: dict) -> dict:
    return {
        "session": session,
        "game": GAME,
        "measure": measure,
        "seat": seat,
        "value": value,
        "weight": weight,
        "dimensions": dimensions,
    }


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    """Three finished sessions with these figures; ann sat at red in two of them."""
    engine = make_engine(tables_url)
    prepare(engine)
    texts = dict.fromkeys(("component_set", "opened_with", "created", "updated", "digest"), "")
    plain = texts | {"game": GAME, "status": "finished", "seats": 2, "rules_version": 1, "flagged": 0}
    plain |= {"visibility": "public", "sandbox": False, "timezone": "UTC", "played_on": "2026-03-07"}
    plain |= {
        "version": 9,
        "winners": [],
        "scores": {},
        "ranks": {},
        "parts": {},
        "active": [],
        "opening": {},
    }
    with engine.begin() as connection:
        tables = session_tables(1)
        connection.execute(sa.insert(tables.catalogue), [plain | {"session": name} for name in SEARCHES])
        ann = {"seat": "red", "name": "player", "value": "ann"}
        connection.execute(sa.insert(tables.facets), [ann | {"session": name} for name in ("two", "three")])
        rows = [figure | {"place": place} for place, figure in enumerate(figures())]
        connection.execute(sa.insert(statistics_tables(1).rows), rows)
    yield engine
    engine.dispose()


def ask(
    engine: sa.Engine, measure: str, *group_by: str, independent: Independent = "session", **filters: str
) -> dict[tuple, dict]:
    question = StatisticsQuery(GAME, measure, EVERYTHING, group_by, filters, independent=independent)
    return {tuple(row["group"].values()): row for row in answer_to(engine, question)["rows"]}


def test_a_seats_figures_are_added_up_before_seats_are_compared(engine: sa.Engine) -> None:
    """The six seats took 5, 3, 1, 0, 5 and 4 actions."""
    found = ask(engine, "actions")[()]
    assert (found["total"], found["value"], found["n"], found["rows"]) == (18, 3, 3, 7)
    assert (found["min"], found["max"], found["mean"]) == (0, 5, 3)
    assert found["spread"] == pytest.approx(sqrt((4 + 0 + 4 + 9 + 4 + 1) / 5))


def test_who_counts_nothing_of_a_kind_counts_nought(engine: sa.Engine) -> None:
    """Of the six seats three restored: 2, 1 and 4 times."""
    found = ask(engine, "actions", "action")
    assert found.keys() == {("grab",), ("restore",), ("travel",)}
    restored = found[("restore",)]
    assert (restored["total"], restored["n"], restored["rows"]) == (7, 3, 3)
    assert restored["value"] == restored["mean"] == pytest.approx(7 / 6)
    assert (restored["min"], restored["max"]) == (0, 4)
    assert restored["spread"] == pytest.approx(sqrt((4 + 1 + 16 - 49 / 6) / 5))
    assert ask(engine, "actions", action="restore")[()] | {"group": None} == restored | {"group": None}


def test_where_every_seat_counts_something_none_counts_nought(engine: sa.Engine) -> None:
    found = ask(engine, "actions", position="0")[()]
    assert (found["min"], found["max"], found["mean"]) == (1, 5, pytest.approx(11 / 3))


def test_a_group_that_counts_nothing_stands_there_with_nought(engine: sa.Engine) -> None:
    found = ask(engine, "actions", "position", "action")
    assert {group: row["total"] for group, row in found.items()} == {
        (0, "grab"): 0,
        (0, "restore"): 3,
        (0, "travel"): 8,
        (1, "grab"): 2,
        (1, "restore"): 4,
        (1, "travel"): 1,
    }
    nothing = found[(0, "grab")]
    assert {name: nothing[name] for name in ("value", "n", "rows", "min", "max", "mean", "spread")} == {
        **dict.fromkeys(("value", "rows", "min", "max", "mean", "spread"), 0),
        "n": 3,
    }
    assert ask(engine, "actions", action="grab", position="0")[()]["value"] == 0
    assert ask(engine, "actions", "player", action="grab")[("ann",)]["value"] == 0
    assert ask(engine, "actions", player="bob") == {}


def test_too_many_groups_are_refused(engine: sa.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST_GROUPS", 5)
    assert len(ask(engine, "actions", "action")) == 3
    with pytest.raises(UnusableFilter, match="more than 5 groups"):
        ask(engine, "actions", "position", "action")


def test_the_interval_of_a_share_takes_sessions_as_independent(engine: sa.Engine) -> None:
    """8, 1 and 3 of ten differ by 4, 3 and 1 from 4: as much as 5.54 cards would that fall as they like."""
    found = ask(engine, "search_share", position="0")[()]
    assert (found["value"], found["n"], found["rows"]) == (0.4, 3, 6)
    assert (found["min"], found["max"]) == (0.1, 0.8)
    assert found["interval"] == pytest.approx((0.12478, 0.75713), abs=1e-5)


def test_the_interval_of_a_share_takes_players_as_independent_where_asked(engine: sa.Engine) -> None:
    """4 of ann's 20, 8 of 10 of who is not known: as much as 3.375 cards would."""
    found = ask(engine, "search_share", position="0", independent="player")[()]
    assert found["value"] == 0.4
    assert found["interval"] == pytest.approx((0.09186, 0.81461), abs=1e-5)
    with pytest.raises(UnusableFilter, match="independent"):
        ask(engine, "turns", independent="player")


def test_sessions_that_are_all_alike_are_as_many_observations_as_sessions(engine: sa.Engine) -> None:
    """Blue searched for half its cards in each of three games: nothing tells how much that may vary."""
    found = ask(engine, "search_share", position="1")[()]
    assert found["value"] == 0.5
    assert found["interval"] == pytest.approx((0.12533, 0.87467), abs=1e-5)


def test_an_answer_says_what_its_intervals_take_as_independent(engine: sa.Engine) -> None:
    share = StatisticsQuery(GAME, "search_share", EVERYTHING)
    assert answer_to(engine, share)["independent"] == "session"
    assert "independent" not in answer_to(engine, StatisticsQuery(GAME, "actions", EVERYTHING))
