"""Broken invariants: what the table breaks, and what of it an entry broke.

A game tells a violation in a sentence, the same one as long as it lasts, the numbers in it aside: play
goes on around it and changes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.kernel.game import Game

_NUMBER = re.compile(r"(?<![\w-])-?\d+(?![\w-])")
"""A number that stands alone: those of a seat or a tile are part of a name."""


def violations(game: Game[Any], state: Any) -> dict[str, str]:
    """What the table breaks: what tells a violation from others → its sentence."""
    try:
        sentences = game.invariants(state)
    except Exception:
        sentences = ["the invariants cannot be checked on this table"]
    return {_without_numbers(sentence): sentence for sentence in sentences}


def new_violations(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The sentences of what is broken after and was not before."""
    return [sentence for violation, sentence in after.items() if violation not in before]


def _without_numbers(sentence: str) -> str:
    """The sentence with `#` for its numbers; the number of the invariant, before the colon, stays."""
    number, colon, words = sentence.partition(":")
    return number + colon + _NUMBER.sub("#", words)
