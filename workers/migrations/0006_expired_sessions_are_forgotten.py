"""Builds know which expired sessions they have forgotten; sandbox sessions may be kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column(
        "projection_positions", sa.Column("expired", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_table(
        "keeping",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("kept", sa.Boolean, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
    )
