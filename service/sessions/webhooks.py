"""Webhooks of a session, as its table asks for them and looks at them. The worker tells whom they name."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.session import ActionIdReused
from replays.databases import reading
from service.sessions.commands import Request, now
from service.sessions.register_tables import WEBHOOKS
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


class Added(Struct, frozen=True):
    """A webhook with its secret, which is shown once. replayed: an earlier request has added it."""

    state: WebhookState
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
        of_the_session = WEBHOOKS.c.session == session
        values: dict[str, Any] = {
            "id": str(uuid.uuid4()),
            "session": session,
            "url": url,
            "description": description,
            "secret": secrets.token_bytes(SECRET_BYTES),
            "created_at": now(),
            "key": asked.action_id,
            "request": asked.hash,
            "delivered": version,
            "told_status": status,
            "attempts": 0,
        }
        with self._engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
                connection.exec_driver_sql(f"LOCK TABLE {WEBHOOKS.name} IN SHARE ROW EXCLUSIVE MODE")
            if asked.action_id is not None:
                known = sa.select(WEBHOOKS).where(of_the_session, WEBHOOKS.c.key == asked.action_id)
                row = connection.execute(known).one_or_none()
                if row is not None:
                    _must_be_the_same(asked, row.request)
                    return Added(_state(row), written_secret(bytes(row.secret)), replayed=True)
            used = connection.scalar(sa.select(sa.func.count()).select_from(WEBHOOKS).where(of_the_session))
            if most and used is not None and used >= most:
                raise WebhooksFull(used)
            connection.execute(sa.insert(WEBHOOKS).values(**values))
            row = connection.execute(sa.select(WEBHOOKS).where(WEBHOOKS.c.id == values["id"])).one()
        return Added(_state(row), written_secret(values["secret"]), replayed=False)

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
            if asked.action_id is not None and row.again_key == asked.action_id:
                _must_be_the_same(asked, row.again_request)
                return True
            changed: dict[str, Any] = {"attempts": 0, "due": None, "disabled": None, "disabled_at": None}
            changed |= {"again_key": asked.action_id, "again_request": asked.hash}
            if first is not None or row.delivered > version:
                changed |= {"delivery": None, "body": None, "reaches": None, "reaches_status": None}
                changed |= {"delivered": version if first is None else first - 1}
            if first is not None:
                changed |= {"told_status": "open"}
            connection.execute(sa.update(WEBHOOKS).where(own).values(**changed))
        return False


def disable_restored(connection: sa.Connection) -> None:
    """Send nothing by itself that the store which the backup was made of may have sent since."""
    values = {"disabled": RESTORED, "disabled_at": now()}
    changed = sa.update(WEBHOOKS).where(WEBHOOKS.c.disabled.is_(None)).values(**values)
    connection.execute(changed)
    connection.execute(sa.update(WEBHOOKS).values(held_until=None, due=None))


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
