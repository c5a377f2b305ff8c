"""One log, one fold: session, audit and workers stand at the same place after each entry.

Sound logs, and such as only a forger, a later Tablelog or a broken disk leaves behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import Raw
from msgspec.structs import asdict, replace

from domain.kernel import TRUTH
from domain.kernel.chance import OutcomeOrigin
from domain.kernel.components import canonical
from domain.kernel.engine.entries import (
    Closed,
    Corrected,
    Entry,
    Noted,
    Recorded,
    Retracted,
    StoredEntry,
    digest_of,
    seal,
)
from domain.kernel.engine.views import state_view
from domain.kernel.session import Snapshot, live_numbers
from replays.audit import audit_session, walk_along
from replays.databases import make_engine
from replays.event_store import EventStore, LogEntry
from replays.findings import GRAVE
from replays.library import begin, catch_up
from tests.support.reef import LIBRARY, REEF, Log, new_session_id, random_log
from tests.support.workers.serial import found
from workers.folded_sessions import Folds
from workers.follow import ProjectionRunner, prepare
from workers.projections import PROJECTIONS
from workers.read_models import SET_ASIDE


class Forged:
    """A reef session of which every entry can be forged: chained as a careful forger would."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.stored = list(log.stored)

    def add(self, entry: Entry) -> Forged:
        self.stored.append(seal("reef", self.stored[-1].digest, entry))
        return self

    def bytes(self, topic: str, body: bytes) -> Forged:
        self.stored.append(StoredEntry(topic, body, digest_of(self.stored[-1].digest, body)))
        return self

    def place(self, count: int = 1, *, facts: Any = None, **more: Any) -> Forged:
        action = {"type": "place_cubes", "seat": "red", "region": "north", "count": count}
        told = facts if facts is not None else [cubes(count)]
        more |= {"action": Raw(canonical(action)), "facts": Raw(canonical(told)), "rules_version": 1}
        return self.add(Recorded(**self._envelope(), **more))

    def draw(self, first_draw: int, **more: Any) -> Forged:
        action, facts = {"type": "roll_storm", "face": 4}, [{"fact": "storm_rolled", "face": 4}]
        more |= {"action": Raw(canonical(action)), "facts": Raw(canonical(facts)), "rules_version": 1}
        outcome = OutcomeOrigin(field="face", source="drawn", first_draw=first_draw, draws=1)
        return self.add(Recorded(**self._envelope(), **more, outcomes=(outcome,)))

    def correct(self, count: int = 2, **more: Any) -> Forged:
        facts = Raw(canonical([cubes(count)]))
        return self.add(Corrected(**self._envelope(), facts=facts, reason="so it was", **more))

    def misnumbered(self, number: int) -> Forged:
        return self.add(Noted(**self._envelope() | {"number": number}, text="out of place"))

    def foreign(self) -> Forged:
        return self.add(Noted(**self._envelope() | {"session": new_session_id()}, text="not of this table"))

    def retract(self, to: int, **more: Any) -> Forged:
        return self.add(Retracted(**self._envelope(), to=to, reason="back", **more))

    def note(self) -> Forged:
        return self.add(Noted(**self._envelope(), text="well played"))

    def close(self, outcome: Any = "abandoned") -> Forged:
        return self.add(Closed(**self._envelope(), outcome=outcome))

    def open(self) -> Forged:
        opened = self.log.entries[0]
        return self.add(replace(opened, number=len(self.stored) + 1))

    def _envelope(self) -> dict[str, Any]:
        return {
            "session": self.log.id,
            "number": len(self.stored) + 1,
            **asdict(self.log.stamp()),
        }


def cubes(count: int) -> dict[str, Any]:
    return {"fact": "cubes_placed", "seat": "red", "region": "north", "count": count}


def begun() -> Forged:
    """Four entries: the opening, cubes, a storm, cubes."""
    return Forged(Log(chance="drawn", may_declare=True).place().storm().place())


class Stands(NamedTuple):
    """Where a session stands: all that a fold of its log says."""

    view: bytes
    live: list[int]
    draws: int
    lost: int | None
    closed: str | None
    flagged: int
    version: int
    digest: str


def stands(position: Snapshot) -> Stands:
    return Stands(
        canonical(state_view(REEF, position.state, TRUTH)),
        live_numbers(position.live),
        position.draws,
        position.lost.entry if position.lost is not None else None,
        position.closed,
        position.flagged,
        position.version,
        position.digest,
    )


def by_the_session(log: list[LogEntry]) -> Iterator[Stands]:
    session, before = begin(LIBRARY, log[0]), []
    before.append(session.opened)
    yield stands(session.position)
    for stored in log[1:]:
        catch_up(session, [stored], before)
        yield stands(session.position)


def by_the_audit(log: list[LogEntry]) -> Iterator[Stands]:
    return map(stands, walk_along(log, LIBRARY).past)


def by_a_worker(store: EventStore, log: list[LogEntry]) -> Iterator[Stands]:
    folds = Folds(store, LIBRARY, PROJECTIONS)
    for stored in log:
        folds.take([stored])
        yield stands(folds.kept(stored.session).position)


def by_a_cold_worker(store: EventStore, log: list[LogEntry]) -> Stands:
    folds = Folds(store, LIBRARY, PROJECTIONS)
    folds.take(log[-1:])
    return stands(folds.kept(log[-1].session).position)


def read(store: EventStore, forged: Forged) -> list[LogEntry]:
    store.append(forged.log.id, 1, forged.stored)
    return list(store.read(forged.log.id))


def agreed(store: EventStore, log: list[LogEntry]) -> list[Stands]:
    """Where all of them stand after each entry."""
    session = list(by_the_session(log))
    assert list(by_the_audit(log)) == session
    assert list(by_a_worker(store, log)) == session
    assert by_a_cold_worker(store, log) == session[-1]
    return session


FOUR = [1, 2, 3, 4]

CASES: dict[str, tuple[Callable[[], Forged], dict[str, Any]]] = {
    "recorded after the close": (
        lambda: begun().close().place(3),
        {"live": [*FOUR, 5, 6], "closed": "abandoned", "lost": None, "red": 4},
    ),
    "corrected after the close": (
        lambda: begun().close().correct(2),
        {"live": [*FOUR, 5, 6], "closed": "abandoned", "flagged": 1, "red": 3},
    ),
    "corrected of what was taken back": (
        lambda: begun().retract(2).correct(2, about=4),
        {"live": [1, 2, 5, 6], "flagged": 1, "lost": None, "red": 3},
    ),
    "corrected of a later entry": (
        lambda: begun().correct(2, about=6).note(),
        {"live": [*FOUR, 5, 6], "flagged": 1, "lost": None, "red": 3},
    ),
    "noted after the close": (
        lambda: begun().close("finished").note(),
        {"live": [*FOUR, 5, 6], "closed": "finished", "red": 1},
    ),
    "closed twice": (
        lambda: begun().close("abandoned").close("finished"),
        {"live": [*FOUR, 5, 6], "closed": "finished"},
    ),
    "taken back over the close": (
        lambda: begun().close().retract(2),
        {"live": [1, 2, 6], "closed": "abandoned", "red": 1},
    ),
    "recorded after the close was taken back": (
        lambda: begun().close().retract(2).place(3),
        {"live": [1, 2, 6, 7], "closed": "abandoned", "red": 4},
    ),
    "taken back over a correction and a broken rule": (
        lambda: begun().correct(2).place(3, broken=("RF-2",), reason="once").retract(4),
        {"live": [*FOUR, 7], "flagged": 2, "red": 1},
    ),
    "opened a second time": (
        lambda: begun().open().place(3),
        {"live": [*FOUR, 5, 6], "lost": None, "red": 4},
    ),
    "taken back to nowhere": (
        lambda: begun().retract(0).place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "taken back forward": (
        lambda: begun().retract(7).place(3).place(3),
        {"live": [*FOUR, 5, 6, 7], "lost": 5, "red": 1},
    ),
    "taken back onto itself": (
        lambda: begun().retract(5).place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "taken back over a retraction": (
        lambda: begun().retract(3).place(3).retract(2),
        {"live": [1, 2, 7], "lost": None, "red": 1},
    ),
    "taken back to a retraction": (
        lambda: begun().retract(2).place(3).retract(5),
        {"live": [1, 2, 5, 7], "lost": None, "red": 1},
    ),
    "taken back to what was taken back": (
        lambda: begun().place(3).retract(2).retract(5),
        {"live": [*FOUR, 5, 7], "lost": None, "red": 4},
    ),
    "brought back over a note": (
        lambda: begun().place(3).retract(2).note().retract(5, redo=True).place(2),
        {"live": [*FOUR, 5, 8, 9], "lost": None, "red": 6},
    ),
    "brought back, and then what went before": (
        lambda: begun().retract(3).retract(2).retract(5, redo=True).retract(4, redo=True),
        {"live": [*FOUR, 8], "lost": None, "red": 1},
    ),
    "brought back what never went": (
        lambda: begun().retract(3).place(3).retract(4, redo=True),
        {"live": [*FOUR, 7], "lost": None, "red": 1},
    ),
    "an unreadable entry in the middle": (
        lambda: begun().bytes("reef.place_cubes", b'{"kind":"recorded"}').place(3).correct(2).close(),
        {"live": [*FOUR, 5, 6, 7, 8], "lost": 5, "flagged": 1, "closed": "abandoned", "red": 1},
    ),
    "bytes that are no entry": (
        lambda: begun().bytes("noted", b"\xff\x00").note(),
        {"live": [*FOUR, 5, 6], "lost": 5},
    ),
    "taken back before the unreadable entry": (
        lambda: begun().bytes("reef.place_cubes", b"{}").place(3).retract(4).place(2),
        {"live": [*FOUR, 7, 8], "lost": None, "red": 3},
    ),
    "taken back behind the unreadable entry": (
        lambda: begun().bytes("reef.place_cubes", b"{}").place(3).retract(4).retract(6).place(2),
        {"live": [*FOUR, 5, 6, 8, 9], "lost": 5, "red": 1},
    ),
    "facts that nobody knows": (
        lambda: begun().place(facts=[{"fact": "rain"}]).place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "facts that do not fit the table": (
        lambda: begun().place(facts=[cubes(1), cubes(1) | {"seat": "nobody"}]).place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "the number of another entry": (
        lambda: begun().misnumbered(9).place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "an entry of another session": (
        lambda: begun().foreign().place(3),
        {"live": [*FOUR, 5, 6], "lost": 5, "red": 1},
    ),
    "copied entries": (
        lambda: begun().draw(0, copied=True).correct(2, copied=True).draw(0),
        {"live": [*FOUR, 5, 6, 7], "draws": 1, "flagged": 1, "red": 3},
    ),
    "draws numbered wrongly": (
        lambda: begun().draw(7).draw(7).retract(5).draw(3),
        {"live": [*FOUR, 5, 7, 8], "draws": 2, "lost": None},
    ),
    "all of it sound": (
        lambda: begun().draw(0).note().retract(4).draw(0).correct(2).close("finished").note(),
        {"live": [*FOUR, 7, 8, 9, 10, 11], "draws": 1, "closed": "finished", "flagged": 1, "red": 3},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_session_audit_and_workers_stand_at_the_same_place(event_store: EventStore, name: str) -> None:
    forge, wanted = CASES[name]
    last = agreed(event_store, read(event_store, forge()))[-1]
    found = last._asdict() | {"red": msgspec.json.decode(last.view)["cubes"]["north"]["red"]}
    assert {member: found[member] for member in wanted} == wanted


@pytest.mark.parametrize("seed", range(6))
def test_they_agree_on_sessions_of_every_kind_of_entry(event_store: EventStore, seed: int) -> None:
    first: str | None = None
    for session, new in random_log(Random(seed), steps=12):
        first = session.id
        event_store.append(session.id, 1 + session.version - len(new), new)
    assert first is not None
    log = list(event_store.read(first))
    assert agreed(event_store, log)[-1].lost is None


WRONG = {
    "recorded after the close": (6, "after_close"),
    "corrected after the close": (6, "after_close"),
    "corrected of what was taken back": (6, "about"),
    "corrected of a later entry": (5, "about"),
    "closed twice": (6, "after_close"),
    "taken back over the close": (6, "after_close"),
    "recorded after the close was taken back": (7, "after_close"),
    "opened a second time": (5, "opened_again"),
    "taken back to nowhere": (5, "retraction"),
    "taken back forward": (5, "retraction"),
    "taken back onto itself": (5, "retraction"),
    "taken back to what was taken back": (7, "retraction"),
    "brought back what never went": (7, "retraction"),
    "an unreadable entry in the middle": (5, "not_followed"),
    "bytes that are no entry": (5, "not_followed"),
    "taken back before the unreadable entry": (5, "not_followed"),
    "taken back behind the unreadable entry": (8, "retraction"),
    "facts that nobody knows": (5, "facts"),
    "facts that do not fit the table": (5, "not_foldable"),
    "the number of another entry": (5, "not_followed"),
    "an entry of another session": (5, "not_followed"),
    "copied entries": (5, "origin"),
    "draws numbered wrongly": (5, "draws"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_audit_says_what_is_wrong(event_store: EventStore, name: str) -> None:
    log = read(event_store, CASES[name][0]())
    audit = audit_session(log, LIBRARY, log[0].session)
    assert WRONG[name] in {(f.entry, f.kind) for f in audit.findings if f.severity in GRAVE}


def test_no_more_entries_are_called_missing_than_twice_as_many_as_there_are(event_store: EventStore) -> None:
    log = read(event_store, begun().misnumbered(99))
    audit = audit_session(log, LIBRARY, log[0].session)
    assert "Entries 5 to 10 are missing." in {f.message for f in audit.findings if f.kind == "missing"}


def test_what_was_recorded_without_an_action_is_a_finding(event_store: EventStore) -> None:
    forged = begun()
    body = canonical({"kind": "recorded", "session": forged.log.id, "number": 5})
    log = read(event_store, forged.bytes("reef.place_cubes", body))
    audit = audit_session(log, LIBRARY, log[0].session)
    assert {(5, "topic"), (5, "not_followed")} <= {(f.entry, f.kind) for f in audit.findings}


def test_the_audit_derives_again_once_a_lost_table_is_known_again(event_store: EventStore) -> None:
    log = read(event_store, begun().bytes("noted", b"{}").place(3).retract(4).draw(0).draw(1))
    assert audit_session(log, LIBRARY, log[0].session).derived == 3 + 2


@pytest.mark.parametrize("limit", [1, 500])
def test_rows_go_on_once_a_lost_table_is_known_again(
    event_store: EventStore, tables_url: str, limit: int
) -> None:
    forged = begun().bytes("noted", b"{}").draw(0).retract(4).draw(0).draw(1)
    log = read(event_store, forged)
    engine = make_engine(tables_url)
    prepare(engine)
    follower = ProjectionRunner(event_store, engine, LIBRARY)
    while follower.pull(limit=limit, most_batches=1):
        pass
    rows = found(engine)
    engine.dispose()
    assert {row[1:3] for row in rows["catalogue"]} == {("open", len(log))}
    assert {row[1]: row[6] for row in rows["timeline"]} == dict.fromkeys((1, 2, 3, 4, 7, 8, 9), True)
    assert {row[3] for row in rows["figures"] if row[1] == "storms"} == {3}
    assert max(row[2] for row in rows["points"]) <= 4


def test_a_second_opening_gives_a_session_no_second_facets(event_store: EventStore, tables_url: str) -> None:
    forged = begun().open()
    log = read(event_store, forged)
    engine = make_engine(tables_url)
    prepare(engine)
    ProjectionRunner(event_store, engine, LIBRARY).pull()
    with engine.connect() as connection:
        aside = connection.scalar(sa.select(sa.func.count()).select_from(SET_ASIDE))
    rows = found(engine)
    engine.dispose()
    assert aside == 0
    assert {row[2] for row in rows["catalogue"]} == {len(log)}
