"""A rule is found from the rulebook and back: every id stands in RULEBOOK.md, in the code and in a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game, capitalized
from domain.kernel.rulebook import Rule, rule_texts, rulebook
from domain.kernel.rulebook import rules_in as rules_in_tables

ROOT = Path(__file__).parents[1]
SHARED_RULES = ROOT.parent / "shared" / "rules"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def rules_in(text: str, prefix: str) -> set[str]:
    """The ids of rules (`RF-52`) and constraints (`RF-C1`) that the text writes out."""
    return set(re.findall(rf"\b{prefix}-C?\d+\b", text))


def rulings_in(text: str, prefix: str) -> set[str]:
    """The ids of rulings (`RF-R7`) in the text."""
    return set(re.findall(rf"\b{prefix}-R\d+\b", text))


def ranges_in(text: str, prefix: str) -> Iterator[str]:
    """What lies within a range (`RF-52 … RF-55`), whether there are such rules or not."""
    for letter, first, last in re.findall(rf"\b{prefix}-(C?)(\d+) … (?:{prefix}-)?C?(\d+)\b", text):
        for number in range(int(first), int(last) + 1):
            yield f"{prefix}-{letter}{number:0{len(first)}}"


def rules_in_names(text: str, prefix: str) -> set[str]:
    """The ids that names of tests bear: `test_rf_52_…`, `test_rf_c1_…`."""
    return {
        f"{prefix}-{letter.upper()}{number}"
        for name in re.findall(r"\bdef test(_\w+)", text)
        for letter, number in re.findall(rf"_{prefix.lower()}_(c?)(\d+)(?!\d)", name)
    }


@cache
def text_of(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def code_of(game: Game[Any]) -> str:
    return text_of(ROOT / "domain" / "games" / game.key)


def suite_of(game: Game[Any]) -> str:
    return text_of(ROOT / "tests" / "games" / game.key)


@cache
def text_of_rulebook(key: str) -> str:
    return (ROOT / "domain" / "games" / key / "RULEBOOK.md").read_text(encoding="utf-8")


def rulebook_rules(game: Game[Any]) -> set[str]:
    """The ids in the first cells of the rulebook's tables."""
    first_cells = re.findall(r"^\|([^|]*)\|", text_of_rulebook(game.key), re.MULTILINE)
    return rules_in("\n".join(first_cells), game.prefix)


def row_of(folder: Path, id: str) -> str:
    """The row to add for a rule that stands in the code of this folder: its place, and the sentence there."""
    sentence, place = "What the rule asks, in one sentence.", "its place"
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and id in ast.unparse(node):
                place = f"`{path.relative_to(folder).as_posix()}` `{node.name}`"
                if told := re.search(rf"\b{id}: ([^\n]+)", ast.get_docstring(node) or ""):
                    return f"| {id} | {capitalized(told[1])} | {place} |"
    return f"| {id} | {sentence} | {place} |"


def rows_of(game: Game[Any], ids: Iterable[str]) -> str:
    rows = [row_of(ROOT / "domain" / "games" / game.key, id) for id in ids]
    return "\n".join(("add to its RULEBOOK.md, or remove from code and tests:", *rows))


@every_game
def test_every_rule_of_the_rulebook_stands_in_the_code(game: Game[Any]):
    code = code_of(game)
    named = rules_in(code, game.prefix) | set(ranges_in(code, game.prefix))
    assert rulebook_rules(game)
    assert sorted(rulebook_rules(game) - named - game.unbuilt.keys()) == []


@every_game
def test_every_rule_of_the_rulebook_has_a_test(game: Game[Any]):
    tests = suite_of(game)
    named = rules_in(tests, game.prefix) | rules_in_names(tests, game.prefix)
    untested = sorted(rulebook_rules(game) - named - game.unbuilt.keys())
    names = [f"def test_{id.replace('-', '_').lower()}_…():" for id in untested]
    assert untested == [], "\n".join((f"add to tests/games/{game.key}:", *names))


@every_game
def test_no_other_rule_stands_in_code_or_tests(game: Game[Any]):
    text = code_of(game) + suite_of(game)
    named = rules_in(text, game.prefix) | rules_in_names(text, game.prefix)
    unknown = sorted(named - rulebook_rules(game))
    assert unknown == [], rows_of(game, unknown)
    assert sorted(rulings_in(text, game.prefix) - rulings_in(text_of_rulebook(game.key), game.prefix)) == []


@every_game
def test_what_is_not_built_is_listed_in_the_rulebook(game: Game[Any]):
    assert sorted(game.unbuilt.keys() - rulebook_rules(game)) == []
    assert all(game.unbuilt.values())


@every_game
def test_every_rule_has_a_sentence_that_a_refusal_can_quote(game: Game[Any]):
    """Read from the package, as the service does; an id that stands in the code may refuse something."""
    texts = rule_texts(game)
    written = set(re.findall(rf'"({game.prefix}-[A-Z]?\d+)"', code_of(game)))
    assert len(written) > 10
    assert sorted((written | rulebook_rules(game)) - texts.keys()) == []
    assert [id for id, text in texts.items() if not text.endswith(".")] == []
    assert all(rulebook(game)[id].place and rulebook(game)[id].chapter for id in rulebook_rules(game))


def test_a_row_of_several_ids_is_a_rule_of_each_and_what_stands_outside_tables_is_none():
    text = "# Reef\n| RF-9 | no table |\n\n## 1xx Setup\n\n| id | the rule | place |\n|---|---|---|\n" + (
        "| RF-1, RF-2 | Two or more play. | `rules.py` `admit` |\n\nRF-3 is told elsewhere.\n"
    )
    place = "`rules.py` `admit`"
    assert list(rules_in_tables(text)) == [
        Rule("RF-1", "1xx Setup", "Two or more play.", place),
        Rule("RF-2", "1xx Setup", "Two or more play.", place),
    ]


@every_game
def test_the_rulebook_has_the_rules_of_the_rules_file(game: Game[Any]):
    """Compared where the rules files lie beside the checkout: an id that they print bold is a rule."""
    rules_file = SHARED_RULES / f"{game.key}.md"
    if rules_file.exists():
        defined = set(re.findall(rf"\*\*({game.prefix}-C?\d+)\b", rules_file.read_text(encoding="utf-8")))
        assert sorted(defined ^ rulebook_rules(game)) == []


def test_ids_are_read_from_text_ranges_and_names():
    text = "RF-52 and RF-C1, RF-60 … RF-62, (RF-R7)\ndef test_rf_53_and_rf_c2_hold(): ..."
    assert rules_in(text, "RF") == {"RF-52", "RF-C1", "RF-60", "RF-62"}
    assert set(ranges_in(text, "RF")) == {"RF-60", "RF-61", "RF-62"}
    assert rules_in_names(text, "RF") == {"RF-53", "RF-C2"}
    assert rulings_in(text, "RF") == {"RF-R7"}
