"""A session that expired leaves a row: its positions stay given, and its id is not opened again.

`tablelog_log_since` holds when this database began to count: what lies here longer gets the whole time.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

APPEND = """
    CREATE OR REPLACE FUNCTION public.es_insert_events_uuid(events public.stored_event_uuid[])
    RETURNS SETOF bigint LANGUAGE plpgsql AS $BODY$ BEGIN
        SET LOCAL lock_timeout = '5s';
        LOCK TABLE public.tablelog_events IN EXCLUSIVE MODE;
        IF EXISTS (
            SELECT FROM unnest(events) AS new WHERE new.originator_version > 1
            AND NOT EXISTS (SELECT FROM unnest(events) AS before
                WHERE before.originator_id = new.originator_id
                AND before.originator_version = new.originator_version - 1)
            AND NOT EXISTS (SELECT FROM public.tablelog_events AS before
                WHERE before.originator_id = new.originator_id
                AND before.originator_version = new.originator_version - 1)
        ) THEN
            RAISE EXCEPTION 'the entry before is not in the log'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF EXISTS (
            SELECT FROM unnest(events) AS new JOIN public.tablelog_expired AS gone
            ON gone.session = new.originator_id::text WHERE new.originator_version = 1
        ) THEN
            RAISE EXCEPTION 'a session of this id expired'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN QUERY INSERT INTO public.tablelog_events AS t (originator_id, originator_version, topic, state)
            SELECT originator_id, originator_version, topic, state FROM unnest(events)
            RETURNING notification_id;
    END; $BODY$
"""


def upgrade() -> None:
    op.create_table(
        "tablelog_expired",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("entries", sa.BigInteger, nullable=False),
        sa.Column("first_position", sa.BigInteger, nullable=False),
        sa.Column("last_position", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("last_entry_at", sa.Text, nullable=False),
        sa.Column("expired_at", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("tablelog_expired_last_position", "tablelog_expired", ["last_position"])
    op.create_table("tablelog_log_since", sa.Column("at", sa.Text, nullable=False))
    at = datetime.now(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
    op.bulk_insert(sa.table("tablelog_log_since", sa.column("at")), [{"at": at}])
    if op.get_bind().dialect.name == "postgresql":
        op.get_bind().exec_driver_sql(APPEND)
