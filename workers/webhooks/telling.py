"""Telling one receiver what waits for it: one attempt, held, sent, settled."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from workers.webhooks.deliveries import Delivery, begin, put_off, settle
from workers.webhooks.flights import Crowded, Flights
from workers.webhooks.receivers import Reach, named
from workers.webhooks.sending import SECONDS, DeliveryOutcome, anywhere, send
from workers.webhooks.signing import signature

CROWDED_PAUSE = timedelta(seconds=1)
"""Before an address is tried again to which as many deliveries as may be were on their way."""


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def tell(
    engine: sa.Engine,
    webhook: str,
    reach: Reach,
    agent: str,
    clock: Callable[[], datetime] = utc_now,
    flights: Flights | None = None,
) -> DeliveryOutcome | None:
    """Send what waits, if anything does and nobody else sends it. agent: how we call ourselves.

    flights: what else is sent at the moment. Where its address takes no more, it is put off: None.
    Raises the database's errors: what was sent and could not be settled is sent again, under the same id.
    """
    if reach == "off":
        return None
    until = time.monotonic() + SECONDS
    delivery = begin(engine, webhook, clock())
    if delivery is None:
        return None
    sent_at = clock()
    places = anywhere if flights is None else flights.to
    began = time.monotonic()
    try:
        outcome = send(delivery.url, headers(delivery, sent_at, agent), delivery.body, reach, until, places)
    except Crowded:
        put_off(engine, delivery, clock() + CROWDED_PAUSE)
        return None
    if flights is not None:
        flights.took(named(delivery.url), time.monotonic() - began)
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
