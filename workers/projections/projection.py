"""The interface of a projection: a fold from entries to rows, and the rows of a stretch of the log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

import sqlalchemy as sa

from domain.kernel import Fact, Game, Point, Series
from domain.kernel.engine.entries import Entry, Opened
from domain.kernel.session import Sets, Snapshot, no_other_set

Row: TypeAlias = dict[str, Any]


class RowRejected(Exception):
    """The database does not take a row: its content is at fault, not the connection."""


Changes: TypeAlias = tuple[tuple[Any, Fact, Any], ...]
"""Facts, each with the states before and after it."""


@dataclass
class Folded:
    """A session as it stands after an entry, with what each projection remembers of its live line.

    opening: where it stood after its first entry. sets: finds component sets by their hash. updated: when
    the last entry was recorded. broken: by projection, why it stopped following. mended: the projections
    that a retraction has just let follow again.
    """

    game: Game[Any]
    opened: Opened
    opening: Snapshot
    position: Snapshot
    updated: str
    sets: Sets = no_other_set
    memories: dict[str, Any] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    mended: set[str] = field(default_factory=set)

    @property
    def state(self) -> Any:
        """The game's state on the live line."""
        return self.position.state

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.position.version

    @property
    def has_ended(self) -> bool:
        """Whether the game is finished, or the session closed."""
        return self.position.closed is not None or self.game.is_finished(self.state)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry and what it did: `changes` are its facts, each with the states around it.

    rewrites: rows of earlier entries change: it goes back to an entry that had been taken back, or the
    session is read with another component set from here on. previous_at: when the entry before it in the log
    was recorded. points: of each series that was asked for them, by its key.
    """

    entry: Entry
    before: Any
    after: Any
    changes: Changes = ()
    rewrites: bool = False
    previous_at: str | None = None
    points: dict[str, tuple[Point, ...]] = field(default_factory=dict, compare=False, repr=False)

    def points_of(self, series: Series) -> tuple[Point, ...]:
        """What this entry changed of the series."""
        if series.key not in self.points:
            facts = tuple(fact for _, fact, _ in self.changes)
            self.points[series.key] = tuple(series.points(self.before, facts, self.after))
        return self.points[series.key]


@dataclass
class SessionRows:
    """The rows of a stretch of the log for one session: those of entries, and those of the whole session.

    retractions: (to, number) of each `retracted` entry. version: of the last entry. whole: whether
    `rows` are those of the whole log and replace all that were written.
    """

    rows: list[Row] = field(default_factory=list)
    retractions: list[tuple[int, int]] = field(default_factory=list)
    summary: list[Row] = field(default_factory=list)
    version: int = 0
    whole: bool = False


class Projection(ABC):
    """One family of read models. It judges nothing and keeps nothing but what it is handed."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Goes up with every change of the tables or of what is written to them: builds of another version
    are made anew."""

    @abstractmethod
    def tables(self, build: int) -> tuple[sa.Table, ...]:
        """The tables of a build."""

    def begin(self, folded: Folded) -> Any:
        """What to remember along the live line of a session; None = nothing."""
        return None

    @abstractmethod
    def follow(self, folded: Folded, memory: Any, step: Step) -> list[Row]:
        """The rows of one entry. `folded` stands after it."""

    def recall(self, folded: Folded, memory: Any, step: Step) -> None:
        """Remember an entry that it followed before without breaking: its rows are in the tables."""
        self.follow(folded, memory, step)

    def sum_up(self, folded: Folded, memory: Any) -> list[Row]:
        """The rows of the session as it stands."""
        return []

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        """Rows that are not written yet, once these entries are on the live line and no others."""
        return [row for row in rows if is_live(row["entry"])]

    @abstractmethod
    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        """Bring the tables to where the changes lead."""
