"""The key of an import is bound to its request, and who stores a session is known before and after.

What 0.1.0 kept bound keys to no file and took short ones: they would give tokens away, and go.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "import_keys",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, nullable=False),
    )
    op.create_table(
        "importers",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("importer", sa.Text, primary_key=True),
        sa.Column("stored", sa.Boolean, nullable=False),
    )
    op.drop_table("imports")
