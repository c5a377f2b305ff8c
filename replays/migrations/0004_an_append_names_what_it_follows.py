"""An append names the digest of the entry that it follows, so that it cannot follow another one.

A database that lost its newest entries, and was given others, refuses who still knows the lost ones.
The function before stays for processes of the version before.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

APPEND = """
    CREATE FUNCTION public.tablelog_append(events public.stored_event_uuid[], follows text[])
    RETURNS SETOF bigint LANGUAGE plpgsql AS $BODY$ BEGIN
        SET LOCAL lock_timeout = '5s';
        LOCK TABLE public.tablelog_events IN EXCLUSIVE MODE;
        IF EXISTS (
            SELECT FROM ROWS FROM (unnest(events), unnest(follows))
                AS new (originator_id, originator_version, topic, state, follows)
            WHERE new.originator_version > 1
            AND NOT EXISTS (SELECT FROM unnest(events) AS before
                WHERE before.originator_id = new.originator_id
                AND before.originator_version = new.originator_version - 1)
            AND NOT EXISTS (SELECT FROM public.tablelog_events AS before
                WHERE before.originator_id = new.originator_id
                AND before.originator_version = new.originator_version - 1
                AND (new.follows IS NULL
                    OR substring(before.state from octet_length(before.state) - 63)
                        = convert_to(new.follows, 'UTF8')))
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
    if op.get_bind().dialect.name == "postgresql":
        op.get_bind().exec_driver_sql(APPEND)
