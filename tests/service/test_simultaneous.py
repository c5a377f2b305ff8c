"""Others were faster: what is independent of what they did is recorded, and all else is not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import Table, place, problem
from tests.support.service.recorded_tables import opened_with
from tests.support.service.server import Server

PLANNING = ("roll_dice", "assign_dice", "confirm_plan")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path).start()
    yield running
    running.stop()


def planning(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    """First Light: its opening, its actions before the first plans, and those of these plans."""
    opening, actions = opened_with("first_light", name)
    at = next(at for at, action in enumerate(actions) if action["type"] in PLANNING)
    plans = list(takewhile(lambda action: action["type"] in PLANNING, actions[at:]))
    return opening, actions[:at], plans


def test_four_seats_plan_in_the_same_instant(server: Server) -> None:
    """Real requests at once, each on the version before all of them: the last one reveals the plans."""
    opening, before, plans = planning("demo-4p-003")
    _, opened = server.request("POST", "/v1/sessions", opening)
    url, tokens = f"/v1/sessions/{opened['session']['id']}/actions", opened["tokens"]

    def headers(holder: str, version: int | None) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {tokens[holder]}",
            "If-Match": "*" if version is None else f'"{version}"',
        }

    status, answer = server.request("POST", url, before, headers("scribe", None))
    assert status == 201, answer
    version = answer["version"]
    for kind in PLANNING:
        of_kind = [action for action in plans if action["type"] == kind]
        assert len({action["seat"] for action in of_kind}) == len(of_kind) == 4
        together = threading.Barrier(len(of_kind))

        def send(
            action: Mapping[str, Any], at: int = version, together: threading.Barrier = together
        ) -> tuple[int, Any]:
            together.wait()
            return server.request("POST", url, action, headers(f"seat:{action['seat']}", at))

        with ThreadPoolExecutor(len(of_kind)) as pool:
            answers = list(pool.map(send, of_kind))
        assert [status for status, _ in answers] == [201] * 4, json.dumps(answers)
        assert sorted(answer["version"] for _, answer in answers) == list(range(version + 1, version + 5))
        version += 4
    revealed = [answer for _, answer in answers if len(answer["entry"]["facts"]) > 1]
    assert [answer["version"] for answer in revealed] == [version]


def test_draws_come_in_the_order_of_the_log(app: Flask) -> None:
    """Whichever version is named: the second to be recorded has the second draws."""
    opening, before, plans = planning("demo-2p-001")
    first, second = [action for action in plans if action["type"] == "roll_dice"]
    rolled = []
    for _ in range(2):
        table = Table(app, opening | {"chance": "drawn", "may_declare": True})
        assert table.act(before).status_code == 201
        seen = table.version
        for action in (first, second):
            body = {"type": "roll_dice", "seat": action["seat"]}
            answer = table.act(body, f"seat:{action['seat']}", if_match=f'"{seen}"')
            assert answer.status_code == 201, answer.text
            rolled.append(answer.json["version"] - seen)
        assert table.get("/audit").json["passed"] is True
    assert rolled == [1, 2, 1, 2]


def test_secret_plans_of_chaos_order_are_both_sealed(app: Flask) -> None:
    opening, actions = opened_with("chaos_order", "demo-2p-105-001")
    at = next(at for at, action in enumerate(actions) if action["type"] == "commit_plan")
    table = Table(app, opening)
    for first in range(0, at, 100):
        assert table.act(actions[first : min(first + 100, at)]).status_code == 201
    seen = table.version
    for action in actions[at : at + 2]:
        assert action["type"] == "commit_plan"
        answer = table.act(action, f"seat:{action['seat']}", if_match=f'"{seen}"')
        assert answer.status_code == 201, answer.text
    assert table.version == seen + 2


def test_the_same_seat_twice_is_a_conflict(app: Flask) -> None:
    opening, before, plans = planning("demo-2p-001")
    table = Table(app, opening)
    table.act(before)
    mine, seen = plans[0], table.version
    assert table.act(mine, f"seat:{mine['seat']}").status_code == 201
    for holder in (f"seat:{mine['seat']}", "scribe"):
        told = problem(table.act(mine, holder, if_match=f'"{seen}"'), 412, "stale")
        assert [entry["number"] for entry in told["missed"]] == [seen + 1]
    assert table.version == seen + 1


def test_what_the_turn_has_passed_on_to_others_is_a_conflict(reef: Table) -> None:
    """Red was asked, and is no longer: the tap was meant for another table."""
    reef.acted(place("red"), place("blue"))
    problem(reef.act(place("red"), "seat:red", if_match='"1"'), 412, "stale")
    problem(reef.act(place("blue"), "seat:blue", if_match='"1"'), 412, "stale")
    assert reef.version == 3


def test_what_the_table_does_and_what_is_mended_is_a_conflict(app: Flask) -> None:
    opening, before, plans = planning("demo-2p-001")
    table = Table(app, opening)
    table.act(before)
    mine, seen = plans[0], table.version
    gained = {"fact": "dice_gained", "seat": mine["seat"], "cause": "setup", "count": 1}
    corrected = table.post("/corrections", {"facts": [gained], "reason": "miscounted"})
    assert corrected.status_code == 201, corrected.text
    problem(table.act(mine, f"seat:{mine['seat']}", if_match=f'"{seen}"'), 412, "stale")


def test_a_note_is_in_nobodys_way(reef: Table) -> None:
    reef.acted(place("red"))
    for _ in range(3):
        reef.post("/notes", {"text": "Look!"}, "seat:blue")
    assert reef.act(place("blue"), "seat:blue", if_match='"2"').status_code == 201
    assert reef.post("/retractions", {"to": 2, "reason": "no"}, if_match='"6"').status_code == 201
    problem(reef.act(place("red"), if_match='"99"'), 412, "stale")


def test_a_list_and_what_goes_against_the_rules_wait_for_another_look(app: Flask) -> None:
    opening, before, plans = planning("demo-2p-001")
    table = Table(app, opening)
    table.act(before)
    first, second = [action for action in plans if action["type"] == "roll_dice"]
    seen = f'"{table.version}"'
    table.acted(first)
    problem(table.act([second, second], if_match=seen), 412, "stale")
    against = second | {"against_rules": True, "reason": "so"}
    problem(table.act(against, if_match=seen), 412, "stale")
    assert table.act(second, if_match=seen).status_code == 201
