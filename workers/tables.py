"""The tables of the tables database, registers and positions of projections, and their migrations.

They do not include the tables of projections: each build of it makes its own.
"""

from __future__ import annotations

from pathlib import Path

from replays.migrating import Schema

REGISTERS = (
    "component_sets",
    "openings",
    "token_epochs",
    "import_keys",
    "importers",
    "imported_ranges",
    "people",
    "former_people",
    "listings",
    "listing_tags",
    "drawings",
    "keeping",
    "refusals",
    "refused_after",
    "webhooks",
    "token_requests",
    "editions",
    "edition_epochs",
    "edition_drafts",
    "edition_changes",
    "edition_versions",
    "edition_ticks",
    "edition_proposals",
    "edition_amended_sets",
    "pictures",
    "edition_pictures",
    "set_pictures",
    "key_checks",
    "clubs",
    "club_keys",
    "club_sessions",
    "club_people",
    "club_ids",
    "club_names",
    "club_webhooks",
    "club_webhook_sessions",
)
"""What the service writes and nothing else knows."""

JOBS = ("jobs", "job_chunks")
"""What requests wait for. All of it can be asked for again."""

BOOKKEEPING = (
    "projection_positions",
    "projection_followers",
    "projection_live",
    "projection_heads",
    "projection_set_aside",
    "expiry_clock",
    "expiry_marks",
    "statistics_changes",
)

TABLES = Schema(
    title="The tables database",
    version_table="tablelog_tables_version",
    migrations=Path(__file__).parent / "migrations",
    lock=0x7461626C6573,
    tables=dict.fromkeys(("sqlite", "postgresql"), REGISTERS + JOBS + BOOKKEEPING),
)
