"""A table with blanks: another card is drawn, entered as it is printed, and played with from then on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_editions import OwnBox, joined
from tests.page.test_learning import choose, opens, record
from tests.support.service.server import Server


def with_blanks(server: Server, game: str, name: str, *, recorded: int) -> Evening:
    """A session of a recorded game that is played with an edition of blanks."""
    asked = {"game": game, "from": "demo", "name": "Our box", "blanks": True}
    status, made = server.request("POST", "/v1/editions", asked)
    assert status == 201, made
    headers = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
    status, version = server.request(
        "POST", f"/v1/editions/{made['edition']}/versions", {"note": ""}, headers
    )
    assert status == 201, version
    return Evening.opened(server, game, name, recorded=recorded, component_set=version["hash"])


def test_another_card_is_entered_before_it_is_dealt(phone: MakePhone, server: Server) -> None:
    table = with_blanks(server, "first_light", "demo-2p-001", recorded=4)
    before = table.version
    scribe = phone().join(table, "scribe")
    scribe.tap("Deal the Items")
    find = scribe.panel.get_by_role("searchbox")
    find.fill("Zcharo Lamp, Alien Relic, Uxolotyl, Security Codes, Aqua Cannon, Archive, Grogg,")
    find.fill("Long Lens")
    scribe.tap("Another item")
    scribe.panel.get_by_role("button", name="Done").click()
    scribe.panel.get_by_role("textbox", name="Name").fill("Long Lens")
    choose(scribe, "Cost: Water", "3")
    choose(scribe, "Points", "5")
    assert table.version == before
    record(scribe)
    expect(scribe.entry(before + 2)).to_contain_text("Grogg and Long Lens")
    expect(scribe.entry(before + 1)).to_contain_text("From your box: Long Lens.")
    path = f"/v1/component-sets/{table.ask('')['component_set']}"
    status, told = server.request("GET", path)
    assert status == 200, told
    document = told["document"]
    (card,) = [row for row in document["items"] if row.get("name") == "Long Lens"]
    assert (card["cost"], card["points"], card["benefit"]) == ({"water": 3}, 5, {"kind": "manual"})


def test_a_seat_enters_a_card_once_everybody_sees_it_or_later(phone: MakePhone, server: Server) -> None:
    table = with_blanks(server, "first_light", "demo-2p-001", recorded=12)
    before = table.version
    seat, other = phone().join(table, "seat:blue"), phone(color_scheme="dark").join(table, "seat:black")
    seat.tap("Reveal the Event")
    seat.tap("Another event")
    expect(seat.entry(before + 1)).to_contain_text("Blank Event 1")
    seat.panel.get_by_role("button", name="Later", exact=True).click()
    opens(seat, "Blank Event 1")
    expect(seat.panel.get_by_role("button", name="As in our box")).to_be_hidden()
    seat.panel.get_by_role("textbox", name="Name").fill("Dry Season")
    record(seat)
    expect(other.entry(before + 1)).to_contain_text("Dry Season")
    expect(other.entry(before + 2)).to_contain_text("From your box: Dry Season.")


def test_an_edition_begins_with_blanks_and_is_filled_up_with_them(phone: MakePhone, server: Server) -> None:
    page = phone().page
    page.goto("/editions")
    page.get_by_role("combobox", name="Game").select_option("first_light")
    page.get_by_role("textbox", name="Name of your edition").fill("Our box")
    page.get_by_role("checkbox", name="With blanks").check()
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url(re.compile("/editions/[^/]+$"))
    page.goto(f"{page.url}/events")
    expect(page.get_by_role("heading", name="Event Cards 16 of 16")).to_be_visible()
    expect(page.get_by_role("button", name="Blank event 15")).to_be_visible()

    status, made = server.request(
        "POST", "/v1/editions", {"game": "first_light", "from": "demo", "name": "Our other box"}
    )
    assert status == 201, made
    box = OwnBox(server, made)
    box.change({"do": "take", "at": "events/spring_tide"}, {"do": "take", "at": "events/quiet_night"})
    joined(page, box, section="events")
    page.get_by_role("button", name="Fill with blanks").click()
    expect(page.get_by_role("heading", name="Event Cards 16 of 16")).to_be_visible()
    expect(page.get_by_role("button", name="Fill with blanks")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Event Cards 14 of 16")).to_be_visible()
