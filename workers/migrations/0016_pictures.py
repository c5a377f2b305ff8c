"""Pictures of parts: of an edition's draft, and of the component sets that it published."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("picture", sa.Text, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("small", sa.LargeBinary, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
    )
    op.create_table(
        "edition_pictures",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("picture", sa.Text, nullable=False),
        sa.Index("edition_pictures_picture", "picture"),
    )
    op.create_table(
        "set_pictures",
        sa.Column("component_set", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("picture", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Index("set_pictures_picture", "picture"),
    )
