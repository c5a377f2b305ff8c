"""Live tables: open one or show the running one, assign seats, and who watches or plays them.

A live table is a session whose opening was reserved under a key that no request can have. A seat is
claimed once its holder's epoch has begun: nobody had a token of it earlier. The marks of watchers are
keys in Redis that expire.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from flask import current_app
from redis.exceptions import RedisError
from sqlalchemy.exc import IntegrityError

from domain.kernel import Game
from domain.kernel.chance import DRAW_BITS, Below
from domain.kernel.opening_form import sample_of
from domain.kernel.session import Session, UnitOfWork, seats_of
from domain.kernel.session.opening import OpeningRequest, open_session, opening_form
from domain.kernel.session.rendering import naming_of
from replays.databases import reading
from replays.library import DEMO, UnknownSession
from service.bootstrap import Services, services
from service.sessions.commands import AppendOne, stamp_of
from service.sessions.opening import new_session_id
from service.sessions.registers import EPOCHS, OPENINGS, ReservedOpening, TokenRequest, keep
from service.sessions.tokens import Claim, Principal, holder
from workers.wake import REST_SECONDS, Breaker, Hint, impatient

# The spectators of a live table, and the process that plays it: keys in Redis that expire by themselves.

WATCHED = Hint("tablelog-live-tables", "service.live_tables.bots.play", "tablelog:live-table", about=1)
"""About a session: somebody watches there."""
MARK_SECONDS = 5.0
"""How often an open stream says that it is there."""
LEASE_MILLISECONDS = 15_000
"""How long a table waits for a process that was killed while it played it."""


class Watchers:
    """Marks of live tables. Raises `RedisError` where nothing else is said."""

    def __init__(self, redis_url: str, linger_seconds: int) -> None:
        self.redis = impatient(redis_url)
        self._queue = WATCHED.queue_in(self.redis)
        self._linger = linger_seconds
        self._me = secrets.token_hex()
        self._breaker = Breaker(REST_SECONDS)

    def mark(self, session: str) -> None:
        """Somebody watches; where nobody plays for them, say so."""
        self.redis.set(_watched(session), 1, ex=self._linger)
        if not self.redis.exists(_lease(session)):
            self.call(session)

    def call(self, session: str) -> None:
        """Ask for bots: one job per table, which is a hint and may be lost or doubled."""
        if self.redis.set(f"{_lease(session)}:called", 1, nx=True, px=LEASE_MILLISECONDS):
            WATCHED.enqueue(self._queue, session, job_id=f"live-table-{session}")

    def watching(self, session: str) -> Callable[[], None]:
        """To be called by an open stream again and again. It never raises, and a dead Redis costs little."""
        due = 0.0

        def watch() -> None:
            nonlocal due
            now = time.monotonic()
            if now < due or not self._breaker.lets_ask():
                return
            due = now + MARK_SECONDS
            try:
                self.mark(session)
            except (RedisError, OSError):
                self._breaker.failed()
            else:
                self._breaker.answered()

        return watch

    def is_watched(self, session: str) -> bool:
        """Whether anybody watched within the time that a table lingers."""
        return bool(self.redis.exists(_watched(session)))

    def leases(self, session: str) -> bool:
        """Whether this process plays the table; if nobody does, it does from now on."""
        if self.redis.set(_lease(session), self._me, nx=True, px=LEASE_MILLISECONDS):
            return True
        held = self.redis.get(_lease(session))
        if held != self._me.encode():
            return False
        self.redis.pexpire(_lease(session), LEASE_MILLISECONDS)
        return True

    def release(self, session: str) -> None:
        """The table is over: nobody plays it."""
        self.redis.delete(_lease(session), _watched(session))


def _watched(session: str) -> str:
    return f"tablelog:live-table:{session}:watched"


def _lease(session: str) -> str:
    return f"tablelog:live-table:{session}:played"


# Which sessions are live tables, and which of their seats people have taken: read from the registers.

KEY = "live table/"
"""Ids that clients give have no blank in them."""
NEWEST = 50
FIRST_TOKEN = 1


class LiveRegister:
    """The live tables of these registers."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def key(self, session: str) -> str:
        """The key under which the opening of a live table is reserved."""
        return f"{KEY}{session}"

    def newest(self) -> list[str]:
        """The sessions of live tables, the newest first; some may never have been stored."""
        query = sa.select(OPENINGS.c.session).where(OPENINGS.c.key.startswith(KEY, autoescape=True))
        with self._reading.connect() as connection:
            return list(connection.scalars(query.order_by(OPENINGS.c.session.desc()).limit(NEWEST)))

    def is_live_table(self, session: str) -> bool:
        """Whether the session was opened for bots to play in."""
        query = sa.select(OPENINGS.c.session).where(OPENINGS.c.key == self.key(session))
        with self._reading.connect() as connection:
            return connection.execute(query).first() is not None

    def taken(self, session: str, seats: Sequence[str]) -> frozenset[str]:
        """The seats that people have taken, as it stands now."""
        query = sa.select(EPOCHS.c.holder).where(EPOCHS.c.session == session)
        with self._reading.connect() as connection:
            holders = set(connection.scalars(query))
        return frozenset(seat for seat in seats if holder("seat", seat) in holders)

    def take(self, session: str, seat: str, asked: TokenRequest | None) -> bool:
        """Let somebody have the seat, as this request asks. False: somebody else has it."""
        values = {"session": session, "holder": holder("seat", seat), "epoch": FIRST_TOKEN}
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(EPOCHS).values(**values))
                if asked is not None:
                    keep(connection, asked, {holder("seat", seat): FIRST_TOKEN})
        except IntegrityError:
            return False
        return True


# Live tables in the web process: open one or show the one that runs, and give seats away.

EXTENSION = "tablelog-live-tables"
TAG = "live-table"
OWNER = Principal("owner")
OPENING_SECONDS = 10
"""How long others wait for somebody who is about to open a table, at most."""


class NoLiveTables(Exception):
    """Why there are none here; the message says so."""


class AllTablesTaken(Exception):
    """As many tables are played as may be; `sessions` are those."""

    def __init__(self, sessions: list[str]) -> None:
        super().__init__(f"All {len(sessions)} live tables are in use.")
        self.sessions = sessions


def live_tables() -> LiveTables:
    """The live tables of this application."""
    kept: LiveTables | None = current_app.extensions.get(EXTENSION)
    if kept is None:
        kept = current_app.extensions[EXTENSION] = LiveTables(services())
    return kept


class LiveTables:
    """The live tables of a service."""

    def __init__(self, found: Services) -> None:
        self._found = found
        self.register = LiveRegister(found.engine)
        url = found.settings.redis_url
        self._watchers = None if url is None else Watchers(url, found.settings.live_table_linger_seconds)

    def join(self, game: Game[Any], may_open: Callable[[], object]) -> tuple[Session, bool]:
        """The live table of a game that everybody may watch now, and whether it was opened just now.

        Before one is opened, `may_open` is asked, and what it raises is the answer. Raises `NoLiveTables`,
        `AllTablesTaken`, `RedisError`.
        """
        watchers = self._redis()
        with watchers.redis.lock(
            "tablelog:live-tables:opening", timeout=OPENING_SECONDS, blocking_timeout=OPENING_SECONDS
        ):
            running = self.running()
            for session in running:
                watchers.call(session.id)
            there = next((one for one in running if one.game.key == game.key), None)
            if there is None and len(running) >= self._found.settings.live_tables:
                raise AllTablesTaken([one.id for one in running])
            if there is None:
                may_open()
            session = self._open(game) if there is None else there
            watchers.mark(session.id)
        return session, there is None

    def running(self) -> list[Session]:
        """The live tables that are not closed, the newest first."""
        found = []
        for session_id in self.register.newest():
            try:
                session = self._found.handler.look(session_id)
            except UnknownSession:
                continue
            if not session.position.closed and not session.game.is_finished(session.state):
                found.append(session)
        return found

    def take(self, session: Session, seat: str, asked: TokenRequest | None = None) -> str | None:
        """The token of a seat that a bot plays still; None: somebody has it.

        asked: the request, where it may come again.

        A note tells the table, and so an action that a bot was about to make for the seat comes too late.
        """
        if not self.register.take(session.id, seat, asked):
            return None

        def note(work: UnitOfWork, _: Below) -> None:
            name = naming_of(session).seat(seat).text
            text = f"Somebody takes the seat of {name}. Bots leave it alone from here on."
            work.note(text, stamp_of(OWNER))

        self._found.handler.handle(AppendOne(session.id, note))
        return self._found.tokens.make(Claim(session.id, "seat", seat, FIRST_TOKEN))

    def watching(self, session: Session) -> Callable[[], None]:
        """The function that an open stream of the session calls repeatedly; it never raises."""
        opened = session.opened
        could_be = opened.sandbox and opened.visibility == "public" and TAG in opened.tags
        if self._watchers is None or not could_be or not self.register.is_live_table(session.id):
            return lambda: None
        return self._watchers.watching(session.id)

    def taken(self, session: Session) -> frozenset[str]:
        """The seats that people have taken."""
        return self.register.taken(session.id, seats_of(session.opened))

    def _redis(self) -> Watchers:
        if not self._found.settings.live_tables:
            raise NoLiveTables("No live tables are played here: the operator has switched them off.")
        if self._watchers is None:
            raise NoLiveTables("No live tables are played here: they need Redis, and this service has none.")
        return self._watchers

    def _open(self, game: Game[Any]) -> Session:
        """A table with the middle number of seats, its outcomes drawn; nobody holds its owner's token."""
        components = self._found.library.packaged(game.key)[DEMO]
        count = game.seat_counts[len(game.seat_counts) // 2]
        seats, options = sample_of(opening_form(game, components, count), count)
        request = OpeningRequest(
            seats=tuple(seats),
            options=options,
            chance="drawn",
            visibility="public",
            sandbox=True,
            tags=(TAG,),
        )
        made = ReservedOpening(new_session_id(), secrets.token_bytes(DRAW_BITS // 8), None)
        self._found.registers.promise(made, self.register.key(made.session))
        stamp = stamp_of(OWNER)
        session, _, stored = open_session(game, components, request, made.session, made.secret, stamp)
        self._found.handler.begin(session, [stored])
        return session
