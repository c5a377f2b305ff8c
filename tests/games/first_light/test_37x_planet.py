"""The planet, FL-371..375."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.rules.follow_ups import steps_from
from domain.games.first_light.scoring import breakdown
from tests.games.first_light.table import act, executing, resources, spent, with_seat

STEP = act("place_control_room", space=1, pay="power")


def test_fl_371_the_first_to_come_takes_the_token_for_good():
    table = executing(6, 1).play(STEP)
    assert table.state.seats["blue"].harvester == "r2c2"
    assert spent(table) == {"power": 2, "water": -3}
    assert "r2c2" not in table.state.tokens
    again = executing(6).given_state(tokens={}).play(STEP)
    assert spent(again) == {"power": 2}
    gem = executing(5).when(STEP)
    gem.then_includes(
        facts.TokenTaken("blue", "r3c2", "gem"), facts.ResourcesGained("blue", "token", {"gems": 1})
    )


def test_fl_372_spaces_hold_any_number_of_harvesters():
    table = with_seat(executing(2), "black", harvester="r3c4").play(STEP)
    assert table.state.seats["blue"].harvester == table.state.seats["black"].harvester


def test_fl_373_arrows_lead_to_the_opposite_edge_for_every_move():
    table = executing(2, harvester="r3c5").when(STEP)
    table.then_includes(facts.HarvesterMoved("blue", "control_room", "r3c1", True))
    assert "r3c1" in steps_from(executing(2, harvester="r3c5").state, "blue")
    free = executing(4, hand=("ledger",), harvester="r5c1")
    buy = act("place_depository", row="top", item="ledger", move_to="r1c3")
    free.when(buy).then_includes(facts.HarvesterMoved("blue", "depository", "r1c3", True))


def test_fl_374_a_gem_cache_may_be_entered_and_left():
    table = executing(1, harvester="r2c3").play({**STEP, "value": 1})
    assert table.state.seats["blue"].harvester == "r1c3"
    table = executing(5, harvester="r1c3").play(STEP)
    assert table.state.seats["blue"].harvester == "r1c2"
    table = with_seat(table, garages=(5,)).given_state(phase="garages", to_act="blue")
    table.play({**STEP, "space": 2})
    assert table.state.seats["blue"].harvester == "r1c1"


def test_fl_375_only_the_last_position_scores():
    table = executing(2, harvester="r1c1").given_state(caches={"r1c2": "cache_4"})
    assert breakdown(table.state, "blue").harvester == 0
    with_seat(table, harvester="r1c2")
    assert breakdown(table.state, "blue").harvester == 6
    assert resources(table)["gems"] == 10
