"""Corrections: facts without the rules' consent can bend the table, and never break it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.state import Result
from domain.kernel import TRUTH, UNKNOWN, Chance, Fact, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import sample_action
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, ChaosTable, act, in_play
from tests.support.strategies import Wild, words_of

SEATS = ("red", "blue", "green")
WILD_CORRECTIONS = 200

NOTHING_OF_THIS_TABLE: list[Fact] = [
    facts.TilesLaidOut({**LAYOUT, "past": (("A", "A", "A"),) * 3}),
    facts.TilesLaidOut({}),
    facts.DisplaysDealt({**DISPLAYS, "past": ("XX", "YY", "ZZ")}),
    facts.DisplaysDealt({"past": DISPLAYS["past"]}),
    facts.FirstPlayerChosen("violet"),
    facts.PlacementBegan(("red", "violet")),
    facts.PawnMoved("red", None, "present:Z", "travel"),
    facts.CubePlaced("red", "blue", "present:A", "search"),
    facts.CubePlaced("red", "red", "present:Z", "search"),
    facts.CubeReturned("red", "red", "present:A", 1, "flip"),
    facts.CubeReturned("red", "blue", "past:C", 1, "flip"),
    facts.SourceBlocked("violet", "past:A", "red"),
    facts.ActionStepBegan("violet"),
    facts.ActionTaken("violet", "grab"),
    facts.CardTaken("red", "XX", "past", "grab"),
    facts.CardTaken("red", UNKNOWN, "nowhere", "grab"),
    facts.CardTaken("red", UNKNOWN, "past", "search"),
    facts.CardNamed("red", "PN-D"),
    facts.CardNamed("red", "XX"),
    facts.DisplayRefilled("past", 0, "XX"),
    facts.TileFlipped("present:Z", {}, (), "red"),
    facts.TileRestored("present:Z", (), "red"),
    facts.EndTriggered("violet", 1, ()),
    facts.TurnBegan("violet", 2),
    facts.GameEnded(Result({"violet": 1}, {}, {}, ())),
]


@pytest.mark.parametrize("fact", NOTHING_OF_THIS_TABLE, ids=lambda fact: type(fact).__name__)
def test_a_fact_that_names_what_is_not_on_the_table_cannot_be_applied(fact: Fact):
    with pytest.raises(LookupError):
        in_play(*SEATS).chaos("past:C", "red", "blue").acting("red").given(fact)


def test_a_house_rule_can_be_recorded():
    table = in_play(*SEATS).acting("red").given(facts.PawnMoved("blue", "present:B", "future:I", "travel"))
    assert table.player("blue").pawn == "future:I"
    table.given(facts.CloakRefreshed("red"), facts.PenaltyTaken("green"))
    assert table.player("green").penalties == 1


def test_after_any_correction_whatever_is_tried_is_accepted_or_refused():
    applied = 0
    for seed in range(WILD_CORRECTIONS):
        random = Random(seed)
        wild = Wild(random, [*words_of(DEMO.document), *SEATS * 60, UNKNOWN])
        table = in_play(*SEATS).chaos("past:A", "red", "blue").grabbed("red", "NP-D").acting("red")
        table.unknown("red", "present").unknown("blue", "past")
        try:
            table.given(wild.struct(random.choice(GAME.facts)))
            GAME.view(table.state, TRUTH)
        except LookupError:
            continue
        applied += 1
        for _ in range(12):
            take_any_offer(table, random)
            attempt(table, wild.action(GAME.actions))
        GAME.invariants(table.state)
        GAME.standing(table.state)
    assert applied > WILD_CORRECTIONS // 10


def take_any_offer(table: ChaosTable, random: Random) -> None:
    seats = (None, *SEATS)
    offers = [
        offer for seat in seats for offer in GAME.offers(table.state, seat, Viewer(seat, sees_all=True))
    ]
    if offers:
        offer = random.choice(offers)
        if offer.type != "lay_out_tiles":
            attempt(table, codec_of(GAME).action(sample_action(offer, random)))


def attempt(table: ChaosTable, action: Any) -> None:
    try:
        table.state = decide(GAME, table.state, action, Chance(lambda n, _: 0))[1]
    except Rejected:
        return


def test_a_corrected_table_plays_on():
    table = in_play(*SEATS).acting("red")
    table.given(facts.CubePlaced("blue", "blue", "present:A", "send", None))
    table.play(act("travel", "red", city="E"), act("end_turn", "red"), act("send_disorder", "blue"))
    assert table.tile("present:A") == ("order", {"blue": 1})
