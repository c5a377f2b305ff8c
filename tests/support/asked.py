"""What the rules ask the table to roll or draw for an action, one outcome after another."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from itertools import pairwise
from typing import Any

from domain.kernel import TRUTH, Chance, Game, Rejected, Viewer
from domain.kernel.chance import Undeclared
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import asked_outcome
from domain.kernel.game import decide
from domain.kernel.offers import Domain, Several, admits

MOST_ASKED = 200


def next_asked(
    game: Game[Any], state: Any, action: Mapping[str, Any], viewer: Viewer = TRUTH
) -> tuple[str, Domain] | None:
    """The path and the values of the outcome that is asked for; None: the action is complete.

    Raises `Rejected` where the rules refuse it.
    """
    try:
        decide(game, state, codec_of(game).action(action), Chance())
    except Undeclared as missing:
        return missing.field or "", asked_outcome(game, state, action, missing, viewer)
    return None


def filled(action: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The action with a value at a path; a list grows at its end."""
    made = deepcopy(dict(action))
    at: Any = made
    for step, following in pairwise(path.split("/")):
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, [] if following.isdigit() else {})
    if isinstance(at, list):
        at.append(value)
    else:
        at[path.rpartition("/")[2]] = value
    return made


def is_as_asked(game: Game[Any], state: Any, action: Mapping[str, Any], outcomes: set[str]) -> bool:
    """Whether these members of the action hold what is asked for one after another, and nothing else.

    From the first of them that is left out on, all are left to chance. The rest of the action must be one
    that is accepted.
    """
    made = {name: value for name, value in action.items() if name not in outcomes}
    whole = {name: value for name, value in action.items() if value or name not in outcomes}
    for _ in range(MOST_ASKED):
        asked = next_asked(game, state, made)
        if asked is None:
            return made == action or (made == whole and _takes(game, state, action))
        path, domain = asked
        if path.partition("/")[0] not in whole:
            return made == action or (made == whole and _takes(game, state, action))
        value = _at(action, path)
        if isinstance(value, list) and isinstance(domain, Several):
            value = value[: domain.most]
        if value is None or not admits(domain, value):
            return False
        made = filled(made, path, value)
    raise AssertionError(f"{action['type']} is asked for without end")


def _takes(game: Game[Any], state: Any, action: Mapping[str, Any]) -> bool:
    """Whether the rules take the action as it stands: with outcomes that are named and empty."""
    try:
        return next_asked(game, state, action) is None
    except Rejected:
        return False


def _at(action: Mapping[str, Any], path: str) -> Any:
    """What stands at the path; None: nothing."""
    at: Any = action
    for step in path.split("/"):
        if isinstance(at, list):
            at = at[int(step)] if int(step) < len(at) else None
        else:
            at = at.get(step) if isinstance(at, dict) else None
    return at
