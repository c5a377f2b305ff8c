"""What is left of the turns when the final battle begins, and when somebody has won."""

from __future__ import annotations

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.state import Duty
from tests.games.order_vs_chaos.table import OrderTable


def test_the_battle_of_a_turn_is_over_when_the_final_begins():
    table = OrderTable(4).fighting()
    assert table.state.battle is not None
    began = GAME.evolve(table.state, facts.FinalBegan())
    assert (began.battle, began.active, began.waiting, began.phase) == (None, None, (), "final")


def test_whoever_wins_nothing_is_owed_any_more():
    table = OrderTable(4).fighting().given(facts.DutyRaised(Duty("resurrect", seat="red")))
    assert table.state.pending
    won = GAME.evolve(table.state, facts.GameWon("order", "turns", "arch_enemy_dead"))
    assert (won.pending, won.battle, won.active, won.phase) == ((), None, None, "finished")
    assert (won.result.winner, won.result.stage, won.result.reason) == ("order", "turns", "arch_enemy_dead")
