"""The rulebook as pages: each rule by its id, and what became of it in a session, for who may know."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import GAMES
from domain.kernel import Game
from domain.kernel.rulebook import Rule, bound, remarks_in, rulebook, rules_in
from tests.service.conftest import Table, recorded
from tests.service.test_refusals import refused

NO_SESSION = "00000000-0000-0000-0000-000000000000"
REEFBOOK = """# Reef

Not built: the tide (RF-2).

## 1xx Setup

| id | the rule | place |
|---|---|---|
| RF-1 | Two or more play. | `rules.py` `admit` |
| RF-2 | The tide turns. | `rules.py` `turn` |

## Rulings

| ruling | what we do | rules |
|---|---|---|
| RF-R1 | Ties are shared; see RF-9. | RF-1 |

## Ties at the table (RF-R1)

- Both lay
  their cubes.
- Nobody waits.
"""


def test_a_ruling_names_its_rules_and_a_remark_belongs_to_what_it_names() -> None:
    rules = {rule.id: rule for rule in bound(list(rules_in(REEFBOOK)), list(remarks_in(REEFBOOK)))}
    assert rules["RF-1"] == Rule(
        "RF-1", "1xx Setup", "Two or more play.", "`rules.py` `admit`", named_by=("RF-R1",)
    )
    assert rules["RF-2"].remarks == ("Not built: the tide (RF-2).",)
    assert rules["RF-R1"].names == ("RF-1",), "there is no RF-9"
    assert rules["RF-R1"].remarks == ("Both lay their cubes.", "Nobody waits.")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_has_a_page_that_its_rulebook_leads_to(client: FlaskClient, game: Game[Any]) -> None:
    shown = client.get(f"/rules/{game.key}")
    links = re.findall(rf'href="(/rules/{game.key}/[^"]+)"', shown.text)
    assert {link.rpartition("/")[2] for link in links} == {id for id in rulebook(game) if "…" not in id}, (
        "what stands for several ids has no address"
    )
    for rule in [rule for rule in rulebook(game).values() if rule.id[-1].isdigit()][::9]:
        told = client.get(f"/rules/{game.key}/{rule.id}")
        assert told.status_code == 200
        assert f"<h1>{rule.id}</h1>" in told.text
        assert f">{re.sub(r'^[0-9]xx ', '', rule.chapter)}</a>" in told.text, "no range of numbers before it"


def test_a_rule_leads_to_its_rulings_its_neighbours_and_its_chapter(client: FlaskClient) -> None:
    text = client.get("/rules/time_of_chaos/TC-507").text
    assert "Other players see which deck a card in hand came from" in text
    for target in ("TC-R19", "TC-R39", "TC-506", "TC-508"):
        assert f'href="/rules/time_of_chaos/{target}"' in text
    assert 'href="/rules/time_of_chaos#5xx-cards"' in text
    assert 'id="5xx-cards"' in client.get("/rules/time_of_chaos").text


def test_the_api_tells_what_the_page_shows(client: FlaskClient) -> None:
    told = client.get("/v1/games/time_of_chaos/rules/TC-507").json
    assert told["named_by"] == ["TC-R19", "TC-R39"]
    assert told["place"].startswith("`")
    items = client.get("/v1/games/time_of_chaos/rules").json["items"]
    assert next(item for item in items if item["id"] == "TC-507") == told


@pytest.mark.parametrize(
    "path",
    [
        "/rules/music",
        "/rules/reef",
        "/rules/time_of_chaos/TC-9999",
        f"/rules/music/TC-507?session={NO_SESSION}",
    ],
)
def test_what_is_not_there_is_said_on_a_page(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.content_type == "text/html; charset=utf-8"
    assert "<h1>" in answer.text


@pytest.mark.parametrize("query", ["session=red", "seat=red", f"session={NO_SESSION}&session={NO_SESSION}"])
def test_what_cannot_be_asked_is_said_on_a_page(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/rules/time_of_chaos/TC-507?{query}")
    assert answer.status_code == 422


def test_a_rule_by_itself_is_the_same_for_everybody_and_asked_for_again(client: FlaskClient) -> None:
    for path in ("/rules/time_of_chaos", "/rules/time_of_chaos/TC-507"):
        answer = client.get(path)
        assert (answer.headers["Cache-Control"], answer.headers["Vary"]) == ("no-cache", "Accept-Encoding")
        assert client.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
        assert "data-session" not in answer.text


@pytest.fixture
def finished(app: Flask) -> Table:
    """A private game, played to its end; TC-222 refused somebody twice, and was broken once for a while."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.act(actions[:12]).status_code == 201
    out_of_turn = {"type": "end_turn", "seat": "red"}
    assert refused(table, out_of_turn, times=2) == "TC-222"
    table.acted(out_of_turn | {"against_rules": True, "reason": "we play so"})
    assert "No entry broke this rule." in there(table, "TC-507", "scribe")
    assert table.post("/retractions", {"to": 13, "reason": "nobody plays so"}).status_code == 201
    assert table.act(actions[12:]).status_code == 201
    app.extensions["tablelog"].refusals.write()
    return table


def there(table: Table, rule: str, holder: str | None, more: str = "") -> str:
    """The page of a rule, with what became of it in the session."""
    path = f"/rules/time_of_chaos/{rule}?session={table.id}{more}"
    answer = table.client.get(path, headers=table.headers(holder))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.text


def entries(table: Table, *numbers: int) -> str:
    """Links to these entries."""
    return ", ".join(f'<a href="/t/{table.id}/entry/{number}">№&nbsp;{number}</a>' for number in numbers)


def test_where_a_rule_was_broken_and_how_often_it_refused(finished: Table) -> None:
    assert finished.get().json["status"] == "finished"
    for holder in ("owner", "seat:red", "spectator"):
        text = there(finished, "TC-222", holder)
        assert f'<a href="/t/{finished.id}/entry/14">№ 14</a>' in text
        assert 'Undone. <span class="quiet">Recorded by the scribe.</span>' in text
        assert f'<th scope="row">End turn</th><td>2</td><td>{entries(finished, 13)}</td>' in text
        assert "It refused no action." in there(finished, "TC-507", holder)


def test_what_a_running_game_refused_is_told_to_nobody(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    assert table.act(actions[:12]).status_code == 201
    assert refused(table, {"type": "end_turn", "seat": "red"}) == "TC-222"
    app.extensions["tablelog"].refusals.write()
    for holder in ("owner", "scribe", "seat:red", None):
        text = there(table, "TC-222", holder)
        assert "Refusals are counted" in text
        assert "First after" not in text


def test_of_a_private_session_a_rule_tells_strangers_as_much_as_of_none(finished: Table) -> None:
    path = "/rules/time_of_chaos/TC-222?session="
    one, none = (finished.client.get(path + id).text for id in (finished.id, NO_SESSION))
    assert one.replace(finished.id, NO_SESSION) == none
    assert "Only people who can see this session" in none


def test_of_a_session_of_another_game_a_rule_tells_nothing(reef: Table) -> None:
    assert "Only people who can see this session" in there(reef, "TC-222", "owner")


def test_where_a_rule_let_actions_through(finished: Table) -> None:
    """A turn ends at the entries where its end was recorded within the rules, and nowhere else."""
    log = finished.get("/entries?limit=500", "scribe").json["items"]
    ends = [one["number"] for one in log if (one.get("action") or {}).get("type") == "end_turn"]
    assert 14 in ends, "which was recorded against the rule"
    for holder in ("owner", "seat:red", "spectator"):
        text = there(finished, "TC-222", holder)
        by_the_rules = entries(finished, *(number for number in ends if number != 14))
        assert f'<th scope="row">End turn</th><td>{len(ends) - 1}</td><td>{by_the_rules}</td>' in text


def test_where_a_rule_was_enforced_that_asks_nothing(finished: Table) -> None:
    text = there(finished, "TC-103", "owner")
    assert "Part of these actions" in text
    assert f'<th scope="row">Lay out tiles</th><td>1</td><td>{entries(finished, 2)}</td>' in text
    text = there(finished, "TC-C03", "owner")
    assert f'<th scope="row">Opening of the session</th><td>1</td><td>{entries(finished, 1)}</td>' in text
    asked = there(finished, "TC-222", "owner")
    assert "Part of these actions" not in asked, "where it was asked is told more precisely"
    assert "At none of the entries 1 to" in there(finished, "TC-702", "owner")


def test_a_long_log_is_asked_a_stretch_at_a_time(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.pages.rules.AT_ONCE", 40)
    first = there(finished, "TC-606", "owner")
    assert "<strong>1–40</strong>" in first
    (link,) = re.findall(r'href="([^"]+)">41–80</a>', first)
    second = finished.client.get(link.replace("&amp;", "&"), headers=finished.headers("owner")).text
    assert "<strong>41–80</strong>" in second
    numbers = [
        [int(number) for number in re.findall(r"entry/(\d+)", text.partition("Checked and passed")[2])]
        for text in (first, second)
    ]
    assert max(numbers[0]) <= 40 < min(numbers[1]) <= max(numbers[1]) <= 80
    assert "<strong>81–" in there(finished, "TC-606", "owner", "&from=99999")


def test_what_a_rule_let_through_is_told_to_those_who_see_all(app: Flask) -> None:
    """That a rule was asked of an action may tell what lies hidden."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    assert table.act(actions[:12]).status_code == 201
    assert entries(table, 2) in there(table, "TC-606", "scribe")
    for holder in ("seat:red", "spectator", None):
        text = there(table, "TC-606", holder)
        assert "Only people who can see everything see where it was enforced" in text
        assert "/entry/" not in text
