"""People: who sits where in a session, as somebody claims it. A register beside the log, which holds none."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from unicodedata import normalize

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.engine.entries import Opened
from replays.databases import reading
from service.sessions.registers import PEOPLE

MOST_KEPT = 10_000
KEPT_SECONDS = 1.0
"""After this time another process's change is seen; one's own is seen at once."""


class Assignment(Struct, frozen=True):
    """Who sits at a seat: an opaque player id, a name, both or, where a claim was erased, neither."""

    player: str | None = None
    name: str | None = None


class Claims(Struct, frozen=True):
    """The claims of a session by seat. `changes`: how often any was made, changed or erased later on."""

    of: Mapping[str, Assignment] = {}
    changes: int = 0

    def tag(self, version: str, others: int = 0) -> str:
        """What names an answer about the session that stands at this version and tells of people.

        `others`: how often anything else changed beside the log that the answer tells.
        """
        changes = self.changes + others
        return f"{version}-{changes}" if changes else version


class Seated(Struct, frozen=True):
    """Who sits where when all is heard: by seat, player ids and names."""

    players: dict[str, str]
    names: dict[str, str]


def said_at_opening(players: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, Assignment]:
    """The claims that an opening makes."""
    return {seat: Assignment(players.get(seat), labels.get(seat)) for seat in {**players, **labels}}


def seated(claims: Claims, players: Mapping[str, str], labels: Mapping[str, str]) -> Seated:
    """Claims go before what entry 1 says of the same seat, as `players` and `labels`, in old sessions."""
    heard = said_at_opening(players, labels) | dict(claims.of)
    return Seated(
        {seat: person.player for seat, person in heard.items() if person.player is not None},
        {seat: person.name for seat, person in heard.items() if person.name is not None},
    )


class People:
    """The register of claims. Its table is made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._reading = reading(engine)
        self._kept: dict[str, tuple[float, Claims]] = {}
        self._lock = threading.Lock()

    def claims(self, session: str) -> Claims:
        """The claims of a session."""
        kept = self._kept.get(session)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        with self._lock:
            read = self.claims_of([session]).get(session, Claims())
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[session] = (time.monotonic() + KEPT_SECONDS, read)
            return read

    def claims_of(self, sessions: Iterable[str]) -> dict[str, Claims]:
        """The claims of these sessions; who has none is missing."""
        with self._reading.connect() as connection:
            return claims_in(connection, sessions)

    def seated(self, opened: Opened) -> Seated:
        """Who sits where in the session of this opening."""
        return seated(self.claims(opened.session), opened.players, opened.labels)

    def begin(self, session: str, people: Mapping[str, Assignment]) -> None:
        """Keep what an opening claims. What was claimed since an earlier try of it stands."""
        for seat, person in people.items():
            try:
                with self.engine.begin() as connection:
                    connection.execute(sa.insert(PEOPLE).values(**_row(session, seat, person), changes=0))
            except IntegrityError:
                continue
        self._forget(session)

    def claim(self, session: str, seat: str, person: Assignment) -> None:
        """Put this claim in the place of the seat's last one. Nobody (`Person()`) erases it."""
        row = (PEOPLE.c.session == session) & (PEOPLE.c.seat == seat)
        values = {**_row(session, seat, person), "changes": PEOPLE.c.changes + 1}
        with self.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA secure_delete = ON")  # no bytes of the last name are left
            changed = connection.execute(sa.update(PEOPLE).where(row).values(**values)).rowcount
        if not changed:
            try:
                with self.engine.begin() as connection:
                    connection.execute(sa.insert(PEOPLE).values(**_row(session, seat, person), changes=1))
            except IntegrityError:  # somebody else claimed the seat just now: the later one stands
                self.claim(session, seat, person)
        self._forget(session)

    def _forget(self, session: str) -> None:
        with self._lock:
            self._kept.pop(session, None)


def claims_in(connection: sa.Connection, sessions: Iterable[str]) -> dict[str, Claims]:
    """The claims of these sessions, read in the caller's transaction."""
    query = sa.select(PEOPLE).where(PEOPLE.c.session.in_(sorted(set(sessions))))
    found: dict[str, dict[str, Assignment]] = {}
    changes: dict[str, int] = {}
    for row in connection.execute(query.order_by(PEOPLE.c.session, PEOPLE.c.seat)):
        found.setdefault(row.session, {})[row.seat] = Assignment(row.player, row.name)
        changes[row.session] = changes.get(row.session, 0) + row.changes
    return {session: Claims(people, changes[session]) for session, people in found.items()}


def _row(session: str, seat: str, person: Assignment) -> dict[str, str | None]:
    name = None if person.name is None else normalize("NFC", person.name.strip())
    return {"session": session, "seat": seat, "player": person.player, "name": name}
