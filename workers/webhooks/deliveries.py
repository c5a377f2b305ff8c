"""Webhooks of sessions and of clubs, and their deliveries. The service writes the queue, the worker sends.

A delivery is stored with its id before it is sent, and is done when its receiver has said so. If its
sender is killed in between, the next one sends the same bytes under the same id. The migrations of
`workers.tables` create the tables. A webhook of a club has one delivery under way at a time, of one session.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Literal, NamedTuple, get_args

import msgspec
import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from workers.expiry import as_text
from workers.projections.writing import upsert
from workers.read_models import SESSIONS, live_build, session_tables
from workers.webhooks.receivers import named
from workers.webhooks.sending import DeliveryOutcome

# The table of webhooks: the service writes its receivers, the worker the progress of deliveries.

METADATA = sa.MetaData()


def _receiver_columns() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("request", sa.Text),
        sa.Column("again_key", sa.Text),
        sa.Column("again_request", sa.Text),
    )


def _delivery_columns() -> tuple[sa.Column[Any], ...]:
    return (
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
    )


WEBHOOKS = sa.Table(
    "webhooks",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    *_receiver_columns(),
    sa.Column("delivered", sa.Integer, nullable=False),
    sa.Column("told_status", sa.Text, nullable=False),
    *_delivery_columns(),
    sa.UniqueConstraint("session", "key", name="webhooks_key"),
)
"""`key`, `request`: of the request that added it, so that it is known again; `again_…`: of the last that
asked to send again. `delivered`, `told_status`: the last entry that was told, and what the session was then.
`delivery`, `body`: what is under way, the same bytes under the same id until it is taken; `reaches…`: how
far everything is told then. `attempts`: how often that was tried. `due`: not before; none: at once.
`held_until`: a worker sends it, which is dead after that time. `tried_at`, `answer`, `failure`: of the last
attempt. `disabled`: why nothing is sent any more. Times are UTC, RFC 3339, milliseconds: texts compare as
times do."""

CLUB_WEBHOOKS = sa.Table(
    "club_webhooks",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("club", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    *_receiver_columns(),
    sa.Column("session", sa.Text),
    sa.Column("number", sa.Integer),
    *_delivery_columns(),
    sa.UniqueConstraint("club", "key", name="club_webhooks_key"),
)
"""As `WEBHOOKS`. events: of `CLUB_EVENTS`, with commas. session, number: those of the delivery under way."""
CLUB_PROGRESS = sa.Table(
    "club_webhook_sessions",
    METADATA,
    sa.Column("webhook", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("delivered", sa.Integer, nullable=False),
    sa.Column("told_status", sa.Text, nullable=False),
    sa.Column("told_at", sa.Text, nullable=False),
    sa.Index("club_webhook_sessions_session", "session"),
)
"""How far a club's webhook has told of a session that came to the club as this number, and when it did last.

A session that has no row, or one with another number, is new to the webhook."""
CLUB_SESSIONS = sa.table("club_sessions", *map(sa.column, ("session", "club", "number", "since")))
ClubNotice = Literal["club.session", "session.entries", "session.finished", "session.closed"]
CLUB_EVENTS: tuple[ClubNotice, ...] = get_args(ClubNotice)
"""The types of notifications of a club's webhook: a session came to the club, and those of its sessions."""
CAME, EACH = CLUB_EVENTS[:2]
NO_DELIVERY = dict.fromkeys(("delivery", "body", "reaches", "reaches_status"))
NO_CLUB_DELIVERY = NO_DELIVERY | dict.fromkeys(("session", "number"))


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
    """A webhook with something to send. session: or the club. receiver: host and port of its URL."""

    webhook: str
    session: str
    receiver: str


class Delivery(NamedTuple):
    """A delivery that a process holds to send it. webhook: its id. held_until: identifies the holder.

    table: where the webhook is.
    """

    webhook: str
    url: str
    secret: bytes
    id: str
    body: bytes
    attempt: int
    held_until: str
    table: sa.Table = WEBHOOKS


def due(engine: sa.Engine, now: datetime, most: int = MOST_LOOKED_AT) -> list[Due]:
    """Up to `most` webhooks with something to send, the longest-waiting first.

    Where there are more, a first one of each session comes before any second one.

    Entries are sent once the catalogue of sessions holds them. Raises the database's errors.
    """
    with reading(engine).connect() as connection:
        catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
        of_sessions = sa.select(WEBHOOKS.c.id, WEBHOOKS.c.session, WEBHOOKS.c.url).select_from(
            WEBHOOKS.outerjoin(catalogue, catalogue.c.session == WEBHOOKS.c.session)
        )
        waits = WEBHOOKS.c.delivery.is_not(None) | (catalogue.c.version > WEBHOOKS.c.delivered)
        of_clubs = sa.select(CLUB_WEBHOOKS.c.id, CLUB_WEBHOOKS.c.club, CLUB_WEBHOOKS.c.url)
        to_tell = _waiting(catalogue, CLUB_WEBHOOKS.c, sa.literal(1)).correlate(CLUB_WEBHOOKS)
        of_club = CLUB_WEBHOOKS.c.delivery.is_not(None) | to_tell.exists()
        found: list[Any] = []
        for table, query, condition in (
            (WEBHOOKS, of_sessions, waits),
            (CLUB_WEBHOOKS, of_clubs, of_club),
        ):
            since = sa.func.coalesce(table.c.due, table.c.tried_at, "")
            group = table.c.session if table is WEBHOOKS else table.c.club
            place = sa.func.row_number().over(partition_by=group, order_by=(since, table.c.id))
            query = query.add_columns(place, since).where(condition, *_may_be_sent(table, now))
            found += connection.execute(query.order_by(place, since, table.c.id).limit(most)).all()
        ranked = sorted(found, key=lambda row: (row[3], row[4], row[0]))
        return [Due(webhook, of, named(url)) for webhook, of, url, *_ in ranked[:most]]


def counts_of_webhooks(connection: sa.Connection) -> tuple[int, int, int]:
    """How many webhooks there are, how many are disabled, and how many wait for their next attempt."""
    counts = []
    for table in (WEBHOOKS, CLUB_WEBHOOKS):
        to_come = sa.func.count(sa.case((table.c.disabled.is_(None), table.c.due)))
        query = sa.select(sa.func.count(), sa.func.count(table.c.disabled), to_come)
        counts.append(connection.execute(query.select_from(table)).one())
    every, disabled, failing = map(sum, zip(*counts, strict=True))
    return every, disabled, failing


def begin(engine: sa.Engine, webhook: str, now: datetime) -> Delivery | None:
    """Hold a webhook and its delivery, so that nobody else sends it meanwhile; an attempt is counted.

    None where there is nothing to send, or somebody else holds it. Raises the database's errors.
    """
    for table in (WEBHOOKS, CLUB_WEBHOOKS):
        with engine.begin() as connection:
            own = sa.select(table).where(table.c.id == webhook, *_may_be_sent(table, now))
            row = connection.execute(own.with_for_update()).one_or_none()
            if row is None:
                continue
            if table is CLUB_WEBHOOKS:
                changed = _made_of_club(connection, row, now)
            else:
                changed = {} if row.delivery is not None else _made(connection, row, now)
            if changed.get("delivery", row.delivery) is None:
                if changed:
                    connection.execute(sa.update(table).where(table.c.id == webhook).values(**changed))
                return None
            attempt = changed.get("attempts", row.attempts) + 1
            held_until = as_text(now + HELD)
            changed |= {"held_until": held_until, "attempts": attempt}
            connection.execute(sa.update(table).where(table.c.id == webhook).values(**changed))
            return Delivery(
                webhook=webhook,
                url=row.url,
                secret=bytes(row.secret),
                id=changed.get("delivery", row.delivery),
                body=str(changed.get("body", row.body)).encode(),
                attempt=attempt,
                held_until=held_until,
                table=table,
            )
    return None


def settle(engine: sa.Engine, sent: Delivery, outcome: DeliveryOutcome, now: datetime) -> None:
    """Store the outcome of a delivery and release the webhook. Raises the database's errors.

    Nothing is stored where the webhook was removed meanwhile or another delivery is due, and no failure
    where somebody asked to try at once.
    """
    table = sent.table
    own = table.c.id == sent.webhook
    with engine.begin() as connection:
        connection.execute(
            sa.update(table).where(own, table.c.held_until == sent.held_until).values(held_until=None)
        )
        same = table.c.delivery == sent.id
        if outcome.failure is not None:
            same &= table.c.attempts == sent.attempt
        if outcome.failure is None and table is CLUB_WEBHOOKS:
            row = connection.execute(sa.select(table).where(own, same).with_for_update()).one_or_none()
            if row is not None:
                place = row.session, row.number
                _follow(connection, row.id, place, row.reaches, row.reaches_status, now)
        connection.execute(sa.update(table).where(own, same).values(**_became(sent, outcome, now)))


def put_off(engine: sa.Engine, held: Delivery, until: datetime) -> None:
    """Let go of a webhook that could not be sent to yet: no attempt counts. Raises the database's errors."""
    table = held.table
    own = (table.c.id == held.webhook) & (table.c.held_until == held.held_until)
    same = (table.c.delivery == held.id) & (table.c.attempts == held.attempt)
    with engine.begin() as connection:
        later = {"due": as_text(until), "attempts": held.attempt - 1}
        connection.execute(sa.update(table).where(own, same).values(**later))
        connection.execute(sa.update(table).where(own).values(held_until=None))


def _may_be_sent(table: sa.Table, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    moment = as_text(now)
    return (
        table.c.disabled.is_(None),
        table.c.due.is_(None) | (table.c.due <= moment),
        table.c.held_until.is_(None) | (table.c.held_until <= moment),
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
    return _delivery(news, session.version, session.status)


def _delivery(news: Json, version: int, status: str) -> dict[str, Any]:
    return {
        "delivery": f"msg_{secrets.token_hex(ID_BYTES)}",
        "body": msgspec.json.encode(news).decode(),
        "reaches": version,
        "reaches_status": status,
    }


def _waiting(catalogue: sa.Table, of: Any, *columns: Any) -> sa.Select[Any]:
    """Columns of the sessions of which a club's webhook has something to tell, those new to it first.

    of: the row of the webhook, or the columns of the table. A session's turn comes by when it was told of.
    """
    session, so_far = CLUB_SESSIONS.c, CLUB_PROGRESS.c
    own = (so_far.webhook == of.id) & (so_far.session == session.session) & (so_far.number == session.number)
    source = CLUB_SESSIONS.join(catalogue, catalogue.c.session == session.session)
    each = (EACH in of.events) if isinstance(of.events, str) else of.events.contains(EACH)
    changed = catalogue.c.status != so_far.told_status
    news = changed if each is False else sa.true() if each is True else changed | each
    waits = so_far.webhook.is_(None) | ((catalogue.c.version > so_far.delivered) & news)
    query = sa.select(*columns).select_from(source.outerjoin(CLUB_PROGRESS, own))
    return query.where(session.club == of.club, waits)


def _made_of_club(connection: sa.Connection, row: Any, now: datetime) -> dict[str, Any]:
    """The changes of the row of a club's webhook before it is sent: another delivery, or none.

    Empty where the delivery that is under way stays. One of a session that left the club is dropped.
    """
    dropped: dict[str, Any] = {}
    if row.delivery is not None:
        here = (CLUB_SESSIONS.c.session == row.session) & (CLUB_SESSIONS.c.number == row.number)
        if connection.scalar(sa.select(CLUB_SESSIONS.c.club).where(here)) == row.club:
            return {}
        dropped = {**NO_CLUB_DELIVERY, "attempts": 0}
    chosen = row.events.split(",")
    catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
    columns = (CLUB_SESSIONS, catalogue.c.version, catalogue.c.digest, catalogue.c.status)
    so_far = CLUB_PROGRESS.c
    query = _waiting(catalogue, row, *columns, so_far.webhook, so_far.delivered, so_far.told_status)
    turn = so_far.webhook.is_not(None), sa.func.coalesce(so_far.told_at, ""), CLUB_SESSIONS.c.number
    while (one := connection.execute(query.order_by(*turn).limit(1)).one_or_none()) is not None:
        place = {"session": one.session, "number": one.number, "attempts": 0}
        if one.webhook is None and CAME in chosen:
            return _delivery(_told_that_it_came(one), 0, OPEN) | place
        if one.webhook is None:
            _follow(connection, row.id, (one.session, one.number), 0, OPEN, now)
            continue
        kind = EACH if one.status in (OPEN, one.told_status) else f"session.{one.status}"
        if kind in chosen or EACH in chosen:
            entries = one.delivered + 1, one.version
            news = told(one.session, entries, one.digest, one.status, one.told_status, as_text(now))
            news |= {"type": kind if kind in chosen else EACH, "club": row.club}
            return _delivery(news, one.version, one.status) | place
        _follow(connection, row.id, (one.session, one.number), one.delivered, one.status, now)
    return dropped


def _told_that_it_came(one: Any) -> dict[str, Json]:
    """The body that is sent when a session comes to a club."""
    return {
        "type": CAME,
        "club": one.club,
        "session": one.session,
        "number": one.number,
        "at": one.since,
        "url": f"/v1/sessions/{one.session}",
    }


def _follow(
    connection: sa.Connection, webhook: str, place: tuple[str, int], to: int, status: str, now: datetime
) -> None:
    """A club's webhook has delivered this session, which came as this number, up to entry `to`."""
    session, number = place
    row = {"webhook": webhook, "session": session, "number": number, "delivered": to}
    upsert(connection, CLUB_PROGRESS, [row | {"told_status": status, "told_at": as_text(now)}])


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
        if sent.table is CLUB_WEBHOOKS:
            return changed | {**NO_CLUB_DELIVERY, "attempts": 0}
        so_far = {"delivered": WEBHOOKS.c.reaches, "told_status": WEBHOOKS.c.reaches_status}
        return changed | so_far | {**NO_DELIVERY, "attempts": 0}
    if outcome.answer == HTTPStatus.GONE:
        reason = "Its receiver says that it is gone for good (410)."
    elif sent.attempt > len(PAUSES):
        reason = f"It was tried {sent.attempt} times in vain, at last: {outcome.failure}"
    else:
        return changed | {"due": as_text(now + PAUSES[sent.attempt - 1])}
    return changed | {"disabled_at": as_text(now), "disabled": reason}
