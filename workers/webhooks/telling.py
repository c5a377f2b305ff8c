"""Telling one receiver what waits for it: one attempt, held, sent, settled."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import sqlalchemy as sa

from workers.webhooks.deliveries import Delivery, begin, settle
from workers.webhooks.receivers import Reach
from workers.webhooks.sending import SECONDS, Outcome, send
from workers.webhooks.signing import signature


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def tell(
    engine: sa.Engine,
    webhook: str,
    reach: Reach,
    agent: str,
    clock: Callable[[], datetime] = utc_now,
) -> Outcome | None:
    """Send what waits, if anything does and nobody else sends it. agent: how we call ourselves.

    Raises the database's errors: what was sent and could not be settled is sent again, under the same id.
    """
    if reach == "off":
        return None
    until = time.monotonic() + SECONDS
    delivery = begin(engine, webhook, clock())
    if delivery is None:
        return None
    sent_at = clock()
    outcome = send(delivery.url, headers(delivery, sent_at, agent), delivery.body, reach, until)
    settle(engine, delivery, outcome, clock())
    return outcome


def headers(delivery: Delivery, sent_at: datetime, agent: str) -> dict[str, str]:
    """What a delivery is sent with: the signature is of this attempt, the id of all attempts."""
    seconds = int(sent_at.timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": agent,
        "webhook-id": delivery.id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(delivery.secret, delivery.id, seconds, delivery.body),
    }
