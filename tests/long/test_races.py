"""The campaign of races in small, and proof that it notices what is answered otherwise."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

from domain.games import REGISTRY
from tests.service.conftest import Table
from tests.support.long import looking_on, races
from workers.read_models import timeline_tables

GAME = {"time_of_chaos": REGISTRY["time_of_chaos"]}
OF_A_START = races.QUESTIONS_OF_A_START + races.OPENINGS_OF_A_START


def test_who_asks_among_many_at_the_start_is_answered_as_who_asks_alone(tmp_path: Path) -> None:
    usual = sys.getswitchinterval()
    figures, faults = races.over(GAME, 2, 1, tmp_path)
    assert faults == []
    assert figures["starts"] == "2"
    assert figures["asked"].startswith(f"{2 * OF_A_START}, 32 at once, of ")
    assert sys.getswitchinterval() == usual


def test_what_a_later_start_answers_otherwise_is_told(tmp_path: Path) -> None:
    made = list[Flask]()

    def make(home: Path) -> Flask:
        app = races.made(home)
        if made:
            app.after_request(otherwise)
        made.append(app)
        return app

    _, faults = races.over(GAME, 1, 1, tmp_path, make)
    assert len(made) == 2
    assert len(faults) == OF_A_START
    assert sum(": 503 in place of 201: " in fault for fault in faults) == races.OPENINGS_OF_A_START


def otherwise(response: Response) -> Response:
    if request.method == "POST":
        response.status_code = 503
    elif response.mimetype == races.STREAM:  # of which frames are compared, and no headers
        response.status_code = 202
    else:
        response.headers["Tablelog-Planted"] = "yes"
    return response


def test_who_looks_on_is_told_one_table_each_time(tmp_path: Path) -> None:
    figures, faults = races.looked_at(GAME, 1, tmp_path)
    assert faults == []
    assert int(figures["answers about them"]) > races.LOOKED_ON


def test_an_answer_of_two_tables_is_told(tmp_path: Path) -> None:
    opening, *actions = races.lines_of(GAME["time_of_chaos"])
    with races.started(races.made, races.prepared(tmp_path / "home")) as app:
        table = Table(app, opening).acted(*actions[:6])
        whole = [look(table, path) for path in looking_on.PATHS]
        assert [*looking_on.torn(table, whole)] == []
        table.acted(actions[6])
        later = str(table.version).encode()
        mixed = [one._replace(body=one.body.replace(b'"version":7', b'"version":' + later)) for one in whole]
        told = [*looking_on.torn(table, [*mixed, whole[0]._replace(status=500)])]
    wanted = ["view", "board", "tag", "lists 7 entries", "stands at 7", ": 500"]
    assert [one for one in wanted if not any(one in fault for fault in told)] == []


def look(table: Table, path: str) -> looking_on.Seen:
    answer = table.get(path)
    return looking_on.Seen(path, answer.status_code, answer.headers["ETag"], answer.data)


def test_what_fails_for_who_asks_alone_is_told(tmp_path: Path) -> None:
    def make(home: Path) -> Flask:
        app = races.made(home)
        app.after_request(failing)
        return app

    _, faults = races.over(GAME, 1, 1, tmp_path, make)
    assert faults
    assert all(fault == "/v1/games (*/*), asked alone: 500" for fault in faults)


def failing(response: Response) -> Response:
    if request.path == "/v1/games":
        response.status_code = 500
    return response


@cache
def learned() -> object:
    return object()


def test_a_service_forgets_what_it_keeps_and_tests_do_not() -> None:
    before = timeline_tables(1), learned()
    races.forget()
    assert timeline_tables(1) is not before[0]
    assert learned() is before[1]
