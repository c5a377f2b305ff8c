"""The phone's Back: it leaves what was opened last, and leaves the table only when nothing is open."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel
from tests.support.page.phone import Phone

DEPTH = "depth => history.state?.depth === depth"


@pytest.fixture
def scribe(phone: MakePhone, evening: Callable[..., Evening]) -> Phone:
    """The scribe's phone, which came to a table where red may travel from the page of sessions."""
    table = at_a_travel(evening)
    one = phone().join(table).whole()
    one.page.goto("/")
    one.page.goto(f"/t/{table.id}")
    return one.shows(BEFORE_A_TRAVEL).whole()


def back(one: Phone) -> None:
    one.page.evaluate("() => void setTimeout(() => history.back())")


def test_back_leaves_a_question_then_the_table(scribe: Phone) -> None:
    scribe.tap("Travel")
    expect(scribe.panel).to_contain_text("Travel:")
    scribe.page.wait_for_function(DEPTH, arg=1)
    back(scribe)
    expect(scribe.button("Travel")).to_be_visible()
    back(scribe)
    expect(scribe.page).to_have_url(re.compile("/$"))


def test_back_leaves_a_sheet_a_part_and_a_large_map_in_their_order(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("order_vs_chaos", "bots-2p-014", recorded=12)
    scribe = phone().join(table).whole()
    size = scribe.page.get_by_role("button", name=re.compile(", large$")).first
    size.click()
    scribe.page.get_by_role("link", name="Log").click()
    scribe.page.get_by_role("link", name="Seats").click()
    expect(scribe.page).to_have_url(re.compile("#seats$"))
    scribe.page.get_by_role("button", name="More", exact=True).click()
    scribe.page.wait_for_function(DEPTH, arg=3)
    back(scribe)
    expect(scribe.panel).not_to_be_visible()
    back(scribe)
    expect(scribe.panel).to_be_visible()
    expect(scribe.page).not_to_have_url(re.compile("#"))
    expect(size).to_have_attribute("aria-pressed", "true")
    back(scribe)
    expect(size).to_have_attribute("aria-pressed", "false")


def test_what_was_recorded_or_left_by_hand_is_no_step_back(scribe: Phone) -> None:
    scribe.tap("Travel")
    scribe.panel.get_by_role("button", name="Back").click()
    scribe.page.wait_for_function(DEPTH, arg=0)
    scribe.tap("Travel")
    scribe.panel.locator(".option").first.click()
    scribe.shows(BEFORE_A_TRAVEL + 1)
    scribe.page.wait_for_function(DEPTH, arg=0)
    back(scribe)
    expect(scribe.page).to_have_url(re.compile("/$"))


def test_a_reload_in_a_question_leaves_no_steps_behind(scribe: Phone) -> None:
    scribe.page.get_by_role("link", name="Log").click()
    scribe.page.get_by_role("button", name="More", exact=True).click()
    scribe.page.wait_for_function(DEPTH, arg=2)
    scribe.page.reload()
    scribe.shows(BEFORE_A_TRAVEL).whole()
    scribe.page.wait_for_function(DEPTH, arg=1)
    expect(scribe.page).to_have_url(re.compile("#log$"))
    back(scribe)
    expect(scribe.panel).to_be_visible()
    back(scribe)
    expect(scribe.page).to_have_url(re.compile("/$"))
