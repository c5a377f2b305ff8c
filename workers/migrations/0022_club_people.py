"""People of clubs with ids and names, people who left a seat, and the folded names of claims."""

from __future__ import annotations

from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

CLAIMS = sa.table("people", *map(sa.column, ("session", "seat", "name", "folded")))


def upgrade() -> None:
    op.create_table(
        "club_people",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("aliases", sa.JSON, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("merged_into", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_ids",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Index("club_ids_person", "club", "person"),
    )
    op.create_table(
        "club_names",
        sa.Column("club", sa.Text, primary_key=True),
        sa.Column("folded", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Index("club_names_person", "club", "person"),
    )
    op.create_table(
        "former_people",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("folded", sa.Text),
        sa.Column("until", sa.Integer, nullable=False),
    )
    op.add_column("people", sa.Column("folded", sa.Text))
    connection = op.get_bind()
    named = sa.select(CLAIMS.c.session, CLAIMS.c.seat, CLAIMS.c.name).where(CLAIMS.c.name.is_not(None))
    for session, seat, name in connection.execute(named).all():
        own = (CLAIMS.c.session == session) & (CLAIMS.c.seat == seat)
        connection.execute(sa.update(CLAIMS).where(own).values(folded=_folded(name)))


def _folded(name: str) -> str:
    return " ".join(normalize("NFC", normalize("NFC", name).casefold()).split())
