"""2xx, the end step, and 6xx, the end: flips, penalties, the passing of the turn, the last turns."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos import actions, facts
from domain.games.time_of_chaos.scoring import result_of
from domain.games.time_of_chaos.state import ACTIONS_PER_TURN, State
from domain.kernel import Facts, Passage, left_of

CUBES_THAT_FLIP = 3


def end_turn(state: State, action: actions.EndTurn) -> Facts[State]:
    """TC-223, TC-231 … TC-243: flips and penalties, then the next turn or the end of the game.

    TC-705: the active player may end the turn in any case.
    """
    seat, used = action.seat, ACTIONS_PER_TURN - state.actions_left
    state = yield from _flip_tiles(state)
    yield facts.TurnEnded(seat, used)
    yield from _pass_the_turn(state, seat)


def _flip_tiles(state: State) -> Passage[State]:
    """TC-231: flip order tiles with three or more cubes, in any place and no matter who put the cubes there.

    TC-236: all flips are simultaneous; they put no cube anywhere, so that one cannot cause another.
    TC-241: nothing but such a flip is penalised. TC-242: no pawn moves.
    """
    flipping = [
        (name, tile.cubes)
        for name, tile in state.tiles.items()
        if not tile.chaos and sum(tile.cubes.values()) >= CUBES_THAT_FLIP
    ]
    assert state.active is not None
    active, staying = state.active, set[str]()
    for name, before in flipping:
        kept = leading_colors(before)
        staying.update(kept)
        for color, count in before.items():
            surplus = count - (color in kept)
            if surplus:
                state = yield facts.CubeReturned(state.seat_of(color), color, name, surplus, "flip")  # TC-233
        state = yield facts.TileFlipped(name, dict(before), kept, active)
    for seat in state.clockwise:
        if state.seats[seat].color in staying:  # TC-238: judged after the cubes went back (ruling TC-R9)
            state = yield facts.PenaltyTaken(seat)  # TC-237, TC-239, TC-240; no stock limits it, TC-707
    return state


def leading_colors(cubes: Mapping[str, int]) -> tuple[str, ...]:
    """TC-232, TC-234, TC-235: the colours with the highest number of cubes; one cube of each remains.

    There are three at most (TC-704).
    """
    most = max(cubes.values())
    return tuple(color for color, count in cubes.items() if count == most)


def _pass_the_turn(state: State, seat: str) -> Facts[State]:
    """TC-243, or TC-603 … TC-606 once the end is triggered, whose turn ends like any other (TC-602)."""
    if state.end_trigger is None:
        yield facts.TurnBegan(left_of(state.clockwise, seat), state.turn + 1)
    elif state.final_turns:
        yield facts.TurnBegan(
            state.final_turns[0], state.turn + 1, final=True
        )  # TC-605: never the trigger player
    else:
        yield facts.GameEnded(result_of(state))  # TC-606
