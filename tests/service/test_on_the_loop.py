"""An action is answered on the loop where nobody has to wait for it; else as if it had never been tried."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from service.http import rate_limits
from service.server.asgi import AsgiApplication
from service.sessions.commands import AppendOne, Deferred, WouldBlock
from service.settings import OWN_MEMORY
from tests.conftest import RedisServer
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.support.service.exchange import JSON, Exchange, on_a_loop, piece

STORM = {"type": "roll_storm", "face": 1}


class Pool(ThreadPoolExecutor):
    """Counts what it is asked to do."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    def submit(self, *given: Any, **named: Any) -> Any:
        self.asked += 1
        return super().submit(*given, **named)


def action(table: Table, body: Any, query: str = "", holder: str = "scribe", **headers: str) -> Exchange:
    sent = json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {table.tokens[holder]}", "If_Match": "*"} | JSON | headers
    path, pieces = f"{table.url}/actions{query}", [piece(sent, more=False)]
    return Exchange("POST", path, pieces, Content_Length=str(len(sent)), **headers)


def answered(table: Table, *exchanges: Exchange) -> int:
    """Have them answered one after the other. Returns how many the pool was asked for."""
    pool = Pool()

    async def ask() -> None:
        server = AsgiApplication(table.app)
        server._pool = pool
        for one in exchanges:
            await one.through(server)

    on_a_loop(ask())
    return pool.asked


def test_an_action_is_answered_without_the_pool(reef: Table) -> None:
    reef.act(place("red"))
    recorded = action(reef, STORM)
    assert answered(reef, recorded) == 0
    assert (recorded.status, json.loads(recorded.body)["version"]) == (201, 3)


def test_an_action_is_answered_without_the_pool_where_limits_are_shared(
    make_app: Callable[..., Flask], redis_server: RedisServer
) -> None:
    """Even while Redis hangs."""
    table = Table(make_app(limits_url=redis_server.url, writes_per_minute=50), REEF_OPENING)
    table.act(place("red"))
    recorded = action(table, STORM)
    with redis_server.paused():
        assert answered(table, recorded) == 0
    assert recorded.status == 201


def test_a_repeated_action_waits_on_the_pool_where_others_may_not_be_durable_yet(
    make_app: MakeApp, postgresql_url: str
) -> None:
    released = {"log_url": postgresql_url, "tables_url": postgresql_url, "log_release": "early"}
    table = Table(make_app(**released), REEF_OPENING)
    table.act(place("red"))
    first, again = (action(table, STORM | {"action_id": "storm-1"}) for _ in range(2))
    assert answered(table, first, again) == 1
    assert (first.status, again.body) == (201, first.body)


def not_in_memory(table: Table) -> None:
    slots = table.app.extensions["tablelog"].handler.slots
    slots._recent.clear()
    slots._slots.clear()


def revoked_elsewhere(table: Table) -> None:
    table.app.extensions["tablelog"].registers._epochs.clear()


def nothing(table: Table) -> None:
    return None


@pytest.mark.parametrize(
    ("asks", "before", "status"),
    [
        (lambda table: action(table, STORM), not_in_memory, 201),
        (lambda table: action(table, STORM), revoked_elsewhere, 201),
        (lambda table: action(table, [STORM, STORM]), nothing, 201),
        (lambda table: action(table, STORM, "?dry_run=true"), nothing, 200),
        (lambda table: action(table, {"type": "roll_storm", "chance": "drawn"}), nothing, 201),
        (lambda table: action(table, {"type": "roll_storm"}), nothing, 409),
        (lambda table: action(table, place("red") | {"action_id": "first"}), nothing, 201),
        (lambda table: action(table, STORM, If_Match='"1"'), nothing, 412),
    ],
    ids=[
        "session not in memory",
        "epochs not in memory",
        "list",
        "dry run",
        "secret of the draws",
        "outcome is missing",
        "repeated",
        "stale",
    ],
)
def test_what_takes_longer_is_answered_as_ever(
    reef: Table, asks: Callable[[Table], Exchange], before: Callable[[Table], None], status: int
) -> None:
    reef.act(place("red") | {"action_id": "first"})
    before(reef)
    sent = asks(reef)
    assert answered(reef, sent) == 1
    assert sent.status == status, sent.body


@pytest.mark.parametrize(
    ("asks", "status"),
    [
        (lambda table: action(table, {"type": "place", "seat": "red"}), 422),
        (lambda table: action(table, place("red"), holder="seat:blue"), 403),
        (lambda table: action(table, place("red"), If_Match="first"), 400),
    ],
    ids=["member is missing", "action of another seat", "version that is none"],
)
def test_what_needs_no_table_to_be_refused_is_refused_at_once(
    reef: Table, asks: Callable[[Table], Exchange], status: int
) -> None:
    reef.act(place("red"))
    sent = asks(reef)
    assert answered(reef, sent) == 0
    assert sent.status == status, sent.body
    assert reef.version == 2


def test_an_action_that_finds_its_session_busy_waits_for_it_in_the_pool(reef: Table) -> None:
    reef.act(place("red"))
    slot = reef.app.extensions["tablelog"].handler.slots.of(reef.id)
    pool, recorded = Pool(), action(reef, STORM)

    async def ask() -> None:
        server = AsgiApplication(reef.app)
        server._pool = pool
        slot.lock.acquire()
        recording = asyncio.create_task(recorded.through(server))
        while not pool.asked:
            await asyncio.sleep(0)
        slot.lock.release()
        await recording

    on_a_loop(ask())
    assert recorded.status == 201


def test_nobody_decides_at_once_of_a_session_that_left_the_memory_meanwhile(reef: Table) -> None:
    made: list[int] = []
    not_in_memory(reef)
    handler = reef.app.extensions["tablelog"].handler
    session = reef.url.rpartition("/")[2]
    with pytest.raises(WouldBlock):
        handler.handle(
            AppendOne(session, lambda draft, _: made.append(draft.position.version)),
            Deferred(may_block=False),
        )
    assert made == []


@pytest.mark.parametrize("shared", [False, True], ids=["own", "shared"])
def test_an_action_that_is_answered_anew_counts_once(
    make_app: Callable[..., Flask], redis_url: str, monkeypatch: pytest.MonkeyPatch, *, shared: bool
) -> None:
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 90.0))  # no minute ends meanwhile
    limits_url = redis_url if shared else OWN_MEMORY
    app = make_app(writes_per_minute=3, openings_per_minute=0, limits_url=limits_url)
    table = Table(app, REEF_OPENING)
    sent = [action(table, STORM, If_Match='"9"') for _ in range(4)]
    answered(table, *sent)
    assert [one.status for one in sent] == [412, 412, 412, 429]
