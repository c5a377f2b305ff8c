"""What changed from one version of a box to the next, and what tables learnt of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_editions import OwnBox, box, joined
from tests.page.test_learning import BOUGHT, bought_last, opens, record

__all__ = ["box"]

TEXT = "Each player with fewer than three Farmers gains 2 Water and may place one Researcher."


def set_at(at: str, value: Any) -> dict[str, Any]:
    return {"do": "set", "at": at, "value": value}


def card(page: Page, name: str) -> Any:
    """What the page tells of a part."""
    heading = page.get_by_role("heading", level=3, name=re.compile(rf"^{re.escape(name)}\b"))
    return page.get_by_role("listitem").filter(has=heading)


def publish(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Publish version {number}").click()
    expect(page.get_by_role("link", name=f"What is new in version {number}")).to_be_visible()


def test_what_changed_is_compared_part_by_part(phone: MakePhone, box: OwnBox) -> None:
    event = "events/spring_tide"
    box.change(set_at(f"{event}/effect", {"kind": "manual"}), set_at(f"{event}/text", TEXT))
    keeper = phone(bypass_csp=True, width=360, height=780)
    page = joined(keeper.page, box)
    publish(page, 1)
    page.get_by_role("link", name="What changed since version 1").click()
    expect(page.get_by_text("There is nothing new to publish.")).to_be_visible()
    box.change(
        set_at("items/aqua_pack/name", "Rucksack"),
        set_at("items/aqua_pack/cost", {"water": 2, "algae": 1}),
        set_at(f"{event}/text", TEXT.replace("three", "four")),
        {"do": "take", "at": "events/market_day"},
    )
    page.reload()
    expect(page.get_by_text("Version 2 gets these changes when it is published.")).to_be_visible()
    expect(card(page, "Rucksack")).to_contain_text("Name")
    expect(card(page, "Rucksack")).to_contain_text(re.compile("Aqua pack.*→.*Rucksack"))
    expect(card(page, "Rucksack")).to_contain_text(re.compile("3 Algae, 1 Power.*→.*2 Water, 1 Algae"))
    expect(card(page, "Spring tide").locator("del")).to_have_text("three")
    expect(card(page, "Spring tide").locator("ins")).to_have_text("four")
    expect(card(page, "Market day")).to_contain_text("gone")
    assert violations(keeper) == []
    page.get_by_role("link", name="Rucksack").press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Rucksack")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="What changed")).to_be_visible()
    page.get_by_role("link", name="Our box", exact=True).click()
    publish(page, 2)
    page.get_by_role("link", name="What is new in version 2").click()
    expect(page).to_have_url(re.compile(r"/compare\?a=1&b=2$"))
    expect(card(page, "Rucksack")).to_be_visible()

    reader = joined(phone(width=1280, height=800).page, box, "reader")
    reader.get_by_role("link", name="What changed in version 2").click()
    expect(card(reader, "Spring tide")).to_be_visible()
    reader.get_by_label("From").select_option(label="The box that it began with")
    expect(card(reader, "Spring tide")).to_contain_text("The table resolves the text")


def test_a_listed_box_is_learnt_at_a_strangers_table(
    phone: MakePhone, box: OwnBox, evening: Callable[..., Evening]
) -> None:
    # Other tests publish the packaged set as well, and a table offers to the first edition that has its set.
    box.change(set_at("events/spring_tide/name", "Tide of strangers"))
    keeper = joined(phone(bypass_csp=True, width=360, height=780).page, box)
    publish(keeper, 1)
    keeper.get_by_role("checkbox", name="Everybody finds it when they open a table").check()
    expect(keeper.get_by_text("Everybody finds it now.")).to_be_visible()
    clean = phone().page
    clean.goto("/open/first_light")
    clean.get_by_role("combobox", name="Edition").select_option(label="Our box, version 1")
    clean.get_by_role("button", name="Open the table").click()
    expect(clean).to_have_url(re.compile("/t/.*/links$"))

    table = evening("first_light", recorded=BOUGHT, component_set=box.ask()["head"])
    bought = table.version
    seat, before = bought_last(table, bought)
    player = phone(bypass_csp=True).join(table, f"seat:{seat}")
    opens(player, before)
    player.panel.get_by_role("textbox", name="Name").fill("Long Lens")
    offer = player.panel.get_by_role("checkbox", name=re.compile("^Offer it to the edition Our box"))
    expect(offer).to_be_checked()
    assert violations(player) == []
    record(player)
    expect(player.said(bought + 1)).to_be_visible()
    opens(player, "Long Lens")
    player.panel.get_by_role("textbox", name="Name").fill("Longest Lens")
    offer.uncheck()
    expect(player.panel.get_by_text("It stays at this table.")).to_be_visible()
    record(player)
    expect(player.said(bought + 2)).to_be_visible()

    keeper.reload()
    keeper.get_by_role("link", name="One part learnt at a table").click()
    learnt = card(keeper, before)
    expect(learnt).to_contain_text(re.compile(f"{before}.*→.*Long Lens"))
    keeper.get_by_role("button", name=f"Not ours {before}").click()
    keeper.get_by_role("button", name=f"Put it back {before}").click()
    keeper.get_by_role("button", name=f"Take over {before}").click()
    expect(learnt).to_contain_text("Taken over into the draft.")
    assert "Long Lens" in [row.get("name") for row in box.ask("/draft")["document"]["items"]]
    assert box.ask()["progress"]["confirmed"] == 1
    keeper.get_by_role("button", name="Undo").click()
    expect(keeper.get_by_text("The last change is taken back.")).to_be_visible()
    keeper.reload()
    expect(learnt).to_contain_text("Long Lens")
