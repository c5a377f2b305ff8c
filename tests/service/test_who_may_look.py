"""Who is answered what: every route by every holder, of sessions that run, are over, are closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.games import REGISTRY
from domain.kernel import Game
from tests.service.conftest import REEF_OPENING, Table
from tests.service.test_statistics import follow
from tests.support.recorded import library
from tests.support.service.reports import NO_SESSION
from tests.support.service.walking import ASKED, OF_IT, PAGE, questions

FRAMES = (PAGE, f"{PAGE}/links", f"{PAGE}/who", f"{PAGE}/replay")
"""Pages that are the same for everybody until their script has asked."""
ELSEWHERE = (f"{OF_IT}/live-table", f"{OF_IT}/webhooks/<name:webhook>")
"""What a session that people recorded does not have."""
OF_HOLDERS = {
    f"{OF_IT}/offers": ("owner", "scribe", "recorder", "seat"),
    f"{OF_IT}/export": ("owner", "scribe"),
    f"{OF_IT}/webhooks": ("owner", "scribe"),
}
WATCHING = ("spectator", None, "foreign", "revoked")
SCRIBES = ("owner", "scribe")


@pytest.mark.parametrize(("key", "visibility"), [("time_of_chaos", "private"), ("chaosmos", "public")])
def test_everybody_is_answered_what_is_theirs(app: Flask, key: str, visibility: str) -> None:
    """One game opens at its end, the other stays shut."""
    walk(app, REGISTRY[key], visibility)


def walk(app: Flask, game: Game[Any], visibility: str) -> None:
    """Ask everything as everybody, after a half of a recorded game, at its end, and when it is closed."""
    opening, *actions = library_of(game)
    table = Table(app, opening | {"visibility": visibility})
    seat = table.opened["session"]["seats"][0]["seat"]
    recorders = ["recorder", f"recorder:{seat}"]
    table.tokens |= table.post("/tokens", {"holders": recorders}, "owner", if_match=None).json["tokens"]
    table.tokens["revoked"] = table.tokens["spectator"]
    table.tokens |= table.post("/tokens", {"holders": ["spectator"]}, "owner", if_match=None).json["tokens"]
    table.tokens["foreign"] = Table(app, REEF_OPENING).tokens["owner"]
    half = len(actions) // 2
    for finished, some in ((False, actions[:half]), (True, actions[half:]), (True, [])):
        if some:
            assert table.act(some).status_code == 201
        else:
            assert table.post("/close", {"outcome": "finished"}, "owner").status_code == 201
        follow(app)
        for holder in (
            "owner",
            "scribe",
            *recorders,
            f"seat:{seat}",
            "spectator",
            None,
            "foreign",
            "revoked",
        ):
            look(table, game, holder, visibility, finished=finished)


def library_of(game: Game[Any]) -> list[Any]:
    """The shortest recorded game of this title, its opening first."""
    texts = (path.read_text().splitlines() for path in library(game.key))
    return [json.loads(line) for line in min(texts, key=len)]


def look(table: Table, game: Game[Any], holder: str | None, visibility: str, *, finished: bool) -> None:
    role = (holder or "stranger").partition(":")[0]
    is_invited = role not in ("stranger", "foreign", "revoked")
    sees_all = role in SCRIBES or (game.opens_when_finished and finished)
    for route, address, form in first_questions(table, game):
        headers = table.headers(holder) | {"Accept": form}
        answer = table.client.get(address, headers=headers)
        where = (address, form, holder, finished, answer.status_code, answer.text[:300])
        must_be_kept_apart(answer, where)
        if table.id not in address or route in (*FRAMES, *ELSEWHERE) or "compare" in address:
            continue
        if route.startswith("/rules/"):
            assert answer.status_code == 200, where
            continue
        if not is_invited and visibility == "private":
            must_be_no_session(table, address, headers, answer, where)
            continue
        if role == "revoked":
            assert answer.status_code == 401, where
            continue
        may = role in OF_HOLDERS.get(route, (role,))
        if "as=" in address:
            may = sees_all and finished
        if route == f"{OF_IT}/audit":
            may = sees_all
        if route == f"{OF_IT}/proof":
            may = finished
        assert (answer.status_code == 200) == may, where
        assert may or answer.status_code in (401, 403, 409), where


def first_questions(table: Table, game: Game[Any]) -> Iterator[tuple[str, str, str]]:
    """Of each way to ask the first: one entry, one seat, one series do."""
    told = [route for route, ways in ASKED.items() for _ in ways]
    for route, (address, form) in zip(told, questions(table, game, [3], few=True), strict=True):
        yield route, address, form


def must_be_kept_apart(answer: TestResponse, where: tuple[object, ...]) -> None:
    """What depends on who asks is kept by no cache that others use, and for nobody else."""
    assert answer.status_code < 500, where
    assert "Set-Cookie" not in answer.headers, where
    if answer.status_code != 200 or answer.request.path.endswith(("/links", "/who")):
        return
    if answer.request.path.endswith("/replay") or answer.request.path == "/":
        return
    assert answer.headers["Cache-Control"] == "private, no-cache", where
    assert {"Authorization", "Tablelog-Tokens"} & set(answer.headers["Vary"].split(", ")), where


def must_be_no_session(
    table: Table, address: str, headers: dict[str, str], answer: TestResponse, where: tuple[object, ...]
) -> None:
    """A private session is to a stranger as one that never was."""
    none = table.client.get(address.replace(table.id, NO_SESSION), headers=headers)
    told = [
        one.text.replace(table.id, NO_SESSION).replace(one.headers["X-Request-Id"], "")
        for one in (answer, none)
    ]
    if "revoked" not in where:
        assert answer.status_code == none.status_code == 404, where
        assert told[0] == told[1], where
    assert answer.status_code in (401, 404), where
