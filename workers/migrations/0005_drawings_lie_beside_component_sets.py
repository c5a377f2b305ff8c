"""A table for drawings: they can be fixed without touching a component set that sessions are bound to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "drawings",
        sa.Column("component_set", sa.Text, primary_key=True),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )
