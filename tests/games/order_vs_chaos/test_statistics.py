"""The measures and series of the rules file's Projections, against counts made by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.state import ARCH_UNIT
from domain.games.order_vs_chaos.statistics.tally import round_of
from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_4xx_battle import HOUND, selected
from tests.support.counted import CountedGame
from tests.support.games.order_vs_chaos.counted_table import Counted
from tests.support.recorded import library


def test_doom_by_cause_and_its_curve():
    table = Counted(3).count()
    assert table.row("doom_by_cause", cause="start") == (4, 1)
    table.at(black="us_breach").turn_of("black").hero("black", tokens=2).do("deliver_tokens", seat="black")
    assert table.row("doom_by_cause", track="chaos", cause="delivery") == (2, 1)
    assert table.row("doom_caused", "black", cause="delivery") == (2, 1)
    assert table.row("tokens_per_delivery", "black") == (2, 1)
    assert table.row("doom_by_round", track="chaos", round="1")[0] == 6


def test_luck_against_a_rift():
    table = Counted().count().card("chicago", "rift_2a").at(red="chicago")
    table.do("attack_rift", seat="red", dice=["1", "blue"])
    expected = 1 - (4 / 6) ** 2
    assert table.row("attempts", "red", target="rift", number="2") == (1, 1)
    assert table.row("expected_successes", "red")[0] == pytest.approx(expected)
    assert table.row("luck", "red")[0] == pytest.approx(1 - expected)
    assert table.row("die_faces", "red", face="blue") == (1, pytest.approx(2 * 2 / 6))


def test_the_life_of_a_rift_and_of_a_monster():
    table = Counted().count().at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    table.given(facts.MonsterPlaced("hellion", "miami"))
    table.do("end_turn", seat="red").do("end_turn", seat="black")
    table.do("attack_rift", seat="red", dice=["blue"]).spend_xp()
    table.given(facts.MonsterDiscarded("hellion", "miami", "effect"))
    assert table.row("rift_lifetime", number="1") == (2, 1)
    assert table.row("monster_lifetime", type="hellion", ended="discarded") == (2, 1)
    assert table.row("rifts", state="closed") == (1, 1)
    assert table.row("moves_unused", "red") == (3, 1)


def test_damage_chits_and_blocks_of_a_round():
    table = Counted().count()
    table.fighting(weapons=("composite_bow_1",)).given(facts.UnitChanged("hero:red", chits=-2))
    selected(table, "composite_bow_1").do("declare_blocks", units=["hero:red"])
    table.roll("hero:red", "composite_bow_1", "3", "1", "blue", "yellow").do("resolve_segment")
    table.roll(HOUND, "hellion_claws", "1", "yellow").do("resolve_segment").do("stay", seat="red")
    assert table.row("weapon_damage", "red", weapon="Composite bow") == (5, 1)
    assert table.row("weapon_forgone", "red") == (2, 5)
    assert table.row("damage", "red", direction="dealt", part="health") == (3, 1)
    assert table.row("damage", "red", direction="received", part="absorbed") == (2, 1)
    assert table.row("chits_gained", "red", source="block") == (2, 1)
    assert table.row("block_debt", "red", part="damage") == (2, 1)
    assert table.row("block_value", "red") == (0, 1), "two chits used, two points forgone"


def test_a_battle_won_is_counted_with_its_kill_and_the_matchup():
    table = Counted().count().fighting().given(facts.UnitChanged(HOUND, health=-8))
    selected(table, "wakizashi").roll("hero:red", "wakizashi", "1", *["blue"] * 4)
    table.roll(HOUND, "hellion_claws", "blue", "blue").do("resolve_segment")
    table.do("take_reward", seat="red", item="uzi_1")
    assert table.row("battles", "red", role="phasing", result="won") == (1, 1)
    assert table.row("kills", "red", target="monster") == (1, 1)
    assert table.row("matchup_win_share", order_hero="samurai", monster="hellion") == (1, 1)
    assert table.row("items_gained", "red", via="reward", item="Uzi") == (1, 1)
    assert table.row("chits_wasted", "red") == (2, 1)
    assert table.row("kills_per_death", "red") == (1, 0)


def test_xp_stamina_and_paths():
    table = Counted(4).count().at(red="chicago").do("open_location", seat="red", card="rift_1a").spend_xp()
    assert table.row("xp_given_away", "red") == (2, 1)
    assert table.row("xp_gained", "black", cause="rift") == (1, 1)
    assert table.row("cards_opened", "red", kind="rift", how="explore") == (1, 1)
    table.turn_of("black").do("move", seat="black", to="detroit")
    assert table.row("path_length", "black") == (1, 1)
    assert table.row("visits", location="detroit") == (1, 1)


def test_the_doom_series_begins_at_the_opening_and_names_cause_seat_and_turn():
    doom = next(series for series in GAME.series if series.key == "doom-tracks")
    table = OrderTable(3)
    assert [(point.subject, point.value) for point in doom.points(None, (), table.state)] == [
        ("order", 0),
        ("chaos", 4),
    ]
    table.card("chicago", "rift_1a").at(red="chicago")
    before = table.state
    table.do("attack_rift", seat="red", dice=["blue"])
    [point] = doom.points(before, table.facts, table.state)
    assert (point.subject, point.value) == ("order", 1)
    assert point.detail == {"cause": "rift", "turn": 1, "seat": "red", "by": 1}


@pytest.fixture(scope="module", params=library("order_vs_chaos")[:4], ids=lambda path: path.stem)
def game(request):
    return CountedGame(GAME, request.param)


def test_a_win_of_order_is_told_by_monsters_and_by_the_rifts_closed_early(game: CountedGame):
    seats = game.state.seats.values()
    types = sorted(seat.monster_type for seat in seats if seat.side == "chaos")
    won = [row for row in game.rows if row.measure == "monster_order_win_share"]
    assert sorted(row.dimensions["type"] for row in won) == types
    assert all(types)
    closed = [
        after
        for before, fact, after in game.steps
        if isinstance(fact, facts.CardRemoved)
        and fact.how == "closed"
        and before.box.cards[fact.card].kind == "rift"
        and round_of(after) <= 5
    ]
    (share,) = (row for row in game.rows if row.measure == "order_win_share")
    assert share.dimensions["rifts_by_round_5"] == str(len(closed))


def test_the_weapons_of_the_arch_enemy_are_its_alone(game: CountedGame):
    dealt: Counter[str] = Counter()
    for _, fact, after in game.steps:
        if isinstance(fact, facts.DamageDealt) and fact.unit == ARCH_UNIT:
            dealt[after.box.attacks[fact.attack].name] += fact.rolled
    told = {
        row.dimensions["weapon"]: row.value for row in game.rows if row.measure == "arch_enemy_weapon_damage"
    }
    assert told == dict(dealt)


def test_a_change_that_brings_no_chits_is_no_gain():
    table = Counted().count()
    table.fighting().given(facts.UnitChanged("hero:red", chits=0))
    rows = GAME.statistics.rows(table.tally, table.state)
    assert not [
        row for row in rows if (row.measure, row.dimensions.get("source")) == ("chits_gained", "effect")
    ]
