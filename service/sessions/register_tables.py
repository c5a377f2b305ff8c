"""The tables of the registers: what the service must know and the log must not hold.

They are made by the migrations of `workers.tables`.
"""

from __future__ import annotations

import sqlalchemy as sa

from workers.webhooks import table as webhooks

METADATA = sa.MetaData()

COMPONENT_SETS = sa.Table(
    "component_sets",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),
)
OPENINGS = sa.Table(
    "openings",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.Text, unique=True),
    sa.Column("request", sa.Text),
)
EPOCHS = sa.Table(
    "token_epochs",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)
TOKEN_REQUESTS = sa.Table(
    "token_requests",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("epochs", sa.JSON, nullable=False),
)
"""What requests for tokens were answered, by their ids. epochs: holder → the epoch of its token."""
IMPORT_KEYS = sa.Table(
    "import_keys",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("request", sa.Text, nullable=False),
)
IMPORTERS = sa.Table(
    "importers",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("importer", sa.Text, primary_key=True),
    sa.Column("stored", sa.Boolean, nullable=False),
)
"""Who set out to bring a session here, and who did: `stored` is true for one at most."""
IMPORTED_RANGES = sa.Table(
    "imported_ranges",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("importer", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
"""Entries that a file brought: their numbers, the digest of the last, who imported them and when."""
PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("player", sa.Text),
    sa.Column("name", sa.Text),
    sa.Column("changes", sa.Integer, nullable=False),
    sa.Index("people_player", "player", "session"),
)
"""Who sits where, as somebody claims. `changes`: how often since the opening. A claim that was erased keeps
its row, with neither player nor name: what entry 1 of an old session says of the seat counts no more."""
DRAWINGS = sa.Table(
    "drawings",
    METADATA,
    sa.Column("component_set", sa.Text, primary_key=True),
    sa.Column("document", sa.LargeBinary, nullable=False),
)
REFUSALS = sa.Table(
    "refusals",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("action", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
"""How often a rule refused an action of this type."""
REFUSED_AFTER = sa.Table(
    "refused_after",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("action", sa.Text, primary_key=True),
    sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
)
"""The first entries after which it did: what the session stood at then. Nothing of the action is kept."""
KEEPING = sa.Table(
    "keeping",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("kept", sa.Boolean, nullable=False),
    sa.Column("since", sa.Text, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False),
)
"""Which sandbox sessions are kept. `since`: when that was said, or the session brought here: it does not rest
longer than that. `changes`: how often it was said."""
WEBHOOKS = webhooks.WEBHOOKS.to_metadata(METADATA)
"""Who is to be told of a session: the worker, which tells them, has declared it."""
