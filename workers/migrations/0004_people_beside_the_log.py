"""A register for the people at the seats: the log holds no people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("player", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("changes", sa.Integer, nullable=False),
    )
    op.create_index("people_player", "people", ["player", "session"])
