"""The questions of the guide: each has one call and one page that answer it, over recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import REGISTRY
from service.app import create_app
from tests.service.conftest import Table, settings_at
from tests.service.test_statistics import follow
from tests.support.documents import ROOT
from tests.support.prepared import copy_files
from tests.support.service.recorded_tables import finished_table, name_of, opened_with

GUIDE = ROOT / "docs" / "questions.md"
ROW = re.compile(r"^\| ([^|]+\?) \| `GET (/v1/[^`]+)` \| `(/statistics[^`]*)` \|$", re.MULTILINE)
EMPTY = "No game counts here yet"


class Row(NamedTuple):
    """A question of the guide."""

    words: str
    call: str
    page: str


def rows_of(guide: Path) -> list[Row]:
    return [Row(*found) for found in ROW.findall(guide.read_text("utf-8"))]


QUESTIONS = rows_of(GUIDE)
IDEAS = sorted((ROOT / "docs" / "statistics").glob("*.md"))
ALL_QUESTIONS = [*QUESTIONS, *(row for guide in IDEAS for row in rows_of(guide))]
NAMES = [f"{row.words} {number}" for number, row in enumerate(ALL_QUESTIONS)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[FlaskClient]:
    """A service at which every title was played to its end, in public, by players with ids."""
    folder = tmp_path_factory.mktemp("questions")
    copy_files(prepared, folder)
    app = create_app(settings_at(folder), REGISTRY)
    for game in REGISTRY:
        played(app, game)
    refused(app)
    follow(app)
    yield app.test_client()
    app.extensions["tablelog"].close()


def played(app: Flask, game: str) -> None:
    opening, _ = opened_with(game, name_of(game))
    players = {seat["seat"]: f"p{place}" for place, seat in enumerate(opening["seats"], 1)}
    finished_table(app, game, visibility="public", players=players)


def refused(app: Flask) -> None:
    """A game in which the rules refused something."""
    opening, (first, *actions) = opened_with("time_of_chaos", name_of("time_of_chaos"), visibility="public")
    table = Table(app, opening).acted(first)
    assert table.act(first).status_code == 409
    table.acted(actions)
    app.extensions["tablelog"].refusals.write()


def test_the_guide_has_twenty_questions() -> None:
    assert len(QUESTIONS) == len(set(QUESTIONS)) == 20


def test_each_idea_has_a_page_with_calls() -> None:
    text = GUIDE.read_text("utf-8")
    for guide in IDEAS:
        assert rows_of(guide), guide
        assert f"(statistics/{guide.name})" in text


@pytest.mark.parametrize("row", ALL_QUESTIONS, ids=NAMES)
def test_one_call_answers_a_question(client: FlaskClient, row: Row) -> None:
    answer = client.get(row.call)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json["rows"]
    closed = "closeness=" in row.call
    assert rows or closed, "no recorded game need be close"


@pytest.mark.parametrize("row", ALL_QUESTIONS, ids=NAMES)
def test_one_page_answers_a_question_and_names_the_call(client: FlaskClient, row: Row) -> None:
    answer = client.get(row.page)
    text = unescape(answer.text)
    assert answer.status_code == 200
    assert 'role="alert"' not in text
    assert f"<code>GET {row.call}</code>" in text
    assert EMPTY not in text or "closeness=" in row.call
    for to in re.findall(r'href="(/sessions\?[^"]+)"', text)[:3]:
        assert client.get(f"/v1{to}").json["items"], to


@pytest.mark.parametrize("game", REGISTRY)
def test_every_question_in_words_leads_to_an_answer(client: FlaskClient, game: str) -> None:
    text = client.get(f"/statistics/{game}").text
    lists = re.findall(r'<ul class="questions">(.*?)</ul>', text, re.DOTALL)
    asked = [unescape(to) for one in lists for to in re.findall(r'href="([^"]+)"', one)]
    assert len(asked) > 15
    for to in asked:
        answer = client.get(to)
        assert answer.status_code == 200, (to, answer.text)
        assert 'role="alert"' not in answer.text, to


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("measure=luck", 404),
        ("measure=wins&group_by=moon", 422),
        ("measure=wins&moon=full", 422),
        ("measure=wins&order_by=moon", 422),
        ("measure=wins&histogram=1", 422),
        ("measure=wins&count=2&count=3", 422),
        ("measures=wins,luck", 404),
        ("measures=refusals,wins", 404),
        ("measures=wins&order_by=value", 422),
        ("show=form&player=p1&moon=full", 422),
    ],
)
def test_a_question_that_cannot_be_asked_is_explained(client: FlaskClient, query: str, status: int) -> None:
    answer = client.get(f"/statistics/time_of_chaos?{query}")
    assert answer.status_code == status
    assert answer.content_type == "text/html; charset=utf-8"
    assert 'role="alert"' in answer.text


def test_private_sessions_count_for_their_tokens_alone(app: Flask) -> None:
    table = finished_table(app, "time_of_chaos")
    follow(app)
    page = "/statistics/time_of_chaos?measure=rounds"
    assert EMPTY in table.client.get(page).text
    answer = table.client.get(page, headers={"Tablelog-Tokens": table.tokens["spectator"]})
    assert EMPTY not in answer.text
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Tablelog-Tokens" in answer.headers["Vary"]


def test_a_result_has_its_figures_next_to_the_means_of_public_games(app: Flask) -> None:
    table = finished_table(app, "time_of_chaos")
    follow(app)

    def shown() -> str:
        return table.client.get(
            f"/t/{table.id}/result", headers={"Authorization": f"Bearer {table.tokens['owner']}"}
        ).text

    assert "No public game to compare with yet" in shown()
    by_seat = table.client.get(
        "/v1/statistics/time_of_chaos/card_points?group_by=seat",
        headers={"Tablelog-Tokens": table.tokens["owner"]},
    ).json["rows"]
    cells = re.search(r'measure=card_points[^"]*">Card points</a></th>(.*?)</tr>', shown())
    assert cells is not None
    values = re.findall(r"<td>([0-9.]+)</td>", cells[1])
    assert [float(one) for one in values] == [row["value"] for row in sorted(by_seat, key=seat_order)]


def seat_order(row: dict[str, Any]) -> int:
    return ["red", "blue"].index(row["group"]["seat"])
