"""6xx, fame and the end."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import GameEnded
from domain.kernel import Viewer
from tests.games.chaos_order.table import BLUE, RED, ChaosTable, begun, dealt, granted


def ranks(table: ChaosTable) -> dict[str, int]:
    """Who stands where, as the table is."""
    return {place.seat: place.rank for place in GAME.standing(table.state).seats}


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


def test_co_601_every_faction_has_its_own_track():
    lengths = {f.id: f.fame_length for f in begun().state.box.factions.values()}
    assert lengths["zcharo"] == 20
    assert len(set(lengths.values())) > 1


def test_co_607_co_608_co_609_so_far_land_regions_rank_then_relics_else_the_place_is_shared():
    table = begun().bare().region("tall_grass", fighters={BLUE: 1}).region("lake_still", fighters={RED: 3})
    assert ranks(table) == {RED: 2, BLUE: 1}
    table.region("iron_step", fighters={RED: 1})
    assert ranks(table) == {RED: 1, BLUE: 1}
    table.board(RED, relics=(4,))
    assert ranks(table) == {RED: 1, BLUE: 2}


def test_co_603_whoever_has_won_ranks_first_whatever_land_others_hold():
    table = granted(Effect("gain_fame", 2), fame=11).bare()
    for place in ("tall_grass", "iron_step", "reed_gate"):
        table.region(place, fighters={BLUE: 1})
    red, blue = GAME.standing(table.state).seats
    assert (red.rank, red.winner, red.score, red.parts["land_regions"]) == (1, True, None, 0)
    assert (blue.rank, blue.winner, blue.score, blue.parts["land_regions"]) == (2, False, None, 3)
    assert (GAME.standing(table.state).winners, GAME.standing(table.state).decided_by) == ((RED,), "fame")


def test_co_601_the_standing_tells_relics_fame_and_what_is_left_of_the_track():
    table = begun().bare().region("tall_grass", fighters={RED: 1}).region("lake_still", fighters={RED: 1})
    table.board(RED, relics=(1, 2), fame=5, region_bonus=2)
    assert GAME.standing(table.state).seats[0].parts == {
        "land_regions": 1,
        "relics": 2,
        "fame": 5,
        "fame_left": 12 - 5,
        "region_count": 2 + 1 + 2,
    }
