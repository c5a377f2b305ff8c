"""What is said of keeping a sandbox: of each session alone, and how often it changed."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from service.sessions.keeping import Keeping, Retention
from workers.follow import prepare


@pytest.fixture
def keeping(tables_url: str) -> Iterator[Keeping]:
    engine: sa.Engine = make_engine(tables_url)
    prepare(engine)
    yield Keeping(engine, 90, "2026-01-01T00:00:00.000Z")
    engine.dispose()


def sandbox(id: str) -> Any:
    return SimpleNamespace(id=id, opened=SimpleNamespace(sandbox=True))


def told(keeping: Keeping, id: str) -> tuple[bool, int]:
    said = keeping.of(sandbox(id))
    return said.kept, said.changes


def test_each_change_counts_once_and_what_is_said_again_does_not(keeping: Keeping) -> None:
    assert told(keeping, "reef") == (False, 0)
    for kept, changes in ((True, 1), (True, 1), (False, 2), (False, 2), (True, 3)):
        keeping.keep("reef", kept=kept)
        assert told(keeping, "reef") == (kept, changes)


def test_what_is_said_of_one_session_says_nothing_of_another(keeping: Keeping) -> None:
    keeping.keep("reef", kept=True)
    assert told(keeping, "lagoon") == (False, 0)
    keeping.keep("lagoon", kept=False)
    assert told(keeping, "reef") == (True, 1)


def test_what_is_said_of_an_expired_session_is_taken_back_and_of_no_other(keeping: Keeping) -> None:
    for session in ("reef", "lagoon"):
        keeping.keep(session, kept=True)
    keeping.forget("reef")
    assert told(keeping, "reef") == (False, 0)
    assert told(keeping, "lagoon") == (True, 1)


def test_nothing_was_changed_of_what_nobody_spoke_of() -> None:
    assert Retention() == Retention(kept=False, since=None, changes=0)


def test_a_session_that_arrives_rests_and_is_not_kept_until_somebody_says_so(keeping: Keeping) -> None:
    keeping.arrived("reef")
    assert told(keeping, "reef") == (False, 0)
    keeping.keep("reef", kept=True)
    assert told(keeping, "reef") == (True, 1)


def test_who_keeps_a_session_that_arrives_just_now_has_it_kept(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else says so between the look at what is said and the saying."""
    begin = keeping._begin

    def after_an_arrival(session: str, *, kept: bool, changes: int) -> None:
        monkeypatch.undo()
        keeping.arrived(session)
        begin(session, kept=kept, changes=changes)

    monkeypatch.setattr(keeping, "_begin", after_an_arrival)
    keeping.keep("reef", kept=True)
    assert told(keeping, "reef") == (True, 1)


def test_a_session_that_arrives_while_another_is_kept_rests_itself(keeping: Keeping) -> None:
    keeping.keep("reef", kept=True)
    keeping.arrived("lagoon")
    assert keeping.of(sandbox("lagoon")).since is not None


def test_no_end_is_told_that_lies_beyond_the_calendar(keeping: Keeping) -> None:
    session = sandbox("reef")
    session.updated = "9999-12-31T00:00:00.000Z"
    assert keeping.told(session) == {"kept": False, "expires_at": None}
