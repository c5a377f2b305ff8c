"""The audit looks at every table that nobody vouches for: a fault is found though the next entry mends it."""

from __future__ import annotations

import dataclasses
from typing import Any

from domain.kernel import Rejected
from replays.audit import audit_session
from replays.library import Library
from tests.support.replays.logs import GAME, SESSION, Log, lines, recorded_log

ENDS_TURN_1 = 10
"""The action of the recorded game with which its second turn begins."""


def begin_turn(log: Log, turn: int, why: str) -> None:
    fact = {"fact": "turn_began", "seat": "blue", "turn": turn}
    log.draft.correct([fact], why, log.stamp())


def breaches_found(log: Log, **rules: Any) -> list[tuple[str, int | None]]:
    """What is found of an invariant that the second turn breaks and the third mends."""
    fragile = dataclasses.replace(
        GAME, invariants=lambda state: ["turn 2"] if GAME.moment(state).turn == 2 else [], **rules
    )
    audit = audit_session(log.stored, Library(games={GAME.key: fragile}), SESSION)
    return [(found.severity, found.entry) for found in audit.findings if found.kind == "invariant"]


def forbidden(*asked: Any) -> Any:
    raise Rejected("TC-999", "Nobody does this.")


def test_a_fault_of_an_entry_that_the_rules_do_not_give_is_found() -> None:
    log = recorded_log(actions=ENDS_TURN_1)
    begin_turn(log, 3, "the second turn was none")
    assert breaches_found(log, decide=forbidden) == [("diverges", ENDS_TURN_1 + 1)]


def test_a_fault_of_the_rules_at_a_corrected_table_is_found() -> None:
    """What the rules make of a table that they did not make is vouched for by nobody."""
    log = recorded_log(actions=ENDS_TURN_1 - 1)
    begin_turn(log, 5, "we had miscounted")
    log.draft.retract(ENDS_TURN_1, "no, we had not", log.stamp(), exposed=False)
    log.record(lines()[ENDS_TURN_1])
    begin_turn(log, 3, "the second turn was none")
    assert breaches_found(log) == [("against_rules", ENDS_TURN_1 + 3)]


def test_a_fault_of_a_correction_is_found() -> None:
    log = recorded_log(actions=ENDS_TURN_1 - 1)
    begin_turn(log, 2, "we had miscounted")
    begin_turn(log, 3, "and again")
    assert breaches_found(log) == [("against_rules", ENDS_TURN_1 + 1)]
