"""Corrections under audit and in forks: each is found at its own entry and at the one that it corrects."""

from __future__ import annotations

from domain.kernel.engine.entries import Corrected, StoredEntry
from replays.audit import audit_session
from replays.findings import Audit
from replays.fork import fork
from tests.support.replays.logs import (
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    Log,
    changed,
    eventful_log,
    rechained,
    recorded_log,
    session_of,
)

stamp = recorded_log(actions=0).stamp
FORGOTTEN = [{"fact": "penalty_taken", "seat": "blue"}]


def audit(stored: list[StoredEntry], **more: object) -> Audit:
    return audit_session(stored, LIBRARY, session_of(stored), **more)  # type: ignore[arg-type]


def ends(result: Audit) -> list[tuple[int | None, str, int | None]]:
    """Where corrections were found, and what stands at the other end."""
    kinds = ("correction", "corrected", "about")
    return [(f.entry, f.kind, f.other_entry) for f in result.findings if f.kind in kinds]


def corrected_log() -> Log:
    """Eight actions; entry 10 is a note, 11 corrects entry 5, 12 corrects that correction, 13 the opening."""
    log = recorded_log(actions=8)
    log.draft.note("was that so?", log.stamp(), about=5)
    for about in (5, 11, 1):
        log.draft.correct(FORGOTTEN, "forgotten", log.stamp(), about=about)
    return log


def test_a_correction_is_found_at_both_entries_and_the_audit_passes() -> None:
    result = audit(corrected_log().stored)
    assert result.passed
    assert ends(result) == [
        (1, "corrected", 13),
        (5, "corrected", 11),
        (11, "correction", 5),
        (11, "corrected", 12),
        (12, "correction", 11),
        (13, "correction", 1),
    ]
    assert {f.message for f in result.findings if f.other_entry} == {"forgotten"}


def test_a_correction_that_names_nothing_is_found_as_it_always_was() -> None:
    result = audit(eventful_log().stored)
    assert ends(result) == [(11, "correction", None)]


def test_a_forged_log_that_corrects_what_cannot_be_corrected_diverges() -> None:
    stored = corrected_log().stored
    for about in (-1, 0, 10, 11, 12, 99, 10**18):
        forged = rechained([*stored[:10], changed(stored[10], about=about)])
        result = audit(forged)
        assert not result.passed
        assert ends(result) == [(11, "correction", None), (11, "about", None)]


def test_a_log_that_corrects_what_was_taken_back_diverges() -> None:
    log = recorded_log(actions=8)
    log.draft.retract(4, "too fast", log.stamp(), exposed=False)
    log.draft.correct(FORGOTTEN, "forgotten", log.stamp(), about=4)
    stored = log.stored
    assert audit(stored).passed
    assert not audit(rechained([*stored[:-1], changed(stored[-1], about=5)])).passed


def test_a_fork_names_its_own_copies_whatever_was_left_out_before_them() -> None:
    stored = corrected_log().stored
    made = fork(stored, LIBRARY, 13, OTHER_SESSION, SECRET, stamp)
    copies = [entry for entry in made.entries if isinstance(entry, Corrected)]
    assert [(copy.number, copy.about) for copy in copies] == [(10, 5), (11, 10), (12, 1)]
    result = audit(list(made.stored), origin=lambda session: stored)
    assert result.passed
    assert (10, "correction", 5) in ends(result)
    again = fork(made.stored, LIBRARY, 12, OTHER_SESSION[:-1] + "9", SECRET, stamp)
    assert audit(list(again.stored), origin=lambda session: made.stored).passed


def test_a_copy_that_names_another_entry_or_none_is_not_the_origins() -> None:
    stored = corrected_log().stored
    copies = list(fork(stored, LIBRARY, 13, OTHER_SESSION, SECRET, stamp).stored)
    for about in (4, None):
        forged = rechained([*copies[:9], changed(copies[9], about=about), *copies[10:]])
        result = audit(forged, origin=lambda session: stored)
        assert [(f.entry, f.kind) for f in result.findings if f.severity == "tampered"] == [(10, "origin")]
