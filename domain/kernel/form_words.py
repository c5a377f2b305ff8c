"""Words of free forms: what an action or a fact, its members and its values are called there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.kernel.messages import Json
from domain.kernel.plain_words import readable
from domain.kernel.words import Words, kind_of

EMPTY = ""
"""The value of a member that is left empty."""
BEGINNING = re.compile(r"(?![A-Z]+-[A-Z]?\d)[^`;:(→]*[^`;:(→\s.]")


def message_word(words: Words | None, tag: str) -> str:
    """What an action or a fact is called: `Pawn moved`."""
    return _told(words, tag) or readable(tag)


def member_word(words: Words | None, tag: str, member: str) -> str:
    """What a member of a message is called: `From`, for `origin`."""
    return _told(words, f"{tag}.{member}", member) or readable(member)


def value_words(words: Words | None, tag: str, member: str, values: Sequence[Json]) -> dict[str, str]:
    """What the values of a choice are called, by the value as a text; None, the empty one, by `EMPTY`."""
    empty = "Nobody" if member == "seat" or kind_of(words, tag, member) == "seat" else "Nothing"
    return {
        spelt: _told(words, f"{tag}.{member}={spelt}", f"{member}={spelt}") or usual
        for spelt, usual in (
            (EMPTY, empty) if value is None else (str(value), readable(str(value))) for value in values
        )
    }


def plain_hint(meaning: str) -> str:
    """How a docstring begins, up to what is said in words of the code or by rule ids alone."""
    told = BEGINNING.match(meaning)
    return f"{told[0]}." if told is not None and " " in told[0] else ""


def _told(words: Words | None, *keys: str) -> str:
    forms = {} if words is None else words.forms
    return next((forms[key] for key in keys if key in forms), "")
