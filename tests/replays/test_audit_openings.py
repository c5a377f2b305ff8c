"""What an audit says of the opening of a log, and of the table as it stands there."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from domain.kernel import Rejected
from domain.kernel.engine.entries import StoredEntry
from replays.findings import Audit
from replays.library import Library
from tests.replays.test_audit import audit, found
from tests.support.replays.logs import GAME, changed, rechained, recorded_log


@pytest.fixture(scope="module")
def stored() -> list[StoredEntry]:
    return recorded_log(actions=10).stored


def under(stored: list[StoredEntry], **rules: Any) -> Audit:
    """The audit where these rules of the game are others."""
    return audit(stored, library=Library(games={GAME.key: dataclasses.replace(GAME, **rules)}))


def test_an_opening_alone_passes(stored: list[StoredEntry]) -> None:
    result = audit(stored[:1])
    assert (result.entries, result.derived, result.drawn, result.findings) == (1, 0, 0, ())


def test_without_an_opening_nothing_is_derived(stored: list[StoredEntry]) -> None:
    result = audit(stored[1:])
    assert (result.entries, result.derived, result.drawn) == (len(stored) - 1, 0, 0)
    assert (1, "no_opening") in found(result, "diverges")


def test_an_opening_that_says_to_be_a_later_entry_is_none(stored: list[StoredEntry]) -> None:
    forged = rechained([changed(stored[0], number=2), *stored[1:]])
    assert (1, "no_opening") in found(audit(forged), "diverges")


def test_an_opening_that_todays_rules_refuse_is_told_at_the_opening(stored: list[StoredEntry]) -> None:
    def refuse(*given: Any) -> None:
        raise Rejected("TC-999", "Nobody sits down any more.")

    assert found(under(stored, admit=refuse), "diverges") == [(1, "rejected")]


def begun(state: Any) -> bool:
    return GAME.moment(state).turn >= 1


def test_an_opening_that_breaks_an_invariant_is_told_though_it_heals(stored: list[StoredEntry]) -> None:
    result = under(stored, invariants=lambda state: [] if begun(state) else ["nobody's turn"])
    assert found(result, "diverges") == [(1, "invariant")]


def test_a_breach_by_the_rules_themselves_is_told_also_near_the_end(stored: list[StoredEntry]) -> None:
    result = under(stored, invariants=lambda state: ["somebody's turn"] if begun(state) else [])
    ((entry, kind),) = found(result, "diverges")
    assert kind == "invariant"
    assert 1 < entry <= len(stored)


def test_a_breach_that_was_taken_back_is_told(stored: list[StoredEntry]) -> None:
    log = recorded_log(actions=10)
    log.draft.retract(2, "once more", log.stamp(), exposed=False)
    fragile = {"invariants": lambda state: ["somebody's turn"] if begun(state) else []}
    assert found(under(log.stored, **fragile), "diverges") == found(under(stored, **fragile), "diverges")
