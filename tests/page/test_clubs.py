"""A club on the page: made in one step, handed on by links, with its tables, evenings and keys."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.page.evening_over import evening_over, follow
from tests.support.page.phone import Phone
from tests.support.service.server import Server

NAMES = {"red": "Ruby by the window", "blue": "Cobalt at the door"}


class Group:
    """A club, by the API."""

    def __init__(self, server: Server, name: str = "Thursday table") -> None:
        self.server, self.name = server, name
        status, made = server.request("POST", "/v1/clubs", {"name": name, "timezone": "Europe/Rome"})
        assert status == 201, made
        self.id: str = made["club"]
        self.keys: dict[str, str] = made["tokens"]

    def take_in(self, evening: Evening) -> Evening:
        headers = {
            "Authorization": f"Bearer {self.keys['organiser']}",
            "Tablelog-Tokens": evening.tokens["owner"],
        }
        status, told = self.server.request(
            "PUT", f"/v1/clubs/{self.id}/sessions/{evening.id}", headers=headers
        )
        assert status == 200, told
        return evening

    def ask(self, path: str = "", holder: str = "keeper") -> Any:
        headers = {"Authorization": f"Bearer {self.keys[holder]}"}
        status, told = self.server.request("GET", f"/v1/clubs/{self.id}{path}", headers=headers)
        assert status == 200, told
        return told

    def opens(self, phone: Phone, holder: str = "member") -> Page:
        """The page of the club, on a device that came by this holder's link."""
        phone.page.goto(f"/c#{self.keys[holder]}")
        expect(phone.page).to_have_url(re.compile(f"/c/{self.id}$"))
        expect(phone.page.get_by_role("heading", level=1, name=self.name)).to_be_visible()
        return phone.page


@pytest.fixture
def group(server: Server) -> Group:
    return Group(server)


def test_a_club_is_made_in_one_step_and_its_keys_stay_on_the_device(phone: MakePhone, server: Server) -> None:
    maker, friend = phone(timezone_id="America/Lima"), phone()
    page = maker.page
    page.goto("/")
    page.get_by_role("link", name="Clubs").click()
    page.get_by_label("Name of the club").fill("Friday table")
    page.get_by_role("button", name="Make the club").click()
    expect(page.get_by_role("heading", level=1, name="Friday table")).to_be_visible()
    expect(page.get_by_text("No evening yet")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('tablelog.clubs')"))
    ((club, known),) = kept.items()
    assert set(known["keys"]) == {"keeper", "organiser", "member"}
    headers = {"Authorization": f"Bearer {known['keys']['member']}"}
    _, told = server.request("GET", f"/v1/clubs/{club}", headers=headers)
    assert (told["name"], told["timezone"]) == ("Friday table", "America/Lima")
    page.get_by_role("link", name="Links and keys").click()
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    link = maker.shown_link("Link for Members", "/c#")
    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", level=1, name="Friday table")).to_be_visible()
    assert friend.page.url.endswith(f"/c/{club}")
    friend.page.goto("/")
    clubs = friend.page.get_by_role("region", name="Your clubs")
    expect(clubs.get_by_role("link", name="Friday table", exact=True)).to_be_visible()


def test_without_a_key_the_page_says_how_to_get_in(phone: MakePhone, group: Group) -> None:
    stranger = phone(bypass_csp=True)
    answer = stranger.page.goto(f"/c/{group.id}")
    assert answer is not None
    assert answer.status == 404
    expect(stranger.page.get_by_role("heading", name="Not open to this device")).to_be_visible()
    expect(stranger.page.get_by_role("link", name="Join with a link")).to_be_visible()
    assert group.name not in stranger.page.content()
    assert violations(stranger) == []
    stranger.page.goto(f"/c/{group.id}/keys")
    expect(stranger.page.get_by_text("This device has no link to the club")).to_be_visible()
    stranger.page.goto("/c#not-a-key")
    expect(stranger.page.get_by_role("alert")).to_contain_text("This link opens no club here")
    assert stranger.page.url.endswith("/c")


def test_tables_and_evenings_open_with_the_clubs_key(phone: MakePhone, server: Server, group: Group) -> None:
    now = group.take_in(Evening.opened(server, "time_of_chaos", "demo-2p-001", recorded=8, labels=NAMES))
    over = group.take_in(evening_over(server, "time_of_chaos", "demo-2p-001", labels=NAMES))
    member = phone()
    page = group.opens(member)
    tables = page.get_by_role("region", name="Tables now")
    expect(tables).to_contain_text("Waiting for")
    expect(tables.locator(f"[data-id='{now.id}']")).to_contain_text("Ruby by the window")
    evenings = page.get_by_role("region", name="Evenings")
    expect(evenings.locator(f"[data-id='{over.id}']")).to_contain_text("Cobalt at the door")
    tables.get_by_role("link", name="A Time of Chaos").click()
    expect(member.line).to_contain_text("Live")
    member.catches_up(now)
    page.goto(f"/t/{over.id}/result")
    expect(page.get_by_role("rowheader", name=re.compile("Ruby by the window"))).to_be_visible()
    assert page.evaluate("localStorage.getItem('tablelog.sessions')") is None
    page.goto("/clubs")
    page.get_by_role("button", name="Remove from this device").click()
    page.get_by_role("button", name="Remove; without a link you cannot come back").click()
    assert page.evaluate("localStorage.getItem('tablelog.lent')") == "{}"
    page.goto(f"/t/{now.id}")
    expect(page.get_by_role("heading", name="Table not found.")).to_be_visible()
    group.opens(member)
    late = group.take_in(Evening.opened(server, "time_of_chaos", "demo-2p-001", recorded=3))
    page.goto(f"/t/{late.id}")
    expect(member.line).to_contain_text("Live")
    page.goto("/sessions")
    expect(page.locator(f"[data-id='{over.id}']")).to_contain_text("Ruby by the window")


def test_evenings_are_filtered_by_game_and_by_page(phone: MakePhone, server: Server, group: Group) -> None:
    over = [group.take_in(evening_over(server, "time_of_chaos", "demo-2p-001")) for _ in range(2)]
    page = group.opens(phone())
    page.goto(f"/c/{group.id}?limit=1")
    shown = page.locator(".evening")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-id", over[1].id)
    page.get_by_role("link", name="Earlier evenings").click()
    expect(page.locator(f".evening[data-id='{over[0].id}']")).to_be_visible()
    expect(page.get_by_role("link", name="Earlier evenings")).to_have_count(0)
    page.get_by_label("Game").select_option(label="Chaosmos")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No evening matches.")).to_be_visible()
    page.get_by_role("link", name="All", exact=True).click()
    expect(page.locator(".evening")).to_have_count(2)


def test_keys_are_made_shown_replaced_and_revoked_by_the_keeper_alone(phone: MakePhone, group: Group) -> None:
    keeper, member = phone(bypass_csp=True, width=360, height=780), phone()
    page = group.opens(keeper, "keeper")
    page.get_by_role("link", name="Links and keys").click()
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    found = {"links": violations(keeper)}
    page.get_by_text("Make a key for an application").click()
    page.get_by_label("Name of the application").fill("Results board")
    page.get_by_role("checkbox", name=re.compile("^Export")).check()
    page.get_by_role("button", name="Make a key").click()
    made = page.get_by_role("status").get_by_label("Key for Results board")
    expect(made).to_have_value(re.compile(r"^[\w.-]{40,}$"))
    found["made"] = violations(keeper)
    assert group.ask("/keys")["items"][-1]["rights"] == ["read", "export"]
    page.get_by_role("button", name="Revoke the key of Results board").click()
    page.get_by_role("button", name="Revoke; it stops working at once").click()
    expect(page.get_by_role("button", name="Make a new key for Results board")).to_be_visible()
    assert group.ask("/keys")["items"][-1]["revoked"] is not None
    group.opens(member)
    old = keeper.shown_link("Link for Members", "/c#")
    page.get_by_role("button", name="Replace").click()
    page.get_by_role("button", name="Replace; the old one stops working").click()
    expect(page.get_by_label("Link for Members")).not_to_have_value(old)
    member.page.reload()
    expect(member.page.get_by_role("heading", name="Not open to this device")).to_be_visible()
    member.page.goto(keeper.shown_link("Link for Members", "/c#"))
    expect(member.page.get_by_role("heading", level=1, name=group.name)).to_be_visible()
    member.page.get_by_role("link", name="Invite").click()
    expect(member.page.get_by_label("Link for Members")).to_be_visible()
    expect(member.page.get_by_text("Keys for applications")).to_have_count(0)
    expect(member.page.get_by_role("button", name="Replace")).to_have_count(0)
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_a_table_is_opened_in_the_club_without_the_opening_token(
    phone: MakePhone, server: Server, group: Group
) -> None:
    page = group.opens(phone())
    page.get_by_role("link", name="Open a table here").click()
    page.get_by_role("link", name="A Time of Chaos").click()
    page.get_by_text("More options").click()
    expect(page.get_by_role("radio", name=re.compile(f"^Only {group.name}"))).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))
    follow(server)
    listed = group.ask("/sessions?sandbox=any")["items"]
    assert [page.url.split("/")[-2]] == [one["id"] for one in listed]
    assert listed[0]["visibility"] == "private"
    assert listed[0]["timezone"] == "Europe/Rome"
    page.goto(f"/c/{group.id}")
    expect(page.get_by_role("region", name="Tables now")).to_contain_text("A Time of Chaos")


@pytest.mark.parametrize("size", [(360, 780), (1280, 800)], ids=["phone", "desk"])
def test_everybody_can_use_the_pages_of_a_club(
    size: tuple[int, int], phone: MakePhone, server: Server, group: Group
) -> None:
    group.take_in(Evening.opened(server, "time_of_chaos", "demo-4p-003", recorded=8, labels=NAMES))
    group.take_in(evening_over(server, "time_of_chaos", "demo-4p-003", labels=NAMES))
    reader = phone(width=size[0], height=size[1], bypass_csp=True)
    found = {}
    for path in ("", "/keys"):
        group.opens(reader, "keeper")
        reader.page.goto(f"/c/{group.id}{path}")
        expect(reader.page.get_by_text("Loading")).to_have_count(0)
        expect(reader.page.get_by_role("heading", level=2).first).to_be_visible()
        found[path] = violations(reader)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for path in ("/clubs", "/c", "/", f"/open/time_of_chaos?club={group.id}"):
        reader.page.goto(path)
        expect(reader.page.get_by_text("Loading")).to_have_count(0)
        found[path] = violations(reader)
    assert {state: faults for state, faults in found.items() if faults} == {}


# People.


def ask_as(group: Group, method: str, path: str, body: Any = None, holder: str = "organiser") -> Any:
    headers = {"Authorization": f"Bearer {group.keys[holder]}"}
    status, told = group.server.request(method, f"/v1/clubs/{group.id}{path}", body, headers)
    assert status in (200, 201), told
    return told


def person_of(group: Group, name: str) -> str:
    return str(ask_as(group, "POST", "/people", {"name": name})["person"])


def test_a_table_is_opened_with_the_clubs_people(phone: MakePhone, group: Group) -> None:
    ruby = person_of(group, "Ruby")
    page = group.opens(phone())
    page.get_by_role("link", name="Open a table here").click()
    page.get_by_role("link", name="A Time of Chaos").click()
    page.get_by_role("group", name="Who is playing again?").get_by_role("button", name="Ruby").click()
    page.get_by_role("group", name="Seat 2").get_by_label("Who sits here?").fill("Cobalt")
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))
    people = {one["name"]: one["person"] for one in group.ask("/people")["items"]}
    assert people["Ruby"] == ruby
    headers = {"Authorization": f"Bearer {group.keys['member']}"}
    _, seats = group.server.request("GET", f"/v1/sessions/{page.url.split('/')[-2]}/people", None, headers)
    assert [(one["player"], one["name"]) for one in seats["items"]] == [
        (ruby, "Ruby"),
        (people["Cobalt"], "Cobalt"),
    ]
    page.goto(f"/c/{group.id}")
    listed = page.get_by_role("region", name="People")
    expect(listed.get_by_role("link", name="Cobalt")).to_be_visible()


def test_an_organiser_renames_merges_splits_and_hands_out_a_link(
    phone: MakePhone, server: Server, group: Group
) -> None:
    ruby, double = person_of(group, "Ruby"), person_of(group, "R. R.")
    organiser = phone(bypass_csp=True, width=360, height=780)
    page = group.opens(organiser, "organiser")
    page.get_by_role("region", name="People").get_by_role("link", name="Ruby").click()
    page.get_by_text("Names", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Ruby Red")
    page.get_by_label("Other names, one a line").fill("Ruby\nScarlet")
    page.get_by_role("button", name="Change the names").click()
    expect(page.get_by_role("heading", level=1, name="Ruby Red")).to_be_visible()
    expect(page.get_by_text("also Ruby, Scarlet")).to_be_visible()
    page.get_by_text("Same person as…").click()
    page.get_by_label("Also listed as").select_option(label="R. R.")
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_text("Both count as one person now.")).to_be_visible()
    assert [one["person"] for one in group.ask("/people")["items"]] == [ruby]
    page.get_by_text("Same person as…").click()
    found = violations(organiser)
    page.get_by_role("button", name="Split off R. R.").click()
    expect(page.get_by_text("R. R. is a person of their own again.")).to_be_visible()
    assert {one["person"] for one in group.ask("/people")["items"]} == {ruby, double}
    page.get_by_text("Link for Ruby Red").click()
    link = organiser.shown_link("Link for Ruby Red", "/p#")
    found += violations(organiser)
    assert found == []
    own = phone()
    own.page.goto(link)
    expect(own.page).to_have_url(re.compile(f"/c/{group.id}/people/{ruby}$"))
    expect(own.page.get_by_role("heading", name="You")).to_be_visible()
    expect(own.page.get_by_text("Same person as…")).to_have_count(0)


def test_that_was_me_with_the_persons_own_link(phone: MakePhone, server: Server, group: Group) -> None:
    table = group.take_in(Evening.opened(server, "time_of_chaos", "demo-2p-001", recorded=3))
    follow(server)
    ruby = person_of(group, "Ruby")
    (key,) = ask_as(group, "POST", f"/people/{ruby}/links", {})["tokens"].values()
    device = phone()
    page = device.page
    page.goto(f"/p#{key}")
    page.get_by_text("That was me").click()
    page.get_by_role("button", name="Red").click()
    expect(page.get_by_text("Ruby has the seat Red now.")).to_be_visible()
    assert table.ask("/people")["items"][0]["name"] == "Ruby"
    page.get_by_text("That was me").click()
    expect(page.get_by_role("button", name="Red")).to_have_count(0)
    page.goto(f"/t/{table.id}")
    expect(device.line).to_contain_text("Live")


def test_who_only_sat_at_a_table_becomes_one_of_the_people_by_a_tap(
    phone: MakePhone, server: Server, group: Group
) -> None:
    group.take_in(Evening.opened(server, "time_of_chaos", "demo-2p-001", recorded=3, labels=NAMES))
    follow(server)
    page = group.opens(phone())
    people = page.get_by_role("region", name="People")
    people.get_by_role("button", name="Add Cobalt at the door to the people").click()
    expect(people.get_by_role("link", name="Cobalt at the door")).to_be_visible()
    expect(people.get_by_role("status")).to_have_text("Cobalt at the door is one of the club’s people now.")


def test_somebody_erases_themselves_and_the_keeper_erases_anybody(
    phone: MakePhone, server: Server, group: Group
) -> None:
    table = group.take_in(Evening.opened(server, "time_of_chaos", "demo-2p-001", recorded=3, labels=NAMES))
    follow(server)
    ruby, cobalt = person_of(group, NAMES["red"]), person_of(group, NAMES["blue"])
    (key,) = ask_as(group, "POST", f"/people/{ruby}/links", {})["tokens"].values()
    own, keeper = phone(), phone()
    page = own.page
    page.goto(f"/p#{key}")
    page.get_by_text("Erase me").click()
    erase = page.get_by_role("button", name=f"Erase {NAMES['red']}")
    expect(erase).to_be_disabled()
    page.get_by_label("I understand that this cannot be undone").check()
    erase.click()
    expect(page).to_have_url(re.compile("/clubs$"))
    expect(page.get_by_text("Make a club")).to_be_visible()
    assert page.evaluate("localStorage.getItem('tablelog.clubs')") == "{}"
    assert [one["name"] for one in table.ask("/people")["items"]] == [None, NAMES["blue"]]
    page = group.opens(keeper, "keeper")
    page.goto(f"/c/{group.id}/people/{cobalt}")
    page.get_by_text(f"Erase {NAMES['blue']}", exact=True).first.click()
    page.get_by_label("I understand that this cannot be undone").check()
    page.get_by_role("button", name=f"Erase {NAMES['blue']}").click()
    expect(page.get_by_role("heading", level=1, name=group.name)).to_be_visible()
    expect(page.get_by_text("Nobody yet.")).to_be_visible()
    page.goto(f"/c/{group.id}/people/{cobalt}")
    expect(page.get_by_role("heading", name="No such person")).to_be_visible()
    assert group.ask("/people")["items"] == []


@pytest.mark.parametrize("size", [(360, 780), (1280, 800)], ids=["phone", "desk"])
def test_everybody_can_use_the_page_of_a_person(
    size: tuple[int, int], phone: MakePhone, server: Server, group: Group
) -> None:
    group.take_in(evening_over(server, "time_of_chaos", "demo-2p-001", labels=NAMES))
    group.take_in(Evening.opened(server, "time_of_chaos", "demo-4p-003", recorded=3))
    follow(server)
    ruby = person_of(group, NAMES["red"])
    person_of(group, NAMES["blue"])
    reader = phone(width=size[0], height=size[1], bypass_csp=True)
    page = group.opens(reader, "keeper")
    found = {"club": violations(reader)}
    page.goto(f"/c/{group.id}/people/{ruby}")
    expect(page.get_by_role("heading", name="Manage")).to_be_visible()
    for part in ("Names", f"Link for {NAMES['red']}", "Same person as…", f"Erase {NAMES['red']}"):
        page.get_by_text(part, exact=True).first.focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="QR code of this link")).to_be_visible()
    found["person"] = violations(reader)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert {state: faults for state, faults in found.items() if faults} == {}
