"""The twelve invariants of the rules file: each notices the state that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.state import EndTrigger, Held, Player, Result, State, Tile
from domain.kernel import UNKNOWN
from domain.kernel.engine.playing import play
from tests.games.time_of_chaos.table import ChaosTable, act


def set_up() -> State:
    """Turn 1 begins after a setup by the rules."""
    table = ChaosTable().laid_out()
    table.play(act("place_pawn", "blue", tile="present:B"), act("place_pawn", "red", tile="present:A"))
    state: State = table.state
    return state


def with_player(state: State, **changes: Any) -> State:
    return replace(state, seats={**state.seats, "red": replace(state.seats["red"], **changes)})


def with_tile(state: State, name: str, **cubes: int) -> State:
    return replace(state, tiles={**state.tiles, name: Tile(state.tiles[name].chaos, cubes)})


def moved_from_deck(state: State, count: int, place: Callable[[State, tuple[str, ...]], State]) -> State:
    deck = state.decks["past"]
    left = replace(state, decks={**state.decks, "past": deck[count:]})
    return place(left, deck[:count])


def in_hand(state: State, cards: tuple[str, ...]) -> State:
    return with_player(state, hand=tuple(Held(card, "grab", "past") for card in cards))


def in_tableau(state: State, cards: tuple[str, ...]) -> State:
    return with_player(state, tableau=cards)


def on_display(state: State, cards: tuple[str, ...]) -> State:
    displays = state.displays or {}
    return replace(state, displays={**displays, "past": (*displays["past"], *cards)})


def swapped_cards(state: State) -> State:
    past, present = state.decks["past"], state.decks["present"]
    decks = {**state.decks, "past": (present[0], *past[1:]), "present": (past[0], *present[1:])}
    return replace(state, decks=decks)


def short_display(state: State) -> State:
    displays = state.displays or {}
    shown, deck = displays["past"], state.decks["past"]
    return replace(
        state,
        displays={**displays, "past": shown[1:]},
        decks={**state.decks, "past": (*deck, shown[0])},
    )


def ended(state: State) -> State:
    result = Result({"red": 1, "blue": 0}, {"red": 1, "blue": 1}, {"red": 10, "blue": 10}, ("red",))
    return replace(state, phase="finished", active=None, actions_left=0, result=result)


BREAKS: dict[str, tuple[int, Callable[[State], State]]] = {
    "a cube is lost": (1, lambda state: with_player(state, supply=9)),
    "a supply is negative": (
        1,
        lambda state: replace(with_player(with_tile(state, "present:E", red=11), supply=-1), phase="actions"),
    ),
    "an unused colour lies there": (1, lambda state: with_tile(state, "present:E", green=1)),
    "a tile owes cubes": (
        1,
        lambda state: with_player(with_tile(state, "present:E", red=-1), supply=11),
    ),
    "a card is lost": (2, lambda state: moved_from_deck(state, 1, lambda left, cards: left)),
    "a card is twice": (2, lambda state: in_hand(state, state.decks["past"][:1])),
    "more unknown cards than can be": (
        2,
        lambda state: moved_from_deck(in_hand(state, (UNKNOWN,)), 15, on_display),
    ),
    "four cards in a hand": (3, lambda state: moved_from_deck(state, 4, in_hand)),
    "a chaos tile without a cube": (
        4,
        lambda state: with_player(with_tile(state, "past:A"), supply=11),
    ),
    "a chaos tile with two cubes of a colour": (
        4,
        lambda state: with_player(with_tile(state, "past:A", red=2), supply=9),
    ),
    "three cubes on order in the send step": (
        4,
        lambda state: with_player(with_tile(state, "present:E", red=3), supply=7),
    ),
    "a short display beside a deck": (5, short_display),
    "a card in the wrong deck": (6, swapped_cards),
    "a fourth delivery without a trigger": (7, lambda state: moved_from_deck(state, 4, in_tableau)),
    "a trigger without a fourth delivery": (
        7,
        lambda state: replace(state, end_trigger=EndTrigger("red", 1)),
    ),
    "final turns without a trigger": (7, lambda state: replace(state, final_turns=("blue",))),
    "four actions left": (8, lambda state: replace(state, phase="actions", actions_left=4)),
    "actions taken before the send step": (8, lambda state: replace(state, actions_left=2)),
    "actions left in setup": (8, lambda state: replace(state, phase="setup", turn=0)),
    "a pawn beside the board": (9, lambda state: with_player(state, pawn="present:Z")),
    "a pawn in the box": (9, lambda state: with_player(state, pawn=None)),
    "a city twice in a grid": (
        9,
        lambda state: replace(state, layout={**(state.layout or {}), "past": (("A", "A", "A"),) * 3}),
    ),
    "a grid of one row": (
        9,
        lambda state: replace(state, layout={**(state.layout or {}), "past": (tuple("ABCDEFGHI"),)}),
    ),
    "a score that does not add up": (10, ended),
    "a negative number of penalties": (11, lambda state: with_player(state, penalties=-1)),
    "more penalties than end steps": (11, lambda state: with_player(state, penalties=1)),
    "a tile fell by itself": (
        12,
        lambda state: replace(
            with_player(with_tile(state, "present:E", red=1), supply=9),
            tiles={**state.tiles, "present:E": Tile(True, {"red": 1})},
        ),
    ),
}


def test_a_setup_by_the_rules_breaks_none():
    assert GAME.invariants(set_up()) == []
    assert GAME.invariants(ChaosTable().state) == []


@pytest.mark.parametrize(("number", "broken"), BREAKS.values(), ids=BREAKS)
def test_each_invariant_notices_the_state_that_breaks_it(number: int, broken: Callable[[State], State]):
    faults = GAME.invariants(broken(set_up()))
    assert {fault.split(":")[0] for fault in faults} == {f"I{number}"}, faults


def test_a_tile_of_four_colours_is_noticed():
    table = ChaosTable("red", "blue", "green", "yellow").laid_out()
    table.cubes("present:E", red=1, blue=1, green=1, yellow=1)
    assert any("holds 4 colours" in fault for fault in GAME.invariants(table.state))


def test_every_one_of_the_twelve_is_tried():
    assert {number for number, _ in BREAKS.values()} == set(range(1, 13))


@pytest.mark.parametrize("sensibly", [True, False])
def test_what_two_states_after_another_owe_each_other(sensibly: bool):
    """I7: one trigger that stays; I8: actions are counted; I9: the layout stays; I11, I12: single steps."""
    table = ChaosTable("red", "blue", "green")
    for step in play(GAME, table.state, table.seats, Random(2), most_actions=600, sensibly=sensibly):
        before, after = step.before, step.after
        assert GAME.invariants(after) == []
        count = [type(fact) for fact in step.facts].count
        assert before.end_trigger in (None, after.end_trigger)
        assert before.layout in (None, after.layout)
        if before.phase == after.phase == "actions":
            assert (
                after.actions_left
                == before.actions_left - count(facts.ActionTaken)
                == before.actions_left - 1
            )
        flips = count(facts.TileFlipped) + count(facts.TileFellAtSetup)
        assert chaos_tiles(after) == chaos_tiles(before) + flips - count(facts.TileRestored)
        assert count(facts.TileRestored) <= 1
        for seat in table.seats:
            assert_nothing_is_taken_back(before.seats[seat], after.seats[seat])
    assert after.fallen > len(table.seats)
    assert sensibly or after.restored > 0


def assert_nothing_is_taken_back(before: Player, after: Player) -> None:
    assert after.penalties - before.penalties in (0, 1)
    assert after.tableau[: len(before.tableau)] == before.tableau


def chaos_tiles(state: State) -> int:
    return sum(tile.chaos for tile in state.tiles.values())
