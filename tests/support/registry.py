"""Whether the registered games can be loaded and are sound: looked at once, before any test."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

from domain.kernel.selfcheck.declarations import Unsound, check_game, structural_faults

ROOT = Path(__file__).parents[2]


def fault_of_the_registry() -> str | None:
    """Why the registry cannot be used, in a sentence that names the place; None: it can."""
    try:
        from domain.games import REGISTRY
    except Exception as error:
        return f"The games cannot be loaded. {_place(error)}: {error}"
    for game in REGISTRY.values():
        if faults := list(structural_faults(game)):
            return str(Unsound(game.key, faults))
    return None


def fault_in_play(concerned: Callable[[str], bool]) -> str | None:
    """What goes wrong in a trial game of the concerned ones; None: nothing."""
    from domain.games import REGISTRY

    try:
        for key, game in REGISTRY.items():
            if concerned(key):
                check_game(game)
    except Unsound as unsound:
        return str(unsound)
    return None


def _place(error: Exception) -> str:
    """The innermost line of the checkout that the error came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if str(ROOT) in frame.filename]
    last = frames[-1]
    return f"{Path(last.filename).relative_to(ROOT)}, line {last.lineno}"
