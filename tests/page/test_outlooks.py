"""What each answer would change stands on its button; and words that depend on the answers become exact."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

Open = Callable[..., Evening]
BEFORE_A_CONTROL_ROOM = 24
"""So many actions stand before red moves its Harvester, with a 3 or a 4."""
BEFORE_A_CHARM = 168
"""So many stand before a hero uses its Warding Charm."""


def at_a_control_room(phone: MakePhone, evening: Open) -> Phone:
    """First Light, and red is to choose how its die moves the Harvester."""
    table = evening("first_light", "bots-2p-ai-101", recorded=BEFORE_A_CONTROL_ROOM)
    return phone().join(table, "seat:red")


def test_each_answer_says_what_it_changes_and_what_is_the_same_is_one(
    phone: MakePhone, evening: Open
) -> None:
    red = at_a_control_room(phone, evening)
    red.tap("Control Room")
    answers = red.panel.locator(".body button")
    expect(answers.nth(0)).to_contain_text("+3 Water, −1 Algae, −2 Power")
    expect(answers.nth(1)).to_contain_text("−1 Algae, −2 Power")
    expect(answers).to_have_count(6)
    expect(answers.filter(has_text="as rolled"), "as 4, and as rolled, which is a 4").to_have_count(0)
    answers.nth(1).click()
    expect(red.panel).to_contain_text("Red places a 3 that was a 4 at the Control Room: pays 1 Algae")


def test_nothing_is_said_of_what_may_have_changed(phone: MakePhone, evening: Open) -> None:
    """Without a line the answers stand without what they change, and all of them."""
    red = at_a_control_room(phone, evening)
    red.cut()
    red.tap("Control Room")
    expect(red.panel.locator(".body button")).to_have_count(9)
    expect(red.panel.locator(".body button").filter(has_text="−")).to_have_count(0)
    red.mend()
    expect(red.panel.locator(".body button")).to_have_count(6)


def test_a_question_becomes_exact_with_the_first_answer(phone: MakePhone, evening: Open) -> None:
    table = evening("order_vs_chaos", "bots-3p-022", recorded=BEFORE_A_CHARM)
    use = table.actions[0]
    own = phone().join(table, f"seat:{use['seat']}")
    held: list[Route] = []
    own.page.route("**/words", lambda route: held.append(route))
    own.tap(table.words(use, f"seat:{use['seat']}")["label"])
    own.tap("Warding Charm")
    expect(own.panel.get_by_role("heading", level=2)).to_contain_text("What happens?")
    expect(own.panel.locator(".body button small"), "hints wait for the exact words").to_have_count(0)
    held[0].continue_()
    expect(own.panel.get_by_role("heading", level=2)).to_contain_text("In any battle: a unit gains 2 chits")
    own.panel.get_by_role("button", name="Back").click()
    expect(own.button("Warding Charm")).to_be_visible()
