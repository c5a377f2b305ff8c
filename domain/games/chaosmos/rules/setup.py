"""The opening, the order of setup, the planets and the start player, CM-1xx."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.components import Box, Mode
from domain.games.chaosmos.components.spaces import board
from domain.games.chaosmos.facts import PlanetsArranged, StartPlayerChosen
from domain.games.chaosmos.state import (
    HYPERTOKENS,
    STARTING_HYPERTOKENS,
    Options,
    Planet,
    Player,
    SeatSetup,
    State,
    less,
)
from domain.kernel import Action, Chance, ComponentSet, Facts, check

SEATS = {"first_game": (2, 3, 4), "standard": (3, 4), "two_player": (2,)}
"""CM-101."""
SEAT_COUNTS = (2, 3, 4)
FIRST_GAME_CLOCK = SHORT_CLOCK = 36
STANDARD_CLOCK = 48
CLOCKS = {
    "first_game": (FIRST_GAME_CLOCK,),
    "standard": (STANDARD_CLOCK, SHORT_CLOCK),
    "two_player": (STANDARD_CLOCK, SHORT_CLOCK),
}
"""CM-117."""


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The opening: CM-101, CM-122, CM-117."""
    box: Box = components.box
    names = {seat.seat for seat in seats}
    counts = SEATS[options.mode]
    check(len(seats) in counts, "CM-101", f"This mode needs {counts[0]} to {counts[-1]} players.", "seats")
    check(len(names) == len(seats), "CM-101", "Each seat needs its own name.", "seats")
    layout = box.layouts.get(options.layout)
    check(
        layout is not None and layout.kind == options.mode,
        "CM-122",
        "This mode has no such layout.",
        "options/layout",
    )
    clock = options.clock_start
    allowed = CLOCKS[options.mode]
    check(
        clock is None or clock in allowed,
        "CM-117",
        f"The clock must start at {' or '.join(map(str, allowed))}.",
        "options/clock_start",
    )


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table at the opening: tokens handed out (CM-105), the cards of the mode apart (CM-110, CM-111)."""
    box: Box = components.box
    deck = box.basic_deck if options.mode == "first_game" else box.standard_deck
    layout = box.layouts[options.layout]
    fixed = layout.fixed
    clock = options.clock_start or default_clock(options.mode)
    names = tuple(seat.seat for seat in seats)
    return State(
        box=box,
        options=options,
        clockwise=names,
        clock_start=clock,
        clock=clock,
        deck=deck,
        removed=less(box.every_card, deck),
        seats={seat: Player() for seat in names},
        known={seat: {} for seat in names},
        supply=HYPERTOKENS - STARTING_HYPERTOKENS * len(names),
        board=None if fixed is None else board(layout.map, fixed),
        planets={} if fixed is None else {planet: Planet() for planet in sorted(fixed.values())},
    )


def default_clock(mode: Mode) -> int:
    """CM-117."""
    return FIRST_GAME_CLOCK if mode == "first_game" else STANDARD_CLOCK


def due(state: State) -> tuple[type[Action], ...]:
    """CM-123: the setup commands that may come now."""
    if state.phase != "setup":
        return ()
    if state.options.mode == "two_player" and not state.removed_pair:
        return (actions.RemoveAlienPair,)
    arrange = (actions.ArrangePlanets,) if state.board is None else ()
    players = state.seats.values()
    if not all(player.dealt for player in players):
        return (*arrange, actions.DealAliens)
    if not all(player.chosen for player in players):
        return (*arrange, actions.ChooseAlien)
    if state.deck:
        return arrange or (actions.DealCards,)
    if not all(player.prepared for player in players):
        return (actions.PrepareHand,)
    return (actions.SetStartPlayer,)


def check_gate(state: State, action: Action) -> None:
    """CM-123: setup commands come in order, and once."""
    check(type(action) in due(state), "CM-123", "Do each setup step once, in order.")
    if isinstance(action, actions.ChooseAlien | actions.PrepareHand):
        player = state.seats.get(action.seat)
        done = player is not None and (
            player.chosen is not None if isinstance(action, actions.ChooseAlien) else player.prepared
        )
        check(not done, "CM-123", "You have already done this.", "seat")


def arrange_planets(state: State, action: actions.ArrangePlanets, chance: Chance) -> Facts[State]:
    """CM-108, CM-122: the planets of the game in the slots, each order equally likely."""
    rule = "CM-108" if state.options.mode == "two_player" else "CM-122"
    slots = state.box.layouts[state.options.layout].slots
    planets = planets_of_the_game(state)
    declared = action.planets
    if declared is None:
        arranged = chance.compose(
            "planets", rule, lambda below: dict(zip(slots, _shuffled(planets, below), strict=True))
        )
    else:
        chance.declare("planets")
        fits = set(declared) == set(slots) and sorted(declared.values()) == sorted(planets)
        check(fits, rule, "Each slot needs one of this game's planets.", "planets")
        arranged = declared
    yield PlanetsArranged(dict(sorted(arranged.items())))


def planets_of_the_game(state: State) -> tuple[str, ...]:
    """CM-104: the homes of the removed pair are out."""
    gone = {state.box.aliens[alien].home for alien in state.removed_pair}
    return tuple(planet for planet in state.box.planets if planet not in gone)


def _shuffled(items: Sequence[str], below: Callable[[int], int]) -> list[str]:
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def set_start_player(state: State, action: actions.SetStartPlayer, chance: Chance) -> Facts[State]:
    """CM-120; CM-R11: the window is open before the first turn."""
    seat = chance.pick(
        action.start_player,
        state.clockwise,
        field="start_player",
        rule="CM-120",
        message="Unknown seat.",
    )
    yield StartPlayerChosen(seat)
