"""The log as Tablelog 0.1.0 made it. On PostgreSQL with the type and the function that append."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

SQLITE = (
    """
    CREATE TABLE IF NOT EXISTS stored_events (
        position INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (originator_id, originator_version))
    """,
)
POSTGRESQL = (
    """
    CREATE TYPE public.stored_event_uuid AS (
        originator_id uuid, originator_version bigint, topic text, state bytea)
    """,
    """
    CREATE TABLE public.tablelog_events (
        originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text, state bytea,
        notification_id bigserial, PRIMARY KEY (originator_id, originator_version))
    WITH (autovacuum_enabled = true, autovacuum_vacuum_threshold = 100000000,
        autovacuum_vacuum_scale_factor = 0.5, autovacuum_analyze_threshold = 1000,
        autovacuum_analyze_scale_factor = 0.01)
    """,
    "CREATE UNIQUE INDEX tablelog_events_notification_id_idx ON public.tablelog_events (notification_id ASC)",
    """
    CREATE FUNCTION public.es_insert_events_uuid(events public.stored_event_uuid[]) RETURNS SETOF bigint
    LANGUAGE plpgsql AS $BODY$ BEGIN
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
        RETURN QUERY INSERT INTO public.tablelog_events AS t (originator_id, originator_version, topic, state)
            SELECT originator_id, originator_version, topic, state FROM unnest(events)
            RETURNING notification_id;
    END; $BODY$
    """,
)


COLUMNS = {"originator_id", "originator_version", "topic", "state"}
TABLES = {
    "sqlite": {"stored_events": COLUMNS | {"position"}},
    "postgresql": {"tablelog_events": COLUMNS | {"notification_id"}},
}
"""By database, the tables of 0.1.0 and their columns."""


def upgrade() -> None:
    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else SQLITE:
        op.get_bind().exec_driver_sql(statement)


def holds_nothing(connection: sa.Connection, there: set[str]) -> bool:
    """One table is never half of them."""
    return False
