"""Which entries of a session came from an imported file: by whom and when. Such a mark is never taken away.

It is written before the entries are stored, so it names the digest of the last one: a mark whose entries were
never stored covers nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "imported_ranges",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("importer", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
