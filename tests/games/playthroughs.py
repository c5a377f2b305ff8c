"""Every recorded game as it is told, by its digest: words and boards that change are noticed in all of them.

`python -m tests.games.playthroughs` notes the digests of today. `python -m tests.games.playthroughs FOLDER`
writes the texts there: do it at two commits, and read what differs as a player would.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from domain.games import REGISTRY
from tests.games.playthrough import told
from tests.recorded import library

NOTED = Path(__file__).with_name("playthroughs.sha256")
"""A line for each, as `sha256sum` writes it; so `sha256sum -c` knows a folder of the texts."""
BOARDS_EVERY = 40
"""The board is drawn after so many entries each time, besides the last."""
MOST_ENTRIES = 10_000


def recorded_games() -> dict[str, Path]:
    """By the name of its text: `chaosmos/demo-2p-two-001.txt`."""
    return {f"{key}/{path.stem}.txt": path for key in REGISTRY for path in library(key)}


def text_of(name: str) -> str:
    """Every question, button and entry of this game, and its boards."""
    game = REGISTRY[name.partition("/")[0]]
    return told(game, recorded_games()[name], range(BOARDS_EVERY, MOST_ENTRIES, BOARDS_EVERY))


def digest_of(name: str) -> str:
    """The digest of the text, in hex."""
    return hashlib.sha256(text_of(name).encode()).hexdigest()


def noted() -> dict[str, str]:
    """The digests that were noted last, by the name of the text."""
    lines = (line.split() for line in NOTED.read_text("utf-8").splitlines())
    return {name: digest for digest, name in lines}


def _lines() -> Iterator[str]:
    return (f"{digest_of(name)}  {name}\n" for name in recorded_games())


def _write(folder: Path) -> None:
    for name in recorded_games():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(name), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _write(Path(sys.argv[1]))
    else:
        NOTED.write_text("".join(_lines()), "utf-8")
