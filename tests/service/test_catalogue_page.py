"""The catalogue: what `GET /v1/sessions` lists, as a page, by the same filters, for the same principals."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from flask import Flask

from domain.games import REGISTRY
from tests.service.conftest import GAMES, REEF_OPENING, Table, place
from tests.service.test_statistics import follow
from tests.support.service.recorded_tables import finished_table

PUBLIC = {"visibility": "public"}
LABELS = {"labels": {"red": "the one at the window"}}


def shown(text: str) -> list[str]:
    """The sessions that a page shows, in its order."""
    return re.findall(r'data-id="([^"]+)"', text)


@pytest.mark.parametrize("game", REGISTRY)
def test_a_finished_session_stands_with_its_seats_its_winner_and_its_length(app: Flask, game: str) -> None:
    table = finished_table(app, game, **PUBLIC)
    follow(app)
    listed = table.client.get("/v1/sessions").json["items"][0]
    text = table.client.get(f"/sessions?game={game}&status=finished").text
    assert shown(text) == [table.id]
    assert GAMES[game].title in text
    assert f"{listed['version']} entries, " in text
    assert len(re.findall(r'<svg class="drawn', text)) == listed["count"]
    told = re.search(r"<p><b>(.*?)</b>", text)
    assert told is not None
    assert told[1].endswith(("wins", "win")) == bool(listed["winners"])
    assert text.count('class="won"') == len(set(listed["winners"]) & set(listed["scores"]))


def test_an_open_session_says_for_whom_the_table_waits(app: Flask) -> None:
    table = Table(app, REEF_OPENING | PUBLIC).acted(place())
    follow(app)
    text = table.client.get("/sessions").text
    assert "Waiting for Blue" in text
    assert '<span class="ears">to move</span>' in text
    token = {"Tablelog-Tokens": table.tokens["seat:blue"]}
    assert "Your turn" in table.client.get("/sessions", headers=token).text


def test_a_private_session_stands_there_for_its_tokens_alone(app: Flask) -> None:
    table = Table(app, REEF_OPENING | LABELS)
    follow(app)
    assert shown(table.client.get("/sessions").text) == []
    answer = table.client.get("/sessions", headers={"Tablelog-Tokens": table.tokens["spectator"]})
    assert shown(answer.text) == [table.id]
    assert "the one at the window" in answer.text
    assert "you watch" in answer.text
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Tablelog-Tokens" in answer.headers["Vary"]


def test_strangers_read_no_names_of_a_public_session(app: Flask) -> None:
    table = Table(app, REEF_OPENING | PUBLIC | LABELS)
    follow(app)
    text = table.client.get("/sessions").text
    assert shown(text) == [table.id]
    assert "the one at the window" not in text


def test_a_token_that_is_good_no_more_hides_no_other_session(app: Flask) -> None:
    old, good = Table(app, REEF_OPENING), Table(app, REEF_OPENING)
    follow(app)
    assert old.post("/tokens", {"holders": ["owner"]}, "owner", None).status_code == 201
    held = {"Tablelog-Tokens": f"{old.tokens['owner']}, no-token, {good.tokens['owner']}"}
    assert shown(good.client.get("/sessions", headers=held).text) == [good.id]


@pytest.mark.parametrize(
    "query", ["tag=club", "count=2&status=open", "player=p1", "since=2020-01-01", "seat=red"]
)
def test_the_filters_are_those_of_the_api(app: Flask, query: str) -> None:
    Table(app, REEF_OPENING | PUBLIC)
    Table(app, REEF_OPENING | PUBLIC | {"tags": ["club"], "players": {"red": "p1"}})
    follow(app)
    client = app.test_client()
    listed = [item["id"] for item in client.get(f"/v1/sessions?{query}").json["items"]]
    assert listed
    assert shown(client.get(f"/sessions?{query}").text) == listed


@pytest.mark.parametrize(
    "query", ["hue=red", "status=lost", "since=yesterday", "limit=many", "tag=a&tag=b", "visibility=private"]
)
def test_a_filter_that_cannot_be_used_is_told_of_with_the_status_of_the_api(app: Flask, query: str) -> None:
    client = app.test_client()
    refused = client.get(f"/v1/sessions?{query}")
    answer = client.get(f"/sessions?{query}")
    assert answer.status_code == refused.status_code == 422
    assert answer.content_type == "text/html; charset=utf-8"
    assert str(refused.json["detail"]).partition("’")[0][:40].replace("'", "&#39;") in answer.text


def test_an_unknown_filter_is_told_what_there_is(app: Flask) -> None:
    told = app.test_client().get("/sessions?hue=red").text
    assert "the filters are against_player, closeness, club, color, component_set, count, " in told


def test_a_field_that_nobody_filled_in_filters_nothing(app: Flask) -> None:
    table = Table(app, REEF_OPENING | PUBLIC)
    follow(app)
    assert shown(table.client.get("/sessions?game=&status=&count=&since=").text) == [table.id]


def test_what_is_asked_stands_in_the_form(app: Flask) -> None:
    text = app.test_client().get(f"/sessions?game=reef&tag={quote('<club>')}&rules_version=1").text
    assert '<option value="reef" selected>' in text
    assert 'value="&lt;club&gt;"' in text
    assert 'name="rules_version"' in text


def test_the_next_page_is_a_link_that_keeps_the_filters(app: Flask) -> None:
    tables = [Table(app, REEF_OPENING | PUBLIC | {"tags": ["club"]}) for _ in range(3)]
    follow(app)
    seen, address = [], "/sessions?tag=club&limit=2"
    while address:
        text = app.test_client().get(address).text
        seen += shown(text)
        found = re.search(r'href="(\?[^"]+)" rel="next"', text)
        address = "/sessions" + found[1].replace("&amp;", "&") if found else ""
        assert not address or "tag=club" in address
    assert seen == [table.id for table in reversed(tables)]


def test_where_there_is_nothing_the_page_says_what_can_be_done(app: Flask) -> None:
    client = app.test_client()
    assert 'href="/open"' in client.get("/sessions").text
    assert "Remove a filter" in client.get("/sessions?tag=nobody").text
