"""Component sets that were uploaded: the worker reads the service's register of them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import sqlalchemy as sa

from domain.kernel.messages import Json
from replays.databases import reading
from replays.library import Uploaded

COMPONENT_SETS = sa.table("component_sets", sa.column("hash"), sa.column("game"), sa.column("document"))


def uploaded_to(engine: sa.Engine) -> Uploaded:
    """How a `Library` finds uploaded sets in this database."""

    def find(name: str) -> tuple[str, Mapping[str, Json]] | None:
        if not sa.inspect(engine).has_table(COMPONENT_SETS.name):
            return None
        query = sa.select(COMPONENT_SETS.c.game, COMPONENT_SETS.c.document)
        with reading(engine).connect() as connection:
            row = connection.execute(query.where(COMPONENT_SETS.c.hash == name)).first()
        return None if row is None else (row.game, msgspec.json.decode(bytes(row.document)))

    return find
