"""5xx, tactics cards."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import CardDiscarded, CardPlayed, CardsDrawn, DeckReshuffled
from domain.kernel import PUBLIC, UNKNOWN, Viewer
from tests.games.chaos_order.table import BLUE, RED, begun, play_card, playing


def test_co_501_used_and_played_cards_go_to_the_discard_pile():
    table = play_card(playing()).has(RED, energy=8, hand={})
    table.then_includes(CardPlayed(RED, "feint", "harvest"))
    assert table.state.discard == ("feint",)


def test_co_502_in_a_phase_named_on_it_and_not_when_acquired_in_it():
    play_card(playing("build")).then_rejected("CO-502", field="play")
    play_card(playing(), play=1).then_rejected("CO-502", field="play")
    play_card(playing(hand={"feint": 2}, fresh={"feint": 2})).then_rejected("CO-502", field="card")
    table = play_card(playing(hand={"feint": 2}, fresh={"feint": 1})).then_accepted()
    play_card(table).then_rejected("CO-502", field="card")


def test_co_502_a_copy_used_or_discarded_counts_as_a_fresh_one_first():
    table = playing(hand={"feint": 6}, fresh={"feint": 1}).pend(RED, Effect("discard", 1))
    table.do("discard_tactics_card", card="feint").has(RED, hand={"feint": 5}, fresh={})


def test_co_503_no_limit_to_the_cards_played():
    table = playing(hand={"feint": 3})
    play_card(play_card(play_card(table))).has(RED, energy=12)


def test_co_504_on_the_own_turn_after_act_or_pass_and_not_in_the_middle():
    play_card(playing(stage="decide")).then_rejected("CO-504", field="card")
    table = begun().board(BLUE, hand={"feint": 1}).acting("harvest")
    table.do("play_tactics_card", BLUE, card="feint", play=0).then_rejected("CO-504")
    play_card(playing().do("begin_main_action")).then_rejected("CO-504")
    play_card(playing().pend(RED, Effect("build_points"))).then_rejected("CO-504")
    play_card(playing("build", hand={"long_watch": 1}), "long_watch", 1).then_rejected("CO-504")
    play_card(playing("build", "passing", {"long_watch": 1}), "long_watch", 1).has(RED, energy=8)
    play_card(playing("recruit", "passing", {"shield_wall": 1}), "shield_wall", pay_lock="gem").then_rejected(
        "CO-504"
    )
    table = playing("gain_income", hand={"long_watch": 2})
    play_card(table, "long_watch").has(RED, gems=2)
    play_card(table.do("finish_income"), "long_watch").then_rejected("CO-504")


def test_co_505_a_lock_is_paid_before_the_effect():
    table = play_card(playing("build", hand={"work_crew": 1}), "work_crew", pay_lock="gem").has(RED, gems=0)
    assert table.head() == ("build_points", 1)
    play_card(playing(), pay_lock="gem").then_rejected("CO-505", field="pay_lock")
    play_card(playing("build", hand={"work_crew": 1}, gems=0), "work_crew", pay_lock="gem").then_rejected(
        "CO-505"
    )


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
    play_card(table).then_rejected("CO-506")
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
    play_card(begun().at("harvest", RED, stage="acting")).then_rejected("CO-508")


def test_co_509_cards_named_must_be_possible():
    table = drawing(1).board(BLUE, hand={"ambush": 3})
    table.do("choose_branch", index=0, draws=["ambush"]).then_rejected("CO-509", field="draws/0")
    assert table.rejection.probes
    table.do("choose_branch", index=0, draws=["nothing"]).then_rejected("CO-509")
    assert not table.rejection.probes
    table.do("choose_branch", index=0, draws=["feint", "feint"]).then_rejected("CO-509", field="draws")
    table.do("choose_branch", index=0).then_rejected("CO-509", field="draws/0")
    table.do("choose_branch", index=0, drawn=True).then_accepted()


def test_co_509_an_unknown_card_is_named_when_it_is_shown():
    table = drawing(1).do("choose_branch", index=0, draws=[UNKNOWN]).has(RED, hand={UNKNOWN: 1})
    table.board(BLUE, hand={"feint": 4}).board(RED, fresh={}).at("harvest", RED, stage="acting")
    play_card(table).then_rejected("CO-509", field="card")
    assert table.rejection.probes
    table.board(BLUE, hand={"feint": 3})
    play_card(table).then_includes(CardPlayed(RED, "feint", "harvest", True)).has(RED, hand={})


def test_co_502_a_copy_used_of_cards_that_were_all_there_before_leaves_no_fresh_one():
    table = playing(hand={"feint": 6}, fresh={}).pend(RED, Effect("discard", 1))
    table.do("discard_tactics_card", card="feint").has(RED, hand={"feint": 5}, fresh={})
