"""Each build of a projection keeps the version of the projection that makes it; 1 made those of 0.1.0."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    column = sa.Column("version", sa.Integer, nullable=False, server_default="1")
    op.add_column("projection_positions", column)
