"""Refusals by rule: counted beside the log, told of finished sessions within reach."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from service.queries.refusals import refused_in
from service.sessions.refusals import MOST_PLACES, Refusal, Refusals
from service.sessions.register_tables import REFUSALS, REFUSED_AFTER
from tests.service.conftest import Table, problem, recorded
from tests.service.test_statistics import follow

PATH = "/v1/statistics/time_of_chaos/refusals"


def refused(table: Table, action: dict[str, Any], *, times: int = 1) -> str:
    """The rule that refuses it, each time."""
    for _ in range(times):
        answer = table.act(action)
        assert answer.status_code == 409, answer.text
    return str(answer.json["rule"])


def rows(table: Table, query: str = "", **headers: str) -> list[dict[str, Any]]:
    table.app.extensions["tablelog"].refusals.write()
    answer = table.client.get(f"{PATH}?{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return list(answer.json["rows"])


PATIENCE_SECONDS = 30.0


@pytest.fixture
def finished(everywhere: Flask) -> tuple[Table, str, str]:
    """A public game with three refusals by one rule and one by another; and both rules."""
    first, *actions = recorded("demo-2p-001")
    table = Table(everywhere, first | {"visibility": "public"})
    turn = next(place for place, action in enumerate(actions) if action["type"] == "end_turn")
    assert table.act(actions[:turn]).status_code == 201
    most = refused(table, actions[0], times=3)
    (waiting,) = {seat["seat"] for seat in first["seats"]} - {actions[turn]["seat"]}
    least = refused(table, {"type": "end_turn", "seat": waiting})
    assert most != least
    assert table.act(actions[turn:]).status_code == 201
    return table, most, least


@pytest.mark.parametrize("form", ["application/json", "text/csv", "application/x-ndjson"])
def test_whoever_keeps_an_answer_knows_that_it_comes_in_other_forms(app: Flask, form: str) -> None:
    answer = app.test_client().get(PATH, headers={"Accept": form})
    assert answer.status_code == 200
    assert answer.mimetype == form
    assert "Accept" in answer.headers["Vary"].split(", ")


def test_refusals_of_finished_games_are_told_by_rule_with_its_sentence(
    finished: tuple[Table, str, str],
) -> None:
    table, most, least = finished
    follow(table.app)
    found = rows(table)
    assert [(row["group"], row["total"], row["n"], row["of"], row["value"]) for row in found] == [
        ({"rule": most}, 3, 1, 1, 3),
        ({"rule": least}, 1, 1, 1, 1),
    ]
    rule = table.client.get(f"/v1/games/time_of_chaos/rules/{most}").json
    assert found[0]["rule_text"] == rule["sentence"]
    placing = recorded("demo-2p-001")[1]["type"]
    by_action = rows(table, "group_by=action&order_by=group")
    assert [(row["group"]["action"], row["total"]) for row in by_action] == [("end_turn", 1), (placing, 3)]
    assert [row["total"] for row in rows(table, f"group_by=month,count&rule={most}")] == [3]
    assert rows(table, "action=travel") == []
    (whole,) = rows(table, "group_by=")
    assert (whole["total"], whole["n"]) == (4, 1)


def test_who_has_written_has_what_another_thread_was_writing_too(
    finished: tuple[Table, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals: Refusals = finished[0].app.extensions["tablelog"].refusals
    refusals.write()
    add, began, goes_on, written = refusals._add, threading.Event(), threading.Event(), list[str]()

    def add_slowly(counted: Any, places: Any) -> None:
        began.set()
        goes_on.wait()
        add(counted, places)
        written.extend(refusal.rule for refusal in counted)

    with monkeypatch.context() as slow:
        slow.setattr(refusals, "_add", add_slowly)
        refusals.count(Refusal(finished[0].id, "TC-1", "travel"), 1)
        first = threading.Thread(target=refusals.write)
        first.start()
        began.wait()
        seen = list[bool]()
        second = threading.Thread(target=lambda: (refusals.write(), seen.append("TC-1" in written)))
        second.start()
        second.join(0.1)
        goes_on.set()
        first.join()
        second.join()
    assert seen == [True]


def test_a_running_game_and_a_private_one_tell_strangers_nothing(everywhere: Flask) -> None:
    first, *actions = recorded("demo-2p-001")
    running = Table(everywhere, first | {"visibility": "public"})
    private = Table(everywhere, first)
    for table in (running, private):
        assert table.act([actions[0]]).status_code == 201
        refused(table, actions[0])
    assert private.act(actions[1:]).status_code == 201
    follow(everywhere)
    assert rows(running) == []
    own = rows(private, Authorization=f"Bearer {private.tokens['spectator']}")
    assert [row["total"] for row in own] == [1]


def test_what_is_tried_in_a_rehearsal_is_no_refusal(finished: tuple[Table, str, str]) -> None:
    table, *_ = finished
    follow(table.app)
    before = rows(table)
    assert table.post("/actions?dry_run=true", {"type": "end_turn", "seat": "red"}).status_code >= 400
    assert rows(table) == before


@pytest.mark.parametrize("query", ["group_by=moon", "group_by=rule,rule", "moon=full"])
def test_what_cannot_be_asked_is_refused(client: Any, query: str) -> None:
    problem(client.get(f"{PATH}?{query}"), 422, "unusable-filter")


def test_of_a_game_that_is_not_here_nothing_is_told(client: Any) -> None:
    problem(client.get("/v1/statistics/whist/refusals"), 404, "not-found")


def test_counts_wait_for_a_database_that_is_away(everywhere: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = everywhere.extensions["tablelog"].engine
    register = Refusals(engine)
    refusal = Refusal("s", "TC-101", "travel")

    def away(*_: object) -> None:
        raise sa.exc.OperationalError("", {}, Exception("locked"))

    with monkeypatch.context() as patched:
        patched.setattr(register, "_add", away)
        register.count(refusal, 4)
        with pytest.raises(sa.exc.OperationalError):
            register.write()
    register.count(refusal, 9)
    register.close()
    register.count(refusal, 9)
    register.write()
    with engine.connect() as connection:
        assert connection.execute(sa.select(REFUSED_AFTER.c.entry)).scalars().all() == [4, 9]
        assert connection.execute(sa.select(REFUSALS)).all() == [("s", "TC-101", "travel", 3)]


def test_no_more_is_held_than_memory_is_meant_for(everywhere: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.sessions.refusals.MOST_HELD", 1)
    register = Refusals(everywhere.extensions["tablelog"].engine)
    monkeypatch.setattr(register, "_write_on", lambda: None)
    for rule in ("TC-101", "TC-102", "TC-101"):
        register.count(Refusal("s", rule, "travel"), 2)
    assert register._held == {Refusal("s", "TC-101", "travel"): 2}


def test_only_the_first_entries_after_which_a_rule_refused_are_kept(everywhere: Flask) -> None:
    engine = everywhere.extensions["tablelog"].engine
    register = Refusals(engine)
    for after in range(2, MOST_PLACES + 1):
        register.count(Refusal("s", "TC-101", "travel"), after)
        register.count(Refusal("s", "TC-102", "travel"), after)
    register.write()
    for after in range(100, 200):
        register.count(Refusal("s", "TC-101", "travel"), after)
    register.write()
    (long,) = refused_in(engine, "s", "TC-101")
    assert long.number == MOST_PLACES - 1 + 100
    assert long.after == (*range(2, MOST_PLACES + 1), 100)
    (short,) = refused_in(engine, "s", "TC-102")
    assert short.after == tuple(range(2, MOST_PLACES + 1))
    assert refused_in(engine, "s", "TC-103") == refused_in(engine, "t", "TC-101") == []


def test_an_end_that_comes_just_before_the_wake_up_is_cleared_is_not_lost(everywhere: Flask) -> None:
    register = Refusals(everywhere.extensions["tablelog"].engine)

    class EndsJustBefore(threading.Event):
        def clear(self) -> None:
            register._ending.set()
            self.set()
            super().clear()

    register._waiting = EndsJustBefore()
    register.count(Refusal("s", "TC-101", "travel"), 4)
    assert register._writer is not None
    register._writer.join(PATIENCE_SECONDS)
    assert not register._writer.is_alive()
    register.close()


def test_an_end_waits_for_a_database_that_hangs_no_longer_than_a_while(
    everywhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    register = Refusals(everywhere.extensions["tablelog"].engine)
    hangs, goes_on = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        hangs.set()
        goes_on.wait(PATIENCE_SECONDS)

    monkeypatch.setattr(register, "_add", hang)
    monkeypatch.setattr("service.sessions.refusals.ENDING_SECONDS", 0.01)
    register.count(Refusal("s", "TC-101", "travel"), 4)
    assert hangs.wait(PATIENCE_SECONDS)
    closing = threading.Thread(target=register.close, daemon=True)
    closing.start()
    closing.join(PATIENCE_SECONDS / 2)
    ended = not closing.is_alive()
    goes_on.set()
    assert ended
