"""Component sets: named by the hash of their canonical content."""

from __future__ import annotations

import json

from domain.games import REGISTRY
from domain.kernel.components import canonical, content_hash
from domain.kernel.session.opening import load_components


def test_the_name_does_not_depend_on_spelling():
    document = REGISTRY["time_of_chaos"].demo_sets()["demo"]
    respelled = json.loads(json.dumps(dict(reversed(list(document.items()))), indent=3))
    assert content_hash(respelled) == content_hash(document)
    assert canonical({"b": 1, "a": [1, "ä"]}) == '{"a":[1,"ä"],"b":1}'.encode()


def test_one_changed_value_is_another_set():
    document = REGISTRY["time_of_chaos"].demo_sets()["demo"]
    assert content_hash({**document, "edition": "other"}) != content_hash(document)


def test_every_demo_set_is_valid_and_can_say_what_is_invented():
    """Whether there is anything to say differs: the tests of a game look at what it says."""
    for game in REGISTRY.values():
        for document in game.demo_sets().values():
            components = load_components(game, document)
            assert all(isinstance(part, str) and part for part in components.invented)
            assert components.game == game.key
