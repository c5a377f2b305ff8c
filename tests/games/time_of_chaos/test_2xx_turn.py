"""2xx: the send step, the action step, the end step."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import facts
from tests.games.time_of_chaos.table import ChaosTable, act, in_play

SEND = act("send_disorder", "red")
END = act("end_turn", "red")
THREE = ("red", "blue", "green")
FOUR = (*THREE, "yellow")


def sent(color: str, tile: str, source: str) -> facts.CubePlaced:
    return facts.CubePlaced(color, color, tile, "send", source)


def two_sources(**supply: int) -> ChaosTable:
    """Red has the sources past:A and past:B, which leak into present:A and present:B."""
    return in_play().chaos("past:A", "red").chaos("past:B", "red").supply(**supply).turn_of("red")


def naming(*sources: str) -> dict[str, Any]:
    return act("send_disorder", "red", sources=list(sources))


def test_tc_201_send_then_actions_then_end():
    table = in_play().turn_of("red")
    table.play(SEND, act("travel", "red", city="I"), END)
    assert (table.state.active, table.state.phase) == ("blue", "send")


@pytest.mark.parametrize("action", [act("travel", "red", city="I"), act("grab", "red"), END])
def test_tc_201_nothing_before_the_send_step(action: dict[str, Any]):
    in_play().turn_of("red").when(action).then_rejected("TC-201")


def test_tc_201_no_second_send_and_none_after_actions():
    table = in_play().turn_of("red").play(SEND)
    table.when(SEND).then_rejected("TC-201")
    table.play(act("travel", "red", city="I")).when(SEND).then_rejected("TC-201")


def test_tc_202_every_chaos_tile_with_an_own_cube_is_a_source():
    table = in_play().chaos("past:A", "red").chaos("present:B", "red", "blue").chaos("future:C", "red")
    table.turn_of("red").when(SEND)
    assert {fact.source for fact in table.of(facts.CubePlaced)} == {"past:A", "present:B", "future:C"}


@pytest.mark.parametrize(
    "tile",
    ["past:B", "present:A", "past:C", "nowhere"],
    ids=["on order", "foreign", "empty", "unknown"],
)
def test_tc_202_no_other_tile_is_a_source(tile: str):
    table = in_play().chaos("past:A", "red").chaos("present:A", "blue").cubes("past:B", red=1)
    table.turn_of("red").when(naming(tile)).then_rejected("TC-202", field="sources/0")


@pytest.mark.parametrize(("era", "into"), [("past", "present"), ("present", "future"), ("future", "past")])
def test_tc_203_the_direction_of_the_leak(era: str, into: str):
    table = in_play().chaos(f"{era}:D", "red").turn_of("red").when(SEND)
    table.then(sent("red", f"{into}:D", f"{era}:D"), facts.ActionStepBegan("red"))


def test_tc_204_the_target_is_the_same_city_wherever_it_lies_in_the_grid():
    table = in_play().chaos("past:B", "red").turn_of("red").play(SEND)
    assert table.tile("present:B") == ("order", {"red": 1})
    assert table.tile("present:G") == ("order", {})  # where past:B lies in its grid


def test_tc_205_one_cube_from_the_supply_and_the_source_keeps_its_own():
    table = in_play().chaos("past:A", "red").turn_of("red").play(SEND)
    assert table.player("red").supply == 10
    assert table.tile("past:A") == ("chaos", {"red": 1})
    assert table.tile("present:A") == ("order", {"red": 1})


def test_tc_205_no_source_sends_twice():
    two_sources().when(naming("past:A", "past:A")).then_rejected("TC-205", field="sources")


def test_tc_206_a_source_whose_target_is_on_chaos_is_blocked():
    table = in_play().chaos("past:A", "red").chaos("present:A", "blue").turn_of("red").when(SEND)
    table.then(facts.SourceBlocked("red", "past:A", "red"), facts.ActionStepBegan("red"))
    assert table.tile("present:A") == ("chaos", {"blue": 1})
    assert table.player("red").supply == 11


def test_tc_206_naming_a_blocked_source_is_illegal():
    table = in_play().chaos("past:A", "red").chaos("present:A", "blue").turn_of("red")
    table.when(naming("past:A")).then_rejected("TC-206", field="sources/0")


def test_tc_207_a_shared_chaos_tile_sends_for_each_colour_in_its_owners_turn():
    table = in_play(*THREE).chaos("past:D", "red", "blue", "green").turn_of("red").play(SEND)
    assert table.tile("present:D") == ("order", {"red": 1})
    table.play(END, act("send_disorder", "blue"))
    assert table.tile("present:D") == ("order", {"red": 1, "blue": 1})
    assert table.player("green").supply == 11


def test_tc_208_all_eligible_sources_send():
    two_sources(red=2).when(SEND).then(
        sent("red", "present:A", "past:A"),
        sent("red", "present:B", "past:B"),
        facts.ActionStepBegan("red"),
    )
    two_sources(red=2).when(naming("past:B", "past:A")).then_accepted()


@pytest.mark.parametrize("named", [(), ("past:A",)], ids=["none", "one of two"])
def test_tc_208_sending_is_mandatory(named: tuple[str, ...]):
    two_sources().when(naming(*named)).then_rejected("TC-208", field="sources")


@pytest.mark.parametrize("action", [SEND, naming()], ids=["left out", "none named"])
def test_tc_209_an_empty_supply_sends_nothing(action: dict[str, Any]):
    table = two_sources(red=0).when(action)
    table.then(
        facts.SourceStarved("red", "past:A", "red"),
        facts.SourceStarved("red", "past:B", "red"),
        facts.ActionStepBegan("red"),
    )
    assert table.tile("present:A") == table.tile("present:B") == ("order", {})


def test_tc_209_with_an_empty_supply_no_source_can_be_named():
    two_sources(red=0).when(naming("past:A")).then_rejected("TC-209", field="sources")


@pytest.mark.parametrize(("chosen", "starved"), [("A", "B"), ("B", "A")])
def test_tc_210_a_short_supply_goes_to_the_chosen_sources(chosen: str, starved: str):
    table = two_sources(red=1).when(naming(f"past:{chosen}"))
    table.then_includes(
        sent("red", f"present:{chosen}", f"past:{chosen}"),
        facts.SourceStarved("red", f"past:{starved}", "red"),
    )
    assert table.player("red").supply == 0


@pytest.mark.parametrize("action", [SEND, naming(), naming("past:A", "past:B")])
def test_tc_210_exactly_the_supply_is_named(action: dict[str, Any]):
    two_sources(red=1).when(action).then_rejected("TC-210", field="sources")


def test_tc_210_offers_name_the_choice_only_when_the_supply_is_short():
    short = two_sources(red=1).offered("red")["send_disorder"][0]["sources"]
    assert (short.values, short.least, short.most) == (("past:A", "past:B"), 1, 1)
    enough = two_sources(red=2).offered("red")["send_disorder"][0]["sources"]
    assert type(enough).__name__ == "Optional"
    assert (enough.of.least, enough.of.most) == (2, 2)


def test_tc_211_nothing_flips_in_the_send_step():
    table = in_play().chaos("past:A", "red").cubes("present:A", red=1, blue=1).turn_of("red").play(SEND)
    assert table.tile("present:A") == ("order", {"red": 2, "blue": 1})


def test_tc_211_sends_are_judged_by_the_sides_at_the_start():
    ring = in_play().chaos("past:A", "red").chaos("present:A", "red").turn_of("red").when(SEND)
    assert [fact.tile for fact in ring.of(facts.SourceBlocked)] == ["past:A"]
    assert ring.of(facts.CubePlaced) == [sent("red", "future:A", "present:A")]


def test_tc_212_no_cloak_in_the_send_step():
    with pytest.raises(msgspec.ValidationError):
        two_sources().when(act("send_disorder", "red", cloak=True))
    table = two_sources().play(SEND)
    assert table.player("red").cloak_active
    assert table.player("red").supply == 8


def test_tc_213_the_first_turn_begins_with_a_send():
    table = ChaosTable().laid_out()
    table.play(act("place_pawn", "blue", tile="present:E"), act("place_pawn", "red", tile="present:A"))
    table.when(SEND).then(sent("red", "present:A", "past:A"), facts.ActionStepBegan("red"))


def test_tc_213_so_does_a_final_turn():
    table = in_play().chaos("past:B", "blue").acting("red").triggered_by("red", "blue").play(END)
    table.when(act("send_disorder", "blue")).then_includes(sent("blue", "present:B", "past:B"))


@pytest.mark.parametrize("pawn", ["past:A", "present:A", "future:I"])
def test_tc_214_pawns_do_not_affect_the_send_step(pawn: str):
    table = in_play().chaos("past:A", "red").pawns(red=pawn, blue=pawn).turn_of("red").when(SEND)
    table.then(sent("red", "present:A", "past:A"), facts.ActionStepBegan("red"))


def test_tc_221_three_actions_of_any_mix_the_same_one_again():
    table = in_play().acting("red")
    table.play(*(act("travel", "red", city=city) for city in "IAI"))
    assert table.state.actions_left == 0
    mixed = in_play().acting("red")
    mixed.play(
        act("grab", "red", card="NP-D"), act("travel", "red", city="E"), act("grab", "red", card="NP-E")
    )
    assert mixed.state.actions_left == 0


def test_tc_221_a_fourth_action_is_illegal():
    in_play().acting("red", used=3).when(act("travel", "red", city="I")).then_rejected("TC-221")
    assert set(in_play().acting("red", used=3).offered("red")) == {"end_turn"}


@pytest.mark.parametrize("action", [act("travel", "blue", city="G"), act("end_turn", "blue")])
def test_tc_222_only_the_active_player_acts(action: dict[str, Any]):
    in_play().acting("red").when(action).then_rejected("TC-222", field="seat")
    assert in_play().acting("red").offered("blue") == {}


def test_tc_222_nobody_else_sends_and_strangers_do_nothing():
    table = in_play().turn_of("red")
    table.when(act("send_disorder", "blue")).then_rejected("TC-222", field="seat")
    table.when(act("send_disorder", "violet")).then_rejected("TC-222", field="seat")


@pytest.mark.parametrize("used", [0, 1, 2, 3])
def test_tc_223_the_turn_may_end_after_any_number_of_actions(used: int):
    table = in_play().acting("red", used=used).when(END)
    table.then(facts.TurnEnded("red", used), facts.TurnBegan("blue", 2))


def test_tc_223_the_turn_does_not_end_by_itself():
    table = in_play().acting("red", used=2).play(act("travel", "red", city="I"))
    assert (table.state.active, table.state.phase, table.state.actions_left) == ("red", "actions", 0)


def test_tc_224_an_illegal_command_changes_nothing():
    table = in_play().acting("red")
    before = table.state
    table.when(act("travel", "red", city="B")).then_rejected("TC-352")
    table.when(act("restore", "red", tile="past:A")).then_rejected("TC-362")
    assert table.state is before


def test_tc_225_a_full_tile_stays_usable_until_the_end_step():
    table = in_play().cubes("present:A", blue=2).acting("red")
    table.play(act("search", "red", card="NP-A", refill="NP-D"))
    assert table.tile("present:A") == ("order", {"blue": 2, "red": 1})
    table.play(act("search", "red", card="NF-B", refill="NP-E"), act("grab", "red", card="NP-F"))
    assert table.tile("present:A") == ("order", {"blue": 2, "red": 2})


def test_tc_226_an_action_is_resolved_before_the_next_begins():
    table = in_play().acting("red").play(act("time_travel", "red", era="past", cube_on="arrival"))
    assert (table.player("red").pawn, table.tile("past:A")) == ("past:A", ("order", {"red": 1}))
    table.when(act("search", "red", card="NP-A", refill="NP-D")).then_rejected("TC-322")
    table.when(act("search", "red", card="PN-A", refill="PN-D")).then_accepted()


@pytest.mark.parametrize("cubes", [{"red": 3}, {"blue": 3}, {"red": 2, "blue": 1}, {"blue": 4}])
def test_tc_231_three_cubes_flip_a_tile_whoever_put_them_there(cubes: dict[str, int]):
    for tile in ("past:D", "present:D", "future:D"):
        table = in_play().cubes(tile, **cubes).acting("red").play(END)
        assert table.of(facts.TileFlipped)[0].tile == tile
        assert table.tile(tile)[0] == "chaos"


def test_tc_231_two_cubes_do_not():
    table = in_play().cubes("past:D", red=1, blue=1).acting("red").play(END)
    assert table.tile("past:D") == ("order", {"red": 1, "blue": 1})


def test_tc_232_a_plurality_leads():
    table = in_play(*THREE).cubes("past:D", red=2, blue=1, green=1).acting("red").when(END)
    before = {"red": 2, "blue": 1, "green": 1}
    table.then_includes(facts.TileFlipped("past:D", before, ("red",), "red"))


def test_tc_233_one_cube_of_the_leader_remains_and_the_rest_go_home():
    table = in_play().cubes("past:D", red=3, blue=1).acting("red").when(END)
    table.then_includes(
        facts.CubeReturned("red", "red", "past:D", 2, "flip"),
        facts.CubeReturned("blue", "blue", "past:D", 1, "flip"),
    )
    assert table.tile("past:D") == ("chaos", {"red": 1})
    assert (table.player("red").supply, table.player("blue").supply) == (11, 12)


def test_tc_234_two_leaders_leave_a_cube_each():
    table = in_play(*THREE).cubes("past:D", red=2, blue=2, green=1).acting("red").play(END)
    assert table.tile("past:D") == ("chaos", {"red": 1, "blue": 1})
    assert table.player("green").supply == 12


def test_tc_235_three_leaders_leave_a_cube_each():
    table = in_play(*THREE).cubes("past:D", red=1, blue=1, green=1).acting("red").play(END)
    assert table.tile("past:D") == ("chaos", {"red": 1, "blue": 1, "green": 1})
    assert [table.player(seat).penalties for seat in THREE] == [1, 1, 1]


def test_tc_236_flips_are_simultaneous_and_do_not_cascade():
    table = in_play().cubes("past:D", red=3).cubes("present:D", red=2).acting("red").play(END)
    assert [fact.tile for fact in table.of(facts.TileFlipped)] == ["past:D"]
    assert facts.CubePlaced not in table.kinds()
    assert table.tile("present:D") == ("order", {"red": 2})


def test_tc_236_chaos_tiles_are_not_examined():
    table = in_play(*THREE).chaos("past:D", *THREE).acting("red").when(END)
    table.then(facts.TurnEnded("red", 0), facts.TurnBegan("blue", 2))


def test_tc_237_whoever_has_a_cube_on_a_flipped_tile_is_penalised():
    table = in_play(*THREE).cubes("past:D", red=3).cubes("past:E", blue=3).acting("red").play(END)
    assert table.of(facts.PenaltyTaken) == [facts.PenaltyTaken("red"), facts.PenaltyTaken("blue")]
    assert [table.player(seat).penalties for seat in THREE] == [1, 1, 0]


def test_tc_238_a_colour_that_went_home_is_not_penalised():
    table = in_play().cubes("past:D", red=2, blue=1).acting("blue").play(act("end_turn", "blue"))
    assert table.of(facts.PenaltyTaken) == [facts.PenaltyTaken("red")]


def test_tc_239_one_token_however_many_tiles_flipped():
    table = in_play().cubes("past:D", red=3).cubes("past:E", red=3).acting("red").play(END)
    assert len(table.of(facts.TileFlipped)) == 2
    assert table.player("red").penalties == 1


def test_tc_240_the_active_player_is_penalised_only_for_an_own_cube_that_stays():
    caused = in_play().cubes("past:D", blue=2, red=1).acting("red").play(END)
    assert (caused.player("red").penalties, caused.player("blue").penalties) == (0, 1)
    own = in_play().cubes("past:D", blue=1, red=2).acting("red").play(END)
    assert (own.player("red").penalties, own.player("blue").penalties) == (1, 0)


def test_tc_241_standing_chaos_and_restores_do_not_penalise():
    table = in_play().chaos("past:A", "red").chaos("future:A", "blue").acting("red")
    table.play(act("restore", "red", tile="past:A"), END)
    assert facts.PenaltyTaken not in table.kinds()
    assert (table.player("red").penalties, table.player("blue").penalties) == (0, 0)


def test_tc_242_a_pawn_stays_on_a_tile_that_flips():
    table = in_play().cubes("present:A", red=3).acting("red").play(END)
    assert table.player("red").pawn == "present:A"
    assert table.tile("present:A")[0] == "chaos"
    assert facts.PawnMoved not in table.kinds()


def test_tc_243_the_turn_passes_clockwise_with_three_new_actions():
    table = in_play(*FOUR).acting("red", used=3)
    for seat, following in (("red", "blue"), ("blue", "green"), ("green", "yellow"), ("yellow", "red")):
        table.play(act("end_turn", seat))
        state = table.state
        assert (state.active, state.phase, state.actions_left) == (following, "send", 3)
        table.play(act("send_disorder", following))
    assert (table.state.turn, table.state.round) == (5, 2)
