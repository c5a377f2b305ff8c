"""7xx: corner cases."""

from __future__ import annotations

from random import Random

from domain.games.time_of_chaos import GAME, facts
from domain.kernel.engine.playing import play
from tests.games.time_of_chaos.table import ChaosTable, act, in_play

THREE = ("red", "blue", "green")
FOUR = (*THREE, "yellow")
END = act("end_turn", "red")


def test_tc_701_any_number_of_pawns_share_a_tile():
    table = in_play(*FOUR).pawns(blue="present:E", green="present:E", yellow="present:E").acting("red")
    table.play(act("travel", "red", city="E"))
    assert {player.pawn for player in table.state.seats.values()} == {"present:E"}


def test_tc_702_a_restored_tile_can_be_entered_and_collects_cubes_at_once():
    table = in_play().chaos("past:A", "blue").acting("red").play(act("restore", "red", tile="past:A"))
    table.play(act("time_travel", "red", era="past", cube_on="arrival"))
    table.play(act("search", "red", card="PN-A", refill="PN-D"), END)
    assert table.tile("past:A") == ("order", {"red": 2})  # two actions were left: no third cube


def test_tc_702_it_can_flip_again_in_a_later_turn_with_a_new_penalty():
    table = in_play().cubes("past:A", red=3).acting("red").play(END)
    for seat in ("blue", "red"):
        table.play(act("send_disorder", seat))
        if seat == "red":
            table.play(act("restore", seat, tile="past:A"))
        table.play(act("end_turn", seat))
    table.cubes("past:A", red=3).play(act("send_disorder", "blue"), act("end_turn", "blue"))
    assert table.player("red").penalties == 2


def test_tc_703_between_two_chaos_tiles_there_is_no_time_travel():
    table = in_play().chaos("past:A", "red").chaos("future:A", "blue").acting("red")
    for era in ("past", "future"):
        table.when(act("time_travel", "red", era=era, cube_on="departure")).then_rejected("TC-343")
    assert "time_travel" not in table.offered("red")


def test_tc_703_a_city_wholly_on_chaos_sends_nothing():
    table = in_play().chaos("past:A", "red").chaos("present:A", "red").chaos("future:A", "red")
    table.turn_of("red").when(act("send_disorder", "red"))
    assert table.kinds() == [facts.SourceBlocked] * 3 + [facts.ActionStepBegan]


def test_tc_704_at_most_three_colours_lie_on_a_tile_in_games_without_a_plan():
    table = ChaosTable(*FOUR)
    leads = set()
    for seed in (1, 2, 3):
        for step in play(GAME, table.state, FOUR, Random(seed), most_actions=700, sensibly=False):
            for tile in step.after.tiles.values():
                assert len(tile.cubes) <= 3
                assert tile.chaos or step.after.phase != "send" or sum(tile.cubes.values()) <= 2
            for fact in step.facts:
                if isinstance(fact, facts.TileFlipped):
                    leads.add((len(fact.kept), max(fact.before.values()) if len(fact.kept) > 1 else 0))
    assert {(1, 0), (3, 1)} <= leads <= {(1, 0), (2, 2), (3, 1)}


def test_tc_704_two_and_two_is_a_possible_lead():
    table = in_play().cubes("present:A", blue=2).acting("red")
    table.play(
        act("search", "red", card="NP-A", refill="NP-D"), act("search", "red", card="NF-B", refill="NP-E")
    )
    table.play(END).then_includes(
        facts.TileFlipped("present:A", {"blue": 2, "red": 2}, ("blue", "red"), "red")
    )


def test_tc_705_a_player_without_an_action_ends_the_turn():
    table = in_play().grabbed("red", "NP-D", "NP-E", "NP-F").supply(red=0).exhausted("red").acting("red")
    assert set(table.offered("red")) == {"travel", "end_turn"}
    table.when(END).then_accepted()


def test_tc_706_three_undeliverable_cards_stay():
    table = in_play().chaos("past:D", "blue").grabbed("red", "NP-D", "NP-E", "NP-F").acting("red")
    table.when(act("grab", "red", card="NP-G")).then_rejected("TC-505")
    table.when(act("search", "red", card="NP-A", refill="NP-G")).then_rejected("TC-505")
    table.when(act("deliver", "red", card="NP-D")).then_rejected("TC-333")
    table.play(act("travel", "red", city="I"))
    assert table.hand("red") == ["NP-D", "NP-E", "NP-F"]


def test_tc_706_a_delivery_frees_the_hand():
    table = in_play().grabbed("red", "NP-D", "NP-E", "NP-F").pawns(red="past:E").acting("red")
    table.play(act("deliver", "red", card="NP-E"), act("grab", "red", card="PN-D"))
    assert table.hand("red") == ["NP-D", "NP-F", "PN-D"]


def test_tc_707_the_stock_of_tokens_does_not_limit_penalties():
    table = in_play().penalties(red=9, blue=3).cubes("past:D", red=2, blue=2).acting("red").play(END)
    assert (table.player("red").penalties, table.player("blue").penalties) == (10, 4)


def test_tc_708_restoring_a_tile_unlocks_the_pawns_on_it():
    table = in_play().chaos("past:A", "red").pawns(blue="past:A").acting("red")
    table.play(act("restore", "red", tile="past:A"), END, act("send_disorder", "blue"))
    table.when(act("grab", "blue", card="PN-D")).then_accepted()


def test_tc_709_a_cube_on_the_departure_tile_counts_in_the_end_step():
    table = in_play().cubes("present:A", blue=2).acting("red")
    table.play(act("time_travel", "red", era="past", cube_on="departure"), END)
    assert table.tile("present:A") == ("chaos", {"blue": 1})
    assert (table.player("red").pawn, table.player("blue").penalties) == ("past:A", 1)


def test_tc_710_a_chaos_tile_gains_no_cubes_and_loses_them_only_by_a_restore():
    table = ChaosTable(*THREE)
    standing: dict[str, object] = {}
    for step in play(GAME, table.state, THREE, Random(5), most_actions=900, sensibly=False):
        restored = {fact.tile for fact in step.facts if isinstance(fact, facts.TileRestored)}
        for name, cubes in standing.items():
            after = step.after.tiles[name]
            assert (after.cubes == {}) if name in restored else (after.chaos and after.cubes == cubes)
        standing = {name: tile.cubes for name, tile in step.after.tiles.items() if tile.chaos}
    assert standing
