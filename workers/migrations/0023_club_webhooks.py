"""Webhooks of clubs, and how far each of them is with each session."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "club_webhooks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("request", sa.Text),
        sa.Column("again_key", sa.Text),
        sa.Column("again_request", sa.Text),
        sa.Column("session", sa.Text),
        sa.Column("number", sa.Integer),
        sa.Column("delivery", sa.Text),
        sa.Column("body", sa.Text),
        sa.Column("reaches", sa.Integer),
        sa.Column("reaches_status", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.Text),
        sa.Column("held_until", sa.Text),
        sa.Column("tried_at", sa.Text),
        sa.Column("answer", sa.Integer),
        sa.Column("failure", sa.Text),
        sa.Column("disabled_at", sa.Text),
        sa.Column("disabled", sa.Text),
        sa.UniqueConstraint("club", "key", name="club_webhooks_key"),
    )
    op.create_table(
        "club_webhook_sessions",
        sa.Column("webhook", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("delivered", sa.Integer, nullable=False),
        sa.Column("told_status", sa.Text, nullable=False),
        sa.Column("told_at", sa.Text, nullable=False),
        sa.Index("club_webhook_sessions_session", "session"),
    )
