"""Queries over the read models, on both databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

import pytest
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel.engine.entries import NO_DIGEST, seal
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.statistics import PLAYING_TIME
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.queries import sessions
from service.queries.filters import UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.statistics import UnknownMeasure, measures
from service.queries.store import StatisticsStore
from service.queries.stored_tables import DUCKDB, SQLITE
from service.queries.visible_scope import EVERYTHING
from tests.support.recorded import STAMP, library, opened
from tests.support.reef import LIBRARY, REEF, Log
from tests.support.service.asked import answered, choosing, told
from workers.follow import ProjectionRunner, prepare

GAME = REGISTRY["time_of_chaos"]


class Desk:
    """A store with its tables, and the questions put to them."""

    def __init__(self, store: EventStore, engine: sa.Engine) -> None:
        self.store = store
        self.engine = engine
        self.follower = ProjectionRunner(store, engine, LIBRARY)
        self.figures = StatisticsStore(engine, kind=DUCKDB if engine.dialect.name == "sqlite" else SQLITE)

    def keep(self, *logs: Log) -> None:
        for log in logs:
            self.store.append(log.id, 1, log.stored)
        self.follower.pull()

    def ids(self, **filters: str) -> set[str]:
        page = sessions.list_sessions(
            self.engine, choosing(self.figures), reach=EVERYTHING, filters=filters, cursor=None, limit=100
        )
        return {item["id"] for item in page["items"]}

    def ask(self, measure: str, *group_by: str, **filters: str) -> list[dict]:
        """The rows, each checked against the sessions that its link names."""
        answer = told(
            self.figures, StatisticsQuery("reef", measure, EVERYTHING, tuple(group_by), filters=filters)
        )
        for row in answer["rows"]:
            link = urlsplit(row["sessions"])
            assert link.path == "/v1/sessions"
            assert len(self.ids(**dict(parse_qsl(link.query)))) == row["n"]
        return answer["rows"]


@pytest.fixture
def desk(event_store: EventStore, tables_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setitem(REGISTRY, "reef", REEF)
    engine = make_engine(tables_url)
    prepare(engine)
    desk = Desk(event_store, engine)
    yield desk
    desk.figures.close()
    engine.dispose()


def values(rows: list[dict]) -> dict[tuple, float]:
    return {tuple(row["group"].values()): row["value"] for row in rows}


def test_the_catalogue_shows_how_a_session_stands(desk: Desk) -> None:
    log = Log(
        tags=("club",), players={"red": "p1"}, labels={"red": "Red corner"}, timezone="Asia/Tokyo"
    ).place(2)
    desk.keep(log)
    entry = sessions.catalogue_entry(desk.engine, log.id)
    assert entry is not None
    assert entry == entry | {
        "id": log.id,
        "game": "reef",
        "status": "open",
        "closed": None,
        "count": 2,
        "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
        "players": {"red": "p1"},
        "labels": {"red": "Red corner"},
        "options": {"rounds": 3},
        "tags": ["club"],
        "version": 2,
        "digest": log.stored[-1].digest,
        "flagged": 0,
        "winners": [],
        "scores": {"red": 2.0, "blue": 0.0},
        "active": ["blue"],
        "minutes": None,
        "forked_from": None,
        "sandbox": False,
        "visibility": "private",
    }
    assert entry["opened_at"] < entry["updated"]
    assert sessions.catalogue_entry(desk.engine, "nobody") is None


def pages_of(desk: Desk) -> list[str]:
    """All sessions in the order of the list, asked for page by page."""
    seen, cursor = [], None
    while True:
        page = sessions.list_sessions(
            desk.engine, choosing(desk.figures), reach=EVERYTHING, filters={}, cursor=cursor, limit=2
        )
        seen += [item["id"] for item in page["items"]]
        if (cursor := page["next"]) is None:
            return seen


def test_sessions_come_in_pages_newest_first(desk: Desk) -> None:
    logs = [Log() for _ in range(5)]
    desk.keep(*logs)
    assert pages_of(desk) == [log.id for log in reversed(logs)]


def test_an_evening_that_was_entered_afterwards_stands_at_its_own_day(desk: Desk) -> None:
    """Also across pages, and after a cursor of before, which had no day."""
    days = ("2026-03-01", None, "2025-12-24", "2026-03-01", None)
    logs = [Log(played=None if day is None else TimeOfPlay(played_on=day)) for day in days]
    desk.keep(*logs)
    expected = [logs[4].id, logs[1].id, logs[3].id, logs[0].id, logs[2].id]
    assert pages_of(desk) == expected
    new_year = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1_000)
    cursor = str(UUID(int=(new_year << 80) | (0x7 << 76) | (0x2 << 62)))
    page = sessions.list_sessions(
        desk.engine, choosing(desk.figures), reach=EVERYTHING, filters={}, cursor=cursor, limit=9
    )
    assert [item["id"] for item in page["items"]] == expected[-1:]


def test_every_filter_finds_its_sessions_and_no_others(desk: Desk) -> None:
    one = Log(("red", "blue"), rounds=1, players={"red": "ann", "blue": "bob"}, tags=("club",)).play_out()
    two = Log(("red", "green", "black"), players={"red": "bob", "green": "ann"}, timezone="Pacific/Auckland")
    two.correct({"fact": "cubes_placed", "seat": "red", "region": "south", "count": 5})
    box = Log(sandbox=True)
    given_up = Log(visibility="public").close("abandoned")
    desk.keep(one, two, box, given_up)
    a, b, c = one.id, two.id, given_up.id
    expected = {
        (): {a, b, c},
        ("game", "reef"): {a, b, c},
        ("status", "finished"): {a},
        ("status", "open"): {b},
        ("status", "closed"): {c},
        ("sandbox", "any"): {a, b, c, box.id},
        ("sandbox", "true"): {box.id},
        ("seat", "green"): {b},
        ("color", "blue"): {a, c},
        ("player", "ann"): {a, b},
        ("player", "ann", "color", "red"): {a},
        ("player", "ann", "with", "bob"): {a, b},
        ("player", "ann", "with", "ann"): set(),
        ("seat", "red", "with", "bob"): {a},
        ("with", "bob"): {a, b},
        ("count", "3"): {b},
        ("component_set", one.session.components.hash): {a, b, c},
        ("component_set", "0" * 64): set(),
        ("rules_version", "1"): {a, b, c},
        ("rules_version", "2"): set(),
        ("option.rounds", "1"): {a},
        ("tag", "club"): {a},
        ("flagged", "true"): {b},
        ("flagged", "false"): {a, c},
        ("visibility", "public"): {c},
        ("since", "2026-03-08"): {b},
        ("until", "2026-03-07"): {a, c},
        ("month", "2026-03"): {a, b, c},
        ("month", "2026-02"): set(),
        ("game", "reef", "measure", "cubes"): {a},
        ("game", "reef", "measure", "cubes", "region", "north"): {a},
    }
    for spelled, found in expected.items():
        filters = dict(zip(spelled[::2], spelled[1::2], strict=True))
        assert desk.ids(**filters) == found, filters


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hue", "red"),
        ("status", "done"),
        ("game", "chess"),
        ("count", "two"),
        ("count", "-1"),
        ("count", "99999999999"),
        ("count", "٣"),
        ("since", "yesterday"),
        ("until", "2026-02-30"),
        ("month", "2026-13"),
        ("month", "2026-3"),
        ("flagged", "maybe"),
        ("sandbox", "1"),
        ("component_set", "demo"),
        ("option.colour", "red"),
        ("measure", "cubes"),
        ("visibility", "secret"),
        ("player", "a\0b"),
        ("region", "north"),
    ],
)
def test_an_unusable_filter_is_an_error(desk: Desk, name: str, value: str) -> None:
    with pytest.raises(UnusableFilter) as refusal:
        desk.ids(**{name: value})
    assert refusal.value.name == name


def test_a_cursor_that_no_page_gave_is_an_error(desk: Desk) -> None:
    with pytest.raises(UnusableFilter):
        sessions.list_sessions(
            desk.engine, choosing(desk.figures), reach=EVERYTHING, filters={}, cursor="x", limit=2
        )


def test_scores_and_the_games_own_series(desk: Desk) -> None:
    log = Log().place(2).storm().place(1, "south").place(3).retract(4)
    desk.keep(log)
    scores = sessions.series(desk.engine, log.id, "scores")
    assert scores is not None
    assert scores["as_of"] == log.session.version
    points = [(p["entry"], p["subject"], p["value"], p["detail"]["rank"]) for p in scores["points"]]
    assert points == [
        (1, "red", 0, 1),
        (1, "blue", 0, 1),
        (2, "red", 2, 1),
        (2, "blue", 0, 2),
        (4, "blue", 1, 2),
    ]
    counts = sessions.series(desk.engine, log.id, "region-counts")
    assert counts is not None
    assert counts["series"]["unit"] == "cubes"
    assert [(p["entry"], p["subject"], p["value"]) for p in counts["points"] if p["entry"] > 1] == [
        (2, "north/red", 2),
        (4, "south/blue", 1),
    ]
    assert sessions.series(desk.engine, log.id, "doom") is None
    assert sessions.series(desk.engine, "nobody", "scores") is None


def test_the_timeline_keeps_what_was_taken_back_and_hides_what_is_hidden(desk: Desk) -> None:
    log = Log().place().hide("red", "black").storm().retract(2).note()
    desk.keep(log)
    timeline = sessions.timeline(desk.engine, log.id)
    assert timeline is not None
    lines = timeline["entries"]
    assert [(line["entry"], line["kind"], line["type"], line["seat"], line["live"]) for line in lines] == [
        (1, "opened", None, None, True),
        (2, "recorded", "place_cubes", "red", True),
        (3, "recorded", None, None, False),
        (4, "recorded", "roll_storm", None, False),
        (5, "retracted", None, None, True),
        (6, "noted", None, None, True),
    ]
    assert [line["seconds"] for line in lines] == [None, 10, 10, 10, 10, 10]
    assert lines[1]["active"] == ["blue"]
    assert lines[1]["turn"] == 2
    assert "black" not in str(lines)
    assert sessions.timeline(desk.engine, "nobody") is None


def test_measures_are_listed_with_what_they_can_be_grouped_by(desk: Desk) -> None:
    listed = {measure["key"]: measure for measure in measures() if measure["game"] == "reef"}
    alike = {"wins", "rank", "score", "rounds", "turns", "expected_wins", "expected_win_share"}
    times = {measure.key for measure in PLAYING_TIME}
    assert set(listed) == {"cubes", "win_share", "storms", "score_by_round", *alike, *times}
    assert {"region", "color", "player", "other_player", "count", "option.rounds"} <= set(
        listed["cubes"]["group_by"]
    )
    assert "color" not in listed["storms"]["group_by"]


def test_figures_of_many_sessions_add_up(desk: Desk) -> None:
    for _ in range(3):
        desk.keep(Log(rounds=1).place(3).place(1))
    desk.keep(Log(rounds=1).place(1).place(1))
    desk.keep(Log(rounds=1).place(3))
    shares = desk.ask("win_share", "color")
    assert values(shares) == {("red",): 3.5 / 4, ("blue",): 0.5 / 4}
    red = next(row for row in shares if row["group"] == {"color": "red"})
    assert (red["n"], red["rows"], red["min"], red["max"], red["mean"]) == (4, 4, 0.5, 1, 0.875)
    assert red["spread"] == pytest.approx(0.25)
    assert red["interval"][0] < 0.875 < red["interval"][1] <= 1
    cubes = desk.ask("cubes", "region", "seat")
    assert values(cubes) == {("north", "red"): 10 / 4, ("north", "blue"): 1}
    assert cubes[0]["interval"] is None


def test_only_finished_sessions_count_unless_the_measure_says_otherwise(desk: Desk) -> None:
    desk.keep(Log(rounds=1).place().storm())
    assert desk.ask("cubes") == []
    assert values(desk.ask("storms")) == {(): 1}


def test_taking_back_the_last_move_takes_back_the_figures(desk: Desk) -> None:
    log = Log(rounds=1).play_out()
    desk.keep(log)
    assert len(desk.ask("win_share", "color")) == 2
    before = log.session.version
    log.retract(before - 1)
    desk.store.append(log.id, before + 1, log.stored[before:])
    desk.follower.pull()
    assert desk.ask("win_share", "color") == []


def test_filters_of_figures_are_those_of_sessions(desk: Desk) -> None:
    one = (
        Log(("red", "blue"), rounds=1, players={"red": "ann", "blue": "bob"}, tags=("a", "b"))
        .place(3)
        .place(1)
    )
    two = Log(("red", "green"), rounds=2, players={"red": "bob", "green": "ann"}).play_out()
    box = Log(rounds=1, sandbox=True).play_out()
    desk.keep(one, two, box)
    assert desk.ask("win_share", player="ann", color="red")[0]["n"] == 1
    assert desk.ask("win_share", player="ann")[0]["n"] == 2
    assert desk.ask("win_share", "with", player="ann")[0]["group"] == {"with": "bob"}
    assert values(desk.ask("cubes", "option.rounds", seat="red"))[(1,)] == 3
    assert {row["group"]["tag"] for row in desk.ask("cubes", "tag")} == {"a", "b"}
    assert len(desk.ask("cubes", "count", region="north")) == 1
    assert desk.ask("storms", sandbox="any", color="red")[0]["n"] == 3
    assert desk.ask("storms", sandbox="true", color="blue")[0]["n"] == 1
    assert desk.ask("win_share", "component_set", "rules_version", since="2026-03-07", status="finished")
    assert [row["group"] for row in desk.ask("win_share", "month", player="ann")] == [{"month": "2026-03"}]
    assert desk.ask("win_share", tag="none") == []


def test_unknown_measures_and_groups_are_errors(desk: Desk) -> None:
    with pytest.raises(UnknownMeasure):
        desk.ask("doom")
    with pytest.raises(UnknownMeasure):
        told(desk.figures, StatisticsQuery("chess", "cubes", EVERYTHING))
    for group_by, filters in (
        (["doom"], {}),
        (["seat", "seat"], {}),
        (["tag"], {"tag": "a"}),
        ([], {"doom": "1"}),
        ([], {"game": "other"}),
    ):
        with pytest.raises(UnusableFilter):
            told(desk.figures, StatisticsQuery("reef", "cubes", EVERYTHING, tuple(group_by), filters=filters))
    with pytest.raises(UnusableFilter):
        desk.ask("storms", "color")


def test_waiting_for_a_version(desk: Desk) -> None:
    log = Log().place()
    desk.keep(log)
    for projection in ("sessions", "series", "timeline", "statistics"):
        assert sessions.wait_for(desk.engine, projection, log.id, 2, 0)
        assert not sessions.wait_for(desk.engine, projection, log.id, 3, 0)


def test_a_counting_measure_is_divided_by_all_that_were_looked_at(
    event_store: EventStore, tables_url: str
) -> None:
    """Who has no row of a kind counts 0, and the link names who was looked at."""
    engine = make_engine(tables_url)
    prepare(engine)
    recorded = library("time_of_chaos")[:3]
    seats = restores = flips = 0
    for place, path in enumerate(recorded):
        opening, *actions = map(json.loads, path.read_text().splitlines())
        session, draft = opened(GAME, opening, f"01900000-0000-7000-8000-00000000000{place}")
        for action in actions:
            draft.record(action, STAMP, None)
        event_store.append(session.id, 1, [seal(GAME.key, NO_DIGEST, session.opened), *draft.stored])
        seats += len(opening["seats"])
        restores += sum(action["type"] == "restore" for action in actions)
        flips += sum(bytes(entry.facts).count(b'"tile_flipped"') for entry in draft.entries)
    ProjectionRunner(event_store, engine, Library()).pull()

    def ask(measure: str, *group_by: str, **filters: str) -> list[dict]:
        answer = answered(
            engine, StatisticsQuery(GAME.key, measure, EVERYTHING, tuple(group_by), filters=filters)
        )
        return answer["rows"]

    (row,) = ask("actions", action="restore")
    assert row["total"] == restores
    assert row["value"] == pytest.approx(restores / seats)
    assert row["n"] == len(recorded)
    link = dict(parse_qsl(urlsplit(row["sessions"]).query))
    store = StatisticsStore(engine, kind=SQLITE)
    page = sessions.list_sessions(
        engine, choosing(store), reach=EVERYTHING, filters=link, cursor=None, limit=100
    )
    assert len(page["items"]) == row["n"]
    assert sum(row["total"] for row in ask("flips", "city")) == flips
    assert all(
        row["value"] == pytest.approx(row["total"] / len(recorded), rel=1e-11) for row in ask("flips", "city")
    )
    by_position = ask("actions", "position", "action")
    assert sum(row["total"] for row in by_position if row["group"]["action"] == "restore") == restores
    (fairness,) = ask("draws_against_expectation", deck="past")
    cells = ask("draws_against_expectation", "card", deck="past")
    assert fairness["value"] == pytest.approx(1)
    assert fairness["cells"] == len(cells)
    expected = [row["total"] / row["value"] if row["value"] else row["chi_square"] for row in cells]
    assert fairness["chi_square"] == pytest.approx(
        sum((row["total"] - e) ** 2 / e for row, e in zip(cells, expected, strict=True))
    )
    engine.dispose()
