"""An action is answered once it is durable, and no thread waits for that."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from typing import Any

import pytest

from replays.event_store import Conflict, EventStore, Settle, Unavailable
from service.server.asgi import AsgiApplication
from tests.service.conftest import Table, place
from tests.support.service.exchange import JSON, Exchange, asked, on_a_loop, piece


def action(table: Table, body: dict[str, Any]) -> Exchange:
    """The scribe records this, whatever the version."""
    sent = json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "If_Match": "*"} | JSON
    path, pieces = table.url + "/actions", [piece(sent, more=False)]
    return Exchange("POST", path, pieces, Content_Length=str(len(sent)), **headers)


def test_an_action_waits_for_the_disk_without_a_thread(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.server.asgi.THREADS", 1)
    durable = threading.Event()
    recorder = reef.app.extensions["tablelog"].store._recorder
    insert = recorder.insert_events

    def slowly(events: Any) -> Any:
        durable.wait(60)
        return insert(events)

    monkeypatch.setattr(recorder, "insert_events", slowly)
    recorded = action(reef, place("red"))

    async def ask() -> None:
        server = AsgiApplication(reef.app)
        task = asyncio.create_task(recorded.through(server))
        while not recorder_is_busy(reef):
            await asyncio.sleep(0.001)
        assert (await Exchange("GET", "/healthz").through(server))[0] == 200
        assert not recorded.sent
        assert answers_counted(reef) == 0
        durable.set()
        assert (await task)[0] == 201
        assert answers_counted(reef) == 1

    on_a_loop(ask())
    assert reef.version == 2


def recorder_is_busy(table: Table) -> bool:
    """Whether an entry of this session waits to be stored."""
    return bool(table.app.extensions["tablelog"].handler.slots.of(table.id).lock.locked())


def answers_counted(table: Table) -> int:
    """How many recorded actions the metrics know."""
    told = table.client.get("/metrics").text
    found = re.search(
        r'tablelog_requests_total\{method="POST",route="[^"]*actions",status="201"\} (\d+)', told
    )
    return int(found[1]) if found else 0


def test_an_action_that_came_second_is_decided_again(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process appends between decision and commit: who means any version is recorded after it."""
    store, tries = reef.app.extensions["tablelog"].store, []
    append = EventStore.append_soon

    def second(self: EventStore, session: str, first: int, stored: Any, settle: Settle, **more: Any) -> None:
        tries.append(first)
        if len(tries) > 1:
            append(self, session, first, stored, settle, **more)
        else:
            settle(None, Conflict())

    monkeypatch.setattr(EventStore, "append_soon", second)
    ((status, told),) = asked(reef.app, action(reef, place("red")))
    assert (status, told["version"]) == (201, 2)
    assert tries == [2, 2]
    assert len(list(store.read(reef.id))) == 2


def test_a_store_that_fails_is_told(reef: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(store: EventStore, session: str, first: int, stored: Any, settle: Settle, **_: Any) -> None:
        settle(None, Unavailable("gone"))

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "append_soon", fail)
        ((status, told),) = asked(reef.app, action(reef, place("red")))
    assert (status, told["type"]) == (503, "/problems/unavailable")
    ((status, told),) = asked(reef.app, action(reef, place("red")))
    assert (status, told["version"]) == (201, 2)


def test_actions_of_many_at_once_are_each_recorded_once(reef: Table) -> None:
    storms = [
        action(reef, {"type": "roll_storm", "face": 1, "action_id": f"storm-{n % 20}"}) for n in range(60)
    ]
    answers = asked(reef.app, *storms)
    assert {status for status, _ in answers} == {201}
    assert sorted({told["version"] for _, told in answers}) == list(range(2, 22))
    assert reef.version == 21
