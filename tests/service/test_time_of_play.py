"""The time of play counts, not the time of typing: each figure is worked out by hand.

The evening is a Friday in New York, 31 October 2025, where it is four hours before UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, problem
from tests.service.test_statistics import follow
from tests.support.service.recorded_tables import SHORT, opened_with

NEW_YORK = "America/New_York"
EVENING = {"timezone": NEW_YORK, "played_on": "2025-10-31", "start": "21:30", "end": "23:50"}
"""140 minutes; by UTC it began at 1:30 on the next day, in the next month."""
GAME = "time_of_chaos"
LAST = datetime(2025, 11, 1, 2, 30, tzinfo=UTC)
"""22:30 in New York."""


def typed(app: Flask, minutes: list[float] | None = None, **opening: Any) -> Table:
    """A finished game, typed today. minutes: of each move before `LAST`, in their order."""
    opening, actions = opened_with(GAME, SHORT[GAME], visibility="public", **opening)
    if minutes is not None:
        at = [(LAST - timedelta(minutes=before)).isoformat() for before in minutes]
        actions = [action | {"moved_at": said} for action, said in zip(actions, at, strict=True)]
    table = Table(app, opening).acted(*(actions[first : first + 50] for first in range(0, len(actions), 50)))
    follow(app)
    return table


def moves() -> int:
    return len(opened_with(GAME, SHORT[GAME])[1])


def result(table: Table) -> dict[str, Any]:
    told: dict[str, Any] = table.get("/result").json
    return told


def listed(table: Table, query: str = "") -> dict[str, Any] | None:
    items = table.client.get(f"/v1/sessions?{query}", headers=table.headers("owner")).json["items"]
    return next((item for item in items if item["id"] == table.id), None)


def figures(table: Table, measure: str, query: str = "") -> list[dict[str, Any]]:
    answer = table.client.get(f"/v1/statistics/{GAME}/{measure}?sandbox=any{query}")
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json["rows"]
    return rows


def say(table: Table, holder: str = "owner", **said: Any) -> Any:
    return table.post("/played", said, holder, if_match=None)


def is_the_evening(table: Table) -> None:
    """What every place says of the 140 minutes of `EVENING`."""
    told = result(table)
    assert (told["played_on"], told["minutes"]) == ("2025-10-31", 140)
    assert (told["started_at"], told["ended_at"]) == ("2025-11-01T01:30:00.000Z", "2025-11-01T03:50:00.000Z")
    assert told["bg_stats"]["play"]["playDate"] == "2025-11-01 03:50:00"
    assert told["bg_stats"]["play"]["durationMin"] == 140
    assert (told["board_game_geek"]["playdate"], told["board_game_geek"]["length"]) == ("2025-10-31", 140)
    row = listed(table, "month=2025-10")
    assert row is not None
    assert (row["played_on"], row["minutes"]) == ("2025-10-31", 140)
    assert listed(table, "since=2025-10-31&until=2025-10-31") is not None
    assert listed(table, "month=2025-11") is None
    assert listed(table, "since=2025-11-01") is None
    (figure,) = figures(table, "minutes", "&group_by=month")
    assert (figure["group"], figure["value"], figure["n"]) == ({"month": "2025-10"}, 140, 1)
    page = table.client.get(f"/t/{table.id}/result").text
    assert "2025-10-31" in page
    assert "2 h 20 min" in page
    assert "2025-10-31" in table.client.get("/sessions").text
    log = table.client.get(f"/t/{table.id}/log", headers=table.headers("owner", Accept="text/html")).text
    assert "Time of play: 2025-10-31, from 21:30 to 23:50. The times below are those of the log." in log


def test_an_evening_that_is_entered_afterwards_is_the_evening_that_was_played(app: Flask) -> None:
    table = typed(app, **EVENING)
    is_the_evening(table)
    assert figures(table, "round_minutes") == []
    assert figures(table, "thinking_minutes") == []
    said = {name: EVENING[name] for name in ("played_on", "start", "end")}
    assert table.get().json["played"] == said
    assert table.get("/entries").json["items"][0]["played"] == said
    assert table.get().json["opened_at"] > "2026"


def test_the_owner_says_it_after_the_end_and_corrects_it(app: Flask) -> None:
    table = typed(app, timezone=NEW_YORK)
    assert (result(table)["minutes"], figures(table, "minutes", "&month=2025-10")) == (0, [])
    assert table.post("/close", {}, "owner").status_code == 201
    assert say(table, played_on="2025-10-30", start="21:30").status_code == 201
    answer = say(table, played_on="2025-10-31", start="21:30", end="23:50")
    assert answer.status_code == 201
    assert answer.json["entry"]["played"] == {"played_on": "2025-10-31", "start": "21:30", "end": "23:50"}
    assert answer.json["entry"]["text"] == "Time of play: 2025-10-31, from 21:30 to 23:50."
    follow(app)
    is_the_evening(table)
    assert say(table, played_on=None).status_code == 201
    follow(app)
    assert (result(table)["minutes"], table.get().json["played"]) == (0, None)
    assert result(table)["played_on"] > "2026"
    audit = table.get("/audit").json
    assert audit["passed"]
    assert [found["kind"] for found in audit["findings"] if found["severity"] == "note"].count("played") == 3


def test_the_day_alone_leaves_open_how_long_it_took(app: Flask) -> None:
    """BG Stats needs a moment: noon in New York is 16:00 by UTC."""
    table = typed(app, timezone=NEW_YORK, played_on="2025-10-31")
    told = result(table)
    assert (told["played_on"], told["minutes"]) == ("2025-10-31", None)
    assert (told["started_at"], told["ended_at"]) == (None, None)
    assert told["bg_stats"]["play"]["playDate"] == "2025-10-31 16:00:00"
    assert "durationMin" not in told["bg_stats"]["play"]
    assert (told["board_game_geek"]["playdate"], told["board_game_geek"]["length"]) == ("2025-10-31", 0)
    assert figures(table, "minutes") == []


def test_the_beginning_alone_is_the_moment_that_is_handed_over(app: Flask) -> None:
    told = result(typed(app, timezone=NEW_YORK, played_on="2025-10-31", start="21:30"))
    assert (told["started_at"], told["ended_at"]) == ("2025-11-01T01:30:00.000Z", None)
    assert (told["bg_stats"]["play"]["playDate"], told["minutes"]) == ("2025-11-01 01:30:00", None)


@pytest.mark.parametrize(
    ("day", "start", "end", "minutes"),
    [
        ("2025-10-31", "21:30", "00:10", 160),
        ("2025-11-01", "23:30", "02:30", 240),
        ("2026-03-07", "23:30", "03:30", 180),
        ("2025-10-31", "13:00", "13:01", 1),
        ("2025-10-31", "14:00", "02:00", 720),
    ],
    ids=["past midnight", "clocks go back", "clocks go forward", "a minute", "half a day"],
)
def test_minutes_are_those_that_passed(app: Flask, day: str, start: str, end: str, minutes: int) -> None:
    table = typed(app, timezone=NEW_YORK, played_on=day, start=start, end=end)
    assert (result(table)["minutes"], result(table)["played_on"]) == (minutes, day)


def test_moves_that_say_when_they_were_made_are_counted_by_that(app: Flask) -> None:
    """A move a minute, but the last 20 minutes before: all is typed in a moment, of another month by UTC."""
    many = moves()
    before = [*(many + 18 - place for place in range(many - 1)), 0]
    table = typed(app, before, timezone=NEW_YORK)
    passed = sum(one - two for one, two in pairwise(before))
    told = result(table)
    assert passed == many + 18
    assert (told["minutes"], told["played_on"]) == (passed, "2025-10-31")
    assert told["ended_at"] == "2025-11-01T02:30:00.000Z"
    assert told["started_at"] == f"{(LAST - timedelta(minutes=passed)).isoformat()[:19]}.000Z"
    assert told["bg_stats"]["play"]["playDate"] == "2025-11-01 02:30:00"
    assert told["bg_stats"]["play"]["durationMin"] == passed
    (figure,) = figures(table, "minutes", "&group_by=month")
    assert (figure["group"], figure["value"]) == ({"month": "2025-10"}, passed)
    assert sum(row["total"] for row in figures(table, "round_minutes")) > 0
    assert listed(table, "month=2025-10") is not None
    log = table.client.get(f"/t/{table.id}/log", headers=table.headers("owner", Accept="text/html")).text
    assert "America/New_York. Time of play: 2025-10-31." in log
    assert "<time>22:30</time>" in log


def test_an_opening_that_says_when_it_was_made_begins_the_evening(app: Flask) -> None:
    """Ten minutes from the opening to the first move, then a minute each."""
    many = moves()
    before = [many - 1 - place for place in range(many)]
    began = LAST - timedelta(minutes=many + 9)
    table = typed(app, before, timezone=NEW_YORK, moved_at=began.isoformat())
    told = result(table)
    assert told["minutes"] == many + 9
    assert told["started_at"] == f"{began.isoformat()[:19]}.000Z"


def test_what_is_said_of_a_table_that_was_recorded_as_it_was_played_keeps_its_times(app: Flask) -> None:
    """The day is right already; the beginning was earlier than the first tap."""
    many = moves()
    table = typed(app, [many - 1 - place for place in range(many)], timezone=NEW_YORK)
    rounds = figures(table, "round_minutes")
    assert say(table, played_on="2025-10-31", start="20:00", end="22:45").status_code == 201
    follow(app)
    assert result(table)["minutes"] == 165
    assert figures(table, "round_minutes") == rounds != []
    assert say(table, played_on="2025-10-31").status_code == 201
    follow(app)
    assert (result(table)["minutes"], result(table)["ended_at"]) == (many - 1, "2025-11-01T02:30:00.000Z")


def tomorrow(days: int) -> str:
    """A day by the clock of the table: UTC."""
    return (datetime.now(UTC).date() + timedelta(days=days)).isoformat()


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"played_on": "2025-10-31", "start": "20:00", "end": "19:00"}, "/end"),
    ({"played_on": "2025-10-31", "start": "20:00", "end": "20:00"}, "/end"),
    ({"played_on": "2025-10-31", "start": "14:00", "end": "02:01"}, "/end"),
    ({"played_on": "2025-10-31", "end": "20:00"}, "/start"),
    ({"played_on": "2025-02-29"}, "/played_on"),
    ({"played_on": "1969-12-31"}, "/played_on"),
    ({"played_on": "9999-01-01"}, "/played_on"),
    ({"played_on": "0000-00-00"}, "/played_on"),
    ({"played_on": "31.10.2025"}, "/played_on"),
    ({"played_on": "2025-10-31\n"}, "/played_on"),
    ({"played_on": 20251031}, "/played_on"),
    ({"played_on": "2025-10-31", "start": "24:00"}, "/start"),
    ({"played_on": "2025-10-31", "start": "7:30"}, "/start"),
    ({"played_on": "2025-10-31", "start": "19:30", "end": "22:60"}, "/end"),
]


@pytest.mark.parametrize(("said", "pointer"), FAULTS)
def test_what_cannot_be_is_refused_with_the_member_at_fault(
    app: Flask, said: dict[str, Any], pointer: str
) -> None:
    answer = app.test_client().post("/v1/sessions", json=REEF_OPENING | said)
    assert [error["pointer"] for error in problem(answer, 422, "invalid")["errors"]] == [pointer]
    table = Table(app, REEF_OPENING)
    refused = problem(say(table, **said), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]
    assert table.version == 1


@pytest.mark.parametrize("name", ["start", "end"])
def test_a_time_without_its_day_is_refused(app: Flask, name: str) -> None:
    answer = app.test_client().post("/v1/sessions", json=REEF_OPENING | {name: "19:30"})
    assert [error["pointer"] for error in problem(answer, 422, "invalid")["errors"]] == ["/played_on"]
    refused = problem(say(Table(app, REEF_OPENING), played_on=None, **{name: "19:30"}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == ["/played_on"]


def test_a_day_is_in_the_future_after_tomorrow(app: Flask) -> None:
    for days, status in ((1, 201), (3, 422)):
        opening = REEF_OPENING | {"played_on": tomorrow(days)}
        assert app.test_client().post("/v1/sessions", json=opening).status_code == status


def test_only_the_owner_says_when_and_says_no_time_twice(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    for holder in ("scribe", "seat:red", "spectator"):
        problem(say(table, holder, played_on="2025-10-31"), 403, "not-allowed")
    problem(table.post("/played", {"played_on": "2025-10-31"}, None, if_match=None), 404, "not-found")
    assert say(table, played_on="2025-10-31").status_code == 201
    problem(say(table, played_on="2025-10-31"), 422, "invalid")
    problem(say(table), 422, "invalid")
    again = {"played_on": "2025-10-30", "action_id": "the-same-one"}
    assert say(table, **again).status_code == 201
    assert say(table, **again).headers["Idempotent-Replayed"] == "true"


def test_undo_keeps_the_time_of_play_and_a_branch_is_no_evening(app: Flask) -> None:
    table = typed(app, **EVENING)
    last = table.version
    assert say(table, played_on="2025-10-30").status_code == 201
    assert table.post("/retractions", {"to": last - 3, "reason": "once more"}, "owner").status_code == 201
    follow(app)
    assert table.get().json["played"]["played_on"] == result(table)["played_on"] == "2025-10-30"
    branch = table.post("/forks", {"at": 5}, "owner").json["session"]
    assert branch["played"] is None


def test_a_file_takes_the_time_of_play_along(app: Flask, make_app: MakeApp, tmp_path: Path) -> None:
    table = typed(app, **EVENING)
    assert say(table, played_on="2025-10-30", start="20:00", end="21:00").status_code == 201
    assert table.post("/close", {}, "owner").status_code == 201
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    there = make_app(**elsewhere)
    answer = there.test_client().post(
        "/v1/imports", data=table.get("/export").data, content_type="application/json"
    )
    assert answer.status_code == 201, answer.text
    follow(there)
    told = there.test_client().get(f"/v1/sessions/{table.id}/result").json
    assert (told["played_on"], told["minutes"]) == ("2025-10-30", 60)
    assert there.test_client().get(f"/v1/sessions/{table.id}/audit").json["passed"]
