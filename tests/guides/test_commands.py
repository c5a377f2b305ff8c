"""Every command and option stands in a guide, and every one that a guide names is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from benchmarks.report import SUITES
from tests.long.__main__ import CAMPAIGNS
from tests.long.__main__ import main as campaigns
from tests.mutants.__main__ import main as mutants
from tests.support.documents import blocks, name_of, with_blocks
from tests.support.guides.commands import PAGE, Unknown, commands, must_exist, names_in_dev, options_of, page
from tests.support.guides.reading import SPAN, Guide, command_in, guide, guides

PROGRAM = re.compile(r"(?:[A-Z_]+=\S+ )*(tablelog|\./dev)(?: (.*))?")
MODULE = re.compile(r"(?:^| )-m ((?:tests|workers|service|benchmarks)[\w.]*)")
VARIABLE = re.compile(r"\bLONG_([A-Z]+)\b")
OF_OTHERS = ("npx ", "openapi-python-client ", "curl ")
"""Programs that are not Tablelog's, and whose options are their own."""
ANYTHING = {"…", "COMMAND"}
"""Stands for whatever command."""
EVERY_OPTION = {"--version", "--randomly-seed"}.union(
    *(options_of(command) for _, command in commands()), options_of(campaigns), options_of(mutants)
)
FIRST_WORDS = {words.split()[0] for words, _ in commands()}


def named(one: Guide) -> Iterator[str]:
    """Every command that a guide names: in its spans of code, in its blocks for a shell."""
    for text in (*one.spans(), *one.shell()):
        if not text.startswith(OF_OTHERS):
            yield command_in(text)


def faults(among: list[Guide]) -> list[str]:
    """What is named in these guides and is not there."""
    found = []
    for one in among:
        for text in named(one):
            try:
                check(text)
            except (Unknown, click.UsageError) as error:
                found.append(f"{one.name}: {error}")
    return found


def check(text: str) -> None:
    """Whatever command or option this text names. Raises `Unknown`, `click.UsageError`."""
    if found := PROGRAM.fullmatch(text):
        words = shlex.split(found[2] or "")
        if found[1] == "tablelog":
            must_exist_or_be_any(words)
        elif words:
            check_dev(*words)
    elif text.startswith("--"):
        for option in re.findall(r"--[a-z-]+", text):
            if option not in EVERY_OPTION:
                raise Unknown(f"{text}: no command has the option {option}")
    elif re.match(r"[a-z-]+ (?:[\w.-]+ )*--[a-z]", text):
        must_exist(shlex.split(text))
    for module in MODULE.findall(text):
        if find_spec(module) is None:
            raise Unknown(f"{text}: there is no module {module}")


def must_exist_or_be_any(words: list[str]) -> None:
    if words and words[0] not in ANYTHING:
        must_exist(words)


def check_dev(name: str, *arguments: str) -> None:
    """A command of `./dev` with what it passes on."""
    if name not in names_in_dev():
        raise Unknown(f"there is no ./dev {name}")
    match name:
        case "up":
            must_exist([name, *arguments])
        case "run":
            must_exist_or_be_any(list(arguments))
        case "long":
            campaigns.make_context("long", list(arguments))
        case "mutate":
            mutants.make_context("mutate", list(arguments))
        case "bench":
            suites = {suite for argument in arguments for suite in argument.strip("[]").split("|")}
            if not suites <= set(SUITES):
                raise Unknown(f"there is no ./dev bench {', '.join(sorted(suites - set(SUITES)))}")
        case "check" if arguments:
            raise Unknown(f"./dev check takes nothing: {' '.join(arguments)}")


def test_the_guide_to_the_command_line_is_made_of_the_commands() -> None:
    assert PAGE.read_text("utf-8") == page(), "run .venv/bin/python -m tests.support.guides.commands"


def test_every_option_says_what_it_does() -> None:
    silent = [
        f"{words} {option.opts[0]}"
        for words, command in commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert silent == []


@pytest.mark.parametrize("one", guides(), ids=lambda one: one.name)
def test_what_is_named_is_there(one: Guide) -> None:
    assert faults([one]) == []


@pytest.mark.parametrize("document", with_blocks("sh named"), ids=name_of)
def test_a_block_that_is_not_run_holds_nothing_but_commands(document: Path) -> None:
    """Each is looked at, with its options; what else it might do, nobody would."""
    lines = [line for block in blocks(document, "sh named") for line in block.text.splitlines() if line]
    assert [line for line in lines if not PROGRAM.fullmatch(command_in(line))] == []


def test_the_table_of_the_tour_names_commands_only() -> None:
    told = guide("docs/tour.md").section("At the terminal").first_column()
    assert told
    assert [words for words in told if words.split()[0] not in FIRST_WORDS] == []
    for words in told:
        must_exist(shlex.split(words))


def test_whatever_dev_does_stands_in_a_guide() -> None:
    texts = [text for one in guides() for text in named(one)]
    assert {name for name in names_in_dev() if not any(f"./dev {name}" in text for text in texts)} == set()


def test_every_campaign_and_its_options_stand_in_their_guide() -> None:
    told = guide("docs/campaigns.md")
    assert {first for first, *_ in told.rows() if SPAN.fullmatch(first)} >= {
        f"`{name}`" for name in CAMPAIGNS
    }
    assert options_of(campaigns) - {"--help"} <= {word for span in told.spans() for word in span.split()}
    assert {name.lower() for name in VARIABLE.findall(told.text)} <= {one.name for one in campaigns.params}


def test_every_suite_of_benchmarks_stands_in_their_guide() -> None:
    spans = guide("benchmarks/README.md").spans()
    assert f"./dev bench [{'|'.join(SUITES)}]" in spans


@pytest.mark.parametrize(
    "text",
    [
        "tablelog dive",
        "tablelog audit --deep",
        "tablelog keys dive",
        "LONG_KILLS=3 ./dev dive",
        "./dev run dive",
        "./dev up --deep",
        "./dev long kills --deep",
        "./dev long dive",
        "./dev mutate --deep",
        "./dev bench dive",
        "./dev check dive",
        "--deep",
        "--lan --deep",
        "dive --all",
        "keys dive --all",
        "python -m tests.guides.dive",
    ],
)
def test_what_is_not_there_is_noticed(text: str) -> None:
    assert len(faults([Guide("reef.md", f"Dive by `{text}`.")])) == 1
    if text.startswith(("tablelog", "./dev", "LONG")):
        assert len(faults([Guide("reef.md", f"```sh alone\n{text} | tee out.txt\n```\n")])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "tablelog audit --all",
        "./dev run …",
        "audit --all",
        "--replace",
        "npx dive --deep",
        "keys rotate",
        "all-in",
    ],
)
def test_what_is_there_is_let_be(text: str) -> None:
    assert faults([Guide("reef.md", f"Dive by `{text}`.")]) == []
