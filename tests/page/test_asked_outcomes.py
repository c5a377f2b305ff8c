"""What the table rolls or draws while an action is carried out is asked for as it comes up."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.phone import Phone
from tests.page.table import Evening

BEFORE_THE_DEAL = 1
MOST_QUESTIONS = 40


def take_the_first(phone: Phone) -> None:
    """Answer what is asked now by as many of the first cards as it takes."""
    free = phone.panel.locator("button.option[aria-pressed=false]:enabled")
    says = phone.panel.get_by_text(re.compile(r"^\d+ of \d+$"))
    if not says.count():
        phone.panel.locator(".options button").first.click()
        return
    most = int(says.inner_text().rpartition(" ")[2])
    for taken in range(most):
        free.first.click()
        expect(says).to_have_text(f"{taken + 1} of {most}")
    phone.panel.get_by_role("button", name="Done", exact=True).click()


def test_a_deal_of_a_whole_deck_is_named_pile_by_pile(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(game="chaosmos", name="demo-2p-first-004", recorded=BEFORE_THE_DEAL)
    assert table.actions[0]["type"] == "deal_cards"
    scribe, number = phone().join(table), table.version + 1
    scribe.tap("Deal cards")
    heads = []
    for _ in range(MOST_QUESTIONS):
        asked = scribe.panel.get_by_role("heading", level=2).filter(has_text="?")
        expect(asked.or_(scribe.entry(number))).to_have_count(1)
        if scribe.entry(number).count():
            break
        version = table.version
        heads.append(asked.inner_text())
        with scribe.page.expect_response(re.compile("/actions")):
            take_the_first(scribe)
        assert table.version in (version, number)
    expect(scribe.entry(number)).to_have_count(1)
    dealt = table.entries()[-1]
    assert dealt["chance"] == ["declared"]
    piles = {planet: len(cards) for planet, cards in dealt["action"]["envelopes"].items()}
    assert piles == {planet: len(cards) for planet, cards in table.actions[0]["envelopes"].items()}
    assert len(heads) >= len(piles)
