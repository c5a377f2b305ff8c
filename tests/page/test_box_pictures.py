"""Pictures of the own box: taken in its form, and seen by those who may see the card."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_editions import OwnBox, joined
from tests.support.card_pictures import bytes_of, card, photograph, put_picture
from tests.support.service.server import Server

BOUGHT = 85
PICTURE = re.compile(r"/v1/pictures/([0-9a-f]{64})")


def box_of(server: Server) -> OwnBox:
    asked = {"game": "first_light", "from": "demo", "name": "Our box with photographs"}
    status, made = server.request("POST", "/v1/editions", asked)
    assert status == 201, made
    return OwnBox(server, made)


def give_each_item_one(box: OwnBox) -> dict[str, str]:
    """By the SHA-256 of its picture, the id of each Item."""
    items = box.ask("/draft")["document"]["items"]
    for number, item in enumerate(items):
        made = {"edition": box.id, "tokens": box.tokens}
        put_picture(box.server, made, f"items/{item['id']}", bytes_of(card(item["id"], number, (60, 80))))
    return {one["picture"]: one["part"].rpartition("/")[2] for one in box.ask("/pictures")["items"]}


def published(box: OwnBox) -> str:
    headers = {"Authorization": f"Bearer {box.tokens['keeper']}"}
    status, made = box.server.request("POST", f"/v1/editions/{box.id}/versions", {"note": ""}, headers)
    assert status == 201, made
    return str(made["hash"])


def asked_for(page: Page) -> set[str]:
    """The pictures that a page asks for from now on."""
    found: set[str] = set()
    page.on("request", lambda request: found.update(PICTURE.findall(request.url)))
    return found


def cards_in(part: dict[str, Any]) -> set[str]:
    """What the cards of a zone, or before a seat, are called by the page."""
    return {one["id"] for one in part.get("cards", ()) if one.get("id") and not one.get("back")}


def test_a_photo_of_a_card_is_taken_in_its_form(phone: MakePhone, server: Server) -> None:
    box, hand = box_of(server), phone(bypass_csp=True, width=360, height=780)
    page = joined(hand.page, box, "editor", "items")
    page.get_by_role("button", name=re.compile("Aqua cannon")).click()
    form = page.get_by_role("dialog")
    photo = {"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": photograph("Aqua cannon")}
    hand.context.set_offline(True)
    form.get_by_label("Name").fill("Water gun")
    expect(form.get_by_text("You can change pictures when you are online again.")).to_be_visible()
    hand.context.set_offline(False)
    form.get_by_label("Add a picture").set_input_files(photo)
    expect(form.get_by_role("button", name="Picture of Water gun", exact=True)).to_be_visible()
    [told] = box.ask("/pictures")["items"]
    assert (told["part"], told["width"], told["height"]) == ("items/aqua_cannon", 630, 880)
    assert violations(hand) == []
    wrong = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"}
    form.get_by_label("Change picture").set_input_files(wrong)
    expect(form.get_by_role("alert").filter(has_text="Choose a photo.")).to_be_visible()
    form.get_by_role("button", name="Remove the picture of Water gun").click()
    form.get_by_role("button", name="Remove the picture", exact=True).click()
    expect(form.get_by_label("Add a picture")).to_be_visible()
    assert box.ask("/pictures")["items"] == []


def test_a_page_shows_pictures_of_the_cards_that_it_names_alone(
    phone: MakePhone, server: Server, evening: Callable[..., Evening]
) -> None:
    box = box_of(server)
    items = give_each_item_one(box)
    table = evening("first_light", recorded=BOUGHT, component_set=published(box))
    seat = table.actions[0]["seat"]
    board = table.ask("?with=board", f"seat:{seat}")["board"]
    mine = set().union(*(cards_in(mat) for mat in board["seats"]))
    public = table.ask("?with=board", "spectator")["board"]
    open_to_all = set().union(*(cards_in(part) for part in (*public["seats"], *public["zones"])))
    hidden = {id for id in mine - open_to_all if id in items.values()}
    assert hidden, "the seat holds Items that nobody else sees"

    watcher, own = phone(), phone()
    seen = asked_for(watcher.page)
    watcher.join(table, "spectator")
    expect(watcher.page.locator(".card[data-face]").first).to_be_attached()
    watcher.page.locator(".card[data-face]").first.scroll_into_view_if_needed()
    own.join(table, f"seat:{seat}")
    own.page.get_by_role("button", name="Show hand").click()
    held = own.page.locator("li.card.secret[data-face]").first
    held.click()
    shown = own.panel.get_by_role("img")
    expect(shown).to_have_js_property("naturalWidth", 60)
    expect(shown).to_have_accessible_name(re.compile(r"\w"))
    expect(own.page.locator(f"[data-row='{next(iter(hidden))}']").first).to_have_attribute(
        "data-face", re.compile("^[0-9a-f]{64}$")
    )
    watcher.page.goto(f"/t/{table.id}/replay")
    expect(watcher.page.locator(".card[data-face]").first).to_be_attached()
    assert seen, "it shows those that lie open"
    assert {items[picture] for picture in seen} <= open_to_all
