"""What the other recorded games of a title say: every sentence that its `playthrough.txt` lacks, once.

`python -m tests.support.games.playthroughs` writes the `sentences.txt` of every title and the digests of what
pages get. Read what differs as a player would. With a FOLDER it writes all texts whole into the folder.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from domain.games import REGISTRY
from domain.kernel import Action, Fact, Game, Naming
from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.session.rendering import naming
from tests.support.games.for_pages import told_for_pages
from tests.support.games.playthrough import told
from tests.support.recorded import library, opened, played_to_the_end

HERE = Path(__file__).parents[2] / "games"
PAGES = HERE / "pages.sha256"
"""Of each title one game as pages get it, by its digest: symbols, ranks and drawings, which nobody reads."""
BOARDS_EVERY = 40
"""The board is drawn after so many entries each time, besides the last."""
MOST_ENTRIES = 10_000
SHORTEST_NAME = 3
FOR_PAGES = {
    "time_of_chaos": "demo-4p-003",
    "order_vs_chaos": "demo-3p-002",
    "chaosmos": "demo-3p-first-002",
    "first_light": "demo-3p-002",
    "chaos_order": "demo-3p-105-002",
}
"""The game of a title that is told as pages get it: among the longer ones, with whatever is rare."""


def sentences_of(key: str) -> Path:
    """Where the sentences are kept."""
    return HERE / key / "sentences.txt"


def sentences(key: str) -> str:
    """Every line of the recorded games that says something new, under the name of its game.

    New is what neither the playthrough nor a line before says, whatever the names and numbers in it. The
    playthrough is rendered and not read, so that a change of its sentences fails its own test alone.
    """
    game, known, lines, met = REGISTRY[key], set[str](), list[str](), set[str]()
    names = names_of(game)
    for line in import_module(f"tests.support.games.{key}.playthrough").told().splitlines():
        known |= shapes(line, names)
    for path in library(key):
        new = []
        for line in told(game, path, range(BOARDS_EVERY, MOST_ENTRIES, BOARDS_EVERY)).splitlines():
            if line in met:
                continue
            met.add(line)
            found = shapes(line, names)
            if not found <= known:
                new.append(line)
            known |= found
        if new:
            lines += [f"=== {path.stem} ===", *new, ""]
    return "\n".join(lines)


def names_of(game: Game[Any]) -> re.Pattern[str]:
    """Matches what seats and the things of the component sets are called in the recorded games."""
    found: set[str] = set()
    for path in library(game.key):
        opening = json.loads(path.read_text("utf-8").partition("\n")[0])
        session, _ = opened(game, opening)
        called: Naming = naming(game, session.components, session.opened.seats)
        found |= {known.name for known in called.components.values()}
        found |= {known.label for known in called.seats.values()}
    longest_first = sorted((one for one in found if len(one) >= SHORTEST_NAME), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def shapes(line: str, names: re.Pattern[str]) -> set[str]:
    """The sentences of a line without names and numbers; a list of names is as good as one."""
    line = re.sub(r"\d+", "#", names.sub("§", line.strip()))
    line = re.sub(r"§(?:(?:, | and |; )§)+", "§", line)
    return set(re.split(r"(?<=[.:;]) ", line)) - {""}


def facts_played(key: str) -> set[type[Fact]]:
    """The types of the facts in the recorded games, which `playthrough.txt` and `sentences.txt` read."""
    return {type(fact) for path in library(key) for _, happened in entries_of(key, path) for fact in happened}


def last_facts(key: str) -> list[Fact]:
    """The last fact of each type in each recorded game."""
    return [
        fact
        for path in library(key)
        for fact in {type(one): one for _, happened in entries_of(key, path) for one in happened}.values()
    ]


def last_entries(key: str) -> list[tuple[Action, Sequence[Fact]]]:
    """The last action of each type in each recorded game, with its facts."""
    return [
        entry
        for path in library(key)
        for entry in {type(action): (action, happened) for action, happened in entries_of(key, path)}.values()
    ]


def entries_of(key: str, path: Path) -> Iterator[tuple[Action, Sequence[Fact]]]:
    """Each action of a recorded game, with its facts."""
    codec = codec_of(REGISTRY[key])
    for entry in played_to_the_end(REGISTRY[key], path)[1].entries:
        if isinstance(entry, Recorded):
            yield codec.actions.decode(entry.action), codec.facts.decode(entry.facts)


def actions_played(key: str) -> set[str]:
    """The types of the actions in the recorded games."""
    lines = (line for path in library(key) for line in path.read_text("utf-8").splitlines()[1:])
    return {str(json.loads(line)["type"]) for line in lines}


def pages(key: str) -> str:
    """The digest of a recorded game as pages get it, in hex."""
    path = next(path for path in library(key) if path.stem == FOR_PAGES[key])
    return hashlib.sha256(told_for_pages(REGISTRY[key], path).encode()).hexdigest()


def noted() -> dict[str, str]:
    """The digests of what pages got when it was read last, by title."""
    lines = (line.split() for line in PAGES.read_text("utf-8").splitlines())
    return {key: digest for digest, key in lines}


def _write(folder: Path) -> None:
    for key, game in REGISTRY.items():
        (folder / key).mkdir(parents=True, exist_ok=True)
        for path in library(key):
            text = told(game, path, range(BOARDS_EVERY, MOST_ENTRIES, BOARDS_EVERY))
            (folder / key / f"{path.stem}.txt").write_text(text, "utf-8")
            if path.stem == FOR_PAGES.get(key):
                (folder / key / "pages.txt").write_text(told_for_pages(game, path), "utf-8")


def _digests() -> Iterator[str]:
    return (f"{pages(key)}  {key}\n" for key in FOR_PAGES)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _write(Path(sys.argv[1]))
    else:
        for title in FOR_PAGES:
            sentences_of(title).write_text(sentences(title), "utf-8")
        PAGES.write_text("".join(_digests()), "utf-8")
