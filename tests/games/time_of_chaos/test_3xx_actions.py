"""3xx: the six actions of the action step."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.rules import ACTION_STEP
from domain.kernel import Viewer
from tests.games.time_of_chaos.table import DISPLAYS, act, in_play

LAYING = {
    "search": act("search", "red", card="NP-C", refill="NP-D"),
    "deliver": act("deliver", "red", card="PN-A"),
    "time_travel": act("time_travel", "red", era="past", cube_on="departure"),
}
"""What red, on present:A with PN-A in hand, may do that lays a cube."""
FREE = {
    "grab": act("grab", "red", card="NP-D"),
    "travel": act("travel", "red", city="E"),
    "restore": act("restore", "red", tile="past:A"),
}


@pytest.mark.parametrize(
    "action",
    [
        FREE["grab"],
        LAYING["search"],
        LAYING["deliver"],
        LAYING["time_travel"],
        act("time_travel", "red", era="past", cloak=True),
    ],
)
def test_tc_301_on_chaos_only_travel_and_restore(action: dict[str, Any]):
    table = in_play().chaos("present:A", "blue").searched("red", "PN-A", "PN-D").acting("red")
    table.when(action).then_rejected("TC-301")
    assert set(table.offered("red")) == {"travel", "end_turn"}


def test_tc_301_travel_restore_and_the_end_of_the_turn_stay_open():
    table = in_play().chaos("present:A", "blue").chaos("past:A", "red").acting("red")
    for action in (FREE["restore"], FREE["travel"], act("end_turn", "red")):
        table.when(action).then_accepted()
        table = in_play().chaos("present:A", "blue").chaos("past:A", "red").acting("red")


def test_tc_302_leaving_the_tile_lifts_the_lock_at_once():
    table = in_play().chaos("present:A", "blue").acting("red")
    table.when(FREE["grab"]).then_rejected("TC-301")
    table.play(FREE["travel"], act("grab", "red", card="NP-D"))


def test_tc_302_a_restored_tile_lifts_the_lock_at_once():
    table = in_play(scope="own_tile").chaos("present:A", "blue").acting("red")
    table.play(act("restore", "red", tile="present:A"), act("grab", "red", card="NP-D"))


def test_tc_302_entering_a_chaos_tile_locks_at_once():
    table = in_play().chaos("present:E", "blue").acting("red").play(FREE["travel"])
    table.when(FREE["grab"]).then_rejected("TC-301")


def test_tc_303_the_list_of_actions_is_closed():
    names = [kind.__struct_config__.tag for kind in ACTION_STEP]
    assert names == ["grab", "search", "deliver", "time_travel", "travel", "restore"]
    with pytest.raises(msgspec.ValidationError):
        in_play().acting("red").when(act("rest", "red"))


@pytest.mark.parametrize("name", LAYING)
def test_tc_303_search_deliver_and_time_travel_cost_a_cube(name: str):
    table = in_play().searched("red", "PN-A", "PN-D").acting("red").play(LAYING[name])
    assert table.player("red").supply == 11
    assert [fact.cause for fact in table.of(facts.CubePlaced)] == [name]


@pytest.mark.parametrize("name", FREE)
def test_tc_303_grab_travel_and_restore_cost_none(name: str):
    table = in_play().chaos("past:A", "blue").acting("red").play(FREE[name])
    assert table.player("red").supply == 12
    assert facts.CubePlaced not in table.kinds()


def test_tc_311_grab_takes_a_card_of_the_pawns_era_and_lays_no_cube():
    table = in_play().acting("red").when(act("grab", "red", card="NP-D"))
    table.then(facts.ActionTaken("red", "grab"), facts.CardTaken("red", "NP-D", "present", "grab"))
    assert table.hand("red") == ["NP-D"]
    assert "NP-D" not in table.state.decks["present"]
    assert len(table.state.decks["present"]) == 14
    assert table.state.displays == DISPLAYS


def test_tc_312_no_grab_from_an_empty_deck():
    table = in_play().deck(present=()).acting("red")
    table.when(act("grab", "red", card="NP-D")).then_rejected("TC-312")
    table.when(act("grab", "red"), drawn=True).then_rejected("TC-312")
    assert "grab" not in table.offered("red")


def test_tc_313_only_the_drawing_player_knows_the_card_all_know_the_deck():
    table = in_play().acting("red").play(act("grab", "red", card="NP-D"))
    assert table.seen(Viewer("red"))["seats"]["red"]["hand"] == [
        {"card": "NP-D", "deck": "present", "via": "grab"}
    ]
    assert table.seen(Viewer("blue"))["seats"]["red"]["hand"] == [{"deck": "present", "via": "grab"}]
    taken = table.facts[-1]
    assert GAME.fact_view(taken, Viewer("red"))["card"] == "NP-D"
    assert GAME.fact_view(taken, Viewer("blue")) == {
        "fact": "card_taken",
        "seat": "red",
        "deck": "present",
        "via": "grab",
    }


def test_tc_321_search_takes_the_chosen_card_of_the_display():
    for card in DISPLAYS["present"]:
        table = in_play().acting("red").play(act("search", "red", card=card, refill="NP-D"))
        assert table.hand("red") == [card]
        assert card not in table.state.displays["present"]


@pytest.mark.parametrize("card", ["PN-A", "NP-D", "XX-Z"], ids=["another era", "in the deck", "unknown"])
def test_tc_322_the_card_must_be_in_the_display_of_the_pawns_era(card: str):
    table = in_play().acting("red").when(act("search", "red", card=card, refill="NP-E"))
    table.then_rejected("TC-322", field="card")


def test_tc_322_an_empty_display_cannot_be_searched():
    table = in_play().display(present=()).deck(present=()).acting("red")
    table.when(act("search", "red", card="NP-A")).then_rejected("TC-322")
    assert "search" not in table.offered("red")


def test_tc_323_take_then_refill_then_cube():
    in_play().acting("red").when(act("search", "red", card="NF-B", refill="NP-D")).then(
        facts.ActionTaken("red", "search"),
        facts.CardTaken("red", "NF-B", "present", "search"),
        facts.DisplayRefilled("present", 1, "NP-D"),
        facts.CubePlaced("red", "red", "present:A", "search"),
    )


def test_tc_323_the_cloak_is_committed_before_the_refill_is_seen():
    table = in_play().acting("red").when(act("search", "red", card="NF-B", cloak=True), drawn=True)
    kinds = table.kinds()
    assert kinds.index(facts.CloakUsed) < kinds.index(facts.DisplayRefilled)


@pytest.mark.parametrize("tile", ["present:A", "present:I"])
def test_tc_324_the_cube_of_a_search_goes_under_the_pawn(tile: str):
    table = in_play().pawns(red=tile).acting("red").play(LAYING["search"])
    assert table.tile(tile) == ("order", {"red": 1})


def test_tc_331_a_delivered_card_lies_in_the_tableau_and_counts():
    table = in_play().searched("red", "PN-A", "PN-D").acting("red").play(LAYING["deliver"])
    assert (table.hand("red"), table.player("red").tableau) == ([], ("PN-A",))
    assert GAME.standing(table.state).seats[0].score == 1


@pytest.mark.parametrize("card", ["PN-A", "FN-A", "XX-Z"], ids=["another's", "in a deck", "unknown"])
def test_tc_332_the_card_must_be_in_the_own_hand(card: str):
    table = in_play().searched("blue", "PN-A", "PN-D").acting("red")
    table.when(act("deliver", "red", card=card)).then_rejected("TC-332", field="card")
    assert "deliver" not in table.offered("red")


@pytest.mark.parametrize("tile", ["past:A", "future:A", "present:E"])
def test_tc_333_the_pawn_must_stand_on_the_destination(tile: str):
    table = in_play().searched("red", "PN-A", "PN-D").pawns(red=tile).acting("red")
    table.when(LAYING["deliver"]).then_rejected("TC-333", field="card")
    assert "deliver" not in table.offered("red")


def test_tc_334_the_cube_of_a_delivery_goes_under_the_pawn():
    table = in_play().searched("red", "PN-A", "PN-D").acting("red").play(LAYING["deliver"])
    assert table.tile("present:A") == ("order", {"red": 1})


def test_tc_335_tableau_then_refresh_then_cube_then_trigger():
    table = in_play().delivered("red", "PF-A", "PF-C", "PF-D").grabbed("red", "PN-F").exhausted("blue")
    table.pawns(red="present:F").acting("red", turn=9).when(act("deliver", "red", card="PN-F"))
    table.then(
        facts.ActionTaken("red", "deliver"),
        facts.CardDelivered("red", "PN-F", 3, "grab"),
        facts.CloakRefreshed("blue"),
        facts.CubePlaced("red", "red", "present:F", "deliver"),
        facts.EndTriggered("red", 9, ("blue",)),
    )


def test_tc_335_a_cloak_flips_first():
    table = in_play().grabbed("red", "PN-F").pawns(red="present:F").acting("red")
    table.when(act("deliver", "red", card="PN-F", cloak=True)).then(
        facts.ActionTaken("red", "deliver"),
        facts.CloakUsed("red", "deliver"),
        facts.CardDelivered("red", "PN-F", 3, "grab"),
        facts.CloakRefreshed("red"),
    )


@pytest.mark.parametrize("era", ["past", "future"])
def test_tc_341_time_travel_leads_to_the_same_city_in_another_era(era: str):
    table = in_play().acting("red").play(act("time_travel", "red", era=era, cube_on="arrival"))
    assert table.player("red").pawn == f"{era}:A"


@pytest.mark.parametrize(("origin", "era"), [("past", "future"), ("future", "past")])
def test_tc_342_past_and_future_are_one_action_apart(origin: str, era: str):
    table = in_play().pawns(red=f"{origin}:A").acting("red")
    table.play(act("time_travel", "red", era=era, cube_on="arrival"))
    assert (table.player("red").pawn, table.state.actions_left) == (f"{era}:A", 2)


@pytest.mark.parametrize("era", ["present", "dawn"], ids=["the current era", "an unknown era"])
def test_tc_342_the_era_must_be_another_one(era: str):
    table = in_play().acting("red").when(act("time_travel", "red", era=era, cube_on="arrival"))
    table.then_rejected("TC-342", field="era")


@pytest.mark.parametrize("cloak", [{"cube_on": "arrival"}, {"cube_on": "departure"}, {"cloak": True}])
def test_tc_343_no_arrival_on_chaos(cloak: dict[str, Any]):
    table = in_play().chaos("past:A", "blue").acting("red")
    table.when(act("time_travel", "red", era="past", **cloak)).then_rejected("TC-343", field="era")
    assert all(offer["era"].values == ("future",) for offer in table.offered("red")["time_travel"])


@pytest.mark.parametrize(("side", "tile"), [("departure", "present:A"), ("arrival", "past:A")])
def test_tc_344_the_cube_goes_where_the_player_says(side: str, tile: str):
    table = in_play().acting("red").when(act("time_travel", "red", era="past", cube_on=side))
    table.then(
        facts.ActionTaken("red", "time_travel"),
        facts.PawnMoved("red", "present:A", "past:A", "time_travel"),
        facts.CubePlaced("red", "red", tile, "time_travel"),
    )


@pytest.mark.parametrize("payment", [{}, {"cube_on": "arrival", "cloak": True}], ids=["unsaid", "cloaked"])
def test_tc_344_the_side_is_said_exactly_when_a_cube_is_laid(payment: dict[str, Any]):
    table = in_play().acting("red").when(act("time_travel", "red", era="past", **payment))
    table.then_rejected("TC-344", field="cube_on")


def test_tc_351_travel_is_one_step_within_the_era():
    for era, city in (("past", "B"), ("present", "I"), ("future", "E")):
        table = in_play().pawns(red=f"{era}:A").acting("red").play(act("travel", "red", city=city))
        assert table.player("red").pawn == f"{era}:{city}"


@pytest.mark.parametrize(
    ("origin", "reach"),
    [("past:A", "BD"), ("past:E", "BDFH"), ("past:I", "FH"), ("present:A", "EFGI"), ("future:A", "DEG")],
    ids=["corner", "centre", "last corner", "centre of the present", "edge"],
)
def test_tc_352_only_orthogonal_neighbours_of_that_eras_grid(origin: str, reach: str):
    reached = ""
    for city in "ABCDEFGHI":
        table = in_play().pawns(red=origin).acting("red").when(act("travel", "red", city=city))
        if table.rejection is None:
            reached += city
        else:
            table.then_rejected("TC-352", field="city")
    assert reached == reach
    assert sorted(
        in_play().pawns(red=origin).acting("red").offered("red")["travel"][0]["city"].values
    ) == list(reach)


@pytest.mark.parametrize("city", ["Z", "past:A", ""])
def test_tc_352_an_unknown_city_is_not_adjacent(city: str):
    in_play().acting("red").when(act("travel", "red", city=city)).then_rejected("TC-352", field="city")


def test_tc_353_travel_enters_chaos_and_tiles_with_pawns_and_lays_no_cube():
    table = in_play().chaos("present:E", "blue").pawns(blue="present:E").acting("red")
    table.when(act("travel", "red", city="E")).then(
        facts.ActionTaken("red", "travel"), facts.PawnMoved("red", "present:A", "present:E", "travel")
    )


def test_tc_361_a_restored_tile_is_on_order_and_empty_its_cubes_at_home():
    table = in_play().chaos("past:A", "red", "blue").acting("red").when(FREE["restore"])
    table.then(
        facts.ActionTaken("red", "restore"),
        facts.CubeReturned("red", "red", "past:A", 1, "restore"),
        facts.CubeReturned("blue", "blue", "past:A", 1, "restore"),
        facts.TileRestored("past:A", ("red", "blue"), "red"),
    )
    assert table.tile("past:A") == ("order", {})
    assert (table.player("red").supply, table.player("blue").supply) == (12, 12)


def test_tc_362_only_a_chaos_tile_is_restored():
    table = in_play().cubes("past:A", red=2).acting("red").when(FREE["restore"])
    table.then_rejected("TC-362", field="tile")
    assert "restore" not in table.offered("red")
    own = in_play(scope="own_tile").acting("red").when(act("restore", "red", tile="present:A"))
    own.then_rejected("TC-362", field="tile")


@pytest.mark.parametrize("own_side", ["order", "chaos"])
def test_tc_363_other_era_reaches_the_pawns_city_in_both_other_eras(own_side: str):
    for tile in ("past:A", "future:A"):
        table = in_play().chaos("past:A", "red").chaos("future:A", "blue").acting("red")
        if own_side == "chaos":
            table.chaos("present:A", "blue")
        assert table.offered("red")["restore"][0]["tile"].values == ("past:A", "future:A")
        table.when(act("restore", "red", tile=tile)).then_accepted()


@pytest.mark.parametrize("tile", ["present:A", "past:B", "present:E", "nowhere"])
def test_tc_363_other_era_reaches_nothing_else(tile: str):
    table = in_play().chaos("present:A", "blue").chaos("past:B", "blue").chaos("present:E", "blue")
    table.acting("red").when(act("restore", "red", tile=tile)).then_rejected("TC-363", field="tile")


def test_tc_363_own_tile_reaches_exactly_the_pawns_tile():
    table = in_play(scope="own_tile").chaos("present:A", "blue").chaos("past:A", "red").acting("red")
    table.when(act("restore", "red", tile="past:A")).then_rejected("TC-363", field="tile")
    assert table.offered("red")["restore"][0]["tile"].values == ("present:A",)
    table.when(act("restore", "red", tile="present:A")).then_accepted()
    assert table.tile("present:A") == ("order", {})


def test_tc_364_one_tile_an_action_of_any_colour_with_pawns_on_it():
    table = in_play("red", "blue", "green").chaos("past:A", "blue", "green").chaos("future:A", "red")
    table.pawns(blue="past:A").acting("red").play(FREE["restore"])
    assert table.tile("past:A") == ("order", {})
    assert table.tile("future:A") == ("chaos", {"red": 1})
    assert (table.player("blue").supply, table.player("green").supply) == (12, 12)


def test_tc_365_restore_needs_no_cube_and_removes_no_penalty():
    table = (
        in_play().chaos("past:A", "blue").supply(red=0).penalties(red=2).acting("red").play(FREE["restore"])
    )
    assert table.player("red").penalties == 2
    assert [seat.score for seat in GAME.standing(table.state).seats] == [-2, 0]


def test_tc_365_restore_cannot_be_cloaked():
    table = in_play().chaos("past:A", "blue").acting("red")
    table.when(act("restore", "red", tile="past:A", cloak=True)).then_rejected("TC-413", field="cloak")
