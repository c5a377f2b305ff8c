"""6xx, fame and the end."""

from __future__ import annotations

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import GameEnded
from domain.kernel import Viewer
from tests.games.chaos_order.table import BLUE, RED, begun, dealt, granted


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
