"""Sessions folded entry by entry for projections: each state, and the changes of each fact."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.kernel.components import ComponentSet
from domain.kernel.engine.entries import Amended, Entry, Retracted, codec_of
from domain.kernel.engine.views import Unreadable
from domain.kernel.game import Game
from domain.kernel.session import (
    Amend,
    Played,
    Read,
    Session,
    Snapshot,
    advance,
    advance_on_the_way,
    amending,
    goes_back,
    initial_state,
    is_live,
    way_to,
)
from replays.event_store import EventStore, LogEntry, Unavailable
from replays.library import Library, begin, entries, read_stored
from workers.projections.projection import Changes, Folded, Projection, Row, SessionRows, Step

# A session on its way along its log: where it stands after each entry, and what each fact changed.

Answer = TypeVar("Answer")


class Changing:
    """Applies the facts of one entry, and keeps each with the states before and after it."""

    def __init__(self) -> None:
        self.changes: Changes = ()

    def apply(self, game: Game[Any], state: Any, entry: Played) -> Any:
        """The state after the entry's facts."""
        changes = []
        for fact in codec_of(game).facts.decode(entry.facts):
            after = game.evolve(state, fact)
            changes.append((state, fact, after))
            state = after
        self.changes = tuple(changes)
        return state


def opened_at(session: Session, projections: Iterable[Projection]) -> tuple[Folded, Step]:
    """A session as it stands after its opening, and that step."""
    opened, position = session.opened, session.position
    folded = Folded(session.game, opened, position, position, opened.at, session.sets)
    for projection in projections:
        folded.memories[projection.name] = projection.begin(folded)
    return folded, Step(opened, None, position.state)


def follow(
    folded: Folded, entry: Entry | Unreadable, digest: str, projections: Sequence[Projection], read: Read
) -> Step | None:
    """Move a session on over an entry. None where the table is lost: every projection is broken then."""
    before, previous_at = folded.position, folded.updated
    there, rewrites = before, isinstance(entry, Amended)
    if isinstance(entry, Retracted) and goes_back(entry):
        there = go_back(folded, entry.to, projections, read)
        rewrites = not is_live(before.live, entry.to) or there.components is not before.components
    changing = Changing()
    amend = amending(folded.game, folded.opened, folded.sets, read)
    after = advance(folded.game, before, entry, digest, lambda to: there, amend, changing.apply)
    if isinstance(entry, Amended) and after.lost is None:
        go_back(folded, entry.number, projections, read)
    folded.position = after
    if isinstance(entry, Unreadable) or after.lost is not None:
        break_all(folded, projections)
        return None
    folded.updated = entry.at
    return Step(entry, there.state, after.state, changing.changes, rewrites, previous_at)


def go_back(folded: Folded, to: int, projections: Sequence[Projection], read: Read) -> Snapshot:
    """The session as it stood after entry `to`; projections remember what led there, and nothing else.

    They remember it with the component set that the session is read with there. A broken projection
    continues from here, unless the entry that broke it was not taken back.
    """
    _, way = way_to(to, lambda number: folded.opening, read)
    folded.position, amend = _with_last_set(folded, way)
    broken, folded.broken = folded.broken, {}
    following = [p for p in projections if folded.memories[p.name] is not None or p.name in broken]
    for projection in following:
        folded.memories[projection.name] = projection.begin(folded)
    remember(folded, Step(folded.opened, None, folded.position.state), following)
    for entry in way:
        before, changing = folded.position, Changing()
        folded.position = advance_on_the_way(folded.game, before, entry, amend, changing.apply)
        if isinstance(entry, Unreadable) or folded.position.lost is not None:
            break_all(folded, projections)
        else:
            step = Step(entry, before.state, folded.position.state, changing.changes)
            for projection in following:
                if projection.name in broken:
                    rows_of(projection, folded, step)
                else:
                    recall(projection, folded, step)
    folded.mended = broken.keys() - folded.broken.keys()
    return folded.position


def _with_last_set(folded: Folded, way: Sequence[Entry | Unreadable]) -> tuple[Snapshot, Amend]:
    """The opening under the last set of the way, and what an amendment does on it: nothing more.

    The set that is not known here stays to be missed at its entry.
    """
    opening = folded.opening
    names = [entry.component_set for entry in way if isinstance(entry, Amended)]
    if not names:
        return opening, lambda position, entry: (position.components, position.state)
    try:
        components = folded.sets(names[-1])
    except LookupError as error:
        unknown = error

        def missed(position: Snapshot, entry: Amended) -> tuple[ComponentSet, Any]:
            raise unknown

        return opening, missed
    state = initial_state(folded.game, components, folded.opened)
    return (
        replace(opening, components=components, state=state),
        lambda position, entry: (components, position.state),
    )


def remember(folded: Folded, step: Step, projections: Iterable[Projection]) -> None:
    """Let projections follow an entry whose rows are in the tables already."""
    for projection in projections:
        rows_of(projection, folded, step)


def rows_of(projection: Projection, folded: Folded, step: Step) -> list[Row]:
    """The rows of an entry; none if the projection is broken, or breaks on this entry."""
    return _unless_broken(projection.follow, projection.name, folded, step) or []


def recall(projection: Projection, folded: Folded, step: Step) -> None:
    """Let a projection remember an entry whose rows are in the tables and that did not break it before."""
    _unless_broken(projection.recall, projection.name, folded, step)


def _unless_broken(
    ask: Callable[[Folded, Any, Step], Answer], name: str, folded: Folded, step: Step
) -> Answer | None:
    if name in folded.broken:
        return None
    try:
        return ask(folded, folded.memories[name], step)
    except Exception as error:
        folded.broken[name] = f"entry {step.entry.number} was quarantined: {error!r}"
        return None


def break_all(folded: Folded, projections: Iterable[Projection]) -> None:
    """No projection follows a session whose table is lost."""
    lost = folded.position.lost
    if lost is not None:
        for projection in projections:
            reason = f"entry {lost.entry} cannot be followed: {lost.reason}"
            folded.broken.setdefault(projection.name, reason)


def rows_of_all(
    projection: Projection, session: Session, log: Iterable[tuple[Entry | Unreadable, str]], read: Read
) -> list[Row]:
    """The rows of a session's whole log, its entries after the opening given with their digests.

    Entries that cannot be followed, or that the projection breaks on, have none.
    """
    folded, step = opened_at(session, [projection])
    rows = rows_of(projection, folded, step)
    for entry, digest in log:
        step_on = follow(folded, entry, digest, [projection], read)
        if step_on is None:
            continue
        folded.broken.clear()  # what broke an entry before this one keeps no row from this one
        rows += rows_of(projection, folded, step_on)
    return projection.retract(rows, partial(is_live, folded.position.live))


# Folding stored entries for projections: what each entry changed, and where its session stands then.

SESSIONS_KEPT = 1_000


class Broken(Exception):
    """The session cannot be followed here: this entry of it, or one before, is not as it must be."""


@dataclass
class Batch:
    """The result of a stretch of the log for one projection: changes by session, and quarantined entries."""

    changes: defaultdict[str, SessionRows] = field(default_factory=lambda: defaultdict(SessionRows))
    set_aside: list[tuple[LogEntry, str]] = field(default_factory=list)


class Folds:
    """Sessions kept folded, so that a live entry costs one fold however long its session is.

    Kept sessions follow from the log alone, so they stay valid when the rows could not be written.
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
        """Fold a stretch of the log. Returns, by projection, the new rows and the quarantined entries.

        Raises `Unavailable`; any other error quarantines the entry, with those that follow it in its
        session, and the rest continues.
        """
        batches = {projection.name: Batch() for projection in self._projections}
        touched: dict[str, tuple[Folded, LogEntry]] = {}
        unreadable: dict[str, str] = {}
        for stored in log:
            session = stored.session
            if session not in unreadable:
                try:
                    folded = self._follow(stored, batches)
                except Unavailable:
                    raise
                except Exception as error:
                    unreadable[session] = f"entry {stored.number} cannot be followed: {error!r}"
                    self._kept.pop(session, None)
                    if session in touched:
                        last = touched[session][1]
                        touched[session] = self._load(session, last.number), last
                else:
                    self._touch(touched, folded, stored)
                    continue
            for batch in batches.values():
                batch.set_aside.append((stored, unreadable[session]))
        for folded, stored in touched.values():
            self._sum_up(folded, stored, batches)
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return batches

    def kept(self, session: str) -> Folded | None:
        """The session as it is kept, if it is."""
        return self._kept.get(session)

    def drop(self, sessions: Iterable[str]) -> None:
        """Keep these no longer."""
        for session in sessions:
            self._kept.pop(session, None)

    def _touch(self, touched: dict[str, tuple[Folded, LogEntry]], folded: Folded, stored: LogEntry) -> None:
        """Note the session to sum up: as it is known here, or as it was before its table was lost."""
        known, last = touched.get(stored.session, (None, stored))
        if folded.position.lost is None:
            touched[stored.session] = folded, stored
        elif known is folded:
            touched[stored.session] = self._load(stored.session, last.number), last

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
            folded.mended.clear()
            if step is not None:
                remember(folded, step, self._projections)
        if folded is None or folded.version != last:
            raise Broken(f"the log does not reach entry {last}")
        return folded

    def _step(self, folded: Folded | None, stored: LogEntry) -> tuple[Folded, Step | None]:
        if folded is None:
            return opened_at(self._open(stored), self._projections)
        if stored.number != folded.version + 1:
            raise Broken(f"the log has no entry {folded.version + 1}")
        entry = read_stored(folded.game, stored)
        step = follow(folded, entry, stored.digest, self._projections, self._reading(folded))
        return folded, step

    def _open(self, stored: LogEntry) -> Session:
        session = begin(self._library, stored)
        opened = session.opened
        if (opened.session, opened.number, stored.number) != (stored.session, 1, 1):
            raise Broken(f"the bytes are those of entry {opened.number} of {opened.session}")
        return session

    def _reading(self, folded: Folded) -> Read:
        """How the kernel reads the session's stored entries."""
        return lambda first, last: entries(self._store, folded.game, folded.opened.session, first, last)

    def _tell(
        self, projection: Projection, folded: Folded, stored: LogEntry, step: Step | None, batch: Batch
    ) -> None:
        """Let a projection follow one entry. On a lost table its rows stay those of what was known."""
        name, was_mended = projection.name, projection.name in folded.mended
        folded.mended.discard(name)
        rows = rows_of(projection, folded, step) if step is not None else []
        if name in folded.broken:
            batch.set_aside.append((stored, folded.broken[name]))
        if step is None:
            return
        change = batch.changes[stored.session]
        if name in folded.broken:
            return
        change.version = stored.number
        if was_mended or step.rewrites:
            change.whole, change.retractions = True, []
            change.rows = self._rows_of_all(projection, folded, stored)
            return
        if isinstance(step.entry, Retracted):
            change.rows = projection.retract(change.rows, partial(is_live, folded.position.live))
            change.retractions.append((step.entry.to, stored.number))
        change.rows += rows

    def _rows_of_all(self, projection: Projection, folded: Folded, last: LogEntry) -> list[Row]:
        first, *log = self._store.read(last.session, 1, last.number)
        read = [(read_stored(folded.game, stored), stored.digest) for stored in log]
        components = folded.position.components
        opened = self._open(first).opened
        session = Session(folded.game, components, opened, first.digest, lambda name: components)
        return rows_of_all(projection, session, read, self._reading(folded))

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
