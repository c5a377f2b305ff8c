"""Clubs: who runs them, their keys, and the sessions that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("chance", sa.Text),
        sa.Column("editions", sa.JSON, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("request", sa.Text),
    )
    op.create_table(
        "club_keys",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("rights", sa.JSON, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("revoked", sa.Text),
    )
    op.create_table(
        "club_sessions",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Index("club_sessions_club", "club", "number"),
    )
