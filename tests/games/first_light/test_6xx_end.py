"""The end and the scores, FL-601..622."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.scoring import breakdown, outcome, standing
from domain.games.first_light.state import AI, HeldDie
from tests.games.first_light.table import act, executing, host, planning, talking, with_seat
from tests.support.given import Table


def ending(seats: int = 2, **base: Any) -> Table:
    table = executing(seats=seats, **{"resources": {}, **base})
    for other in list(table.state.seats)[1:]:
        with_seat(table, other, resources={}, reserve=0)
    return table.given_state(phase="scoring", to_act=None, round=8)


def caches(table: Table) -> dict[str, Any]:
    tiles = [f"cache_{n}" for n in range(1, 7)]
    return host("reveal_gem_caches", caches=dict(zip(table.state.box.caches, tiles, strict=True)))


def test_fl_601_the_caches_are_turned_and_nothing_comes_after():
    table = ending()
    for action in (act("place_market", space=1), act("harvest"), act("take_advancement", reward="gem")):
        table.when(action).then_rejected("FL-601")
    table.when(host("reveal_event"), drawn=True).then_rejected("FL-601")
    table.play(caches(table))
    assert GAME.is_finished(table.state)
    table.when(caches(table)).then_rejected("FL-601")
    table.when(act("name_item", item="yeki")).then_rejected("FL-601")
    planning().when(host("reveal_gem_caches"), drawn=True).then_rejected("FL-601")


def test_fl_602_negotiation_scores_printed_points():
    table = talking(ending(), "leyrien", 4, 2, owner="blue")
    table = talking(table, "jrayek", 5, owner="blue", first_row=4)
    assert breakdown(table.state, "blue").negotiation == {"leyrien": 8, "zcharo": 0, "jrayek": 13}


def test_fl_603_items_of_the_worked_example():
    """Lamp 3; Relic 8 and 5 for five dice; Uxolotyl 6 and 2 for 8 to 11 Algae; Codes 4."""
    items = ("zcharo_lamp", "alien_relic", "uxolotyl", "security_codes")
    for algae in (8, 11):
        table = ending(acquired=items, resources={"algae": algae}, hand=("yeki",))
        table = talking(talking(table, "leyrien", 1, 2, owner="blue"), "zcharo", 1, 2, 3, owner="blue")
        score = breakdown(table.state, "blue")
        assert (score.items_printed, score.items_bonus) == (3 + 8 + 6 + 4, 5 + 2)


def test_fl_604_the_harvester_on_a_gem_cache_scores_for_each_who_stands_there():
    """The worked example: one seat scores 6 for its Gem Cache, another none."""
    table = ending(harvester="r1c2")
    with_seat(table, "black", harvester="r1c2").given_state(caches={"r1c2": "cache_4"})
    assert [breakdown(table.state, seat).harvester for seat in ("blue", "black")] == [6, 6]
    assert breakdown(with_seat(table, "black", harvester="r1c1").state, "black").harvester == 0


def test_fl_605_research_base_of_the_worked_example():
    """1 on the second Garage and 1 beside it; 3 on the fifth Farm and 4 beside it."""
    table = ending(upgrades=("flip", "free_garage"), farm_tiles=("water_3", "points"))
    score = breakdown(table.state, "blue")
    assert (score.garages, score.farms) == (1 + 1, 3 + 4)


def test_fl_605_full_bases_score_eight_and_seven():
    table = ending(upgrades=("free_garage",) * 4, farm_tiles=("water_3",) * 3)
    score = breakdown(table.state, "blue")
    assert (score.garages, score.farms) == (8, 7)
    assert breakdown(ending().state, "blue").garages == 0


def test_fl_606_fl_607_gems_and_the_sum():
    table = ending(resources={"gems": 3}, upgrades=("points",))
    score = breakdown(table.state, "blue")
    assert score.gems == 3
    assert score.total == sum(score.parts.values()) == 5
    table.play(caches(table))
    assert table.state.winners == ("blue",)
    assert table.state.decided_by == "score"


def test_the_negotiation_of_the_worked_example_adds_up():
    """5 + 10 + 17 = 32 and 7 + 11 + 9 = 27, as sums over clans."""
    score = breakdown(ending().state, "blue")
    for clans, total in (((5, 10, 17), 32), ((7, 11, 9), 27)):
        columns = dict(zip(score.negotiation, clans, strict=True))
        assert replace(score, negotiation=columns).parts["negotiation"] == total


def test_fl_608_fl_715_a_tie_goes_to_most_dice_in_reserve_and_at_the_headquarters():
    table = ending(reserve=1)
    with_seat(table, "black", reserve=2)
    assert outcome(table.state) == (("black",), "dice")
    table.given_state(headquarters=(HeldDie("blue", 1, 8), HeldDie("blue", 1, 8), None))
    assert outcome(table.state) == (("blue",), "dice")


def test_fl_608_what_decided_is_what_parted_the_winner_from_the_last_rival():
    """Black is behind by its score, red by its dice alone."""
    table = with_seat(ending(3, reserve=2, resources={"gems": 1}), "red", reserve=1, resources={"gems": 1})
    assert outcome(table.state) == (("blue",), "dice")
    with_seat(table, "red", reserve=2, resources={"gems": 1})
    with_seat(table, reserve=2, resources={"gems": 1, "water": 1})
    assert outcome(table.state) == (("blue",), "resources")


def test_fl_609_then_to_the_largest_sum_of_water_algae_and_power():
    table = ending(resources={"water": 3, "algae": 3, "power": 3})
    with_seat(table, "black", resources={"water": 8}, reserve=0)
    assert outcome(table.state) == (("blue",), "resources")


def test_fl_610_then_the_victory_is_shared():
    table = ending()
    table.play(caches(table))
    assert table.state.winners == ("blue", "black")
    assert table.state.decided_by == "shared"
    assert [place.rank for place in standing(table.state).seats] == [1, 1]


@pytest.mark.parametrize(("gems", "winner"), [(20, AI), (0, "blue")])
def test_fl_622_the_ai_takes_part_in_the_ranking(gems: int, winner: str):
    table = ending(1, resources={"gems": 15})
    table.given_state(ai=replace(table.state.ai, gems=gems))
    table.play(caches(table))
    assert table.state.winners == (winner,)
    places = {place.seat: place.rank for place in standing(table.state).seats}
    assert places[winner] == 1


def test_fl_622_the_dice_on_its_board_break_a_tie():
    table = ending(1, resources={"gems": 15, "water": 99}, reserve=2)
    table.given_state(ai=replace(table.state.ai, gems=7))
    table.play(caches(table))
    assert table.state.winners == (AI,)
    assert table.state.decided_by == "dice"
    assert table.facts[-1] == facts.GameEnded((AI,), "dice")
