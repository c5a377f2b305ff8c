"""The own hand lies face down on its phone, until who holds the phone shows it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

GAME, EVENING, BEFORE_A_CARD = "chaosmos", "demo-2p-two-001", 13
HELD, NAME = "plasma_pike", "Plasma Pike"
RESTS = 20_000
"""Milliseconds without a touch after which the page covers the hand."""


def at_a_card(evening: Callable[..., Evening]) -> Evening:
    """North plays a card of its hand next, then East."""
    return evening(GAME, EVENING, recorded=BEFORE_A_CARD)


def on_the_mat(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="Before North").get_by_text(NAME)


def test_a_hand_is_shown_by_a_tap_and_covered_once_another_is_to_act(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_card(evening)
    north, scribe = phone().join(table, "seat:north"), phone().join(table)
    expect(on_the_mat(scribe)).to_be_visible()
    expect(on_the_mat(north)).to_be_hidden()
    north.page.get_by_role("button", name="Show hand").click()
    expect(on_the_mat(north)).to_be_visible()
    table.record(table.actions[0])
    north.shows(BEFORE_A_CARD + 2)
    expect(north.page.get_by_role("button", name="Show hand")).to_be_visible()


def test_a_question_shows_own_cards_only_when_wanted_and_stays_open_while_it_is_answered(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_card(evening)
    north = phone()
    north.page.clock.install()
    north.join(table, "seat:north")
    north.button("Play a combat card").click()
    expect(north.panel).not_to_contain_text(NAME)
    north.page.keyboard.press("1")
    expect(north.button(NAME)).to_be_visible()
    north.page.clock.run_for(RESTS)
    expect(north.button(NAME)).to_have_count(0)
    north.page.locator(".card.secret.lit").first.click()
    assert table.version == BEFORE_A_CARD + 1, "the tap that shows a card does not play it"
    north.tap(NAME)
    north.shows(BEFORE_A_CARD + 2)
    assert table.entries()[-1]["action"]["card"] == HELD


def test_a_phone_may_leave_its_hand_open(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    north = phone().join(at_a_card(evening), "seat:north")
    north.page.get_by_role("button", name="More", exact=True).click()
    north.panel.get_by_role("switch", name="Cover my hand").uncheck()
    north.panel.get_by_role("button", name="Back").click()
    expect(on_the_mat(north)).to_be_visible()
    expect(north.page.get_by_role("button", name=re.compile("hand"))).to_have_count(0)
