"""Turns: the Cantina, actions by the order of the round, and how much of the boards was taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.games.first_light import GAME
from domain.games.first_light.state import State
from domain.kernel import Chance, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from tests.support.games.first_light.counted_by_hand.dice import plans, sent
from tests.support.games.first_light.counted_by_hand.recording import Line, Recording, Sums, by_hand


def to_the_cantina(recording: Recording, seat: str) -> list[Line]:
    """The lines that sent Garage dice there."""
    lines = recording.of("send_to_cantina")
    return [line for line in lines if line.seat == seat and line.before.phase == "garages"]


def could_place(line: Line) -> bool:
    """Whether the seat was offered a placement as well."""
    offered = GAME.offers(line.before, line.seat, Viewer(line.seat))
    return any(offer.type.startswith("place_") for offer in offered)


def _cantina(recording: Recording, sums: Sums, *wanted: bool) -> None:
    for seat in recording.seats:
        garages = sum(len(line.action.get("garages", [])) for line in plans(recording, seat))
        lines = [line for line in to_the_cantina(recording, seat) if could_place(line) in wanted]
        sums.add(seat, sum(map(sent, lines)), garages)


@by_hand("cantina_rate")
def _(recording: Recording, sums: Sums) -> None:
    _cantina(recording, sums, True, False)


@by_hand("cantina_unable")
def _(recording: Recording, sums: Sums) -> None:
    _cantina(recording, sums, False)


@by_hand("cantina_unwilling")
def _(recording: Recording, sums: Sums) -> None:
    _cantina(recording, sums, True)


@by_hand("actions")
def _(recording: Recording, sums: Sums) -> None:
    for line in (*recording.placements, *recording.of("send_to_cantina")):
        place = recording.order(line.round).index(line.seat) + 1
        sums.count(line.seat, round=line.round, place_in_round=place)


MORE: dict[str, dict[str, Any]] = {"market": {"trades": []}, "mining_camp": {}, "academy": {"dice": 1}}
"""What a placement says beside its space and value."""


def usable(line: Line) -> Iterator[tuple[Any, ...]]:
    """The dice on each space that the seat could place its die on, were the boards empty (FL-242, FL-243).

    Found by trying: what the rules accept on the empty boards, in any way to pay and with any value.
    """
    state = emptied(line.before)
    tries = partial(accepted, state, line.seat)
    values: list[dict[str, Any]] = [{"value": value} for value in range(1, 7)]
    base = state.seats[line.seat]
    for location in ("market", "mining_camp", "academy"):
        more = MORE[location]
        for space, die in enumerate(line.before.locations[location], 1):
            if any(tries(f"place_{location}", space=space, **value, **more) for value in values):
                yield (die,)
    if tries("place_headquarters", gain="water"):
        yield line.before.headquarters
    for clan, cells in line.before.cells.items():
        for row, die in enumerate(cells, 1):
            if tries("place_negotiation", clan=clan, row=row):
                yield (die,)
    for column, rows in line.before.depository.items():
        items = {item for item in base.hand if item is not None}
        if any(tries("place_depository", row="top", item=item, value=column) for item in items):
            yield rows
    paid = [{"space": 1, "pay": pay, **value} for pay in ("power", "water") for value in values]
    if any(tries("place_control_room", **way) for way in paid):
        yield line.before.locations["control_room"]
    if any(tries("place_foundry", **way, remove=[2] if len(base.upgrades) == 4 else []) for way in paid):
        yield line.before.locations["foundry"]
    room: dict[str, Any] = {"remove": [4] if len(base.farm_tiles) == 3 else [], "stack": 0, "space": 1}
    pairs = [
        {**value, "second_value": value["value"], "pay": pay}
        for pay in ("algae", "water")
        for value in values
    ]
    if any(tries("place_laboratory", **pair, **room) for pair in pairs):
        yield line.before.locations["laboratory"]


def emptied(state: State) -> State:
    """The table without the dice on all boards, but for those that wait at the Headquarters."""
    waiting = state.phase == "headquarters"
    return replace(
        state,
        locations={name: (None,) * len(spots) for name, spots in state.locations.items()},
        cells={clan: (None,) * len(cells) for clan, cells in state.cells.items()},
        depository={column: (None,) * len(rows) for column, rows in state.depository.items()},
        headquarters=state.headquarters if waiting else (None,) * len(state.headquarters),
    )


def accepted(state: State, seat: str, kind: str, **parameters: Any) -> bool:
    """Whether the rules allow the action, with whatever comes up."""
    action = codec_of(GAME).action({"type": kind, "seat": seat, **parameters})
    try:
        decide(GAME, state, action, Chance(lambda number, _: 0))
    except Rejected:
        return False
    return True


@by_hand("blocked")
def _(recording: Recording, sums: Sums) -> None:
    for line in (*recording.placements, *recording.of("send_to_cantina")):
        dice = [die for dice in usable(line) for die in dice]
        sums.add(line.seat, sum(die is not None for die in dice), len(dice))
