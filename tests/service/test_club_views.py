"""A club's key shows in each session of the club what its role shows, by every route, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from tests.service.conftest import Table
from tests.service.test_clubs import Group, follow
from tests.support.service.swapped_worlds import told
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


def test_what_a_key_may_not_do_is_refused_by_every_route(group: Group, table: Table, app: Flask) -> None:
    """Each request that changes a session is refused to a key as it is to a spectator.

    Who left a seat is said by an organiser too: `tests/service/test_club_people.py` looks at that.
    """
    seat = table.opened["session"]["seats"][0]["seat"]
    places = {"<session:session_id>": table.id, "<name:webhook>": "none", "<name:seat>": seat}
    places |= {"<int:number>": "1"}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for path in sorted(route for route in routes(app, method) if route.startswith(OF_IT)):
            for name, value in places.items():
                path = path.replace(name, value)
            refusals = []
            organises = [] if "/departures" in path else [group.tokens["organiser"]]
            for token in (group.tokens["member"], *organises, table.tokens["spectator"]):
                headers = {"If-Match": "*", "Authorization": f"Bearer {token}"}
                answer = table.client.open(path, method=method, json={}, headers=headers)
                refusals.append((answer.status_code, answer.json.get("type")))
            assert len(set(refusals)) == 1, path
