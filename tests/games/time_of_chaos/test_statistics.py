"""The measures of the rules file, against the recorded games' own tables and against counts made by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from domain.games.time_of_chaos import GAME
from domain.games.time_of_chaos.statistics.rows import _ranked
from domain.kernel.engine.entries import codec_of
from tests.support.counted import CountedGame
from tests.support.recorded import library, played_to_the_end


@pytest.fixture(params=library("time_of_chaos"), ids=lambda path: path.stem)
def game(request):
    return CountedGame(GAME, request.param)


def test_results_are_those_of_the_final_table(game: CountedGame):
    expected = game.expected
    for seat, table in expected["seats"].items():
        for measure, name in (("score", "score"), ("penalties", "penalties"), ("chaos_tiles", "chaos_tiles")):
            assert game.total(measure, seat) == table[name]
        assert game.total("final_supply", seat) == table["supply"]
        assert game.total("card_points", seat) == table["score"] + table["penalties"]
        assert game.total("penalties_by_turn", seat) == table["penalties"]
        won = seat in expected["winners"]
        assert game.total("win_share", seat) == pytest.approx(won / len(expected["winners"]))
    assert game.total("turns") == expected["turns"]
    if expected["end_trigger"]:
        assert game.total("trigger_turn") == expected["end_trigger"]["turn"]


def test_the_action_mix_is_what_the_log_says(game: CountedGame):
    state, actions = game.state, game.actions
    for seat in state.clockwise:
        own = Counter(action["type"] for action in actions if action.get("seat") == seat)
        deeds = {
            name: own[name] for name in ("grab", "search", "deliver", "time_travel", "travel", "restore")
        }
        for name, count in deeds.items():
            assert game.total("actions", seat, action=name) == count
        assert game.total("unused_actions", seat) == 3 * own["end_turn"] - sum(deeds.values())
        assert game.total("travels", seat) == own["travel"]
        cloaked = Counter(a["type"] for a in actions if a.get("seat") == seat and a.get("cloak"))
        for name, count in cloaked.items():
            assert game.total("disorder_avoided", seat, action=name) == count
        made = own["search"] + own["deliver"] + own["time_travel"] - sum(cloaked.values())
        placed = game.total("disorder_made", seat)
        sent = game.total("disorder_made", seat, cause="send")
        assert placed - sent - game.total("disorder_made", seat, cause="setup") == made
        assert sent == game.total("sends", seat, outcome="sent")


def test_cards_taken_are_delivered_or_stranded(game: CountedGame):
    state, actions, expected = game.state, game.actions, game.expected
    for seat in state.clockwise:
        taken = sum(a["type"] in ("grab", "search") for a in actions if a.get("seat") == seat)
        assert game.total("card_taken", seat) == taken
        assert game.total("deliveries", seat) == len(expected["seats"][seat]["tableau"])
        assert game.total("stranded_cards", seat) == len(expected["seats"][seat]["hand"])
        assert taken == game.total("deliveries", seat) + game.total("stranded_cards", seat)


def test_transit_counts_own_turns(game: CountedGame):
    state, actions = game.state, game.actions
    for seat in state.clockwise:
        turn, taken, transit = 0, {}, {}
        for action in (action for action in actions if action.get("seat") == seat):
            turn += action["type"] == "send_disorder"
            if action["type"] in ("grab", "search"):
                taken[action["card"]] = turn
            if action["type"] == "deliver":
                transit[action["card"]] = turn - taken[action["card"]]
        assert {
            row.dimensions["card"]: row.value
            for row in game.rows
            if row.measure == "transit" and row.seat == seat
        } == transit


def test_every_fallen_tile_was_restored_or_is_open_at_the_end(game: CountedGame):
    state, expected = game.state, game.expected
    fallen = game.total("flips") + len(state.clockwise)
    closed = sum(row.measure == "chaos_lifetime" for row in game.rows)
    assert game.total("chaos_open_at_end") == len(expected["chaos"])
    assert fallen == closed + len(expected["chaos"])
    assert sum(game.total("restores", seat) for seat in state.clockwise) == closed


def test_whether_whoever_triggered_the_end_has_won(game: CountedGame):
    winners = game.expected["winners"]
    seat = game.state.end_trigger.seat
    told = [row.value for row in game.rows if row.measure == "trigger_wins"]
    assert told == [(seat in winners) / len(winners)]


def test_drawn_cards_are_compared_with_an_even_deck(game: CountedGame):
    actions = game.actions
    draws = sum(a["type"] == "grab" or a.get("refill") is not None for a in actions)
    compared = [row for row in game.rows if row.measure == "draws_against_expectation"]
    assert sum(row.value for row in compared) == draws
    assert sum(row.weight for row in compared) == pytest.approx(draws)


def test_a_game_in_progress_has_no_winner_yet():
    begun = CountedGame(GAME, library("time_of_chaos")[0], entries=30)
    measures = {row.measure for row in begun.rows}
    assert not measures & {"win_share", "decided_by", "trigger_wins", "card_win_share"}
    assert "score" in measures


def test_ranks_share_their_mean_where_figures_are_equal():
    assert _ranked([10, 20, 20, 5]) == [1, 2.5, 2.5, 0]


def test_the_chaos_load_is_drawn_where_it_changes():
    session, draft, _ = played_to_the_end(GAME, library("time_of_chaos")[0])
    (series,) = GAME.series
    state, curve = session.state, []
    for entry in draft.entries:
        facts = codec_of(GAME).facts.decode(entry.facts)
        after = state
        for fact in facts:
            after = GAME.evolve(after, fact)
        curve += [point for point in series.points(state, facts, after) if point.subject == "table"]
        state = after
    loads = [point.value for point in curve]
    assert loads[:2] == [1, 2]
    assert loads[-1] == sum(tile.chaos for tile in state.tiles.values())
    assert all(one != other for one, other in pairwise(loads))
