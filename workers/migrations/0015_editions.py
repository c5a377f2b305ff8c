"""Editions: a group's own box, with its draft, its published versions, and what is confirmed of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("head", sa.Text),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("request", sa.Text),
    )
    op.create_table(
        "edition_epochs",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "edition_drafts",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("drawing", sa.LargeBinary),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
    )
    op.create_table(
        "edition_changes",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("action_id", sa.Text),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("changes", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "edition_versions",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("drawing", sa.Text),
        sa.Column("made", sa.Text, nullable=False),
        sa.Index("edition_versions_hash", "hash"),
    )
    op.create_table(
        "edition_ticks",
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
