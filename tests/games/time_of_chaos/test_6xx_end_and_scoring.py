"""6xx: the fourth delivery, the final turns, scores and winners."""

from __future__ import annotations

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.actions import ACTIONS
from tests.games.time_of_chaos.table import DISPLAYS, LAYOUT, ChaosTable, act, in_play, table_act

THREE = ("red", "blue", "green")
END = act("end_turn", "red")


def about_to_trigger(*seats: str) -> ChaosTable:
    """Red, in turn 7, has delivered three cards and stands where PN-A, the card in hand, belongs."""
    table = in_play(*(seats or THREE)).delivered("red", "NP-D", "NP-E", "NP-F")
    return table.searched("red", "PN-A", "PN-D").acting("red", turn=7)


def play_turn(table: ChaosTable, seat: str) -> ChaosTable:
    return table.play(act("send_disorder", seat), act("end_turn", seat))


def finished(table: ChaosTable) -> ChaosTable:
    """The last final turn is red's, and it ends."""
    table.triggered_by("blue").acting("red").play(END)
    assert table.state.phase == "finished"
    return table


def ranks(table: ChaosTable) -> dict[str, int]:
    return {place.seat: place.rank for place in GAME.standing(table.state).seats}


def test_tc_601_the_fourth_card_triggers_the_end():
    table = about_to_trigger().when(act("deliver", "red", card="PN-A"))
    table.then_includes(facts.EndTriggered("red", 7, ("blue", "green")))
    assert (table.state.end_trigger.seat, table.state.end_trigger.turn) == ("red", 7)


def test_tc_601_the_third_does_not():
    table = in_play().delivered("red", "NP-D", "NP-E").searched("red", "PN-A", "PN-D").acting("red")
    table.play(act("deliver", "red", card="PN-A"))
    assert table.state.end_trigger is None


def test_tc_602_the_trigger_player_finishes_the_turn_and_may_deliver_a_fifth():
    table = about_to_trigger().grabbed("red", "FN-A").play(act("deliver", "red", card="PN-A"))
    table.play(act("deliver", "red", card="FN-A"), act("travel", "red", city="E"))
    assert facts.EndTriggered not in table.kinds()
    assert len(table.player("red").tableau) == 5
    table.cubes("past:D", red=3).play(END)
    assert table.player("red").penalties == 1
    assert table.state.active == "blue"


@pytest.mark.parametrize(("trigger", "order"), [("red", ["blue", "green"]), ("blue", ["green", "red"])])
def test_tc_603_every_other_player_takes_one_complete_turn_clockwise(trigger: str, order: list[str]):
    table = in_play(*THREE).delivered(trigger, "NP-D", "NP-E", "NP-F").searched(trigger, "PN-A", "PN-D")
    table.pawns(**{trigger: "present:A"}).chaos("past:B", *THREE).acting(trigger)
    table.play(act("deliver", trigger, card="PN-A"), act("end_turn", trigger))
    for seat in order:
        assert (table.state.active, table.state.phase, table.state.actions_left) == (seat, "send", 3)
        table.play(act("send_disorder", seat))
        for _ in range(3):
            table.when(act("grab", seat), drawn=True).then_accepted()
        table.when(act("grab", seat), drawn=True).then_rejected("TC-221")
        table.play(act("end_turn", seat))
    assert table.state.phase == "finished"


def test_tc_604_a_fourth_card_after_the_trigger_changes_nothing():
    table = about_to_trigger().delivered("blue", "FP-D", "FP-E", "FP-F").searched("blue", "PF-B", "PN-E")
    table.pawns(blue="future:B").play(act("deliver", "red", card="PN-A"), END, act("send_disorder", "blue"))
    table.play(act("deliver", "blue", card="PF-B"))
    assert len(table.player("blue").tableau) == 4
    assert facts.EndTriggered not in table.kinds()
    assert table.state.end_trigger.seat == "red"
    assert table.state.final_turns == ("green",)


def test_tc_605_the_trigger_player_takes_no_further_turn():
    table = about_to_trigger().play(act("deliver", "red", card="PN-A"), END)
    active = []
    while table.state.active is not None:
        active.append(table.state.active)
        play_turn(table, active[-1])
    assert active == ["blue", "green"]


def test_tc_606_the_last_end_step_counts_and_ends_the_game():
    table = about_to_trigger("red", "blue").play(act("deliver", "red", card="PN-A"), END)
    table.cubes("past:D", blue=3)
    play_turn(table, "blue")
    assert table.kinds()[-3:] == [facts.PenaltyTaken, facts.TurnEnded, facts.GameEnded]
    state = table.state
    assert (state.phase, state.active, state.actions_left, state.turn) == ("finished", None, 0, 8)
    assert state.result.scores["blue"] == -1
    assert state.result.chaos_tiles["blue"] == 1
    assert GAME.is_finished(state)


def test_tc_606_no_command_is_legal_afterwards():
    table = finished(in_play())
    tries = [
        table_act("lay_out_tiles", layout=LAYOUT),
        table_act("deal_displays", displays=DISPLAYS),
        table_act("choose_first_player", first_player="red"),
        act("place_pawn", "red", tile="present:A"),
        act("send_disorder", "red"),
        act("grab", "red"),
        act("search", "red", card="NP-A"),
        act("deliver", "red", card="NP-A"),
        act("name_card", "red", card="NP-A"),
        act("time_travel", "red", era="past"),
        act("travel", "red", city="E"),
        act("restore", "red", tile="past:A"),
        END,
    ]
    assert len(tries) == len(ACTIONS)
    for action in tries:
        table.when(action).then_rejected("TC-606")
    assert not any(GAME.offers(table.state, seat, None) for seat in (None, "red", "blue"))


def test_tc_611_points_minus_penalties():
    table = in_play().delivered("red", "PN-F", "NP-D").penalties(red=1)
    place = GAME.standing(table.state).seats[0]
    assert place.score == 3 + 2 - 1
    assert (place.parts["cards"], place.parts["penalties"]) == (5, -1)


def test_tc_612_hands_cubes_and_cloaks_score_nothing():
    table = in_play().grabbed("red", "PN-F", "NP-D").supply(red=3).exhausted("blue")
    assert [place.score for place in GAME.standing(table.state).seats] == [0, 0]


def test_tc_613_a_score_may_be_negative():
    table = finished(in_play().delivered("red", "NP-D").penalties(red=5))
    assert table.state.result.scores == {"red": -3, "blue": 0}
    assert table.state.result.winners == ("blue",)


def test_tc_614_the_highest_score_wins():
    table = finished(in_play().delivered("red", "PN-F").delivered("blue", "NP-D").chaos("past:A", "red"))
    assert table.state.result.winners == ("red",)
    assert (ranks(table), GAME.standing(table.state).decided_by) == ({"red": 1, "blue": 2}, "score")


def test_tc_615_tied_fewer_own_chaos_tiles_win():
    table = finished(in_play().chaos("past:A", "red").supply(blue=1))
    assert table.state.result.winners == ("blue",)
    assert (ranks(table), GAME.standing(table.state).decided_by) == ({"red": 2, "blue": 1}, "chaos_tiles")


def test_tc_615_a_shared_chaos_tile_counts_for_each_of_its_colours():
    table = in_play(*THREE).chaos("past:A", "red", "blue").chaos("past:B", "green").chaos("past:C", "blue")
    result = finished(table).state.result
    assert result.chaos_tiles == {"red": 1, "blue": 2, "green": 1}
    assert result.winners == ("red", "green")


def test_tc_615_decides_among_the_tied_alone():
    table = in_play(*THREE).delivered("red", "PN-E").delivered("blue", "PN-H").chaos("past:A", "red", "blue")
    table.chaos("past:B", "red")
    finished(table)
    assert table.state.result.chaos_tiles["green"] == 0
    assert table.state.result.winners == ("blue",)


def test_tc_616_still_tied_more_cubes_in_the_supply_win():
    table = finished(in_play().chaos("past:A", "red", "blue").cubes("present:E", red=1))
    assert table.state.result.supplies == {"red": 10, "blue": 11}
    assert table.state.result.winners == ("blue",)
    assert GAME.standing(table.state).decided_by == "supply"


def test_tc_617_still_tied_they_share_the_win():
    table = finished(
        in_play(*THREE).chaos("past:A", "red", "blue").chaos("past:B", "green").penalties(green=1)
    )
    standing = GAME.standing(table.state)
    assert table.state.result.winners == standing.winners == ("red", "blue")
    assert ranks(table) == {"red": 1, "blue": 1, "green": 3}
    assert standing.decided_by == "shared"


def test_tc_617_before_the_end_nobody_has_won():
    standing = GAME.standing(in_play().delivered("red", "PN-F").state)
    assert (standing.finished, standing.winners, standing.decided_by) == (False, (), None)
    assert [place.rank for place in standing.seats] == [1, 2]
