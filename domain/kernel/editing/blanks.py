"""Blanks: rows that stand for cards which nobody has entered, until a table sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from domain.kernel.editing.changes import joined
from domain.kernel.editing.declaration import Editing
from domain.kernel.editing.parts import attested, parts_of, ticks_of
from domain.kernel.messages import Json


def with_blanks(editing: Editing, document: Mapping[str, Json], ticks: Mapping[str, str]) -> dict[str, Json]:
    """The document with blanks instead of the cards that its decks would show while a table plays.

    A row stays if a tick confirms it, or if the game needs it. Each copy of another row becomes a blank with
    an id of its own, and a deck is filled up to its total.
    """
    confirmed = dict(ticks.items() & ticks_of(parts_of(editing, document)).items())
    made = dict(document)
    for table, blanks_for in editing.decks.items():
        free = _free_ids(table, document[table])
        rows: list[Json] = []
        for row in document[table]:
            blanks = () if _tick_of(table, row) in confirmed else blanks_for(row)
            rows += [{"id": next(free), **blank} for blank in blanks] or [row]
        if (total := editing.totals.get(table)) is not None:
            missing = total.number - sum(row.get(total.member, 1) for row in rows)
            rows += [{"id": next(free), **editing.blanks[table]} for _ in range(missing)]
        made[table] = rows
    return made


def blanks_in(editing: Editing, document: Mapping[str, Json]) -> dict[str, str]:
    """The ids of all blanks in a document, and what each is: `event card`.

    A blank is a row of a deck that nobody has confirmed, and that says nothing which a blank does not say.
    """
    found: dict[str, str] = {}
    confirmed: Mapping[str, str] | None = None
    for table, blanks_for in editing.decks.items():
        for row in document.get(table, ()):
            content = {member: value for member, value in row.items() if member != "id"}
            if list(blanks_for(row)) != [content]:
                continue
            confirmed = attested(editing, document) if confirmed is None else confirmed
            if _tick_of(table, row) not in confirmed:
                found[row["id"]] = _word_for(table).replace("_", " ")
    return found


def _tick_of(table: str, row: Mapping[str, Json]) -> str:
    return joined([table, row["id"]])


def _word_for(table: str) -> str:
    return table.rpartition("/")[2].removesuffix("s")


def _free_ids(table: str, rows: Json) -> Iterator[str]:
    taken = {row["id"] for row in rows}
    named = (f"blank_{_word_for(table)}_{number}" for number in count(1))
    return (id for id in named if id not in taken)
