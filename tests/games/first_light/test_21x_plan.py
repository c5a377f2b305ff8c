"""Rounds and the Plan phase, FL-201..220."""

from __future__ import annotations

import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.state import HeldDie
from domain.kernel import PUBLIC, TRUTH, Shared, Viewer
from tests.games.first_light.table import act, broken, executing, host, planning, started, with_seat
from tests.support.given import Table


def rolled(*values: int, **base: object) -> Table:
    table = with_seat(planning(), reserve=len(values), **base)
    return table.play(act("roll_dice", values=list(values)))


@pytest.mark.parametrize("kind", ["harvest", "rest", "place_market", "send_to_cantina"])
def test_fl_201_each_thing_in_its_phase(kind: str):
    needs = {"place_market": {"space": 1}}
    planning().when(act(kind, **needs.get(kind, {}))).then_rejected("FL-201")


def test_fl_201_a_round_goes_through_its_phases():
    table = planning(1)
    phases = [table.state.phase]
    table.play(act("roll_dice", values=[1, 2, 3]), act("assign_dice", farms={"1": 1, "2": 2, "3": 3}))
    table.play(act("confirm_plan"))
    phases.append(table.state.phase)
    table.play(host("reveal_scheme", scheme="scheme_01"), host("reveal_scheme", scheme="scheme_02"))
    phases.append(table.state.phase)
    table.play(act("harvest", choices={"2": "water", "3": "water"}))
    phases.append(table.state.phase)
    table.play(act("rest"))
    assert [*phases, table.state.phase] == ["plan", "schemes", "harvest", "rest", "plan_event"]


def test_fl_202_gained_dice_come_from_the_supply_as_far_as_it_goes():
    table = executing(3, 3, dice_supply=1, acquired=("captains_hat",))
    table.when(act("place_academy", space=2, dice=1)).then_accepted()
    base = table.state.seats["blue"]
    assert (base.dice_supply, base.reserve) == (0, 1)


def test_fl_203_a_die_in_reserve_can_be_lost():
    from domain.games.first_light.actions import DieAt
    from domain.games.first_light.rules.harvest import own_dice

    table = executing(3, reserve=2)
    assert DieAt("reserve") in own_dice(table.state, "blue")


def test_fl_210_the_event_counts_for_its_round_only():
    table = executing(4, event="workshop", resources={"power": 1})
    foundry = act("place_foundry", space=1, pay="power", new_top="flip")
    table.when(foundry).then_includes(facts.ResourcesPaid("blue", "foundry", {"power": 1}, {"workshop": 1}))
    quiet = executing(4, resources={"power": 1})
    quiet.when(foundry).then_rejected("FL-242")
    assert started().state.event is None
    planning().when(host("reveal_event"), drawn=True).then_rejected("FL-210")


def test_fl_210_a_gain_at_the_reveal_goes_to_every_seat():
    table = started().when(host("reveal_event", event="spring_tide"))
    table.then_includes(
        *(facts.ResourcesGained(seat, "spring_tide", {"water": 3}) for seat in ("blue", "black"))
    )


def test_fl_211_the_ai_is_unaffected_by_events():
    table = started(1).play(host("reveal_event", event="spring_tide"))
    assert table.state.ai == started(1).state.ai


def test_fl_212_a_seat_without_any_die_may_take_one():
    table = with_seat(planning(), reserve=0)
    table.when(act("take_die")).then_includes(facts.DiceGained("blue", "relief", 1))
    table.when(act("take_die")).then_rejected("FL-212")
    table.when(act("roll_dice", values=[6])).then_accepted()
    table.when(act("take_die")).then_rejected("FL-212")


def test_fl_212_nothing_is_taken_from_an_empty_supply_or_with_a_plan_confirmed():
    table = with_seat(planning(), reserve=0, dice_supply=0)
    table.when(act("take_die")).then_rejected("FL-212")
    table = with_seat(planning(), reserve=0).play(act("confirm_plan"))
    table.when(act("take_die")).then_rejected("FL-220")


def test_fl_708_fl_212_headquarters_dice_make_a_seat_ineligible_and_it_assigns_nothing():
    table = with_seat(planning(), reserve=0)
    table.given_state(headquarters=(HeldDie("blue", 4, 0), None, None))
    table.when(act("take_die")).then_rejected("FL-212")
    table.when(act("roll_dice", values=[])).then_rejected("FL-214")
    table.when(act("assign_dice")).then_rejected("FL-214")
    table.when(act("confirm_plan")).then_accepted()


def test_fl_213_more_than_five_dice_break_an_invariant():
    assert "I5" in broken(with_seat(planning(), reserve=6).state)
    assert "I5" not in broken(with_seat(planning(), reserve=5).state)


def test_fl_214_one_roll_of_all_reserve_dice():
    table = planning()
    table.when(act("confirm_plan")).then_rejected("FL-214")
    table.when(act("roll_dice", values=[1, 2])).then_rejected("FL-214", field="values")
    table.when(act("roll_dice", values=[1, 2, 7])).then_rejected("FL-214", field="values")
    table.when(act("roll_dice", values=[1, 2, 6])).then(facts.DiceRolled("blue", (1, 2, 6)))
    table.when(act("roll_dice", values=[1, 2, 6])).then_rejected("FL-214", field="seat")
    started().when(act("roll_dice"), drawn=True).then_rejected("FL-214")


def test_fl_215_no_rolled_value_is_altered_in_the_plan():
    table = rolled(1, 2, 6)
    table.when(act("assign_dice", garages=[1, 2, 5])).then_rejected("FL-215", field="garages")
    table.when(act("assign_dice", garages=[1, 2, 6, 6])).then_rejected("FL-215")
    table.when(act("assign_dice", garages=[6, 2], farms={"1": 1})).then_accepted()


def test_fl_216_every_die_is_assigned_one_to_a_space_and_none_to_the_cantina():
    table = rolled(1, 2, 6)
    table.when(act("assign_dice", farms={"cantina": 1})).then_rejected("FL-216", field="farms")
    table.when(act("assign_dice", farms={"3": 1, "03": 2})).then_rejected("FL-216", field="farms")
    table.play(act("assign_dice", garages=[1, 2]))
    table.when(act("confirm_plan")).then_rejected("FL-216")


def test_fl_216_a_plan_is_asked_for_until_no_die_is_left():
    (plan,) = (one for one in GAME.offers(rolled(6, 1, 2).state, "blue", TRUTH) if one.type == "assign_dice")
    assert plan.bonds == (Shared(("farms", "garages"), (1, 2, 6), whole=True),)


def test_fl_217_garages_fill_from_the_left():
    table = rolled(1, 2, 6).play(act("assign_dice", garages=[6, 1, 2]), act("confirm_plan"))
    with_seat(table, "black", reserve=0)
    table.play(act("confirm_plan", "black"))
    assert table.state.seats["blue"].garages == (6, 1, 2, None, None)
    six = rolled(1, 1, 1, 1, 1, 1)
    six.when(act("assign_dice", garages=[1] * 6)).then_rejected("FL-217", field="garages")


@pytest.mark.parametrize("slot", ["0", "4", "5", "7", "x", "-1"])
def test_fl_218_only_farms_that_take_a_die(slot: str):
    table = rolled(1, 2, 6, farm_tiles=("water_3", "points", "producer"))
    table.when(act("assign_dice", farms={slot: 1})).then_rejected("FL-218", field="farms")


def test_fl_218_fl_219_farms_with_gaps_and_a_low_die_on_a_tile_that_needs_a_six():
    table = rolled(1, 2, 6, farm_tiles=("gem_on_six",))
    table.when(act("assign_dice", farms={"4": 1, "2": 6})).then_accepted()


def test_fl_220_plans_are_hidden_until_all_are_ready_then_all_is_public():
    table = rolled(1, 2, 6).play(act("assign_dice", garages=[6, 1], farms={"3": 2}))
    seen = GAME.view(table.state, Viewer("black"))["seats"]["blue"]
    assert "plan" not in seen
    assert "dice" not in seen
    assert seen["garages"] == [None] * 5
    table.play(act("confirm_plan"))
    with_seat(table, "black", reserve=0)
    table.when(act("confirm_plan", "black"))
    plans = next(fact for fact in table.facts if isinstance(fact, facts.PlansRevealed))
    assert GAME.fact_view(plans, PUBLIC)["plans"]["blue"]["garages"] == (6, 1)
    assert GAME.view(table.state, PUBLIC)["seats"]["blue"]["garages"][:2] == [6, 1]


def test_fl_220_others_see_that_was_rolled_and_assigned_and_nothing_of_it():
    table = with_seat(planning(), reserve=2)
    table.when(act("roll_dice", values=[5, 6]))
    assert GAME.fact_view(table.facts[0], Viewer("black")) == {
        "fact": "dice_rolled",
        "seat": "blue",
        "count": 2,
    }
    table.when(act("assign_dice", garages=[5, 6]))
    assert GAME.fact_view(table.facts[0], Viewer("black")) == {"fact": "dice_assigned", "seat": "blue"}
    assert GAME.fact_view(table.facts[0], Viewer("blue")) != GAME.fact_view(table.facts[0], PUBLIC)


def test_fl_220_a_new_assignment_takes_the_confirmation_back_until_the_reveal():
    table = rolled(1, 2, 6).play(act("assign_dice", garages=[6, 1, 2]), act("confirm_plan"))
    table.when(act("confirm_plan")).then_rejected("FL-220")
    table.play(act("assign_dice", garages=[1, 2]))
    assert not table.state.seats["blue"].ready
    started().when(act("assign_dice")).then_rejected("FL-214")
    executing(4).when(act("assign_dice")).then_rejected("FL-220")
    executing(4).when(act("confirm_plan")).then_rejected("FL-220")


def test_fl_220_states_that_differ_behind_a_screen_look_alike_to_others():
    one = rolled(1, 2, 6).play(act("assign_dice", garages=[6, 1, 2]))
    other = rolled(3, 3, 5).play(act("assign_dice", garages=[3], farms={"1": 3, "2": 5}))
    for viewer in (PUBLIC, Viewer("black")):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)
        assert GAME.offers(one.state, "black", viewer) == GAME.offers(other.state, "black", viewer)
        assert [GAME.fact_view(fact, viewer) for fact in one.facts] == [
            GAME.fact_view(fact, viewer) for fact in other.facts
        ]
    assert GAME.view(one.state, TRUTH) != GAME.view(other.state, TRUTH)


def test_fl_546_roslyn_ashford_has_a_higher_limit():
    table = with_seat(planning(), reserve=6, character="roslyn_ashford")
    assert "I5" not in broken(table.state)
    resting = with_seat(planning(), reserve=8, character="roslyn_ashford").given_state(phase="rest")
    resting.play(act("rest"))
    assert resting.state.seats["blue"].reserve == 6
    assert resting.state.seats["blue"].dice_supply == 7
