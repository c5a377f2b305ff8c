"""Requests for tokens by their ids, so that who got no answer asks again and gets the same tokens.

What was revoked or taken is done once. A row stands in the same transaction as what it answers for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa

from replays.databases import reading
from service.sessions.register_tables import TOKEN_REQUESTS


class TokenRequest(NamedTuple):
    """A request under its id. request: a hash of what it asks and of who asks it."""

    session: str
    key: str
    request: str


class TokenResponse(NamedTuple):
    """What a request was answered. epochs: of the tokens, by holder."""

    request: str
    epochs: Mapping[str, int]


def keep(connection: sa.Connection, asked: TokenRequest, epochs: Mapping[str, int]) -> None:
    """Keep what the request is answered, in the transaction that does what it asks.

    Raises `IntegrityError` where another request has the id.
    """
    connection.execute(sa.insert(TOKEN_REQUESTS).values(**asked._asdict(), epochs=dict(epochs)))


def told(engine: sa.Engine, session: str, key: str) -> TokenResponse | None:
    """What the request of this id was answered; None: it was not made yet."""
    query = sa.select(TOKEN_REQUESTS.c.request, TOKEN_REQUESTS.c.epochs)
    query = query.where(TOKEN_REQUESTS.c.session == session, TOKEN_REQUESTS.c.key == key)
    with reading(engine).connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else TokenResponse(row.request, row.epochs)
