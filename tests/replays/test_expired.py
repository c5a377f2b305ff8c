"""What expires leaves the log whole and leaves a row; no position is given twice. On both databases."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from replays.event_store import Conflict, EventStore
from replays.log_tables import entries_of, log_engine
from tests.support.expiring import taken
from tests.support.reef import Log

BEFORE_IT = datetime(2026, 3, 7, 14, 0, tzinfo=UTC)
"""Earlier than every entry of these logs."""


def sandbox(store: EventStore, entries: int = 3, **request: object) -> Log:
    """A sandbox session in the log."""
    return appended(store, Log(**{"sandbox": True} | request), entries)


def appended(store: EventStore, log: Log, entries: int = 3) -> Log:
    for _ in range(entries - 1):
        log.place()
    store.append(log.id, 1, log.stored)
    return log


def test_a_session_goes_whole_and_its_row_says_what_went(event_store: EventStore, log_url: str) -> None:
    first = appended(event_store, Log())
    log = sandbox(event_store, visibility="public")
    gone = taken(log_url, log.id)
    assert gone is not None
    assert (gone.number, gone.session, gone.game, gone.visibility) == (1, log.id, "reef", "public")
    assert (gone.entries, gone.first_position, gone.last_position) == (3, 4, 6)
    assert (gone.digest, gone.last_entry_at) == (log.stored[-1].digest, log.entries[-1].at)
    assert list(event_store.read(log.id)) == []
    assert list(event_store.sessions()) == [first.id]
    assert event_store.expired(log.id) == gone
    assert event_store.expired_since(0, 10) == [gone]
    assert event_store.expired_since(1, 10) == []
    assert event_store.expired(first.id) is None


def test_positions_of_the_newest_session_are_not_given_again(event_store: EventStore, log_url: str) -> None:
    appended(event_store, Log(), 2)
    log = sandbox(event_store)
    end = event_store.position()
    assert taken(log_url, log.id) is not None
    assert event_store.position() == end
    later = appended(event_store, Log(), 2)
    assert [entry.position for entry in event_store.read(later.id)] == [end + 1, end + 2]
    assert event_store.position() == end + 2


def test_an_emptied_log_goes_on_where_it_ended(event_store: EventStore, log_url: str) -> None:
    log = sandbox(event_store)
    assert taken(log_url, log.id) is not None
    assert event_store.position() == 3
    assert event_store.since(0, 10) == []
    other = appended(event_store, Log())
    assert event_store.since(0, 1)[0].position > 3
    assert {entry.session for entry in event_store.since(0, 10)} == {other.id}


def test_what_is_no_sandbox_stays_whatever_its_age(event_store: EventStore, log_url: str) -> None:
    log = appended(event_store, Log())
    assert taken(log_url, log.id) is None
    assert len(list(event_store.read(log.id))) == 3
    assert event_store.expired_since(0, 10) == []


def test_what_was_recorded_in_since_stays(event_store: EventStore, log_url: str) -> None:
    log = sandbox(event_store)
    assert taken(log_url, log.id, BEFORE_IT) is None
    assert len(list(event_store.read(log.id))) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entries: sa.delete(entries).where(entries.c.originator_version == 2),
        lambda entries: sa.update(entries).where(entries.c.originator_version == 1).values(state=b"{}\n00"),
        lambda entries: sa.update(entries).where(entries.c.originator_version == 3).values(state=b"\n"),
    ],
    ids=["an entry is missing", "the opening cannot be read", "the last entry cannot be read"],
)
def test_a_damaged_session_stays_to_be_mended(event_store: EventStore, log_url: str, spoil: object) -> None:
    log = sandbox(event_store)
    engine = log_engine(log_url)
    with engine.begin() as connection:
        connection.execute(spoil(entries_of(engine)))  # type: ignore[operator]
        left = connection.scalar(sa.select(sa.func.count()).select_from(entries_of(engine)))
    assert taken(log_url, log.id) is None
    with engine.begin() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(entries_of(engine))) == left
    engine.dispose()


def test_it_goes_once(event_store: EventStore, log_url: str) -> None:
    log = sandbox(event_store)
    assert taken(log_url, log.id) is not None
    assert taken(log_url, log.id) is None
    assert len(event_store.expired_since(0, 10)) == 1


def test_nothing_is_appended_to_what_expired_and_its_id_is_not_opened_again(
    event_store: EventStore, log_url: str
) -> None:
    log = sandbox(event_store)
    assert taken(log_url, log.id) is not None
    end = event_store.position()
    with pytest.raises(Conflict):
        event_store.append(log.id, 4, log.place().stored[3:])
    with pytest.raises(Conflict):
        event_store.append(log.id, 1, log.stored)
    other = appended(event_store, Log())
    assert {entry.session for entry in event_store.since(end, 10)} == {other.id}


def test_who_records_at_the_same_time_comes_before_or_is_refused(
    event_store: EventStore, log_url: str
) -> None:
    """Nothing is half there: an entry that is stored keeps its session, one that comes later is refused."""
    logs = [sandbox(event_store) for _ in range(12)]
    limit = datetime.fromisoformat(logs[0].entries[-1].at)
    stored: dict[str, bool] = {}
    together = threading.Barrier(2)

    def record() -> None:
        together.wait()
        for log in logs:
            try:
                event_store.append(log.id, 4, log.place().stored[3:])
            except Conflict:
                stored[log.id] = False
            else:
                stored[log.id] = True

    recording = threading.Thread(target=record)
    recording.start()
    together.wait()
    after_the_third = limit.replace(second=limit.second + 1)
    gone = {log.id for log in reversed(logs) if taken(log_url, log.id, after_the_third) is not None}
    recording.join()
    for log in logs:
        assert stored[log.id] is (log.id not in gone)
        assert len(list(event_store.read(log.id))) == (4 if stored[log.id] else 0)


def test_the_whole_log_tells_rows_and_what_expired_of_one_moment(
    event_store: EventStore, log_url: str
) -> None:
    kept, one, other = appended(event_store, Log()), sandbox(event_store), sandbox(event_store)
    taken(log_url, one.id)
    with event_store.whole() as (expired, rows):
        first = next(rows)
        taken(log_url, other.id)
        sessions = {first.session, *(row.session for row in rows)}
        assert [gone.session for gone in expired] == [one.id]
        assert sessions == {kept.id, other.id}
