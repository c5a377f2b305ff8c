"""What the catalogue says of a session that is open, over, or given up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.replays.logs import Log, recorded_log
from workers.folded_sessions import follow, opened_at
from workers.projections.sessions import SessionsProjection

pytestmark = pytest.mark.unit


def row_of(log: Log) -> dict[str, Any]:
    """The row of a session, folded from its first entry to its last."""
    sessions = SessionsProjection()
    folded, _ = opened_at(log.session, [sessions])
    for entry, stored in zip(log.entries[1:], log.stored[1:], strict=True):
        follow(
            folded, entry, stored.digest, [sessions], lambda first, last: iter(log.entries[first - 1 : last])
        )
    [row] = sessions.sum_up(folded, folded.memories[sessions.name])
    return row


def told(log: Log) -> tuple[object, ...]:
    row = row_of(log)
    return row["status"], row["closed"], bool(row["active"]), bool(row["winners"])


def test_an_open_session_says_who_is_to_act_and_names_no_winner() -> None:
    assert told(recorded_log(actions=8)) == ("open", None, True, False)


def test_a_session_that_was_given_up_waits_for_nobody_and_has_no_winner() -> None:
    log = recorded_log(actions=8)
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    assert told(log) == ("closed", "abandoned", False, False)


def test_a_game_that_is_over_waits_for_nobody_and_has_winners_before_it_is_closed() -> None:
    log = recorded_log()
    assert told(log) == ("finished", None, False, True)
    log.draft.close("finished", log.secret.hex(), log.stamp())
    assert told(log) == ("finished", "finished", False, True)


def test_a_session_that_was_closed_as_finished_too_early_is_finished_without_a_winner() -> None:
    log = recorded_log(actions=8)
    log.draft.close("finished", log.secret.hex(), log.stamp())
    assert told(log) == ("finished", "finished", False, False)
