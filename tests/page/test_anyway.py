"""What was played against the rules: told while online, on the scribe's phone and on a seat's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel, names
from tests.support.page.phone import Phone

FORBIDDEN = "Dunmere"
"""A city to which red may not travel now."""
BEFORE_IRONVALE = 16
"""So many actions stand before red travels to Ironvale."""


def tells(one: Phone, city: str) -> None:
    """Says in the free form that red travelled there."""
    one.tap("Travel")
    one.panel.get_by_role("combobox", name="City", exact=True).select_option(label=city)
    one.panel.get_by_role("button", name="Record", exact=True).click()


def forbids(owner: Phone) -> None:
    """The owner changes the setting of the table, and the log tells everybody."""
    owner.page.get_by_role("button", name="More", exact=True).click()
    owner.panel.get_by_role("button", name="Table settings").click()
    owner.panel.get_by_role("switch", name="Players may record").uncheck()
    owner.panel.get_by_role("button", name="Save").click()
    expect(owner.shows(BEFORE_A_TRAVEL + 1).panel).to_contain_text("Only the scribe and the owner may now")


def test_a_seat_records_an_illegal_move_of_its_own_and_the_owner_sees_it_at_once(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    owner, red = phone().join(table, "owner").whole(), phone().join(table, "seat:red").whole()
    red.panel.get_by_role("button", name="Something else…").click()
    tells(red, FORBIDDEN)
    alert = red.panel.get_by_role("alert")
    expect(alert).to_contain_text("TC-")
    assert table.version == BEFORE_A_TRAVEL
    alert.get_by_role("button", name="We misread it").click()
    expect(red.entry(BEFORE_A_TRAVEL + 1)).to_contain_text("Flagged")
    expect(owner.page.locator(".toast")).to_contain_text("Red recorded against the rules")
    entry = table.entries()[-1]
    assert (entry["by"]["seat"], entry["reason"], bool(entry["broken"])) == ("red", "We misread it", True)


def test_something_else_that_the_rules_allow_is_just_recorded(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table).whole()
    scribe.panel.get_by_role("button", name="Something else…").click()
    tells(scribe, names(table)[0])
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).not_to_contain_text("Flagged")
    assert not table.entries()[-1].get("broken")


def test_what_the_rules_forbid_can_end_a_turn_that_is_put_together(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=BEFORE_IRONVALE)
    before = table.version
    red = phone(together=True).join(table, "seat:red").whole()
    red.press(red.page.get_by_role("button", name="Ironvale in the present", exact=True))
    red.panel.get_by_role("button", name="Something else…").click()
    tells(red, "Ironvale")
    expect(red.panel).to_contain_text("TC-")
    assert table.version == before
    red.panel.get_by_role("button", name="House rule").click()
    red.shows(before + 2)
    told = table.entries()[before:]
    assert [entry["action"]["type"] for entry in told] == ["travel", "travel"]
    assert [bool(entry.get("broken")) for entry in told] == [False, True]


@pytest.mark.parametrize("may", [True, False])
def test_a_tap_on_a_place_that_is_not_lit_says_why_and_can_have_happened_anyway(
    phone: MakePhone, evening: Callable[..., Evening], may: bool
) -> None:
    table = at_a_travel(evening)
    red = phone().join(table, "seat:red").whole()
    if not may:
        forbids(phone().join(table, "owner"))
        red.shows(BEFORE_A_TRAVEL + 1)
    red.tap("Travel")
    where = red.page.locator(".picture").filter(has=red.page.locator(".lit"))
    where.locator(".eyes").get_by_text(FORBIDDEN).click(force=True)
    expect(red.panel).to_contain_text(f"Red: Travel · {FORBIDDEN}")
    expect(red.panel).to_contain_text("TC-")
    anyway = red.panel.get_by_role("button", name="House rule")
    if may:
        anyway.click()
        expect(red.entry(BEFORE_A_TRAVEL + 1)).to_contain_text("Flagged")
    else:
        expect(red.panel.get_by_role("button", name="Something else…")).to_be_visible()
        expect(anyway).to_have_count(0)
