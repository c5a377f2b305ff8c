"""A person of a club is erased in one act: no byte of the names is left, and every chain verifies."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from flask import Flask

from service.api import club_people as api
from service.backups.backup import back_up
from service.http.middleware import WebLines
from service.http.tokens import HEADER
from service.sessions.people import folded
from service.sessions.register_tables import CLUB_SESSIONS, PEOPLE
from tests.conftest import RedisServer
from tests.service.conftest import MakeApp, Table, place, problem
from tests.service.test_club_people import (
    ANN,
    BOB,
    People,
    evenings,
    group,
    own_key,
    per_player,
    score_rows,
    sits,
)
from tests.service.test_clubs import follow
from tests.service.test_people import BLUE, old

__all__ = ["evenings", "group"]


def test_an_erased_person_counts_nowhere_and_everybody_else_as_before(evenings: People) -> None:
    group = evenings
    ann = group.made(ANN, players=["phone-1"])
    other = group.made("Zoë", players=["tablet-1"])
    bob = group.made(BOB, players=["phone-b"])
    group.change("POST", f"{ann}/merge", {"other": other})
    assert per_player(group) == {ann: 5, bob: 3, "phone-9": 1}
    own_key(group, ann, "ann")
    erased = group.send("DELETE", f"/people/{ann}", key="keeper")
    assert erased.json == {"person": ann, "seats": 5, "former": 0}
    assert per_player(group) == {bob: 3, "phone-9": 1}
    assert score_rows(group) == {}
    assert [one["person"] for one in group.get("/people")["items"]] == [bob]
    for person in (ann, other):
        problem(group.send("GET", f"/people/{person}", key="member"), 404, "not-found")
    problem(group.send("GET", "", key="ann"), 401, "bad-token")
    again = group.made(ANN, players=["phone-1"])
    assert per_player(group) == {bob: 3, "phone-9": 1}
    assert again != ann


def test_who_may_erase_whom(group: People) -> None:
    ann, bob = group.made(ANN), group.made(BOB)
    own_key(group, ann, "ann")
    for key in ("member", "organiser"):
        problem(group.send("DELETE", f"/people/{ann}", key=key), 403, "not-allowed")
    problem(group.send("DELETE", f"/people/{bob}", key="ann"), 403, "not-allowed")
    assert group.send("DELETE", f"/people/{ann}", key="ann").status_code == 200
    problem(group.send("DELETE", f"/people/{ann}", key="ann"), 401, "bad-token")
    problem(group.send("DELETE", f"/people/{ann}", key="keeper"), 404, "not-found")
    assert list(group.names()) == [BOB]


def test_an_erasure_is_told_to_those_who_follow(group: People) -> None:
    table = group.opened(labels={"red": ANN})
    ann = group.made(ANN)
    answer = table.get("/stream", "seat:blue", Accept="application/x-ndjson")
    lines = (line for line in answer.response if line.strip())
    next(lines)
    group.send("DELETE", f"/people/{ann}", key="keeper")
    told = json.loads(next(lines))
    answer.close()
    assert (told["event"], told["data"]["items"][0]["name"]) == ("people", None)


def test_the_seats_of_old_sessions_count_for_nobody_after_an_erasure(group: People, app: Flask) -> None:
    by_id, by_name, untouched = old(app), old(app), old(app, players={}, labels={"red": "Somebody"})
    for table in (by_id, by_name, untouched):
        assert group.take_in(table).status_code == 200
    follow(app)
    ann = group.made("in blue", aliases=[BLUE], players=["p-1"])
    erased = group.send("DELETE", f"/people/{ann}", key="keeper")
    assert erased.json == {"person": ann, "seats": 4, "former": 0}
    for table in (by_id, by_name):
        people = [(one["player"], one["name"]) for one in table.get("/people").json["items"]]
        assert people == [(None, None), (None, None)]
    assert untouched.get("/people").json["items"][0]["name"] == "Somebody"


NAME, ALIAS, NICK = "Quixolina Zevenbergen", "Zevvie Quixmaster", "Nickname-of-Quix"


def found_in(data: bytes) -> list[str]:
    """Which of the names stand in these bytes, in whatever case, and with whatever spaces."""
    plain = b" ".join(data.lower().split())
    return [name for name in (NAME, ALIAS, NICK) if name.lower().encode() in plain]


def bytes_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files below the folder, those that are packed also unpacked."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            yield str(path), data
            if path.suffix == ".gz":
                yield f"{path}, unpacked", gzip.decompress(data)


def planted(group: People) -> list[Table]:
    """Sessions of the club in which the names stand wherever they can; Quixolina is `tablet-7`."""
    one = group.opened(labels={"red": NAME}, action_id="opened-with-a-name-1")
    two, three, four = (group.opened() for _ in range(3))
    sits(two, "red", name=NAME.upper().replace(" ", "   "))
    sits(two, "blue", player="phone-b", name=NAME)
    sits(three, "red", name=ALIAS)
    sits(three, "blue", player="tablet-7", name=NICK)
    sits(four, "red", player="unknown-id", name=f" {NAME}")
    left = {"name": "a substitute"}
    for table, seat, body in ((two, "red", left), (three, "blue", {}), (four, "red", {"name": ALIAS})):
        url = f"{table.url}/people/{seat}/departures"
        assert group.send("POST", url, body, "organiser").status_code == 200
    for table in (one, two, three, four):
        hook = table.post("/webhooks", {"url": "https://example.org/"}, "owner")
        assert hook.status_code == 201
        table.acted(place("red"), place("blue"))
    file = one.get("/export").json
    assert group.client.post("/v1/imports", json=file).status_code == 201
    fork = one.post("/forks", {"labels": {"blue": NAME}}, "owner", if_match=None)
    assert fork.status_code == 201
    copied = Table.__new__(Table)
    copied.app, copied.client, copied.tokens = group.app, group.client, fork.json["tokens"]
    copied.id = fork.json["session"]["id"]
    copied.url = f"/v1/sessions/{copied.id}"
    assert group.take_in(copied).status_code == 200
    return [one, two, three, four, copied]


def answers_about(group: People, tables: list[Table]) -> Iterator[tuple[str, bytes]]:
    """What the service says of the club, its people and its sessions, to those who may hear most."""
    for path in (
        "",
        "/people",
        "/sessions",
        "/sessions?sandbox=any",
        "/events?limit=500",
        "/keys",
        "/export",
    ):
        yield path, group.send("GET", path).data
    for group_by in ("player", "other_player"):
        path = f"/v1/statistics/time_of_chaos/score?club={group.id}&group_by={group_by}"
        yield path, group.send("GET", path).data
    for path in ("/v1/people", "/sessions", "/", "/metrics"):
        tokens = ", ".join(table.tokens["owner"] for table in tables)
        yield path, group.client.get(path, headers={HEADER: tokens}).data
    for table in tables:
        for path in ("", "/people", "/entries", "/result", "/export", "/webhooks", "/timeline", "/marks"):
            yield table.url + path, table.get(path).data
        yield f"{table.url} as text", table.get("/entries", Accept="text/plain").data
        yield f"{table.url} picture", table.get("/result", Accept="image/svg+xml").data
        for page in ("", "/log", "/result", "/links", "/who"):
            address = f"/t/{table.id}{page}"
            yield address, group.client.get(address, headers=table.headers("owner")).data
        stream = table.get("/stream", Accept="application/x-ndjson")
        yield f"{table.url}/stream", next(iter(stream.response))
        stream.close()


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the service writes to its log from now on."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(WebLines("web"))
    logger = logging.getLogger("tablelog")
    logger.addHandler(handler)
    yield written
    logger.removeHandler(handler)


def test_no_byte_of_an_erased_name_is_anywhere_and_every_chain_verifies(
    make_app: MakeApp, tmp_path: Path, redis_server: RedisServer, log: StringIO
) -> None:
    app = make_app(redis_url=redis_server.url, limits_url=redis_server.url)
    logging.getLogger("tablelog").setLevel("DEBUG")
    group = People(app)
    bob = group.made(BOB, players=["phone-b"])
    person = group.made(NAME, aliases=[ALIAS], players=["tablet-7"])
    own_key(group, person, "herself")
    tables = planted(group)
    follow(app)
    home = Path(app.extensions["tablelog"].settings.home)
    assert {name for path, data in bytes_below(home) for name in found_in(data)} == {NAME, ALIAS, NICK}
    said = [path for path, data in answers_about(group, tables) if found_in(data)]
    assert len(said) > 20, "the search finds what is there"
    links = [table.url for table in tables]
    erased = group.send("DELETE", f"/people/{person}", key="herself")
    assert erased.json == {"person": person, "seats": 4, "former": 3}
    follow(app)
    for path, data in answers_about(group, tables):
        assert found_in(data) == [], path
    for url, table in zip(links, tables, strict=True):
        audit = table.get("/audit").json
        assert (audit["findings"], audit["entries"]) == ([], table.version), url
    back_up(app.extensions["tablelog"].settings, tmp_path / "a backup")
    for path, data in bytes_below(home):
        assert found_in(data) == [], path
    redis = redis_server.client()
    redis.save()
    for key in redis.scan_iter():
        assert found_in(key + (redis.dump(key) or b"")) == [], key
    for path, data in bytes_below(Path(redis.config_get("dir")["dir"])):
        assert found_in(data) == [], path
    assert f"/people/{person}" in log.getvalue()
    assert found_in(log.getvalue().encode()) == []
    assert group.person(bob)["sessions"] == 1


def test_bytes_that_moved_rows_left_behind_are_overwritten(group: People, tmp_path: Path) -> None:
    """SQLite may leave them in pages where it does not overwrite what it moves, as most builds of it do."""
    engine, random = group.app.extensions["tablelog"].engine, Random(1)
    person = group.made(NAME)
    claims: list[dict[str, Any]] = []
    sessions: list[dict[str, Any]] = []
    for number in range(1_500):
        session = str(UUID(int=random.getrandbits(128)))
        sessions.append({"session": session, "club": group.id, "number": number, "since": "2026"})
        for seat in ("red", "blue"):
            name = NAME if random.random() < 0.3 else "x" * random.randrange(1, 60)
            claim = {"session": session, "seat": seat, "name": name, "folded": folded(name)}
            claims.append(claim | {"changes": 0})
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA secure_delete = OFF")
        connection.execute(sa.insert(CLUB_SESSIONS), sessions)
        for claim in claims:
            connection.execute(sa.insert(PEOPLE).values(**claim))
    erased = group.send("DELETE", f"/people/{person}", key="keeper")
    assert erased.json["seats"] == sum(claim["name"] == NAME for claim in claims)
    assert {path: names for path, data in bytes_below(tmp_path) if (names := found_in(data))} == {}
    with engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(PEOPLE)) == len(claims)


def test_a_person_who_is_erased_during_a_request_is_not_found(
    group: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = group.made(ANN), group.made(BOB)
    known = group.app.extensions["tablelog"].club_people.of(group.id, ann)
    group.send("DELETE", f"/people/{ann}", key="keeper")
    monkeypatch.setattr(api, "enter_person", lambda *_: (known, known.key))
    monkeypatch.setattr(api, "_must_organise", lambda *_: None)
    for method, path, body in (
        ("PATCH", "", {"name": "x"}),
        ("PUT", "/players/p-1", None),
        ("DELETE", "/players/p-1", None),
        ("POST", "/merge", {"other": bob}),
        ("POST", "/split", {"other": bob}),
        ("POST", "/links", {"replace": True}),
        ("DELETE", "", None),
    ):
        problem(group.send(method, f"/people/{ann}{path}", body, "keeper"), 404, "not-found")
