"""Every game on the page: whole games by tapping, by the phones of seats alone, through cuts and by keys."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_recording import COUNT_PAINTED, followed_to_the_end
from tests.support.page.guided import ByKeys, Guided
from tests.support.page.retold import Retold

WHOLE = {
    "chaosmos": "demo-2p-first-004",
    "first_light": "demo-1p-ai-004",
    "order_vs_chaos": "bots-2p-014",
    "chaos_order": "demo-2p-105-001",
}
"""The recorded game of each title that is tapped in from its opening to its end."""
BY_SEATS = WHOLE | {"first_light": "bots-3p-ai-102"}
MOST_OUT_OF_VIEW = 0.08
"""The part of the actions of which something has to be scrolled to on a phone."""
IS_LONG = bool(os.environ.get("TABLELOG_WHOLE_GAMES"))
"""Whether every game is tapped to its end; a suite of every day leaves the longest ones in their middle."""
LONG_GAMES, FIRST_ACTIONS = ("order_vs_chaos", "chaos_order"), 60
ACTIONS_BY_SEATS = 16
CUTS = (6, 14, 25)
"""Actions that are tapped while the line is cut."""
BY_KEYS = range(10, 22)
every_game = pytest.mark.parametrize("game", WHOLE)


@every_game
def test_a_recorded_game_is_tapped_to_its_recorded_standing(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, retold = evening(game, WHOLE[game]), Retold(game, WHOLE[game])
    scribe, watcher = phone().join(table), phone().join(table, "spectator")
    watcher.page.evaluate(COUNT_PAINTED)
    guided = Guided(scribe, table)
    whole = IS_LONG or game not in LONG_GAMES
    taps = [guided.record(action) for action in islice(retold, None if whole else FIRST_ACTIONS)]
    followed_to_the_end(watcher, table)
    if whole:
        retold.ended_at(table)
    assert sum(taps) / len(taps) < 2.5
    assert guided.out_of_view / len(taps) < MOST_OUT_OF_VIEW, f"{guided.out_of_view} of {len(taps)}"


@every_game
def test_a_recorded_game_is_recorded_by_the_phones_of_its_seats_alone(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, retold = evening(game, BY_SEATS[game]), Retold(game, BY_SEATS[game])
    seats = [seat["seat"] for seat in table.ask("")["seats"]]
    phones = {seat: Guided(phone().join(table, f"seat:{seat}"), table, f"seat:{seat}") for seat in seats}
    for action in islice(retold.by_seats(), None if IS_LONG else ACTIONS_BY_SEATS):
        own = next(phones[seat] for seat in seats if phones[seat].offers(action))
        own.record(action)
    if IS_LONG:
        retold.ended_at(table)
    for seat in seats:
        phones[seat].phone.catches_up(table)
    assert {entry["by"]["role"] for entry in table.entries()[1:]} == {"seat"}


@every_game
def test_what_is_tapped_in_three_cuts_is_recorded_once(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, retold = evening(game, WHOLE[game]), Retold(game, WHOLE[game])
    scribe, watcher = phone().join(table), phone().join(table, "spectator")
    guided = Guided(scribe, table)
    for number, action in enumerate(retold):
        if number in CUTS:
            guided.record_while_cut(action)
        elif number > max(CUTS):
            break
        else:
            table.record(retold.actions[number])
    last = max(CUTS) + 2
    assert table.version == last
    recorded = [entry["action"] for entry in table.entries() if entry["kind"] == "recorded"]
    assert [action["type"] for action in recorded] == [one["type"] for one in retold.actions[: last - 1]]
    expect(watcher.entry(last)).to_have_count(1)


@every_game
def test_actions_go_by_keys_alone(game: str, phone: MakePhone, evening: Callable[..., Evening]) -> None:
    retold = Retold(game, WHOLE[game])
    table = evening(game, WHOLE[game], recorded=BY_KEYS.start)
    scribe = phone().join(table)
    keys = ByKeys(scribe, table)
    for number, action in enumerate(retold):
        if number in BY_KEYS:
            keys.record(action)
    assert table.version >= BY_KEYS.stop
