"""Parts that tables learnt and offer to an edition, and the sets that tables amended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "edition_proposals",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("was", sa.Text),
        sa.Index("edition_proposals_session", "session"),
    )
    op.create_table(
        "edition_amended_sets",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("edition", sa.Text),
        sa.Column("version", sa.Integer),
    )
