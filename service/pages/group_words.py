"""Groups and filters of statistics in words: what a table, a chart and a chip call them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from domain.kernel.messages import Json
from domain.kernel.session.rendering import naming
from domain.kernel.ui.plain_words import readable
from domain.kernel.ui.words import Name, counted, figure
from service.bootstrap import Services
from service.queries.filters import EDITION, FORMER
from service.queries.question import ALL

NAMES: Mapping[str, str] = {
    "count": "Seats",
    "component_set": "Box",
    "rules_version": "Version of the rules",
    "edition": "Edition",
    "player": "Person",
    "other_player": "Another person",
    "with_player": "With",
    "against_player": "Against",
    "position": "Turn order",
    "place": "Seat at the table",
    "won": "Result",
    "rank": "Rank",
    "session": "Game",
    "game": "Title",
    "tag": "Tag",
    "since": "Since",
    "until": "Until",
    "minutes": "Minutes",
    "closeness": "Points ahead",
    "margin": "Points ahead of the next",
    "rule": "Rule",
}
"""What groups and filters are called, where the name in the address does not say it."""
HEX_SHOWN = 8
FIRST_OF_TURN = "First player"
LONG_ID = re.compile(r"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")
RANGE = re.compile(r"(-?[0-9.]*?)\.\.(-?[0-9.]*)")
YES = {"true": "yes", "false": "no"}
WON = {"true": "won", "false": "lost", "yes": "won", "no": "lost"}
PEOPLE = ("player", "other_player", "with_player", "against_player")


def heading_of(name: str) -> str:
    """A name of a group or filter, as the head of a column."""
    name = FORMER.get(name, name)
    return NAMES.get(name, readable(name.removeprefix("option.").rpartition(".")[2]))


class GroupWords:
    """The words for the groups of one game, or of all.

    people: names by the ids that players have here. editions: names of those that the reader may know of.
    """

    def __init__(
        self,
        found: Services,
        game: str,
        people: Mapping[str, str] | None = None,
        editions: Mapping[str, str] | None = None,
    ) -> None:
        self._titles = {key: one.title for key, one in found.games.items()}
        self._people = people or {}
        self._editions = editions or {}
        self._components: dict[str, Name] = {}
        self._sets: dict[str, str] = {}
        for key in found.games if game == ALL else [game]:
            for name, components in found.library.packaged(key).items():
                self._sets[components.hash] = name
                self._components |= naming(found.games[key], components, ()).components

    def value(self, name: str, value: Json) -> str:
        """A value of a group, as a row is called."""
        text, name = str(value), FORMER.get(name, name)
        if name in PEOPLE:
            return self._people.get(text, text)
        if name == "game":
            return self._titles.get(text, text)
        if name == EDITION and text in self._editions:
            return self._editions[text]
        if name == "component_set" and text in self._sets:
            return self._sets[text]
        if name == "position" and text.isdigit():
            return FIRST_OF_TURN if text == "0" else f"Player {int(text) + 1}"
        if name == "won":
            return WON.get(text.lower(), text)
        if name == "count":
            return counted(int(text), "seat") if text.isdigit() else text
        if name == "round" and text.isdigit():
            return f"Round {text}"
        if name == "rank" and text.isdigit():
            return f"{text}."
        if (month := MONTH.fullmatch(text)) is not None and name == "month":
            return f"{date(int(month[1]), int(month[2]), 1):%B %Y}"
        if LONG_ID.fullmatch(text):
            return text[:HEX_SHOWN]
        if text in self._components and not text.isdigit():
            return self._components[text].name
        return self._of_parts(text)

    def _of_parts(self, text: str) -> str:
        """Of `past:C` both parts; a number or a word as people write it."""
        if ":" in text:
            return " ".join(self.value("", part) for part in text.split(":"))
        number = text.removeprefix("-")
        if number.isdigit():
            return figure(int(text))
        return YES.get(text, readable(text)) if text.islower() or "_" in text else text

    def group(self, group: Mapping[str, Any], names: Iterable[str]) -> tuple[str, ...]:
        """The cells of a row's group."""
        return tuple(self.value(name, group[name]) for name in names)

    def chip(self, name: str, value: str) -> str:
        """A filter in few words."""
        if name == "count":
            return self.value(name, value)
        if name == "closeness" and value == CLOSE:
            return "Close games"
        if (ends := RANGE.fullmatch(value)) is not None:
            return f"{heading_of(name)}: {_range_said(ends[1], ends[2])}"
        return f"{heading_of(name)}: {self.value(name, value)}"


CLOSE = "0..2"
"""The closeness of a close game, in points."""


def _range_said(low: str, high: str) -> str:
    if low and high:
        return f"{low} to {high}"
    return f"{low} or more" if low else f"up to {high}"


def listed(words: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
