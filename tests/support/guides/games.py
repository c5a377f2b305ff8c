"""What the page of a game lists of its statistics: `python -m tests.support.guides.games` writes it.

A table of the measures of a seat, one of those of a session, from their declarations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domain.game_template import GAME as TEMPLATE
from domain.games import GAMES
from domain.kernel import Game, Measure
from tests.support.documents import ROOT, TEMPLATE_PAGE

HEADING = "Measures across sessions"
TITLES = {"seat": "Per seat", "session": "Per session"}
HEAD = "| measure | unit | grouped by | meaning |\n|---|---|---|---|\n"
LISTED = re.compile(rf"(?<=\n)### (?:{'|'.join(TITLES.values())})\n.*?(?=\n## )", re.DOTALL)
"""All that is written anew of a page."""


def page_of(game: Game[Any]) -> Path:
    """The document that tells of the game."""
    return TEMPLATE_PAGE if game is TEMPLATE else ROOT / "docs" / "games" / f"{game.key}.md"


def listed(game: Game[Any]) -> str:
    """The part of its page that lists the measures of its own; docs/api.md tells of those of every game."""
    parts = []
    for per, title in TITLES.items():
        measures = [measure for measure in game.statistics.measures if measure.per == per]
        if measures:
            shared = _shared(measures)
            intro = f"Each can be grouped by {_names(shared)}.\n\n" if shared else ""
            rows = "".join(_row(measure, shared) for measure in measures)
            parts.append(f"### {title}\n\n{intro}{HEAD}{rows}")
    return "\n".join(parts)


def _shared(measures: Sequence[Measure]) -> list[str]:
    """What all of several measures can be grouped by."""
    if len(measures) == 1:
        return []
    every = [set(measure.dimensions) for measure in measures]
    return [name for name in measures[0].dimensions if all(name in one for one in every)]


def _row(measure: Measure, shared: Sequence[str]) -> str:
    by = _names([name for name in measure.dimensions if name not in shared])
    meaning = measure.meaning.replace("|", "\\|")
    return f"| `{measure.key}` | {measure.unit} | {by} | {meaning} |\n"


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def main() -> None:
    """Write the tables of every page anew."""
    for game in (*GAMES, TEMPLATE):
        page = page_of(game)
        text = page.read_text("utf-8")
        if LISTED.search(text):
            written = LISTED.sub(lambda _, game=game: listed(game), text, count=1)  # type: ignore[misc]
        else:
            before, heading, after = text.partition(f"\n## {HEADING}")
            section, rest = after[: after.index("\n## ")], after[after.index("\n## ") :]
            written = f"{before}{heading}{section.rstrip()}\n\n{listed(game)}{rest}"
        page.write_text(written, "utf-8")


if __name__ == "__main__":
    main()
