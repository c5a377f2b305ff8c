"""Registers: what the service must know and the log must not hold. Tables of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.components import canonical
from domain.kernel.messages import Json
from workers.databases import reading

METADATA = sa.MetaData()

COMPONENT_SETS = sa.Table(
    "component_sets",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),
)
OPENINGS = sa.Table(
    "openings",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.Text, unique=True),
    sa.Column("request", sa.Text),
)
EPOCHS = sa.Table(
    "token_epochs",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)
IMPORTS = sa.Table(
    "imports",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
)

MOST_EPOCHS_KEPT = 10_000
EPOCHS_KEPT_SECONDS = 5.0
"""After this time another process's revocation is seen; one's own is seen at once."""


class Opening(Struct, frozen=True):
    """What was promised to a session before its first entry: its secret, and the request that opens it."""

    session: str
    secret: bytes
    request: str | None


class Registers:
    """Component sets that were uploaded, secrets of draws, epochs of tokens, who imported what.

    Their tables are made by the migrations of `workers.tables`.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._reading = reading(engine)
        self._epochs: dict[str, tuple[float, Mapping[str, int]]] = {}
        self._epochs_lock = threading.Lock()

    def add_component_set(self, name: str, game: str, document: Mapping[str, Json]) -> bool:
        """Keep a validated document under its hash. False if it is there already."""
        values = {"hash": name, "game": game, "document": canonical(document)}
        return self._insert(COMPONENT_SETS, values)

    def component_set(self, name: str) -> tuple[str, Mapping[str, Json]] | None:
        """The game and the document of an uploaded component set."""
        query = sa.select(COMPONENT_SETS.c.game, COMPONENT_SETS.c.document)
        with self._reading.connect() as connection:
            row = connection.execute(query.where(COMPONENT_SETS.c.hash == name)).one_or_none()
        return None if row is None else (row.game, msgspec.json.decode(row.document))

    def component_sets(self) -> list[tuple[str, str]]:
        """Game and hash of every uploaded component set."""
        query = sa.select(COMPONENT_SETS.c.game, COMPONENT_SETS.c.hash).order_by(COMPONENT_SETS.c.hash)
        with self._reading.connect() as connection:
            return [(row.game, row.hash) for row in connection.execute(query)]

    def promise(self, opening: Opening, key: str | None) -> Opening:
        """Keep the secret of a session that is about to open.

        With a `key` that an earlier request used, the earlier promise is returned instead.
        """
        values = {
            "session": opening.session,
            "secret": opening.secret,
            "key": key,
            "request": opening.request,
        }
        if self._insert(OPENINGS, values):
            return opening
        with self._reading.connect() as connection:
            row = connection.execute(sa.select(OPENINGS).where(OPENINGS.c.key == key)).one()
        return Opening(row.session, bytes(row.secret), row.request)

    def secret(self, session: str) -> bytes | None:
        """The secret of a session's draws; None when the session was opened elsewhere."""
        query = sa.select(OPENINGS.c.secret).where(OPENINGS.c.session == session)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else bytes(row.secret)

    def epochs(self, session: str) -> Mapping[str, int]:
        """How often the tokens of each holder were revoked; who is missing never was."""
        kept = self._epochs.get(session)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        with self._epochs_lock:
            read = self._read_epochs(session)
            if len(self._epochs) >= MOST_EPOCHS_KEPT:
                self._epochs.clear()
            self._epochs[session] = (time.monotonic() + EPOCHS_KEPT_SECONDS, read)
            return read

    def revoke(self, session: str, holders: list[str]) -> Mapping[str, int]:
        """Make the tokens that these holders have void. Returns the epochs of the next ones."""
        with self._epochs_lock, self.engine.begin() as connection:
            for holder in sorted(set(holders)):
                row = (EPOCHS.c.session == session) & (EPOCHS.c.holder == holder)
                raised = connection.execute(sa.update(EPOCHS).where(row).values(epoch=EPOCHS.c.epoch + 1))
                if not raised.rowcount:
                    connection.execute(sa.insert(EPOCHS).values(session=session, holder=holder, epoch=1))
            self._epochs.pop(session, None)
        return self.epochs(session)

    def claim_import(self, session: str, key: str | None) -> None:
        """Remember which request brought a session here, so that its repetition gets the tokens again."""
        if key is not None:
            self._insert(IMPORTS, {"session": session, "key": key})

    def imported_by(self, session: str, key: str | None) -> bool:
        """Whether the request with this key brought the session here."""
        query = sa.select(IMPORTS.c.key).where(IMPORTS.c.session == session)
        with self._reading.connect() as connection:
            kept = connection.execute(query).scalar_one_or_none()
        return key is not None and kept == key

    def _read_epochs(self, session: str) -> Mapping[str, int]:
        query = sa.select(EPOCHS.c.holder, EPOCHS.c.epoch).where(EPOCHS.c.session == session)
        with self._reading.connect() as connection:
            return {row.holder: row.epoch for row in connection.execute(query)}

    def _insert(self, table: sa.Table, values: dict[str, Any]) -> bool:
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(table).values(**values))
        except IntegrityError:
            return False
        return True
