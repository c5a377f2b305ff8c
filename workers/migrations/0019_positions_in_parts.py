"""A position for each of sixteen parts of the log, and who follows them.

Processes of the version before follow no build any more: they find 0 where they look for its version.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

PARTS = 16
POSITIONS = "projection_positions"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":  # nobody moves a position between reading and writing
        connection.exec_driver_sql(f"LOCK TABLE {POSITIONS} IN ACCESS EXCLUSIVE MODE")
    there = connection.exec_driver_sql(
        f"SELECT projection, build, position, version, expired FROM {POSITIONS}"
    )
    rows = [row._asdict() for row in there]
    op.drop_table(POSITIONS)
    positions = op.create_table(
        POSITIONS,
        sa.Column("projection", sa.Text, primary_key=True),
        sa.Column("build", sa.Integer, primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("expired", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("made_by", sa.Integer, nullable=False),
    )
    made_by = [row | {"version": 0, "made_by": row["version"]} for row in rows]
    op.bulk_insert(positions, [row | {"part": part} for row in made_by for part in range(PARTS)])
    op.create_table(
        "projection_followers",
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("follower", sa.Text, primary_key=True),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
