"""From home to a table that is open: the form, the links, and who comes by them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from domain.games import REGISTRY
from tests.page.conftest import MakePhone


def test_a_table_is_opened_and_joined_by_its_links(phone: MakePhone) -> None:
    host, guest = phone(), phone()
    page = host.page
    page.goto("/")
    page.get_by_role("link", name="Open a session").click()
    page.get_by_role("link", name="A Time of Chaos").click()
    page.get_by_role("button", name="3", exact=True).click()
    first = page.get_by_role("group", name="Seat 1")
    first.get_by_label("Who sits here?").fill("the one at the window")
    page.get_by_text("More options").click()
    page.get_by_label("The tile your pawn stands on").check()
    page.get_by_label("In Tablelog").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(5)
    link = page.get_by_label("Link of Blue").input_value()
    assert "/j#" in link
    page.get_by_role("link", name="Back to the table").click()
    expect(host.line).to_contain_text("Live")
    host.tap("Lay out the tiles")
    expect(host.entry(2)).to_have_count(1)
    guest.page.goto(link)
    expect(guest.line).to_contain_text("Live")
    expect(guest.entry(2)).to_have_count(1)
    guest.page.get_by_role("link", name="Seats").click()
    expect(guest.page.get_by_text("the one at the window").first).to_be_visible()


def test_a_replaced_link_is_another_and_the_old_one_ends(phone: MakePhone) -> None:
    host, guest = phone(), phone()
    page = host.page
    page.goto("/open/time_of_chaos")
    page.get_by_role("button", name="Open the table").click()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Watchers"))
    old = card.get_by_label("Link of Watchers").input_value()
    guest.page.goto(old)
    expect(guest.line).to_contain_text("Live")
    card.get_by_role("button", name="Replace").click()
    card.get_by_role("button", name="The old link ends: replace it").click()
    expect(card.get_by_label("Link of Watchers")).not_to_have_value(old)
    expect(guest.page.get_by_role("heading", name="This link was replaced.")).to_be_visible()
    guest.page.goto(card.get_by_label("Link of Watchers").input_value())
    expect(guest.line).to_contain_text("Live")


def test_every_game_opens_by_its_form_as_it_stands(phone: MakePhone) -> None:
    page = phone().page
    for key in REGISTRY:
        page.goto(f"/open/{key}")
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(re.compile("/t/.*/links$"))


def test_over_plain_http_it_is_said_how_to_copy_by_hand(phone: MakePhone) -> None:
    page = phone(host="table.lan").page
    page.goto("/open/time_of_chaos")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("copy it by hand")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)


def test_what_is_no_link_is_said_to_be_none(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/j")
    page.get_by_label("Link").fill("a link")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("This is no link to a table.")
