"""A club's key shows in each session of the club what its role shows, by every route, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from service.app import create_app
from tests.service.conftest import Table, settings_at
from tests.service.test_clubs import Group, follow
from tests.support.service.swapped_worlds import both_recorded, pair_of, told
from tests.support.service.walking import OF_IT, questions, routes
from tests.support.twins import Source
from tests.support.two_worlds import source_of

PLAYED = 60
"""Actions: every game has hidden information by then."""


@pytest.fixture(params=REGISTRY.values(), ids=lambda game: game.key)
def source(request: pytest.FixtureRequest) -> Source:
    game: Game[Any] = request.param
    return source_of(game, min(game.seat_counts))


@pytest.fixture
def group(app: Flask) -> Group:
    return Group(app)


@pytest.fixture
def table(group: Group, source: Source, app: Flask) -> Table:
    """A private session of the club, in the middle of its game."""
    opening = {"component_set": "demo", **source.opening}
    answer = group.send("POST", "/sessions", {**opening, "visibility": "club"}, "member")
    assert answer.status_code == 201, answer.text
    made = Table.__new__(Table)
    made.app, made.client, made.opened = app, group.client, answer.json
    made.tokens, made.id = answer.json["tokens"], answer.json["session"]["id"]
    made.url = f"/v1/sessions/{made.id}"
    assert made.act(source.actions[:PLAYED]).status_code == 201
    given = made.post("/tokens", {"holders": ["recorder"]}, "owner", if_match=None)
    made.tokens |= given.json["tokens"]
    follow(app)
    return made


def asked(table: Table, game: Game[Any], token: str | None) -> Iterator[tuple[str, int, bytes]]:
    """What was asked of the session by every route, and what was answered with this token."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    for path, form in questions(table, game, [2, PLAYED + 1]):
        if (table.id in path and path.startswith("/v1")) or path.startswith("/v1/sessions"):
            answer = table.client.get(path, headers=headers | {"Accept": form})
            yield f"{path} {form}", answer.status_code, told(answer)


def test_each_key_sees_what_the_token_of_its_role_shows(group: Group, table: Table, source: Source) -> None:
    records = group.key("read", "record")
    person = group.send("POST", "/people", {"name": "Ann"}, "member").json["person"]
    (group.tokens["person"],) = group.send("POST", f"/people/{person}/links", {}).json["tokens"].values()
    keys = {"member": "spectator", "organiser": "spectator", "person": "spectator", records: "recorder"}
    for key, holder in keys.items():
        by_key = list(asked(table, source.game, group.tokens[key]))
        by_token = list(asked(table, source.game, table.tokens[holder]))
        assert by_key == by_token
        assert any(status == 200 for _, status, _ in by_key)


def test_a_stranger_and_another_clubs_keeper_learn_nothing(
    group: Group, table: Table, source: Source, app: Flask
) -> None:
    stranger = Group(app)
    for token in (None, *stranger.tokens.values()):
        for path, status, answer in asked(table, source.game, token):
            assert status == 404 or table.id.encode() not in answer, path
            if f"/v1/sessions/{table.id}" in path:
                assert status == 404, path


PUT_RIGHT = {
    ("POST", f"{OF_IT}/void"),
    ("POST", f"{OF_IT}/counts"),
    ("POST", f"{OF_IT}/reopen"),
    ("PATCH", OF_IT),
    ("PATCH", f"{OF_IT}/people"),
    ("PUT", f"{OF_IT}/people/<name:seat>"),
    ("DELETE", f"{OF_IT}/people/<name:seat>"),
    ("POST", f"{OF_IT}/people/<name:seat>/departures"),
    ("DELETE", f"{OF_IT}/people/<name:seat>/departures/<int:number>"),
}
"""What an organiser may do, although it sees what a spectator sees."""


def test_what_a_key_may_not_do_is_refused_by_every_route(group: Group, table: Table, app: Flask) -> None:
    """Each request that changes a session is refused to a key as it is to a spectator.

    An organiser puts the session right, and is told then what is wrong with the empty body.
    """
    organiser, applies = group.key("read", "organise"), group.key("read", "open", "export")
    seat = table.opened["session"]["seats"][0]["seat"]
    places = {"<session:session_id>": table.id, "<name:webhook>": "none", "<name:seat>": seat}
    places |= {"<int:number>": "1"}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for route in sorted(route for route in routes(app, method) if route.startswith(OF_IT)):
            path = route
            for name, value in places.items():
                path = path.replace(name, value)
            refusals = []
            keys = [group.tokens[key] for key in ("member", applies, "organiser", "keeper", organiser)]
            for token in (table.tokens["spectator"], *keys):
                headers = {"If-Match": "*", "Authorization": f"Bearer {token}"}
                answer = table.client.open(path, method=method, json={}, headers=headers)
                refusals.append((answer.status_code, answer.json.get("type")))
            refused = {*refusals[:3], *(() if (method, route) in PUT_RIGHT else refusals[3:])}
            assert len(refused) == 1, path
            if (method, route) in PUT_RIGHT:
                assert refusals[0][0] == (422 if route == f"{OF_IT}/people" else 403)
                assert all(status in (200, 422) for status, _ in refusals[3:]), path


NOBODY = "01900000-0000-7000-8000-000000000009"
WHY = {"reason": "the wrong deck"}
PUTTING_RIGHT: tuple[tuple[str, str, Any, str], ...] = (
    ("POST", "/reopen", WHY, "*"),
    ("POST", "/void", WHY, '"1"'),
    ("POST", "/void", {}, "*"),
    ("POST", "/void", WHY | {"replaced_by": NOBODY}, "*"),
    ("POST", "/void", WHY | {"replaced_by": NOBODY}, "*"),
    ("POST", "/counts", WHY, "*"),
    ("POST", "/counts", WHY, "*"),
    ("PATCH", "", {"tags": ["league:7"], "visibility": "link"}, "*"),
    ("PATCH", "", {}, "*"),
    ("PATCH", "/people", {"people": {"nobody": {"name": "Ruby"}}}, "*"),
    ("GET", "/people", None, "*"),
    ("GET", "/entries?limit=500", None, "*"),
)
"""Requests of an organiser, those that are refused too: method, path, body, If-Match."""


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    made = []
    for world in ("one", "other"):
        (tmp_path / world).mkdir()
        made.append(create_app(settings_at(tmp_path / world), REGISTRY))
    yield made[0], made[1]
    for app in made:
        app.extensions["tablelog"].close()


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_who_organises_is_answered_the_same_in_two_worlds(apps: tuple[Flask, Flask], game: Game[Any]) -> None:
    """Two worlds that a spectator cannot tell apart: nor can an organiser, who puts the session right."""
    tables = both_recorded(apps, pair_of(game, seated=False))
    answers: list[list[bytes]] = []
    for app, table in zip(apps, tables, strict=True):
        group = Group(app)
        assert group.take_in(table).status_code == 200
        seat = table.opened["session"]["seats"][0]["seat"]
        person = ("PUT", f"/people/{seat}", {"name": "Ruby", "player": "p-ruby"}, "*")
        asked_ = [*PUTTING_RIGHT, person]
        sent = [
            group.send(method, table.url + path, body, "organiser", If_Match=match)
            for method, path, body, match in asked_
        ]
        assert table.post("/close", {"outcome": "abandoned"}, "owner").status_code == 201
        sent.append(group.send("POST", f"{table.url}/reopen", WHY, "organiser", If_Match="*"))
        assert [one.status_code for one in sent] == [
            *(409, 412, 422, 201, 409, 201, 409, 200, 422, 404, 200, 200),
            *(200, 201),
        ]
        answers.append([told(one) for one in sent])
    assert answers[0] == answers[1]


def test_an_organiser_puts_sessions_of_its_club_right_and_of_no_other(
    group: Group, table: Table, source: Source, app: Flask
) -> None:
    stranger, applies = Group(app), group.key("read", "open", "record", "export")
    seat = table.opened["session"]["seats"][0]["seat"]
    people = ("PATCH", "/people", {"people": {seat: {"name": "Ruby"}}}, "*")
    for method, path, body, _ in (PUTTING_RIGHT[0], PUTTING_RIGHT[3], *PUTTING_RIGHT[5:8], people):
        refused = stranger.send(method, table.url + path, body, "organiser", If_Match="*")
        assert refused.status_code == 404
        for key in ("member", applies):
            assert group.send(method, table.url + path, body, key, If_Match="*").status_code == 403
    set_ = group.send("PATCH", f"{table.url}/people", people[2], "organiser")
    assert set_.json["items"][0]["name"] == "Ruby"
    void = group.send("POST", f"{table.url}/void", {**WHY, "action_id": "v"}, "organiser", If_Match="*")
    assert (void.json["entry"]["kind"], void.json["entry"]["by"]) == ("void", {"role": "owner"})
    again = group.send("POST", f"{table.url}/void", {**WHY, "action_id": "v"}, "organiser", If_Match="*")
    assert (again.headers["Idempotent-Replayed"], again.json["entry"]) == ("true", void.json["entry"])
    assert group.get(table.url)["void"]["reason"] == WHY["reason"]
    assert group.get(table.url, "organiser")["you"] == table.get("", "spectator").json["you"]
    assert table.post("/close", {"outcome": "abandoned"}, "owner").status_code == 201
    reopened = group.send("POST", f"{table.url}/reopen", WHY, "organiser", If_Match="*")
    assert reopened.json["entry"]["kind"] == "reopened"
    audited = table.get("/audit", "owner").json
    assert not [one for one in audited["findings"] if "Only the owner" in one["message"]]
    assert group.send("DELETE", f"/sessions/{table.id}", key="organiser").status_code == 200
    assert group.send("POST", f"{table.url}/counts", WHY, "organiser", If_Match="*").status_code in (403, 404)
