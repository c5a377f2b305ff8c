"""Imported entries: whoever continues a session by a file speaks in no other name unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from flask import Flask

from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import Stamp, UnitOfWork
from replays.portable import portable, write
from service.sessions.commands import now
from tests.service.conftest import REEF_OPENING, Table
from tests.support.reef import stamp

ACT = {"type": "place_cubes", "seat": "red", "region": "north", "count": 1}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, REEF_OPENING).acted(ACT)


def by(role: str, seat: str | None = None, at: str | None = None) -> Stamp:
    """The stamp of whoever the writer of a file says, now or then."""
    return msgspec.structs.replace(stamp(), at=at or now(), by=RecordedBy(role, seat))  # type: ignore[arg-type]


def continued(table: Table, write_more: Callable[[UnitOfWork], object]) -> None:
    """The owner continues the session by a file with entries of their own making."""
    found = table.app.extensions["tablelog"]
    session = found.handler.look(table.id)
    draft = UnitOfWork(session, found.handler.reading(session))
    write_more(draft)
    stored = [*found.store.read(table.id), *draft.stored]
    file = write(portable(table.id, "reef", 1, session.components, stored))
    headers = table.headers("owner")
    answer = table.client.post("/v1/imports", data=file, content_type="application/json", headers=headers)
    assert answer.json["items"][0]["status"] == "continued"


def findings(table: Table, kind: str) -> list[tuple[int, str]]:
    """Entry and severity of the audit's findings of this kind."""
    found = table.get("/audit").json["findings"]
    return [(one["entry"], one["severity"]) for one in found if one["kind"] == kind]


def test_what_a_file_brought_is_marked_for_ever_and_for_everybody(table: Table) -> None:
    before = table.version
    continued(table, lambda draft: draft.note("I resign.", by("seat", "blue")))
    table.acted(ACT | {"seat": "blue"})
    for holder in ("owner", "seat:red", "spectator"):
        shown = table.get("/entries", holder).json["items"]
        marked = {one["number"]: one["imported"] for one in shown if "imported" in one}
        assert list(marked) == [before + 1]
        assert marked[before + 1]["by"] == "owner"
        assert datetime.fromisoformat(marked[before + 1]["at"]) <= datetime.now(UTC)
    assert findings(table, "imported") == [(before + 1, "note")]
    page = table.client.get(f"/t/{table.id}/entry/{before + 1}", headers=table.headers("owner")).text
    assert "<b>Imported</b> from a file by the owner" in page
    assert (
        "Imported</b>"
        not in table.client.get(f"/t/{table.id}/entry/{before}", headers=table.headers("owner")).text
    )
    assert "came from a file" in table.client.get(f"/t/{table.id}/audit", headers=table.headers("owner")).text


@pytest.mark.parametrize(
    ("author", "severity"),
    [
        (("seat", "blue"), "diverges"),
        (("seat", "mauve"), "diverges"),
        (("seat", "red"), None),
        (("scribe",), None),
    ],
)
def test_a_move_brought_in_anothers_name_fails_the_audit(
    table: Table, author: tuple[str, ...], severity: str | None
) -> None:
    table.acted(ACT | {"seat": "blue"})
    number = table.version + 1
    continued(table, lambda draft: draft.record(ACT, by(*author), None))
    assert findings(table, "author") == ([] if severity is None else [(number, severity)])
    assert table.get("/audit").json["passed"] == (severity is None)


@pytest.mark.parametrize("away", [timedelta(days=-900), timedelta(minutes=-1), timedelta(hours=2)])
def test_a_note_brought_from_another_time_fails_the_audit(table: Table, away: timedelta) -> None:
    number = table.version + 1
    then = (datetime.now(UTC) + away).isoformat()
    continued(table, lambda draft: draft.note("so be it", by("scribe", at=then)))
    assert (number, "diverges") in findings(table, "time")
    assert not table.get("/audit").json["passed"]
