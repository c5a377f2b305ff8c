"""A board of the own box is laid by touch: places are moved, joined and filled, a photograph is traced."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import MakePhone
from tests.page.test_access import violations
from tests.page.test_editions import OwnBox, joined
from tests.support.page.phone import Phone
from tests.support.service.server import Server

MakeBox = Callable[..., OwnBox]
SPACES = "planet/sides/a/spaces"
MAP = "main svg.map"


@pytest.fixture
def made(server: Server) -> MakeBox:
    """Makes an edition of a game that is as the packaged set."""

    def make(game: str) -> OwnBox:
        status, answer = server.request(
            "POST", "/v1/editions", {"game": game, "from": "demo", "name": "Our box"}
        )
        assert status == 201, answer
        return OwnBox(server, answer)

    return make


def place(page: Page, at: str) -> Locator:
    """The place of the map whose address ends so."""
    return page.locator(f'{MAP} > [data-place$="/{at}"]')


def middle(shown: Locator) -> tuple[float, float]:
    """The middle of a place on the screen."""
    shown.scroll_into_view_if_needed()
    box = shown.locator(".shape").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the map of a phone."""

    def __init__(self, hand: Phone) -> None:
        self.page = hand.page
        self.wire = hand.context.new_cdp_session(hand.page)

    def tap(self, at: str) -> None:
        self.page.touchscreen.tap(*middle(place(self.page, at)))

    def carry(self, start: str, end: str) -> None:
        """Rest on a place until it is lifted, and lay it on another one."""
        there, here = middle(place(self.page, end)), middle(place(self.page, start))
        self._send("touchStart", here)
        expect(self.page.locator(f"{MAP} .ghost")).to_be_visible()
        for part in (0.3, 0.7, 1):
            self._send("touchMove", tuple(a + (b - a) * part for a, b in zip(here, there, strict=True)))
        self._send("touchEnd")

    def _send(self, kind: str, *points: Any) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def spaces(box: OwnBox) -> dict[str, dict[str, Any]]:
    """The spaces of the first side of the planet in the draft, by their ids."""
    side = box.ask("/draft")["document"]["planet"]["sides"]["a"]
    return {space["id"]: space for space in side["spaces"]}


def saved(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()


def test_a_planet_is_laid_again_with_a_finger_while_the_line_is_cut(phone: MakePhone, made: MakeBox) -> None:
    box, hand = made("first_light"), phone(width=360, height=780)
    page = joined(hand.page, box, "editor", "planet")
    finger, before = Finger(hand), spaces(box)
    expect(place(page, "r2c2")).to_be_visible()
    hand.context.set_offline(True)
    finger.carry("r3c3", "r2c2")
    finger.carry("r4c2", "r3c2")
    expect(page.get_by_text("Offline · 2 waiting")).to_be_visible()
    hand.context.set_offline(False)
    saved(page)
    after = spaces(box)
    assert after["r3c3"]["adjacent"]["nw"] == before["r2c2"]["adjacent"]["nw"] == "r1c1"
    assert after["r4c2"]["adjacent"]["w"] == "r3c1"
    assert after["r3c3"]["yield"] == before["r3c3"]["yield"]
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_text("The last change is taken back.")).to_be_visible()
    assert spaces(box)["r4c2"]["adjacent"]["w"] == "r4c1"
    finger.tap("r1c1")
    west = page.get_by_role("complementary").get_by_label("West", exact=True)
    expect(west).not_to_be_checked()
    west.tap()
    expect(page.locator(f'{MAP} [data-place$="/r1c1"] .arrow')).to_have_count(2)
    saved(page)
    assert spaces(box)["r1c1"]["arrows"] == {"nw": "r5c3", "w": "r1c3"}


def test_what_lies_on_many_places_is_chosen_once_and_laid_with_a_tap_each(
    phone: MakePhone, made: MakeBox
) -> None:
    box, hand = made("first_light"), phone(width=360, height=780)
    page, finger = joined(hand.page, box, "editor", "planet"), Finger(hand)
    gems = {name for name, space in spaces(box).items() if space["token"] == "gem"}
    page.get_by_role("button", name="Lay", exact=True).tap()
    page.get_by_role("radiogroup", name="Token").get_by_role("radio", name="Gem").tap()
    expect(page.locator(f"{MAP} .spot.lit")).to_have_count(len(gems))
    for at in ("r1c1", "r4c2"):
        finger.tap(at)
    finger.tap(sorted(gems)[0])
    page.get_by_role("radio", name="Yield").tap()
    page.get_by_label("Or type it").fill("2 w 1 alg")
    page.keyboard.press("Tab")
    finger.tap("r3c3")
    saved(page)
    now = spaces(box)
    assert {name for name, space in now.items() if space["token"] == "gem"} == (
        gems - {sorted(gems)[0]} | {"r1c1", "r4c2"}
    )
    assert now["r3c3"]["yield"] == {"water": 2, "algae": 1}


def test_places_and_roads_are_changed_with_mouse_and_keys(phone: MakePhone, made: MakeBox) -> None:
    box = made("order_vs_chaos")
    page = joined(phone(width=1280, height=800).page, box, "keeper", "maps")

    def us() -> dict[str, Any]:
        return dict(box.ask("/draft")["document"]["maps"][0])

    def lies(at: str) -> list[float]:
        return list(box.ask("/draft")["maps"]["maps/us"]["places"]["locations"][at]["at"])

    page.get_by_role("button", name="Road", exact=True).click()
    for pair in (("Seattle", "Boise"), ("Denver", "Miami")):
        for name in pair:
            page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_text("A road joins Denver and Miami now.")).to_be_visible()
    saved(page)
    assert ["seattle", "boise"] not in us()["edges"]
    assert ["denver", "miami"] in us()["edges"]
    page.get_by_role("button", name="Move", exact=True).click()
    start, before = middle(place(page, "denver")), lies("denver")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] + 10, steps=3)
    page.mouse.up()
    page.get_by_role("button", name="Denver", exact=True).press("Shift+ArrowDown")
    saved(page)
    x, y = lies("denver")
    assert x > before[0]
    assert y > before[1]
    page.get_by_role("button", name="Denver", exact=True).press("Enter")
    beside = page.get_by_role("complementary", name="Denver")
    beside.get_by_label("Name").fill("Mile High")
    page.get_by_role("button", name="Mile High", exact=True).press("ArrowUp")
    expect(page.get_by_role("complementary", name="Omaha")).to_be_visible()
    page.get_by_role("button", name="Add", exact=True).click()
    corner = page.locator(MAP).bounding_box()
    assert corner is not None
    page.mouse.click(corner["x"] + corner["width"] / 2 - 40, corner["y"] + 25)
    expect(page.get_by_role("complementary", name="Location 40")).to_be_visible()
    page.get_by_role("button", name="Remove Location 40").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Location 40 is removed.")).to_be_visible()
    saved(page)
    assert [one["name"] for one in us()["locations"] if one["id"] == "denver"] == ["Mile High"]


def test_a_photograph_to_trace_stays_on_the_device(phone: MakePhone, made: MakeBox, tmp_path: Path) -> None:
    box, hand = made("first_light"), phone(width=360, height=780)
    page = joined(hand.page, box, "editor", "planet")
    sent: list[bytes] = []
    hand.context.on("request", lambda request: sent.append(request.post_data_buffer or b""))
    picture = tmp_path / "board.png"
    page.screenshot(path=picture)
    page.get_by_text("Trace a photograph").tap()
    page.get_by_label("A photograph of your board").set_input_files(picture)
    shown = page.locator(f"{MAP} image")
    expect(shown).to_be_visible()
    page.get_by_label("Turn").fill("90")
    expect(shown).to_have_attribute("transform", re.compile(r"rotate\(90\)"))
    page.get_by_role("button", name="Move the photograph", exact=True).tap()
    Finger(hand).carry("r3c3", "r2c2")
    saved(page)
    assert spaces(box)["r3c3"]["adjacent"]["nw"] == "r1c1"
    address = shown.get_attribute("href") or ""
    assert address.startswith("data:image/jpeg;base64,")
    assert max(map(len, sent)) in range(1, 500), "The longest body is a change of the map."
    page.reload()
    expect(shown).to_have_attribute("href", address)
    expect(shown).to_have_attribute("transform", re.compile(r"rotate\(90\)"))


def test_everybody_can_use_a_map_or_its_list(phone: MakePhone, made: MakeBox) -> None:
    box = made("first_light")
    box.change({"do": "set", "at": f"{SPACES}/r4c3/yield/water", "value": "much"})
    reader = phone(bypass_csp=True, width=360, height=780)
    page = joined(reader.page, box)
    page.get_by_role("button", name=re.compile("^Planet Board")).tap()
    beside = page.get_by_role("complementary", name="R4c3")
    expect(beside.get_by_role("radiogroup", name="Yield: Water").locator(":focus")).to_have_count(1)
    expect(place(page, "r4c3")).to_have_accessible_name(re.compile("^R4c3, .*needs attention$"))
    found = {"place": violations(reader)}
    beside.get_by_role("button", name="Close R4c3").tap()
    expect(page.get_by_role("complementary", name="Side A")).to_be_visible()
    page.get_by_role("button", name="Lay", exact=True).tap()
    expect(page.get_by_role("radiogroup", name="Token")).to_be_visible()
    found["laying"] = violations(reader)
    page.get_by_role("button", name="List", exact=True).tap()
    page.get_by_role("button", name=re.compile("^R1c1")).first.tap()
    expect(page.get_by_role("dialog").get_by_label("North-west")).to_be_checked()
    page.get_by_role("button", name="Done").tap()
    page.reload()
    expect(page.get_by_role("button", name="List", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(MAP)).to_have_count(0)
    assert {name: faults for name, faults in found.items() if faults} == {}
