"""Answers over many sessions speak of public ones and of those whose tokens come along, whatever is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games import REGISTRY
from domain.kernel.engine.entries import NO_DIGEST, seal
from domain.kernel.session import UnitOfWork, seats_of
from domain.kernel.session.opening import OpeningRequest, open_session
from service.app import create_app
from service.http.tokens import MOST_TOKENS
from service.queries import statistics
from service.sessions.tokens import holders_of
from tests.service.conftest import GAMES, REEF_OPENING, MakeApp, Table, problem, recorded, settings_at
from tests.service.test_statistics import follow, played
from tests.support.recorded import SECRET, STAMP, library
from tests.support.service.answers import answered

OPERATOR = {"Authorization": "Bearer let me in"}
VISIBILITIES = ("public", "private", "link")
FEW_GAMES = 2
SESSIONS_OF_A_GAME = 4


class Shelf:
    """Recorded games of every title on one service, under every visibility, and their tokens."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.visibility: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self._listed: dict[tuple[str, str], list[str]] = {}
        number = count(1)
        for key in REGISTRY:
            for path in islice(cycle(library(key)[:FEW_GAMES]), SESSIONS_OF_A_GAME):
                lines = list(map(json.loads, path.read_text().splitlines()))
                self._keep(next(number), lines[0], lines[1:])
        follow(app)

    def _keep(self, number: int, opening: dict[str, Any], actions: Sequence[Any]) -> None:
        found = self.app.extensions["tablelog"]
        game = REGISTRY[opening["game"]]
        names = [seat["seat"] for seat in opening["seats"]]
        session = f"01900000-0000-7000-8000-{number:012}"
        visibility = VISIBILITIES[number % 3]
        said: dict[str, Any] = {
            name: opening[name] for name in ("seats", "options", "chance") if name in opening
        }
        said |= {"visibility": visibility, "tags": ["club", visibility], "sandbox": number % 7 == 0}
        said["players"] = {name: f"p{place + number % 2}" for place, name in enumerate(names)}
        components = found.library.component_set(opening["component_set"], game.key)
        begun, opened, first = open_session(
            game, components, msgspec.convert(said, OpeningRequest), session, SECRET, STAMP
        )
        draft = UnitOfWork(begun, lambda first, last: iter(()))
        for action in actions:
            draft.record(action, STAMP, None)
        assert first == seal(game.key, NO_DIGEST, opened)
        found.store.append(session, 1, [first, *draft.stored])
        holders = found.tokens.issue(session, holders_of(seats_of(opened)), {})
        self.visibility[session] = visibility
        self.tokens[session] = sorted(holders.values())[number % len(holders)]

    def holding(self, sessions: Sequence[str]) -> dict[str, str]:
        """The headers of somebody who has a token of each: one as the bearer's, the others beside."""
        first, *others = [self.tokens[session] for session in sessions] or [None]
        headers = {} if first is None else {"Authorization": f"Bearer {first}"}
        return headers | ({"Tablelog-Tokens": ", ".join(others)} if others else {})

    def listed(self, link: str, headers: dict[str, str]) -> list[str]:
        """The ids on all pages. Nothing is recorded any more: who asks the same again is told the same."""
        asked = (link, str(headers))
        if asked not in self._listed:
            self._listed[asked] = self._read(link, headers)
        return self._listed[asked]

    def _read(self, link: str, headers: dict[str, str]) -> list[str]:
        found: list[str] = []
        while True:
            answer = self.client.get(link, headers=headers)
            assert answer.status_code == 200, answer.text
            found += [item["id"] for item in answer.json["items"]]
            if answer.json["next"] is None:
                return found
            link = answer.headers["Link"].partition(">")[0][1:]

    def check(self, measure: dict[str, Any], query: dict[str, str], held: Sequence[str]) -> int:
        """Each row counts the sessions that its link lists: those of the operator's that are in reach."""
        headers = self.holding(held)
        answer = self.client.get(f"{measure['statistics']}?{urlencode(query)}", headers=headers)
        assert answer.status_code == 200, answer.text
        for row in answer.json["rows"]:
            listed = self.listed(row["sessions"], headers)
            assert len(listed) == row["n"], (measure, query, row)
            every = self.listed(row["sessions"], OPERATOR)
            reached = [one for one in every if self.visibility[one] == "public" or one in held]
            assert listed == reached
        return len(answer.json["rows"])


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    app = create_app(settings_at(tmp_path_factory.mktemp("home"), operator_token="let me in"), GAMES)
    yield Shelf(app)
    app.extensions["tablelog"].close()


MEASURES = [
    one | {"statistics": f"/v1/statistics/{one['game']}/{one['key']}"} for one in statistics.measures()
]
HELD = st.lists(st.integers(1, len(REGISTRY) * SESSIONS_OF_A_GAME), unique=True, max_size=8).map(
    lambda numbers: [f"01900000-0000-7000-8000-{number:012}" for number in numbers]
)
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "sandbox": st.sampled_from(["any", "true", "false"]),
        "player": st.sampled_from(["p0", "p1", "p2"]),
        "tag": st.sampled_from(["club", "private", "public"]),
        "status": st.sampled_from(["finished", "open"]),
        "count": st.sampled_from(["2", "3", "4"]),
        "with": st.sampled_from(["p1", "p2"]),
        "with_player": st.sampled_from(["p1", "p2"]),
        "against_player": st.sampled_from(["p0", "p3"]),
        "rank": st.sampled_from(["1", "2"]),
        "won": st.sampled_from(["true", "false"]),
        "place": st.sampled_from(["1", "2"]),
        "margin": st.sampled_from(["..0", "1.."]),
        "score": st.sampled_from(["5..30", "7"]),
        "closeness": st.sampled_from(["0..3"]),
        "minutes": st.sampled_from(["..0", "1.."]),
    },
)
FIXED = ("tag", "with", "with_player", "against_player")
"""What cannot be grouped by where a filter names it."""


@pytest.mark.parametrize("game", list(REGISTRY))
def test_every_measure_counts_what_its_link_lists(shelf: Shelf, game: str) -> None:
    """For somebody with tokens of half the sessions: altogether, by each dimension of its own, and by what
    all measures can be grouped by: one asks by the first of those, another by the next, and so on."""
    half = sorted(shelf.visibility)[::2]
    mine = [measure for measure in MEASURES if measure["game"] == game]
    rows, asked = 0, set()
    for turn, measure in enumerate(mine):
        shared = [name for name in measure["group_by"] if name not in measure["dimensions"]]
        for group in ("", *measure["dimensions"], shared[turn % len(shared)]):
            rows += shelf.check(measure, {"group_by": group} if group else {}, half)
            asked.add(group)
    left = {group: measure for measure in mine for group in measure["group_by"] if group not in asked}
    for group, measure in left.items():
        rows += shelf.check(measure, {"group_by": group}, half)
    assert rows > 0


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), measure=st.sampled_from(MEASURES), held=HELD, filters=FILTERS)
def test_whatever_is_asked_counts_what_its_link_lists(
    shelf: Shelf, data: st.DataObject, measure: dict[str, Any], held: list[str], filters: dict[str, str]
) -> None:
    free = [name for name in measure["group_by"] if name not in filters or name not in FIXED]
    filters = {name: value for name, value in filters.items() if name not in measure["dimensions"]}
    groups = data.draw(st.lists(st.sampled_from(free), unique=True, max_size=3))
    shelf.check(measure, filters | ({"group_by": ",".join(groups)} if groups else {}), held)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(held=HELD, filters=FILTERS)
def test_a_list_has_what_is_public_and_what_is_held(
    shelf: Shelf, held: list[str], filters: dict[str, str]
) -> None:
    link = "/v1/sessions?" + urlencode(filters)
    every = shelf.listed(link, OPERATOR)
    reached = [one for one in every if shelf.visibility[one] == "public" or one in held]
    assert shelf.listed(link, shelf.holding(held)) == reached


def test_who_holds_tokens_filters_what_he_holds_by_visibility(shelf: Shelf) -> None:
    private = [session for session, seen in shelf.visibility.items() if seen == "private"][:2]
    headers = shelf.holding(private)
    link = "/v1/sessions?sandbox=any&visibility="
    assert sorted(shelf.listed(link + "private", headers)) == private
    assert shelf.listed(link + "link", headers) == []
    assert set(private).isdisjoint(shelf.listed(link + "public", headers))
    body = problem(shelf.client.get(link + "secret", headers=headers), 422, "unusable-filter")
    assert body["field"] == "visibility"


ACROSS = ("/v1/sessions", "/v1/statistics/time_of_chaos/score", "/v1/games/time_of_chaos")


@pytest.mark.parametrize("path", ACROSS)
def test_a_bad_token_among_good_ones_is_ignored_and_its_place_listed(app: Flask, path: str) -> None:
    table = Table(app, REEF_OPENING)
    good, revoked = table.tokens["owner"], table.tokens["seat:red"]
    assert table.post("/tokens", {"holders": ["seat:red"]}, "owner", if_match=None).status_code == 201
    get = table.client.get
    assert get(path, headers={"Tablelog-Tokens": good}).status_code == 200
    alone = answered(get(path, headers={"Tablelog-Tokens": good}))
    assert "Tablelog-Tokens-Ignored" not in alone.headers
    for bad in ("nonsense", revoked, good[:-1], f"{good}x", "", "a b", "/&", "x" * 1000):
        answer = answered(get(path, headers={"Tablelog-Tokens": f"{bad}, {good}, {bad}"}))
        assert answer.json == alone.json
        assert answer.headers["Tablelog-Tokens-Ignored"] == "1, 3"
    for bad in ("nonsense", revoked, good[:-1], f"{good}x"):
        problem(get(path, headers={"Authorization": f"Bearer {bad}"}), 401, "bad-token")
    too_many = ", ".join([good] * (MOST_TOKENS + 1))
    problem(get(path, headers={"Tablelog-Tokens": too_many}), 400, "malformed-header")
    many = ",".join([good] * MOST_TOKENS)
    assert get(path, headers={"Tablelog-Tokens": many}).status_code == 200


@pytest.mark.parametrize("path", ACROSS)
def test_what_depends_on_tokens_is_kept_by_no_shared_cache(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Cache-Control"] == "private, no-cache"
    depends_on = set(headers["Vary"].split(", "))
    forms = {"Accept"} if "/statistics/" in path else set()
    assert depends_on == {"Authorization", "Tablelog-Tokens", "Accept-Encoding"} | forms


@pytest.mark.parametrize("holder", ["owner", "scribe", "seat:red", "spectator"])
def test_any_token_of_a_private_session_lets_it_count(everywhere: Flask, holder: str) -> None:
    table = played(everywhere, "demo-2p-007")
    follow(everywhere)
    path = "/v1/statistics/time_of_chaos/score"
    assert table.client.get(path).json["rows"] == []
    (row,) = table.client.get(path, headers=table.headers(holder)).json["rows"]
    assert row["n"] == 1
    items = table.client.get(row["sessions"], headers=table.headers(holder)).json["items"]
    assert [item["id"] for item in items] == [table.id]
    assert table.client.get(row["sessions"]).json["items"] == []


def test_a_private_session_changes_no_figure_of_a_stranger(everywhere: Flask) -> None:
    """Neither the count nor the mean: a figure before and after would tell what the session came to."""
    public = played(everywhere, "demo-2p-001", visibility="public")
    follow(everywhere)
    paths = [one["statistics"] for one in public.client.get("/v1/statistics").json["items"]]
    paths = [path for path in paths if "time_of_chaos" in path]
    before = [public.client.get(path).json["rows"] for path in paths]
    played(everywhere, "demo-2p-007")
    played(everywhere, "demo-3p-002", visibility="link")
    follow(everywhere)
    assert [public.client.get(path).json["rows"] for path in paths] == before


EDITION = {"game": "reef", "document": {"name": "reef", "edition": 2}}


def sets_of(client: FlaskClient, headers: dict[str, str] | None = None) -> list[str]:
    sets = client.get("/v1/games/reef", headers=headers or {}).json["component_sets"]
    return [one["hash"] for one in sets if one["name"] is None]


def test_component_sets_are_listed_with_the_sessions_that_use_them(
    make_app: MakeApp, log_url: str, tables_url: str
) -> None:
    app = make_app(log_url=log_url, tables_url=tables_url, operator_token="let me in")
    client = app.test_client()
    name = client.post("/v1/component-sets", json=EDITION).json["hash"]
    assert sets_of(client) == sets_of(client, OPERATOR) == []
    private = Table(app, REEF_OPENING | {"component_set": name})
    Table(app, REEF_OPENING | {"component_set": name, "visibility": "link"})
    follow(app)
    assert sets_of(client) == []
    assert sets_of(client, private.headers("spectator")) == sets_of(client, OPERATOR) == [name]
    assert client.get(f"/v1/component-sets/{name}").json["document"] == EDITION["document"]
    Table(app, REEF_OPENING | {"component_set": name, "visibility": "public"})
    follow(app)
    assert sets_of(client) == [name]


def test_a_packaged_set_is_listed_whoever_plays_with_it(app: Flask) -> None:
    opening, *_ = recorded("demo-2p-001")
    Table(app, opening | {"visibility": "public"})
    follow(app)
    sets = app.test_client().get("/v1/games/time_of_chaos").json["component_sets"]
    assert len({one["hash"] for one in sets}) == len(sets)
    assert all(one["name"] for one in sets)
