"""Actions and facts on a page: every member by its word in the game, and what it names by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from domain.kernel import Game
from domain.kernel.form_words import member_word, message_word, value_words
from domain.kernel.messages import Json
from domain.kernel.plain_words import plain_value, readable
from domain.kernel.words import Naming

WORD = re.compile(r"[a-z]+(_[a-z]+)*")


class Member(Struct, frozen=True):
    """A member of what was recorded, in words."""

    label: str
    value: str


class RenderedMessage(Struct, frozen=True):
    """An action or a fact: the tag that it is written with, what it is called, its members."""

    tag: str
    title: str
    members: tuple[Member, ...]


def message_told(
    game: Game[object], message: Mapping[str, Json], key: str, naming: Naming
) -> RenderedMessage:
    """An action (`type`) or a fact (`fact`), from what is shown of it."""
    tag = str(message[key])
    members = tuple(
        Member(member_word(game.words, tag, name), _value(game, tag, name, value, naming))
        for name, value in message.items()
        if name != key
    )
    return RenderedMessage(tag, message_word(game.words, tag), members)


def members_told(shown: Mapping[str, Json], names: tuple[str, ...], naming: Naming) -> tuple[Member, ...]:
    """These members of an entry of another kind."""
    return tuple(Member(readable(name), plain_value(shown[name], naming)) for name in names if name in shown)


def _value(game: Game[object], tag: str, member: str, value: Json, naming: Naming) -> str:
    """By the names of the set and the seats, else by the game's word for it, else as it is spelt."""
    told = plain_value(value, naming)
    if told == value and WORD.fullmatch(told):
        return value_words(game.words, tag, member, [value])[told]
    return told
