"""5xx, decisions, triggers and abilities."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import AbilityUsed
from domain.games.chaos_order.offers.moves import draws_by_control
from tests.games.chaos_order.table import (
    BLUE,
    PLACE,
    RED,
    begun,
    dealt,
    faction_in,
    granted,
    opened,
    trance,
    with_box,
)


def test_co_589_what_asks_for_a_decision_may_be_declined_and_stays_until_then():
    begun().acting("build").do("decline_effect").then_rejected("CO-589")
    table = granted(Effect("deploy_leader"), Effect("gain_energy", 1), gems=0).has(RED, energy=6)
    table.do("begin_main_action").then_rejected("CO-722")
    table.do("decline_effect").has(RED, energy=7)


def test_co_590_and_co_596_income_abilities_are_taken_once_each_a_round():
    table = begun().at("gain_income")
    table.do("take_ability_income", ability="circadians.descent").then_rejected("CO-590", field="ability")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").then_accepted()
    table.do("take_ability_income", BLUE, ability="leyrien.morale").then_rejected("CO-590")


def test_co_591_a_leaders_ability_works_only_on_the_map_in_battle_only_in_its_region():
    table = begun().at("gain_income")
    table.do("take_ability_income", ability="circadians.beacon").then_rejected("CO-590")
    table.board(RED, base_leaders=("circadians.pilot",))
    table.do("take_ability_income", ability="circadians.beacon").has(RED, energy=7)
    table = begun().bare().region(PLACE, fighters={RED: 1, BLUE: 8})
    table.region("tall_grass", leaders={BLUE: ("leyrien.singer",)}).fighting(PLACE).do("reveal_plans", None)
    table.has(BLUE, counters={"morale": 1})
    table = begun().bare().region(PLACE, fighters={RED: 1, BLUE: 8}, leaders={BLUE: ("leyrien.singer",)})
    table.fighting(PLACE).do("reveal_plans", None).has(BLUE, counters={"morale": 2})


def test_co_592_faction_attributes_leaders_buildings_and_owners_clockwise():
    table = dealt("jrayek", "zcharo").bare().region(PLACE, fighters={"jrayek": 1, "zcharo": 8})
    attributes = {**table.state.seats["jrayek"].attributes, "jrayek.ash": "upgraded"}
    table.board("jrayek", attributes=attributes).region(PLACE, leaders={"zcharo": ("zcharo.herald",)})
    table.given_state(flare_gun="jrayek").at("combat", combat_turn="zcharo")
    table.do("select_battle", "zcharo", region=PLACE, opponent="jrayek")
    table.do("commit_plan", "jrayek", section="plain_a").do("commit_plan", "zcharo", section="plain_a")
    table.do("reveal_plans", None)
    used = [fact.ability for fact in table.facts if isinstance(fact, AbilityUsed)]
    assert used[-2:] == ["jrayek.ash", "zcharo.herald"]


def test_co_593_statics_and_uncovered_abilities_are_always_on():
    assert dealt("oxataya", "leyrien").state.faction("oxataya").statics == {
        "lake_access",
        "many_leaders_per_region",
    }
    assert dealt("zcharo", "leyrien").state.faction("zcharo").statics == {"many_outposts_per_region"}


def test_co_594_any_time_abilities_whenever_a_card_could_be_played():
    table = trance().do("use_ability", "jrayek", ability="jrayek.trance").then_accepted()
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-722")
    table.do("choose_branch", "jrayek", index=0).then_accepted()
    trance(main="running").do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-594")
    table = trance().at("build", "jrayek", "leyrien")
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-233")
    trance().do("use_ability", "leyrien", ability="jrayek.trance").then_rejected("CO-233", field="seat")
    trance().do("use_ability", "jrayek", ability="nothing").then_rejected("CO-594", field="ability")
    trance().at("combat").do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-594")
    table = trance().at("set_prices", "leyrien", "jrayek")
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_rejected("CO-210")
    table = trance().at("gain_income")
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_accepted()
    opened().do("use_ability", ability="circadians.intel").then_rejected("CO-201")


def test_co_595_fighters_land_from_the_drop_ship_where_there_is_presence():
    begun().acting("move").do("land_fighters", region="black_sedge", count=1).then_rejected("CO-595")
    table = begun().board(RED, drop_ship_fighters=4).at("move", RED, BLUE).do("act")
    table.do("use_ability", ability="circadians.descent")
    table.do("land_fighters", region="tall_grass", count=1).then_rejected("CO-595", field="region")
    table.do("land_fighters", region="black_sedge", count=4).then_rejected("CO-595", field="count")
    table.do("land_fighters", region="black_sedge", count=2).has(RED, drop_ship_fighters=2)
    assert table.fighters("black_sedge") == {RED: 10}
    assert table.head() is None


def test_co_596_an_optional_ability_waits_for_a_decision():
    table = begun().at("move", RED, BLUE).do("act")
    assert table.head() == ("optional_ability", 1)
    table.do("use_ability", ability="circadians.intel").then_rejected("CO-722")
    table.do("decline_effect").then_accepted()
    assert table.head() is None


def watcher(trigger, effect="gain_gems", *, optional=False):
    """A set in which red's faction has an ability of control."""

    def change(document):
        faction_in(document, "circadians")["abilities"].append(
            {"id": "watch", "trigger": trigger, "optional": optional, "effects": [{"do": effect, "n": 1}]}
        )

    return with_box(change)


def watching(trigger):
    points = Effect("movement_points", 3)
    return begun(watcher(trigger)).board(RED, gems=1).acting("move").pend(RED, points)


def test_co_596_control_gained_and_lost_after_each_step():
    table = watching("region_control_gained")
    table.do("move_units", from_="black_sedge", to="glass_mire", fighters=1).has(RED, gems=2)
    table.do("move_units", from_="black_sedge", to="glass_mire", fighters=1).has(RED, gems=2)
    table = watching("region_control_lost")
    table.do("move_units", from_="stone_ladder", to="black_sedge", fighters=4).has(RED, gems=2)


def test_co_596_who_moves_is_asked_for_the_card_that_control_draws_unless_it_may_be_left():
    def draws(*ability, **more):
        return draws_by_control(opened(watcher(*ability, **more)).state)

    assert draws("region_control_gained", "draw_tactics")
    assert draws("region_control_lost", "draw_tactics")
    assert not draws("region_control_gained")
    assert not draws("region_control_gained", "draw_tactics", optional=True)


def test_co_707_any_unit_or_building_alone_is_control():
    table = begun().bare().built(RED, "tall_grass", "foundry").at("check_relics")
    table.do("resolve_relics", None).has(RED, relics=(1,))
