"""What no recorded game has, counted at tables set up by hand; and headline figures read from a recording."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.state import Spot
from domain.kernel import Fact
from tests.games.first_light.table import executing, opened, owing, with_seat
from tests.support.counted import CountedGame
from tests.support.given import Table
from tests.support.recorded import LIBRARY

Counted = dict[tuple[tuple[str, str], ...], tuple[float, float]]


def counted(table: Table, measure: str, *told: Fact, seat: str | None = "blue") -> Counted:
    """Value and weight of a measure's rows by dimensions, after these facts at the table."""
    tally, state = GAME.statistics.start(table.state), table.state
    for fact in told:
        before, state = state, GAME.evolve(state, fact)
        GAME.statistics.observe(tally, before, fact, state)
    table.given_state(**{name: getattr(state, name) for name in state.__struct_fields__})
    rows = [row for row in GAME.statistics.rows(tally, state) if (row.measure, row.seat) == (measure, seat)]
    return {tuple(row.dimensions.items()): (row.value, row.weight) for row in rows}


def of(**dimensions: str) -> tuple[tuple[str, str], ...]:
    return tuple(dimensions.items())


GROGG = of(item="grogg")


def test_an_item_discarded_drawn_again_and_acquired_came_to_the_hand_twice():
    told = (
        facts.ItemsDrawn("blue", "headquarters", ("grogg",)),
        facts.ItemsDiscarded("blue", "rest", ("grogg",)),
        facts.ItemsDrawn("blue", "ledger", ("grogg",)),
        facts.ItemAcquired("blue", "grogg", "top"),
    )
    assert counted(executing(), "acquisition_rate", *told) == {GROGG: (1, 2)}


def test_a_card_that_came_unseen_counts_as_what_it_was_acquired_as():
    told = (
        facts.ItemsDrawn("blue", "headquarters", (None, None)),
        facts.ItemAcquired("blue", "grogg", "top"),
    )
    assert counted(executing(), "acquisition_rate", *told) == {GROGG: (1, 1)}
    assert counted(executing(), "item_drawn", *told) == {of(item="unseen", cause="headquarters"): (2, 1)}


def test_two_copies_of_an_item_count_twice():
    def table() -> Table:
        holding = executing(acquired=("grogg", "grogg", "ledger"), hand=("grogg",), resources={"water": 11})
        return holding.given_state(winners=("blue", "black"))

    printed = {card["id"]: card["points"] for card in GAME.demo_sets()["demo"]["items"]}
    ledger = of(item="ledger")
    assert counted(table(), "item_bonus") == {GROGG: (4, 2)}
    points = {GROGG: (2 * printed["grogg"] + 4, 2), ledger: (printed["ledger"], 1)}
    assert counted(table(), "item_points") == points
    assert counted(table(), "win_with_item") == {GROGG: (1, 2), ledger: (0.5, 1)}
    assert counted(table(), "acquisition_rate") == {GROGG: (2, 3), ledger: (1, 1)}


def test_of_two_copies_in_a_packet_one_is_kept():
    table = with_seat(opened(), packet=("grogg", "grogg", "ledger", None), hand=("yeki",))
    assert counted(table, "pick_rate", facts.ItemDrafted("blue", "grogg")) == {
        of(item="grogg", step="2"): (1, 2),
        of(item="ledger", step="2"): (0, 1),
    }


@pytest.mark.parametrize(
    ("winners", "humans", "blue"), [(("blue", "ai"), 0.5, 0.5), (("ai",), 0, 0), (("blue", "black"), 1, 0.5)]
)
def test_a_win_that_is_shared_counts_its_part(winners: tuple[str, ...], humans: float, blue: float):
    def table() -> Table:
        return opened(2, ai_opponent="clerk").given_state(winners=winners, decided_by="shared")

    assert counted(table(), "human_win", seat=None) == {of(opponent="clerk"): (humans, 1)}
    [share], [win] = counted(table(), "win_share").values(), counted(table(), "wins").values()
    assert (share, win) == ((blue, 1), (float("blue" in winners), 1))
    won = {dict(split)["won"] for split in counted(table(), "score_by_source")}
    assert won == {"yes" if "blue" in winners else "no"}
    assert counted(table(), "decided_by", seat=None) == {of(by="shared"): (1, 1)}


def test_a_farm_tile_gives_dice_and_resources_each_by_itself():
    table = executing(farm_tiles=("dice_on_six", "water_3"))
    told = (
        facts.DiceGained("blue", "farm_4", 2),
        facts.ResourcesGained("blue", "farm_5", {"water": 3}),
        facts.ResourcesGained("blue", "farm_2", {"water": 7}),
        facts.ResourcesGained("blue", "farm_5", {"water": 3}),
    )
    assert counted(table, "produce_of_tile", *told) == {
        of(tile="dice_on_six", resource="dice"): (2, 1),
        of(tile="water_3", resource="water"): (6, 1),
    }


def test_a_card_that_is_called_as_a_farm_is_none():
    gained = facts.ResourcesGained("blue", "farm_feast", {"water": 3})
    assert counted(executing(), "produce_of_tile", gained) == {}


def test_a_farm_tile_that_left_was_not_kept():
    told = (
        facts.TileTaken("blue", "laboratory", "farm", 0, "producer", "points"),
        facts.TileTaken("blue", "laboratory", "farm", 0, "points", "water_3", replaces=4),
        facts.TileTaken("blue", "foundry", "upgrade", 0, "flip", "points"),
    )
    assert counted(executing(), "farm_tiles_kept", *told) == {
        of(tile="producer"): (0, 1),
        of(tile="points"): (1, 1),
    }


def test_dice_that_an_effect_by_hand_takes_are_lost_and_not_gained():
    told = (facts.DiceGained("blue", "raid", -2), facts.DiceGained("blue", "gift", 1))
    assert counted(executing(reserve=3), "dice_lost", *told) == {of(round="1", cause="raid"): (2, 1)}
    assert counted(executing(reserve=3), "dice_gained", *told) == {of(round="1", cause="gift"): (1, 1)}


def test_a_cell_taken_for_nothing_brings_points_without_weight():
    placed = facts.DiePlaced("blue", "garage", 1, "negotiation", 1, 3, 3, "leyrien")
    table = executing(3)
    points = table.state.box.cells["leyrien"][0].points
    assert counted(table, "points_per_resource", placed) == {of(clan="leyrien"): (points, 0)}


def test_setbacks_are_told_apart_by_what_came_of_them():
    def told(table: Table) -> Counted:
        ignored = facts.SetbackIgnored("blue", "leyrien")
        gain = facts.SetbackTaken("blue", 1, "gem", as_gain=True)
        loss = facts.SetbackTaken("blue", 4, "move")
        rival = facts.SetbackTaken("ai", 2, "die")
        return counted(
            owing(table, "setback", clan="leyrien", value=3), "setback", ignored, gain, loss, rival
        )

    assert told(executing(3)) == {
        of(punishment="none", outcome="ignored"): (1, 1),
        of(punishment="gem", outcome="gain"): (1, 1),
        of(punishment="move", outcome="loss"): (1, 1),
    }


def in_the_second_garage(die: int, **resources: int) -> Table:
    """Blue's turn with one die, which costs 1 Algae."""
    return with_seat(executing(), garages=(None, die), reserve=0, resources=resources)


def test_a_space_is_blocked_for_a_die_that_can_just_pay_its_garage_and_the_place():
    """The Academy costs 2 Algae: with 3 its one space for a 4 is one that fits."""
    table = in_the_second_garage(4, algae=3)
    boards = table.state.locations
    market = (Spot("black", 1), *boards["market"][1:])
    taken = {**boards, "market": market, "academy": (None, Spot("black", 4), None)}
    table.given_state(locations=taken)
    fits = len(market) + len(table.state.headquarters) + 1
    told = replayed(table, {"type": "place_headquarters", "seat": "blue", "gain": "water"})
    assert counted(table, "blocked", *told) == {(): (2, fits)}


def replayed(table: Table, action: dict[str, Any]) -> tuple[Fact, ...]:
    """The facts of an action that is not made."""
    state = table.state
    table.play(action)
    table.given_state(**{name: getattr(state, name) for name in state.__struct_fields__})
    return table.facts


def test_the_foundry_is_no_place_where_its_stack_is_empty():
    def fits(*sizes: int) -> float:
        table = in_the_second_garage(5, algae=1, power=2)
        stacks = zip(table.state.upgrade_stacks, sizes, strict=True)
        table.given_state(upgrade_stacks=tuple(replace(stack, size=size) for stack, size in stacks))
        sent = facts.DiceSentToCantina("blue", "garage", (2,))
        [(_, all_spaces)] = counted(table, "blocked", sent).values()
        return all_spaces

    assert fits(0, 0, 6) - fits(6, 6, 0) == 2


@pytest.fixture(scope="module")
def game() -> CountedGame:
    """Its figures below were read from the lines of the file."""
    return CountedGame(GAME, LIBRARY / "first_light" / "demo-2p-001.jsonl")


HEADLINES: tuple[tuple[str, str | None, dict[str, str], float, float], ...] = (
    ("score", "black", {}, 42, 1),
    ("winning_score", None, {}, 42, 1),
    ("margin", None, {}, 8, 1),
    ("dice_rolled", "black", {}, 29, 8),
    ("roll_luck", "black", {}, 92 - 29 * 3.5, 29),
    ("roll_chi_square", "black", {"value": "1"}, 5, 29 / 6),
    ("actions", "black", {"round": "7", "place_in_round": "1"}, 4, 1),
    ("cantina_rate", "black", {}, 2, 17),
    ("item_acquired", "black", {}, 6, 6),
    ("item_acquired", "black", {"item": "zcarpi", "round": "5", "row": "middle"}, 1, 1),
    ("acquisition_rate", "black", {"item": "zcharo_flyer"}, 0, 1),
    ("points_per_resource", "black", {"clan": "jrayek"}, 9, 4),
    ("points_per_resource", "black", {"clan": "leyrien"}, 8, 12),
    ("harvester_steps", "black", {"cause": "move_after_harvest"}, 4, 1),
    ("arrows_used", "black", {}, 1, 1),
    ("first_cache_round", "black", {}, 6, 1),
    ("advancement", "black", {"reward": "items"}, 1, 1),
    ("produce_of_tile", "blue", {"tile": "water_3", "resource": "water"}, 12, 1),
    ("farm_tiles_kept", "blue", {"tile": "water_3"}, 1, 1),
    ("tile_round", "blue", {"kind": "farm", "tile": "water_3"}, 5, 1),
    ("dice_spent", "blue", {"round": "8", "location": "depository"}, 2, 1),
)


@pytest.mark.parametrize(("measure", "seat", "split", "value", "weight"), HEADLINES)
def test_headline_figures_are_those_read_from_the_file(
    game: CountedGame, measure: str, seat: str | None, split: dict[str, Any], value: float, weight: float
):
    rows = [
        row
        for row in game.rows
        if (row.measure, row.seat) == (measure, seat) and split.items() <= row.dimensions.items()
    ]
    assert sum(row.value for row in rows) == pytest.approx(value)
    assert sum(row.weight for row in rows) == pytest.approx(weight)
