"""What the catalogue says of a session that is open, over, or given up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.replays.logs import Log, recorded_log
from workers.folded_sessions import follow, opened_at
from workers.projections.sessions import RESULTS, SessionsProjection, closeness, margin

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


def test_a_session_has_results_once_it_is_finished_and_none_again_when_its_end_is_taken_back() -> None:
    log = recorded_log()
    assert [one["seat"] for one in row_of(log)[RESULTS]] == [one["seat"] for one in log.session.opened.seats]
    log.draft.retract(len(log.entries) - 1, "a wrong turn", log.stamp(), exposed=False)
    row = row_of(log)
    assert (row["status"], row[RESULTS], row["minutes"], row["closeness"]) == ("open", [], None, None)


def test_a_session_that_was_closed_as_finished_too_early_has_no_ranks_and_no_length() -> None:
    log = recorded_log(actions=8)
    log.draft.close("finished", log.secret.hex(), log.stamp())
    row = row_of(log)
    assert {(one["rank"], one["won"]) for one in row[RESULTS]} == {(None, False)}
    assert (row["minutes"], row["closeness"]) == (None, None)


def test_a_session_that_was_given_up_has_no_results() -> None:
    log = recorded_log(actions=8)
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    assert row_of(log)[RESULTS] == []


@pytest.mark.parametrize(
    ("scores", "winners", "lead"),
    [
        ({"red": 9, "blue": 4, "green": 7}, ["red"], 2),
        ({"red": 9, "blue": 9}, ["blue"], 0),
        ({"red": 9, "blue": 9, "green": 1}, ["red", "blue"], 0),
        ({"red": 9, "ai": 12}, ["ai"], 3),
        ({"red": 9}, ["red"], None),
        ({"red": None, "blue": None}, ["red"], None),
        ({"red": 1, "blue": 2}, [], None),
    ],
)
def test_closeness_is_the_lead_over_the_next(
    scores: dict[str, float | None], winners: list[str], lead: float | None
) -> None:
    assert closeness(scores, winners) == lead


def test_a_margin_is_to_the_best_of_all_others() -> None:
    scores = {"red": 9.0, "blue": 4.0, "ai": 12.0, "none": None}
    assert {seat: margin(scores, seat) for seat in scores} == {"red": -3, "blue": -8, "ai": 3, "none": None}
    assert margin({"red": 3.0}, "red") is None
