"""The story of a session: an entry as one line of text, the same wherever it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.statistics import Moment
from domain.kernel.telling import entry_in_words
from domain.kernel.words import Naming, text_of

FLAG = "⚑"
TAKEN_BACK = "(taken back)"


def line(game: Game[Any], shown: Mapping[str, Json], naming: Naming) -> str:
    """An entry, as it is shown with `live`, in one line: its number, its marks, its words, what follows.

    `⚑` marks what was recorded against rules, which are named, by hand, or as a correction.
    """
    words = entry_in_words(game, shown, naming)
    marks = [] if shown.get("live", True) else [TAKEN_BACK]
    if words.tone == "flag":
        broken = ", ".join(shown.get("broken") or ())
        marks.append(f"{FLAG} against {broken}:" if broken else FLAG)
    said = " ".join(map(text_of, (words.says, *words.effects)))
    return " ".join((f"№ {shown['number']}", *marks, on_one_line(said)))


def heading(moment: Moment) -> str | None:
    """The heading of what happens at this moment; None before the first round, and where none are counted."""
    return f"Round {moment.round}" if moment.round else None


def on_one_line(text: str) -> str:
    """What people wrote, without breaks and without signs that a terminal would obey."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
