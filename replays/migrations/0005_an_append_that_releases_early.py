"""An append whose commit does not wait for the disk or a standby, so that the table lock is short.

Who calls it must commit something durable afterwards, before anybody is answered: see `PostgresRecorder`.
The function before stays: it appends where the lock is held until the commit is durable.
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"

APPEND = """
    CREATE FUNCTION public.tablelog_append_early(events public.stored_event_uuid[], follows text[])
    RETURNS SETOF bigint LANGUAGE plpgsql AS $BODY$ BEGIN
        SET LOCAL synchronous_commit = off;
        RETURN QUERY SELECT public.tablelog_append(events, follows);
    END; $BODY$
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.get_bind().exec_driver_sql(APPEND)
