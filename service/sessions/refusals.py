"""How often the rules refused an action, and where: counted outside the log, which holds what was played."""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Set
from importlib import import_module
from typing import Any, NamedTuple

import sqlalchemy as sa

from service.sessions.register_tables import REFUSALS, REFUSED_AFTER

LOG = logging.getLogger(__name__)

REST_SECONDS = 0.5
ENDING_SECONDS = 5.0
"""How long an end waits for what is being written."""
MOST_HELD = 10_000
"""Counts that wait for a database which is away; further ones are not counted."""
MOST_PLACES = 20
"""Entries that are kept of a rule, an action and a session: the first after which it was refused."""


class Refusal(NamedTuple):
    """A rule's id, and the type of the action that it refused in a session."""

    session: str
    rule: str
    action: str


class Refusals:
    """The register of refusals. Its table is made by the migrations of `workers.tables`.

    Counting costs a request next to nothing: a thread of its own writes, soon after. What a killed process
    had not written is not counted.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._held: Counter[Refusal] = Counter()
        self._places: dict[Refusal, set[int]] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._waiting = threading.Event()
        self._ending = threading.Event()
        self._writer: threading.Thread | None = None

    def count(self, refusal: Refusal, after: int) -> None:
        """Count one more. after: the session's last entry at that time."""
        with self._lock:
            if refusal not in self._held and len(self._held) >= MOST_HELD:
                return
            self._held[refusal] += 1
            places = self._places.setdefault(refusal, set())
            if len(places) < MOST_PLACES:
                places.add(after)
            if self._writer is None:
                self._writer = threading.Thread(target=self._write_on, name="refusals", daemon=True)
                self._writer.start()
        self._waiting.set()

    def write(self) -> None:
        """Write what is counted, also where another thread is about to: it is waited for.

        Raises the database's errors; the counts are held then.
        """
        with self._writing:
            with self._lock:
                counted, self._held = self._held, Counter()
                places, self._places = self._places, {}
            try:
                self._add(counted, places)
            except sa.exc.SQLAlchemyError:
                with self._lock:
                    self._held.update(counted)
                    for refusal, after in places.items():
                        self._places.setdefault(refusal, set()).update(after)
                raise

    def close(self) -> None:
        """Write what is left, and stop. A database that does not answer is left alone after a while."""
        self._ending.set()
        self._waiting.set()
        if self._writer is not None:
            self._writer.join(ENDING_SECONDS)
            if self._writer.is_alive():
                LOG.warning("refusals that were counted last are not written: the database does not answer")
                return
        self._try_to_write()

    def _write_on(self) -> None:
        while self._waiting.wait():
            self._waiting.clear()  # before the rest: what is set meanwhile, also by an end, is not lost
            if self._ending.wait(REST_SECONDS):
                return
            self._try_to_write()

    def _try_to_write(self) -> None:
        try:
            self.write()
        except sa.exc.SQLAlchemyError as error:
            LOG.warning("refusals cannot be counted yet (%s)", type(error).__name__)

    def _add(self, counted: Mapping[Refusal, int], places: Mapping[Refusal, Set[int]]) -> None:
        if not counted:
            return
        # Only the dialect that is used: PostgreSQL's costs a start a tenth of a second.
        insert = import_module(f"sqlalchemy.dialects.{self._engine.dialect.name}").insert
        statement = insert(REFUSALS)
        key = [column.name for column in REFUSALS.primary_key]
        more = REFUSALS.c.number + statement.excluded.number
        rows = [refusal._asdict() | {"number": number} for refusal, number in counted.items()]
        with self._engine.begin() as connection:
            upsert = statement.on_conflict_do_update(index_elements=key, set_={"number": more})
            connection.execute(upsert, rows)
            connection.execute(
                _one_place(insert),
                [
                    {f"_{name}": value for name, value in (*refusal._asdict().items(), ("entry", entry))}
                    for refusal, after in places.items()
                    for entry in sorted(after)
                ],
            )


def _one_place(insert: Any) -> Any:
    """The statement that keeps one place more, where there is room."""
    given = [sa.bindparam(f"_{column.name}", type_=column.type) for column in REFUSED_AFTER.columns]
    same = [column == value for column, value in zip(REFUSED_AFTER.columns, given, strict=True)]
    kept = sa.select(sa.func.count()).select_from(REFUSED_AFTER).where(*same[:-1])
    one = sa.select(*given).where(kept.scalar_subquery() < MOST_PLACES)
    return insert(REFUSED_AFTER).from_select(list(REFUSED_AFTER.columns), one).on_conflict_do_nothing()


# First slips: an outcome that was typed wrong is let off once, before the table is told of it.

AGAIN_AFTER = 20
"""Entries of a session until a holder may be let off again: too many to find out what is hidden."""
MOST_LET_OFF = 10_000
"""Holders that are remembered."""


class Slips:
    """The holders that were let off, and at which version. It is kept in memory: a restart forgets it."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = threading.Lock()

    def lets_off(self, session: str, holder: str, version: int) -> bool:
        """Whether this holder's refusal at this version is let off; it then counts as the last one."""
        with self._lock:
            last = self._last.get((session, holder))
            if last is not None and version < last + AGAIN_AFTER:
                return False
            self._last[session, holder] = version
            self._last.move_to_end((session, holder))
            if len(self._last) > MOST_LET_OFF:
                self._last.popitem(last=False)
            return True
