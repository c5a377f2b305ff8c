"""Webhooks of sessions and clubs, as people ask for them and look at them. The worker notifies receivers."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.session import ActionIdReused
from replays.databases import reading
from service.sessions.commands import Request, now
from service.sessions.register_tables import CLUB_PROGRESS, CLUB_SESSIONS, CLUB_WEBHOOKS, WEBHOOKS
from workers.read_models import SESSIONS, live_build, session_tables
from workers.webhooks.deliveries import NO_CLUB_DELIVERY, OPEN
from workers.webhooks.sending import written_secret

SECRET_BYTES = 32
RESTORED = (
    "This service was restored from a backup, so it does not know what was sent after that backup. "
    "Request deliveries to resume it."
)


class WebhooksFull(Exception):
    """No room for another webhook: there are `used` already."""

    def __init__(self, used: int) -> None:
        super().__init__(f"{used} webhooks are there")
        self.used = used


class WebhookState(Struct, frozen=True):
    """A webhook, and the progress of its deliveries.

    delivered: the number of the last entry that it took. attempts: how often what waits was tried; 0: nothing
    waits, or it was not tried yet. next_at: when it is tried again. tried_at, answer, failure: of the last
    attempt: when, the HTTP status, and why it was in vain. disabled_at, disabled: since when and why nothing
    is sent any more; `POST …/deliveries` begins again.
    """

    id: str
    url: str
    description: str | None
    created_at: str
    delivered: int
    attempts: int
    next_at: str | None
    tried_at: str | None
    answer: int | None
    failure: str | None
    disabled_at: str | None
    disabled: str | None


class ClubWebhookState(Struct, frozen=True):
    """A webhook of a club, and the progress of its deliveries.

    events: the types that it is notified of. session: the one that the delivery under way is of. The others
    are those of `WebhookState`.
    """

    id: str
    url: str
    description: str | None
    events: Sequence[str]
    created_at: str
    session: str | None
    attempts: int
    next_at: str | None
    tried_at: str | None
    answer: int | None
    failure: str | None
    disabled_at: str | None
    disabled: str | None


class Added(NamedTuple):
    """A webhook with its secret, which is shown once. replayed: an earlier request has added it."""

    state: WebhookState | ClubWebhookState
    secret: str
    replayed: bool


class Webhooks:
    """The register of webhooks. Its table is made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def of(self, session: str) -> list[WebhookState]:
        """Those of a session, the oldest first."""
        query = sa.select(WEBHOOKS).where(WEBHOOKS.c.session == session)
        with self._reading.connect() as connection:
            rows = connection.execute(query.order_by(WEBHOOKS.c.created_at, WEBHOOKS.c.id))
            return [_state(row) for row in rows]

    def one(self, session: str, webhook: str) -> WebhookState | None:
        """One of a session."""
        return next((state for state in self.of(session) if state.id == webhook), None)

    def add(
        self,
        session: str,
        url: str,
        description: str | None,
        asked: Request,
        *,
        version: int,
        status: str,
        most: int,
    ) -> Added:
        """Tell this URL of what is recorded after entry `version`, when the session has this status.

        most: webhooks of a session; 0 = any number. A request that was done before adds nothing.
        Raises `WebhooksFull`, `ActionIdReused`.
        """
        values = _new(url, description, asked) | {"session": session}
        values |= {"delivered": version, "told_status": status}
        with self._engine.begin() as connection:
            row, replayed = _insert(connection, WEBHOOKS, WEBHOOKS.c.session == session, values, most)
        return Added(_state(row), written_secret(bytes(row.secret)), replayed)

    def remove(self, session: str, webhook: str) -> bool:
        """Tell nobody of it any more. False where it was not there."""
        own = (WEBHOOKS.c.session == session) & (WEBHOOKS.c.id == webhook)
        with self._engine.begin() as connection:
            return bool(connection.execute(sa.delete(WEBHOOKS).where(own)).rowcount)

    def forget(self, session: str) -> None:
        """Remove those of a session that has expired meanwhile."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(WEBHOOKS).where(WEBHOOKS.c.session == session))

    def send_again(
        self, session: str, webhook: str, first: int | None, asked: Request, *, version: int
    ) -> bool | None:
        """Send what waits at once, disabled or not; with `first` everything again from that entry on.

        version: the session's. The last request that was done before does nothing: True then. None where the
        webhook does not exist. Raises `ActionIdReused`.
        """
        own = (WEBHOOKS.c.session == session) & (WEBHOOKS.c.id == webhook)
        with self._engine.begin() as connection:
            row = connection.execute(sa.select(WEBHOOKS).where(own).with_for_update()).one_or_none()
            if row is None:
                return None
            if _was_requested(row, asked):
                return True
            changed = _sent_at_once(asked)
            if first is not None or row.delivered > version:
                changed |= {"delivery": None, "body": None, "reaches": None, "reaches_status": None}
                changed |= {"delivered": version if first is None else first - 1}
            if first is not None:
                changed |= {"told_status": "open"}
            connection.execute(sa.update(WEBHOOKS).where(own).values(**changed))
        return False


class ClubWebhooks:
    """The register of webhooks of clubs."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def of(self, club: str) -> list[ClubWebhookState]:
        """Those of a club, the oldest first."""
        query = sa.select(CLUB_WEBHOOKS).where(CLUB_WEBHOOKS.c.club == club)
        with self._reading.connect() as connection:
            rows = connection.execute(query.order_by(CLUB_WEBHOOKS.c.created_at, CLUB_WEBHOOKS.c.id))
            return [_club_state(row) for row in rows]

    def one(self, club: str, webhook: str) -> ClubWebhookState | None:
        """One of a club."""
        return next((state for state in self.of(club) if state.id == webhook), None)

    def add(
        self,
        club: str,
        url: str,
        description: str | None,
        events: Sequence[str],
        asked: Request,
        *,
        most: int,
    ) -> Added:
        """Notify this URL of what happens in the club from now on.

        Entries of the club's sessions that the catalogue has count as delivered. Of sessions that come later,
        all entries are sent. most: webhooks of a club; 0 = any number. A request that was done before
        adds nothing. Raises `WebhooksFull`, `ActionIdReused`.
        """
        values = _new(url, description, asked) | {"club": club, "events": ",".join(events)}
        with self._engine.begin() as connection:
            row, replayed = _insert(connection, CLUB_WEBHOOKS, CLUB_WEBHOOKS.c.club == club, values, most)
            if not replayed:
                connection.execute(_known_sessions(connection, club, row))
        return Added(_club_state(row), written_secret(bytes(row.secret)), replayed)

    def remove(self, club: str, webhook: str) -> bool:
        """Notify its URL no more. False where it was not there."""
        own = (CLUB_WEBHOOKS.c.club == club) & (CLUB_WEBHOOKS.c.id == webhook)
        with self._engine.begin() as connection:
            found = bool(connection.execute(sa.delete(CLUB_WEBHOOKS).where(own)).rowcount)
            if found:
                connection.execute(sa.delete(CLUB_PROGRESS).where(CLUB_PROGRESS.c.webhook == webhook))
        return found

    def send_again(
        self, club: str, webhook: str, session: str | None, first: int, asked: Request
    ) -> bool | None:
        """Send what waits at once, disabled or not; with `session` its entries again from `first` on.

        The last request that was done before does nothing: True then. None where the webhook does not exist.
        Raises `ActionIdReused`.
        """
        own = (CLUB_WEBHOOKS.c.club == club) & (CLUB_WEBHOOKS.c.id == webhook)
        with self._engine.begin() as connection:
            row = connection.execute(sa.select(CLUB_WEBHOOKS).where(own).with_for_update()).one_or_none()
            if row is None:
                return None
            if _was_requested(row, asked):
                return True
            changed = _sent_at_once(asked)
            if _go_back(connection, row) or session == row.session:
                changed |= NO_CLUB_DELIVERY
            if session is not None:
                told = (CLUB_PROGRESS.c.webhook == webhook) & (CLUB_PROGRESS.c.session == session)
                again = {"delivered": first - 1, "told_status": OPEN}
                connection.execute(sa.update(CLUB_PROGRESS).where(told).values(**again))
            connection.execute(sa.update(CLUB_WEBHOOKS).where(own).values(**changed))
        return False


def _was_requested(row: Any, asked: Request) -> bool:
    """Whether this was the last request to send again. Raises `ActionIdReused`."""
    if asked.action_id is None or row.again_key != asked.action_id:
        return False
    _must_be_the_same(asked, row.again_request)
    return True


def _sent_at_once(asked: Request) -> dict[str, Any]:
    """The columns of a webhook, disabled or not, of which what waits is sent at once."""
    changed: dict[str, Any] = {"attempts": 0, "due": None, "disabled": None, "disabled_at": None}
    return changed | {"again_key": asked.action_id, "again_request": asked.hash}


def _go_back(connection: sa.Connection, row: Any) -> bool:
    """Count no entries as delivered that the sessions no longer have, because a backup was restored.

    Returns whether the delivery under way is of such entries.
    """
    catalogue = session_tables(live_build(connection, SESSIONS)).catalogue.c
    there = sa.select(catalogue.version).where(catalogue.session == CLUB_PROGRESS.c.session)
    version = sa.func.coalesce(there.scalar_subquery(), 0)
    beyond = (CLUB_PROGRESS.c.webhook == row.id) & (CLUB_PROGRESS.c.delivered > version)
    connection.execute(sa.update(CLUB_PROGRESS).where(beyond).values(delivered=version))
    if row.reaches is None:
        return False
    own = sa.select(catalogue.version).where(catalogue.session == row.session)
    return bool(row.reaches > (connection.scalar(own) or 0))


def _known_sessions(connection: sa.Connection, club: str, row: Any) -> sa.Insert:
    """The club's sessions as the catalogue has them: a new webhook begins after them."""
    catalogue = session_tables(live_build(connection, SESSIONS)).catalogue.c
    values = {
        "webhook": sa.literal(row.id),
        "session": CLUB_SESSIONS.c.session,
        "number": CLUB_SESSIONS.c.number,
        "delivered": catalogue.version,
        "told_status": catalogue.status,
        "told_at": sa.literal(row.created_at),
    }
    known = CLUB_SESSIONS.join(catalogue.session.table, catalogue.session == CLUB_SESSIONS.c.session)
    query = sa.select(*values.values()).select_from(known).where(CLUB_SESSIONS.c.club == club)
    return sa.insert(CLUB_PROGRESS).from_select(list(values), query)


def disable_restored(connection: sa.Connection) -> None:
    """Send nothing by itself that the store which the backup was made of may have sent since."""
    for table in (WEBHOOKS, CLUB_WEBHOOKS):
        values = {"disabled": RESTORED, "disabled_at": now()}
        connection.execute(sa.update(table).where(table.c.disabled.is_(None)).values(**values))
        connection.execute(sa.update(table).values(held_until=None, due=None))


def _new(url: str, description: str | None, asked: Request) -> dict[str, Any]:
    return {
        "id": str(uuid.uuid4()),
        "url": url,
        "description": description,
        "secret": secrets.token_bytes(SECRET_BYTES),
        "created_at": now(),
        "key": asked.action_id,
        "request": asked.hash,
        "attempts": 0,
    }


def _insert(
    connection: sa.Connection, table: sa.Table, own: sa.ColumnElement[bool], values: dict[str, Any], most: int
) -> tuple[Any, bool]:
    """The row of a new webhook among its `own`; or that of an earlier request with the same id, and True.

    Raises `WebhooksFull`, `ActionIdReused`.
    """
    if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
        connection.exec_driver_sql(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE")
    if values["key"] is not None:
        known = sa.select(table).where(own, table.c.key == values["key"])
        row = connection.execute(known).one_or_none()
        if row is not None:
            _must_be_the_same(Request(values["key"], values["request"]), row.request)
            return row, True
    used = connection.scalar(sa.select(sa.func.count()).select_from(table).where(own))
    if most and used is not None and used >= most:
        raise WebhooksFull(used)
    connection.execute(sa.insert(table).values(**values))
    return connection.execute(sa.select(table).where(table.c.id == values["id"])).one(), False


def _must_be_the_same(asked: Request, known: str | None) -> None:
    if asked.hash != known:
        raise ActionIdReused(asked.action_id)


def _state(row: Any) -> WebhookState:
    return WebhookState(
        id=row.id,
        url=row.url,
        description=row.description,
        created_at=row.created_at,
        delivered=row.delivered,
        attempts=row.attempts,
        next_at=row.due if row.disabled is None else None,
        tried_at=row.tried_at,
        answer=row.answer,
        failure=row.failure,
        disabled_at=row.disabled_at,
        disabled=row.disabled,
    )


def _club_state(row: Any) -> ClubWebhookState:
    return ClubWebhookState(
        id=row.id,
        url=row.url,
        description=row.description,
        events=row.events.split(","),
        created_at=row.created_at,
        session=row.session,
        attempts=row.attempts,
        next_at=row.due if row.disabled is None else None,
        tried_at=row.tried_at,
        answer=row.answer,
        failure=row.failure,
        disabled_at=row.disabled_at,
        disabled=row.disabled,
    )
