"""After which entries the rules refused an action: the first few, by session, rule and action."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "refused_after",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("rule", sa.Text, primary_key=True),
        sa.Column("action", sa.Text, primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
    )
