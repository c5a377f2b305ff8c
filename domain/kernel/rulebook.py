"""The rulebook of a game: each rule's sentence and place, read from the packaged RULEBOOK.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from domain.kernel.game import Game

ROW = re.compile(r"\|(.*)\|")
RULER = re.compile(r"[\s|:-]+")


class Rule(Struct, frozen=True):
    """A rule in one sentence of our words, with Markdown's code spans.

    chapter: the heading that it stands under. place: what enforces it; of a ruling, its rules.
    """

    id: str
    chapter: str
    sentence: str
    place: str


def rulebook(game: Game[Any]) -> Mapping[str, Rule]:
    """Every rule, ruling and constraint by its id; empty for a game that names no home."""
    return _read(game.home) if game.home else {}


def rule_texts(game: Game[Any]) -> Mapping[str, str]:
    """Every rule's sentence by its id."""
    return {id: rule.sentence for id, rule in rulebook(game).items()}


@cache
def _read(home: str) -> Mapping[str, Rule]:
    return {rule.id: rule for rule in rules_in(files(home).joinpath("RULEBOOK.md").read_text("utf-8"))}


def rules_in(text: str) -> Iterator[Rule]:
    """The rows `| id | sentence | place |` of the text's tables; a row of several ids is a rule of each."""
    chapter, in_table = "", False
    for line in text.splitlines():
        if line.startswith("#"):
            chapter = line.lstrip("#").strip()
        row = ROW.fullmatch(line.strip())
        if row is None:
            in_table = False
        elif not in_table:
            in_table = True  # the heading of the table
        elif not RULER.fullmatch(line):
            ids, *cells = (cell.strip() for cell in row[1].split(" | "))
            sentence, place = (*cells, "", "")[:2]
            yield from (Rule(id, chapter, sentence, place) for id in ids.split(", "))
