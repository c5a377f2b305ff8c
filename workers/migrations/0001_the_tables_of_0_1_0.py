"""Registers and positions of projections as Tablelog 0.1.0 made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

METADATA = sa.MetaData()

REGISTERS = (
    sa.Table(
        "component_sets",
        METADATA,
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    ),
    sa.Table(
        "openings",
        METADATA,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("request", sa.Text),
    ),
    sa.Table(
        "token_epochs",
        METADATA,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
    ),
    sa.Table(
        "imports",
        METADATA,
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
    ),
)
POSITIONS = sa.Table(
    "projection_positions",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
)
sa.Table(
    "projection_live",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, nullable=False),
)
sa.Table(
    "projection_heads",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)
sa.Table(
    "projection_set_aside",
    METADATA,
    sa.Column("projection", sa.Text, primary_key=True),
    sa.Column("build", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, primary_key=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)


COLUMNS = {name: {column.name for column in table.columns} for name, table in METADATA.tables.items()}
TABLES = {"sqlite": COLUMNS, "postgresql": COLUMNS}
"""By database, the tables of 0.1.0 and their columns."""


SOMETHING = sa.select(sa.literal(1))


def upgrade() -> None:
    METADATA.create_all(op.get_bind())


def holds_nothing(connection: sa.Connection, there: set[str]) -> bool:
    """Whether a start that was cut off left these: 0.1.0 made registers and positions one after the other."""
    registers = [table for table in REGISTERS if table.name in there]
    followed = sa.select(POSITIONS.c.position).where(POSITIONS.c.position > 0)
    return not any(
        connection.execute(SOMETHING.select_from(table).limit(1)).first() for table in registers
    ) and (POSITIONS.name not in there or connection.execute(followed.limit(1)).first() is None)
