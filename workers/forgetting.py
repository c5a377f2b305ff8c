"""Forgetting sessions that expired, in the tables of every build and in the registers; and resting drafts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from msgspec import Struct

from workers.projections.projection import Projection
from workers.read_models import (
    FORGOTTEN,
    HEADS,
    POSITIONS,
    SESSIONS,
    SET_ASIDE,
    STATISTICS_CHANGES,
    live_build,
    session_tables,
)

OF_A_SESSION = tuple(
    sa.table(name, sa.column("session"))
    for name in (
        "openings",
        "token_epochs",
        "importers",
        "imported_ranges",
        "people",
        "former_people",
        "listing_tags",
        "keeping",
        "refusals",
        "refused_after",
        "webhooks",
        "token_requests",
        "edition_amended_sets",
        "club_sessions",
    )
)
"""The registers that know sessions: secrets and ids of requests, tokens, importers, people, and so on.

`listings` stays: it says whether strangers may know that the session expired."""
CLUB_PROGRESS = sa.table("club_webhook_sessions", sa.column("session"))
OF_A_DELIVERY = ("session", "number", "delivery", "body", "reaches", "reaches_status", "due")
CLUB_WEBHOOKS = sa.table("club_webhooks", sa.column("attempts"), *map(sa.column, OF_A_DELIVERY))
PROPOSALS = sa.table("edition_proposals", sa.column("session"))
"""What tables offer to editions, which keep it without the session."""


def forget(connection: sa.Connection, projection: Projection, build: int, sessions: Sequence[str]) -> None:
    """Delete all that a build, and those that it came after, hold of these sessions; again without effect.

    The registers keep their rows as long as the sessions can be restored. Sessions that the catalogue knows
    as no sandboxes stay: they cannot have expired, and an audit shows that they are gone. Runs in the
    caller's transaction; raises the database's errors.
    """
    sessions = sorted(set(sessions) - no_sandboxes(connection, sessions))
    of_it = POSITIONS.c.projection == projection.name
    earlier = sa.select(POSITIONS.c.build).where(of_it, POSITIONS.c.build < build).distinct()
    there = sa.inspect(connection)
    for one in (*connection.scalars(earlier).all(), build):
        for table in projection.tables(one):
            if one == build or there.has_table(table.name):
                connection.execute(sa.delete(table).where(table.c.session.in_(sessions)))
    for table in (HEADS, SET_ASIDE):
        of_it = (table.c.projection == projection.name) & (table.c.build <= build)
        connection.execute(sa.delete(table).where(of_it, table.c.session.in_(sessions)))
    forget_notes(connection, sessions)


def forget_notes(connection: sa.Connection, sessions: Collection[str]) -> None:
    """Have the notes of changes of these sessions say that some are gone, and not which."""
    notes = sa.update(STATISTICS_CHANGES).where(STATISTICS_CHANGES.c.session.in_(sessions))
    connection.execute(notes.values(session=None, origin=FORGOTTEN))


def no_sandboxes(connection: sa.Connection, sessions: Sequence[str]) -> set[str]:
    """Those of these sessions that the catalogue knows as no sandbox sessions. Only sandboxes ever expire."""
    catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
    if not sa.inspect(connection).has_table(catalogue.name):
        return set()
    known = sa.select(catalogue.c.session).where(catalogue.c.session.in_(sessions), ~catalogue.c.sandbox)
    return set(connection.scalars(known))


def forget_in_registers(connection: sa.Connection, sessions: Sequence[str]) -> None:
    """Delete what the registers hold of these sessions. On SQLite their bytes are overwritten."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    for table in OF_A_SESSION:
        connection.execute(sa.delete(table).where(table.c.session.in_(sessions)))
    of_them = PROPOSALS.c.session.in_(sessions)
    connection.execute(sa.update(PROPOSALS).where(of_them).values(session=""))
    drop_club_deliveries(connection, sessions)
    forget_notes(connection, sessions)


def drop_club_deliveries(connection: sa.Connection, sessions: Collection[str]) -> None:
    """Have webhooks of clubs send nothing more of these sessions: what is being sent now can still arrive."""
    own, nothing = CLUB_WEBHOOKS.c.session.in_(sessions), dict.fromkeys(OF_A_DELIVERY)
    connection.execute(sa.update(CLUB_WEBHOOKS).where(own).values(**nothing, attempts=0))
    connection.execute(sa.delete(CLUB_PROGRESS).where(CLUB_PROGRESS.c.session.in_(sessions)))


# Editions of which nothing is published: their drafts.

EDITIONS = sa.table("editions", *map(sa.column, ("edition", "game", "name", "head", "changed")))
DRAFTS = sa.table("edition_drafts", *map(sa.column, ("edition", "revision")))
TICKS = sa.table("edition_ticks", *map(sa.column, ("edition", "at")))
PICTURES = sa.table("pictures", sa.column("picture"))
OF_DRAFTS = sa.table("edition_pictures", sa.column("edition"), sa.column("picture"))
OF_SETS = sa.table("set_pictures", sa.column("picture"))
OF_AN_EDITION = tuple(
    sa.table(name, sa.column("edition"))
    for name in (
        "edition_ticks",
        "edition_proposals",
        "edition_pictures",
        "edition_changes",
        "edition_drafts",
        "edition_epochs",
        "editions",
    )
)
"""The registers that know an edition without versions."""


class RestingDraft(Struct, frozen=True):
    """The draft of an edition of which nothing is published. changed: when anybody changed it last."""

    edition: str
    game: str
    name: str
    changed: str
    revision: int


def resting_drafts(connection: sa.Connection, before: str) -> list[RestingDraft]:
    """The drafts without a version that nobody has changed or ticked since `before` (RFC 3339), by their age.

    They do not change until the caller's transaction ends.
    """
    ticked = sa.select(TICKS.c.edition).where(TICKS.c.edition == EDITIONS.c.edition, TICKS.c.at >= before)
    query = (
        sa.select(EDITIONS.c.edition, EDITIONS.c.game, EDITIONS.c.name, EDITIONS.c.changed, DRAFTS.c.revision)
        .select_from(DRAFTS.join(EDITIONS, EDITIONS.c.edition == DRAFTS.c.edition))
        .where(EDITIONS.c.head.is_(None), EDITIONS.c.changed < before, ~ticked.exists())
        .order_by(EDITIONS.c.changed)
        .with_for_update()
    )
    return [RestingDraft(**row) for row in connection.execute(query).mappings()]


def forget_editions(connection: sa.Connection, editions: Sequence[str]) -> None:
    """Delete all that the registers hold of these editions, which have no versions.

    Their pictures go as well, unless another edition or a component set has them.
    """
    if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
        connection.exec_driver_sql(f"LOCK TABLE {PICTURES.name} IN SHARE ROW EXCLUSIVE MODE")
    own = sa.select(OF_DRAFTS.c.picture).where(OF_DRAFTS.c.edition.in_(editions))
    former = set(connection.scalars(own))
    for table in OF_AN_EDITION:
        connection.execute(sa.delete(table).where(table.c.edition.in_(editions)))
    forget_unnamed(connection, former)


def forget_unnamed(connection: sa.Connection, pictures: Collection[str | None]) -> None:
    """Delete those of these pictures that no draft and no component set names."""
    named = [sa.exists().where(table.c.picture == PICTURES.c.picture) for table in (OF_DRAFTS, OF_SETS)]
    connection.execute(sa.delete(PICTURES).where(PICTURES.c.picture.in_(pictures), *(~one for one in named)))
