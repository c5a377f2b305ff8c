"""Tags and visibility of sessions that their owners changed after the opening."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "listings",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("visibility", sa.Text),
        sa.Column("tagged", sa.Boolean, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
    )
    op.create_table(
        "listing_tags",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
    )
