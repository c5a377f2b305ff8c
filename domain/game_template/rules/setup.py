"""1xx, setup: the opening, and who begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from domain.game_template import actions, facts
from domain.game_template.components import Box
from domain.game_template.state import Player, State
from domain.kernel import Chance, ComponentSet, Facts, Seat, check

SEAT_COUNTS = (2, 3, 4)


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of the opening: its id and its colour."""

    seat: Seat
    color: str


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the table: how many cards a hand holds (GT-302)."""

    hand_limit: Literal[2, 3, 4] = 3


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The rules of the opening. Raises `Rejected`."""
    names = {seat.seat for seat in seats}
    check(
        len(seats) in SEAT_COUNTS and len(names) == len(seats),
        "GT-101",
        "Two to four different seats play.",
        "seats",
    )
    colors = {seat.color for seat in seats}
    check(
        len(colors) == len(seats) and colors <= set(components.box.colors),
        "GT-102",
        "Colours must be different and come from the component set.",
        "seats",
    )


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table at the opening: a full deck and empty hands."""
    box: Box = components.box
    return State(
        box=box,
        hand_limit=options.hand_limit,
        clockwise=tuple(seat.seat for seat in seats),
        seats={seat.seat: Player(seat.color) for seat in seats},
        deck=tuple(box.values),
    )


def choose_first_player(state: State, action: actions.ChooseFirstPlayer, chance: Chance) -> Facts[State]:
    """GT-103: once, declared by the table or drawn."""
    check(state.phase == "setup", "GT-103", "The first player is chosen already.")
    first = chance.pick(
        action.first_player,
        state.clockwise,
        field="first_player",
        rule="GT-103",
        message="The first player must sit at the table.",
    )
    yield facts.FirstPlayerChosen(first)
    yield facts.TurnBegan(first, 1)
