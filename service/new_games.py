"""Makes a new game from the template: files, tests, a recorded game, a page and its list entries.

The template is a game that no registry lists: `domain/game_template`, its tests with its recorded game,
and its page. A new game has the same files under another key, title and prefix of rule ids.
"""

from __future__ import annotations

import keyword
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from domain.game_template import GAME as TEMPLATE
from service.support.atomic_files import replace_file

# The names of a new game, and how they turn the template's text into its own.

PLACES = {
    "tests/game_template/recorded_games": "replays/recorded_games/{key}",
    "tests/game_template": "tests/games/{key}",
    "domain/game_template": "domain/games/{key}",
    "docs/game_template.md": "docs/games/{key}.md",
}
"""Where the template's files are, and where those of a game are: a narrower place before a wider one."""

KEY = re.compile(r"[a-z][a-z0-9_]{1,23}")
PREFIX = re.compile(r"[A-Z]{2,4}")
TITLE = re.compile(r"[^\W_](?:[\w ,.:;!?&'’()–-]{0,38}[\w.!?)])?")


class NewGameRefused(Exception):
    """No game is made; the message says why and what to do."""


class NewGame(Struct, frozen=True):
    """What tells a new game from the template."""

    key: str
    title: str
    prefix: str

    def of(self, text: str) -> str:
        """A text or a path of the template as this game has it."""
        for place, own in PLACES.items():
            text = text.replace(place, own.format(key=self.key))
        for package in ("domain", "tests"):
            text = text.replace(f"{package}.{TEMPLATE.key}", f"{package}.games.{self.key}")
        text = text.replace(TEMPLATE.title, self.title).replace(TEMPLATE.key, self.key)
        text = re.sub(rf'\b{TEMPLATE.prefix}(?=[-"])', self.prefix, text)
        return text.replace(f"_{TEMPLATE.prefix.lower()}_", f"_{self.prefix.lower()}_")

    @property
    def places(self) -> list[str]:
        """Its folders, and its page."""
        return [own.format(key=self.key) for own in PLACES.values()]


def named(key: str, title: str | None, prefix: str | None) -> NewGame:
    """The game of this key; what is not given follows from the key. Raises `NewGameRefused`."""
    if not KEY.fullmatch(key) or keyword.iskeyword(key) or keyword.issoftkeyword(key):
        raise NewGameRefused(
            f"{key!r} is not a valid key. A key is the name of a package: 2 to 24 lowercase letters, digits"
            " and underscores. It starts with a letter and is not a Python keyword."
        )
    words = key.split("_")
    game = NewGame(
        key,
        title if title is not None else " ".join(word.capitalize() for word in words if word),
        prefix if prefix is not None else _initials(key),
    )
    if not PREFIX.fullmatch(game.prefix):
        raise NewGameRefused(
            f"{game.prefix!r} is not a valid prefix. Use two to four capital letters: --prefix DR."
        )
    if not TITLE.fullmatch(game.title):
        raise NewGameRefused(
            f"{game.title!r} is not a valid title. Use up to 40 letters, digits, spaces and punctuation."
        )
    return game


def _initials(key: str) -> str:
    initials = "".join(word[0] for word in key.split("_") if word[:1].isalpha())
    letters = "".join(filter(str.isalpha, key))
    return (initials[:4] if len(initials) > 1 else letters[:2]).upper()


# The lines that a new game gets in files that list every game: registry, README, index of documents.

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


# A new game, made from the template in a checkout: rooms, tests, recorded game, page, its line in each list.

__all__ = ["NewGame", "NewGameRefused", "checkout_at", "make", "named"]

ABOVE_THE_GAMES = ("domain/kernel", "replays", "service", "workers")
"""Code that may name no game."""


def checkout_at(folder: Path) -> Path:
    """The checkout that contains the folder. Raises `NewGameRefused`."""
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
