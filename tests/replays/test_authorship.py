"""Who and when: authors that an entry cannot have, and times that no clock gave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from domain.kernel.engine.entries import Opened, RecordedBy, StoredEntry, seal, unseal
from replays.audit import audit_session
from replays.findings import ImportedRange
from tests.support.replays.logs import GAME, LIBRARY, SESSION, rechained, recorded_log

IMPORTED = (ImportedRange(3, 7, "owner", "2026-03-02T00:00:00.000Z"),)


def altered(number: int, **members: object) -> list[StoredEntry]:
    """A recorded log in which this entry has other members, chained again."""
    stored = list(recorded_log(actions=6).stored)
    entry = unseal(GAME, stored[number - 1].topic, stored[number - 1].body)
    stored[number - 1] = seal(GAME.key, "0" * 64, msgspec.structs.replace(entry, **members))
    return rechained(stored)


def found(
    stored: list[StoredEntry], imported: tuple[ImportedRange, ...] = (), now: datetime | None = None
) -> list[tuple[int | None, str, str]]:
    audit = audit_session(stored, LIBRARY, SESSION, imported=imported, now=now)
    kinds = ("author", "time")
    return [(one.entry, one.severity, one.kind) for one in audit.findings if one.kind in kinds]


def test_a_seat_that_the_session_does_not_have_wrote_nothing() -> None:
    assert found(altered(4, by=RecordedBy("seat", "mauve"))) == [(4, "diverges", "author")]
    assert found(altered(4, by=RecordedBy("recorder", "mauve"))) == [(4, "diverges", "author")]


@pytest.mark.parametrize(("imported", "severity"), [((), "note"), (IMPORTED, "diverges")])
def test_a_seats_phone_records_its_own_moves(imported: tuple[ImportedRange, ...], severity: str) -> None:
    stored = recorded_log(actions=6).stored
    opened = unseal(GAME, stored[0].topic, stored[0].body)
    assert isinstance(opened, Opened)
    actor = msgspec.json.decode(stored[6].body)["action"]["seat"]
    for seat in (str(one["seat"]) for one in opened.seats):
        wanted = [] if seat == actor else [(7, severity, "author")]
        assert found(altered(7, by=RecordedBy("seat", seat)), imported) == wanted


@pytest.mark.parametrize(("imported", "severity"), [((), "note"), (IMPORTED, "diverges")])
def test_no_entry_comes_before_the_one_before_it(imported: tuple[ImportedRange, ...], severity: str) -> None:
    assert found(altered(4, at="2026-03-01T19:29:57.000Z"), imported) == []
    assert found(altered(4, at="2026-03-01T19:29:00.000Z"), imported) == [(4, severity, "time")]


def test_no_entry_comes_from_the_future() -> None:
    stored = altered(7, at="2026-03-01T20:00:00.000Z")
    at = datetime(2026, 3, 1, 20, tzinfo=UTC)
    assert found(stored, now=at) == []
    assert found(stored, now=at - timedelta(minutes=1)) == [(7, "note", "time")]
