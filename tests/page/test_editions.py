"""A group makes its own box: from the packaged one to a table that is opened with it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.conftest import MakePhone
from tests.page.test_access import violations
from tests.support.long.edition_by_hand import (
    LAPTOP,
    PHONE,
    Box,
    Hand,
    box_of,
    differing,
    enter_events,
    enter_items,
    faults_of,
)
from tests.support.service.server import Server

GAME = "first_light"


class OwnBox:
    """An edition, as the service has it."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.id, self.tokens = server, made["edition"], made["tokens"]

    def ask(self, path: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.tokens['keeper']}"}
        status, answer = self.server.request("GET", f"/v1/editions/{self.id}{path}", headers=headers)
        assert status == 200, answer
        return dict(answer)

    def item(self, place: int = 0) -> dict[str, Any]:
        """A row of the Items in the draft."""
        return dict(self.ask("/draft")["document"]["items"][place])

    def change(self, *changes: dict[str, Any]) -> None:
        """Change the draft as another device would."""
        headers = {"Authorization": f"Bearer {self.tokens['editor']}", "If-Match": "*"}
        status, answer = self.server.request(
            "PATCH", f"/v1/editions/{self.id}/draft", {"changes": changes}, headers
        )
        assert status == 200, answer


@pytest.fixture
def box(server: Server) -> OwnBox:
    """An edition of First Light that is as the packaged set."""
    asked = {"game": GAME, "from": "demo", "name": "Our box"}
    status, made = server.request("POST", "/v1/editions", asked)
    assert status == 201, made
    return OwnBox(server, made)


def joined(page: Page, box: OwnBox, holder: str = "keeper", section: str = "") -> Page:
    """The page of an edition, or of a section, after its link was opened."""
    page.goto(f"/e#{box.tokens[holder]}")
    expect(page).to_have_url(re.compile(f"/editions/{box.id}$"))
    if section:
        page.goto(f"/editions/{box.id}/{section}")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    return page


def test_a_box_is_made_from_the_packaged_one_published_and_played_with(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/open/first_light")
    page.get_by_role("link", name="Make your own box").click()
    page.get_by_label("Game").select_option(label="Circadians: First Light")
    page.get_by_label("Name of your edition").fill("The box on our shelf")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", level=1, name="The box on our shelf")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Item Cards")).click()
    page.get_by_role("button", name=re.compile("Aqua cannon")).click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("Water gun")
    form.get_by_role("button", name="As in our box").click()
    expect(form.get_by_role("heading", name="Aqua pack")).to_be_visible()
    form.get_by_role("button", name="Done").click()
    expect(page.get_by_text("1 of 36 as in your box.")).to_be_visible()
    page.get_by_role("link", name="The box on our shelf").click()
    expect(page.get_by_text(re.compile(r"^1 of \d+ parts as in your box$"))).to_be_visible()
    page.get_by_label("What is new in it?").fill("One card")
    page.get_by_role("button", name="Publish version 1").click()
    page.get_by_role("link", name="Open a table with version 1").click()
    expect(page.get_by_role("combobox", name="Edition")).to_contain_text("The box on our shelf, version 1")
    expect(page.get_by_text(re.compile(r"^1 of \d+ parts confirmed$"))).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))


def test_a_box_of_a_game_begins_with_a_set_of_that_game_however_late_another_game_answers(
    phone: MakePhone,
) -> None:
    page = phone().page
    late: list[Route] = []
    page.route("**/v1/games/time_of_chaos/opening", lambda route: late.append(route))
    page.goto("/editions")
    page.get_by_label("Game").select_option(label="Circadians: First Light")
    page.get_by_label("Name of your edition").fill("Answered late")
    expect(page.get_by_role("button", name="Make it")).to_be_enabled()
    with page.expect_response("**/v1/games/time_of_chaos/opening") as other:
        late.pop().continue_()
    other.value.finished()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", level=1, name="Answered late")).to_be_visible()


def test_a_card_takes_six_gestures_on_a_phone_and_at_the_keyboard(phone: MakePhone, box: OwnBox) -> None:
    wanted = box_of(Random(1))
    items = [*wanted.items.items()]
    for device, own in ((PHONE, dict(items[:2])), (LAPTOP, dict(items[2:4]))):
        opened = phone(width=device.width, height=device.height, is_mobile=device.touch)
        hand = Hand(joined(opened.page, box, "editor"), device)
        enter_items(hand, own)
        expect(hand.page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
        assert [*differing(box.ask("/draft")["document"], Box(own, {}, {}, {}))] == []
        assert faults_of(hand) == []
        assert not {f"items/{id}" for id in own} & {*box.ask("/draft")["unconfirmed"]}
    events = dict([*wanted.events.items()][:2])
    enter_events(hand, events)
    expect(hand.page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    assert [*differing(box.ask("/draft")["document"], Box({}, events, {}, {}))] == []
    assert faults_of(hand) == []


def test_a_fault_is_a_button_that_leads_to_its_field(phone: MakePhone, box: OwnBox) -> None:
    box.change(
        {"do": "set", "at": "items/aqua_pack/points", "value": -4},
        {"do": "set", "at": "base/garage_costs/4", "value": "many"},
    )
    reader = phone(bypass_csp=True, width=360, height=780)
    page = joined(reader.page, box)
    found = {"overview": violations(reader)}
    expect(page.get_by_text("2 things to put right")).to_be_visible()
    expect(page.get_by_role("button", name="Publish version 1")).to_be_disabled()
    page.get_by_role("button", name=re.compile("^Item Cards · Aqua pack")).click()
    points = page.get_by_label("Points", exact=True)
    expect(points).to_be_focused()
    expect(points).to_have_accessible_description(re.compile("-4"))
    found["row"] = violations(reader)
    points.fill("3")
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text="-4")).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("One thing to put right")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Research Base")).click()
    expect(page.get_by_label("Price of each Garage 5")).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/editions/{box.id}/items")
    expect(page.get_by_label("Points, Aqua pack")).to_have_value("3")
    found["grid"] = violations(reader)
    page.get_by_role("button", name="Open Aqua pack").click()
    expect(page.get_by_role("dialog").get_by_label("Name", exact=True)).to_be_editable()
    found["form beside the grid"] = violations(reader)
    page.goto("/editions")
    expect(page.get_by_text("one thing to put right")).to_be_visible()
    found["list"] = violations(reader)
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_what_is_entered_while_the_line_is_cut_joins_what_others_enter(phone: MakePhone, box: OwnBox) -> None:
    hand = phone()
    page = joined(hand.page, box, "editor", "items")
    page.get_by_role("button", name=re.compile("Aqua cannon")).click()
    hand.context.set_offline(True)
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("Water gun")
    form.get_by_role("radiogroup", name="Cost: Power").get_by_role("radio", name="1", exact=True).click()
    expect(form.get_by_text("Offline · 2 waiting")).to_be_attached()
    box.change(
        {"do": "set", "at": "items/aqua_cannon/points", "value": 4},
        {"do": "set", "at": "items/aqua_pack/name", "value": "Rucksack"},
    )
    hand.context.set_offline(False)
    expect(page.get_by_text("Saved")).to_be_attached()
    item = box.item(1)
    assert (item["name"], item["cost"], item["points"]) == ("Water gun", {"water": 3, "power": 1}, 4)
    expect(form.get_by_role("radiogroup", name="Points").get_by_role("radio", name="4")).to_be_checked()
    form.get_by_role("button", name="Next").click()
    expect(form.get_by_role("heading", name="Rucksack")).to_be_visible()
    form.get_by_role("button", name="Done").click()
    box.change({"do": "set", "at": "events/dust/name", "value": "Sand"})
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The last change is taken back.")).to_be_visible()
    assert "Sand" in [one.get("name") for one in box.ask("/draft")["document"]["events"]], "it is another's"
    assert (box.item(1)["cost"], box.item(1)["name"]) == ({"water": 3, "power": 2}, "Water gun")
    page.get_by_role("button", name=re.compile("Rucksack")).click()
    box.change({"do": "set", "at": "items/aqua_pack/points", "value": 5})
    form.get_by_role("button", name="As in our box").click()
    expect(form.get_by_text("Somebody has changed this meanwhile. Compare it again.")).to_be_visible()
    assert "items/aqua_pack" in box.ask("/draft")["unconfirmed"]


def test_a_table_in_a_board_comes_back_from_a_spreadsheet(phone: MakePhone, box: OwnBox) -> None:
    page = joined(phone().page, box, "editor", "planet")
    page.get_by_role("button", name="List").first.click()
    side = page.get_by_role("group", name="B", exact=True)
    side.get_by_text("Spreadsheet", exact=True).click()
    text = b"id,Yield\nr1c2,5 Water\nr2c1,2 Moons\n"
    file = {"name": "spaces.csv", "mimeType": "text/csv", "buffer": text}
    side.get_by_label("Take over a CSV file").set_input_files([file])  # type: ignore[list-item]
    expect(side.get_by_text("Changed: R1c2")).to_be_visible()
    expect(side.get_by_text("Line 3, Yield: “2 Moons”")).to_be_visible()
    side.get_by_role("button", name="Take it over").click()
    expect(side.get_by_role("button", name=re.compile("^R1c2 5 Water"))).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(side.get_by_role("button", name=re.compile("^R1c2 1 Water, 2 Algae"))).to_be_visible()
