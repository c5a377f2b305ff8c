"""Setup, CO-1xx."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import FoundationsReturned, MountainsPlaced
from domain.kernel import PUBLIC, TRUTH, Rejected
from tests.games.chaos_order.table import (
    BLUE,
    LAY,
    LAYOUT,
    PLACE_BLUE,
    PLACE_RED,
    RED,
    TWO,
    UNITS,
    ChaosTable,
    begun,
    dealt,
    faction_in,
    opened,
    with_box,
)

THREE = (*TWO, {"seat": "green", "faction": "oxataya"})
TILES = {"y1": "tile_y1", "y2": "tile_y2", "y3": "tile_y3"}


def refused(seats, options=None):
    with pytest.raises(Rejected) as refusal:
        ChaosTable(GAME, seats, options)
    return refusal.value.rule


def test_co_101_two_to_five_seats_with_different_factions_of_the_set():
    six = [{"seat": f"s{n}", "faction": name} for n, name in enumerate(("ai", "zcharo", "jrayek", "oxataya"))]
    assert refused(TWO[:1]) == "CO-101"
    assert refused([*TWO, *six]) == "CO-101"
    assert refused([TWO[0], {"seat": "blue", "faction": "circadians"}]) == "CO-101"
    assert refused([TWO[0], {"seat": "red", "faction": "leyrien"}]) == "CO-101"
    assert refused([TWO[0], {"seat": "blue", "faction": "nobody"}]) == "CO-101"
    begun().do("act", "white").then_rejected("CO-101", field="seat")


def test_co_102_a_seat_has_its_factions_things_and_no_tuck_box():
    board = opened().state.seats[RED]
    assert set(board.leaders) == {"circadians.scout", "circadians.pilot", "circadians.marshal"}
    assert set(board.attributes.values()) == set(board.leaders.values()) == {"basic"}
    assert board.buildings == {"foundry": 4, "outpost": 4, "stronghold": 3}
    assert len(board.board_foundations) == 5


def test_co_103_the_factions_own_setup_comes_first():
    table = ChaosTable(GAME, [TWO[0], {"seat": BLUE, "faction": "jrayek"}])
    table.has(BLUE, energy=7).has(RED, energy=6)
    assert opened().state.seats[RED].counters == {"intel": 3, "thresholds": 0}


def test_co_103_a_setup_that_draws_cards_is_prepared_as_an_action():
    draws = with_box(lambda d: faction_in(d, "circadians")["setup"].append({"do": "draw_tactics", "n": 1}))
    table = opened(draws)
    assert table.state.setup == "prepare"
    table.do("prepare_table", None).then_rejected("CO-509", field="draws/0")
    table.do("prepare_table", None, draws=["feint"]).has(RED, hand={"feint": 1})
    assert table.state.setup == "bases"


def test_co_104_the_deck_is_a_number_of_cards_and_hands_are_empty():
    table = opened()
    assert table.state.deck == 38
    assert table.state.seats[RED].hand == {}
    assert GAME.view(table.state, TRUTH)["deck"] == 38
    assert GAME.view(table.state, PUBLIC)["deck"] == 38


def test_co_105_six_energy_and_one_gem():
    opened().has(RED, energy=6, gems=1)


def test_co_106_six_loose_production_tokens_basic_side_up():
    assert len(opened().state.production_area) == 6
    assert opened().state.loose == {}


def test_co_107_and_co_108_markers_start_in_column_1_and_on_0():
    opened().has(RED, fame=0, research=dict.fromkeys(("discover", "build", "harvest", "recruit", "move"), 1))


def test_co_109_grey_tokens_lie_in_the_vault_orange_ones_in_the_supply():
    tokens = opened().state.seats[RED].tokens
    assert [token for token, at in tokens.items() if at == "vault"] == ["circadians.g1", "circadians.g2"]
    assert sum(at == "supply" for at in tokens.values()) == 4


def test_co_110_the_flare_gun_goes_to_the_left_most_in_the_vault():
    assert opened().state.flare_gun == RED
    assert ChaosTable(GAME, [*reversed(TWO)]).state.flare_gun == RED


def test_co_111_and_co_112_neutral_pairs_by_the_number_of_factions_top_token_showing():
    assert opened().state.neutral == {"pair_a": "top"}
    assert ChaosTable(GAME, THREE, {"land_tiles": TILES}).state.neutral == {"pair_a": "top", "pair_b": "top"}
    assert dealt("zcharo", "ai", "oxataya", "jrayek", "leyrien").state.neutral == {}


def test_co_113_and_co_114_land_tiles_by_the_number_of_factions():
    assert opened().state.tiles == {}
    table = ChaosTable(GAME, THREE, {"land_tiles": TILES})
    assert table.state.tiles == TILES
    assert refused(THREE, {"land_tiles": {"y1": "tile_y1"}}) == "CO-114"
    assert refused(THREE, {"land_tiles": {**TILES, "y3": "tile_y1"}}) == "CO-114"
    assert refused(THREE, {"land_tiles": {**TILES, "y3": "no_tile"}}) == "CO-114"


def test_co_113_before_co_114_a_set_that_is_not_used_stays_in_the_box():
    assert refused(THREE, {"land_tiles": {**TILES, "y3": "tile_b1"}}) == "CO-113"
    assert refused(THREE, {"land_tiles": {**TILES, "b1": "tile_b1"}}) == "CO-113"
    assert refused(THREE, {"land_tiles": {"y1": "tile_b1"}}) == "CO-113"
    assert refused(TWO, {"land_tiles": TILES}) == "CO-113"
    table = ChaosTable(GAME, THREE)
    wrong = {**TILES, "y3": "tile_b1"}
    table.do("prepare_table", None, land_tiles=wrong).then_rejected("CO-113", field="land_tiles")


def test_co_114_tiles_that_the_opening_leaves_out_are_laid_as_an_action():
    table = ChaosTable(GAME, THREE)
    table.do("place_base", RED, location="base_n1").then_rejected("CO-201")
    table.do("prepare_table", None).then_rejected("CO-114", field="land_tiles/y1")
    begun = {"y1": "tile_y1"}
    table.do("prepare_table", None, land_tiles=begun).then_rejected("CO-114", field="land_tiles/y2")
    table.do("prepare_table", None, drawn=True).then_accepted()
    assert sorted(table.state.tiles) == ["y1", "y2", "y3"]
    assert table.state.setup == "bases"


def test_co_115_places_without_a_tile_or_base_are_no_regions():
    table = opened()
    assert "y1" not in table.state.regions
    assert "base_n1" not in table.state.bases
    table = begun().acting("move").pend(RED, Effect("movement_points", 2))
    table.do("move_units", from_="stone_ladder", to="y3", fighters=1).then_rejected("CO-366", field="to")


def test_co_116_bases_in_vault_order_from_right_to_left():
    table = opened()
    table.when(PLACE_RED).then_rejected("CO-116", field="seat")
    table.when(PLACE_BLUE).then_accepted()
    assert table.state.next_seats == (RED,)


def test_co_117_a_free_location_for_this_number_of_factions():
    table = opened()
    for location in ("base_far", "ember_fen", "nowhere"):
        table.when({**PLACE_BLUE, "location": location}).then_rejected("CO-117", field="location")
    table.play(PLACE_BLUE).when({**PLACE_RED, "location": "base_n1"})
    table.then_rejected("CO-117", field="location")


def four() -> ChaosTable:
    """Four factions: base_w borders three land regions."""
    seats = [{"seat": f, "faction": f} for f in ("ai", "jrayek", "zcharo", "oxataya")]
    tiles = {**TILES, "b1": "tile_b1", "b2": "tile_b2", "b3": "tile_b3"}
    return ChaosTable(GAME, seats, {"land_tiles": tiles})


def test_co_118_mountains_leave_two_land_regions_that_are_adjacent():
    table = four()
    place = {"type": "place_base", "seat": "ai", "location": "base_w"}
    table.when(place, drawn=True).then_rejected("CO-118", field="mountains")
    table.when({**place, "mountains": ["b2/base_w"]}, drawn=True).then_rejected("CO-118", field="location")
    table.when({**place, "mountains": ["b1/b2"]}, drawn=True).then_rejected("CO-118", field="mountains")
    twice = ["b1/base_w", "b3/base_w"]
    table.when({**place, "mountains": twice}, drawn=True).then_rejected("CO-118", field="mountains")
    table.when({**place, "mountains": ["b1/base_w"]}, drawn=True).then_accepted()
    assert table.state.mountains == ("b1/base_w",)


def test_co_118_two_bases_share_no_starting_region():
    def crowd(document):
        document["map"]["borders"].append(
            {"id": "x1", "between": ["base_s2", "salt_bluff"], "printed_mountain": False}
        )
        document["mountains"] = 12

    table = opened(with_box(crowd)).play(PLACE_BLUE)
    table.when({**PLACE_RED, "mountains": ["base_s2/black_sedge"]}).then_rejected("CO-118")
    table.when({**PLACE_RED, "mountains": ["x1"]}).then_accepted()


def test_co_119_lakes_and_unused_tile_locations_do_not_count_and_printed_mountains_close():
    def beside_a_lake(document):
        document["map"]["borders"] += [
            {"id": "x1", "between": ["base_s2", "lake_still"], "printed_mountain": False},
            {"id": "x2", "between": ["base_s2", "y3"], "printed_mountain": False},
        ]
        document["mountains"] = 12

    opened(with_box(beside_a_lake)).play(PLACE_BLUE, PLACE_RED)


def test_co_120_and_co_121_one_starting_foundation_in_each_of_the_two_regions():
    table = opened()
    wrong = {"ember_fen": "leyrien.start_1", "salt_bluff": "leyrien.start_1"}
    table.when({**PLACE_BLUE, "starting_foundations": wrong}).then_rejected("CO-120")
    elsewhere = {"ember_fen": "leyrien.start_1", "tall_grass": "leyrien.start_2"}
    table.when({**PLACE_BLUE, "starting_foundations": elsewhere}).then_rejected("CO-120")
    table.when(PLACE_BLUE)
    assert table.state.regions["ember_fen"].foundations == ("leyrien.start_1",)
    drawn = {name: value for name, value in PLACE_RED.items() if name != "starting_foundations"}
    table.when(drawn).then_rejected("CO-120", field="starting_foundations")
    table.when(drawn, drawn=True).then_accepted()
    table = begun().bare().region("ember_fen", fighters={RED: 1}).acting("build")
    table.pend(RED, Effect("build_points", 1))
    table.do("construct_building", building="foundry", foundation="leyrien.start_1").then_accepted()


def test_co_122_foundations_without_a_relic_go_back_by_the_number_of_factions():
    table = opened().play(PLACE_BLUE, PLACE_RED)
    table.when({**LAY, "returned": ["plain_1", "plain_2"]}).then_rejected("CO-122", field="returned")
    table.when({**LAY, "returned": ["plain_1", "plain_2", "relic_1"]}).then_rejected("CO-122")
    table.when(LAY).then_includes(FoundationsReturned(("plain_1", "plain_2", "plain_3")))


def test_co_123_one_foundation_in_each_land_region():
    table = opened().play(PLACE_BLUE, PLACE_RED)
    swapped = {**LAYOUT, "tall_grass": "relic_2"}
    table.when({**LAY, "layout": swapped}).then_rejected("CO-123", field="layout")
    missing = {place: tile for place, tile in LAYOUT.items() if place != "tall_grass"}
    table.when({**LAY, "layout": missing}).then_rejected("CO-123")
    table.when({"type": LAY["type"]}, drawn=True).then_accepted()
    land = [p for p in table.state.regions if not p.startswith("lake")]
    assert all(len(table.state.regions[place].foundations) == 1 for place in land)


def test_co_124_relics_stand_on_their_foundations():
    table = opened().play(PLACE_BLUE, PLACE_RED, LAY)
    assert table.state.regions["iron_step"].relic == 2
    assert table.state.regions["black_sedge"].relic is None


def test_co_125_units_from_the_flare_gun_holder_clockwise_each_seat_completely():
    table = opened().play(PLACE_BLUE, PLACE_RED, LAY)
    assert table.state.next_seats == (RED, BLUE)
    table.when(UNITS[2]).then_rejected("CO-125", field="seat")
    table.play(UNITS[0]).when(UNITS[2]).then_rejected("CO-125")


def test_co_126_a_leader_that_can_be_paid_next_to_the_base():
    table = opened().play(PLACE_BLUE, PLACE_RED, LAY)
    table.when({**UNITS[0], "leader": "circadians.marshal"}).then_rejected("CO-126", field="leader")
    table.when({**UNITS[0], "leader": "leyrien.singer"}).then_rejected("CO-126", field="leader")
    table.when({**UNITS[0], "region": "tall_grass"}).then_rejected("CO-126", field="region")
    table.when({**UNITS[0], "leader": "circadians.pilot"}).has(RED, gems=0, energy=6)
    table.when(UNITS[0]).then_rejected("CO-126")


def test_co_127_all_fighters_off_the_board_at_least_one_in_each_region():
    table = opened().play(PLACE_BLUE, PLACE_RED, LAY)
    table.when(UNITS[1]).then_rejected("CO-127")
    table.play(UNITS[0])
    for fighters in (
        {"black_sedge": 12},
        {"black_sedge": 12, "stone_ladder": 0},
        {"black_sedge": 1, "x": 11},
    ):
        table.when({**UNITS[1], "fighters": fighters}).then_rejected("CO-127", field="fighters")
    table.when({**UNITS[1], "fighters": {"black_sedge": 5, "stone_ladder": 4}}).then_rejected("CO-127")
    table.when(UNITS[1]).has(RED, aside=0)
    assert table.fighters("black_sedge") == {RED: 8}


def test_co_128_and_co_129_printed_mountains_close_and_round_1_begins():
    table = opened().play(PLACE_BLUE, PLACE_RED, LAY, *UNITS)
    assert any(isinstance(fact, MountainsPlaced) for fact in table.facts)
    assert table.state.mountains == ("ember_fen/reed_gate", "glass_mire/stone_ladder", "iron_step/y1")
    assert (table.state.round, table.state.phase) == (1, "set_prices")
    table.when(LAY).then_rejected("CO-201")


def test_setup_waits_for_a_pending_effect():
    table = opened()
    pending = opened(
        with_box(lambda d: faction_in(d, "leyrien")["setup"].append({"do": "gain_research", "n": 1}))
    )
    pending.when(PLACE_BLUE).then_rejected("CO-722")
    pending.do("advance_research", BLUE, track="build").then_accepted()
    assert replace(table.state.seats[BLUE]).pending == ()


def test_co_118_a_region_of_a_base_already_placed_is_taken():
    def between(document):
        document["mountains"] = 12
        document["map"]["borders"] += [
            {"id": "x1", "between": ["base_n1", "reed_gate"], "printed_mountain": False},
            {"id": "x2", "between": ["base_s1", "reed_gate"], "printed_mountain": False},
        ]

    table = opened(with_box(between))
    blue = {**PLACE_BLUE, "mountains": ["base_n1/ember_fen"]}
    table.play(
        {**blue, "starting_foundations": {"salt_bluff": "leyrien.start_1", "reed_gate": "leyrien.start_2"}}
    )
    red = {"type": "place_base", "seat": RED, "location": "base_s1"}
    table.when({**red, "mountains": ["base_s1/long_meadow"]}, drawn=True).then_rejected("CO-118")
    table.when({**red, "mountains": ["x2"]}, drawn=True).then_accepted()
