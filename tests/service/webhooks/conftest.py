"""A session with a webhook, its receiver on this machine, and the worker, by the clock of the test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from tests.service.conftest import REEF_OPENING, MakeApp, Table
from tests.service.test_statistics import follow
from tests.support.receivers import Receiver, receiving
from workers.webhooks import dispatching
from workers.webhooks.deliveries import due
from workers.webhooks.sending import DeliveryOutcome

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
ROUNDS_LEFT = REEF_OPENING | {"options": {"rounds": 50}}


class Clock:
    """The time, as the test has it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


class Hook:
    """A session with a webhook, and the worker that tells it."""

    def __init__(self, table: Table, receiver: Receiver) -> None:
        self.table = table
        self.receiver = receiver
        self.engine: sa.Engine = table.app.extensions["tablelog"].engine
        self.clock = Clock()
        answer = table.post("/webhooks", {"url": receiver.url})
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json["id"]
        self.secret: str = answer.json["secret"]

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.table.get(f"/webhooks/{self.id}").json)

    def record(self, *actions: dict[str, Any]) -> Hook:
        """Record, and let the read models know."""
        self.table.acted(*actions)
        follow(self.table.app)
        return self

    def again(self, **body: Any) -> None:
        answer = self.table.post(f"/webhooks/{self.id}/deliveries", body)
        assert answer.status_code == 202, answer.text

    def tell(self) -> DeliveryOutcome | None:
        return dispatching.tell(self.engine, self.id, "anywhere", "Tablelog/test", self.clock)

    def due(self) -> list[str]:
        return [one.webhook for one in due(self.engine, self.clock.now, 10)]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def hook(make_app: MakeApp, log_url: str, tables_url: str, receiver: Receiver) -> Hook:
    """A webhook on both databases."""
    app = make_app(log_url=log_url, tables_url=tables_url, webhooks="anywhere")
    return Hook(Table(app, ROUNDS_LEFT), receiver)


@pytest.fixture
def small(make_app: MakeApp, receiver: Receiver) -> Hook:
    """A webhook on SQLite."""
    return Hook(Table(make_app(webhooks="anywhere"), ROUNDS_LEFT), receiver)
