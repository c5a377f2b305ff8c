"""Every row of every measure, beside what was counted by hand from the recorded games."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.statistics.tally import SEAT, SESSION
from domain.kernel import Row
from tests.support.counted import CountedGame
from tests.support.games.order_vs_chaos.counted_by_hand import Recording, by_hand
from tests.support.hand_counts import Counts, key_of, uncovered
from tests.support.recorded import library

RECORDED = {path.stem: path for path in library("order_vs_chaos")}


@cache
def recording(name: str) -> Recording:
    return Recording(RECORDED[name])


@cache
def counted(name: str) -> CountedGame:
    return CountedGame(GAME, RECORDED[name])


def rows_of(rows: list[Row], measure: str) -> Counts:
    """The rows of a measure by seat and its own dimensions; none comes twice."""
    declared = GAME.statistics.declared[measure]
    common = SEAT if declared.per == "seat" else SESSION
    own = [name for name in declared.dimensions if name not in common]
    there = [row for row in rows if row.measure == measure]
    found = {
        key_of(row.seat, {name: row.dimensions[name] for name in own}): (row.value, row.weight)
        for row in there
    }
    assert len(found) == len(there)
    return found


@pytest.mark.parametrize("measure", by_hand.counters)
def test_every_row_is_the_one_counted_by_hand(measure: str):
    for name in RECORDED:
        rows, by_hands = rows_of(counted(name).rows, measure), by_hand.counted(recording(name), measure)
        assert rows.keys() == by_hands.keys(), name
        for key, pair in by_hands.items():
            assert rows[key] == pytest.approx(pair), (name, key)
    assert any(rows_of(counted(name).rows, measure) for name in RECORDED)


@pytest.mark.parametrize("name", RECORDED)
def test_every_row_says_of_whom_and_of_what_session_it_is(name: str):
    """What `rows_of` leaves out: hero, side and place in the order of play, and map, arch enemy, winner."""
    game, common = recording(name), {*SEAT, *SESSION}
    [first], [chosen], [enemy] = map(game.of, ("choose_first_player", "choose_map", "set_arch_enemy"))
    clockwise = list(game.sides)
    after_first = clockwise[clockwise.index(first.seat) :] + clockwise[: clockwise.index(first.seat)]
    there = {"map": chosen.action["map"]}
    winner = game.sides[game.expected["winners"][0]]
    said: dict[str | None, dict[str, str]] = {
        line.seat: there
        | {"hero": line.action["hero"], "side": game.sides[line.seat]}
        | {"position": str(after_first.index(line.seat))}
        for line in game.of("choose_hero")
    }
    said[None] = there | {"arch_enemy": enemy.action["arch_enemy"], "winner": winner}
    for row in counted(name).rows:
        assert {key: text for key, text in row.dimensions.items() if key in common} == said[row.seat]


def test_every_measure_is_counted_by_hand_and_no_other():
    assert by_hand.counters.keys() == GAME.statistics.declared.keys()


def test_figures_read_off_the_file_of_a_game_of_three():
    game = counted("demo-3p-002")
    assert [game.total("win_share", seat) for seat in ("blue", "black", "yellow")] == [0, 0, 1]
    assert sum(game.total("attempts", seat) for seat in ("blue", "black")) == 14
    assert game.total("attempts", "yellow", target="healing_shrine") == 3
    assert game.total("deliveries", "yellow") == 5
    assert game.total("turns") == 42


def test_battles_and_items_read_off_the_file_of_a_game_of_three():
    """Lines 67 to 307 name five rewards and four visits that took eleven items; 87 and 392 blue's blocks."""
    game = counted("demo-3p-002")
    assert [game.total("items_gained", seat, via="reward") for seat in ("blue", "black")] == [1, 4]
    assert game.total("items_gained", "blue", via="visit") == 11
    assert game.total("items_discarded", "blue", cause="room") == 4
    assert [game.total("items_discarded", seat, cause="used") for seat in ("blue", "black")] == [2, 1]
    assert [game.total(measure) for measure in ("refills", "events_used", "kills_without_reward")] == [
        4,
        3,
        0,
    ]
    assert [game.total("blocks", seat) for seat in ("blue", "black", "yellow")] == [2, 0, 0]
    assert [game.total("deaths", seat) for seat in ("blue", "black", "yellow")] == [1, 1, 2]
    assert sum(game.total("kills", seat, target="monster") for seat in ("blue", "black")) == 5
    assert game.total("battles_at") == 6
    assert game.total("retreats_expected", "blue") == 0


def test_growth_and_the_final_battle_read_off_the_file_of_a_game_of_three():
    """Ten rifts of the final table are closed; for the last of them black had no box left.

    Line 318 divides doom 10; yellow has 9 − 4 + 6 − 6 health against 25, before the Deceiver's 70.
    """
    game = counted("demo-3p-002")
    assert [game.total("xp_gained", seat, cause="rift_closed") for seat in ("blue", "black")] == [10, 9]
    assert game.total("xp_lost", "black", to="nothing") == 1
    assert game.total("xp_gained", "yellow", cause="start") == 4
    assert game.total("xp_by_round", "yellow", round="0") == 4
    assert [game.total("stamina_spent", seat) for seat in ("blue", "black", "yellow")] == [2, 6, 3]
    assert game.total("stamina_regained", "black", cause="order_shrine") == 6
    assert [game.total("rounds_reached", seat) for seat in ("blue", "yellow")] == [15, 15]
    assert [game.total("doom_damage", unit=unit) for unit in ("chaos_hero", "monster")] == [4, 6]
    assert [game.total("final_rounds", stage=stage) for stage in ("screen", "arch")] == [1, 8]
    assert game.total("final_lead", stage="screen", round="1") == 25 - 5 - 0 - 70
    assert game.total("manual_effects", source="veil") == 1


def test_growth_and_choices_read_off_the_file_of_a_game_of_two():
    """Line 143 places a monster by a timeout; the tokens run out before black's last lost XP (OC-354)."""
    game = counted("bots-2p-014")
    assert game.total("timeouts") == 1
    assert [game.total("xp_lost", "black", to=to) for to in ("token", "nothing")] == [2, 2]
    assert [game.total("doom_damage", unit=unit) for unit in ("chaos_hero", "monster")] == [9, 4]
    assert counted("demo-2p-001").total("split_decisions") == 5


def test_doom_cards_and_rifts_read_off_the_file_of_a_game_of_five():
    """12 rifts are hit from line 66 to 366; 18 lines open a card, 228 and 347 one more each."""
    game = counted("demo-5p-004")
    chaos = {"start": 2, "delivery": 8, "shrine": 2, "effect": 1, "death": 0}
    assert {cause: game.total("doom_by_cause", track="chaos", cause=cause) for cause in chaos} == chaos
    assert game.total("doom_by_cause", track="order", cause="rift") == 12
    assert game.total("doom_by_cause", track="order", cause="effect") == -1
    assert game.total("doom_by_round", track="order", round="9") == 11
    assert game.total("doom_caused", "white", track="chaos") == 4 + 2 + 1
    opened = {"red": 7, "green": 3, "blue": 4, "black": 2, "white": 4}
    assert {seat: game.total("cards_opened", seat) for seat in opened} == opened
    assert [game.total("rifts", state=state) for state in ("opened", "closed", "open")] == [13, 12, 1]


def test_tokens_and_monsters_read_off_the_file_of_a_game_of_five():
    """Lines 23 to 348 place ten monsters; 26 discards one, and 335 puts a second one where that of 81 is."""
    game = counted("demo-5p-004")
    assert game.total("tokens_placed") == 13 + 2 + 1
    assert game.total("tokens_moved", how="delivery") == 8
    assert game.total("tokens_moved", how="effect") == 4
    assert [game.total("tokens_per_delivery", seat) for seat in ("red", "white")] == [4, 4]
    assert [game.total("monsters_placed", type=kind) for kind in ("hooded_acolyte", "bog_wight")] == [6, 4]
    assert game.total("monsters_gone", how="discarded") == 2
    assert game.total("monster_lifetime", ended="discarded") == 0
    assert game.total("monster_lifetime", ended="open", type="bog_wight") == (42 - 6) + (42 - 16)
    assert game.total("first_monster") == 1
    assert game.total("tokens_instead") == 0
    assert counted("bots-2p-014").total("tokens_instead") == 16


@pytest.mark.parametrize("name", RECORDED)
def test_whoever_counts_is_looked_at(name: str):
    assert uncovered(GAME, counted(name).rows) == []
