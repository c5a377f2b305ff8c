"""Taps for real moves: recorded games as the phones of their seats record them, turns put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from benchmarks import tapping
from benchmarks.browsing import Room, room
from benchmarks.measured import Measured
from tests.page.table import Evening
from tests.support.page.putting_together import Move, Turning
from tests.support.page.retold import Retold

GAMES = {
    "time_of_chaos": "demo-2p-001",
    "order_vs_chaos": "bots-2p-014",
    "chaosmos": "demo-2p-first-004",
    "first_light": "bots-3p-ai-102",
    "chaos_order": "demo-2p-105-001",
}
"""The recorded game of each title that is tapped in."""
ACTIONS = 150
FEWER = {"first_light": 45, "chaos_order": 110}
"""So many actions of each are tapped: First Light up to its first negotiation, for the driver stops there."""
LONGEST = 14
"""So many actions of one seat are looked at for a move."""
FEW, MORE, MOST_NOTHING, MEDIAN_OF_A_TURN = 4, 6, 0.03, 4
FEW_PART, MORE_PART = 0.8, 0.95
NOT_NEEDED = {("end_main_action", "end_turn")}
"""What nobody taps before this: the end of the turn is enough."""
USUAL = "end_main_action"
"""What a page may do by itself though it was not recorded."""
ENDS = "end_turn"


def rows() -> Iterator[Measured]:
    """The bars of every game."""
    with room() as here:
        for game, name in GAMES.items():
            yield from _told(game, list(_moves(here, game, name)))
        yield from tapping.previews(here)


def _told(game: str, moves: list[Move]) -> Iterator[Measured]:
    free = [move.taps - move.typed for move in moves]
    few, more = (sum(taps <= most for taps in free) / len(free) for most in (FEW, MORE))
    nothing = sum(move.nothing for move in moves) / sum(free)
    yield Measured(
        f"{game}: {len(moves)} moves",
        f"{few:.0%} ≤ {FEW} taps, {more:.0%} ≤ {MORE}, {nothing:.1%} decide nothing",
        f"{FEW_PART:.0%}, {MORE_PART:.0%}, {MOST_NOTHING:.0%}",
        few >= FEW_PART and more >= MORE_PART and nothing <= MOST_NOTHING,
        note="typed dice and cards apart",
    )
    turns = [taps for taps, move in zip(free, moves, strict=True) if move.types[-1] == ENDS]
    if turns:
        middle = median(turns)
        what = f"{game}: {len(turns)} lists that end a turn, median"
        yield Measured(what, f"{middle:g} taps", f"≤ {MEDIAN_OF_A_TURN}", middle <= MEDIAN_OF_A_TURN)


def _moves(here: Room, game: str, name: str) -> Iterator[Move]:
    """The moves of a game that the phones of its seats record; what they cannot is recorded beside them."""
    table = here.evening(name, 0, game, forced_steps=True)
    actions = list(Retold(game, name).by_seats())
    pairs = zip(actions, [*actions[1:], {"type": ""}], strict=True)
    actions = [one for one, after in pairs if (one["type"], after["type"]) not in NOT_NEEDED]
    actions = actions[: FEWER.get(game, ACTIONS)]
    seats = [seat["seat"] for seat in table.ask("")["seats"]]
    phones = {
        seat: Turning(here.phone().join(table, f"seat:{seat}"), table, f"seat:{seat}") for seat in seats
    }
    at = 0
    while at < len(actions):
        before = table.version
        if move := _recorded(table, phones, actions[at : at + LONGEST]):
            yield move
        taken = [entry["action"]["type"] for entry in table.entries()[before:] if "action" in entry]
        recorded = [action["type"] for action in actions[at : at + len(taken)]]
        at += sum(kind != USUAL or kind in recorded for kind in taken)


def _recorded(table: Evening, phones: Mapping[str, Turning], ahead: list[dict[str, Any]]) -> Move | None:
    own = next((phone for phone in phones.values() if phone.offers(ahead[0])), None)
    if own is None:
        table.record(ahead[0])
        return None
    run = [ahead[0]]
    for action in ahead[1:]:
        if own.actor(action) != own.actor(ahead[0]):
            break
        run.append(action)
    move = own.move(run)
    if move is None:
        table.record(ahead[0], own.holder)
    return move
