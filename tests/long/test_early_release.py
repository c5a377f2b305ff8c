"""The campaign of early release in small, with the controls that must fail."""

from __future__ import annotations

import pytest

from tests.support.long import early_release
from tests.support.long.early_release import follows, kills

FEW_ENTRIES = 25


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early_release, "MOST_ANSWERS_BETWEEN", 120)


def test_what_was_answered_survives_the_death_of_the_database() -> None:
    figures, faults = kills(2, 1, waits=True)
    assert faults == []
    (figure,) = figures.values()
    times, answered, lost = figure.split(", ")
    assert (times, lost) == ("2", "0")
    assert int(answered) > 0


def test_without_the_wait_what_was_answered_is_lost() -> None:
    figures, faults = kills(1, 1, waits=False)
    assert faults == []
    assert int(next(iter(figures.values())).split(", ")[-1]) > 0


def test_a_follower_skips_nothing_while_commits_are_delayed() -> None:
    figures, faults = follows(1, locks=True, entries=FEW_ENTRIES)
    assert faults == []
    assert (
        next(iter(figures.values())) == f"{FEW_ENTRIES * early_release.PROCESSES * early_release.SESSIONS}, 0"
    )


def test_without_the_lock_a_follower_skips() -> None:
    figures, faults = follows(1, locks=False, entries=FEW_ENTRIES)
    assert faults == []
    assert int(next(iter(figures.values())).split(", ")[-1]) > 0


def test_a_control_that_does_not_fail_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early_release, "_take_the_lock_out", lambda connection: None)
    _, faults = follows(1, locks=False, entries=1)
    assert faults == ["nothing was skipped without the lock: this campaign proves nothing"]
