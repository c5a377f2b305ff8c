"""An action names a card for the first time: one line asks whether it is as in the box, and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_editions import OwnBox
from tests.support.page.phone import Phone
from tests.support.service.server import Server

Open = Callable[..., Evening]
BEFORE_A_SEARCH = 11
"""So many actions of A Time of Chaos stand before blue searches the display."""
BEFORE_AN_ITEM = 84
"""So many of First Light stand before black buys an Item."""
CARD, ON_IT = "Invented artifact NP-E", "Present, Belongs to Past, Eastgate, 3 points"


def published(server: Server, game: str) -> tuple[OwnBox, str]:
    """An edition of which nobody has confirmed anything, and its first version."""
    status, made = server.request("POST", "/v1/editions", {"game": game, "from": "demo", "name": "Our box"})
    assert status == 201, made
    box = OwnBox(server, made)
    keeper = {"Authorization": f"Bearer {box.tokens['keeper']}"}
    status, version = server.request("POST", f"/v1/editions/{box.id}/versions", {}, keeper)
    assert status == 201, version
    return box, str(version["hash"])


def asked(phone: Phone, name: str) -> Locator:
    """The line that asks about this part."""
    return phone.panel.get_by_role("group", name=f"Is {name} as in your box?")


def option(phone: Phone, label: str) -> Locator:
    """The button whose label begins so."""
    return phone.panel.get_by_role("button", name=re.compile(f"^{label}"))


def buys(phone: Phone, item: str) -> None:
    """Go as far as the column of the Depository."""
    phone.tap("Depository")
    phone.tap("Middle row: 1 die")
    phone.press(option(phone.uncover(), item))


def any_line(phone: Phone) -> Locator:
    return phone.panel.get_by_role("group", name="as in your box?")


def document_of(table: Evening) -> dict[str, Any]:
    path = f"/v1/component-sets/{table.ask('')['component_set']}"
    return dict(table.server.request("GET", path)[1]["document"])


def test_one_tap_confirms_a_card_at_the_table_and_in_the_edition(
    phone: MakePhone, evening: Open, server: Server
) -> None:
    box, version = published(server, "time_of_chaos")
    before = box.ask()["progress"]["confirmed"]
    table = evening(component_set=version, recorded=BEFORE_A_SEARCH)
    blue = phone(width=1100, together=True)
    blue.page.goto(f"/e#{box.tokens['editor']}")
    expect(blue.page).to_have_url(re.compile(f"/editions/{box.id}$"))
    blue.join(table, "seat:blue")
    blue.tap("Search")
    blue.tap(CARD)
    expect(asked(blue, CARD)).to_contain_text(ON_IT)
    with blue.page.expect_response(re.compile(f"/editions/{box.id}/ticks/cards/NP-E")) as ticked:
        blue.press(asked(blue, CARD).get_by_role("button", name="Yes"))
    assert ticked.value.status == 200
    assert box.ask()["progress"]["confirmed"] == before + 1
    assert table.entries()[-1]["learnt"] == ["cards/NP-E"]
    assert "cards/NP-E" not in document_of(table)["invented"]
    assert blue.asked().startswith("Search"), "the question is still open"
    expect(any_line(blue)).to_have_count(0)
    assert not violations(blue)


def test_who_says_no_enters_the_card_and_then_goes_on_with_the_action(
    phone: MakePhone, evening: Open, server: Server
) -> None:
    _, version = published(server, "first_light")
    table = evening("first_light", component_set=version, recorded=BEFORE_AN_ITEM)
    scribe = phone(width=360, height=740, color_scheme="dark").join(table)
    buys(scribe, "Ice Stones")
    expect(asked(scribe, "Ice Stones")).to_be_visible()
    scribe.panel.get_by_role("button", name="Back").click()
    scribe.press(option(scribe, "Zcarpi"))
    expect(asked(scribe, "Zcarpi")).to_contain_text("8 Water, 1 Algae, 4 points")
    assert not violations(scribe)
    asked(scribe, "Zcarpi").get_by_role("button", name="No").press("Enter")
    scribe.panel.get_by_role("textbox", name="Name").fill("Long Lens")
    scribe.panel.get_by_role("button", name="Record", exact=True).click()
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text("Which column?")
    expect(any_line(scribe)).to_have_count(0)
    scribe.press(option(scribe, "as rolled: 5"))
    expect(scribe.said(BEFORE_AN_ITEM + 3)).to_be_visible()
    learnt, bought = table.entries()[-2:]
    assert (learnt["learnt"], bought["action"]["item"]) == (["items/zcarpi"], "zcarpi")

    table.record(table.actions[1])
    scribe.catches_up(table)
    buys(scribe, "Ice Stones")
    expect(scribe.said(BEFORE_AN_ITEM + 5)).to_be_visible()
    expect(any_line(scribe)).to_have_count(0)


def test_a_seat_is_asked_of_its_hand_only_once_everybody_sees_the_card(
    phone: MakePhone, evening: Open, server: Server
) -> None:
    _, version = published(server, "first_light")
    table = evening("first_light", component_set=version, recorded=BEFORE_AN_ITEM)
    black = phone(width=360, height=740)
    with black.page.expect_response(re.compile("/sheet$")):
        black.join(table, "seat:black")
    buys(black, "Zcarpi")
    expect(black.panel.get_by_role("heading", level=2)).to_contain_text("Which column?")
    expect(any_line(black)).to_have_count(0)
    black.press(option(black, "as rolled: 5"))
    black.press(asked(black, "Zcarpi").get_by_role("button", name="Yes"))
    expect(black.entry(BEFORE_AN_ITEM + 3)).to_have_count(1)
    assert table.entries()[-1]["learnt"] == ["items/zcarpi"]


def test_who_plays_with_the_packaged_box_is_asked_nothing_until_somebody_enters_a_card(
    phone: MakePhone, evening: Open
) -> None:
    table = evening("first_light", recorded=BEFORE_AN_ITEM).issued("spectator")
    scribe, watcher = phone(), phone().join(table, "spectator")
    fetched: list[str] = []
    scribe.page.on("request", lambda request: fetched.append(request.url))
    with scribe.page.expect_response(re.compile("/names$")):
        scribe.join(table)
    scribe.whole()
    assert not any("learning" in url for url in fetched)
    owner = {"Authorization": f"Bearer {table.tokens['owner']}", "If-Match": "*"}
    confirmed = {"confirmed": ["items/aqua_cannon"]}
    status, told = table.server.request("POST", f"{table.path}/amendments", confirmed, owner)
    assert status == 201, told
    expect(asked(scribe, "Dice tile")).to_be_visible()
    expect(watcher.entry(told["version"])).to_have_count(1)
    expect(any_line(watcher)).to_have_count(0)
