"""How the words of any game are read in tests: an entry just recorded, and every text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import Action, Fact, Game, Naming, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.session.rendering import entry_in_words
from domain.kernel.ui.words import EntryWords

NOT_READ = (
    "id",
    "place",
    "piece",
    "seat",
    "owner",
    "start",
    "end",
    "color",
    "icon",
    "kind",
    "tone",
    "group",
    "of",
)
"""Members that hold names of the code, which nobody reads."""
MARK = "qz"
"""Stands in every id of a marked set that may be called as its maker likes, and in no word."""


def recorded_entry(
    game: Game[Any], action: Mapping[str, Any] | Action, facts: Iterable[Fact], viewer: Viewer, naming: Naming
) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts; as JSON, as it is served."""
    done = codec_of(game).action(action) if isinstance(action, Mapping) else action
    shown = {
        "kind": "recorded",
        "action": game.action_view(done, viewer),
        "facts": [view for fact in facts if (view := game.fact_view(fact, viewer)) is not None],
        "broken": [],
        "by_hand": False,
    }
    return entry_in_words(game, msgspec.to_builtins(shown), naming, strict=True)


def texts_of(*told: Any) -> Iterator[str]:
    """Every text for people in words and boards."""
    for value in msgspec.to_builtins(told):
        yield from _texts_in(value)


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in NOT_READ:
                yield from _texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)
    elif isinstance(value, str):
        yield value


def must_hold_no_code(*told: Any) -> None:
    """No id of a marked set, no `None` and no name of the code is read in words and boards."""
    for text in texts_of(*told):
        assert MARK not in text, text
        assert "None" not in text, text
        assert "_" not in text, text
