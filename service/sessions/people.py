"""People: who claims which seat of a session. A register outside the log, which holds no people."""

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
from service.sessions.register_tables import PEOPLE

MOST_KEPT = 10_000
KEPT_SECONDS = 1.0
"""After this time another process's change is seen; one's own is seen at once."""


class Assignment(Struct, frozen=True):
    """The person at a seat: an opaque player id, a name, both or, where a claim was erased, neither."""

    player: str | None = None
    name: str | None = None


class Claims(Struct, frozen=True):
    """The claims of a session by seat. `changes`: how often any was made, changed or erased later on."""

    of: Mapping[str, Assignment] = {}
    changes: int = 0

    def tag(self, version: str, others: int = 0) -> str:
        """The entity tag of an answer that shows people and the session at this version.

        `others`: how often anything else outside the log changed that the answer shows.
        """
        changes = self.changes + others
        return f"{version}-{changes}" if changes else version


class Seated(Struct, frozen=True):
    """The people at the seats, from all sources: by seat, player ids and names."""

    players: dict[str, str]
    names: dict[str, str]


def said_at_opening(players: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, Assignment]:
    """The claims that an opening makes."""
    return {seat: Assignment(players.get(seat), labels.get(seat)) for seat in {**players, **labels}}


def seated(claims: Claims, players: Mapping[str, str], labels: Mapping[str, str]) -> Seated:
    """Merge claims into `players` and `labels` of entry 1, from old sessions; a claim replaces both."""
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
        """The people at the seats in the session of this opening."""
        return seated(self.claims(opened.session), opened.players, opened.labels)

    def begin(self, session: str, people: Mapping[str, Assignment]) -> None:
        """Store the claims of an opening. A claim made since an earlier try of the opening stays."""
        for seat, person in people.items():
            try:
                with self.engine.begin() as connection:
                    leave_no_bytes(connection)
                    connection.execute(sa.insert(PEOPLE).values(**_row(session, seat, person), changes=0))
            except IntegrityError:
                continue
        self._forget(session)

    def claim(self, session: str, seat: str, person: Assignment) -> bool:
        """Replace the seat's last claim with this one; `claim_all` says more."""
        return self.claim_all(session, {seat: person})

    def claim_all(self, session: str, people: Mapping[str, Assignment]) -> bool:
        """Replace the last claims of these seats, all or none. An empty `Assignment()` erases a claim.

        Returns whether anything changed: a claim that is made again counts as no change.
        """
        try:
            with self.engine.begin() as connection:
                leave_no_bytes(connection)
                changed = [_replace(connection, _row(session, *claim)) for claim in people.items()]
        except IntegrityError:  # somebody else claimed a seat just now: the later one stands
            return self.claim_all(session, people)
        self._forget(session)
        return any(changed)

    def _forget(self, session: str) -> None:
        with self._lock:
            self._kept.pop(session, None)


def leave_no_bytes(connection: sa.Connection) -> None:
    """Overwrite the bytes of what this transaction erases. PostgreSQL does that at its next VACUUM."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def claims_in(connection: sa.Connection, sessions: Iterable[str]) -> dict[str, Claims]:
    """The claims of these sessions, read in the caller's transaction."""
    query = sa.select(PEOPLE).where(PEOPLE.c.session.in_(sorted(set(sessions))))
    found: dict[str, dict[str, Assignment]] = {}
    changes: dict[str, int] = {}
    for row in connection.execute(query.order_by(PEOPLE.c.session, PEOPLE.c.seat)):
        found.setdefault(row.session, {})[row.seat] = Assignment(row.player, row.name)
        changes[row.session] = changes.get(row.session, 0) + row.changes
    return {session: Claims(people, changes[session]) for session, people in found.items()}


def _replace(connection: sa.Connection, row: Mapping[str, str | None]) -> bool:
    """Make this the seat's claim, and say whether it was another one."""
    own = (PEOPLE.c.session == row["session"]) & (PEOPLE.c.seat == row["seat"])
    last = connection.execute(sa.select(PEOPLE.c.player, PEOPLE.c.name).where(own)).one_or_none()
    if last is None:
        connection.execute(sa.insert(PEOPLE).values(**row, changes=1))
        return True
    if (last.player, last.name) == (row["player"], row["name"]):
        return False
    connection.execute(sa.update(PEOPLE).where(own).values(**row, changes=PEOPLE.c.changes + 1))
    return True


def _row(session: str, seat: str, person: Assignment) -> dict[str, str | None]:
    name = None if person.name is None else kept_form(person.name)
    compared = None if name is None else folded(name)
    return {"session": session, "seat": seat, "player": person.player, "name": name, "folded": compared}


def kept_form(name: str) -> str:
    """The name as it is stored: in Unicode form NFC, without surrounding spaces."""
    return normalize("NFC", name.strip())


def folded(name: str) -> str:
    """The name as it is compared: the same in any composition, in any case and with any spaces."""
    return " ".join(normalize("NFC", normalize("NFC", name).casefold()).split())
