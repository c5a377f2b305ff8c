"""Cards, abilities, factions and the vocabulary of effects, CO-5xx."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import (
    AbilityUsed,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CombatBonusGained,
    CounterSet,
    DeckReshuffled,
    EnergyChanged,
    FameMoved,
    GameEnded,
    ManualEffectApplied,
    StrengthCompared,
    TokensMoved,
    UnitsMoved,
)
from domain.games.chaos_order.reading.ways import reachable
from domain.games.chaos_order.state import UNKNOWN, Income, Loose, Plan
from domain.kernel import PUBLIC, Viewer
from tests.games.chaos_order.table import BLUE, RED, ChaosTable, begun, dealt, faction_in, opened, with_box

PLACE = "glass_mire"


def without(*names, seat=RED, faction="circadians"):
    """The board foundations of a seat but these."""
    left = [n for n in ("research_lab", "power_line", "depot", "archive", "roadway") if n not in names]
    return tuple(f"{faction}.{name}" for name in left)


def playing(phase="harvest", stage="acting", hand=None, **board):
    return begun().board(RED, hand=hand or {"feint": 1}, **board).at(phase, RED, BLUE, stage=stage)


def play(table, card="feint", play=0, **more):
    return table.do("play_tactics_card", card=card, play=play, **more)


def test_co_501_used_and_played_cards_go_to_the_discard_pile():
    table = play(playing()).has(RED, energy=8, hand={})
    table.then_includes(CardPlayed(RED, "feint", "harvest"))
    assert table.state.discard == ("feint",)


def test_co_502_in_a_phase_named_on_it_and_not_when_acquired_in_it():
    play(playing("build")).then_rejected("CO-502", field="play")
    play(playing(), play=1).then_rejected("CO-502", field="play")
    play(playing(hand={"feint": 2}, fresh={"feint": 2})).then_rejected("CO-502", field="card")
    table = play(playing(hand={"feint": 2}, fresh={"feint": 1})).then_accepted()
    play(table).then_rejected("CO-502", field="card")


def test_co_502_a_copy_used_or_discarded_counts_as_a_fresh_one_first():
    table = playing(hand={"feint": 6}, fresh={"feint": 1}).pend(RED, Effect("discard", 1))
    table.do("discard_tactics_card", card="feint").has(RED, hand={"feint": 5}, fresh={})


def test_co_503_no_limit_to_the_cards_played():
    table = playing(hand={"feint": 3})
    play(play(play(table))).has(RED, energy=12)


def test_co_504_on_the_own_turn_after_act_or_pass_and_not_in_the_middle():
    play(playing(stage="decide")).then_rejected("CO-504", field="card")
    table = begun().board(BLUE, hand={"feint": 1}).acting("harvest")
    table.do("play_tactics_card", BLUE, card="feint", play=0).then_rejected("CO-504")
    play(playing().do("begin_main_action")).then_rejected("CO-504")
    play(playing().pend(RED, Effect("build_points"))).then_rejected("CO-504")
    play(playing("build", hand={"long_watch": 1}), "long_watch", 1).then_rejected("CO-504")
    play(playing("build", "passing", {"long_watch": 1}), "long_watch", 1).has(RED, energy=8)
    play(playing("recruit", "passing", {"shield_wall": 1}), "shield_wall", pay_lock="gem").then_rejected(
        "CO-504"
    )
    table = playing("gain_income", hand={"long_watch": 2})
    play(table, "long_watch").has(RED, gems=2)
    play(table.do("finish_income"), "long_watch").then_rejected("CO-504")


def test_co_504_the_order_of_its_checks():
    play(playing("build", "decide", {"work_crew": 1}), "feint").then_rejected("CO-508", field="card")
    play(playing("build", "decide", {"feint": 1}), "feint").then_rejected("CO-502")
    play(playing("build", "decide", {"work_crew": 1}), "work_crew").then_rejected("CO-504")
    play(playing("build", "acting", {"work_crew": 1}), "work_crew").then_rejected("CO-505", field="pay_lock")


def test_co_505_a_lock_is_paid_before_the_effect():
    table = play(playing("build", hand={"work_crew": 1}), "work_crew", pay_lock="gem").has(RED, gems=0)
    assert table.head() == ("build_points", 1)
    play(playing(), pay_lock="gem").then_rejected("CO-505", field="pay_lock")
    play(playing("build", hand={"work_crew": 1}, gems=0), "work_crew", pay_lock="gem").then_rejected("CO-505")


def drawing(n=2, **board):
    """Red chooses a branch that draws so many cards."""
    choice = Effect("choice", branches=((Effect("draw_tactics", n),),))
    return begun().board(RED, **board).acting("build").pend(RED, choice)


def test_co_506_and_co_572_over_the_limit_the_seat_discards_first():
    table = drawing(hand={"feint": 4}).do("choose_branch", index=0, draws=["ambush", "ambush"])
    assert table.head() == ("discard", 1)
    for command in ("begin_main_action", "end_turn", "act", "decline_effect"):
        table.do(command).then_rejected("CO-506")
    table.do("advance_research", track="build").then_rejected("CO-506")
    play(table).then_rejected("CO-506")
    table.do("discard_tactics_card", card="shield_wall").then_rejected("CO-508", field="card")
    table.do("discard_tactics_card", card="feint").then(CardDiscarded(RED, "feint"), *table.facts[1:])
    table.do("discard_tactics_card", card="feint").then_rejected("CO-506")


def test_co_507_an_empty_deck_is_reshuffled_and_without_cards_the_draw_is_lost():
    table = drawing(1).given_state(deck=0, discard=("feint",))
    table.do("choose_branch", index=0, draws=["feint"]).then_includes(DeckReshuffled())
    assert table.state.deck == 0
    assert table.state.discard == ()
    table = drawing(3).given_state(deck=1, discard=())
    table.do("choose_branch", index=0, draws=["feint"]).has(RED, hand={"feint": 1})


def test_co_508_hands_are_hidden_and_their_size_is_shown():
    table = begun().board(RED, hand={"feint": 2})
    for viewer in (PUBLIC, Viewer(BLUE)):
        shown = GAME.view(table.state, viewer)["seats"][RED]
        assert shown["hand_size"] == 2
        assert "hand" not in shown
    assert GAME.view(table.state, Viewer(RED))["seats"][RED]["hand"] == {"feint": 2}
    fact = CardsDrawn(RED, ("feint",), "main")
    assert "feint" not in str(GAME.fact_view(fact, Viewer(BLUE)))
    assert GAME.fact_view(fact, Viewer(RED))["cards"] == ("feint",)
    play(begun().at("harvest", RED, stage="acting")).then_rejected("CO-508")


def test_co_509_cards_named_must_be_possible():
    table = drawing(1).board(BLUE, hand={"ambush": 3})
    table.do("choose_branch", index=0, draws=["ambush"]).then_rejected("CO-509", field="draws/0")
    assert table.rejection.probes
    table.do("choose_branch", index=0, draws=["nothing"]).then_rejected("CO-509")
    assert not table.rejection.probes
    table.do("choose_branch", index=0, draws=["feint", "feint"]).then_rejected("CO-509", field="draws")
    table.do("choose_branch", index=0).then_rejected("CO-509", field="draws")
    table.do("choose_branch", index=0, drawn=True).then_accepted()


def test_co_509_an_unknown_card_is_named_when_it_is_shown():
    table = drawing(1).do("choose_branch", index=0, draws=[UNKNOWN]).has(RED, hand={UNKNOWN: 1})
    table.board(BLUE, hand={"feint": 4}).board(RED, fresh={}).at("harvest", RED, stage="acting")
    play(table).then_rejected("CO-509", field="card")
    assert table.rejection.probes
    table.board(BLUE, hand={"feint": 3})
    play(table).then_includes(CardPlayed(RED, "feint", "harvest", True)).has(RED, hand={})


def test_co_520_strongholds_gems_as_research():
    board = {"buildings": {"foundry": 4, "outpost": 4, "stronghold": 1}}
    table = begun().board(RED, **board).at("gain_income")
    table.do("take_building_income", gems_as_research=1).then_rejected("CO-520", field="gems_as_research")
    table.board(RED, board_foundations=without("research_lab"))
    table.do("take_building_income", gems_as_research=9).then_rejected("CO-520")
    table.do("take_building_income", gems_as_research=1).has(RED, gems=2, energy=7)
    assert table.head() == ("gain_research", 1)


def test_co_521_any_gem_lock_for_two_energy_but_no_gem_cost():
    table = begun().board(RED, board_foundations=without("power_line"), gems=0).acting("discover")
    table.pend(RED, Effect("gain_research", 1)).do("advance_research", track="move", pay_lock="energy")
    table.has(RED, energy=4)
    table.pend(RED, Effect("deploy_leader")).do("deploy_leader", leader="circadians.pilot")
    table.then_rejected("CO-349")
    locked = with_box(lambda d: faction_in(d, "circadians")["board_foundations"][1].update(gem_lock=True))
    table = begun(locked).board(RED, gems=0).acting("build").pend(RED, Effect("build_points", 1))
    table.do(
        "construct_foundation", foundation="circadians.power_line", region="black_sedge", pay_lock="energy"
    ).then_rejected("CO-315", field="pay_lock")


def test_co_522_hp_in_regions_with_any_own_building():
    table = begun().board(RED, board_foundations=without("depot")).built(RED, "stone_ladder", "outpost")
    table.acting("harvest").pend(RED, Effect("harvest_points", 1))
    table.do("harvest_region", region="stone_ladder").has(RED, energy=8)


def test_co_523_a_hand_of_six_and_two_energy_at_once():
    table = begun().acting("build").pend(RED, Effect("build_points", 1))
    table.do("construct_foundation", foundation="circadians.archive", region="black_sedge").has(RED, energy=8)
    choice = Effect("choice", branches=((Effect("draw_tactics", 1),),))
    table.board(RED, hand={"feint": 4, "ambush": 1}).pend(RED, choice)
    table.do("choose_branch", index=0, draws=["ambush"])
    assert table.head() is None


def test_co_524_the_base_is_adjacent_to_any_own_building():
    table = begun().board(RED, board_foundations=without("roadway")).built(RED, "iron_step", "foundry")
    assert "iron_step" in reachable(table.state, RED, "base_s2")


def test_co_532_and_co_535_strongholds_and_leaders_fight_with_the_values_of_the_set():
    table = begun().bare().region(PLACE, fighters={RED: 3, BLUE: 3}, leaders={RED: ("circadians.pilot",)})
    table.built(RED, PLACE, "stronghold").board(
        RED, leaders={**begun().state.boards[RED].leaders, "circadians.pilot": "upgraded"}
    )
    table.fighting(PLACE).do("reveal_plans", None)
    fact = next(f for f in table.facts if isinstance(f, StrengthCompared))
    assert fact.strength[RED] == 3 + 3 + 1
    attacks = next(f for f in table.facts if type(f).__name__ == "AttacksCompared")
    assert attacks.shields[RED] == 2 + 1


def test_co_536_attributes_work_from_the_start_and_upgraded_ones_replace_them():
    begun().at("discover", RED).do("act").then_includes(AbilityUsed(RED, "circadians.survey", "act:discover"))
    table = begun().at("discover", RED)
    table.board(RED, attributes={**table.state.boards[RED].attributes, "circadians.survey": "upgraded"})
    table.do("act").has(RED, gems=2, energy=6)


def test_co_537_troop_tokens_are_fighters_to_the_record():
    assert begun().fighters("black_sedge") == {RED: 8}


def test_co_538_pieces_are_limited():
    table = begun().board(RED, buildings={"foundry": 0, "outpost": 4, "stronghold": 3}).acting("build")
    table.pend(RED, Effect("build_points", 1))
    table.do("construct_building", building="foundry", foundation="circadians.start_1")
    table.then_rejected("CO-538", field="building")


def test_co_550_jrayek_have_their_own_tokens_and_ryh_zu():
    table = dealt("jrayek", "leyrien").at("gain_income")
    assert len(table.state.boards["jrayek"].tokens) == 6
    table.do("take_ability_income", "jrayek", ability="jrayek.ryh_zu").do("decline_effect", "jrayek")
    table.then_rejected("CO-586")
    table.do("choose_branch", "jrayek", index=1).then_includes(FameMoved("jrayek", 1, "ability"))


def test_co_551_leyrien_count_morale_for_fame():
    table = begun().board(BLUE, counters={"morale": 2}).at("gain_income")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").has(BLUE, fame=2)


def test_co_555_zcharo_may_have_several_outposts_in_a_region():
    table = (
        dealt("zcharo", "leyrien")
        .bare()
        .region(PLACE, fighters={"zcharo": 1}, foundations=("relic_4", "relic_5"))
    )
    for place in table.state.regions:
        if place != PLACE:
            table.region(place, foundations=())
    table.acting("build", "zcharo").pend("zcharo", Effect("build_points", 2))
    for foundation in ("relic_4", "relic_5"):
        table.do("construct_building", "zcharo", building="outpost", foundation=foundation)
        if table.head("zcharo") and table.head("zcharo")[0] == "gain_research":
            table.do("decline_effect", "zcharo")
    kinds = [b.type for b in table.state.regions[PLACE].buildings.values()]
    assert kinds == ["outpost", "outpost"]


def granted(*effects, **board) -> ChaosTable:
    """The effects of a branch that red chooses."""
    table = begun().board(RED, **board).acting("build")
    return table.pend(RED, Effect("choice", branches=(effects,))).do("choose_branch", index=0)


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
    attributes = {**table.state.boards["jrayek"].attributes, "jrayek.ash": "upgraded"}
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


def trance(phase="build", **changes):
    return dealt("jrayek", "leyrien").acting(phase, "jrayek", **changes)


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


def watching(trigger):
    def change(document):
        faction_in(document, "circadians")["abilities"].append(
            {"id": "watch", "trigger": trigger, "optional": False, "effects": [{"do": "gain_gems", "n": 1}]}
        )

    return begun(with_box(change)).board(RED, gems=1).acting("move").pend(RED, Effect("movement_points", 3))


def test_co_596_control_gained_and_lost_after_each_step():
    table = watching("region_control_gained")
    table.do("move_units", from_="black_sedge", to="glass_mire", fighters=1).has(RED, gems=2)
    table.do("move_units", from_="black_sedge", to="glass_mire", fighters=1).has(RED, gems=2)
    table = watching("region_control_lost")
    table.do("move_units", from_="stone_ladder", to="black_sedge", fighters=4).has(RED, gems=2)


def test_co_707_any_unit_or_building_alone_is_control():
    table = begun().bare().built(RED, "tall_grass", "foundry").at("check_relics")
    table.do("resolve_relics", None).has(RED, relics=(1,))


def test_co_603_the_end_of_the_track_wins_at_once_whatever_is_pending():
    table = granted(Effect("gain_fame", 2), Effect("gain_energy", 1), fame=11)
    table.then_includes(GameEnded((RED,), "fame", 1)).has(RED, pending=(), energy=6)
    assert table.state.result.winners == (RED,)


def test_co_604_in_gain_income_all_who_reached_their_end_win_together():
    table = begun().at("gain_income").board(RED, fame=11).board(BLUE, fame=13)
    table.do("take_ability_income", ability="circadians.intel")
    table.do("take_ability_income", BLUE, ability="leyrien.morale").do("finish_income", BLUE)
    assert table.state.result is None
    table.do("finish_income").then_includes(GameEnded((RED, BLUE), "fame", 1))


def test_co_606_zcharo_win_at_the_end_of_check_relics():
    table = dealt("zcharo", "leyrien").bare().board("zcharo", fame=19).acting("build", "zcharo")
    table.pend("zcharo", Effect("choice", branches=((Effect("gain_fame", 3),),)))
    table.do("choose_branch", "zcharo", index=0).has("zcharo", fame=20)
    assert table.state.result is None
    table.at("gain_income").do("take_ability_income", "zcharo", ability="zcharo.spread")
    for seat in ("zcharo", "leyrien"):
        if seat == "leyrien":
            table.do("take_ability_income", seat, ability="leyrien.morale")
        table.do("finish_income", seat).then_accepted()
    table.do("resolve_relics", None).then_includes(GameEnded(("zcharo",), "fame", 1))


def test_co_610_an_immediate_fame_victory_comes_before_zcharos():
    table = dealt("zcharo", "jrayek").bare().board("zcharo", fame=20).board("jrayek", fame=10)
    place = next(p for p, r in table.state.regions.items() if r.relic == 1)
    table.region(place, fighters={"jrayek": 1}).at("check_relics")
    table.do("resolve_relics", None)
    while table.head("jrayek"):
        table.do("decline_effect", "jrayek")
    assert table.state.result.winners == ("jrayek",)


def test_co_611_after_the_end_nothing_is_accepted():
    table = granted(Effect("gain_fame", 2), fame=11)
    for command in ("end_turn", "begin_main_action", "decline_effect", "finish_income"):
        table.do(command).then_rejected("CO-611")
    table.do("resolve_relics", None).then_rejected("CO-611")
    assert GAME.offers(table.state, RED, Viewer(RED)) == ()


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


def test_co_601_every_faction_has_its_own_track():
    lengths = {f.id: f.fame_length for f in begun().state.box.factions.values()}
    assert lengths["zcharo"] == 20
    assert len(set(lengths.values())) > 1


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
