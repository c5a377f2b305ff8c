"""The lines that a new game gets in files that tell of every game: registry, README, index of documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from domain.game_template import GAME as TEMPLATE
from service.new_games.naming import NewGame, NewGameRefused

REGISTRY = Path("domain/games/__init__.py")
README = Path("README.md")
DOCUMENTS = Path("docs/README.md")
RULEBOOK = Path("domain", TEMPLATE.key, "RULEBOOK.md")

KEYS = re.compile(r"^KEYS = \(\n(?:    .*\n)*(?=\)$)", re.MULTILINE)
ROWS = re.compile(r"(?:^\| \*.*\* \(`\w+`\) \|.*\|\n)+", re.MULTILINE)
PAGES = re.compile(r"the page of your game: [^|\n]*\)(?= \|$)", re.MULTILINE)
RULE = re.compile(rf"^\| {TEMPLATE.prefix}-\d+ \|", re.MULTILINE)


def listed(root: Path, game: NewGame) -> dict[Path, str]:
    """Each file, relative to the checkout, with the game in it. Raises `NewGameRefused`, `OSError`."""
    additions: dict[Path, tuple[re.Pattern[str], Callable[[], str]]] = {
        REGISTRY: (KEYS, lambda: f'    "{game.key}",\n'),
        README: (ROWS, lambda: _row(root, game)),
        DOCUMENTS: (PAGES, lambda: f", [{game.title}](games/{game.key}.md)"),
    }
    changed = {}
    for file, (place, addition) in additions.items():
        text = (root / file).read_text("utf-8")
        found = place.search(text)
        if found is None:
            raise NewGameRefused(
                f"{file} has no list of games to add this one to: nothing is like {place.pattern}"
            )
        changed[file] = f"{text[: found.end()]}{addition()}{text[found.end() :]}"
    return changed


def _row(root: Path, game: NewGame) -> str:
    """The game's row in the README's table: title, seats, rules, page and rulebook."""
    seats = f"{min(TEMPLATE.seat_counts)}–{max(TEMPLATE.seat_counts)}"
    rules = len(RULE.findall((root / RULEBOOK).read_text("utf-8")))
    papers = f"[page](docs/games/{game.key}.md), [rulebook](domain/games/{game.key}/RULEBOOK.md)"
    return f"| *{game.title}* (`{game.key}`) | {seats} | {rules} | {papers} |\n"
