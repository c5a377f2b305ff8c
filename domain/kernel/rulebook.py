"""The rulebook of a game: each rule's sentence and place, read from the packaged RULEBOOK.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import Game

ROW = re.compile(r"\|(.*)\|")
RULER = re.compile(r"[\s|:-]+")
ID = re.compile(r"\b[A-Z]+-[A-Z]?\d+\b")
"""The id of a rule or a ruling, wherever it is written."""
SPAN = re.compile(r"`([^`]+)`")
MODULE = re.compile(r"([\w/]+)\.py")


class RuleLocation(Struct, frozen=True):
    """The place that enforces a rule: a module, as a path in its game's folder. name: None means all."""

    module: str
    name: str | None


class Rule(Struct, frozen=True):
    """A rule in one sentence of our words, with Markdown's code spans.

    chapter: the heading above it. place: what enforces it; of a ruling, its rules.
    names, named_by: the rules that its row names, and those whose rows name it: so a ruling and its rules.
    remarks: what the rulebook says about it outside its tables.
    """

    id: str
    chapter: str
    sentence: str
    place: str
    names: tuple[str, ...] = ()
    named_by: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def rulebook(game: Game[Any]) -> Mapping[str, Rule]:
    """Every rule, ruling and constraint by its id; empty for a game that names no home."""
    return _read(game.home) if game.home else {}


def places_of(rule: Rule) -> tuple[RuleLocation, ...]:
    """The places of the rule's row: each `module.py`, with the names that follow it. A ruling has none."""
    found: dict[str, list[str]] = {}
    module = None
    for span in SPAN.findall(rule.place):
        if is_module := MODULE.fullmatch(span):
            module = is_module[1].removesuffix("/__init__")
            found.setdefault(module, [])
        elif module is not None and span.isidentifier():
            found[module].append(span)
    return tuple(RuleLocation(of, name) for of, names in found.items() for name in names or (None,))


def rule_texts(game: Game[Any]) -> Mapping[str, str]:
    """Every rule's sentence by its id."""
    return {id: rule.sentence for id, rule in rulebook(game).items()}


@cache
def _read(home: str) -> Mapping[str, Rule]:
    text = files(home).joinpath("RULEBOOK.md").read_text("utf-8")
    return {rule.id: rule for rule in bound(list(rules_in(text)), list(remarks_in(text)))}


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


def bound(rules: Sequence[Rule], remarks: Sequence[tuple[str, str]]) -> Iterator[Rule]:
    """The rules with what each names, what names it and what is remarked on it."""
    known = {rule.id for rule in rules}
    names = {rule.id: _named(f"{rule.sentence} {rule.place}", known - {rule.id}) for rule in rules}
    for rule in rules:
        yield replace(
            rule,
            names=names[rule.id],
            named_by=tuple(other for other, named in names.items() if rule.id in named),
            remarks=tuple(
                remark for heading, remark in remarks if rule.id in ID.findall(f"{heading} {remark}")
            ),
        )


def _named(text: str, known: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id in ID.findall(text) if id in known))


def remarks_in(text: str) -> Iterator[tuple[str, str]]:
    """The paragraphs and the items of lists of the text, each on one line, with the heading before them."""
    heading = ""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if lines and (not line.strip() or line.startswith(("#", "|", "- "))):
            yield heading, " ".join(lines)
            lines = []
        if line.startswith("#"):
            heading = line.lstrip("#").strip()
        elif line.strip() and not line.startswith("|"):
            lines.append(line.removeprefix("- ").strip())
