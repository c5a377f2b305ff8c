"""The end: Gem Caches turned, the AI's last way, the winners. FL-601, FL-607..610, FL-621."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.first_light import actions, facts
from domain.games.first_light.components.box import distances
from domain.games.first_light.scoring import outcome
from domain.games.first_light.state import State
from domain.kernel import Chance, Passage, Rejected


def reveal_gem_caches(state: State, action: actions.RevealGemCaches, chance: Chance) -> Passage[State]:
    """FL-103, FL-601: each of the six tiles lies in one of the cut-outs."""
    tiles = sorted(tile.id for tile in state.box.box.document.gem_caches)
    spaces = state.box.caches
    declared = action.caches
    if declared is not None:
        chance.declare("caches")
        if declared.keys() != set(spaces) or sorted(declared.values()) != tiles:
            raise Rejected("FL-103", "Each Gem Cache must be in one of the six cut-outs.", "caches")
        caches = {space: declared[space] for space in spaces}
    else:
        caches = chance.compose(
            "caches",
            "FL-103",
            lambda below: _shuffled(spaces, tiles, below),
        )
    state = yield facts.CachesRevealed(caches)
    if state.ai is not None:
        nearest = nearest_cache(state, state.ai.harvester)
        if nearest != state.ai.harvester:
            state = yield facts.AiMoved(nearest)
    winners, decided_by = outcome(state)
    return (yield facts.GameEnded(winners, decided_by))


def _shuffled(spaces: tuple[str, ...], tiles: list[str], below: Callable[[int], int]) -> dict[str, str]:
    left = list(tiles)
    return {space: left.pop(below(len(left))) for space in spaces}


def nearest_cache(state: State, start: str) -> str:
    """FL-621: fewest steps, arrows not counted; of several the one with most points."""
    steps = distances(state.box.spaces, start)
    points = {tile.id: tile.points for tile in state.box.box.document.gem_caches}
    return min(state.box.caches, key=lambda space: (steps[space], -points[state.caches[space]]))
