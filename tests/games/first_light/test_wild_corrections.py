"""Whatever a correction makes true, the session can be counted."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from domain.games.first_light import GAME
from domain.kernel import TRUTH
from domain.kernel.session import NotComputable
from tests.support.recorded import LIBRARY, STAMP, opened
from tests.support.strategies import Wild, words_of

CORRECTIONS = 200


@pytest.mark.parametrize("count", [0, 12, 40, 80, 165])
def test_a_wild_correction_is_refused_or_leaves_a_session_that_can_be_counted(count: int):
    recorded = (LIBRARY / "first_light" / "bots-2p-ai-101.jsonl").read_text().splitlines()
    opening, *actions = map(json.loads, recorded)
    _, draft = opened(GAME, opening)
    for action in actions[:count]:
        draft.record(action, STAMP, None)
    random, position, accepted = Random(count), draft.position, 0
    words = sorted(set(words_of(json.loads(msgspec.json.encode(GAME.view(position.state, TRUTH))))))
    wild = Wild(random, [*words, *("red", "blue") * 6])
    for _ in range(CORRECTIONS):
        draft.position = position
        fact = wild.struct(random.choice(GAME.facts))
        try:
            draft.correct([msgspec.to_builtins(fact)], "a wild one", STAMP)
        except NotComputable:
            continue
        accepted += 1
        tally, after = GAME.statistics.start(position.state), GAME.evolve(position.state, fact)
        GAME.statistics.observe(tally, position.state, fact, after)
        list(GAME.statistics.rows(tally, after))
    assert accepted
