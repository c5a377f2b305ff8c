"""Whatever a correction makes true, the session stays readable: entries, views, statistics, refusals."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, TRUTH, Chance, Fact, Rejected, Viewer
from domain.kernel.engine.views import entry_view, knowledge_view, state_view
from domain.kernel.game import decide
from domain.kernel.session import NotComputable, UnitOfWork
from tests.support.recorded import STAMP, library, opened
from tests.support.strategies import Wild, words_of

CORRECTIONS = 150
ACTIONS_AFTER = 6


def begun(stem: str, count: int) -> tuple[tuple[str, ...], UnitOfWork]:
    """A recorded game up to an entry."""
    path = next(path for path in library("chaosmos") if path.stem == stem)
    opening, *actions = map(json.loads, path.read_text().splitlines())
    session, draft = opened(GAME, opening)
    for action in actions[:count]:
        draft.record(action, STAMP, None)
    return tuple(seat["seat"] for seat in session.opened.seats), draft


def all_is_readable(draft: UnitOfWork, seats: tuple[str, ...]) -> None:
    state = draft.position.state
    for viewer in (PUBLIC, TRUTH, *map(Viewer, seats)):
        assert msgspec.json.encode(entry_view(GAME, draft.entries[-1], viewer, state))
        assert msgspec.json.encode(state_view(GAME, state, viewer))
        knowledge_view(GAME, state, viewer)
    assert GAME.moment(state)


def counted(before: Any, facts: tuple[Fact, ...]) -> None:
    """The statistics of a session that holds these facts."""
    tally = GAME.statistics.start(before)
    for fact in facts:
        after = GAME.evolve(before, fact)
        GAME.statistics.observe(tally, before, fact, after)
        for series in GAME.series:
            list(series.points(before, (fact,), after))
        before = after
    list(GAME.statistics.rows(tally, before))


@pytest.mark.parametrize("count", [0, 3, 12, 60, 97, 110])
def test_a_wild_correction_is_refused_or_leaves_a_session_that_can_be_read(count: int):
    seats, draft = begun("demo-2p-two-001", count)
    random = Random(count)
    words = sorted(set(words_of(json.loads(msgspec.json.encode(GAME.view(draft.position.state, TRUTH))))))
    wild = Wild(random, [*words, *seats * 6])
    position, accepted = draft.position, 0
    for _ in range(CORRECTIONS):
        draft.position = position
        fact = wild.struct(random.choice(GAME.facts))
        try:
            draft.correct([msgspec.to_builtins(fact)], "a wild one", STAMP)
        except NotComputable:
            continue
        accepted += 1
        all_is_readable(draft, seats)
        counted(position.state, (fact,))
        for _ in range(ACTIONS_AFTER):
            action = wild.action(GAME.actions)
            try:
                decide(GAME, draft.position.state, action, Chance(lambda n, _: random.randrange(n)))
            except Rejected:
                continue
    assert accepted
