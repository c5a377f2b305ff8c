"""Curves of one session: scores by source, and the Harvesters' ways. All that they tell lies open."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light.scoring import open_parts, shows_all
from domain.games.first_light.state import AI, State
from domain.kernel import Fact, Point, Series


def _score_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    now = open_parts(after)
    then = open_parts(before) if before is not None else {}
    partial = not shows_all(after)
    for owner, parts in now.items():
        if parts != then.get(owner) or (before is not None and shows_all(before) == partial):
            detail = {**parts, "partial": partial and owner != AI}
            yield Point(owner, sum(parts.values()), detail)


def _harvester_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    now = _harvesters(after)
    then = _harvesters(before) if before is not None else {}
    for owner, space in now.items():
        if space != then.get(owner):
            yield Point(owner, space, {"ring": after.box.rings[space], "cache": space in after.box.caches})


def _harvesters(state: State) -> dict[str, str]:
    spaces = {seat: base.harvester for seat, base in state.seats.items()}
    return spaces if state.ai is None else {**spaces, AI: state.ai.harvester}


SERIES = (
    Series(
        "scores",
        "Scores",
        "Score of each seat by its five sources, as if the game ended now. Gem Caches count once they are "
        "turned. Where resources are private, Gems and what counts resources come in at the end.",
        "points",
        _score_points,
    ),
    Series("harvesters", "Harvesters", "The space of each Harvester.", "space", _harvester_points),
)
