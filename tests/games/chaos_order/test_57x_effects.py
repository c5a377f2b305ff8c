"""5xx, the effects of the vocabulary."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import (
    CombatBonusGained,
    CounterSet,
    EnergyChanged,
    FameMoved,
    ManualEffectApplied,
    TokensMoved,
    UnitsMoved,
)
from domain.games.chaos_order.rules.effects import multiplier
from domain.games.chaos_order.state import Loose, Pending, Plan
from tests.games.chaos_order.table import BLUE, PLACE, RED, begun, dealt, granted, with_box


def test_co_570_and_co_581_energy_and_gems_from_and_to_the_main_supply():
    granted(Effect("gain_energy", 2), Effect("gain_gems", 1)).has(RED, energy=8, gems=2)
    granted(Effect("lose_energy", 9), Effect("lose_gems", 1)).has(RED, energy=0, gems=0)


def test_co_571_and_co_602_fame_step_by_step_with_the_icons_on_the_way():
    table = granted(Effect("gain_fame", 3)).has(RED, fame=3, energy=8)
    table.then_includes(FameMoved(RED, 2, "test"), EnergyChanged(RED, 2, "fame"))
    table = granted(Effect("gain_fame", 3), fame=6)
    assert table.head() == ("gain_research", 1)
    table.has(RED, fame=8).do("decline_effect").has(RED, fame=9)


def test_co_573_research_on_the_tracks_that_the_effect_names():
    table = granted(Effect("gain_research", 1, among=("build",)))
    table.do("advance_research", track="move", pay_lock="gem").then_rejected("CO-573", field="track")


def test_co_574_points_are_spent_at_once_as_in_their_phase():
    table = granted(Effect("movement_points", 1))
    table.do("move_units", from_="stone_ladder", to="black_sedge", fighters=1).then_accepted()
    assert table.head() is None


def test_co_575_free_redeployments():
    table = granted(Effect("redeploy", 2))
    table.do("redeploy_units", from_="stone_ladder", to="black_sedge", fighters=1)
    assert table.head() == ("redeploy", 1)


def test_co_576_construct_either_without_bp():
    table = granted(Effect("construct_either", 1))
    table.do("construct_foundation", foundation="circadians.power_line", region="black_sedge").then_accepted()


def test_co_577_a_production_token_on_a_lake_needs_no_printed_one():
    table = dealt("oxataya", "leyrien").bare().region("lake_mirror", fighters={"oxataya": 1})
    table.acting("build", "oxataya").pend("oxataya", Effect("place_production_token", among=("lake",)))
    table.do("place_production_token", "oxataya", token="loose_gems", region="black_sedge").then_rejected(
        "CO-336"
    )
    table.do("place_production_token", "oxataya", token="loose_gems", region="lake_mirror").then_accepted()


def test_co_578_upgrade_a_production_token():
    table = granted(Effect("upgrade_production_token", 1)).given_state(loose={"base_s2": Loose("loose_gems")})
    table.do("upgrade_production_token", token="loose_gems").then_accepted()


def test_co_579_leaders_and_attributes_as_an_effect_cost_their_gems_only():
    table = granted(Effect("deploy_leader")).do("deploy_leader", leader="circadians.pilot")
    table.has(RED, gems=0, energy=6)


def test_co_580_all_own_tokens_of_the_vault():
    granted(Effect("collect_pricing_tokens")).then_includes(
        TokensMoved(RED, ("circadians.g1", "circadians.g2"), "supply")
    )
    assert len(granted(Effect("remove_token")).facts) == 1


def test_co_582_counters_within_their_bounds():
    granted(Effect("counter", -9, "intel")).has(RED, counters={"intel": 0, "thresholds": 0})
    granted(Effect("counter", 9, "intel")).has(RED, counters={"intel": 3, "thresholds": 0})
    granted(Effect("set_counter", 2, "thresholds")).then_includes(CounterSet(RED, "thresholds", 2))
    granted(Effect("counter", 1, "morale")).has(RED, counters={"intel": 3, "thresholds": 0})


def test_co_583_combat_effects_in_battle_only():
    assert len(granted(Effect("combat", strength=2)).facts) == 1
    table = begun().bare().region(PLACE, fighters={RED: 2, BLUE: 2})
    table.fighting(PLACE, {RED: Plan("plain_a", "use", "last_stand"), BLUE: Plan("plain_a", "none")})
    table.do("reveal_plans", None).then_includes(CombatBonusGained(RED, 1))


def test_co_584_wounds_besides_attacks_with_their_triggers():
    assert len(granted(Effect("wound", 1, "own")).facts) == 1
    box = with_box(lambda d: d["tactics_cards"][0]["battle"].append({"do": "wound", "side": "own", "n": 9}))
    table = begun(box).bare().region(PLACE, fighters={RED: 2, BLUE: 5})
    table.fighting(PLACE, {RED: Plan("plain_s", "use", "feint"), BLUE: Plan("massed", "none")})
    table.do("reveal_plans", None).then_includes(UnitsMoved(RED, PLACE, 1, 2, (), "wound"))


def test_co_585_regions_more_for_income():
    granted(Effect("region_count", 2)).has(RED, region_bonus=2)


def test_co_586_choice_optional_and_pay():
    begun().acting("build").do("choose_branch", index=0).then_rejected("CO-586")
    table = begun().acting("build").pend(RED, Effect("choice", branches=((), (Effect("gain_gems", 1),))))
    table.do("choose_branch", index=2).then_rejected("CO-586", field="index")
    table.do("decline_effect").then_rejected("CO-586")
    table.do("choose_branch", index=1).has(RED, gems=2)
    table.pend(RED, Effect("optional", effects=(Effect("gain_gems", 1),))).do("choose_branch", index=0)
    table.has(RED, gems=3)
    pay = Effect("pay", effects=(Effect("gain_gems", 1),), energy=4)
    table.pend(RED, pay).do("choose_branch", index=0).has(RED, gems=4, energy=2)
    table.pend(RED, pay).do("choose_branch", index=0).then_rejected("CO-586")
    table.do("decline_effect").has(RED, energy=2)


def test_co_586_gems_are_paid_as_energy_is():
    pay = Effect("pay", effects=(Effect("gain_research", 1),), energy=1, gems=1)
    table = begun().acting("build").pend(RED, pay).do("choose_branch", index=0).has(RED, gems=0, energy=5)
    table.do("decline_effect").pend(RED, pay).do("choose_branch", index=0).then_rejected("CO-586")


def test_co_574_an_effect_of_nothing_is_waited_for_by_nobody():
    table = granted(Effect("redeploy", 0), Effect("gain_energy", 1)).has(RED, energy=7)
    assert table.head() is None


def test_co_587_fighters_are_counted_in_their_region_alone():
    def times(here):
        return multiplier(begun().state, RED, Pending(Effect("per", name="fighters_here"), 1, "test", here))

    assert [times(region) for region in ("black_sedge", "stone_ladder", "ember_fen")] == [8, 4, 0]


def test_co_587_per_repeats_as_often_as_is_read_once():
    def per(name):
        return granted(Effect("per", name=name, effects=(Effect("gain_energy", 1),)), relics=(1,))

    per("controlled_regions").has(RED, energy=8)
    per("controlled_land").has(RED, energy=8)
    per("relics").has(RED, energy=7)
    per("counter:intel").has(RED, energy=9)
    per("counter:nothing").has(RED, energy=6)
    per("fighters_here").has(RED, energy=6)


def manual(text="omen"):
    return begun().acting("build").pend(RED, Effect("manual", name=text))


def adjust(table, *adjustments, text="omen", **more):
    return table.do("apply_manual_effect", text_id=text, adjustments=list(adjustments), **more)


def test_co_588_the_table_settles_a_manual_effect_within_the_invariants():
    adjust(begun().acting("build")).then_rejected("CO-588", field="text_id")
    table = adjust(manual(), {"seat": RED, "energy": 2}, {"seat": BLUE, "gems": -1})
    table.has(RED, energy=8).has(BLUE, gems=0).then_includes(ManualEffectApplied(RED, "omen"))
    assert table.state.manual_effects == 1
    assert table.head() is None
    for wrong in (
        {"seat": "white", "energy": 1},
        {"seat": RED},
        {"seat": RED, "energy": "two"},
        {"seat": RED, "energy": -7},
        {"seat": RED, "morale": 1},
        {"seat": RED, "intel": 1},
        {"seat": RED, "luck": 1},
        {"seat": RED, "fighters": {"from": "base", "to": "black_sedge", "n": 1}},
        {"seat": RED, "fighters": {"from": "black_sedge", "to": "nowhere", "n": 1}},
        {"seat": RED, "leader": "leyrien.elder", "to": "base"},
        {"seat": RED, "leader": "circadians.pilot", "to": "nowhere"},
        {"seat": RED, "research": "luck"},
        {"seat": RED, "strength": 1},
        {"seat": RED, "building": {"type": "tower", "to": "relic_1"}},
        {"seat": RED, "building": {"type": "foundry", "to": "nothing"}},
        {"seat": RED, "discard_tactics": "feint"},
        {"seat": RED, "draw_tactics": -1},
    ):
        adjust(manual(), wrong).then_rejected("CO-588")


def test_co_588_every_kind_of_adjustment():
    table = manual().board(RED, hand={"feint": 1}).given_state(deck=37)
    adjust(
        table,
        {"seat": RED, "fame": 2},
        {"seat": RED, "fame": -1},
        {"seat": RED, "intel": -1},
        {"seat": RED, "discard_tactics": ["feint"]},
        {"seat": RED, "draw_tactics": 1},
        {"seat": RED, "fighters": {"from": "black_sedge", "to": "base", "n": 2}},
        {"seat": RED, "leader": "circadians.pilot", "to": "base"},
        {"seat": RED, "research": "build"},
        {"seat": RED, "building": {"type": "foundry", "to": "circadians.start_1"}},
        {"seat": RED, "building": {"type": "foundry", "to": "circadians.start_1"}},
        draws=["ambush"],
    ).has(RED, fame=1, hand={"ambush": 1}, base_fighters=2, base_leaders=("circadians.pilot",))
    assert table.state.regions["black_sedge"].buildings == {}
    wounded = begun().region("black_sedge", fighters={RED: 6}).region("ember_fen", fighters={BLUE: 4})
    wounded.region(PLACE, fighters={RED: 2, BLUE: 2}).fighting(PLACE)
    adjust(wounded.pend(RED, Effect("manual", name="omen")), {"seat": RED, "attack": 2})
    wounded.then_includes(CombatBonusGained(RED, 0, 2, 0))
