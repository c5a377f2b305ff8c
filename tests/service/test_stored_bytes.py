"""Bytes that are stored for good are counted by the day: of an address, and of a token wherever it comes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from service.http import rate_limits
from service.http.rate_limits import STORED_BYTES
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.service.answers import Answer, answered

HERE, ELSEWHERE = "198.51.100.1", "198.51.100.2"
DAY = 24 * 60 * 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of the limits."""
    made = SimpleNamespace(seconds=60.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: made.seconds))
    return made


def size_of(table: Table) -> int:
    store = table.app.extensions["tablelog"].store
    return sum(len(entry.body) for entry in store.read(table.id))


def all_bytes(app: Flask) -> int:
    store = app.extensions["tablelog"].store
    return sum(len(entry.body) for session in store.sessions() for entry in store.read(session))


def fork(table: Table, address: str = HERE, holder: str = "owner", **body: Any) -> Answer:
    return answered(
        table.client.post(
            f"{table.url}/forks",
            json=body,
            headers=table.headers(holder),
            environ_base={"REMOTE_ADDR": address},
        )
    )


def long_table(make_app: MakeApp, forks: float) -> Table:
    """A session in a service that lets about so many forks of it be stored a day."""
    table = Table(make_app(), REEF_OPENING).acted(
        place("red"), place("blue"), {"type": "roll_storm", "face": 1}
    )
    return Table(make_app("bounded", stored_bytes_per_day=int(forks * size_of(table))), REEF_OPENING).acted(
        place("red"), place("blue"), {"type": "roll_storm", "face": 1}
    )


def test_forks_without_end_store_no_more_than_a_day_allows(make_app: MakeApp, clock: SimpleNamespace) -> None:
    table = long_table(make_app, 4)
    before = all_bytes(table.app)
    answers = [fork(table) for _ in range(12)]
    assert [answer.status_code for answer in answers] == sorted(answer.status_code for answer in answers)
    assert {answer.status_code for answer in answers} == {201, 429}
    assert all_bytes(table.app) - before <= 4 * size_of(table)
    told = problem(answers[-1], 429, "too-many-requests")
    assert STORED_BYTES in told["detail"]
    assert int(answers[-1].headers["Retry-After"]) == DAY - clock.seconds
    assert table.act(place("red")).status_code == 201, "recording goes on"
    clock.seconds = DAY
    assert fork(table).status_code == 201


def test_a_token_spends_the_same_bytes_from_every_address(make_app: MakeApp, clock: SimpleNamespace) -> None:
    table = long_table(make_app, 2.5)
    statuses = [fork(table, f"203.0.113.{number}").status_code for number in range(5)]
    assert statuses == [201, 201, 429, 429, 429]
    assert fork(table, ELSEWHERE, "scribe").status_code == 201


def test_an_address_spends_the_same_bytes_with_every_token(make_app: MakeApp, clock: SimpleNamespace) -> None:
    table = long_table(make_app, 2.5)
    statuses = {holder: fork(table, HERE, holder).status_code for holder in ("owner", "scribe")}
    statuses["seat:red"] = fork(Table(table.app, REEF_OPENING), HERE).status_code
    assert statuses["owner"] == statuses["scribe"] == 201
    assert fork(table, HERE).status_code == 429
    assert fork(table, ELSEWHERE).status_code == 201


def test_a_repeated_request_stores_and_costs_nothing(make_app: MakeApp, clock: SimpleNamespace) -> None:
    client = make_app(stored_bytes_per_day=10_000).test_client()
    headers = {"Idempotency-Key": "0123456789abcdef0123"}
    answers = [client.post("/v1/sessions", json=REEF_OPENING, headers=headers) for _ in range(50)]
    assert {answer.status_code for answer in answers} == {201}


def test_openings_are_counted_too(make_app: MakeApp, clock: SimpleNamespace) -> None:
    client = make_app(stored_bytes_per_day=10_000).test_client()
    statuses = {client.post("/v1/sessions", json=REEF_OPENING).status_code for _ in range(50)}
    assert statuses == {201, 429}


def test_an_import_beyond_the_days_bytes_stores_nothing(make_app: MakeApp, clock: SimpleNamespace) -> None:
    table = Table(make_app(), REEF_OPENING).acted(place("red"), place("blue"))
    data = table.get("/export").data
    app = make_app("elsewhere", stored_bytes_per_day=size_of(table) - 1)
    answer = answered(app.test_client().post("/v1/imports", data=data, content_type="application/json"))
    problem(answer, 429, "too-many-requests")
    assert int(answer.headers["Retry-After"]) == DAY - clock.seconds
    assert all_bytes(app) == 0
    clock.seconds = DAY
    app = make_app("roomy", stored_bytes_per_day=100 * size_of(table))
    client = app.test_client()
    statuses = [
        client.post("/v1/imports", data=data, content_type="application/json").status_code for _ in range(150)
    ]
    assert set(statuses) == {201}, "what is here already costs nothing"


def test_of_several_sessions_in_a_file_those_are_stored_for_which_there_is_room(
    make_app: MakeApp, clock: SimpleNamespace
) -> None:
    tables = [Table(make_app(), REEF_OPENING).acted(place("red"), place("blue")) for _ in range(3)]
    data = b"\n".join(table.get("/export").data.strip() for table in tables)
    app = make_app("elsewhere", stored_bytes_per_day=int(2.5 * size_of(tables[0])))
    answer = answered(app.test_client().post("/v1/imports", data=data, content_type="application/x-ndjson"))
    assert [item["status"] for item in answer.json["items"]] == ["imported", "imported", "refused"]
    assert STORED_BYTES in answer.json["items"][2]["detail"]
