"""Every invariant of Chaos Order can fail, and says which."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from domain.games.chaos_order import GAME
from domain.games.chaos_order.actions import CommitPlan
from domain.games.chaos_order.facts import EnergyChanged
from domain.games.chaos_order.state import Built, Loose, Plan
from domain.kernel import Chance
from domain.kernel.engine.playing import play
from domain.kernel.game import decide
from tests.games.chaos_order.table import BLUE, RED, begun, dealt

FAILS = [
    ("1", lambda t: t.region("black_sedge", fighters={RED: 9})),
    ("1", lambda t: t.board(RED, base_fighters=-1)),
    ("1", lambda t: t.region("black_sedge", fighters={RED: 8, BLUE: 0})),
    ("2", lambda t: t.board(RED, base_leaders=("circadians.scout",))),
    ("2", lambda t: t.board(RED, buildings={"foundry": 3, "outpost": 4, "stronghold": 3})),
    ("3", lambda t: t.given_state(deck=37)),
    ("3", lambda t: t.board(RED, hand={"feint": 5}).given_state(deck=33)),
    ("3", lambda t: t.board(RED, fresh={"feint": 1})),
    ("4", lambda t: t.region("tall_grass", relic=None)),
    ("4", lambda t: t.given_state(round=3)),
    ("5", lambda t: t.given_state(loose={"base_s2": Loose("loose_gems")})),
    ("6", lambda t: t.region("tall_grass", foundations=())),
    ("6", lambda t: t.region("lake_still", foundations=("relic_1",))),
    (
        "6",
        lambda t: t.region(
            "tall_grass", foundations=("relic_1", "leyrien.depot", "leyrien.archive", "leyrien.roadway")
        ),
    ),
    ("6", lambda t: t.region("tall_grass", buildings={"relic_2": Built(RED, "foundry")})),
    ("7", lambda t: t.region("tall_grass", foundations=("leyrien.depot",))),
    ("8", lambda t: t.priced("build", "circadians.o1", RED)),
    ("8", lambda t: t.board(RED, tokens={})),
    ("9", lambda t: t.given_state(flare_gun="white")),
    ("10", lambda t: t.given_state(mountains=(*t.state.mountains, "base_s2/black_sedge"))),
    ("11", lambda t: t.region("lake_still", fighters={RED: 1}).board(RED, recruitment=(2, 2, 1))),
    ("12", lambda t: t.region("black_sedge", leaders={RED: ("circadians.scout", "circadians.pilot")})),
    ("13", lambda t: t.region("tall_grass", fighters={RED: 1, BLUE: 1}).at("gain_income")),
    ("14", lambda t: t.board(RED, energy=-1)),
    ("16", lambda t: t.given_state(harvested=("x",))),
]


@pytest.mark.parametrize(("number", "change"), FAILS)
def test_an_invariant_can_fail(number, change):
    table = begun()
    assert GAME.invariants(table.state) == []
    change(table)
    assert any(fault.startswith(f"I{number}:") for fault in GAME.invariants(table.state))


def test_a_table_is_judged_by_itself_whatever_was_looked_at_before():
    lake = begun().region("lake_still", fighters={RED: 1}).state
    oxataya = replace(lake, seats={**lake.seats, RED: replace(lake.seats[RED], faction="oxataya")})
    for _ in range(2):
        assert not any(fault.startswith("I11:") for fault in GAME.invariants(oxataya))
        assert "I11: lake_still is a lake" in GAME.invariants(lake)


def test_invariants_hold_after_every_single_fact_of_played_games():
    for factions, seed in ((("jrayek", "zcharo"), 5), (("ai", "oxataya", "circadians", "leyrien"), 6)):
        state = dealt(*factions, seed=seed).state
        for step in play(GAME, state, factions, Random(seed), most_actions=900):
            state = step.before
            for fact in step.facts:
                state = GAME.evolve(state, fact)
                assert not GAME.invariants(state), (step.action, fact)


def test_energy_paid_for_acts_reaches_the_pricer_and_markers_never_go_left():
    state = dealt("jrayek", "zcharo", "ai", seed=9).state
    for step in play(GAME, state, ("jrayek", "zcharo", "ai"), Random(9), most_actions=500):
        for seat, board in step.after.seats.items():
            before = step.before.seats[seat].research
            assert all(board.research[track] >= column for track, column in before.items())
        paid = [f for f in step.facts if isinstance(f, EnergyChanged) and f.cause == "act_cost"]
        assert sum(f.delta for f in paid if f.other is not None) == 0


def test_a_card_on_a_wheel_is_counted():
    table = begun().bare().board(RED, hand={"feint": 1}).given_state(deck=37)
    table.region("glass_mire", fighters={RED: 3, BLUE: 3}).at("combat", combat_turn=RED)
    table.do("select_battle", region="glass_mire", opponent=BLUE)
    used = CommitPlan(seat=RED, section="plain_a", tactics="use", card="feint")
    _, after = decide(GAME, table.state, used, Chance())
    assert after.battle.plans[RED] == Plan("plain_a", "use", "feint")
    assert not any(fault.startswith("I3:") for fault in GAME.invariants(after))
