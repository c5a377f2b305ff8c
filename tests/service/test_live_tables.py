"""Live tables: bots play one for whoever watches, people take seats over, and it ends when nobody looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from replays.audit import audit_session
from service.app import create_app
from service.live_tables import bots as bots_module
from service.live_tables.bots import Bots, play, plays
from service.live_tables.register import WATCHED, Watchers
from tests.conftest import ANSWERING_SECONDS, RedisServer
from tests.service.conftest import GAMES, REEF_OPENING, Table, problem, settings_at
from tests.support.expiring import expired
from tests.support.service.answers import Answer, answered
from workers import wake
from workers.follow import ProjectionRunner

LINGER = 600
FRAMES_UNTIL_MARKED = 3
"""What a stream sends at its beginning: how to come back, the table, then a heartbeat."""
SEATED = {"Content-Type": "application/json", "If-Match": "*"}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Redis that runs may take its time."""
    for name in ("CONNECT_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(wake, name, ANSWERING_SECONDS)


@pytest.fixture
def live(tmp_path: Path, redis_server: RedisServer) -> Iterator[Flask]:
    """The application with a Redis, where two tables are played at most."""
    made = create_app(replace(settings_at(tmp_path), redis_url=redis_server.url, live_tables=2), GAMES)
    yield made
    made.extensions["tablelog"].close()


@pytest.fixture
def watchers(redis_server: RedisServer) -> Watchers:
    return Watchers(redis_server.url, LINGER)


@pytest.fixture
def bots(live: Flask, watchers: Watchers) -> Bots:
    return Bots(live.extensions["tablelog"], watchers)


def joined(app: Flask, game: str = "reef") -> Answer:
    return answered(app.test_client().post(f"/v1/games/{game}/live-table"))


def state(app: Flask, session: str) -> dict:
    answer = app.test_client().get(f"/v1/sessions/{session}")
    assert answer.status_code == 200, answer.text
    return answer.json


def bearing(token: str) -> dict[str, str]:
    return SEATED | {"Authorization": f"Bearer {token}"}


def taken(app: Flask, session: str, seat: str) -> Answer:
    return answered(app.test_client().post(f"/v1/sessions/{session}/seats/{seat}/claim"))


def read_until_the_state(answer: TestResponse) -> bytes:
    """What a stream sends first."""
    read = b""
    for frame in answer.iter_encoded():
        read += frame
        if b"event: state" in read:
            break
    return read


def test_a_newcomer_watches_at_once_without_any_token(live: Flask, redis_server: RedisServer) -> None:
    answer = joined(live)
    assert answer.status_code == 201
    assert {seat["played_by"] for seat in answer.json["seats"]} == {"bot"}
    assert "tokens" not in answer.json
    session = state(live, answer.json["session"])
    assert session["sandbox"] is True
    assert session["visibility"] == "public"
    assert session["you"]["role"] == "stranger"
    (job,) = WATCHED.queue_in(redis_server.client()).jobs
    assert (job.func_name, [*job.args]) == (WATCHED.job, [session["id"]])


def test_all_newcomers_watch_one_table(live: Flask, redis_server: RedisServer) -> None:
    first, second = joined(live), joined(live)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json == second.json
    assert len(WATCHED.queue_in(redis_server.client()).jobs) == 1, "one job a table"


def test_there_are_no_more_tables_than_the_operator_wants(live: Flask) -> None:
    sessions = {joined(live, game).json["session"] for game in ("reef", "time_of_chaos")}
    told = problem(joined(live, "chaosmos"), 503, "unavailable")
    assert set(told["sessions"]) == sessions


def test_a_table_is_opened_by_who_may_open_one_and_watched_by_everybody(live: Flask) -> None:
    found = live.extensions["tablelog"]
    live.extensions["tablelog"] = replace(
        found, settings=replace(found.settings, opening_token="let-us-play-tonight")
    )
    problem(joined(live), 401, "bad-token")
    opening = {"Authorization": "Bearer let-us-play-tonight"}
    assert live.test_client().post("/v1/games/reef/live-table", headers=opening).status_code == 201
    assert joined(live).status_code == 200


@pytest.mark.parametrize("game", list(GAMES))
def test_bots_play_any_game_by_the_one_way(live: Flask, bots: Bots, game: str) -> None:
    session = joined(live, game).json["session"]
    bots.sit_down(session)
    for _ in range(4):
        bots.act()
    entries = live.test_client().get(f"/v1/sessions/{session}/entries").json["items"]
    assert len(entries) == 5
    assert [entry["kind"] for entry in entries[1:]] == ["recorded"] * 4


def test_a_finished_game_is_closed_and_proven_and_the_next_table_is_another(live: Flask, bots: Bots) -> None:
    session = joined(live).json["session"]
    bots.sit_down(session)
    while state(live, session)["closed"] is None:
        bots.act()
    assert state(live, session)["closed"] == "finished"
    found = live.extensions["tablelog"]
    assert audit_session(list(found.store.read(session)), found.library, session).passed
    version = state(live, session)["version"]
    bots.act()
    assert state(live, session)["version"] == version
    assert joined(live).json["session"] != session


def test_a_job_sits_the_bots_of_its_process_down(live: Flask, bots: Bots) -> None:
    session = joined(live).json["session"]
    plays(bots)
    play(session)
    play(session)
    bots.act()
    assert state(live, session)["version"] == 2, "a doubled job is no second table"


def test_two_processes_do_not_play_one_table(live: Flask, bots: Bots, redis_server: RedisServer) -> None:
    session = joined(live).json["session"]
    other = Bots(live.extensions["tablelog"], Watchers(redis_server.url, LINGER))
    for one in (bots, other):
        one.sit_down(session)
        one.act()
    assert state(live, session)["version"] == 2


def test_what_a_killed_process_left_is_gone_on_with(
    live: Flask, bots: Bots, redis_server: RedisServer
) -> None:
    session = joined(live).json["session"]
    bots.sit_down(session)
    bots.act()
    after = Bots(live.extensions["tablelog"], Watchers(redis_server.url, LINGER))
    after.sit_down_everywhere()
    after.act()
    assert state(live, session)["version"] == 2, "the killed one may live: its lease runs"
    redis_server.client().flushall()
    after.act()
    assert state(live, session)["version"] == 3


def test_bots_leave_a_seat_that_somebody_has_taken(live: Flask, bots: Bots) -> None:
    session = joined(live).json["session"]
    seat = state(live, session)["moment"]["active"][0]
    answer = taken(live, session, seat)
    assert answer.status_code == 201
    token = answer.json["tokens"][f"seat:{seat}"]
    bots.sit_down(session)
    for _ in range(5):
        bots.act()
    assert state(live, session)["version"] == 2, "the table waits for the person"
    client = live.test_client()
    seats = client.get(f"/v1/sessions/{session}/live-table").json["seats"]
    assert [one["played_by"] for one in seats if one["seat"] == seat] == ["person"]
    act = {"type": "place_cubes", "seat": seat, "region": "north", "count": 1}
    url = f"/v1/sessions/{session}/actions"
    assert client.post(url, json=act, headers=bearing(token)).status_code == 201
    bots.act()
    assert state(live, session)["version"] == 4, "a bot answers"
    other = next(one["seat"] for one in seats if one["seat"] != seat)
    problem(client.post(url, json=act | {"seat": other}, headers=bearing(token)), 403, "another-seat")


def test_a_bot_that_has_chosen_already_comes_too_late_for_a_taken_seat(
    live: Flask, bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = joined(live).json["session"]
    seat = state(live, session)["moment"]["active"][0]

    def chosen_slowly(*arguments, **options):
        assert taken(live, session, seat).status_code == 201
        return {"type": "place_cubes", "seat": seat, "region": "north", "count": 1}

    bots.sit_down(session)
    with monkeypatch.context() as slow:
        slow.setattr(bots_module, "bots_choice", chosen_slowly)
        bots.act()
    for _ in range(3):
        bots.act()
    entries = live.test_client().get(f"/v1/sessions/{session}/entries").json["items"]
    assert [entry["kind"] for entry in entries] == ["opened", "noted"]


def test_the_first_who_takes_a_seat_has_it(live: Flask) -> None:
    session = joined(live).json["session"]
    token = taken(live, session, "red").json["tokens"]["seat:red"]
    problem(taken(live, session, "red"), 409, "seat-taken")
    headers = {"Authorization": f"Bearer {token}"}
    assert live.test_client().get(f"/v1/sessions/{session}", headers=headers).json["you"]["seat"] == "red"
    problem(taken(live, session, "nobody"), 404, "not-found")


def test_a_table_that_nobody_watches_ends(
    live: Flask, bots: Bots, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = joined(live).json["session"]
    redis = redis_server.client()
    (mark,) = redis.keys("*:watched")
    assert LINGER - 60 < redis.ttl(mark) <= LINGER
    bots.sit_down(session)
    redis.delete(mark)
    bots.act()
    assert state(live, session)["closed"] is None, "the marks may have gone with a Redis that died"
    monkeypatch.setattr(bots_module, "FORGIVEN_SECONDS", 0)
    bots.act()
    assert state(live, session)["closed"] == "abandoned"
    problem(taken(live, session, "red"), 409, "session-closed")


def test_an_open_stream_is_a_watcher(live: Flask, redis_server: RedisServer) -> None:
    session = joined(live).json["session"]
    redis = redis_server.client()
    redis.flushall()
    answer = live.test_client().get(f"/v1/sessions/{session}/stream", buffered=False)
    frames = iter(answer.response)
    for _ in range(FRAMES_UNTIL_MARKED):
        next(frames)
    assert redis.keys("*:watched")
    (job,) = WATCHED.queue_in(redis).jobs
    assert [*job.args] == [session], "and where nobody plays for it, bots are called"
    answer.close()


def test_a_session_of_people_is_no_live_table(live: Flask, bots: Bots, redis_server: RedisServer) -> None:
    pretended = {"sandbox": True, "visibility": "public", "tags": ["live-table"]}
    table = Table(live, REEF_OPENING | pretended)
    bots.sit_down(table.id)
    bots.act()
    assert table.version == 1
    problem(taken(live, table.id, "red"), 404, "not-found")
    problem(live.test_client().get(f"{table.url}/live-table"), 404, "not-found")
    answer = live.test_client().get(f"{table.url}/stream", buffered=False)
    read_until_the_state(answer)
    answer.close()
    assert redis_server.client().keys("*live-table*") == []


def test_without_redis_it_is_said_and_everything_else_goes_on(
    client: FlaskClient, live: Flask, redis_server: RedisServer
) -> None:
    assert "need Redis" in problem(client.post("/v1/games/reef/live-table"), 503, "unavailable")["detail"]
    problem(client.post("/v1/games/whist/live-table"), 404, "not-found")
    session = joined(live).json["session"]
    redis_server.stop()
    assert "does not answer" in problem(joined(live), 503, "unavailable")["detail"]
    answer = live.test_client().get(f"/v1/sessions/{session}/stream", buffered=False)
    assert b"event: state" in read_until_the_state(answer)
    answer.close()
    Table(live, REEF_OPENING)


def test_an_operator_may_want_none(live: Flask) -> None:
    found = live.extensions["tablelog"]
    live.extensions["tablelog"] = replace(found, settings=replace(found.settings, live_tables=0))
    assert "switched them off" in problem(joined(live), 503, "unavailable")["detail"]


def test_a_live_table_at_play_does_not_expire_and_one_that_rests_makes_room(live: Flask) -> None:
    session = joined(live).json["session"]
    found = live.extensions["tablelog"]
    follower = ProjectionRunner(found.store, found.engine, found.library)
    follower.pull()
    assert expired(found.settings.log_url, found.settings.tables_url, later=89) == []
    again = joined(live)
    assert (again.status_code, again.json["session"]) == (200, session)
    gone = expired(found.settings.log_url, found.settings.tables_url)
    assert [one.session for one in gone] == [session]
    other = joined(live)
    assert other.status_code == 201
    assert other.json["session"] != session
    problem(live.test_client().get(f"/v1/sessions/{session}/live-table"), 410, "expired")


def test_a_seat_is_taken_once_however_often_the_same_request_comes(live: Flask) -> None:
    session = joined(live).json["session"]
    url, key = f"/v1/sessions/{session}/seats/red/claim", {"Idempotency-Key": "only-this-phone-knows"}
    client = live.test_client()
    first, again = (answered(client.post(url, headers=key)) for _ in range(2))
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    problem(answered(client.post(url)), 409, "seat-taken")
    problem(answered(client.post(url.replace("red", "blue"), headers=key)), 422, "action-id-reused")
    entries = answered(client.get(f"/v1/sessions/{session}/entries")).json["items"]
    assert sum(entry["kind"] == "noted" for entry in entries) == 1


def test_a_key_that_gives_a_seat_is_a_secret(live: Flask) -> None:
    session = joined(live).json["session"]
    url = f"/v1/sessions/{session}/seats/red/claim"
    refused = answered(live.test_client().post(url, headers={"Idempotency-Key": "short"}))
    problem(refused, 400, "malformed-header")
