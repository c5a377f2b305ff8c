"""The board shows what is asked: one zone alone, or what is fought out; then it is whole again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.moments import MOMENTS
from tests.support.page.phone import Phone

BATTLE = MOMENTS["chaos_order"]["battle"]
ATTACKER = "seat:p1"


WHOLE = [re.compile(f"^{title}") for title in ("Past", "Present", "Future", "Now", "Delivered by Red")]
"""The zones of the board in their order."""


def headings(phone: Phone) -> Locator:
    """The headings of the zones in view, from top to bottom."""
    return phone.page.locator(".board > .zone:visible h2")


def whole_board(phone: Phone) -> Locator:
    return phone.page.get_by_role("button", name="Whole board")


def test_a_question_about_one_zone_fills_the_board_with_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("time_of_chaos", "demo-4p-003", recorded=60)
    scribe = phone().join(table)
    expect(headings(scribe)).to_have_text(WHOLE)
    scribe.tap("Travel")
    expect(whole_board(scribe)).to_be_visible()
    expect(headings(scribe)).to_have_count(1)
    whole_board(scribe).click()
    expect(whole_board(scribe)).to_have_count(0)
    expect(headings(scribe)).to_have_text(WHOLE)
    scribe.press(scribe.panel.get_by_role("button", name="Back", exact=True))
    scribe.tap("Travel")
    expect(whole_board(scribe)).to_be_visible()
    number = table.version + 1
    city = scribe.page.get_by_role("region", name="Board").get_by_role("button", name=re.compile("^Eastgate"))
    scribe.press(city)
    expect(scribe.entry(number)).to_have_count(1)
    expect(whole_board(scribe)).to_have_count(0)
    expect(headings(scribe)).to_have_text(WHOLE)


def test_a_battle_takes_the_screen_of_who_fights_it_and_its_outcome_stays(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("chaos_order", BATTLE.name, recorded=BATTLE.recorded).issued(ATTACKER)
    fighter, watcher = phone().join(table, ATTACKER), phone().join(table, "spectator")
    expect(whole_board(fighter)).to_be_visible()
    battle = re.compile("^Battle for ")
    expect(headings(fighter)).to_have_text([battle])
    expect(fighter.page.get_by_role("navigation", name="Seats")).to_be_hidden()
    name = re.compile("^Battle for [^,]*$")
    strip = watcher.page.get_by_role("button", name=name)
    expect(headings(watcher).filter(has_text=battle)).to_have_count(0)
    strip.click()
    expect(headings(watcher)).to_have_text([battle])
    watcher.page.go_back()
    expect(strip).to_be_visible()
    fighter.page.go_back()
    expect(fighter.page.get_by_role("button", name=name)).to_be_visible()
    for action in table.actions[:2]:
        table.record(action)
    for one in (fighter, watcher):
        one.catches_up(table)
        outcome = one.page.locator(".outcome")
        expect(outcome).to_contain_text("beats")
        outcome.get_by_role("button", name="Close").click()
        expect(outcome).to_have_count(0)


def test_source_and_goal_of_a_move_are_marked_until_it_is_recorded(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    actions = evening("chaos_order", BATTLE.name).actions
    at = next(number for number, action in enumerate(actions) if action["type"] == "move_units")
    scribe = phone().join(evening("chaos_order", BATTLE.name, recorded=at))
    scribe.tap("Move")
    expect(whole_board(scribe)).to_be_visible()
    board = scribe.page.get_by_role("region", name="Board")
    scribe.press(board.get_by_role("button", name="Yellow Site 3", exact=True))
    expect(scribe.page.locator(".marks .ring")).to_have_count(2)
    expect(scribe.page.locator(".marks path.head-of-way")).to_have_count(1)
    expect(whole_board(scribe)).to_be_visible()
    expect(scribe.panel).to_contain_text("+1 land region")  # what is known of each answer moves the buttons
    scribe.press(scribe.panel.get_by_role("button", name="Back", exact=True))
    expect(scribe.page.locator(".marks")).to_have_count(0)
