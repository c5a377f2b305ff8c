"""What is asked where a tile is gained: its stack, the tiles that go for it, the one that comes to light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.first_light.reading.seats import tile_slots
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.gains import open_stacks
from domain.games.first_light.rules.ways import Parameters
from domain.games.first_light.state import TILE_SLOTS, State
from domain.kernel import Choice, Depends, Optional, Outcome, Several


def removals(state: State, seat: str, kind: str) -> Parameters:
    """FL-328, FL-336: which own tiles may go for the tile gained."""
    slots = tile_slots(state.seats[seat], kind)
    if not slots:
        return {}
    if len(slots) == TILE_SLOTS[kind]:
        return {"remove": Several(slots, 1, len(slots))}
    return {"remove": Optional(Several(slots, 0, len(slots)))}


def uncovered(state: State, kind: str, stacks: Sequence[int], sight: Sight) -> Parameters:
    """The outcome of taking the top of one of these stacks: a tile, where it is not the last."""
    more = [state.stacks(kind)[stack].size > 1 for stack in stacks]
    if not any(more):
        return {}
    return {"new_top": sight.uncovered(kind) if all(more) else Outcome(Depends())}


def stacks_by_outcome(state: State, kind: str) -> Iterator[tuple[int, ...]]:
    """The stacks that uncover a tile when taken from, then those that are empty then."""
    stacks = open_stacks(state, kind)
    for more in (True, False):
        alike = tuple(stack for stack in stacks if (state.stacks(kind)[stack].size > 1) == more)
        if alike:
            yield alike


def tiles_gained(state: State, seat: str, kind: str, sight: Sight) -> Iterator[Parameters]:
    """FL-354, FL-543: the tiles that may be taken from any stack, with what each choice asks."""
    for stacks in stacks_by_outcome(state, kind):
        yield {
            "stack": Choice(stacks),
            **removals(state, seat, kind),
            **uncovered(state, kind, stacks, sight),
        }
