"""Whatever the rules accept is offered: tried with offered actions of which one member is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.state import State
from domain.kernel import TRUTH, Action, Chance, Rejected
from domain.kernel.chance import as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import open_offers
from domain.kernel.game import decide
from domain.kernel.offers import covers, sample_action
from tests.support.recorded import LIBRARY, STAMP, opened
from tests.support.strategies import Wild, words_of

STATES = 120


def states_of(name: str, random: Random) -> Iterator[State]:
    """Some tables of a recorded game."""
    opening, *actions = map(json.loads, (LIBRARY / "chaos_order" / f"{name}.jsonl").read_text().splitlines())
    _, draft = opened(GAME, opening)
    chosen = {*random.sample(range(len(actions)), STATES)}
    for number, action in enumerate(actions):
        if number in chosen:
            yield draft.position.state
        draft.record(action, STAMP, None)


def mangled(action: Action, wild: Wild, random: Random) -> dict[str, Any] | None:
    """The action with another member, in its normal form."""
    field = random.choice(action.__struct_fields__)
    value = getattr(wild.struct(type(action)), field)
    if isinstance(value, int) or value is None:
        value = random.choice((value, 0, 1, 2, 3, None))
    try:
        changed = codec_of(GAME).action(as_json(msgspec.structs.replace(action, **{field: value})))
    except msgspec.ValidationError:
        return None
    return as_json(changed)


def is_accepted(state: State, action: dict[str, Any], random: Random) -> bool:
    try:
        decide(GAME, state, codec_of(GAME).action(action), Chance(lambda n, _: random.randrange(n)))
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("name", ["demo-3p-105-002", "demo-5p-105-004"])
def test_an_accepted_action_is_offered(name: str):
    random, accepted = Random(6), 0
    for state in states_of(name, random):
        seats = state.clockwise
        words = sorted({*words_of(msgspec.to_builtins(GAME.view(state, TRUTH)))})
        wild = Wild(random, [*words, *seats * 5])
        offers = [offer for seat in (None, *seats) for offer in GAME.offers(state, seat, TRUTH)]
        for offer in open_offers(GAME, state, seats):
            action = codec_of(GAME).action(sample_action(offer, random, declare=True))
            for _ in range(6):
                tried = mangled(action, wild, random)
                if tried is not None and is_accepted(state, tried, random):
                    accepted += 1
                    assert any(covers(one, tried) for one in offers), tried
    assert accepted > STATES
