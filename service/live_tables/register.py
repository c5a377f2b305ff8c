"""Which sessions are live tables, and which of their seats people have taken: read from the registers.

A live table is a session whose opening was promised under a key that no request can have. A seat is taken
once its holder's epoch has begun: nobody had a token of it before.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from replays.databases import reading
from service.sessions.register_tables import EPOCHS, OPENINGS
from service.sessions.token_requests import TokenRequest, keep
from service.sessions.tokens import holder

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
        """What the opening of a live table is promised under."""
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
