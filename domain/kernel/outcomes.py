"""Outcomes in an action's JSON object: filled in where they were drawn, and left out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import OutcomeOrigin
from domain.kernel.components import canonical
from domain.kernel.messages import Action, Json


def as_json(action: Action) -> dict[str, Json]:
    """The action as its JSON object, in which outcomes can be filled in."""
    built: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(action))
    return built


def spelled_with(action: Action, drawn: Mapping[str, object]) -> bytes:
    """The canonical bytes of the action, with the outcomes that were drawn in their places."""
    if not drawn:
        return canonical(action)
    tree = as_json(action)
    for path, value in drawn.items():
        put(tree, path, msgspec.to_builtins(value))
    return canonical(tree)


def put(tree: Any, path: str, value: Json) -> None:
    """Set the value at a path such as `card` or `effects/0/dice`."""
    *steps, last = path.split("/")
    for step in steps:
        tree = tree[int(step)] if isinstance(tree, list) else tree.setdefault(step, {})
    if isinstance(tree, list):
        tree[int(last)] = value
    else:
        tree[last] = value


def value_at(tree: Json, path: str) -> Json:
    """The value at a path such as `card` or `effects/0/dice`; None where there is none."""
    for step in path.split("/"):
        if isinstance(tree, list):
            tree = tree[int(step)] if step.isdigit() and int(step) < len(tree) else None
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def undrawn(action: Mapping[str, Json], outcomes: Sequence[OutcomeOrigin]) -> dict[str, Json]:
    """The action as it was asked for: without the outcomes that the engine drew."""
    tree: dict[str, Json] = msgspec.json.decode(canonical(action))
    for outcome in outcomes:
        if outcome.source == "drawn":
            *steps, last = outcome.field.split("/")
            place: Any = tree
            for step in steps:
                place = place[int(step)] if isinstance(place, list) else place[step]
            if isinstance(place, list):
                place[int(last)] = None
            else:
                place.pop(last, None)
    return tree
