"""Every recorded game as it is told, by its digest: words and boards that change are noticed in all of them.

Of each title one is told as pages get it, too.
`python -m tests.games.playthroughs` notes the digests of today. `python -m tests.games.playthroughs FOLDER`
writes the texts there: do it at two commits, and read what differs as a player would.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from domain.games import REGISTRY
from tests.games.for_pages import told_for_pages
from tests.games.playthrough import told
from tests.recorded import library

NOTED = Path(__file__).with_name("playthroughs.sha256")
"""A line for each, as `sha256sum` writes it; so `sha256sum -c` knows a folder of the texts."""
BOARDS_EVERY = 40
"""The board is drawn after so many entries each time, besides the last."""
MOST_ENTRIES = 10_000


FOR_PAGES = {
    "time_of_chaos": "demo-4p-003",
    "order_vs_chaos": "demo-3p-002",
    "chaosmos": "demo-3p-first-002",
    "first_light": "demo-3p-002",
    "chaos_order": "demo-3p-105-002",
}
"""The game of a title that is told as pages get it: among the longer ones, with whatever is rare."""


def texts() -> Mapping[str, Callable[[], str]]:
    """What is told, by the name of its text: `chaosmos/demo-2p-two-001.txt`, `chaosmos/pages.txt`."""
    every = range(BOARDS_EVERY, MOST_ENTRIES, BOARDS_EVERY)
    found = {}
    for key, game in REGISTRY.items():
        for path in library(key):
            found[f"{key}/{path.stem}.txt"] = partial(told, game, path, every)
            if path.stem == FOR_PAGES.get(key):
                found[f"{key}/pages.txt"] = partial(told_for_pages, game, path)
    return found


def digest_of(name: str) -> str:
    """The digest of the text, in hex."""
    return hashlib.sha256(texts()[name]().encode()).hexdigest()


def noted() -> dict[str, str]:
    """The digests that were noted last, by the name of the text."""
    lines = (line.split() for line in NOTED.read_text("utf-8").splitlines())
    return {name: digest for digest, name in lines}


def _lines() -> Iterator[str]:
    return (f"{digest_of(name)}  {name}\n" for name in texts())


def _write(folder: Path) -> None:
    for name, tell in texts().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tell(), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _write(Path(sys.argv[1]))
    else:
        NOTED.write_text("".join(_lines()), "utf-8")
