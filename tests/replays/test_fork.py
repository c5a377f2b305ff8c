"""Forks: a copy of what stood, under a secret of its own, proven in its origin."""

from __future__ import annotations

import pytest

from domain.kernel.chance import commitment, keyed_draws
from domain.kernel.engine.entries import Corrected, Recorded
from domain.kernel.messages import TRUTH
from domain.kernel.session import NotLive, UnitOfWork
from replays.audit import audit_session
from replays.cursor import Cursor
from replays.fork import fork
from tests.support.replays.logs import (
    GAME,
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    drawn_log,
    eventful_log,
    recorded_log,
)

stamp = recorded_log(actions=0).stamp


@pytest.mark.parametrize("after", [1, 2, 9, 10, 11, 12, 16, 17])
def test_the_table_is_the_one_that_stood_after_the_entry(after: int) -> None:
    stored = eventful_log().stored
    made = fork(stored, LIBRARY, after, OTHER_SESSION, SECRET, stamp)
    origin = Cursor.over(stored, LIBRARY)
    origin.at(after)
    assert GAME.view(made.session.state, TRUTH) == origin.view()
    assert made.session.state == origin.state
    again = Cursor.over(made.stored, LIBRARY)
    assert again.state == origin.state


def test_says_where_it_came_from_and_marks_what_it_copied() -> None:
    stored = eventful_log().stored
    made = fork(stored, LIBRARY, 11, OTHER_SESSION, SECRET, stamp)
    origin = made.session.opened.forked_from
    assert origin is not None
    assert (origin.session, origin.number, origin.digest) == (
        eventful_log().session.id,
        11,
        stored[10].digest,
    )
    assert made.session.opened.commitment == commitment(SECRET)
    copies = made.entries[1:]
    assert [type(entry) for entry in copies] == [Recorded] * 8 + [Corrected]
    assert all(entry.copied for entry in copies if isinstance(entry, Recorded | Corrected))
    assert [entry.number for entry in made.entries] == list(range(1, 11))


def test_draws_with_its_own_secret_from_the_first_number() -> None:
    made = fork(drawn_log(), LIBRARY, 1, OTHER_SESSION, SECRET, stamp)
    assert made.session.position.draws == 0
    draft = UnitOfWork(made.session, lambda first, last: made.entries[first - 1 : last])
    recorded, _ = draft.record({"type": "lay_out_tiles"}, stamp(), keyed_draws(SECRET, OTHER_SESSION))
    assert recorded.outcomes[0].first_draw == 0
    draft.close("abandoned", SECRET.hex(), stamp())
    result = audit_session(
        [*made.stored, *draft.stored], LIBRARY, OTHER_SESSION, origin=lambda session: drawn_log()
    )
    assert result.findings == ()
    assert result.drawn == 1


def test_a_fork_of_a_fork_stands_on_its_own() -> None:
    first = fork(eventful_log().stored, LIBRARY, 11, OTHER_SESSION, SECRET, stamp)
    second = fork(first.stored, LIBRARY, 5, "01890a5d-ac96-774b-bcce-b302099a8059", SECRET, stamp)
    assert second.session.opened.forked_from is not None
    assert second.session.opened.forked_from.session == OTHER_SESSION
    origin = Cursor.over(first.stored, LIBRARY)
    assert second.session.state == (origin.at(5), origin.state)[1]


def test_members_of_the_opening_that_are_no_part_of_the_game_may_differ() -> None:
    changes = {"visibility": "public", "tags": ("what if",)}
    made = fork(eventful_log().stored, LIBRARY, 3, OTHER_SESSION, SECRET, stamp, changes)
    assert made.session.opened.visibility == "public"
    assert made.session.opened.tags == ("what if",)


@pytest.mark.parametrize("after", [0, -1, 18])
def test_there_must_be_such_an_entry(after: int) -> None:
    with pytest.raises(NotLive):
        fork(eventful_log().stored, LIBRARY, after, OTHER_SESSION, SECRET, stamp)
