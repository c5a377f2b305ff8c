"""Moves in files, forks and audits: a list of actions stays one move wherever it is read."""

from __future__ import annotations

from domain.kernel.engine.entries import Recorded
from replays.audit import audit_session
from replays.fork import fork
from tests.support.replays.logs import (
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    changed,
    lines,
    moved_log,
    rechained,
    session_of,
)


def moves(entries: object) -> list[int]:
    return [entry.first_of_move for entry in entries if isinstance(entry, Recorded)]  # type: ignore[attr-defined]


def test_a_fork_copies_its_moves_and_the_audit_passes() -> None:
    log = moved_log()
    log.draft.retract(4, "too fast", log.stamp(), exposed=False)
    log.draft.note("well played", log.stamp())
    log.record(lines()[4])
    forked = fork(log.stored, LIBRARY, 8, OTHER_SESSION, SECRET, log.stamp)
    assert moves(log.entries) == [2, 2, 2, 5, 8]
    assert moves(forked.entries) == [2, 2, 2, 5]
    result = audit_session(forked.stored, LIBRARY, OTHER_SESSION, origin=lambda _: log.stored)
    assert result.passed


def test_a_fork_within_a_move_has_its_beginning() -> None:
    log = moved_log()
    assert moves(fork(log.stored, LIBRARY, 3, OTHER_SESSION, SECRET, log.stamp).entries) == [2, 2]


def test_the_audit_finds_a_move_that_does_not_hang_together() -> None:
    stored = moved_log().stored
    assert audit_session(stored, LIBRARY, session_of(stored)).passed
    for entry, named in ((2, 1), (3, 1), (4, 3), (5, 3), (5, 9)):
        forged = rechained(
            [changed(one, move=named) if number == entry else one for number, one in enumerate(stored, 1)]
        )
        found = audit_session(forged, LIBRARY, session_of(stored)).findings
        assert [one.entry for one in found if one.kind == "move"][:1] == [entry]
