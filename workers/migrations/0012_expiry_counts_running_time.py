"""Tables for expiry: how long it was seen to run, and since when sessions are marked or archived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    clock = op.create_table(
        "expiry_clock",
        sa.Column("ran", sa.Float, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "expiry_marks",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("entries", sa.BigInteger, nullable=False),
        sa.Column("ran", sa.Float, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.bulk_insert(clock, [{"ran": 0.0, "at": "", "position": 0}])
