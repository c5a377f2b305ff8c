"""Rounds, prices, turns and research, CO-2xx."""

from __future__ import annotations

from domain.games.chaos_order.components.box import ACTION_PHASES, PHASES, Effect
from domain.games.chaos_order.facts import (
    CardsDrawn,
    EnergyChanged,
    FlareGunPassed,
    GemsChanged,
    PassChosen,
    PricePlaced,
    TokensMoved,
)
from domain.games.chaos_order.state import State
from tests.games.chaos_order.table import BLUE, RED, begun, dealt, faction_in, with_box

RESEARCH = Effect("gain_research", 1)


def price(table, seat, phase, token, **more):
    return table.do(
        "set_price", seat, phase=phase, token=f"{table.state.seats[seat].faction}.{token}", **more
    )


def priced():
    """All four prices set; red priced discover and build, blue harvest and recruit, neutral move."""
    table = begun()
    for seat, phase, token in (
        (RED, "discover", "o1"),
        (BLUE, "harvest", "o1"),
        (RED, "build", "o2"),
        (BLUE, "recruit", "o2"),
    ):
        price(table, seat, phase, token).then_accepted()
    return table


def test_co_201_and_co_202_nine_phases_in_order_and_commands_belong_to_theirs():
    assert len(PHASES) == 9
    assert PHASES[1:6] == ACTION_PHASES
    table = begun()
    table.do("act").then_rejected("CO-201")
    table.do("select_battle", region="black_sedge", opponent=BLUE).then_rejected("CO-201")
    table.do("take_region_income").then_rejected("CO-201")
    table.do("resolve_relics", None).then_rejected("CO-201")
    priced().do("set_price", RED, phase="move", token="circadians.o3").then_rejected("CO-201")


def test_co_203_the_current_relic_is_that_of_the_round():
    table = begun().bare().region("tall_grass", fighters={RED: 1}).at("check_relics")
    table.do("resolve_relics", None).has(RED, relics=(1,))


def test_co_204_and_co_210_clockwise_from_the_flare_gun_holder_fixed_when_the_phase_begins():
    table = begun()
    price(table, BLUE, "discover", "o1").then_rejected("CO-210", field="seat")
    price(table, RED, "move", "o1", spot="last").then_accepted()
    assert table.state.flare_gun == BLUE
    assert table.state.next_seats == (BLUE, RED, BLUE)


def test_co_205_energy_and_gems_are_kept_without_limit():
    table = begun().board(RED, energy=400, gems=90).bare().at("check_relics")
    table.do("resolve_relics", None).has(RED, energy=400, gems=90)
    assert table.state.round == 2


def test_co_211_two_factions_price_two_phases_each_in_turns():
    assert begun().state.next_seats == (RED, BLUE, RED, BLUE)
    assert len(dealt("ai", "zcharo", "oxataya").state.next_seats) == 3


def test_co_212_a_token_of_the_supply_on_an_action_phase_without_one():
    table = begun()
    price(table, RED, "combat", "o1").then_rejected("CO-212", field="phase")
    price(table, RED, "build", "g1").then_rejected("CO-212", field="token")
    price(table, RED, "build", "o1").then_accepted()
    price(table, BLUE, "build", "o1").then_rejected("CO-212", field="phase")
    table.do("pass", BLUE).then_rejected("CO-201")


def test_co_213_co_214_and_co_216_what_pricing_gives():
    price(begun(), RED, "build", "o1").then_includes(GemsChanged(RED, 1, "pricing"))
    price(begun(), RED, "recruit", "o1").then_includes(EnergyChanged(RED, 2, "pricing"))
    for phase in ("discover", "harvest"):
        price(begun(), RED, phase, "o1").has(RED, energy=6, gems=1)


def test_co_215_pricing_move_takes_the_first_or_the_last_spot():
    table = begun()
    price(table, RED, "move", "o1").then_rejected("CO-215", field="spot")
    price(table, RED, "build", "o1", spot="first").then_rejected("CO-215", field="spot")
    price(table, RED, "move", "o1", spot="first").then_rejected("CO-509", field="draws/0")
    price(table, RED, "move", "o1", spot="first", draws=["feint"])
    table.then_includes(CardsDrawn(RED, ("feint",), "pricing"))
    price(begun(), RED, "move", "o1", spot="last").has(RED, hand={})


def test_co_217_printed_effects_of_a_token_when_it_is_placed():
    price(begun(), RED, "discover", "o4").then_includes(
        TokensMoved(RED, ("circadians.g1", "circadians.g2"), "supply")
    )
    table = begun().bare().at("check_relics").priced("build", "circadians.g2", RED)
    table.board(RED, tokens={**table.state.seats[RED].tokens, "circadians.g2": "placed"})
    table.do("resolve_relics", None)
    assert table.state.seats[RED].tokens["circadians.g2"] == "out"


def test_co_218_without_a_token_in_the_supply_the_vault_is_taken_back():
    table = begun()
    tokens = dict.fromkeys(table.state.seats[BLUE].tokens, "vault")
    table.board(BLUE, tokens=tokens)
    price(table, RED, "discover", "o1").then_includes(TokensMoved(BLUE, tuple(tokens), "supply"))


def test_co_218_a_seat_without_any_token_is_passed_over_and_the_phase_stays_unpriced():
    table = begun()
    tokens = dict.fromkeys(table.state.seats[BLUE].tokens, "out")
    table.board(BLUE, tokens=tokens)
    price(table, RED, "discover", "o1")
    price(table, RED, "build", "o2").then_accepted()
    assert table.state.prices["harvest"].token == "a_low"
    assert "recruit" not in table.state.prices
    assert "move" not in table.state.prices
    table.at("recruit", BLUE, RED).do("act", BLUE).has(BLUE, energy=6)


def test_co_219_co_221_and_co_222_neutral_tokens_on_the_phases_left():
    table = priced()
    table.then_includes(PricePlaced("move", "a_low", None, "first"))
    table.has(RED, gems=2, energy=6, hand={}).has(BLUE, gems=1, energy=8, hand={})


def test_co_220_with_three_factions_the_cheaper_token_on_the_upper_phase():
    table = dealt("circadians", "leyrien", "oxataya")
    for phase in ("discover", "recruit", "move"):
        seat = table.state.next_seats[0]
        spot = {"spot": "last"} if phase == "move" else {}
        token = next(t for t, at in table.state.seats[seat].tokens.items() if at == "supply")
        table.do("set_price", seat, phase=phase, token=token, **spot).then_accepted()
    assert table.state.prices["build"].token == "a_low"
    assert table.state.prices["harvest"].token == "b_low"
    table = dealt("circadians", "leyrien", "oxataya")
    table.given_state(neutral={"pair_a": "under", "pair_b": "top"})
    for phase in ("discover", "recruit", "harvest"):
        seat = table.state.next_seats[0]
        token = next(t for t, at in table.state.seats[seat].tokens.items() if at == "supply")
        table.do("set_price", seat, phase=phase, token=token).then_accepted()
    assert table.state.prices["build"].token == "b_low"
    assert (table.state.prices["move"].token, table.state.prices["move"].spot) == ("a_high", "first")


def test_co_223_the_flare_gun_goes_to_the_left_of_who_priced_move():
    table = begun()
    price(table, RED, "move", "o1", spot="last").then_includes(FlareGunPassed(BLUE, "left_of_pricer"))


def test_co_224_if_that_seat_holds_it_the_next_from_the_holder():
    table = begun()
    price(table, RED, "discover", "o1")
    price(table, BLUE, "move", "o1", spot="last").then_includes(FlareGunPassed(BLUE, "next_from_holder"))


def test_co_225_and_co_226_a_neutral_token_on_move_passes_it_on_once_a_round():
    table = priced().then_includes(FlareGunPassed(BLUE, "neutral"))
    assert table.state.flare_gun == BLUE


def test_co_701_with_two_factions_the_flare_gun_changes_hands_every_round():
    test_co_223_the_flare_gun_goes_to_the_left_of_who_priced_move()
    test_co_224_if_that_seat_holds_it_the_next_from_the_holder()
    test_co_225_and_co_226_a_neutral_token_on_move_passes_it_on_once_a_round()


def test_co_702_with_five_factions_the_last_seat_has_no_choice_and_no_token_is_neutral():
    table = dealt("zcharo", "ai", "oxataya", "jrayek", "leyrien")
    for phase in ACTION_PHASES:
        seat = table.state.next_seats[0]
        spot = {"spot": "last"} if phase == "move" else {}
        token = next(t for t, at in table.state.seats[seat].tokens.items() if at == "supply")
        table.do("set_price", seat, phase=phase, token=token, **spot).then_accepted()
    assert all(p.by is not None for p in table.state.prices.values())
    assert table.state.phase == "discover"


def turn_order(state: State) -> tuple[str, ...]:
    return state.next_seats


def test_co_230_the_pricer_takes_the_first_turn():
    table = priced().do("act").then_accepted()
    assert turn_order(table.state) == (RED, BLUE)


def test_co_231_in_move_priced_last_the_pricer_is_last():
    table = begun().at("recruit", BLUE, stage="passing").priced("move", "circadians.o1", RED, "last")
    table.do("end_turn", BLUE)
    assert (table.state.phase, turn_order(table.state)) == ("move", (BLUE, RED))


def test_co_232_and_co_236_a_neutral_phase_opens_with_the_flare_gun_holder_who_pays_too():
    table = begun().at("recruit", BLUE, stage="passing").priced("move", "a_low", None, "first")
    table.do("end_turn", BLUE)
    assert turn_order(table.state) == (RED, BLUE)
    table.do("act").then_includes(EnergyChanged(RED, -2, "act_cost")).has(RED, energy=4).has(BLUE, energy=6)


def test_co_233_one_turn_to_act_or_pass():
    table = priced()
    table.do("act", BLUE).then_rejected("CO-233", field="seat")
    table.do("begin_main_action").then_rejected("CO-233")
    table.do("end_turn").then_rejected("CO-233")
    table.do("pass").do("act").then_rejected("CO-233")
    table.do("begin_main_action").then_rejected("CO-233")
    table.do("end_turn").do("act").then_rejected("CO-233", field="seat")


def test_co_234_the_coloured_part_to_the_pricer_the_orange_part_to_the_main_supply():
    table = begun().at("discover", BLUE, RED).priced("discover", "circadians.o2", RED)
    table.do("act", BLUE).has(BLUE, energy=3).has(RED, energy=8)
    table.then_includes(EnergyChanged(BLUE, -2, "act_cost", RED), EnergyChanged(BLUE, -1, "act_cost"))


def test_co_235_the_pricer_pays_nothing():
    begun().at("build", RED).priced("build", "circadians.o2", RED).do("act").has(RED, energy=6)


def test_co_237_who_cannot_pay_in_full_must_pass():
    table = begun().at("discover", BLUE, RED).priced("discover", "circadians.g2", RED).board(BLUE, energy=4)
    table.do("act", BLUE).then_rejected("CO-237")
    table.do("pass", BLUE).then(PassChosen(BLUE, "discover", False))


def test_co_238_passing_costs_and_gives_nothing():
    table = begun().at("discover", RED).priced("discover", "circadians.o2", RED)
    table.do("pass").then(PassChosen(RED, "discover", True)).has(RED, energy=6)


def test_co_239_the_main_action_once_a_turn():
    table = begun().acting("discover")
    table.do("end_main_action").then_rejected("CO-239")
    table.do("begin_main_action").do("begin_main_action").then_rejected("CO-239")
    table.do("end_main_action").do("begin_main_action").then_rejected("CO-239")
    begun().acting("discover").do("end_turn").then_accepted()


def test_co_240_amounts_are_read_when_the_main_action_begins():
    table = begun().acting("discover").do("begin_main_action")
    table.do("advance_research", track="discover").then_accepted()
    assert table.head() is None


def test_co_241_the_auxiliary_action_once_after_the_main_action_paid_in_full():
    table = begun().acting("discover").board(RED, gems=4)
    table.do("auxiliary_action", option=1, draws=["feint"]).then_rejected("CO-241")
    table.do("begin_main_action").do("auxiliary_action", option=1).then_rejected("CO-241")
    table.do("end_main_action").do("auxiliary_action", option=1, draws=["feint"]).has(RED, gems=2)
    table.do("auxiliary_action", option=1, draws=["feint"]).then_rejected("CO-241")
    begun().acting("discover", main="done").do("auxiliary_action", option=0).then_rejected("CO-241")


def test_co_242_one_of_the_options():
    table = begun().acting("discover", main="done").board(RED, gems=4)
    table.do("auxiliary_action", option=2).then_rejected("CO-242", field="option")
    table.do("auxiliary_action", option=0)
    assert table.head() == ("gain_research", 1)


def test_co_243_what_is_not_spent_is_lost_and_grants_stay_apart():
    table = begun().acting("recruit").do("begin_main_action")
    assert table.head() == ("recruitment_points", 4)
    table.do("end_main_action")
    assert table.head() is None
    table.pend(RED, Effect("recruitment_points", 2)).pend(RED, Effect("recruitment_points", 1))
    table.do("advance_fighter", sector=1, count=2).then_rejected("CO-346", field="count")


def test_co_704_the_auxiliary_alone_needs_a_main_action_that_spends_nothing():
    table = begun().acting("harvest").board(RED, energy=9)
    table.do("begin_main_action").do("end_main_action").do("auxiliary_action", option=0).has(RED, gems=2)


def test_co_703_energy_paid_to_the_pricer_can_be_spent_in_the_same_phase():
    table = begun().at("move", BLUE, RED).priced("move", "circadians.o1", RED, "last").board(RED, energy=2)
    table.do("act", BLUE).do("end_turn", BLUE).do("act").do("decline_effect").has(RED, energy=3)
    table.do("begin_main_action").do("end_main_action").do("auxiliary_action", option=0).then_accepted()


def test_co_250_one_column_to_the_right():
    table = begun().acting("discover")
    table.do("advance_research", track="build").then_rejected("CO-250")
    table.pend(RED, Effect("gain_research", 2))
    table.do("advance_research", track="luck").then_rejected("CO-250", field="track")
    table.do("advance_research", track="harvest").do("advance_research", track="recruit")
    assert table.state.seats[RED].research["harvest"] == 2 == table.state.seats[RED].research["recruit"]


def test_co_251_a_marker_in_the_last_column_stays():
    table = begun().acting("discover").pend(RED, RESEARCH)
    table.board(RED, research={**table.state.seats[RED].research, "build": 5})
    table.do("advance_research", track="build").then_rejected("CO-251", field="track")


def test_co_252_and_co_253_a_gem_for_each_lock():
    table = begun().acting("discover").pend(RED, RESEARCH)
    table.do("advance_research", track="move").then_rejected("CO-253", field="pay_lock")
    table.do("advance_research", track="harvest", pay_lock="gem").then_rejected("CO-253", field="pay_lock")
    table.do("advance_research", track="move", pay_lock="energy").then_rejected("CO-253")
    poor = begun().acting("discover").pend(RED, RESEARCH).board(RED, gems=0)
    poor.do("advance_research", track="move", pay_lock="gem").then_rejected("CO-253")
    poor.do("advance_research", track="harvest").then_accepted()
    table.do("advance_research", track="move", pay_lock="gem").has(RED, gems=0)


def test_co_254_an_immediate_effect_at_once_or_never():
    table = begun().acting("discover").pend(RED, Effect("gain_research", 2))
    table.do("advance_research", track="build")
    assert table.head() == ("choice", 1)
    table.do("advance_research", track="harvest").then_rejected("CO-722")
    table.do("decline_effect").then_accepted()
    assert table.head() == ("gain_research", 1)


def test_co_255_research_is_not_saved():
    table = begun().acting("discover").do("begin_main_action").do("end_turn").then_accepted()
    assert table.head() is None


def test_an_ability_can_grant_on_acting_and_on_passing():
    box = with_box(
        lambda d: faction_in(d, "circadians")["abilities"].append(
            {
                "id": "x",
                "trigger": "pass:discover",
                "optional": False,
                "effects": [{"do": "gain_gems", "n": 1}],
            }
        )
    )
    begun(box).at("discover", RED).do("pass").has(RED, gems=2)
    begun().at("discover", RED).do("act").has(RED, energy=7)
