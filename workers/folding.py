"""Folding stored entries for projections: what each entry changed, and where its session stands then."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from domain.kernel import Fact, Game
from domain.kernel.entries import Closed, Corrected, Entry, Recorded, Retracted, codec_of, unseal
from replays.event_store import EventStore, LogEntry, Unavailable
from replays.load import Library, begin
from workers.projections.projection import Change, Folded, Projection, Row, Step
from workers.projections.sessions import is_flagged

SESSIONS_KEPT = 1_000

Changes = tuple[tuple[Any, Fact, Any], ...]


class Broken(Exception):
    """The session cannot be followed here: this entry of it, or one before, is not as it must be."""


@dataclass
class Batch:
    """What a stretch of the log comes to for one projection: changes by session, and what is set aside."""

    changes: dict[str, Change] = field(default_factory=dict)
    set_aside: list[tuple[LogEntry, str]] = field(default_factory=list)


class Folds:
    """Sessions kept folded, so that a live entry costs one fold however long its session is.

    What is kept follows from the log alone, so it stays good when the rows could not be written.
    """

    def __init__(
        self,
        store: EventStore,
        library: Library,
        projections: Sequence[Projection],
        *,
        keep: int = SESSIONS_KEPT,
    ) -> None:
        self._store = store
        self._library = library
        self._projections = projections
        self._keep = keep
        self._kept: OrderedDict[str, Folded] = OrderedDict()

    def take(self, log: Iterable[LogEntry]) -> dict[str, Batch]:
        """Fold a stretch of the log: by projection, the rows that it comes to and what is set aside.

        Raises `Unavailable`; whatever else goes wrong sets the entry aside, with those that follow it in
        its session, and the rest goes on.
        """
        batches = {projection.name: Batch() for projection in self._projections}
        touched: dict[str, tuple[Folded, LogEntry]] = {}
        unreadable: dict[str, str] = {}
        for stored in log:
            session = stored.session
            if session not in unreadable:
                try:
                    touched[session] = self._follow(stored, batches), stored
                    continue
                except Unavailable:
                    raise
                except Exception as error:
                    unreadable[session] = f"entry {stored.number} cannot be followed: {error!r}"
                    self._kept.pop(session, None)
                    if session in touched:
                        last = touched[session][1]
                        touched[session] = self._load(session, last.number), last
            for batch in batches.values():
                batch.set_aside.append((stored, unreadable[session]))
        for folded, stored in touched.values():
            self._sum_up(folded, stored, batches)
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return batches

    def _follow(self, stored: LogEntry, batches: dict[str, Batch]) -> Folded:
        folded = self._kept.pop(stored.session, None)
        if folded is None or folded.version + 1 != stored.number:
            folded = self._load(stored.session, stored.number - 1, folded) if stored.number > 1 else None
        folded, step = self._step(folded, stored)
        for projection in self._projections:
            self._tell(projection, folded, stored, step, batches[projection.name])
        self._kept[stored.session] = folded
        return folded

    def _load(self, session: str, last: int, folded: Folded | None = None) -> Folded:
        """The session after entry `last`, on from where it was kept if that is before."""
        if folded is not None and folded.version >= last:
            folded = None
        for stored in self._store.read(session, folded.version + 1 if folded else 1, last):
            folded, step = self._step(folded, stored)
            for projection in self._projections:
                self._tell(projection, folded, stored, step, None)
        if folded is None or folded.version != last:
            raise Broken(f"the log does not reach entry {last}")
        return folded

    def _step(self, folded: Folded | None, stored: LogEntry) -> tuple[Folded, Step]:
        if folded is None:
            folded = self._open(stored)
            return folded, Step(folded.opened, None, folded.state)
        if stored.number != folded.version + 1:
            raise Broken(f"the log has no entry {folded.version + 1}")
        entry = self._entry(folded.game, stored)
        before, previous_at = folded.state, folded.updated
        if isinstance(entry, Retracted):
            self._go_back(folded, entry)
            step = Step(entry, folded.state, folded.state, (), previous_at)
        else:
            changes, after = changes_of(folded.game, before, entry)
            folded.state = after
            step = Step(entry, before, after, changes, previous_at)
        folded.version, folded.digest, folded.updated = entry.number, stored.digest, entry.at
        folded.flagged += is_flagged(entry)
        if isinstance(entry, Closed):
            folded.closed = entry.outcome
        return folded, step

    def _open(self, stored: LogEntry) -> Folded:
        session = begin(self._library, stored)
        opened, state = session.opened, session.state
        if (opened.session, opened.number, stored.number) != (stored.session, 1, 1):
            raise Broken(f"the bytes are those of entry {opened.number} of {opened.session}")
        folded = Folded(session.game, opened, state, state, 1, stored.digest, opened.at)
        for projection in self._projections:
            folded.memories[projection.name] = projection.begin(folded)
        return folded

    def _entry(self, game: Game[Any], stored: LogEntry) -> Entry:
        entry = unseal(game, stored.topic, stored.body)
        if entry.session != stored.session or entry.number != stored.number:
            raise Broken(f"the bytes are those of entry {entry.number} of {entry.session}")
        return entry

    def _tell(
        self, projection: Projection, folded: Folded, stored: LogEntry, step: Step, batch: Batch | None
    ) -> None:
        """Let a projection follow one entry; without a batch its rows are in the tables already."""
        name, was_mended = projection.name, projection.name in folded.mended
        folded.mended.discard(name)
        try:
            if name in folded.broken:
                raise Broken(folded.broken[name])
            rows = projection.follow(folded, folded.memories[name], step)
        except Exception as error:
            folded.broken.setdefault(name, f"entry {stored.number} was set aside: {error!r}")
            if batch is not None:
                batch.set_aside.append((stored, folded.broken[name]))
                batch.changes.setdefault(stored.session, Change())
            return
        if batch is None:
            return
        change = batch.changes.setdefault(stored.session, Change())
        change.version = stored.number
        if was_mended:
            change.whole, change.retractions = True, []
            change.rows = self._rows_of_all(projection, stored)
            return
        if isinstance(step.entry, Retracted):
            change.rows = projection.retract(change.rows, step.entry.to, stored.number)
            change.retractions.append((step.entry.to, stored.number))
        change.rows += rows

    def _rows_of_all(self, projection: Projection, last: LogEntry) -> list[Row]:
        """The rows of the session's whole log up to an entry; entries that cannot be followed have none."""
        alone = Folds(self._store, self._library, [projection])
        folded: Folded | None = None
        rows: list[Row] = []
        for stored in self._store.read(last.session, 1, last.number):
            folded, step = alone._step(folded, stored)
            if isinstance(step.entry, Retracted):
                rows = projection.retract(rows, step.entry.to, stored.number)
            with suppress(Exception):
                rows += projection.follow(folded, folded.memories[projection.name], step)
        return rows

    def _go_back(self, folded: Folded, retraction: Retracted) -> None:
        """Fold the live line up to an entry again: its state, and what projections remember of it.

        A projection that was broken goes on from here, unless what broke it was not taken back.
        """
        log = self._store.read(folded.opened.session, 1, retraction.to)
        line = live_line([self._entry(folded.game, stored) for stored in log])
        folded.state = folded.opening_state
        following = [p for p in self._projections if folded.memories[p.name] is not None]
        following += [p for p in self._projections if p.name in folded.broken and p not in following]
        for projection in following:
            folded.memories[projection.name] = projection.begin(folded)
        failed: dict[str, str] = {}
        for entry in line:
            before = None if entry.number == 1 else folded.state
            changes, folded.state = changes_of(folded.game, folded.state, entry)
            step = Step(entry, before, folded.state, changes)
            for projection in following:
                if projection.name in failed:
                    continue
                try:
                    projection.follow(folded, folded.memories[projection.name], step)
                except Exception as error:
                    reason = f"entry {entry.number} was set aside: {error!r}"
                    failed[projection.name] = folded.broken.get(projection.name, reason)
        folded.mended = folded.broken.keys() - failed.keys()
        folded.broken = failed

    def _sum_up(self, folded: Folded, stored: LogEntry, batches: dict[str, Batch]) -> None:
        for projection in self._projections:
            batch, name = batches[projection.name], projection.name
            change = batch.changes.get(stored.session)
            if change is None or name in folded.broken:
                continue
            try:
                change.summary = projection.sum_up(folded, folded.memories[name])
            except Exception as error:
                batch.set_aside.append((stored, f"the session cannot be summed up: {error!r}"))


def changes_of(game: Game[Any], state: Any, entry: Entry) -> tuple[Changes, Any]:
    """The entry's facts, each with the states before and after it; and the state after all."""
    if not isinstance(entry, Recorded | Corrected):
        return (), state
    changes = []
    for fact in codec_of(game).facts.decode(entry.facts):
        after = game.evolve(state, fact)
        changes.append((state, fact, after))
        state = after
    return tuple(changes), state


def live_line(log: Sequence[Entry]) -> list[Entry]:
    """The entries of a log that were not taken back."""
    line: list[Entry] = []
    for entry in log:
        if isinstance(entry, Retracted):
            while line and line[-1].number > entry.to:
                line.pop()
        line.append(entry)
    return line
