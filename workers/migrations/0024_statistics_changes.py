"""Which sessions and clubs changed for statistics: triggers note it, whoever writes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

OF_A_SESSION = ("listings", "listing_tags", "people", "club_sessions")
OF_A_CLUB = ("club_ids", "club_names")
NOTE = """
CREATE FUNCTION tablelog_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO statistics_changes (origin, session, club)
  VALUES (TG_TABLE_NAME, row ->> 'session', CASE WHEN row ? 'session' THEN NULL ELSE row ->> 'club' END);
  RETURN NULL;
END $$"""


def upgrade() -> None:
    is_postgresql = op.get_context().dialect.name == "postgresql"
    own = (
        sa.Column("change", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("stamp", sa.Text, nullable=False, server_default=sa.text("md5(random()::text)")),
        sa.Column(
            "writer",
            sa.BigInteger,
            nullable=False,
            server_default=sa.text("(pg_current_xact_id()::text::bigint)"),
        ),
    )
    of_sqlite = (
        sa.Column("change", sa.Integer, primary_key=True),
        sa.Column("stamp", sa.Text, nullable=False, server_default=sa.text("(hex(randomblob(16)))")),
        sa.Column("writer", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "statistics_changes",
        *(own if is_postgresql else of_sqlite),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("session", sa.Text),
        sa.Column("club", sa.Text),
        sa.Index("statistics_changes_writer", "writer"),
        sqlite_autoincrement=True,
    )
    if is_postgresql:
        op.execute(NOTE)
    for column, tables in (("session", OF_A_SESSION), ("club", OF_A_CLUB)):
        for table in tables:
            if is_postgresql:
                op.execute(
                    f"CREATE TRIGGER tablelog_changed AFTER INSERT OR UPDATE OR DELETE ON {table} "
                    "FOR EACH ROW EXECUTE FUNCTION tablelog_note_change()"
                )
                continue
            for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
                op.execute(
                    f"CREATE TRIGGER {table}_changed_{event.lower()} AFTER {event} ON {table} BEGIN "
                    f"INSERT INTO statistics_changes (origin, {column}) VALUES ('{table}', {row}.{column}); END"
                )
