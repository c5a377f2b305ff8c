"""Notes of what changed for statistics, in whichever way it was written: triggers make them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

COLUMNS = {
    "listings": "session",
    "listing_tags": "session",
    "people": "session",
    "club_sessions": "session",
    "club_ids": "club",
    "club_names": "club",
    "edition_versions": None,
    "edition_amended_sets": None,
    "editions": None,
}
"""By table, the column that says what changed; None: which edition any session plays with."""
EVENTS = ("INSERT", "UPDATE", "DELETE")
OF_EDITIONS = ("UPDATE OF listed",)
NOTE = """
CREATE FUNCTION tablelog_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO statistics_changes (origin, session, club) VALUES (
    TG_TABLE_NAME,
    CASE WHEN TG_ARGV[0] = 'session' THEN changed ->> 'session' END,
    CASE WHEN TG_ARGV[0] = 'club' THEN changed ->> 'club' END
  );
  RETURN NULL;
END $$"""


def upgrade() -> None:
    is_postgresql = op.get_context().dialect.name == "postgresql"
    if is_postgresql:
        key = sa.Column("change", sa.BigInteger, sa.Identity(), primary_key=True)
        stamp, writer = "md5(random()::text)", "(pg_current_xact_id()::text::bigint)"
    else:
        key = sa.Column("change", sa.Integer, primary_key=True)
        stamp, writer = "(hex(randomblob(16)))", "0"
    op.create_table(
        "statistics_changes",
        key,
        sa.Column("stamp", sa.Text, nullable=False, server_default=sa.text(stamp)),
        sa.Column("writer", sa.BigInteger, nullable=False, server_default=sa.text(writer)),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("session", sa.Text),
        sa.Column("club", sa.Text),
        sa.Index("statistics_changes_writer", "writer"),
        sqlite_autoincrement=True,
    )
    if is_postgresql:
        op.execute(NOTE)
    for table, column in COLUMNS.items():
        for event in OF_EDITIONS if table == "editions" else EVENTS:
            of = event.split()[0].lower()
            head = f"CREATE TRIGGER {table}_changed_{of} AFTER {event} ON {table}"
            if is_postgresql:
                op.execute(f"{head} FOR EACH ROW EXECUTE FUNCTION tablelog_note_change('{column}')")
                continue
            row = "OLD" if of == "delete" else "NEW"
            names, values = ("origin", f"'{table}'")
            if column is not None:
                names, values = f"{names}, {column}", f"{values}, {row}.{column}"
            op.execute(f"{head} BEGIN INSERT INTO statistics_changes ({names}) VALUES ({values}); END")
