"""The struct judges an action. It takes nothing that the schema, which words the faults, would refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from marshmallow import ValidationError

from domain.games import REGISTRY
from domain.kernel import Game
from service.schemas.fields import action_in, actions_of
from tests.support.recorded import library

ODD = (None, True, 0, 1, -1, 1.5, (1 << 53) - 1, "", "x", "red\n", "Ä", " ", [], [None], {}, {"x": 1}, [[1]])
BESIDE = {
    "action_id": "a-1",
    "moved_at": "2026-11-23T10:00:00Z",
    "chance": "drawn",
    "against_rules": True,
    "reason": "So it was.",
}
MOST_OF_A_KIND = 3


def sound(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """Some recorded actions of each kind, and each once more with all that may stand beside it."""
    seen: dict[tuple[str, ...], int] = {}
    for path in library(game.key):
        for action in map(json.loads, path.read_text().splitlines()[1:]):
            shape = (action["type"], *sorted(action))
            seen[shape] = seen.get(shape, 0) + 1
            if seen[shape] <= MOST_OF_A_KIND:
                yield action
                yield action | BESIDE


def varied(value: Any) -> Iterator[Any]:
    """The value with one thing in it replaced, left out, doubled, or added."""
    yield from ODD
    if isinstance(value, dict):
        yield value | {"unheard_of": 1}
        for name, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            yield from (value | {name: other} for other in varied(inner))
    if isinstance(value, list):
        yield [*value, *value]
        for place, inner in enumerate(value[:4]):
            yield value[:place] + value[place + 1 :]
            yield from ([*value[:place], other, *value[place + 1 :]] for other in varied(inner))


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_what_the_struct_takes_the_schema_takes(game: Game[Any]) -> None:
    schema, taken, refused = actions_of(game), 0, 0
    tried: set[str] = set()
    for action in sound(game):
        for body in (action, *varied(action)):
            if (spelled := json.dumps(body)) in tried:
                continue
            tried.add(spelled)
            try:
                command = action_in(game, body)
            except ValidationError:
                refused += 1
            except msgspec.ValidationError:
                schema.load(body)
            else:
                taken += 1
                schema.load(body)
                assert msgspec.to_builtins(command.action)["type"] == body["type"]
    assert taken > len(game.actions)
    assert refused > taken


def test_a_name_that_ends_with_a_newline_is_refused() -> None:
    game = REGISTRY["time_of_chaos"]
    action = next(action for action in sound(game) if "seat" in action)
    for body in (action | {"seat": action["seat"] + "\n"}, action | {"action_id": "a-1\n"}):
        with pytest.raises(ValidationError):
            action_in(game, body)
