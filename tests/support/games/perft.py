"""The table of legal actions: how many there are at steps of recorded games, and after one more.

`python -m tests.support.games.perft` writes it again into `perft.json`: look at what changed first.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from domain.games import REGISTRY
from domain.kernel import TRUTH, Chance, Game, Offer, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import is_open, sample_action
from tests.support.counting import actions_in
from tests.support.recorded import STAMP, library, opened

TABLE = Path(__file__).with_name("perft.json")
GAMES_OF_A_TITLE, EVERY = 3, 5
Rows: TypeAlias = dict[str, list[list[int]]]


def perft(key: str) -> Rows:
    """Recorded game → rows of step, offers, legal actions, and those after one action of each offer.

    Bonds but limits are left aside, and chance counts as one. Outcomes fall the same each time.
    """
    game = REGISTRY[key]
    return {recorded.stem: _rows(game, recorded) for recorded in library(key)[:GAMES_OF_A_TITLE]}


def _rows(game: Game[Any], recorded: Path) -> list[list[int]]:
    opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
    session, draft = opened(game, opening)
    seats = tuple(str(seat["seat"]) for seat in session.opened.seats)
    rows = []
    for step, action in enumerate(actions):
        if step % EVERY == 0:
            state = draft.position.state
            offers = _offers(game, state, seats)
            later = sum(_after(game, state, seats, offer) for offer in offers)
            rows.append([step, len(offers), sum(map(actions_in, offers)), later])
        draft.record(action, STAMP, None)
    return rows


def _offers(game: Game[Any], state: Any, seats: tuple[str, ...]) -> list[Offer]:
    return [offer for seat in (None, *seats) for offer in game.offers(state, seat, TRUTH)]


def _after(game: Game[Any], state: Any, seats: tuple[str, ...], offer: Offer) -> int:
    """The legal actions after one of the offer; none where it holds what is free."""
    if any(map(is_open, offer.parameters.values())):
        return 0
    action = codec_of(game).action(sample_action(offer, Random(0)))
    try:
        _, state = decide(game, state, action, Chance(lambda n, number: (7 * number + 3) % n))
    except Rejected:
        return -1
    return sum(map(actions_in, _offers(game, state, seats)))


def _written(table: dict[str, Rows]) -> str:
    """A row a line, so that a change is a line of a comparison."""
    rows = r"\[\s+((?:-?\d+,\s+)+-?\d+)\s+\]"
    lines = json.dumps(table, indent=1)
    return re.sub(rows, lambda row: f"[{' '.join(row[1].split())}]", lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(_written({key: perft(key) for key in REGISTRY}), "utf-8")
