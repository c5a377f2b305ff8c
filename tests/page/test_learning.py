"""A table learns its box while it plays: a card is entered as it is printed, and every phone calls it so."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

BOUGHT = 85
"""Actions, the last of which buys an Item."""
WITH_A_WEAPON = 110
"""Actions, after which a seat shows a weapon of which the box has four."""
NAME, POINTS = "Long Lens", "5"


def card(phone: Phone, name: str) -> Locator:
    return phone.page.locator("li.card").filter(has=phone.page.get_by_text(name, exact=True)).first


def opens(phone: Phone, name: str) -> None:
    """Look at a card, and go on to what enters it."""
    card(phone, name).click()
    phone.panel.get_by_role("button", name="As in your box?").click()
    expect(phone.panel.get_by_role("textbox", name="Name")).to_be_visible()


def choose(phone: Phone, group: str, value: str) -> None:
    numbers = phone.panel.get_by_role("radiogroup", name=group, exact=True)
    numbers.get_by_role("radio", name=value, exact=True).click()


def record(phone: Phone) -> None:
    phone.panel.get_by_role("button", name="Record", exact=True).click()


def bought_last(table: Evening, last_entry: int) -> tuple[str, str]:
    """The seat that bought the Item of the last entry, and what it is called."""
    last = str(table.ask(f"/entries?from={last_entry}&with=words")["items"][0]["words"])
    mats = table.ask("?with=board")["board"]["seats"]
    return next((mat["seat"], one["label"]) for mat in mats for one in mat["cards"] if one["label"] in last)


def test_a_card_is_entered_as_it_is_printed_and_called_so_by_every_phone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("first_light", recorded=BOUGHT)
    bought = table.version
    seat, before = bought_last(table, bought)
    other = next(holder for holder in table.tokens if holder.startswith("seat:") and holder != f"seat:{seat}")
    mine, theirs = phone().join(table, f"seat:{seat}"), phone(color_scheme="dark").join(table, other)
    opens(mine, before)
    choose(mine, "Cost: Gems", "4")
    record(mine)
    expect(mine.panel.get_by_role("alert")).to_contain_text("The log depends on it.")
    mine.panel.get_by_role("button", name="Back").click()
    assert table.version == bought, "what is refused is not recorded"

    opens(mine, before)
    mine.panel.get_by_role("textbox", name="Name").fill(NAME)
    choose(mine, "Points", POINTS)
    record(mine)
    expect(theirs.said(bought + 1)).to_be_visible()
    expect(card(theirs, NAME)).to_contain_text(re.compile(rf"^\s*{POINTS}"))
    expect(theirs.entry(bought)).to_contain_text(NAME)
    theirs.page.get_by_role("link", name="Seats").click()
    opens(theirs, NAME)
    expect(theirs.panel.get_by_text("somebody has confirmed it")).to_be_visible()

    mine.panel.get_by_role("button", name="Undo").click()
    expect(card(theirs, before)).to_be_attached()
    expect(theirs.entry(bought)).to_contain_text(before)

    opens(mine, before)
    mine.panel.get_by_role("button", name="As in our box", exact=True).click()
    expect(mine.said(bought + 3)).to_be_visible()
    expect(theirs.panel.get_by_text("somebody has confirmed it")).to_be_visible()


def test_identical_cards_are_entered_once(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening("order_vs_chaos", "demo-2p-001", recorded=WITH_A_WEAPON)
    scribe = phone(width=1280, height=900).join(table)
    opens(scribe, "Pilum")
    expect(scribe.panel.get_by_role("checkbox", name="All 4 copies")).to_be_checked()
    scribe.panel.get_by_role("textbox", name="Name").fill("Long Pilum")
    before = table.version
    record(scribe)
    expect(card(scribe, "Long Pilum")).to_be_attached()
    assert table.version == before + 1, "one entry for all of them"
    _, learnt = table.server.request("GET", f"/v1/component-sets/{table.ask('')['component_set']}")
    box = learnt["document"]["weapons"]
    named = [one["id"] for one in box if one.get("name") == "Long Pilum"]
    assert named == [f"pilum_{number}" for number in (1, 2, 3, 4)]
