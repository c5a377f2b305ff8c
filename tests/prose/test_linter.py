"""The prose linter finds every wording of its list, and reads prose alone."""

from __future__ import annotations

import pytest

from tests.support.documents import ROOT
from tests.support.prose.linter import (
    Pattern,
    findings_in,
    in_a_document,
    in_a_script,
    in_a_template,
    in_python,
    patterns,
)
from tests.support.prose.scope import DOCUMENTS, TEXTS, documents, files_below


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.wrong)
def test_a_pattern_finds_its_wrong_example_and_accepts_the_right_one(pattern: Pattern) -> None:
    assert pattern.find.search(pattern.wrong)
    assert findings_in(pattern.right, "docs/reef.md") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Who may open a table?",
        "The person who lost a token asks the owner.",
        "The list shows who sits where.",
        "What can a spectator see?",
        "Take the tokens alongside the board.",
        "The design signs tokens with a key.",
    ],
)
def test_plain_english_is_accepted(sentence: str) -> None:
    assert findings_in(sentence, "docs/reef.md") == []


def test_a_document_is_read_sentence_by_sentence_without_its_code() -> None:
    text = (
        "# What is told\n\nRead this\nfirst. Then `told` and [that](told.md).\n\n"
        "- One item\n  of two lines.\n- Another.\n\n```sh tour\ntold\n```\n\n"
        "| a cell | b |\n|---|---|\n| c d | e |\n"
    )
    assert list(in_a_document(text)) == [
        (3, "Read this\nfirst."),
        (4, "Then XXXXXX and [that]XXXXXXXXX."),
        (6, "One item\n  of two lines."),
        (8, "Another."),
        (14, "a cell"),
        (14, "b"),
        (16, "c d"),
        (16, "e"),
    ]


def test_python_is_read_by_its_strings_and_first_lines_of_docstrings_without_single_words() -> None:
    source = (
        '"""A docstring is read.\n\nThe rest is left out.\n"""\n'
        'name = "told"\nsay(f"The {name} is\\nfull. Try again.")\n'
    )
    assert list(in_python(source)) == [
        (1, "A docstring is read."),
        (6, "The X is\nfull."),
        (7, "Try again."),
    ]


def test_a_script_is_read_by_its_texts_without_comments() -> None:
    source = (
        "// a comment here\nshow('Try it again.');\nhtml`<p class=${lent ? 'told of' : ''}>Two words</p>`;\n"
    )
    assert list(in_a_script(source)) == [(2, "Try it again."), (3, "Two words")]


def test_an_expression_in_a_script_is_no_text() -> None:
    source = "show(`Seat ${told.name} is full.`);\nshow(`${told} ${said}`);\n"
    assert list(in_a_script(source)) == [(1, "Seat XXXXXXXXXXXX is full."), (2, "XXXXXXX XXXXXXX")]


def test_a_template_is_read_by_the_text_between_its_tags() -> None:
    assert list(in_a_template("<p class='told of'>\nTwo words {{ told }}</p>")) == [(2, "Two words")]


def test_a_finding_names_file_line_wording_and_what_to_write() -> None:
    found = findings_in("A first line\nof words. It is made\nanew here.\n", "docs/reef.md")
    assert [str(one) for one in found] == ["docs/reef.md:3: “anew”: write again"]


def test_a_folder_may_keep_a_word_of_its_rulebook() -> None:
    assert findings_in("note = 'The card is set aside.'", "domain/games/deep_reef/words.py") == []
    assert len(findings_in("note = 'The card is set aside.'", "service/reef.py")) == 1


def test_every_listed_document_and_folder_exists() -> None:
    assert [pattern for pattern in DOCUMENTS if not list(ROOT.glob(pattern))] == []
    assert [name for name in TEXTS if not (ROOT / name).exists()] == []
    assert {path.suffix for path in documents()} <= {".md"}


def test_files_of_other_projects_are_left_out() -> None:
    below = files_below(ROOT / "service" / "web")
    assert {path.suffix for path in below} >= {".js", ".html"}
    assert not any("vendor" in path.parts for path in below)
