"""Registers: secrets, tokens, component sets, layouts and imports, stored outside the log.

The migrations of `workers.tables` create their tables. Names of people have a module of their own.

A token request is stored in the transaction that does what it asks, so repeating it gives the same
tokens.

A map layout is found by its set's hash and may be corrected; the operator's copy replaces the packaged
one.

Imported entries are registered before they are stored, and never removed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel import ComponentSet, Game, InvalidComponents
from domain.kernel.components import ComponentFault, canonical, oversized
from domain.kernel.engine.entries import StoredEntry
from domain.kernel.messages import Json
from replays.databases import reading
from replays.event_store import EventStore
from replays.findings import ImportedRange, Importer
from replays.library import Library
from service.sessions.register_tables import (
    COMPONENT_SETS,
    DRAWINGS,
    EDITION_CHANGES,
    EDITION_DRAFTS,
    EPOCHS,
    IMPORT_KEYS,
    IMPORTED_RANGES,
    IMPORTERS,
    OPENINGS,
    TOKEN_REQUESTS,
)

# Requests for tokens by their ids, so that who got no answer asks again and gets the same tokens.


class TokenRequest(NamedTuple):
    """A request under its id. request: a hash of its content and its sender."""

    session: str
    key: str
    request: str


class TokenResponse(NamedTuple):
    """The answer to a request. epochs: of the tokens, by holder."""

    request: str
    epochs: Mapping[str, int]


def keep(connection: sa.Connection, asked: TokenRequest, epochs: Mapping[str, int]) -> None:
    """Keep what the request is answered, in the transaction that does what it asks.

    Raises `IntegrityError` where another request has the id.
    """
    connection.execute(sa.insert(TOKEN_REQUESTS).values(**asked._asdict(), epochs=dict(epochs)))


def told(engine: sa.Engine, session: str, key: str) -> TokenResponse | None:
    """The answer to the request of this id; None: it was not made yet."""
    query = sa.select(TOKEN_REQUESTS.c.request, TOKEN_REQUESTS.c.epochs)
    query = query.where(TOKEN_REQUESTS.c.session == session, TOKEN_REQUESTS.c.key == key)
    with reading(engine).connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else TokenResponse(row.request, row.epochs)


# Claimed seats: a row of the epochs' table, under a name that no holder has.


def claim_of(seat: str) -> str:
    """The name under which it is stored that a phone has claimed the seat."""
    return f"claim:{seat}"


def _of(session: str, holder: str, statement: Any) -> Any:
    return statement.where(EPOCHS.c.session == session, EPOCHS.c.holder == holder)


# Registers: secrets, tokens, component sets and imports. People have a module of their own.

MOST_EPOCHS_KEPT = 10_000
EPOCHS_KEPT_SECONDS = 5.0
"""After this time another process's revocation is seen; one's own is seen at once."""


class ReservedOpening(Struct, frozen=True):
    """A session that is reserved before its first entry: its secret, and the request that opens it."""

    session: str
    secret: bytes
    request: str | None


_BYTES_OF_SETS = sa.select(
    sum(
        (
            sa.select(sa.func.coalesce(sa.func.sum(sa.func.length(column)), 0)).scalar_subquery()
            for column in (EDITION_DRAFTS.c.document, EDITION_DRAFTS.c.drawing, EDITION_CHANGES.c.changes)
        ),
        sa.select(
            sa.func.coalesce(sa.func.sum(sa.func.length(COMPONENT_SETS.c.document)), 0)
        ).scalar_subquery(),
    )
)


class ComponentSetsFull(Exception):
    """No room for another component set of `asked` bytes, as `used` are taken."""

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

        Raises `ComponentSetsFull` if all together, and drafts, would have more than `most_bytes`; 0 = any
        number.
        """
        body = canonical(document)
        values = {"hash": name, "game": game, "document": body}
        if not most_bytes:
            return self._insert(COMPONENT_SETS, values)
        same = sa.select(COMPONENT_SETS.c.hash).where(COMPONENT_SETS.c.hash == name)
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
                connection.exec_driver_sql(f"LOCK TABLE {COMPONENT_SETS.name} IN SHARE ROW EXCLUSIVE MODE")
            if connection.execute(same).first() is not None:
                return False
            used = connection.scalar(_BYTES_OF_SETS) or 0
            if used + len(body) > most_bytes:
                raise ComponentSetsFull(used, len(body))
            connection.execute(sa.insert(COMPONENT_SETS).values(**values))
        return True

    def bytes_of_sets(self) -> int:
        """The bytes of all component sets, and of the drafts of editions with their changes."""
        with self._reading.connect() as connection:
            return int(connection.scalar(_BYTES_OF_SETS) or 0)

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
                role, _, seat = holder.partition(":")
                if role == "seat":
                    connection.execute(_of(session, claim_of(seat), sa.delete(EPOCHS)))
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

    def claim_seat(self, session: str, seat: str, asked: TokenRequest | None = None) -> bool:
        """Claim a seat for one phone. False: another has claimed it, and its token is still valid.

        asked: the request that is answered with the seat's token; it is known from then on.
        """
        holder = f"seat:{seat}"
        try:
            with self._epochs_lock, self.engine.begin() as connection:
                connection.execute(sa.insert(EPOCHS).values(session=session, holder=claim_of(seat), epoch=1))
                if asked is not None:
                    epoch = connection.scalar(_of(session, holder, sa.select(EPOCHS.c.epoch)))
                    keep(connection, asked, {holder: epoch or 0})
                self._epochs.pop(session, None)
        except IntegrityError:
            return False
        return True

    def claimed(self, session: str, seats: Sequence[str]) -> frozenset[str]:
        """The seats that phones have claimed."""
        epochs = self.epochs(session)
        return frozenset(seat for seat in seats if claim_of(seat) in epochs)

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

        An import that was cut off before it was stored counts if nobody else had begun one. A session that
        was opened here was brought by nobody.
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


# Drawings: where the places of a component set are on a page. Stored outside the set, by its hash.

KEPT_SECONDS = 5.0
"""After this time a drawing or an import by another process is seen. Its own are seen at once, and pages and
lists of imports always look."""

MOST_DRAWINGS = 1_000


class Drawings:
    """The drawings of all component sets."""

    def __init__(self, engine: sa.Engine, library: Library, games: Mapping[str, Game[Any]]) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._games = games
        self._library = library
        self._packaged: dict[str, Mapping[str, Json]] = {}
        self._kept: dict[str, tuple[float, Json | None]] = {}

    def of(self, components: ComponentSet) -> Json | None:
        """The drawing of a component set; None where it has none."""
        kept = self._kept.get(components.hash)
        if kept is None or kept[0] < time.monotonic():
            if len(self._kept) >= MOST_DRAWINGS:
                self._kept.clear()
            kept = (time.monotonic() + KEPT_SECONDS, self._read(components))
            self._kept[components.hash] = kept
        return kept[1]

    def faults(self, components: ComponentSet, drawing: Mapping[str, Json]) -> list[ComponentFault]:
        """The faults of a drawing for this set."""
        boards = self._games[components.game].boards
        faults = oversized(drawing)
        if boards is not None and not faults:
            faults = list(boards.faults(drawing, components))
        return faults

    def put(self, components: ComponentSet, drawing: Mapping[str, Json]) -> None:
        """Keep a drawing of the set, instead of the one before. Raises `InvalidComponents`."""
        if faults := self.faults(components, drawing):
            raise InvalidComponents(faults)
        document = canonical(drawing)
        own = DRAWINGS.c.component_set == components.hash
        try:
            with self._engine.begin() as connection:
                mended = connection.execute(sa.update(DRAWINGS).where(own).values(document=document))
                if not mended.rowcount:
                    row = {"component_set": components.hash, "document": document}
                    connection.execute(sa.insert(DRAWINGS).values(**row))
        except IntegrityError:  # another process took in the first one meanwhile
            with self._engine.begin() as connection:
                connection.execute(sa.update(DRAWINGS).where(own).values(document=document))
        self._kept.pop(components.hash, None)

    def inherit(self, components: ComponentSet, origin: ComponentSet) -> None:
        """Keep the origin's own drawing for a set that has none. Nothing to do for packaged ones."""
        drawing = self.of(origin)
        if drawing is not None and self.of(components) is None:
            self.put(components, drawing)

    def _read(self, components: ComponentSet) -> Json | None:
        query = sa.select(DRAWINGS.c.document).where(DRAWINGS.c.component_set == components.hash)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return self._packaged_of(components.game).get(components.hash)
        return msgspec.json.decode(row.document)

    def _packaged_of(self, game: str) -> Mapping[str, Json]:
        if game not in self._packaged:
            self._packaged[game] = packaged_drawings(self._games[game], self._library)
        return self._packaged[game]


def packaged_drawings(game: Game[Any], library: Library) -> Mapping[str, Json]:
    """The drawings of the sets that come with the game, by the hash of the set."""
    boards, sets = game.boards, library.packaged(game.key)
    drawings = {} if boards is None else boards.drawings()
    return {sets[name].hash: drawing for name, drawing in drawings.items()}


# Which entries came from an imported file: written before they are stored, and never taken away.

MOST_IMPORTED = 10_000


class ImportedEntries:
    """The marks of imported entries, over the registers."""

    def __init__(self, engine: sa.Engine, store: EventStore) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._store = store
        self._kept: dict[str, tuple[float, tuple[ImportedRange, ...]]] = {}

    def mark(self, session: str, first: int, entries: tuple[StoredEntry, ...], by: Importer, at: str) -> None:
        """Mark entries that are about to be stored, from number `first` on; again without effect."""
        digest = entries[-1].digest
        values = {"first": first, "last": first + len(entries) - 1, "importer": by, "at": at}
        own = (IMPORTED_RANGES.c.session == session) & (IMPORTED_RANGES.c.digest == digest)
        with self._engine.begin() as connection:
            known = connection.execute(sa.select(IMPORTED_RANGES.c.first).where(own)).one_or_none()
            if known is None:
                row = values | {"session": session, "digest": digest}
                connection.execute(sa.insert(IMPORTED_RANGES).values(row))
            elif first < known.first:
                connection.execute(sa.update(IMPORTED_RANGES).where(own).values(first=first))
        self._kept.pop(session, None)

    def of(self, session: str) -> tuple[ImportedRange, ...]:
        """The ranges of a session whose entries were stored, in order. Raises the databases' errors."""
        with self._reading.connect() as connection:
            if not sa.inspect(connection).has_table(IMPORTED_RANGES.name):
                return ()  # a home of an earlier version that cannot be written to
            query = sa.select(IMPORTED_RANGES).where(IMPORTED_RANGES.c.session == session)
            rows = connection.execute(query.order_by(IMPORTED_RANGES.c.first)).all()
        ranges = tuple(
            ImportedRange(row.first, row.last, row.importer, row.at)
            for row in rows
            if any(one.digest == row.digest for one in self._store.read(session, row.last, row.last))
        )
        if len(self._kept) >= MOST_IMPORTED:
            self._kept.clear()
        self._kept[session] = time.monotonic() + KEPT_SECONDS, ranges
        return ranges

    def known_of(self, session: str) -> tuple[ImportedRange, ...]:
        """The same, as it was some seconds ago at most."""
        kept = self._kept.get(session)
        return kept[1] if kept is not None and kept[0] > time.monotonic() else self.of(session)
