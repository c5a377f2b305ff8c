"""The proof of a fork's copies: too many, unreadable ones, and copies where there is no fork."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.engine.entries import StoredEntry
from replays.fork import fork
from tests.replays.test_audit import audit, found
from tests.support.replays.logs import (
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    changed,
    drawn_log,
    rechained,
    recorded_log,
)

ORIGIN = list(drawn_log())
AFTER = 20


@pytest.fixture(scope="module")
def forked() -> list[StoredEntry]:
    made = fork(ORIGIN, LIBRARY, AFTER, OTHER_SESSION, SECRET, recorded_log(actions=0).stamp)
    return list(made.stored)


def test_a_copy_beyond_those_of_the_origin_is_found(forked: list[StoredEntry]) -> None:
    more = rechained([*forked, changed(forked[-1], number=len(forked) + 1)])
    assert (len(more), "origin") in found(audit(more, origin=lambda session: ORIGIN), "tampered")


def test_an_origin_that_cannot_be_read_proves_nothing(forked: list[StoredEntry]) -> None:
    spoilt = [*ORIGIN[:3], msgspec.structs.replace(ORIGIN[3], body=b"none"), *ORIGIN[4:]]
    result = audit(forked, origin=lambda session: spoilt)
    assert found(result, "tampered") == [(1, "origin")]
    assert "cannot be read" in result.findings[0].message


def test_copies_in_a_session_that_is_no_fork_are_one_finding() -> None:
    marked = [changed(entry, copied=True) for entry in ORIGIN[1:4]]
    result = audit(rechained([ORIGIN[0], *marked, *ORIGIN[4:]]))
    assert [entry for entry, kind in found(result, "tampered") if kind == "origin"] == [2]
