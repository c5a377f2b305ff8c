"""The documents tell the truth: links lead somewhere, code runs, counts are right.

Whether what they name is there, `tests/guides/` looks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game
from tests.support.documents import (
    FENCE_OF_ANY_KIND,
    HELD,
    ROOT,
    anchors,
    blocks,
    documents,
    kind_of,
    links,
    name_of,
    prose,
    with_blocks,
)
from tests.test_rulebooks import every_game, rulebook_rules

README = ROOT / "README.md"
PATH_IN_CHECKOUT = re.compile(
    r"(?<![\w/.:-])((?:docs|domain|replays|service|tests|workers|benchmarks)/[\w./-]*\.(?:py|md|json|svg))\b"
)
HISTORY = ("CHANGELOG.md",)
"""What it names stood there when it was written."""
INDENTED_CODE = re.compile(r"(?<=\n\n)(?: {4}|\t).*")
ANY_GAME = "KEY"
"""Stands in a path for the key of whatever game; it is there for each."""
PARTS_OF_A_PAGE = (
    "Seats and options",
    "Component sets",
    "What a table records",
    "What is seen",
    "Series of a session",
    "Measures across sessions",
    "How bot games end",
    "Recorded games",
    "Try it",
)

every_document = pytest.mark.parametrize("document", documents(), ids=name_of)


def row_of(game: Game[Any]) -> list[str]:
    """The cells of the game's row in the README."""
    row = re.search(rf"^\|(.*`{game.key}`.*)\|$", README.read_text("utf-8"), re.MULTILINE)
    assert row is not None, f"README.md has no row for {game.key}"
    return [cell.strip() for cell in row[1].split("|")]


@every_game
def test_the_readme_counts_seats_and_rules_as_the_rulebook_does(game: Game[Any]) -> None:
    title, seats, rules, _ = row_of(game)
    assert title == f"*{game.title}* (`{game.key}`)"
    assert seats == f"{min(game.seat_counts)}–{max(game.seat_counts)}"
    assert int(rules) == len({rule for rule in rulebook_rules(game) if f"{game.prefix}-C" not in rule})


@every_game
def test_the_readme_leads_to_rulebook_and_page_of_each_game(game: Game[Any]) -> None:
    papers = row_of(game)[-1]
    assert f"(domain/games/{game.key}/RULEBOOK.md)" in papers
    assert f"(docs/games/{game.key}.md)" in papers


def test_the_readme_knows_every_game_and_no_other() -> None:
    rows = re.findall(r"^\| \*.*\* \(`(\w+)`\) \|", README.read_text("utf-8"), re.MULTILINE)
    assert set(rows) == {game.key for game in GAMES}
    assert len(rows) == len(GAMES)


def test_the_index_of_documents_leads_to_the_page_of_every_game() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = re.findall(r"\[([^]]+)\]\(games/(\w+)\.md\)", index)
    assert sorted(pages) == sorted((game.title, game.key) for game in GAMES)


@every_game
def test_the_page_of_a_game_has_every_part_and_names_options_sets_and_series(game: Game[Any]) -> None:
    page = (ROOT / "docs" / "games" / f"{game.key}.md").read_text("utf-8")
    assert page.startswith(f"# {game.title}\n")
    for part in PARTS_OF_A_PAGE:
        assert f"\n## {part}" in page, part
    series = [one.key for one in game.series]
    for name in (*game.options_type.__struct_fields__, *game.demo_sets(), *series):
        assert f"`{name}`" in page, name


@every_document
def test_links_lead_to_files_and_headings_that_are_there(document: Path) -> None:
    for target in links(document):
        path, _, anchor = target.partition("#")
        led = (document.parent / path).resolve() if path else document
        assert led.exists(), target
        if anchor:
            assert anchor in anchors(led), target


@every_document
def test_files_that_are_named_are_there(document: Path) -> None:
    if name_of(document) in HISTORY:
        return
    named = PATH_IN_CHECKOUT.findall(document.read_text("utf-8"))
    paths = {path.replace(ANY_GAME, game.key) for path in named for game in GAMES}
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


@every_document
def test_every_block_is_run_or_checked(document: Path) -> None:
    """A fence that says nothing, or something else, is of a block that nobody holds to the truth."""
    assert [block for block in blocks(document) if kind_of(block) not in HELD] == []
    assert len(FENCE_OF_ANY_KIND.findall(document.read_text("utf-8"))) == 2 * len(blocks(document))
    assert INDENTED_CODE.findall(prose(document)) == []


@pytest.mark.parametrize("kind", HELD)
def test_what_is_done_with_a_block_is_done_where_it_is_said(kind: str) -> None:
    file = ROOT / HELD[kind].rpartition(" ")[-1]
    assert f'"{kind.removesuffix("FILE")}"' in file.read_text("utf-8")


@pytest.mark.parametrize("document", with_blocks("python run"), ids=name_of)
def test_python_that_runs_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__document__"}
    for block in blocks(document, "python run"):
        exec(compile(block.text, name_of(document), "exec"), names)
