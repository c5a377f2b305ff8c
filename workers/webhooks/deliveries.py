"""Webhooks and their deliveries. The table is the queue: the service writes, the worker sends.

A delivery is stored with its id before it is sent, and is done when its receiver has said so. If its
sender is killed in between, the next one sends the same bytes under the same id. The migrations of
`workers.tables` create the table.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from workers.expiry import as_text
from workers.read_models import SESSIONS, live_build, session_tables
from workers.webhooks.receivers import named
from workers.webhooks.sending import DeliveryOutcome

# The table of webhooks: the service writes its receivers, the worker the progress of deliveries.

METADATA = sa.MetaData()

WEBHOOKS = sa.Table(
    "webhooks",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("description", sa.Text),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("key", sa.Text),
    sa.Column("request", sa.Text),
    sa.Column("again_key", sa.Text),
    sa.Column("again_request", sa.Text),
    sa.Column("delivered", sa.Integer, nullable=False),
    sa.Column("told_status", sa.Text, nullable=False),
    sa.Column("delivery", sa.Text),
    sa.Column("body", sa.Text),
    sa.Column("reaches", sa.Integer),
    sa.Column("reaches_status", sa.Text),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due", sa.Text),
    sa.Column("held_until", sa.Text),
    sa.Column("tried_at", sa.Text),
    sa.Column("answer", sa.Integer),
    sa.Column("failure", sa.Text),
    sa.Column("disabled_at", sa.Text),
    sa.Column("disabled", sa.Text),
    sa.UniqueConstraint("session", "key", name="webhooks_key"),
)
"""`key`, `request`: of the request that added it, so that it is known again; `again_…`: of the last that
asked to send again. `delivered`, `told_status`: the last entry that was told, and what the session was then.
`delivery`, `body`: what is under way, the same bytes under the same id until it is taken; `reaches…`: how
far everything is told then. `attempts`: how often that was tried. `due`: not before; none: at once.
`held_until`: a worker sends it, which is dead after that time. `tried_at`, `answer`, `failure`: of the last
attempt. `disabled`: why nothing is sent any more. Times are UTC, RFC 3339, milliseconds: texts compare as
times do."""


# Deliveries: what waits for a receiver, who sends it, and what becomes of it. The table is the queue.

PAUSES = tuple(
    timedelta(**pause)
    for pause in (
        {"seconds": 5},
        {"seconds": 30},
        {"minutes": 2},
        {"minutes": 15},
        {"hours": 1},
        {"hours": 6},
        {"hours": 12},
        {"hours": 24},
    )
)
"""After each attempt in vain, before the next. After the last one the webhook is disabled."""
HELD = timedelta(seconds=60)
"""How long a worker holds a webhook at most: much longer than it may take to send."""
MOST_LOOKED_AT = 10_000
ID_BYTES = 16
OPEN = "open"


class Due(NamedTuple):
    """A webhook with something to send. receiver: host and port of its URL."""

    webhook: str
    session: str
    receiver: str


class Delivery(NamedTuple):
    """A delivery that a process holds to send it. webhook: its id. held_until: identifies the holder."""

    webhook: str
    url: str
    secret: bytes
    id: str
    body: bytes
    attempt: int
    held_until: str


def due(engine: sa.Engine, now: datetime, most: int = MOST_LOOKED_AT) -> list[Due]:
    """Up to `most` webhooks with something to send, the longest-waiting first.

    Where there are more, a first one of each session comes before any second one.

    Entries are sent once the catalogue of sessions holds them. Raises the database's errors.
    """
    with reading(engine).connect() as connection:
        catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
        query = sa.select(WEBHOOKS.c.id, WEBHOOKS.c.session, WEBHOOKS.c.url).select_from(
            WEBHOOKS.outerjoin(catalogue, catalogue.c.session == WEBHOOKS.c.session)
        )
        waits = WEBHOOKS.c.delivery.is_not(None) | (catalogue.c.version > WEBHOOKS.c.delivered)
        query = query.where(waits, *_may_be_sent(now))
        order = sa.func.coalesce(WEBHOOKS.c.due, WEBHOOKS.c.tried_at, ""), WEBHOOKS.c.id
        of_its_session = sa.func.row_number().over(partition_by=WEBHOOKS.c.session, order_by=order)
        found = connection.execute(query.order_by(of_its_session, *order).limit(most))
        return [Due(webhook, session, named(url)) for webhook, session, url in found]


def begin(engine: sa.Engine, webhook: str, now: datetime) -> Delivery | None:
    """Hold a webhook and its delivery, so that nobody else sends it meanwhile; an attempt is counted.

    None where there is nothing to send, or somebody else holds it. Raises the database's errors.
    """
    with engine.begin() as connection:
        own = sa.select(WEBHOOKS).where(WEBHOOKS.c.id == webhook, *_may_be_sent(now))
        row = connection.execute(own.with_for_update()).one_or_none()
        if row is None:
            return None
        changed: dict[str, Any] = {}
        if row.delivery is None:
            changed = _made(connection, row, now)
            if not changed:
                return None
        held_until = as_text(now + HELD)
        changed |= {"held_until": held_until, "attempts": row.attempts + 1}
        connection.execute(sa.update(WEBHOOKS).where(WEBHOOKS.c.id == webhook).values(**changed))
        return Delivery(
            webhook=webhook,
            url=row.url,
            secret=bytes(row.secret),
            id=changed.get("delivery", row.delivery),
            body=str(changed.get("body", row.body)).encode(),
            attempt=row.attempts + 1,
            held_until=held_until,
        )


def settle(engine: sa.Engine, sent: Delivery, outcome: DeliveryOutcome, now: datetime) -> None:
    """Store the outcome of a delivery and release the webhook. Raises the database's errors.

    Nothing is stored where the webhook was removed meanwhile or another delivery is due, and no failure
    where somebody asked to try at once.
    """
    own = WEBHOOKS.c.id == sent.webhook
    with engine.begin() as connection:
        connection.execute(
            sa.update(WEBHOOKS).where(own, WEBHOOKS.c.held_until == sent.held_until).values(held_until=None)
        )
        same = WEBHOOKS.c.delivery == sent.id
        if outcome.failure is not None:
            same &= WEBHOOKS.c.attempts == sent.attempt
        connection.execute(sa.update(WEBHOOKS).where(own, same).values(**_became(sent, outcome, now)))


def put_off(engine: sa.Engine, held: Delivery, until: datetime) -> None:
    """Let go of a webhook that could not be sent to yet: no attempt counts. Raises the database's errors."""
    own = (WEBHOOKS.c.id == held.webhook) & (WEBHOOKS.c.held_until == held.held_until)
    same = (WEBHOOKS.c.delivery == held.id) & (WEBHOOKS.c.attempts == held.attempt)
    with engine.begin() as connection:
        later = {"due": as_text(until), "attempts": held.attempt - 1}
        connection.execute(sa.update(WEBHOOKS).where(own, same).values(**later))
        connection.execute(sa.update(WEBHOOKS).where(own).values(held_until=None))


def _may_be_sent(now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    moment = as_text(now)
    return (
        WEBHOOKS.c.disabled.is_(None),
        WEBHOOKS.c.due.is_(None) | (WEBHOOKS.c.due <= moment),
        WEBHOOKS.c.held_until.is_(None) | (WEBHOOKS.c.held_until <= moment),
    )


def _made(connection: sa.Connection, row: Any, now: datetime) -> dict[str, Any]:
    """A new delivery of all entries that wait; empty where none does."""
    catalogue = session_tables(live_build(connection, SESSIONS)).catalogue.c
    query = sa.select(catalogue.version, catalogue.digest, catalogue.status).where(
        catalogue.session == row.session
    )
    session = connection.execute(query).one_or_none()
    if session is None or session.version <= row.delivered:
        return {}
    entries = row.delivered + 1, session.version
    news = told(row.session, entries, session.digest, session.status, row.told_status, as_text(now))
    return {
        "delivery": f"msg_{secrets.token_hex(ID_BYTES)}",
        "body": msgspec.json.encode(news).decode(),
        "reaches": session.version,
        "reaches_status": session.status,
    }


def told(
    session: str, entries: tuple[int, int], digest: str, status: str, status_before: str, at: str
) -> dict[str, Json]:
    """The body that is sent for these entries, the first and the last: nothing in it is secret.

    digest: of the last one. A receiver who keeps it can show that nothing up to it was rewritten.
    """
    first, last = entries
    ends = status not in (OPEN, status_before)
    return {
        "type": f"session.{status}" if ends else "session.entries",
        "session": session,
        "from": first,
        "to": last,
        "digest": digest,
        "at": at,
        "finished": status == "finished",
        "url": f"/v1/sessions/{session}/entries?from={first}&to={last}",
    }


def _became(sent: Delivery, outcome: DeliveryOutcome, now: datetime) -> dict[str, Any]:
    """What changes in the row of a webhook by an attempt."""
    changed: dict[str, Any] = {
        "tried_at": as_text(now),
        "answer": outcome.answer,
        "failure": outcome.failure,
        "due": None,
    }
    if outcome.failure is None:
        return changed | {
            "delivered": WEBHOOKS.c.reaches,
            "told_status": WEBHOOKS.c.reaches_status,
            "delivery": None,
            "body": None,
            "reaches": None,
            "reaches_status": None,
            "attempts": 0,
        }
    if outcome.answer == HTTPStatus.GONE:
        reason = "Its receiver says that it is gone for good (410)."
    elif sent.attempt > len(PAUSES):
        reason = f"It was tried {sent.attempt} times in vain, at last: {outcome.failure}"
    else:
        return changed | {"due": as_text(now + PAUSES[sent.attempt - 1])}
    return changed | {"disabled_at": as_text(now), "disabled": reason}
