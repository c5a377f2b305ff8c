"""Clubs: a register outside the log, with the keys of a club and the sessions that belong to it.

A session belongs to one club at most. A key of a club sees and does in all of them what its rights say, and
sees no hidden information: a key that records is a recorder, any other one a spectator.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args
from unicodedata import normalize

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.session import ActionIdReused
from replays.databases import reading
from service.sessions.commands import Request, now
from service.sessions.register_tables import CLUB_KEYS, CLUB_SESSIONS, CLUBS
from service.sessions.registers import TokenRequest, keep
from service.sessions.tokens import Principal
from workers.forgetting import drop_club_deliveries

Right: TypeAlias = Literal["read", "open", "record", "organise", "export", "keep"]
"""read: see the club and its sessions. open: open sessions of the club. record: record in its sessions.
organise: take sessions into the club and out of it, and put them right. export: fetch what the club has.
keep: change the club and its keys."""
RIGHTS: tuple[Right, ...] = get_args(Right)
HOLDERS: Mapping[str, tuple[Right, ...]] = {
    "keeper": ("read", "open", "organise", "export", "keep"),
    "organiser": ("read", "open", "organise", "export"),
    "member": ("read", "open"),
}
"""Who has a key from the beginning, and the rights of that key."""
APPLICATION = "key-"
"""Begins the holders of application keys, whose names and rights the keeper chooses."""
MOST_KEYS = 100
MOST_KEPT = 10_000
KEPT_SECONDS = 1.0
"""After this time another process's change is seen; one's own is seen at once."""


class Club(Struct, frozen=True):
    """A club and the defaults of its new sessions. editions: by game, whose newest version is played."""

    club: str
    name: str
    timezone: str
    visibility: str
    chance: str | None
    editions: Mapping[str, str]
    made: str


class ClubKey(Struct, frozen=True):
    """A key of a club. epoch: how often it was replaced. revoked: when, if it was."""

    holder: str
    name: str | None
    rights: Sequence[Right]
    epoch: int
    made: str
    revoked: str | None = None


class Membership(Struct, frozen=True):
    """A session of a club. number: how many the club had taken in by then, this one included."""

    session: str
    number: int
    since: str


class ClubKeysFull(Exception):
    """The club has all the keys that it may have."""


class OfAnotherClub(Exception):
    """The session belongs to another club."""


class Clubs:
    """The register of clubs. The migrations of `workers.tables` create its tables."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._kept: dict[tuple[str, str], tuple[float, Any]] = {}
        self._marks: dict[str, tuple[object, ...]] = {}
        self._lock = threading.Lock()

    # Clubs.

    def make(self, made: Club, asked: Request) -> str:
        """Store a new club with the keys that it begins with.

        Returns its id, or that of the club which an earlier request with the same id made. Raises
        `ActionIdReused`.
        """
        row = msgspec.to_builtins(made) | {"taken": 0, "key": asked.action_id, "request": asked.hash}
        keys = [
            _key_row(made.club, ClubKey(holder, None, rights, 0, made.made))
            for holder, rights in HOLDERS.items()
        ]
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(CLUBS).values(**row))
                connection.execute(sa.insert(CLUB_KEYS), keys)
        except IntegrityError:
            return self._made_by(asked)
        return made.club

    def _made_by(self, asked: Request) -> str:
        query = sa.select(CLUBS.c.club, CLUBS.c.request).where(CLUBS.c.key == asked.action_id)
        with self._reading.connect() as connection:
            row = connection.execute(query).one()
        if row.request != asked.hash:
            raise ActionIdReused(asked.action_id)
        return str(row.club)

    def of(self, club: str) -> Club | None:
        """The club; None: there is none."""
        query = sa.select(*(CLUBS.c[name] for name in Club.__struct_fields__)).where(CLUBS.c.club == club)
        with self._reading.connect() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else Club(**row)

    def describe(self, club: str, **changed: Any) -> None:
        """Change these members of the club. Doing this twice changes nothing more."""
        with self._engine.begin() as connection:
            connection.execute(sa.update(CLUBS).where(CLUBS.c.club == club).values(**changed))

    # Keys.

    def keys(self, club: str) -> list[ClubKey]:
        """The club's keys, those that it began with first."""
        query = sa.select(*(CLUB_KEYS.c[name] for name in ClubKey.__struct_fields__))
        query = query.where(CLUB_KEYS.c.club == club).order_by(CLUB_KEYS.c.made, CLUB_KEYS.c.holder)
        with self._reading.connect() as connection:
            found = [ClubKey(**row) for row in connection.execute(query).mappings()]
        begun = list(HOLDERS)
        return sorted(found, key=lambda key: begun.index(key.holder) if key.holder in begun else len(begun))

    def key(self, club: str, holder: str) -> ClubKey | None:
        """The key of this holder; None: the club has none."""
        kept: ClubKey | None = self._read_once(
            ("key", f"{club} {holder}"),
            lambda: next((key for key in self.keys(club) if key.holder == holder), None),
        )
        return kept

    def add_key(self, club: str, name: str, rights: Iterable[Right], asked: TokenRequest | None) -> ClubKey:
        """Store a new application key. Raises `ClubKeysFull`, and `IntegrityError` for a repeated request."""
        chosen = tuple(right for right in RIGHTS if right in set(rights))
        with self._engine.begin() as connection:
            connection.execute(sa.select(CLUBS.c.club).where(CLUBS.c.club == club).with_for_update())
            query = sa.select(CLUB_KEYS.c.holder).where(CLUB_KEYS.c.club == club)
            there = set(connection.scalars(query))
            if len(there) >= MOST_KEYS:
                raise ClubKeysFull
            number = next(number for number in range(1, MOST_KEYS) if f"{APPLICATION}{number}" not in there)
            made = ClubKey(f"{APPLICATION}{number}", _folded(name), chosen, 0, now())
            if asked is not None:
                keep(connection, asked, {made.holder: 0})
            connection.execute(sa.insert(CLUB_KEYS).values(**_key_row(club, made)))
        self._forget("key", f"{club} {made.holder}")
        return made

    def replace_key(self, club: str, holder: str, asked: TokenRequest | None) -> None:
        """Make the tokens of this key void; the next one is good, also if the key was revoked.

        Raises `IntegrityError` for a repeated request, and changes nothing then.
        """
        own = (CLUB_KEYS.c.club == club) & (CLUB_KEYS.c.holder == holder)
        with self._engine.begin() as connection:
            changed = {"epoch": CLUB_KEYS.c.epoch + 1, "revoked": None}
            connection.execute(sa.update(CLUB_KEYS).where(own).values(**changed))
            epoch = int(connection.execute(sa.select(CLUB_KEYS.c.epoch).where(own)).scalar_one())
            if asked is not None:
                keep(connection, asked, {holder: epoch})
        self._forget("key", f"{club} {holder}")

    def revoke_key(self, club: str, holder: str) -> None:
        """Make the tokens of this key void, without new ones."""
        own = (CLUB_KEYS.c.club == club) & (CLUB_KEYS.c.holder == holder) & CLUB_KEYS.c.revoked.is_(None)
        with self._engine.begin() as connection:
            changed = {"epoch": CLUB_KEYS.c.epoch + 1, "revoked": now()}
            connection.execute(sa.update(CLUB_KEYS).where(own).values(**changed))
        self._forget("key", f"{club} {holder}")

    # Sessions of clubs.

    def club_of(self, session: str) -> str | None:
        """The club that the session belongs to; None: to none."""
        query = sa.select(CLUB_SESSIONS.c.club).where(CLUB_SESSIONS.c.session == session)

        def read() -> str | None:
            with self._reading.connect() as connection:
                return connection.execute(query).scalar_one_or_none()

        kept: str | None = self._read_once(("session", session), read)
        return kept

    def take_in(self, club: str, session: str) -> None:
        """The session belongs to the club from now on; again without effect. Raises `OfAnotherClub`."""
        own = CLUBS.c.club == club
        row = {"session": session, "club": club, "since": now()}
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.update(CLUBS).where(own).values(taken=CLUBS.c.taken + 1))
                number = connection.execute(sa.select(CLUBS.c.taken).where(own)).scalar_one()
                connection.execute(sa.insert(CLUB_SESSIONS).values(**row, number=number))
        except IntegrityError:
            self._forget("session", session)
            if self.club_of(session) != club:
                raise OfAnotherClub from None
        self._forget("session", session)

    def let_go(self, club: str, session: str) -> None:
        """The session belongs to the club no longer, whose webhooks tell nothing more of it.

        Again without effect.
        """
        own = (CLUB_SESSIONS.c.club == club) & (CLUB_SESSIONS.c.session == session)
        with self._engine.begin() as connection:
            if connection.execute(sa.delete(CLUB_SESSIONS).where(own)).rowcount:
                drop_club_deliveries(connection, [session])
        self._forget("session", session)

    def sessions(self, club: str, after: int = 0) -> list[Membership]:
        """The club's sessions with higher numbers than this one, in their order."""
        own = (CLUB_SESSIONS.c.club == club) & (CLUB_SESSIONS.c.number > after)
        query = sa.select(*(CLUB_SESSIONS.c[name] for name in Membership.__struct_fields__)).where(own)
        with self._reading.connect() as connection:
            rows = connection.execute(query.order_by(CLUB_SESSIONS.c.number)).mappings()
            return [Membership(**row) for row in rows]

    def taken(self, club: str) -> int:
        """How many sessions the club has ever taken in."""
        with self._reading.connect() as connection:
            return connection.scalar(sa.select(CLUBS.c.taken).where(CLUBS.c.club == club)) or 0

    def moved(self, clubs: Collection[str]) -> list[str]:
        """Those of these clubs that have other sessions or keys than when this was asked last.

        Nothing is remembered of them then. Two queries, however many clubs there are.
        """
        number, of_sessions, of_keys = CLUB_SESSIONS.c.number, CLUB_SESSIONS.c.club, CLUB_KEYS.c.club
        sessions = sa.select(of_sessions, sa.func.count(), sa.func.max(number)).group_by(of_sessions)
        keys = sa.select(of_keys, sa.func.sum(CLUB_KEYS.c.epoch)).group_by(of_keys)
        marks: dict[str, tuple[object, ...]] = dict.fromkeys(clubs, ())
        with self._reading.connect() as connection:
            for query, column in ((sessions, of_sessions), (keys, of_keys)):
                for club, *mark in connection.execute(query.where(column.in_(clubs))):
                    marks[club] = (*marks[club], column.table.name, *mark)
        found = [club for club, mark in marks.items() if self._marks.get(club) != mark]
        self._marks = marks
        if found:
            with self._lock:
                self._kept.clear()
        return found

    # What is remembered for a moment, since every request of a club's key asks it.

    def _read_once(self, name: tuple[str, str], read: Any) -> Any:
        kept = self._kept.get(name)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        found = read()
        with self._lock:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[name] = (time.monotonic() + KEPT_SECONDS, found)
        return found

    def _forget(self, *name: str) -> None:
        with self._lock:
            self._kept.pop((name[0], name[1]), None)


def principal_of(rights: Collection[Right]) -> Principal:
    """The principal that a key with these rights is in a session of its club."""
    return Principal("recorder" if "record" in rights else "spectator", organises="organise" in rights)


def _key_row(club: str, key: ClubKey) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(key)
    return row | {"club": club}


def _folded(name: str) -> str:
    return normalize("NFC", name.strip())
