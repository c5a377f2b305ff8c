"""Registers: secrets, tokens, component sets and imports. People have a module of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.components import canonical
from domain.kernel.messages import Json
from replays.databases import reading
from service.sessions.register_tables import COMPONENT_SETS, EPOCHS, IMPORT_KEYS, IMPORTERS, OPENINGS
from service.sessions.token_requests import TokenRequest, keep

MOST_EPOCHS_KEPT = 10_000
EPOCHS_KEPT_SECONDS = 5.0
"""After this time another process's revocation is seen; one's own is seen at once."""


class ReservedOpening(Struct, frozen=True):
    """What was promised to a session before its first entry: its secret, and the request that opens it."""

    session: str
    secret: bytes
    request: str | None


class ComponentSetsFull(Exception):
    """No room for another component set of `asked` bytes beside the `used` ones."""

    def __init__(self, used: int, asked: int) -> None:
        super().__init__(f"{used} bytes are used, and {asked} more are needed")
        self.used = used
        self.asked = asked


class Registers:
    """Component sets that were uploaded, secrets of draws, epochs of tokens, who imported what.

    Their tables are made by the migrations of `workers.tables`.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._reading = reading(engine)
        self._epochs: dict[str, tuple[float, Mapping[str, int]]] = {}
        self._epochs_lock = threading.Lock()

    def add_component_set(
        self, name: str, game: str, document: Mapping[str, Json], *, most_bytes: int = 0
    ) -> bool:
        """Keep a validated document under its hash. False if it is there already.

        Raises `ComponentSetsFull` if all together would have more than `most_bytes`; 0 = any number.
        """
        body = canonical(document)
        values = {"hash": name, "game": game, "document": body}
        if not most_bytes:
            return self._insert(COMPONENT_SETS, values)
        same = sa.select(COMPONENT_SETS.c.hash).where(COMPONENT_SETS.c.hash == name)
        all_bytes = sa.select(sa.func.sum(sa.func.length(COMPONENT_SETS.c.document)))
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
                connection.exec_driver_sql(f"LOCK TABLE {COMPONENT_SETS.name} IN SHARE ROW EXCLUSIVE MODE")
            if connection.execute(same).first() is not None:
                return False
            used = connection.scalar(all_bytes) or 0
            if used + len(body) > most_bytes:
                raise ComponentSetsFull(used, len(body))
            connection.execute(sa.insert(COMPONENT_SETS).values(**values))
        return True

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

    def promise(self, opening: ReservedOpening, key: str | None) -> ReservedOpening:
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
        return ReservedOpening(row.session, bytes(row.secret), row.request)

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

    def remembers_epochs(self, session: str) -> bool:
        """Whether `epochs` knows them without asking the database."""
        kept = self._epochs.get(session)
        return kept is not None and kept[0] > time.monotonic()

    def revoke(
        self, session: str, holders: list[str], asked: TokenRequest | None = None, issued: Sequence[str] = ()
    ) -> Mapping[str, int]:
        """Make the tokens that these holders have void. Returns the epochs of the next ones.

        asked: the request that is answered with tokens of those in `issued`; it is known from then on. Raises
        `IntegrityError`, and voids nothing, where another request was made under its id.
        """
        with self._epochs_lock, self.engine.begin() as connection:
            for holder in sorted(set(holders)):
                row = (EPOCHS.c.session == session) & (EPOCHS.c.holder == holder)
                raised = connection.execute(sa.update(EPOCHS).where(row).values(epoch=EPOCHS.c.epoch + 1))
                if not raised.rowcount:
                    connection.execute(sa.insert(EPOCHS).values(session=session, holder=holder, epoch=1))
            if asked is not None:
                rows = connection.execute(sa.select(EPOCHS).where(EPOCHS.c.session == session))
                now = {row.holder: row.epoch for row in rows}
                keep(connection, asked, {holder: now.get(holder, 0) for holder in issued})
            self._epochs.pop(session, None)
        return self.epochs(session)

    def binds_import(self, key: str, request: str) -> bool:
        """Bind the key to this request, unless it is bound; whether it is bound to this one then."""
        if self._insert(IMPORT_KEYS, {"key": key, "request": request}):
            return True
        query = sa.select(IMPORT_KEYS.c.request).where(IMPORT_KEYS.c.key == key)
        with self._reading.connect() as connection:
            return bool(connection.execute(query).scalar_one() == request)

    def import_begins(self, session: str, importer: str) -> None:
        """Remember who is about to store a session that is not here yet."""
        self._insert(IMPORTERS, {"session": session, "importer": importer, "stored": False})

    def import_is_stored(self, session: str, importer: str) -> None:
        """Remember who stored the session: the first who says so, of those who stored it at once."""
        all_of_it = sa.select(IMPORTERS).where(IMPORTERS.c.session == session)
        own = (IMPORTERS.c.session == session) & (IMPORTERS.c.importer == importer)
        with self.engine.begin() as connection:
            rows = connection.execute(all_of_it.order_by(IMPORTERS.c.importer).with_for_update()).all()
            if not any(row.stored for row in rows):
                connection.execute(sa.update(IMPORTERS).where(own).values(stored=True))

    def imported_by(self, session: str, importer: str) -> bool:
        """Whether it was this one who brought the session here.

        Who was cut off before it was remembered counts if nobody else had set out to. A session that was
        opened here was brought by nobody.
        """
        query = sa.select(IMPORTERS.c.importer, IMPORTERS.c.stored).where(IMPORTERS.c.session == session)
        with self._reading.connect() as connection:
            rows = connection.execute(query).all()
        stored = [row.importer for row in rows if row.stored]
        return (stored or [row.importer for row in rows]) == [importer] and self.secret(session) is None

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
