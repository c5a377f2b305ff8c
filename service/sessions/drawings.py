"""Drawings: where the places of a component set lie on a page. Beside the set, found by its hash.

Unlike a set, a drawing may be mended: no session depends on it. One that the operator keeps here goes
before the packaged one.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from domain.kernel import ComponentSet, Game, InvalidComponents
from domain.kernel.components import canonical, oversized
from domain.kernel.messages import Json
from replays.databases import reading
from replays.library import Library
from service.sessions.register_tables import DRAWINGS

KEPT_SECONDS = 5.0
"""After this time a drawing that another process took in is seen; one's own is seen at once."""

MOST_KEPT = 1_000


class Drawings:
    """The drawings of all component sets."""

    def __init__(self, engine: sa.Engine, library: Library, games: Mapping[str, Game[Any]]) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._games = games
        self._library = library
        self._packaged: dict[str, Mapping[str, Json]] = {}
        self._kept: dict[str, tuple[float, Json | None]] = {}

    def of(self, components: ComponentSet) -> Json | None:
        """The drawing of a component set; None where it has none."""
        kept = self._kept.get(components.hash)
        if kept is None or kept[0] < time.monotonic():
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = (time.monotonic() + KEPT_SECONDS, self._read(components))
            self._kept[components.hash] = kept
        return kept[1]

    def put(self, components: ComponentSet, drawing: Mapping[str, Json]) -> None:
        """Keep a drawing of the set, instead of the one before. Raises `InvalidComponents`."""
        boards = self._games[components.game].boards
        faults = oversized(drawing)
        if boards is not None and not faults:
            faults = list(boards.faults(drawing, components))
        if faults:
            raise InvalidComponents(faults)
        document = canonical(drawing)
        own = DRAWINGS.c.component_set == components.hash
        try:
            with self._engine.begin() as connection:
                mended = connection.execute(sa.update(DRAWINGS).where(own).values(document=document))
                if not mended.rowcount:
                    row = {"component_set": components.hash, "document": document}
                    connection.execute(sa.insert(DRAWINGS).values(**row))
        except IntegrityError:  # another process took in the first one meanwhile
            with self._engine.begin() as connection:
                connection.execute(sa.update(DRAWINGS).where(own).values(document=document))
        self._kept.pop(components.hash, None)

    def _read(self, components: ComponentSet) -> Json | None:
        query = sa.select(DRAWINGS.c.document).where(DRAWINGS.c.component_set == components.hash)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return self._packaged_of(components.game).get(components.hash)
        return msgspec.json.decode(row.document)

    def _packaged_of(self, game: str) -> Mapping[str, Json]:
        if game not in self._packaged:
            self._packaged[game] = packaged_drawings(self._games[game], self._library)
        return self._packaged[game]


def packaged_drawings(game: Game[Any], library: Library) -> Mapping[str, Json]:
    """The drawings of the sets that come with the game, by the hash of the set."""
    boards, sets = game.boards, library.packaged(game.key)
    drawings = {} if boards is None else boards.drawings()
    return {sets[name].hash: drawing for name, drawing in drawings.items()}
