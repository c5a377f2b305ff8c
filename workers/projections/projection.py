"""What a projection is: a fold over entries that gives rows, and the way in which rows are written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from domain.kernel import Fact, Game
from domain.kernel.entries import Entry, Opened

Row: TypeAlias = dict[str, Any]


@dataclass
class Folded:
    """A session as it stands after an entry, with what each projection remembers of its live line.

    updated: when the last entry was recorded. broken: by projection, why it stopped following.
    """

    game: Game[Any]
    opened: Opened
    opening_state: Any
    state: Any
    version: int
    digest: str
    updated: str
    flagged: int = 0
    closed: str | None = None
    memories: dict[str, Any] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry and what it did: `changes` are its facts, each with the states around it.

    previous_at: when the entry before it in the log was recorded.
    """

    entry: Entry
    before: Any
    after: Any
    changes: tuple[tuple[Any, Fact, Any], ...] = ()
    previous_at: str | None = None


@dataclass
class Change:
    """What a stretch of the log comes to for one session: rows of entries, and rows of the whole.

    retractions: (to, number) of each `retracted` entry. version: of the last entry.
    """

    rows: list[Row] = field(default_factory=list)
    retractions: list[tuple[int, int]] = field(default_factory=list)
    summary: list[Row] = field(default_factory=list)
    version: int = 0


class Projection(ABC):
    """One family of read models. It judges nothing and keeps nothing but what it is handed."""

    name: ClassVar[str]

    @abstractmethod
    def tables(self, build: int) -> tuple[sa.Table, ...]:
        """The tables of a build."""

    def begin(self, folded: Folded) -> Any:
        """What to remember along the live line of a session; None = nothing."""
        return None

    @abstractmethod
    def follow(self, folded: Folded, memory: Any, step: Step) -> list[Row]:
        """The rows of one entry. `folded` stands after it."""

    def sum_up(self, folded: Folded, memory: Any) -> list[Row]:
        """The rows of the session as it stands."""
        return []

    def retract(self, rows: list[Row], to: int, number: int) -> list[Row]:
        """Rows that are not written yet, once entry `number` has taken back what came after `to`."""
        return [row for row in rows if row["entry"] <= to]

    @abstractmethod
    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, Change]) -> None:
        """Bring the tables to where the changes lead."""


def upsert(connection: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """Insert rows, or put them in the place of those with the same key."""
    if not rows:
        return
    insert = _insert(connection, table)
    others = [column for column in table.columns if not column.primary_key]
    keys = list(table.primary_key.columns)
    if others:
        put = {column.name: insert.excluded[column.name] for column in others}
        connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=put), rows)
    else:
        connection.execute(insert.on_conflict_do_nothing(index_elements=keys), rows)


def _insert(connection: sa.Connection, table: sa.Table) -> Any:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)
