"""What documents print for a shell works: tours of a running Tablelog, and what is run where nothing runs."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_up import Up, ups
from tests.support.cli.shell import Shell
from tests.support.documents import TEMPLATE_PAGE, blocks, documents, name_of, with_blocks
from tests.support.ports import held_port

LIKE = "json like "
LIKE_A_FILE = [one for one in documents() if any(block.info.startswith(LIKE) for block in blocks(one))]
TOURS = [one for one in with_blocks("sh tour") if name_of(one) != "docs/tour.md" and one != TEMPLATE_PAGE]
IN_THE_ROOM = "192.0.2.7"
"""The address of a machine in its network: here one that is this machine's alone."""
DATABASE = "postgresql://tablelog:…@db/tablelog"


@pytest.fixture(scope="module")
def up() -> Iterator[Up]:
    """A Tablelog that runs while documents are walked."""
    with held_port() as port, ups(port) as start:
        started = start()
        started.wait_until_ready()
        yield started


def answers(output: str) -> list[dict[str, Any]]:
    """The JSON objects among the lines."""
    return [json.loads(line) for line in output.splitlines() if line.startswith('{"')]


def pattern(shown: str) -> str:
    """What matches the texts that are shown so."""
    return ".*".join(map(re.escape, shown.split("…")))


def differences(shown: Any, real: Any, place: str = "") -> list[str]:
    """Where a document shows something else than there is.

    `…` stands for any part of a text, `…UUID…` for any text, `{}` for any object; of a list the beginning is
    shown.
    """
    match shown, real:
        case dict(), dict():
            if shown and shown.keys() != real.keys():
                return [f"{place} has the members {', '.join(real)}"]
            return [one for name in shown for one in differences(shown[name], real[name], f"{place}/{name}")]
        case list(), list() if len(shown) <= len(real):
            return [one for n, each in enumerate(shown) for one in differences(each, real[n], f"{place}/{n}")]
        case str(), str() if shown[:1] == shown[-1:] == "…" or re.fullmatch(pattern(shown), real):
            return []
        case _:
            return [] if type(shown) is type(real) and shown == real else [f"{place} is {real!r}"]


@pytest.mark.parametrize("document", TOURS, ids=name_of)
def test_a_tour_answers_without_a_problem_and_with_what_is_shown(
    up: Up, tmp_path: Path, document: Path
) -> None:
    shell = Shell(tmp_path, up.environment, {"8720": up.environment["TABLELOG_PORT"]})
    walked = shell.run("\n".join(block.text for block in blocks(document, "sh tour")))
    assert [one for one in answers(walked) if isinstance(one.get("status"), int)] == []
    for block in blocks(document):
        if block.info.startswith(LIKE):
            real = json.loads((tmp_path / block.info.removeprefix(LIKE)).read_text("utf-8"))
            assert differences(json.loads(block.text), real) == [], block.text


def test_every_answer_that_is_shown_comes_of_a_tour() -> None:
    assert {name_of(document) for document in LIKE_A_FILE} <= {name_of(document) for document in TOURS}


@pytest.mark.parametrize(
    ("shown", "real", "found"),
    [
        ({"a": 1, "b": {}, "c": ["x"]}, {"a": 1, "b": {"d": 2}, "c": ["x", "y"]}, []),
        ({"a": "b/…/c"}, {"a": "b/17/c"}, []),
        ({"a": "…UUID…"}, {"a": "01890a5d"}, []),
        ({"a": "b/…/c"}, {"a": "b/17/d"}, ["/a is 'b/17/d'"]),
        ({"a": 1}, {"a": 1, "b": 2}, [" has the members a, b"]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ["/a/0/b is 2"]),
        ({"a": [1, 2]}, {"a": [1]}, ["/a is [1]"]),
        ({"a": 1}, {"a": True}, ["/a is True"]),
    ],
)
def test_what_is_shown_otherwise_is_found(shown: Any, real: Any, found: list[str]) -> None:
    assert differences(shown, real) == found


@pytest.mark.parametrize("document", with_blocks("sh alone"), ids=name_of)
def test_what_is_run_alone_works(
    document: Path, tmp_path: Path, port: int, request: pytest.FixtureRequest
) -> None:
    printed = blocks(document, "sh alone")
    replaced = {"/backup/": f"{tmp_path}/backup/", "/srv/": f"{tmp_path}/srv/", IN_THE_ROOM: "127.0.0.2"}
    if any(DATABASE in block.text for block in printed):
        replaced[DATABASE] = request.getfixturevalue("postgresql_url")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    home = {"TABLELOG_HOME": str(tmp_path / "home"), "TABLELOG_PORT": str(port)}
    shell = Shell(tmp_path, kept | home, replaced)
    for block in printed:
        shell.run(block.text)
