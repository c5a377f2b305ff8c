"""4xx: whose cubes, where they lie, and what the cloak is good for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.kernel import TRUTH
from tests.games.time_of_chaos.table import DEMO, ChaosTable, act, in_play

SEARCH = act("search", "red", card="NP-C", refill="NP-D")
DELIVER = act("deliver", "red", card="PN-A")
TIME_TRAVEL = act("time_travel", "red", era="past", cube_on="departure")
CLOAKED_TIME_TRAVEL = act("time_travel", "red", era="past", cloak=True)
END = act("end_turn", "red")
NEED_A_CUBE = {"search": SEARCH, "deliver": DELIVER, "time_travel": TIME_TRAVEL}


def cloaked(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name != "cube_on"} | {"cloak": True}


def ready() -> ChaosTable:
    """Red acts on present:A with PN-A, which belongs there, in hand."""
    return in_play().searched("red", "PN-A", "PN-D").acting("red")


def delivering(card: str, tile: str, *exhausted: str, cloak: bool = False) -> ChaosTable:
    """Red delivers the card while these cloaks are exhausted."""
    table = in_play("red", "blue", "green").grabbed("red", card).pawns(red=tile).exhausted(*exhausted)
    return table.acting("red").when(act("deliver", "red", card=card, cloak=cloak)).then_accepted()


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_401_players_place_their_own_cubes_alone(name: str):
    table = ready().play(NEED_A_CUBE[name])
    assert [(fact.seat, fact.color) for fact in table.of(facts.CubePlaced)] == [("red", "red")]
    assert table.player("blue").supply == 12


def test_tc_401_cubes_go_back_to_their_own_player():
    table = in_play().chaos("past:A", "blue").acting("red").play(act("restore", "red", tile="past:A"))
    assert (table.player("red").supply, table.player("blue").supply) == (12, 12)


def test_tc_402_twelve_cubes_a_colour_wherever_they_are():
    table = in_play().chaos("past:A", "red", "blue").cubes("present:A", red=2, blue=1).acting("red")
    for action in (SEARCH, TIME_TRAVEL | {"era": "future"}, END, act("send_disorder", "blue")):
        table.play(action)
        for seat in table.seats:
            on_tiles = sum(tile.cubes.get(seat, 0) for tile in table.state.tiles.values())
            assert table.player(seat).supply + on_tiles == 12


def test_tc_402_the_number_of_cubes_is_the_sets_own():
    assert DEMO.box.cubes_per_color == DEMO.document["counts"]["cubes_per_color"] == 12


def test_tc_403_no_cube_is_placed_on_chaos():
    blocked = in_play().chaos("past:A", "red").chaos("present:A", "blue").turn_of("red")
    assert facts.CubePlaced not in blocked.play(act("send_disorder", "red")).kinds()
    in_play().chaos("past:A", "blue").acting("red").when(TIME_TRAVEL).then_rejected("TC-343")
    in_play().chaos("present:A", "blue").acting("red").when(SEARCH).then_rejected("TC-301")


def test_tc_403_a_tile_holds_any_number_of_cubes():
    table = in_play().cubes("present:A", red=6, blue=5).acting("red").play(SEARCH)
    assert table.tile("present:A") == ("order", {"red": 7, "blue": 5})


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_404_no_cube_no_action(name: str):
    table = ready().supply(red=0).when(NEED_A_CUBE[name])
    table.then_rejected("TC-404")
    assert all("cloak" in offer for offer in table.offered("red")[name])


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_404_unless_it_is_cloaked(name: str):
    ready().supply(red=0).when(cloaked(NEED_A_CUBE[name])).then_accepted()


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_404_without_cube_and_cloak_nothing_is_offered(name: str):
    assert name not in ready().supply(red=0).exhausted("red").offered("red")


def test_tc_405_a_returned_cube_is_usable_at_once():
    table = in_play().chaos("past:A", "red").supply(red=0).acting("red")
    table.when(SEARCH).then_rejected("TC-404")
    table.play(act("restore", "red", tile="past:A"), SEARCH)
    assert table.player("red").supply == 0


@pytest.mark.parametrize(
    "action",
    [
        act("grab", "red", card="NP-D"),
        act("travel", "red", city="E"),
        act("restore", "red", tile="past:A"),
    ],
)
def test_tc_406_grab_travel_and_restore_need_no_supply(action: dict[str, Any]):
    in_play().chaos("past:A", "blue").supply(red=0).acting("red").when(action).then_accepted()


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_411_the_cloak_is_flipped_instead_of_placing_a_cube(name: str):
    table = ready().play(cloaked(NEED_A_CUBE[name]))
    assert table.of(facts.CloakUsed) == [facts.CloakUsed("red", name)]
    assert not table.player("red").cloak_active


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_411_an_exhausted_cloak_covers_nothing(name: str):
    table = ready().exhausted("red").when(cloaked(NEED_A_CUBE[name]))
    table.then_rejected("TC-411", field="cloak")
    assert all("cloak" not in offer for offer in table.offered("red")[name])


def test_tc_411_the_cloak_is_optional_and_serves_one_action():
    assert ready().play(SEARCH).player("red").cloak_active
    table = ready().play(cloaked(SEARCH))
    table.when(cloaked(DELIVER)).then_rejected("TC-411")


@pytest.mark.parametrize("name", NEED_A_CUBE)
def test_tc_412_a_cloaked_action_is_the_same_but_for_the_cube(name: str):
    plain, hidden = ready().when(NEED_A_CUBE[name]), ready().when(cloaked(NEED_A_CUBE[name]))
    without_cube = [fact for fact in plain.facts if not isinstance(fact, facts.CubePlaced)]
    assert [fact for fact in hidden.facts if not isinstance(fact, facts.CloakUsed)] == without_cube
    assert hidden.player("red").supply == 12
    assert not any(tile.cubes for tile in hidden.state.tiles.values())


@pytest.mark.parametrize(
    "action",
    [
        act("grab", "red", card="NP-D"),
        act("travel", "red", city="E"),
        act("restore", "red", tile="past:A"),
    ],
)
def test_tc_413_no_cloak_on_grab_travel_and_restore(action: dict[str, Any]):
    table = in_play().chaos("past:A", "blue").acting("red").when(action | {"cloak": True})
    table.then_rejected("TC-413", field="cloak")
    assert all("cloak" not in offer for offer in table.offered("red")[action["type"]])


@pytest.mark.parametrize(
    "action",
    [
        act("send_disorder", "red", cloak=True),
        act("place_pawn", "red", tile="present:A", cloak=True),
        act("end_turn", "red", cloak=True),
    ],
)
def test_tc_413_nor_where_no_action_is_taken(action: dict[str, Any]):
    with pytest.raises(msgspec.ValidationError):
        in_play().when(action)


def test_tc_413_nor_in_another_players_turn():
    in_play().acting("blue").when(CLOAKED_TIME_TRAVEL).then_rejected("TC-222")


def test_tc_414_a_three_refreshes_every_cloak():
    table = delivering("PN-F", "present:F", "red", "green")
    assert table.of(facts.CloakRefreshed) == [facts.CloakRefreshed("red"), facts.CloakRefreshed("green")]
    assert all(table.player(seat).cloak_active for seat in table.seats)


def test_tc_415_a_cloaked_three_ends_with_an_active_cloak():
    table = delivering("PN-F", "present:F", cloak=True)
    assert table.player("red").cloak_active
    assert (table.player("red").supply, table.tile("present:F")) == (12, ("order", {}))


def test_tc_415_an_exhausted_cloak_cannot_cover_the_delivery_that_refreshes_it():
    table = in_play().grabbed("red", "PN-F").pawns(red="present:F").exhausted("red").acting("red")
    table.when(act("deliver", "red", card="PN-F", cloak=True)).then_rejected("TC-411")


def test_tc_416_refreshing_an_active_cloak_does_nothing_and_is_not_stored():
    table = delivering("PN-F", "present:F", "blue")
    assert table.of(facts.CloakRefreshed) == [facts.CloakRefreshed("blue")]
    table.given(facts.CloakRefreshed("blue"), facts.CloakUsed("blue", "search"))
    assert not table.player("blue").cloak_active


@pytest.mark.parametrize(("card", "tile"), [("PN-D", "present:D"), ("PN-B", "present:B")])
def test_tc_417_a_delivery_of_another_value_refreshes_nothing(card: str, tile: str):
    table = in_play().exhausted("red", "blue").grabbed("red", card)
    table.pawns(red=tile).acting("red").play(act("deliver", "red", card=card))
    assert facts.CloakRefreshed not in table.kinds()
    assert not table.player("red").cloak_active


@pytest.mark.parametrize("points", [4, 5])
def test_tc_417_more_than_three_points_refresh_nothing(points: int):
    cards = {**DEMO.box.cards}
    cards["PN-F"] = msgspec.structs.replace(cards["PN-F"], points=points)
    box = msgspec.structs.replace(DEMO.box, cards=cards)
    table = in_play(components=msgspec.structs.replace(DEMO, box=box)).grabbed("red", "PN-F")
    table.exhausted("red").pawns(red="present:F").acting("red").play(act("deliver", "red", card="PN-F"))
    assert facts.CloakRefreshed not in table.kinds()


def test_tc_417_new_turns_and_restores_refresh_nothing():
    table = in_play().exhausted("red").chaos("past:A", "red").acting("red")
    table.play(act("restore", "red", tile="past:A"), END, act("send_disorder", "blue"))
    table.play(act("end_turn", "blue"), act("send_disorder", "red"))
    assert GAME.view(table.state, TRUTH)["seats"]["red"]["cloak"] == "exhausted"
