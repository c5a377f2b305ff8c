"""The AI, FL-401..445."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.rules import rival
from domain.games.first_light.scoring import ai_breakdown
from domain.games.first_light.state import AI, Options, Rival, SeatSetup, Spot, State
from domain.kernel import PUBLIC, Passage, Rejected
from domain.kernel.session.opening import load_components
from tests.games.first_light.table import (
    SIDES,
    act,
    executing,
    facts_of,
    host,
    planning,
    taken,
    talking,
    with_seat,
)
from tests.support.given import Table


def scheming(seats: int = 1, left: int = 2, opponent: str = "clerk", options: Any = None, **ai: Any) -> Table:
    """The schemes phase of round 1; blue holds a die in its Garage."""
    chosen = {"ai_opponent": opponent, **(options or {})}
    table = executing(4, seats=seats, options=chosen).given_state(phase="schemes", to_act=None)
    ai.setdefault("schemes_left", left)
    ai.setdefault("moved", True)
    changed = replace(table.state.ai or Rival("", ""), **ai)
    if "dice_supply" not in ai:
        changed = replace(changed, dice_supply=13 - changed.board_dice)
    return table.given_state(ai=changed)


def reveal(number: int) -> dict[str, Any]:
    return host("reveal_scheme", scheme=f"scheme_{number:02}")


def told(state: State, story: Passage[State]) -> tuple[list[Any], State]:
    """The facts of a part of the rules, and the state that it leaves."""
    found = []
    try:
        fact = next(story)
        while True:
            found.append(fact)
            state = GAME.evolve(state, fact)
            fact = story.send(state)
    except StopIteration as end:
        return found, end.value


def test_fl_401_one_of_four_opponents_with_three_of_thirteen_dice():
    ai = planning(1, ai_opponent="envoy").state.ai
    assert ai == Rival("envoy", "r3c3", 3, 10, 0)
    components = load_components(GAME, GAME.demo_sets()["demo"])
    options = msgspec.convert({"planet_side": "a", "clan_sides": SIDES, "ai_opponent": "boss"}, Options)
    with pytest.raises(Rejected) as refusal:
        GAME.admit(components, [SeatSetup("blue", "blue")], options)
    assert refusal.value.rule == "FL-401"


def test_fl_402_fl_430_the_laboratory_unlocks_the_progress_tiles_in_order():
    table = scheming()
    assert table.state.ai.unlocked == 0
    table.when(reveal(6)).then_includes(
        facts.AiDiePlaced("laboratory", 1, 2), facts.AiProgressed("harvest"), facts.SchemeResolved(1)
    )
    assert table.state.locations["laboratory"] == (Spot(AI, 2),)
    table = scheming(unlocked=3, gems=0).when(reveal(6))
    assert not facts_of(table, facts.AiProgressed)


def test_fl_403_schemes_come_once_until_the_discards_are_shuffled():
    names = tuple(GAME.demo_sets()["demo"]["schemes"][n]["id"] for n in range(20))
    table = scheming(revealed=names[:1], discarded=names[1:18])
    table.when(reveal(1)).then_rejected("FL-403", field="scheme")
    table.when(reveal(5)).then_rejected("FL-403")
    table.when(reveal(19)).then_accepted()
    table = scheming(revealed=names[:2], discarded=names[2:])
    table.when(reveal(1)).then_rejected("FL-403")
    table.when(reveal(5)).then_includes(facts.SchemesReshuffled())
    assert table.state.ai.discarded == ()


def test_fl_403_all_see_how_many_schemes_are_left_in_the_pile():
    names = tuple(scheme["id"] for scheme in GAME.demo_sets()["demo"]["schemes"])
    shown = GAME.view(scheming(revealed=names[:3], discarded=names[3:8]).state, PUBLIC)["ai"]["schemes"]
    assert shown == {"pile": len(names) - 8, "revealed": list(names[:3]), "discard": list(names[3:8])}


def test_fl_404_one_human_keeps_three_of_five_and_more_humans_draft():
    for seats, cards in ((1, 5), (2, 4)):
        table = planning(seats, ai_opponent="clerk").given_state(phase="setup_items")
        table.when(host("deal_items"), drawn=True)
        assert {len(base.packet) for base in table.state.seats.values()} == {cards}


def test_fl_405_the_ai_owns_dice_gems_and_progress_alone():
    assert set(Rival.__struct_fields__) == {
        "opponent",
        "harvester",
        "board_dice",
        "dice_supply",
        "gems",
        "unlocked",
        "schemes_left",
        "moved",
        "revealed",
        "discarded",
    }


def test_fl_410_two_schemes_before_the_garages_three_when_execute_is_unlocked():
    table = planning(1, ai_opponent="envoy")
    for unlocked, schemes in ((0, 2), (1, 3)):
        state = table.state
        table.given_state(ai=replace(state.ai, unlocked=unlocked))
        trial = with_seat(Table.given_state(table, phase="plan"), reserve=0)
        trial.play(act("confirm_plan"))
        assert trial.state.phase == "schemes"
        assert trial.state.ai.schemes_left == schemes
        table = planning(1, ai_opponent="envoy")
    two = scheming().play(reveal(2))
    assert two.state.phase == "schemes"
    two.play(reveal(1))
    assert two.state.phase == "garages"
    executing(4).when(reveal(1)).then_rejected("FL-410")


def test_fl_410_execute_unlocked_by_the_last_scheme_still_adds_the_third():
    table = scheming(opponent="envoy", left=1).when(reveal(6))
    table.then_includes(facts.SchemeResolved(1, 1))
    assert table.state.phase == "schemes"


def test_fl_411_fl_412_the_first_scheme_moves_the_harvester_as_far_as_it_goes():
    """To the right, over 3c4 to 3c5, where 3 Water go back to the supply."""
    table = scheming(moved=False).when(reveal(2))
    table.then_includes(facts.AiMoved("r3c5", ("r3c5",)))
    assert "r3c5" not in table.state.tokens
    second = table.when(reveal(8))
    assert not facts_of(second, facts.AiMoved)


def test_fl_412_it_stops_on_a_gem_before_a_cache_and_at_the_edge():
    gem = scheming(moved=False).when(reveal(5))
    gem.then_includes(facts.AiMoved("r3c2", (), True), facts.AiGained("token", gems=1))
    assert "r3c2" not in gem.state.tokens
    cache = scheming(moved=False, harvester="r2c2").when(reveal(5))
    assert not facts_of(cache, facts.AiMoved)


def test_fl_413_an_arrow_is_its_very_first_step_or_none():
    table = scheming(moved=False, harvester="r3c5").given_state(tokens={"r3c2": "gem"}).when(reveal(2))
    table.then_includes(facts.AiMoved("r3c2", (), True, True))
    whole = scheming(moved=False, harvester="r3c5").given_state(tokens={}).when(reveal(2))
    whole.then_includes(facts.AiMoved("r3c5", (), False, True))


def test_fl_414_fl_415_unable_to_move_or_without_dice_it_stays_or_does_nothing_more():
    stuck = scheming(moved=False, harvester="r1c2").when(reveal(1))
    assert not facts_of(stuck, facts.AiMoved)
    assert facts_of(stuck, facts.SchemeResolved)
    empty = scheming(moved=False, board_dice=0).when(reveal(5))
    assert [type(fact).__name__ for fact in empty.facts] == ["SchemeRevealed", "AiMoved", "AiGained"]


def test_fl_416_the_first_possible_option_with_the_value_it_names():
    """The worked example: a 6 at the Depository for a Gem; without one, the next option."""
    rich = scheming(gems=1).when(reveal(2))
    rich.then_includes(facts.AiDiePlaced("depository", 1, 6, None, 6), facts.AiPaid("depository", 1))
    poor = scheming(gems=0).when(reveal(2))
    poor.then_includes(facts.AiDiePlaced("laboratory", 1, 3), facts.SchemeResolved(2))
    assert poor.state.ai.board_dice == 2


def test_fl_417_no_option_no_die_and_one_gem():
    table = taken(taken(scheming(unlocked=3), "mining_camp", 1, 2), "market", 1, 2).when(reveal(13))
    table.then_includes(facts.AiGained("no_option", gems=1), facts.SchemeResolved())
    assert table.state.ai.board_dice == 3


def test_fl_420_it_takes_the_dearest_cell_that_its_gems_can_pay_at_jrayeks_price():
    """The worked example: with 4 Gems a 5 goes to the third row of Leyrien, or the next lower one."""
    table = scheming(gems=4).when(reveal(1))
    table.then_includes(facts.AiDiePlaced("negotiation", 3, 5, "leyrien"), facts.AiPaid("negotiation", 4))
    blocked = talking(scheming(gems=4), "leyrien", 1, first_row=3).when(reveal(1))
    blocked.then_includes(facts.AiDiePlaced("negotiation", 2, 5, "leyrien"))
    poor = scheming(gems=1).when(reveal(1))
    assert facts_of(poor, facts.AiDiePlaced)[0].location == "depository"
    equal = scheming(seats=2, gems=3).when(reveal(1))
    equal.then_includes(facts.AiDiePlaced("negotiation", 3, 5, "leyrien"))


def test_fl_421_fl_422_it_moves_tokens_left_most_first_and_nothing_else_happens():
    table = talking(scheming(gems=4, options={"clan_sides": SIDES}), "leyrien", 6, first_row=1)
    table.when(reveal(1))
    table.then_includes(facts.AdvancementTaken(AI, 5, "gem"), facts.SetbackTaken(AI, 0, "gem"))
    assert table.state.ai.gems == 0
    assert table.state.pending is None


def test_fl_423_the_top_most_free_row_of_the_column():
    table = scheming(gems=2)
    table.given_state(depository={**table.state.depository, 6: ("blue", None, None)})
    table.when(reveal(2)).then_includes(facts.AiDiePlaced("depository", 2, 6, None, 6))
    full = scheming(gems=2)
    full.given_state(depository={**full.state.depository, 6: ("blue",) * 3})
    full.when(reveal(2)).then_includes(facts.SchemeResolved(2))


def test_fl_431_market_and_mining_camp_give_the_options_gems():
    table = taken(scheming(), "market", 1).when(reveal(14))
    table.then_includes(facts.AiDiePlaced("market", 2, 3), facts.AiGained("market", gems=2))
    table = scheming().when(reveal(18))
    table.then_includes(facts.AiDiePlaced("mining_camp", 1, 4), facts.AiGained("mining_camp", gems=2))


def test_fl_432_the_academy_gives_dice_as_far_as_supply_and_board_go():
    table = scheming().when(reveal(4))
    table.then_includes(facts.AiDiePlaced("academy", 2, 4), facts.AiGained("academy", dice=2))
    assert table.state.ai.board_dice == 4
    scarce = scheming(dice_supply=1).when(reveal(4))
    scarce.then_includes(facts.AiGained("academy", dice=1))
    none = scheming(dice_supply=0).when(reveal(4))
    none.then_includes(facts.SchemeResolved(2))
    full = scheming(board_dice=5).when(reveal(4))
    full.then_includes(facts.AiGained("academy", dice=1))


def test_fl_433_the_foundry_reveals_one_more_scheme_that_moves_no_harvester():
    table = scheming(moved=False, left=1).when(reveal(3))
    table.then_includes(facts.AiDiePlaced("foundry", 1, 2), facts.SchemeResolved(1, 1))
    assert table.state.phase == "schemes"
    table.when(reveal(2))
    assert not facts_of(table, facts.AiMoved)
    assert table.state.phase == "garages"


def test_fl_434_it_pays_nothing_at_location_boards():
    for number in (3, 4, 6, 14, 18):
        assert not facts_of(scheming(gems=5).when(reveal(number)), facts.AiPaid)


def resting(opponent: str = "clerk", **ai: Any) -> State:
    state: State = scheming(opponent=opponent, **ai).state
    return state


def test_fl_440_dice_come_home_and_those_without_a_slot_go_to_the_supply():
    table = taken(scheming(board_dice=4, dice_supply=7), "market", 1, 2, owner=AI)
    found, after = told(table.state, rival.harvest(table.state))
    assert found[0] == facts.AiDiceReturned(1, 1)
    assert after.ai is not None
    assert (after.ai.board_dice, after.ai.dice_supply) == (5, 8)
    assert after.locations["market"] == (None, None)


@pytest.mark.parametrize(("dice", "unlocked", "gems"), [(4, 0, 2), (2, 0, 0), (0, 1, 1), (4, 1, 3)])
def test_fl_441_gems_for_dice_beyond_two(dice: int, unlocked: int, gems: int):
    """The worked example: 4 dice gain 2 Gems."""
    state = resting(board_dice=dice, unlocked=unlocked)
    _, after = told(state, rival.harvest(state))
    assert after.ai is not None
    assert after.ai.gems == gems


@pytest.mark.parametrize(
    ("dice", "opponent", "unlocked", "after"),
    [(4, "clerk", 0, 4), (0, "clerk", 0, 3), (4, "porter", 1, 5), (1, "porter", 1, 4)],
)
def test_fl_442_dice_up_to_three_and_the_bonus(dice: int, opponent: str, unlocked: int, after: int):
    """The worked example: 4 dice gain none; an empty board gains 3."""
    state = resting(opponent, board_dice=dice, unlocked=unlocked)
    _, rested = told(state, rival.rest(state))
    assert rested.ai is not None
    assert rested.ai.board_dice == after


def test_fl_443_gems_for_dice_that_the_supply_lacks_and_none_for_slots():
    state = resting(board_dice=0, dice_supply=1)
    assert told(state, rival.rest(state))[0] == [facts.AiGained("rest", gems=2, dice=1)]
    full = resting("porter", board_dice=6, unlocked=1)
    assert told(full, rival.rest(full))[0] == []


def test_fl_444_fl_445_fl_620_dice_at_negotiation_and_depository_stay_and_score():
    table = talking(scheming(opponent="porter", gems=3, unlocked=2), "zcharo", 4, owner=AI)
    table.given_state(depository={**table.state.depository, 6: (AI, None, AI)})
    _, after = told(table.state, rival.harvest(table.state))
    assert after.cells["zcharo"][0] == Spot(AI, 4)
    score = ai_breakdown(table.state)
    assert (score.negotiation, score.depository, score.progress, score.gems) == (3, 6, 4, 3)


@pytest.mark.parametrize(
    ("opponent", "negotiation", "depository"), [("clerk", 6, 2), ("broker", 7, 3), ("envoy", 14, 1)]
)
def test_fl_620_points_vary_with_the_opponent(opponent: str, negotiation: int, depository: int):
    table = talking(scheming(opponent=opponent), "zcharo", 4, owner=AI)
    table = talking(table, "leyrien", 4, owner=AI, first_row=4)
    table.given_state(depository={**table.state.depository, 6: (AI, None, None)})
    score = ai_breakdown(table.state)
    assert (score.negotiation, score.depository) == (negotiation, depository)


def test_fl_621_its_harvester_goes_to_the_nearest_cache_the_better_of_equals():
    table = scheming(harvester="r3c3").given_state(phase="scoring", round=8)
    caches = dict(zip(table.state.box.caches, [f"cache_{n}" for n in (1, 2, 6, 4, 5, 3)], strict=True))
    table.when(host("reveal_gem_caches", caches=caches)).then_includes(facts.AiMoved("r2c4"))
    assert ai_breakdown(table.state).harvester == 8
    near = scheming(harvester="r5c1").given_state(phase="scoring", round=8)
    near.when(host("reveal_gem_caches", caches=caches))
    assert near.state.ai.harvester in ("r4c1", "r5c2")


def test_the_ai_against_two_and_three_humans_sits_on_the_boards_of_one_more():
    for seats in (2, 3):
        table = scheming(seats=seats)
        assert table.state.box.table_size == seats + 1
        table.when(reveal(2)).then_accepted()
