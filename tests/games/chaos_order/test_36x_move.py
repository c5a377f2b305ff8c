"""3xx, move: ways, leaders together, redeployment, pinning."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import CardsDrawn, UnitsMoved
from domain.games.chaos_order.reading import neighbours, reachable
from domain.games.chaos_order.rules.move import leaders_may_go
from domain.games.chaos_order.state import Built
from tests.games.chaos_order.table import BLUE, RED, begun, dealt

MP = Effect("movement_points", 1)


def marching(points=1):
    return begun().acting("move").pend(RED, Effect("movement_points", points))


def go(table, origin, to, fighters=0, leaders=(), kind="move_units", seat=RED):
    return table.do(kind, seat, from_=origin, to=to, fighters=fighters, leaders=list(leaders))


def test_co_360_across_a_border_without_a_mountain():
    table = marching()
    go(table, "stone_ladder", "glass_mire", 1).then_rejected("CO-360", field="to")
    go(table, "stone_ladder", "iron_step", 1).then_rejected("CO-360", field="to")
    go(table, "black_sedge", "glass_mire", 1).then_accepted()


def test_co_361_tunnels_by_the_number_of_factions():
    go(marching(), "stone_ladder", "ember_fen", 1).then_rejected("CO-361", field="to")
    four = dealt("ai", "leyrien", "zcharo", "jrayek").state
    assert "ember_fen" in neighbours(four, "stone_ladder")
    assert "dry_shelf" not in neighbours(four, "iron_step")
    five = dealt("ai", "leyrien", "zcharo", "jrayek", "oxataya").state
    assert "dry_shelf" in neighbours(five, "iron_step")


def test_co_362_and_co_531_the_base_is_adjacent_to_own_outposts_outwards_only():
    table = marching(2).region("iron_step", fighters={RED: 1}).built(RED, "iron_step", "outpost")
    table.board(RED, base_fighters=3)
    assert "iron_step" in reachable(table.state, RED, "base_s2")
    go(table, "base_s2", "iron_step", 2).then_accepted()
    assert "base_s2" not in reachable(table.state, RED, "iron_step")
    table = marching().region("iron_step", fighters={RED: 1}).built(RED, "iron_step", "foundry")
    assert "iron_step" not in reachable(table.state, RED, "base_s2")


def test_co_363_the_columns_mp_and_in_column_5_a_card():
    table = begun().acting("move").do("begin_main_action")
    assert table.head() == ("movement_points", 2)
    table = begun().board(RED, research={**begun().state.seats[RED].research, "move": 5}).acting("move")
    table.do("begin_main_action").do("end_main_action", draws=["feint"])
    table.then_includes(CardsDrawn(RED, ("feint",), "main"))


def test_co_364_one_mp_any_number_of_units_one_region_on():
    go(begun().acting("move"), "black_sedge", "glass_mire", 1).then_rejected("CO-364")
    table = marching(2)
    go(table, "black_sedge", "glass_mire").then_rejected("CO-364", field="fighters")
    go(table, "black_sedge", "glass_mire", 9).then_rejected("CO-364")
    go(table, "black_sedge", "glass_mire", 1, ["circadians.pilot"]).then_rejected("CO-364")
    go(table, "black_sedge", "glass_mire", 1, ["circadians.scout"] * 2).then_rejected("CO-364")
    go(table, "glass_mire", "tall_grass", 1).then_rejected("CO-364", field="from")
    go(table, "base_n1", "ember_fen", 1).then_rejected("CO-364", field="from")
    go(table, "black_sedge", "glass_mire", 8, ["circadians.scout"])
    table.then_includes(UnitsMoved(RED, "black_sedge", "glass_mire", 8, ("circadians.scout",)))
    go(table, "glass_mire", "tall_grass", 3).then_accepted()
    assert table.fighters("glass_mire") == {RED: 5}
    assert table.head() is None


def test_co_365_never_onto_a_base_but_off_the_own_one():
    table = marching(2).board(RED, base_fighters=1)
    go(table, "stone_ladder", "base_s2", 1).then_rejected("CO-365", field="to")
    go(table, "stone_ladder", "base_n1", 1).then_rejected("CO-365", field="to")
    go(table, "base_s2", "stone_ladder", 1).has(RED, base_fighters=0)


def test_co_366_and_co_556_lakes_are_for_oxataya():
    go(marching(), "stone_ladder", "lake_still", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "y3", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "base_e", 1).then_rejected("CO-366", field="to")
    go(marching(), "stone_ladder", "nowhere", 1).then_rejected("CO-366", field="to")
    table = dealt("oxataya", "leyrien").bare().region("glass_mire", fighters={"oxataya": 2})
    table.acting("move", "oxataya").pend("oxataya", MP)
    go(table, "glass_mire", "lake_still", 2, seat="oxataya").then_accepted()


def test_co_367_a_move_may_enter_a_region_of_others():
    table = marching().bare().region("ember_fen", fighters={RED: 3}).region("salt_bluff", fighters={BLUE: 2})
    go(table, "ember_fen", "salt_bluff", 3).then_accepted()
    assert table.fighters("salt_bluff") == {RED: 3, BLUE: 2}


def two_leaders(points):
    """Two leaders of red one step apart."""
    table = begun().bare().acting("move").pend(RED, Effect("movement_points", points), main=True)
    table.region("black_sedge", fighters={RED: 3}, leaders={RED: ("circadians.scout",)})
    return table.region("glass_mire", fighters={RED: 3}, leaders={RED: ("circadians.pilot",)})


def test_co_368_leaders_are_together_only_while_a_point_can_part_them():
    table = two_leaders(1)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_rejected("CO-368", field="leaders")
    go(table, "black_sedge", "glass_mire", 2).then_accepted()
    table = two_leaders(2)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_accepted()
    for command in ("decline_effect", "end_main_action", "end_turn"):
        table.given_state(main="running").do(command).then_rejected("CO-368")
    go(table, "glass_mire", "tall_grass", 1).then_rejected("CO-368")
    go(table, "glass_mire", "tall_grass", 1, ["circadians.pilot"]).then_accepted()


def test_co_368_a_pinned_pair_could_not_be_parted():
    table = (
        two_leaders(2)
        .region("glass_mire", fighters={BLUE: 9}, leaders={RED: ("circadians.pilot",)})
        .region("black_sedge", fighters={}, leaders={RED: ("circadians.scout",)})
    )
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_rejected("CO-368", field="leaders")
    table.region("tall_grass", fighters={RED: 1})
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"]).then_accepted()


def test_co_368_and_co_556_oxataya_may_have_many_leaders_in_a_region():
    table = (
        dealt("oxataya", "leyrien").bare().board("oxataya", base_leaders=("oxataya.diver", "oxataya.tide"))
    )
    table.region("black_sedge", leaders={}).acting("move", "oxataya").pend("oxataya", MP)
    base = table.state.seats["oxataya"].base
    to = next(p for p in reachable(table.state, "oxataya", base) if p in table.state.regions)
    go(table, base, to, 0, ["oxataya.diver", "oxataya.tide"], seat="oxataya").then_accepted()


def test_co_711_two_leaders_leave_the_base_together_but_do_not_end_so():
    table = begun().bare().board(RED, base_leaders=("circadians.scout", "circadians.pilot"))
    table.acting("move").pend(RED, Effect("movement_points", 2), main=True)
    both = ["circadians.scout", "circadians.pilot"]
    go(table, "base_s2", "black_sedge", 0, both).then_accepted()
    table.given_state(main="running").do("end_turn").then_rejected("CO-368")
    go(table, "black_sedge", "glass_mire", 0, both[:1]).then_accepted()
    table.do("end_turn").then_accepted()
    three = ("circadians.scout", "circadians.pilot", "circadians.marshal")
    assert not leaders_may_go(table.state, RED, "base", "black_sedge", 0, three, 5)


def test_co_369_entering_move_column_4_gives_2_rp_or_a_card():
    table = begun().board(RED, research={**begun().state.seats[RED].research, "move": 3}, gems=3)
    table.acting("discover").pend(RED, Effect("gain_research", 1)).do("advance_research", track="move")
    table.do("choose_branch", index=0).then_accepted()
    assert table.head() == ("recruitment_points", 2)


def test_co_370_a_leader_turns_to_its_upgraded_side_once():
    begun().acting("move").do("upgrade_leader", leader="circadians.scout").then_rejected("CO-370")
    table = begun().board(RED, gems=2).acting("move", main="done").do("auxiliary_action", option=0)
    table.do("upgrade_leader", leader="leyrien.elder").then_rejected("CO-370", field="leader")
    table.do("upgrade_leader", leader="circadians.marshal").has(RED, gems=0)
    assert table.state.seats[RED].leaders["circadians.marshal"] == "upgraded"
    table.pend(RED, Effect("upgrade_leader"))
    table.do("upgrade_leader", leader="circadians.marshal").then_rejected("CO-370", field="leader")
    table.do("upgrade_leader", leader="circadians.pilot").then_rejected("CO-370", field="leader")


def redeploying():
    return begun().pend(RED, Effect("redeploy", 1))


def test_co_380_and_co_384_into_an_adjacent_region_with_own_presence_even_a_contested_one():
    go(redeploying(), "black_sedge", "glass_mire", 1, kind="redeploy_units").then_rejected(
        "CO-380", field="to"
    )
    table = redeploying().region("stone_ladder", fighters={RED: 1, BLUE: 5})
    go(table, "black_sedge", "stone_ladder", 4, kind="redeploy_units").then_accepted()
    table = redeploying().region("glass_mire", buildings={"relic_4": Built(RED, "outpost")})
    go(table, "black_sedge", "glass_mire", 1, kind="redeploy_units").then_accepted()


def test_co_381_one_mp_within_a_move_free_as_a_reward():
    go(begun().acting("move"), "black_sedge", "stone_ladder", 1, kind="redeploy_units").then_rejected(
        "CO-381"
    )
    table = marching(2)
    go(table, "black_sedge", "stone_ladder", 1, kind="redeploy_units").then_accepted()
    assert table.head() == ("movement_points", 1)


def test_co_382_and_co_709_a_redeployment_ignores_pinning():
    table = marching().region("black_sedge", fighters={RED: 2, BLUE: 9}, leaders={})
    go(table, "black_sedge", "stone_ladder", 2).then_rejected("CO-390")
    go(table, "black_sedge", "stone_ladder", 2, kind="redeploy_units").then_accepted()
    table = begun().acting("move").region("black_sedge", fighters={RED: 2, BLUE: 9}, leaders={})
    table.pend(RED, MP)
    go(table, "black_sedge", "stone_ladder", 1).then_rejected("CO-390")


def test_co_383_leaders_are_apart_after_each_single_redeployment():
    table = two_leaders(3)
    go(table, "black_sedge", "glass_mire", 0, ["circadians.scout"], "redeploy_units")
    table.then_rejected("CO-368", field="leaders")
    go(table, "stone_ladder", "base_s2", 1, kind="redeploy_units").then_rejected("CO-365")
    go(table, "black_sedge", "lake_mirror", 1, kind="redeploy_units").then_rejected("CO-366")


def test_co_390_as_many_units_stay_as_the_opponent_has():
    table = marching(3).region("black_sedge", fighters={RED: 8, BLUE: 3})
    go(table, "black_sedge", "glass_mire", 7).then_rejected("CO-390", field="fighters")
    go(table, "black_sedge", "glass_mire", 6).then_accepted()
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


def test_co_391_only_the_strongest_opponent_pins():
    table = dealt("ai", "leyrien", "zcharo").bare().acting("move", "ai").pend("ai", MP)
    table.region("glass_mire", fighters={"ai": 5, "leyrien": 2, "zcharo": 3})
    go(table, "glass_mire", "tall_grass", 3, seat="ai").then_rejected("CO-390")
    go(table, "glass_mire", "tall_grass", 2, seat="ai").then_accepted()


def test_co_392_the_owner_chooses_who_stays_at_each_departure():
    table = marching(2).region(
        "black_sedge", fighters={RED: 3, BLUE: 2}, leaders={RED: ("circadians.scout",)}
    )
    go(table, "black_sedge", "glass_mire", 1, ["circadians.scout"]).then_accepted()
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


def test_co_708_units_that_do_not_outnumber_cannot_leave_by_a_move():
    table = marching().region("black_sedge", fighters={RED: 2, BLUE: 2}, leaders={})
    go(table, "black_sedge", "glass_mire", 1).then_rejected("CO-390")


def test_co_710_several_mp_lead_through_contested_regions_with_pinning_at_each_departure():
    table = (
        marching(3).bare().region("black_sedge", fighters={RED: 5}).region("glass_mire", fighters={BLUE: 2})
    )
    go(table, "black_sedge", "glass_mire", 5).then_accepted()
    go(table, "glass_mire", "tall_grass", 4).then_rejected("CO-390")
    go(table, "glass_mire", "tall_grass", 3).then_accepted()


def test_a_leader_that_a_correction_brings_from_elsewhere_stands_in_one_place():
    scout = ("circadians.scout",)
    table = marching()
    assert table.state.regions["black_sedge"].leaders == {RED: scout}
    for target in ("glass_mire", "glass_mire", "base"):
        table.state = GAME.evolve(table.state, UnitsMoved(RED, "supply", target, 0, scout, "setup"))
        standing = [place for place, region in table.state.regions.items() if region.leaders.get(RED)]
        assert standing == ([] if target == "base" else [target])
    assert table.state.seats[RED].base_leaders == scout
