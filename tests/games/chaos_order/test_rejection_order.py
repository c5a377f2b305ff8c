"""Where two rules are broken at once, the first in the order of CO-721 answers."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Income
from tests.games.chaos_order.table import (
    BLUE,
    RED,
    begun,
    faction_in,
    opened,
    play_card,
    playing,
    trance,
    with_box,
)


def test_co_504_the_order_of_its_checks():
    play_card(playing("build", "decide", {"work_crew": 1}), "feint").then_rejected("CO-508", field="card")
    play_card(playing("build", "decide", {"feint": 1}), "feint").then_rejected("CO-502")
    play_card(playing("build", "decide", {"work_crew": 1}), "work_crew").then_rejected("CO-504")
    play_card(playing("build", "acting", {"work_crew": 1}), "work_crew").then_rejected(
        "CO-505", field="pay_lock"
    )


def test_co_721_the_order_of_checks():
    table = begun().acting("build").pend(RED, Effect("discard", 1))
    table.do("set_price", RED, phase="build", token="x").then_rejected("CO-201")
    table.do("begin_main_action", RED).then_rejected("CO-506")
    table = begun().acting("build", main="running").pend(BLUE, Effect("gain_research", 1))
    table.do("begin_main_action").then_rejected("CO-239")
    table.do("act").then_rejected("CO-233")
    table.do("auxiliary_action", option=9).then_rejected("CO-241")
    table = begun().acting("build", main="done").pend(BLUE, Effect("gain_research", 1))
    table.do("auxiliary_action", option=9).then_rejected("CO-242")
    table.do("auxiliary_action", option=0).then_rejected("CO-722")
    table.do("end_turn").then_rejected("CO-722")


def test_co_722_a_stack_whose_head_alone_is_resolved_while_all_else_waits():
    table = begun().acting("build").pend(RED, Effect("gain_research", 2), Effect("gain_energy", 1))
    table.pend(BLUE, Effect("gain_research", 1))
    table.do("harvest_region", region="base_s2").then_rejected("CO-722")
    table.do("end_turn").then_rejected("CO-722")
    table.do("advance_research", BLUE, track="harvest").then_accepted()
    table.do("advance_research", track="harvest").has(RED, energy=6)
    table.do("advance_research", track="recruit").has(RED, energy=7)


def test_co_722_in_gain_income_a_pending_effect_binds_the_seat_alone():
    table = begun().at("gain_income").pend(RED, Effect("gain_research", 1))
    table.do("take_building_income").then_rejected("CO-722")
    table.do("take_building_income", BLUE).then_accepted()


def test_co_723_the_order_of_move_and_plan_checks():
    table = begun().acting("move").pend(RED, Effect("movement_points", 1))
    move = {"fighters": 99, "leaders": ["x"]}
    table.do("move_units", from_="x", to="base_n1", **move).then_rejected("CO-365")
    table.do("move_units", from_="x", to="lake_still", **move).then_rejected("CO-366")
    table.do("move_units", from_="x", to="tall_grass", **move).then_rejected("CO-364", field="from")
    table.do("move_units", from_="black_sedge", to="tall_grass", **move).then_rejected("CO-360")
    table.do("redeploy_units", from_="black_sedge", to="glass_mire", **move).then_rejected("CO-380")
    table.do("move_units", from_="black_sedge", to="glass_mire", **move).then_rejected(
        "CO-364", field="fighters"
    )


def test_co_724_a_lock_is_paid_just_where_it_stands():
    table = begun().acting("discover").pend(RED, Effect("gain_research", 1))
    table.do("advance_research", track="build", pay_lock="gem").then_rejected("CO-253")
    table.do("advance_research", track="move").then_rejected("CO-253")


def test_co_201_nothing_is_declined_in_setup_where_nothing_is_pending():
    opened().do("decline_effect").then_rejected("CO-201")


def test_co_722_of_two_optional_abilities_the_head_comes_first():
    def twice(document):
        faction_in(document, "circadians")["abilities"].append(
            {"id": "again", "trigger": "act:move", "optional": True, "effects": [{"do": "gain_gems", "n": 1}]}
        )

    table = begun(with_box(twice)).at("move", RED, BLUE).do("act")
    table.do("use_ability", ability="again").then_rejected("CO-722", field="ability")
    table.do("decline_effect").do("use_ability", ability="again").has(RED, gems=2)


def test_co_472_no_ability_is_used_after_finishing():
    table = trance().at("gain_income").board("jrayek", income=Income(finished=True))
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-472")


def test_co_722_the_main_action_does_not_end_over_what_it_did_not_leave():
    table = begun().acting("build", main="running").pend(RED, Effect("gain_research", 1))
    table.do("end_main_action").then_rejected("CO-722")
    table.do("end_turn").then_rejected("CO-722")
    table.do("decline_effect").pend(RED, Effect("build_points", 1), main=True)
    table.do("end_main_action").then_accepted()
    assert table.head() is None
