"""The series of a recorded game, point by point, to be held against its own lines."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from domain.kernel import Game, Point
from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.game import fold
from tests.support.recorded import played_to_the_end


def curves(game: Game[Any], recorded: Path) -> dict[str, list[tuple[int, Point]]]:
    """Series → its points in order, each with the line that made it (0 = the opening)."""
    session, draft, _ = played_to_the_end(game, recorded)
    state = session.state
    drawn: dict[str, list[tuple[int, Point]]] = defaultdict(list)
    for series in game.series:
        drawn[series.key] += [(0, point) for point in series.points(None, (), state)]
    for number, entry in enumerate(draft.entries, 1):
        assert isinstance(entry, Recorded)
        told = codec_of(game).facts.decode(entry.facts)
        before, state = state, fold(game, state, told)
        for series in game.series:
            drawn[series.key] += [(number, point) for point in series.points(before, told, state)]
    return drawn
