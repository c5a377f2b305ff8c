"""People: who claims which seat of a session. A register outside the log, which holds no people."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.engine.entries import Opened
from replays.databases import reading
from service.sessions.register_tables import FORMER_PEOPLE, PEOPLE

MOST_KEPT = 10_000
KEPT_SECONDS = 1.0
"""After this time another process's change is seen; one's own is seen at once."""
NOBODY: Mapping[str, None] = {"player": None, "name": None, "folded": None}
"""What is left of a claim that was erased."""


class Assignment(Struct, frozen=True):
    """The person at a seat: an opaque player id, a name, both or, where a claim was erased, neither."""

    player: str | None = None
    name: str | None = None


class FormerPerson(Struct, frozen=True):
    """A person who left a seat before the end. number: of the departure. until: the last entry by then."""

    number: int
    player: str | None
    name: str | None
    until: int


class Claims(Struct, frozen=True):
    """The claims of a session by seat. `changes`: how often any was made, changed or erased later on.

    former: those who left a seat, without those who were erased.
    """

    of: Mapping[str, Assignment] = {}
    changes: int = 0
    former: Mapping[str, Sequence[FormerPerson]] = {}

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
            return claims_in(connection, sessions, with_former=True)

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
        self.forget(session)

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
        self.forget(session)
        return any(changed)

    def take(self, session: str, seat: str, person: Assignment, last: Assignment | None) -> bool:
        """Replace the seat's last claim, if it is this one (None: there is none). Whether it was."""
        own = (PEOPLE.c.session == session) & (PEOPLE.c.seat == seat)
        query = sa.select(PEOPLE.c.player, PEOPLE.c.name).where(own).with_for_update()
        try:
            with self.engine.begin() as connection:
                leave_no_bytes(connection)
                row = connection.execute(query).one_or_none()
                if (None if row is None else Assignment(*row)) != last:
                    return False
                _replace(connection, _row(session, seat, person))
        except IntegrityError:
            return False
        self.forget(session)
        return True

    def depart(self, session: str, seat: str, said: Assignment, follower: Assignment, until: int) -> bool:
        """The person at the seat left after this entry, and the follower takes the seat; empty: nobody does.

        said: the person at a seat of which nothing was ever claimed. Returns whether anything changed: if the
        follower has the seat already, nobody leaves it.
        """
        own = (PEOPLE.c.session == session) & (PEOPLE.c.seat == seat)
        query = sa.select(PEOPLE.c.player, PEOPLE.c.name).where(own).with_for_update()
        of_seat = (FORMER_PEOPLE.c.session == session) & (FORMER_PEOPLE.c.seat == seat)
        last = sa.select(sa.func.coalesce(sa.func.max(FORMER_PEOPLE.c.number), 0)).where(of_seat)
        new = _row(session, seat, follower)
        try:
            with self.engine.begin() as connection:
                leave_no_bytes(connection)
                row = connection.execute(query).one_or_none()
                present = said if row is None else Assignment(*row)
                if present == Assignment(new["player"], new["name"]):
                    return False
                if present != Assignment():
                    number = connection.execute(last).scalar_one() + 1
                    left = {**_row(session, seat, present), "number": number, "until": until}
                    connection.execute(sa.insert(FORMER_PEOPLE).values(**left))
                _replace(connection, new)
        except IntegrityError:  # somebody else said so just now: the later one stands
            return self.depart(session, seat, said, follower, until)
        self.forget(session)
        return True

    def erase_former(self, session: str, seat: str, number: int) -> bool:
        """Erase the person of this departure. Returns whether there was one."""
        of_seat = (FORMER_PEOPLE.c.session == session) & (FORMER_PEOPLE.c.seat == seat)
        there = of_seat & (FORMER_PEOPLE.c.number == number) & _somebody(FORMER_PEOPLE)
        own = (PEOPLE.c.session == session) & (PEOPLE.c.seat == seat)
        with self.engine.begin() as connection:
            leave_no_bytes(connection)
            if not connection.execute(sa.update(FORMER_PEOPLE).where(there).values(**NOBODY)).rowcount:
                return False
            connection.execute(sa.update(PEOPLE).where(own).values(changes=PEOPLE.c.changes + 1))
        self.forget(session)
        return True

    def forget(self, session: str) -> None:
        """Read the claims of this session again when they are needed: they have changed."""
        with self._lock:
            self._kept.pop(session, None)


def leave_no_bytes(connection: sa.Connection) -> None:
    """Overwrite the bytes of what this transaction erases. PostgreSQL does that at its next VACUUM."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def claims_in(
    connection: sa.Connection, sessions: Iterable[str], *, with_former: bool = False
) -> dict[str, Claims]:
    """The claims of these sessions, read in the caller's transaction."""
    sessions = sorted(set(sessions))
    query = sa.select(PEOPLE).where(PEOPLE.c.session.in_(sessions))
    found: dict[str, dict[str, Assignment]] = {}
    changes: dict[str, int] = {}
    for row in connection.execute(query.order_by(PEOPLE.c.session, PEOPLE.c.seat)):
        found.setdefault(row.session, {})[row.seat] = Assignment(row.player, row.name)
        changes[row.session] = changes.get(row.session, 0) + row.changes
    former = _former_in(connection, sessions) if with_former else {}
    return {
        session: Claims(people, changes[session], former.get(session, {}))
        for session, people in found.items()
    }


def _former_in(
    connection: sa.Connection, sessions: Sequence[str]
) -> dict[str, dict[str, list[FormerPerson]]]:
    query = sa.select(FORMER_PEOPLE).where(FORMER_PEOPLE.c.session.in_(sessions), _somebody(FORMER_PEOPLE))
    found: dict[str, dict[str, list[FormerPerson]]] = {}
    for row in connection.execute(query.order_by(FORMER_PEOPLE.c.number)):
        left = FormerPerson(row.number, row.player, row.name, row.until)
        found.setdefault(row.session, {}).setdefault(row.seat, []).append(left)
    return found


def _somebody(claims: sa.Table) -> sa.ColumnElement[bool]:
    """That a claim was not erased."""
    return claims.c.player.is_not(None) | claims.c.name.is_not(None)


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
