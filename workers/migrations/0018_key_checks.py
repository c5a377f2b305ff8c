"""Checks of keys, by which hosts that share these tables notice that their keys differ."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "key_checks",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
    )
