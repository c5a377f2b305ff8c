"""From home to a table that is open: the form, the links, and who comes by them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from domain.games import REGISTRY
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone
from tests.support.service.server import Server


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
    page.get_by_label("Your pawn's tile").check()
    page.get_by_label("In Tablelog").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    link = host.link("Blue")
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    page.get_by_role("link", name="To the table").click()
    expect(host.line).to_contain_text("Live")
    host.tap("Lay out the tiles")
    expect(host.entry(2)).to_have_count(1)
    guest.page.goto(link)
    expect(guest.line).to_contain_text("Live")
    expect(guest.entry(2)).to_have_count(1)
    guest.page.get_by_role("link", name="Seats").click()
    expect(guest.page.get_by_text("the one at the window").first).to_be_visible()


def test_of_several_forms_that_were_asked_for_the_last_counts_and_no_other_is_sent(phone: MakePhone) -> None:
    host = phone()
    page = host.page
    page.goto("/open/time_of_chaos")
    late: list[Route] = []
    page.route(re.compile(r"/opening\?.*count=4"), lambda route: late.append(route))
    page.get_by_role("button", name="4", exact=True).click()
    expect(page.locator("[inert]").filter(has_text="Open the table")).to_have_count(1)
    page.get_by_role("button", name="3", exact=True).click()
    seats = page.get_by_role("group", name=re.compile("^Seat [0-9]$"))
    expect(seats).to_have_count(3)
    expect(page.locator("[inert]")).to_have_count(0)
    with page.expect_event("requestfinished", lambda request: "count=4" in request.url):
        late[0].continue_()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name=re.compile("Green|Yellow"))).to_have_count(1)


def test_a_replaced_link_is_another_and_the_old_one_ends(phone: MakePhone) -> None:
    host, guest = phone(), phone()
    page = host.page
    page.goto("/open/time_of_chaos")
    page.get_by_role("button", name="Open the table").click()
    old = host.link("Watchers")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Watchers"))
    guest.page.goto(old)
    expect(guest.line).to_contain_text("Live")
    card.get_by_role("button", name="Replace").click()
    card.get_by_role("button", name="Replace; the old link stops working").click()
    expect(card.get_by_label("Link for Watchers")).not_to_have_value(old)
    expect(guest.page.get_by_role("heading", name="This link was replaced.")).to_be_visible()
    guest.page.goto(host.link("Watchers"))
    expect(guest.line).to_contain_text("Live")


def test_every_game_opens_by_its_form_as_it_stands(phone: MakePhone) -> None:
    page = phone().page
    for key in REGISTRY:
        page.goto(f"/open/{key}")
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(re.compile("/t/.*/links$"))


def test_a_mode_takes_a_layout_and_a_clock_that_go_with_it(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/open/chaosmos")
    page.get_by_role("radio", name="Two players").check()
    expect(page.get_by_role("group", name="Which layout?").get_by_role("radio")).to_have_count(1)
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
    expect(page.get_by_role("alert")).to_contain_text("This is not a link to a table.")


def people_of(guest: Phone) -> dict[str, tuple[str, str]]:
    """Player and name by seat, as this device's first token of the table that it shows hears them."""
    told = guest.page.evaluate(
        """async () => {
          const id = location.pathname.split("/")[2];
          const { tokens } = JSON.parse(localStorage.getItem("tablelog.sessions"))[id];
          const headers = { Authorization: `Bearer ${tokens.scribe}` };
          return (await (await fetch(`/v1/sessions/${id}/people`, { headers })).json()).items;
        }"""
    )
    return {one["seat"]: (one["player"], one["name"]) for one in told}


@pytest.mark.parametrize("host", ["127.0.0.1", "table.lan"])
def test_who_played_before_sits_down_by_one_tap_and_is_the_same_player(phone: MakePhone, host: str) -> None:
    device = phone(host=host)
    page = device.page

    def who(seat: int) -> Locator:
        return page.get_by_role("group", name=f"Seat {seat}").get_by_label("Who sits here?")

    def opened() -> dict[str, tuple[str, str]]:
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(re.compile("/t/.*/links$"))
        return people_of(device)

    page.goto("/open/time_of_chaos")
    again = page.get_by_role("group", name="Who is playing again?")
    expect(who(1)).to_be_visible()
    expect(again).to_have_count(0)
    who(1).fill("the one at the window")
    who(2).fill("the one at the door")
    first = opened()
    assert len({player for player, _ in first.values()}) == 2

    page.goto("/open/time_of_chaos")
    again.get_by_role("button", name="the one at the door").click()
    expect(who(1)).to_have_value("the one at the door")
    expect(page.get_by_text("played here before")).to_have_count(1)
    expect(again.get_by_role("button")).to_have_text(["the one at the window"])
    who(2).fill("the one who is late")
    second = opened()
    assert second["red"] == first["blue"]
    assert second["blue"][1] == "the one who is late"
    assert second["blue"][0] not in {player for player, _ in first.values()}

    page.get_by_role("link", name="To the table").click()
    late: list[Route] = []
    page.route("**/v1/people", lambda route: late.append(route))
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_request("**/v1/people"):
        page.get_by_role("button", name="Who sits where").click()
    blue = page.get_by_role("listitem").filter(has=page.get_by_label("Blue", exact=True))
    blue.get_by_role("textbox").or_(blue.get_by_role("combobox")).fill("the one at the window")
    blue.get_by_role("button", name="Save").click()
    late[0].continue_()
    expect(blue.get_by_text("Saved.")).to_be_visible()
    assert people_of(device)["blue"] == first["red"]


def test_players_are_found_beside_a_link_that_was_replaced(phone: MakePhone, server: Server) -> None:
    device = phone()
    page = device.page
    for name in ("the one at the window", "the one at the door"):
        page.goto("/open/time_of_chaos")
        page.get_by_role("group", name="Seat 1").get_by_label("Who sits here?").fill(name)
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(re.compile("/t/.*/links$"))
    session = page.url.split("/")[-2]
    owner = device.link("Owner").split("#")[1]
    headers = {"Authorization": f"Bearer {owner}"}
    status, _ = server.request("POST", f"/v1/sessions/{session}/tokens", {"holders": ["seat:red"]}, headers)
    assert status == 201
    page.goto("/open/time_of_chaos")
    again = page.get_by_role("group", name="Who is playing again?")
    expect(again.get_by_role("button")).to_have_text(["the one at the window"])


def test_once_more_seats_the_same_players(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    ids = {"red": "k3v9", "blue": "p4x2"}
    table = evening(recorded=85, players=ids, labels={"red": "the host", "blue": "the guest"})
    device = phone().join(table)
    device.panel.get_by_role("link", name="Play again").click()
    seat = device.page.get_by_role("group", name="Seat 1")
    expect(seat.get_by_label("Who sits here?")).to_have_value(re.compile("the host|the guest"))
    device.page.get_by_role("button", name="Open the table").click()
    expect(device.page).to_have_url(re.compile("/t/.*/links$"))
    assert people_of(device) == {"red": ("k3v9", "the host"), "blue": ("p4x2", "the guest")}


def test_once_more_is_the_same_table_in_every_respect(
    phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    """Order, colours, options, chance, who may look, and who sat where: two of one name, one of none."""
    seats = [{"seat": color, "color": color} for color in ("yellow", "red", "black")]
    players = {"yellow": "y-1", "red": "r-2", "black": "b-3"}
    table = evening(
        recorded=0,
        game="first_light",
        name="demo-3p-002",
        seats=seats,
        chance="drawn",
        may_declare=True,
        visibility="public",
        sandbox=True,
        players=players,
        labels={"yellow": "the guest", "black": "the guest"},
    )
    before = table.ask("")
    device = phone().join(table)
    device.page.goto(f"/open/first_light?again={table.id}")
    expect(device.page.get_by_role("group", name="Seat 3")).to_be_visible()
    device.page.get_by_role("button", name="Open the table").click()
    expect(device.page).to_have_url(re.compile("/t/.*/links$"))
    status, after = server.request("GET", f"/v1/sessions/{device.page.url.split('/')[-2]}")
    assert status == 200
    same = ("component_set", "seats", "options", "chance", "may_declare", "visibility", "sandbox", "players")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert people_of(device) == {
        "yellow": ("y-1", "the guest"),
        "red": ("r-2", None),
        "black": ("b-3", "the guest"),
    }


def test_once_more_takes_no_players_along_for_a_stranger(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=0, visibility="public", players={"red": "k3v9"}, labels={"red": "the host"})
    device = phone()
    device.page.goto(f"/open/time_of_chaos?again={table.id}")
    device.page.get_by_role("button", name="Open the table").click()
    expect(device.page).to_have_url(re.compile("/t/.*/links$"))
    assert people_of(device) == {"red": (None, None), "blue": (None, None)}


def test_a_table_keeps_the_time_zone_of_the_phone_that_opened_it(phone: MakePhone) -> None:
    page = phone(timezone_id="America/Sao_Paulo").page
    page.goto("/open/time_of_chaos")
    with page.expect_request(lambda request: request.url.endswith("/v1/sessions")) as opening:
        page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    assert opening.value.post_data_json["timezone"] == "America/Sao_Paulo"


@pytest.mark.parametrize(
    ("zone", "taken"),
    [("Asia/Tokyo", "Etc/GMT-9"), ("America/Phoenix", "Etc/GMT+7"), ("Asia/Kolkata", "UTC"), ("UTC", "UTC")],
)
def test_a_time_zone_that_the_service_does_not_know_is_one_with_the_same_clock(
    phone: MakePhone, zone: str, taken: str
) -> None:
    host = phone(timezone_id=zone)
    page = host.page
    page.add_init_script(
        "Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'Atlantis/Capital' })"
    )
    page.goto("/open/time_of_chaos")
    with page.expect_request(
        lambda request: request.url.endswith("/v1/sessions") and request.post_data_json["timezone"] == taken
    ):
        page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    told = f"does not know the time zone of this device (Atlantis/Capital). The table uses {taken}."
    expect(page.get_by_role("status").filter(has_text=told)).to_have_count(1)
    page.reload()
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    expect(page.get_by_text(told)).to_have_count(0)
    refused = host.faults.pop()
    assert "422" in refused
