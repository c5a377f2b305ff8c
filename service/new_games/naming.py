"""What a new game is called, and how that turns the template's text into its own."""

from __future__ import annotations

import keyword
import re

from msgspec import Struct

from domain.game_template import GAME as TEMPLATE

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
