"""A club keeps its evenings together: one key sees all of them, and hidden things stay hidden."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from service.http.tokens import HEADER
from service.sessions import clubs
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.service.test_editions import Box
from tests.support.reef_box import BOXED
from tests.support.service.answers import Answer, answered
from workers.follow import ProjectionRunner

OPENING_TOKEN = "let-us-play-tonight"
A_CLUB = {"name": "Thursday table"}
SEATS = {"game": "reef", "seats": REEF_OPENING["seats"]}


class Group:
    """A club and its keys."""

    def __init__(self, app: Flask, asked: dict[str, Any] = A_CLUB, **headers: str) -> None:
        self.app, self.client = app, app.test_client()
        made = answered(self.client.post("/v1/clubs", json=asked, headers=headers))
        assert made.status_code == 201, made.text
        self.id: str = made.json["club"]
        self.tokens: dict[str, str] = made.json["tokens"]
        self.url = f"/v1/clubs/{self.id}"

    def send(
        self, method: str, path: str, body: Any = None, key: str | None = "keeper", **more: str
    ) -> Answer:
        """A request below the club's address, or anywhere in the service if the path begins with /v1."""
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if key is not None:
            headers["Authorization"] = f"Bearer {self.tokens[key]}"
        url = path if path.startswith("/v1") else self.url + path
        sent = {} if body is None else {"json": body}
        return answered(self.client.open(url, method=method, headers=headers, **sent))

    def get(self, path: str = "", key: str | None = "member", **more: str) -> Any:
        answer = self.send("GET", path, key=key, **more)
        assert answer.status_code == 200, answer.text
        return answer.json

    def opened(self, key: str = "member", **more: Any) -> Table:
        """A new session of the club, and everybody's tokens."""
        answer = self.send("POST", "/sessions", {**SEATS, "component_set": "demo", **more}, key)
        assert answer.status_code == 201, answer.text
        table = Table.__new__(Table)
        table.app, table.client, table.opened = self.app, self.client, answer.json
        table.tokens, table.id = answer.json["tokens"], answer.json["session"]["id"]
        table.url = f"/v1/sessions/{table.id}"
        return table

    def key(self, *rights: str, name: str = "results board") -> str:
        """The holder of a new key with these rights."""
        answer = self.send("POST", "/keys", {"name": name, "rights": rights})
        assert answer.status_code == 201, answer.text
        holder: str = answer.json["key"]["holder"]
        self.tokens[holder] = answer.json["token"]
        return holder

    def take_in(self, table: Table, key: str = "organiser", owner: str = "owner") -> Answer:
        return self.send("PUT", f"/sessions/{table.id}", key=key, **{HEADER: table.tokens[owner]})


@pytest.fixture
def group(app: Flask) -> Group:
    return Group(app)


def follow(app: Flask) -> None:
    found = app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()


def test_a_private_evening_of_the_club_is_seen_by_its_members_alone(group: Group, app: Flask) -> None:
    table = group.opened()
    assert table.opened["session"]["visibility"] == "private"
    told = group.get(f"/v1/sessions/{table.id}")
    assert told["you"] == {"role": "spectator", "seat": None, "sees_all": False}
    assert group.send("GET", f"/v1/sessions/{table.id}", key=None).status_code == 404
    stranger = Group(app)
    assert stranger.send("GET", f"/v1/sessions/{table.id}", key="keeper").status_code == 404


def test_one_key_asks_one_statistic_over_all_evenings(group: Group, app: Flask) -> None:
    tables = [group.opened().acted(place("red"), place("blue")) for _ in range(3)]
    elsewhere = Table(app, {**REEF_OPENING, "visibility": "public"}).acted(place("red"))
    follow(app)
    listed = {one["id"] for one in group.get(f"/v1/sessions?club={group.id}")["items"]}
    assert listed == {table.id for table in tables} == {one["id"] for one in group.get("/sessions")["items"]}
    assert elsewhere.id in {one["id"] for one in group.get("/v1/sessions")["items"]}
    held = group.get(f"/v1/sessions?club={group.id}", None, **{HEADER: group.tokens["member"]})
    assert {one["id"] for one in held["items"]} == listed
    assert group.get("")["sessions"] == 3


def test_nobody_else_learns_which_sessions_belong_to_a_club(group: Group, app: Flask) -> None:
    group.opened(visibility="public")
    refused = group.send("GET", f"/v1/sessions?club={group.id}", key=None)
    assert (refused.status_code, refused.json["field"]) == (422, "club")
    stranger = Group(app)
    assert stranger.send("GET", f"/v1/sessions?club={group.id}").status_code == 422
    for path in ("", "/sessions", "/events", "/keys"):
        assert group.send("GET", path, key=None).status_code == 404
        other = answered(
            app.test_client().get(
                group.url + path, headers={"Authorization": f"Bearer {stranger.tokens['keeper']}"}
            )
        )
        assert other.status_code == 404


def test_owner_and_organiser_take_an_earlier_evening_in_together(group: Group, app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    assert group.send("GET", f"/v1/sessions/{table.id}", key="member").status_code == 404
    assert group.take_in(table, "member").status_code == 403
    assert group.take_in(table, owner="scribe").status_code == 403
    assert group.send("PUT", f"/sessions/{table.id}", key="organiser").status_code == 404
    for _ in range(2):
        assert group.take_in(table).json == {"club": group.id, "session": table.id, "belongs": True}
    assert group.get(f"/v1/sessions/{table.id}")["id"] == table.id
    other = Group(app)
    assert other.take_in(table).status_code == 403
    for _ in range(2):
        out = group.send("DELETE", f"/sessions/{table.id}", key="organiser")
        assert out.json["belongs"] is False
    assert group.send("GET", f"/v1/sessions/{table.id}", key="member").status_code == 404
    assert other.take_in(table).status_code == 200


def test_an_owner_takes_the_session_out_alone(group: Group) -> None:
    table = group.opened()
    out = table.client.delete(f"{group.url}/sessions/{table.id}", headers=table.headers("owner"))
    assert out.status_code == 200
    assert group.send("GET", f"/v1/sessions/{table.id}", key="member").status_code == 404


def test_a_key_does_what_its_rights_say_and_nothing_else(group: Group) -> None:
    table = group.opened()
    reads, records, opens = group.key("read"), group.key("read", "record"), group.key("open")
    action = place("red")

    def acts(key: str) -> int:
        return group.send("POST", f"/v1/sessions/{table.id}/actions", action, key, If_Match="*").status_code

    assert [acts(key) for key in ("member", "organiser", reads, records)] == [403, 403, 403, 201]
    assert group.get(f"/v1/sessions/{table.id}", records)["you"]["role"] == "recorder"
    last = group.get(f"/v1/sessions/{table.id}/entries", reads)["items"][-1]
    assert last["by"]["role"] == "recorder"
    assert group.send("GET", f"/v1/sessions/{table.id}", key=opens).status_code == 403
    body = {**SEATS, "component_set": "demo"}
    assert group.send("POST", "/sessions", body, opens).status_code == 201
    assert group.send("POST", "/sessions", body, reads).status_code == 403
    for method, path in (("GET", "/keys"), ("PATCH", ""), ("POST", "/keys"), ("POST", "/links")):
        for key in ("member", "organiser", reads, records, opens):
            assert group.send(method, path, {} if method != "GET" else None, key).status_code == 403


def test_a_revoked_key_opens_nothing_and_a_replaced_one_opens_again(group: Group) -> None:
    table = group.opened()
    key = group.key("read")
    before = group.tokens[key]
    for _ in range(2):
        assert group.send("DELETE", f"/keys/{key}").status_code == 200
    for path in ("", f"/v1/sessions/{table.id}", "/v1/sessions"):
        assert group.send("GET", path, key=key).json["type"].endswith("/bad-token")
    assert group.send("POST", "/links", {"holder": key}).status_code == 403
    again = group.send("POST", "/links", {"holder": key, "replace": True}, Idempotency_Key="k" * 16)
    group.tokens[key] = again.json["tokens"][key]
    assert group.get(f"/v1/sessions/{table.id}", key)["id"] == table.id
    repeated = group.send("POST", "/links", {"holder": key, "replace": True}, Idempotency_Key="k" * 16)
    assert repeated.json == again.json
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert before not in again.text
    assert group.send("DELETE", "/keys/keeper").status_code == 403
    assert group.send("DELETE", "/keys/key-99").status_code == 404


def test_a_stream_ends_with_its_key(group: Group) -> None:
    table = group.opened()
    key = group.key("read")
    headers = {"Authorization": f"Bearer {group.tokens[key]}", "Accept": "application/x-ndjson"}
    answer = group.client.get(f"{table.url}/stream", headers=headers, buffered=False)
    lines = answer.iter_encoded()
    assert b'"event":"state"' in b"".join(islice(lines, 2))
    group.send("DELETE", f"/keys/{key}")
    table.acted(place("red"))
    assert b'"event":"entry"' not in b"".join(lines)
    answer.close()


def test_a_key_is_made_once_however_often_it_is_asked_for(group: Group) -> None:
    body = {"name": "results board", "rights": ["read"]}
    one, other = (group.send("POST", "/keys", body, Idempotency_Key="a" * 16) for _ in range(2))
    assert one.json == other.json
    assert other.headers["Idempotent-Replayed"] == "true"
    otherwise = {**body, "rights": ["read", "record"]}
    assert group.send("POST", "/keys", otherwise, Idempotency_Key="a" * 16).status_code == 422
    keys = group.get("/keys", "keeper")["items"]
    assert [key["holder"] for key in keys] == ["keeper", "organiser", "member", "key-1"]
    assert not any("token" in key or "epoch" in key for key in keys)


def test_a_club_has_so_many_keys_and_no_more(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_KEYS", 4)
    group.key("read")
    assert group.send("POST", "/keys", {"name": "one more", "rights": ["read"]}).status_code == 409


def test_a_club_is_made_once_however_often_it_is_asked_for(app: Flask) -> None:
    one, other = (Group(app, {**A_CLUB, "action_id": "c" * 16}) for _ in range(2))
    assert (one.id, one.tokens) == (other.id, other.tokens)


def test_a_club_is_not_made_with_an_id_that_can_be_guessed(app: Flask) -> None:
    """Whoever repeats the request gets the keys again."""
    for path, body in (
        ("/v1/clubs", A_CLUB),
        ("/v1/editions", {"game": "time_of_chaos", "from": "demo", "name": "Box"}),
    ):
        for length, status in ((15, 400), (16, 201)):
            answer = app.test_client().post(path, json=body, headers={"Idempotency-Key": "a" * length})
            assert answer.status_code == status, (path, answer.text)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_requests_at_the_same_moment_replace_a_key_once(
    make_app: MakeApp, request: pytest.FixtureRequest, database: str
) -> None:
    urls = {}
    if database == "postgresql":
        url = request.getfixturevalue("postgresql_url")
        urls = {"log_url": url, "tables_url": url}
    group = Group(make_app(**urls))
    body = {"holder": "member", "replace": True}
    with ThreadPoolExecutor(8) as threads:
        sent = [
            threads.submit(group.send, "POST", "/links", body, Idempotency_Key="r" * 16) for _ in range(8)
        ]
    answers = [one.result() for one in sent]
    assert {one.status_code for one in answers} == {201}
    assert len({one.json["tokens"]["member"] for one in answers}) == 1


def test_an_opening_that_is_repeated_takes_the_session_in_only_once(group: Group, app: Flask) -> None:
    table = group.opened(action_id="o" * 16)
    out = group.send("DELETE", f"/sessions/{table.id}", key="organiser")
    assert out.status_code == 200
    assert group.opened(action_id="o" * 16).id == table.id
    assert group.send("GET", f"/v1/sessions/{table.id}", key="member").status_code == 404
    other = Group(app)
    assert other.take_in(table).status_code == 200
    assert group.opened(action_id="o" * 16).id == table.id
    assert other.get(f"/v1/sessions/{table.id}")["id"] == table.id


def test_new_sessions_take_the_clubs_defaults(app: Flask) -> None:
    group = Group(app, {"name": "Friday table", "timezone": "Asia/Tokyo", "visibility": "link"})
    opened = group.opened().opened["session"]
    assert (opened["timezone"], opened["visibility"]) == ("Asia/Tokyo", "link")
    opened = group.opened(timezone="Europe/Rome", visibility="club").opened["session"]
    assert (opened["timezone"], opened["visibility"]) == ("Europe/Rome", "private")
    for _ in range(2):
        changed = group.send("PATCH", "", {"chance": "drawn", "name": "Friday"})
        assert (changed.json["chance"], changed.json["name"]) == ("drawn", "Friday")
        assert changed.json["timezone"] == "Asia/Tokyo"
    assert group.opened().opened["session"]["chance"] == "drawn"
    assert group.send("PATCH", "", {"chance": None}).json["chance"] is None


def test_a_club_plays_with_its_own_edition(make_app: MakeApp) -> None:
    app = make_app(games={"reef": BOXED})
    box = Box(app)
    asked = {"name": "Our table", "editions": {"reef": box.id}}
    refused = answered(app.test_client().post("/v1/clubs", json=asked))
    assert refused.status_code == 422
    group = Group(app, asked, **{HEADER: box.tokens["reader"]})
    unpublished = group.send("POST", "/sessions", SEATS)
    assert (unpublished.status_code, unpublished.json["field"]) == (422, "/component_set")
    box.change({"set": ["events", 0, "name"], "to": "Spring tide"})
    head = box.publish()["hash"]
    opened = group.send("POST", "/sessions", SEATS)
    assert opened.json["session"]["component_set"] == head


def test_the_feed_tells_everything_once_and_shows_no_more_than_a_spectator_sees(
    group: Group, app: Flask
) -> None:
    first = group.opened().acted(place("red"))
    earlier = Table(app, REEF_OPENING).acted(place("red"))
    second = group.opened().acted(place("red"))
    group.take_in(earlier)
    told: list[dict[str, Any]] = []
    after, more = "0-0", True
    while more:
        page = group.get(f"/events?after={after}&limit=2")
        told += page["items"]
        after, more = page["next"], page["more"]
    assert [one["session"] for one in told if one["event"] == "session"] == [first.id, second.id, earlier.id]
    for table in (first, second):
        seen = [one["entry"] for one in told if one["event"] == "entry" and one["session"] == table.id]
        assert seen == table.get("/entries", "spectator").json["items"]
    assert group.get(f"/events?after={after}") == {"items": [], "next": after, "more": False}
    first.acted(place("blue"))
    assert [one["number"] for one in group.get(f"/events?after={after}")["items"]] == [3]


def test_a_session_that_comes_later_is_told_of_though_nothing_happens(group: Group, app: Flask) -> None:
    earlier = Table(app, REEF_OPENING).acted(place("red"))
    group.opened()
    after = group.get("/events")["next"]
    group.take_in(earlier)
    (event,) = group.get(f"/events?after={after}")["items"]
    assert (event["event"], event["session"]) == ("session", earlier.id)


def test_an_export_holds_every_session_as_the_key_sees_it_and_goes_on_where_it_broke_off(
    group: Group,
) -> None:
    first, second = (group.opened().acted(place("red")) for _ in range(2))
    lines = [json.loads(line) for line in group.send("GET", "/export").text.splitlines()]
    sessions = [line for line in lines if line["event"] == "session"]
    assert [(one["number"], one["session"]["id"]) for one in sessions] == [(1, first.id), (2, second.id)]
    assert sessions[0]["session"]["version"] == 2
    entries = [line["entry"] for line in lines if line["event"] == "entry" and line["session"] == first.id]
    assert entries == first.get("/entries", "spectator").json["items"]
    rest = group.send("GET", "/export?after=1").text.splitlines()
    assert [json.loads(line) for line in rest] == lines[3:]
    assert group.send("GET", "/export", key="member").status_code == 403


def test_members_open_tables_where_only_the_operator_lets_people_open(make_app: MakeApp) -> None:
    app = make_app(opening_token=OPENING_TOKEN)
    refused = answered(app.test_client().post("/v1/clubs", json=A_CLUB))
    assert refused.status_code == 401
    group = Group(app, Authorization=f"Bearer {OPENING_TOKEN}")
    group.opened("member").acted(place("red"))
    assert group.send("POST", "/v1/sessions", REEF_OPENING, "member").status_code == 403


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "/name"),
        ({"name": "x", "timezone": "Middle/Earth"}, "/timezone"),
        ({"name": "x", "visibility": "private"}, "/visibility"),
        ({"name": "x", "editions": {"reef": "none"}}, "/editions/reef"),
        ({"name": "x", "key": 1}, "/key"),
    ],
)
def test_a_club_that_cannot_be_is_refused_with_its_fault(
    app: Flask, body: dict[str, Any], field: str
) -> None:
    refused = answered(app.test_client().post("/v1/clubs", json=body))
    assert refused.status_code == 422
    assert field in [fault["pointer"] for fault in refused.json["errors"]]
