"""What the table rolls or draws while an action is carried out is asked for as it comes up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.guided import told_part
from tests.support.page.phone import Phone

BEFORE_THE_DEAL = 1
ASKED = re.compile(r"/actions\?")


def answer(phone: Phone, outcome: dict[str, Any]) -> None:
    """Take as many of the first cards as are asked for, each by its name or as it is spelt."""
    domain, words = outcome["domain"], outcome["words"]["values"]
    labels = [words[card]["label"] if card in words else card for card in domain["values"]]
    parts = [told_part(outcome["words"], part) for part in outcome["path"].split("/")[1:]]
    asks = " ".join([outcome["words"]["asks"], *parts])
    expect(phone.panel.get_by_role("heading", level=2)).to_have_text(asks)
    if domain["kind"] == "choice":
        phone.tap(labels[0])
        return
    for taken in range(domain["most"]):
        phone.tap(labels[taken])
        expect(phone.panel.get_by_text(f"{taken + 1} of {domain['most']}")).to_be_visible()
    phone.panel.get_by_role("button", name="Done", exact=True).click()


def test_a_deal_of_a_whole_deck_is_named_pile_by_pile(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(game="chaosmos", name="demo-2p-first-004", recorded=BEFORE_THE_DEAL)
    assert table.actions[0]["type"] == "deal_cards"
    scribe, number = phone().join(table), table.version + 1
    paths = []
    with scribe.page.expect_response(ASKED) as asked:
        scribe.tap("Deal cards")
    while asked.value.status == 409:
        assert table.version == number - 1
        (outcome,) = asked.value.json()["outcomes"]
        paths.append(outcome["path"])
        with scribe.page.expect_response(ASKED) as asked:
            answer(scribe, outcome)
    expect(scribe.entry(number)).to_have_count(1)
    dealt = table.entries()[-1]
    assert dealt["chance"] == ["declared"]
    piles = {planet: len(cards) for planet, cards in dealt["action"]["envelopes"].items()}
    assert piles == {planet: len(cards) for planet, cards in table.actions[0]["envelopes"].items()}
    assert paths[0] == "pool_draws"
    assert {path.partition("/")[2] for path in paths if path.startswith("envelopes/")} == piles.keys()


def test_a_seat_deals_piles_that_nobody_saw_and_is_asked_for_its_own_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(game="chaosmos", name="demo-2p-first-004", recorded=BEFORE_THE_DEAL)
    holder = next(holder for holder in table.tokens if holder.startswith("seat:"))
    own, number = phone().join(table, holder), table.version + 1
    with own.page.expect_response(ASKED) as asked:
        own.tap("Deal cards")
    answer(own, asked.value.json()["outcomes"][0])
    own.panel.get_by_role("button", name="All unseen").click()
    expect(own.entry(number)).to_have_count(1)
    assert table.version == number, "no note tells of a try"
    dealt = table.entries()[-1]["action"]["envelopes"]
    assert {card for cards in dealt.values() for card in cards} == {"unknown"}


def revealing(
    phone: MakePhone, evening: Callable[..., Evening], name: str, recorded: int, side: str
) -> tuple[Evening, Phone]:
    """The phone of one side, asked for the dice of both sealed plans (CO-420)."""
    table = evening("chaos_order", name, recorded=recorded)
    assert table.actions[0]["type"] == "reveal_plans"
    page = phone().join(table, f"seat:{side}")
    page.tap("Reveal the plans")
    return table, page


def test_a_die_that_nobody_may_have_rolled_is_asked_with_a_way_to_say_so_first(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """Neither side rolls. The own die is not asked for; as the other plan is sealed, any answer will do."""
    for answer in ("No die rolled", "2"):
        table, page = revealing(phone, evening, "bots-3p-shared", 154, "oxataya")
        number = table.version + 1
        expect(page.panel.locator(".part")).to_contain_text("1 of 1")
        expect(page.panel.locator(".option").first).to_have_text("No die rolled")
        page.panel.locator(".option").filter(has_text=answer).first.click()
        expect(page.entry(number)).to_have_count(1)
        (entry,) = table.entries()[number - 1 :]
        assert (table.version, entry["action"]["type"]) == (number, "reveal_plans"), "no note is written"


def test_a_die_that_was_rolled_is_asked_for_after_a_slip_and_nobody_is_told_of_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, page = revealing(phone, evening, "bots-4p-both-retreat", 563, "jrayek")
    with page.page.expect_response(ASKED) as asked:
        page.panel.get_by_role("button", name="No die rolled").click()
    assert [one["path"] for one in asked.value.json()["outcomes"]] == ["dice/ai"]
    number = table.version + 1
    page.panel.locator(".option", has_text="2").first.click()
    expect(page.entry(number)).to_have_count(1)
    (revealed,) = table.entries()[number - 1 :]
    assert revealed["action"]["dice"].keys() == {"ai"}
