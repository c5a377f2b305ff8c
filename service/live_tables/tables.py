"""Live tables in the web process: open one or show the running one, and give seats to people."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import current_app

from domain.kernel import Game
from domain.kernel.chance import DRAW_BITS, Below
from domain.kernel.opening_form import sample_of
from domain.kernel.session import Session, UnitOfWork, seats_of
from domain.kernel.session.opening import OpeningRequest, open_session, opening_form
from domain.kernel.session.rendering import naming_of
from replays.library import DEMO, UnknownSession
from service.bootstrap import Services
from service.http.services import services
from service.live_tables.register import FIRST_TOKEN, LiveRegister, Watchers
from service.sessions.commands import AppendOne, stamp_of
from service.sessions.opening import new_session_id
from service.sessions.registers import ReservedOpening, TokenRequest
from service.sessions.tokens import Claim, Principal

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
