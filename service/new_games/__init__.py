"""A new game, made from the template in a checkout: rooms, tests, recorded game, page, its line in each list.

The template is a game like any other that stands in no registry: `domain/game_template`, its tests with its
recorded game, its page. A new one is the same files under another key, title and prefix of rule ids.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from service.drafts import replace_file
from service.new_games.listing import REGISTRY, listed
from service.new_games.naming import PLACES, NewGame, NewGameRefused, named

__all__ = ["NewGame", "NewGameRefused", "checkout_at", "make", "named"]

ABOVE_THE_GAMES = ("domain/kernel", "replays", "service", "workers")
"""Code that may name no game."""


def checkout_at(folder: Path) -> Path:
    """The checkout that the folder lies in. Raises `NewGameRefused`."""
    for root in (folder, *folder.parents):
        if (root / REGISTRY).is_file() and all((root / place).exists() for place in PLACES):
            return root
    raise NewGameRefused(f"{folder} is not in a checkout of Tablelog. Run this command in one.")


def make(root: Path, game: NewGame) -> list[Path]:
    """Write the game into the checkout, all of it or nothing. Gives the files, relative to the checkout.

    Raises `NewGameRefused`, `OSError`.
    """
    _must_be_new(root, game)
    lists = listed(root, game)
    before = {file: (root / file).read_bytes() for file in lists}
    written = []
    try:
        for source in _sources(root):
            file = Path(game.of(source.as_posix()))
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(game.of((root / source).read_text("utf-8")), "utf-8")
            written.append(file)
        for file, text in lists.items():
            _rewrite(root / file, text.encode())
            written.append(file)
    except BaseException:
        for place in game.places:
            _remove(root / place)
        for file in lists.keys() & set(written):
            _rewrite(root / file, before[file])
        raise
    return written


def _sources(root: Path) -> list[Path]:
    """The template's files, relative to the checkout; each once, though places lie within others."""
    files = {
        file
        for place in PLACES
        for file in (_files(root / place) if (root / place).is_dir() else [root / place])
    }
    return sorted(file.relative_to(root) for file in files)


def _rewrite(file: Path, content: bytes) -> None:
    replace_file(file, content, file.stat().st_mode & 0o777)


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)


def _must_be_new(root: Path, game: NewGame) -> None:
    for place in game.places:
        if (root / place).exists():
            raise NewGameRefused(
                f"{place} already exists. Choose another key, or remove the files of that game."
            )
    for rooms in sorted((root / "domain").glob("games/*/__init__.py")):
        if f'prefix="{game.prefix}"' in rooms.read_text("utf-8"):
            raise NewGameRefused(
                f"The rule ids of {rooms.parent.name} start with {game.prefix}. Choose another --prefix."
            )
    word = re.compile(rf"(?<![A-Za-z0-9]){game.key}(?![A-Za-z0-9])")
    for part in ABOVE_THE_GAMES:
        for module in _files(root / part):
            if module.suffix == ".py" and word.search(module.read_text("utf-8")):
                raise NewGameRefused(
                    f"{module.relative_to(root)} contains the word {game.key}, and must not name a game."
                    f" Choose another key, such as {game.key[:19]}_game."
                )


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder, without what running leaves behind."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
