"""Battles on the board: strengths, dice, what comes next; the final battle, and the end."""

from __future__ import annotations

from domain.games.order_vs_chaos.state import Result
from tests.games.order_vs_chaos.table import OrderTable, final_battle
from tests.support.games.order_vs_chaos.drawn import board, cards, lines, panel, place, zone


def test_a_battle_stands_in_front_of_everything_with_both_sides():
    table = OrderTable().fighting(weapons=("composite_bow_1",))
    battle = zone(board(table), "battle")
    assert battle.rank < 0
    assert (battle.title, battle.note) == ("Battle at Huntington", "round 1, weapons")
    assert [(card.id, card.label, card.value) for card in battle.cards] == [
        ("unit:hero:red", "Red (Samurai)", "10/10"),
        ("unit:monster:huntington", "Hellion", "9/9"),
    ]
    assert cards(battle)["unit:hero:red"].text == "Order, armor 2, 2 chits; weapons not chosen"
    strength = "Chaos, armor 0, 0 chits; Claws, melee, 2 dice, about 2.3 damage"
    assert cards(battle)["unit:monster:huntington"].text == strength
    assert lines(battle) == {"Next": "Red (Samurai) chooses weapons"}
    assert [of.id for of in board(OrderTable()).zones if of.id == "battle"] == []


def test_dice_are_told_with_what_they_come_to():
    table = OrderTable().fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"], bonus="wakizashi")
    battle = zone(board(table), "battle")
    assert battle.note == "round 1, melee, rolls"
    assert lines(battle)["Next"] == "0 of 2 attacks rolled"
    told = cards(battle)["unit:hero:red"].text
    assert told == "Order, armor 2, 2 chits; Wakizashi at Hellion: 5 dice to roll, about 5.0 damage"
    table.roll("hero:red", "wakizashi", "1", "2", "blue", "yellow", "3")
    table.roll("monster:huntington", "hellion_claws", "yellow", "2")
    battle = zone(board(table), "battle")
    told = cards(battle)["unit:hero:red"].text
    assert told.endswith("Wakizashi at Hellion: 1 2 blue yellow 3 = 6 damage")
    told = cards(battle)["unit:monster:huntington"].text
    assert told.endswith("Claws at Red (Samurai): yellow 2 = 3 damage")
    assert lines(battle)["Next"] == "all attacks rolled: resolve the damage"


def test_blocks_and_retreats_are_told_in_their_order():
    table = OrderTable().fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"], bonus="wakizashi")
    table.roll("hero:red", "wakizashi", "1", "1", "1", "1", "1")
    table.roll("monster:huntington", "hellion_claws", "1", "1").do("resolve_segment")
    battle = zone(board(table), "battle")
    assert battle.note == "round 1, retreat"
    assert lines(battle) == {"Next": "Red (Samurai) stays or retreats"}
    table.do("stay", seat="red").do("select_weapons", seat="red", weapons=["wakizashi"])
    battle = zone(board(table), "battle")
    assert battle.note == "round 2, block"
    assert lines(battle)["Next"] == "may block: Red (Samurai)"
    table.do("declare_blocks", units=["hero:red"])
    told = cards(zone(board(table), "battle"))["unit:hero:red"].text
    assert "its block uses 2 of its damage" in told


def test_targets_that_are_missing_are_asked_for():
    table = OrderTable(4).at(black="huntington").fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    battle = zone(board(table), "battle")
    assert lines(battle)["Next"] == "targets of Red (Samurai)"
    assert "Wakizashi, no target yet: 5 dice to roll" in cards(battle)["unit:hero:red"].text


def test_in_the_final_battle_the_map_is_folded():
    shown = board(final_battle(4, order=2))
    assert shown.title == "Final battle"
    assert (zone(shown, "map").note, zone(shown, "map").folded) == ("no longer counts", True)
    assert place(shown, "us_breach").pieces == ()
    assert zone(shown, "map").rank < zone(shown, "display").rank
    pairs = lines(zone(shown, "final"))
    assert pairs == {"Black (Goatman)": "7; Hellion 9", "White (Ghoul)": "6; Charhound 4"}
    assert zone(shown, "final").note == "each pair loses 2 health in total to Order’s doom"
    assert lines(zone(shown, "now"))["Order divides its doom"] == "now"


def test_units_of_the_final_battle_are_told_apart():
    table = final_battle(4)
    battle = zone(board(table), "battle")
    assert battle.title == "Final battle: Chaos screen"
    assert [card.label for card in battle.cards] == [
        "Red (Samurai)",
        "Blue (Teutonic Knight)",
        "Black (Goatman)",
        "White (Ghoul)",
        "Black’s Hellion",
        "White’s Charhound",
    ]


def test_the_end_shows_who_won_and_why():
    table = OrderTable(4).given_state(phase="finished", active=None)
    table.given_state(result=Result("chaos", "screen", "order_dead"))
    shown = board(table)
    assert shown.title == "The game is over"
    assert lines(zone(shown, "result")) == {
        "Winner": "Chaos: Black and White",
        "Decided by": "every Order hero is dead, in the fight with the Chaos screen",
        "Old One": "55 of 55 health left",
    }
    assert [panel(shown, seat).winner for seat in table.seats] == [False, True, False, True]
