"""The tables of the registers: what the service must know and the log must not hold.

The migrations of `workers.tables` create them.
"""

from __future__ import annotations

import sqlalchemy as sa

from workers.webhooks import deliveries as webhooks

METADATA = sa.MetaData()

COMPONENT_SETS = sa.Table(
    "component_sets",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),
)
OPENINGS = sa.Table(
    "openings",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.Text, unique=True),
    sa.Column("request", sa.Text),
)
EPOCHS = sa.Table(
    "token_epochs",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)
TOKEN_REQUESTS = sa.Table(
    "token_requests",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("epochs", sa.JSON, nullable=False),
)
"""What requests for tokens were answered, by their ids. epochs: holder → the epoch of its token."""
KEY_CHECKS = sa.Table(
    "key_checks",
    METADATA,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
)
"""Of the keys that web processes have, none of which is here. kind: `signing`, `old` or `opening`."""
IMPORT_KEYS = sa.Table(
    "import_keys",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("request", sa.Text, nullable=False),
)
IMPORTERS = sa.Table(
    "importers",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("importer", sa.Text, primary_key=True),
    sa.Column("stored", sa.Boolean, nullable=False),
)
"""Who set out to bring a session here, and who did: `stored` is true for one at most."""
IMPORTED_RANGES = sa.Table(
    "imported_ranges",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("importer", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
"""Entries that a file brought: their numbers, the digest of the last, who imported them and when."""
PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("player", sa.Text),
    sa.Column("name", sa.Text),
    sa.Column("changes", sa.Integer, nullable=False),
    sa.Column("folded", sa.Text),
    sa.Index("people_player", "player", "session"),
)
"""Who sits where, as somebody claims. `changes`: how often since the opening. A claim that was erased keeps
its row, with neither player nor name: what entry 1 of an old session says of the seat counts no more. folded:
the name as it is compared."""
FORMER_PEOPLE = sa.Table(
    "former_people",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.Text),
    sa.Column("name", sa.Text),
    sa.Column("folded", sa.Text),
    sa.Column("until", sa.Integer, nullable=False),
)
"""Who left a seat before the end. until: the last entry by then. One that was erased keeps its row, without
player and name."""
LISTINGS = sa.Table(
    "listings",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("visibility", sa.Text),
    sa.Column("tagged", sa.Boolean, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False),
)
"""Sessions of which the owner changed the visibility (null: as opened) or, if `tagged`, the tags."""
LISTING_TAGS = sa.Table(
    "listing_tags",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("tag", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
)
DRAWINGS = sa.Table(
    "drawings",
    METADATA,
    sa.Column("component_set", sa.Text, primary_key=True),
    sa.Column("document", sa.LargeBinary, nullable=False),
)
REFUSALS = sa.Table(
    "refusals",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("action", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
"""How often a rule refused an action of this type."""
REFUSED_AFTER = sa.Table(
    "refused_after",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("action", sa.Text, primary_key=True),
    sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
)
"""The first entries after which it did: what the session stood at then. Nothing of the action is kept."""
KEEPING = sa.Table(
    "keeping",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("kept", sa.Boolean, nullable=False),
    sa.Column("since", sa.Text, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False),
)
"""Which sandbox sessions are kept. `since`: when that was said, or the session brought here: it does not rest
longer than that. `changes`: how often it was said."""
EDITIONS = sa.Table(
    "editions",
    METADATA,
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
"""A group's own box. origin: the hash of the set that it began with; head: that of its newest version. key,
request: the id and the hash of the request that made it."""
EDITION_EPOCHS = sa.Table(
    "edition_epochs",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)
EDITION_DRAFTS = sa.Table(
    "edition_drafts",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("document", sa.LargeBinary, nullable=False),
    sa.Column("drawing", sa.LargeBinary),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("changed", sa.Text, nullable=False),
)
EDITION_CHANGES = sa.Table(
    "edition_changes",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action_id", sa.Text),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("changes", sa.LargeBinary, nullable=False),
)
"""The last changes of drafts. changes: how each is taken back; request: the hash of what was asked."""
EDITION_VERSIONS = sa.Table(
    "edition_versions",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("drawing", sa.Text),
    sa.Column("made", sa.Text, nullable=False),
    sa.Index("edition_versions_hash", "hash"),
)
"""Published component sets. drawing: the hash of the map layout that the version gave its set, if it did."""
EDITION_TICKS = sa.Table(
    "edition_ticks",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
"""Which content of a part somebody has compared with the box. Nothing says who."""
EDITION_PROPOSALS = sa.Table(
    "edition_proposals",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("content", sa.Text, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("entry", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("was", sa.Text),
    sa.Index("edition_proposals_session", "session"),
)
"""Parts as a table had them, which it offers to its edition. content: the hash of `value`. session: empty
once it has expired. state: open, taken, declined or withdrawn. was: the hash of what the draft had when the
part was taken over; empty: nothing."""
EDITION_AMENDED_SETS = sa.Table(
    "edition_amended_sets",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("entry", sa.Integer, nullable=False),
    sa.Column("edition", sa.Text),
    sa.Column("version", sa.Integer),
)
"""Sets that tables made by amending theirs. entry: the last one that names the set. edition, version: what
the table was opened with, if it is a version of an edition."""
PICTURES = sa.Table(
    "pictures",
    METADATA,
    sa.Column("picture", sa.Text, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("small", sa.LargeBinary, nullable=False),
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
)
"""Pictures of parts, WebP, by the SHA-256 of their content. small: the same picture for a board."""
EDITION_PICTURES = sa.Table(
    "edition_pictures",
    METADATA,
    sa.Column("edition", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("picture", sa.Text, nullable=False),
    sa.Index("edition_pictures_picture", "picture"),
)
SET_PICTURES = sa.Table(
    "set_pictures",
    METADATA,
    sa.Column("component_set", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("picture", sa.Text, nullable=False),
    sa.Column("edition", sa.Text, nullable=False),
    sa.Index("set_pictures_picture", "picture"),
)
"""The pictures of a component set. edition: the one that gave the picture, to this set or to one before."""
CLUBS = sa.Table(
    "clubs",
    METADATA,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("timezone", sa.Text, nullable=False),
    sa.Column("visibility", sa.Text, nullable=False),
    sa.Column("chance", sa.Text),
    sa.Column("editions", sa.JSON, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("taken", sa.Integer, nullable=False),
    sa.Column("key", sa.Text, unique=True),
    sa.Column("request", sa.Text),
)
"""Clubs and the defaults of their new sessions. editions: game → edition. taken: how many sessions the club
has taken in. key, request: as of editions."""
CLUB_KEYS = sa.Table(
    "club_keys",
    METADATA,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("rights", sa.JSON, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("revoked", sa.Text),
)
CLUB_SESSIONS = sa.Table(
    "club_sessions",
    METADATA,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("club", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("since", sa.Text, nullable=False),
    sa.Index("club_sessions_club", "club", "number"),
)
"""Which club a session belongs to. number: how many the club had taken in by then."""
CLUB_PEOPLE = sa.Table(
    "club_people",
    METADATA,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("aliases", sa.JSON, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("merged_into", sa.Text),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False),
)
"""People of clubs. merged_into: the person that this one counts as, if it was merged. epoch: of its key."""
CLUB_IDS = sa.Table(
    "club_ids",
    METADATA,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Index("club_ids_person", "club", "person"),
)
"""Which person of the club a player's id counts as. origin: the person that it belonged to first. The id of a
person is one of these as well."""
CLUB_NAMES = sa.Table(
    "club_names",
    METADATA,
    sa.Column("club", sa.Text, primary_key=True),
    sa.Column("folded", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Index("club_names_person", "club", "person"),
)
"""Which person of the club a name counts as, where no id says it: the names and aliases of each, folded."""


def persons_of(claims: sa.Table, club: str) -> tuple[sa.FromClause, sa.ColumnElement[str | None]]:
    """Claims joined with what the club knows of them, and the column of the person that each counts as.

    A claim counts as the person of its player's id, else of its name; null: as nobody of the club.
    """
    ids, names = CLUB_IDS.alias(), CLUB_NAMES.alias()
    by_id = (ids.c.club == club) & (ids.c.player == claims.c.player)
    by_name = (names.c.club == club) & (names.c.folded == claims.c.folded)
    joined = claims.outerjoin(ids, by_id).outerjoin(names, by_name)
    return joined, sa.func.coalesce(ids.c.person, names.c.person)


WEBHOOKS = webhooks.WEBHOOKS.to_metadata(METADATA)
"""Who is to be told of a session: the worker, which tells them, has declared it."""
