"""A new game, made from the template in a checkout: its rooms, its tests, a recorded game, its registry line.

The template is a game like any other that stands in no registry (`domain/game_template`, its tests and its
recorded game). A new one is the same files under another key, title and prefix of rule ids.
"""

from __future__ import annotations

import keyword
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from service.backups.drafts import write_whole

TEMPLATE = "game_template"
TEMPLATE_TITLE = "Game Template"
TEMPLATE_PREFIX = "GT"
REGISTRY = Path("domain/games/__init__.py")
KEYS = re.compile(r"^KEYS = \(\n(?P<lines>(?:    .*\n)*)\)$", re.MULTILINE)
ABOVE_THE_GAMES = ("domain/kernel", "replays", "service", "workers")
"""Code that may name no game."""

KEY = re.compile(r"[a-z][a-z0-9_]{1,23}")
PREFIX = re.compile(r"[A-Z]{2,4}")
TITLE = re.compile(r"[^\W_](?:[\w ,.:;!?&'’()–-]{0,38}[\w.!?)])?")


class Refused(Exception):
    """No game is made; the message says why and what to do."""


class NewGame(Struct, frozen=True):
    """What tells a new game from the template."""

    key: str
    title: str
    prefix: str

    def of(self, text: str) -> str:
        """A text of the template as this game has it."""
        for package in ("domain", "tests"):
            text = text.replace(f"{package}.{TEMPLATE}", f"{package}.games.{self.key}")
        text = text.replace(TEMPLATE_TITLE, self.title).replace(TEMPLATE, self.key)
        text = re.sub(rf'\b{TEMPLATE_PREFIX}(?=[-"])', self.prefix, text)
        return text.replace(f"_{TEMPLATE_PREFIX.lower()}_", f"_{self.prefix.lower()}_")

    @property
    def folders(self) -> dict[Path, Path]:
        """From each folder of the template to that of the game."""
        return {
            Path("domain", TEMPLATE): Path("domain/games", self.key),
            Path("tests", TEMPLATE): Path("tests/games", self.key),
            Path("replays/library", TEMPLATE): Path("replays/library", self.key),
        }


def checkout_at(folder: Path) -> Path:
    """The checkout that the folder lies in. Raises `Refused`."""
    for root in (folder, *folder.parents):
        if (
            (root / REGISTRY).is_file()
            and (root / "domain" / TEMPLATE).is_dir()
            and (root / "tests").is_dir()
        ):
            return root
    raise Refused(f"{folder} lies in no checkout of Tablelog. Go to one: a game is written into it.")


def named(key: str, title: str | None, prefix: str | None) -> NewGame:
    """The game of this key; what is not given follows from the key. Raises `Refused`."""
    if not KEY.fullmatch(key) or keyword.iskeyword(key) or keyword.issoftkeyword(key):
        raise Refused(
            f"{key!r} is no key: a game's key is the name of its package, 2 to 24 small letters, digits and"
            " underscores, the first a letter, and no word of Python."
        )
    words = key.split("_")
    game = NewGame(
        key,
        title if title is not None else " ".join(word.capitalize() for word in words if word),
        prefix if prefix is not None else _initials(key),
    )
    if not PREFIX.fullmatch(game.prefix):
        raise Refused(
            f"{game.prefix!r} is no prefix of rule ids. Give two to four capital letters: --prefix DR."
        )
    if not TITLE.fullmatch(game.title):
        raise Refused(f"{game.title!r} is no title: it has up to 40 letters, digits, spaces and plain marks.")
    return game


def _initials(key: str) -> str:
    initials = "".join(word[0] for word in key.split("_") if word[:1].isalpha())
    letters = "".join(filter(str.isalpha, key))
    return (initials[:4] if len(initials) > 1 else letters[:2]).upper()


def make(root: Path, game: NewGame) -> list[Path]:
    """Write the game into the checkout, all of it or nothing. Gives the files, relative to the checkout.

    Raises `Refused`, `OSError`.
    """
    _must_be_new(root, game)
    registry = root / REGISTRY
    changed = _registered(registry.read_text("utf-8"), game.key)
    made: list[Path] = []
    try:
        for template, folder in game.folders.items():
            made.append(root / folder)
            for source in _files(root / template):
                target = root / folder / source.relative_to(root / template)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(game.of(source.read_text("utf-8")), "utf-8")
        write_whole(registry, changed.encode(), registry.stat().st_mode & 0o777)
    except BaseException:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    written = [file.relative_to(root) for folder in made for file in _files(folder)]
    return [*written, REGISTRY]


def _must_be_new(root: Path, game: NewGame) -> None:
    for folder in game.folders.values():
        if (root / folder).exists():
            raise Refused(
                f"{folder} is there already. Take another key, or remove what is left of that game."
            )
    for rooms in sorted((root / "domain").glob("games/*/__init__.py")):
        if f'prefix="{game.prefix}"' in rooms.read_text("utf-8"):
            raise Refused(
                f"The rule ids of {rooms.parent.name} begin with {game.prefix}. Give another --prefix."
            )
    word = re.compile(rf"(?<![A-Za-z0-9]){game.key}(?![A-Za-z0-9])")
    for part in ABOVE_THE_GAMES:
        for module in _files(root / part):
            if module.suffix == ".py" and word.search(module.read_text("utf-8")):
                raise Refused(
                    f"{module.relative_to(root)} holds the word {game.key}, and may name no game."
                    f" Take another key, such as {game.key[:19]}_game."
                )


def _registered(text: str, key: str) -> str:
    """The registry with one line more. Raises `Refused`."""
    keys = KEYS.search(text)
    if keys is None:
        raise Refused(f"{REGISTRY} holds no lines KEYS = ( … ) to add the game to.")
    return f'{text[: keys.end("lines")]}    "{key}",\n{text[keys.end("lines") :]}'


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder, without what running leaves behind."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
