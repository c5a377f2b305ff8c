"""An entry that cannot be applied: no projection is told of it, and each says why it stopped."""

from __future__ import annotations

import pytest

from domain.kernel.engine.views import read_entry
from tests.support.replays.logs import GAME, OFF_THE_BOARD, SESSION, changed, recorded_log
from workers.folded_sessions import follow, opened_at
from workers.projections.sessions import SessionsProjection

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("members", "reason"),
    [({"facts": [OFF_THE_BOARD]}, "nowhere"), ({"kind": "dreamt"}, ""), ({"number": 7}, "entry 7")],
)
def test_what_cannot_be_applied_is_no_step(members: dict[str, object], reason: str) -> None:
    log, sessions = recorded_log(actions=1), SessionsProjection()
    folded, _ = opened_at(log.session, [sessions])
    stored = changed(log.stored[1], **members)
    entry = read_entry(GAME, SESSION, 2, stored.topic, stored.body)
    assert follow(folded, entry, stored.digest, [sessions], lambda first, last: iter(log.entries)) is None
    assert folded.broken[sessions.name].startswith("entry 2 cannot be followed: ")
    assert reason in folded.broken[sessions.name]
    assert folded.updated == log.opened.at


def test_what_can_be_applied_is_one() -> None:
    log, sessions = recorded_log(actions=1), SessionsProjection()
    folded, _ = opened_at(log.session, [sessions])
    step = follow(
        folded, log.entries[1], log.stored[1].digest, [sessions], lambda first, last: iter(log.entries)
    )
    assert step is not None
    assert (step.entry, folded.broken) == (log.entries[1], {})
