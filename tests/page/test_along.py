"""What a device holds: its browser keeps it, another device gets it, a club takes its tables in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_charts import follow
from tests.page.test_joining import forged
from tests.support.page.phone import Phone
from tests.support.service.server import Server

SESSIONS, EDITIONS, CLUBS = "tablelog.sessions", "tablelog.editions", "tablelog.clubs"
KEPT = "(name) => JSON.parse(localStorage.getItem(name) ?? '{}')"
READ_AGAIN = ("progress", "faults", "version")
"""What the page of an edition keeps as soon as it has read it: another device reads it itself."""
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
COUNTED = """
globalThis.asked = Number(sessionStorage.getItem("asked") ?? 0);
StorageManager.prototype.persisted = async () => localStorage.getItem("kept") === "yes";
StorageManager.prototype.persist = async () => {
  sessionStorage.setItem("asked", ++globalThis.asked);
  if (!localStorage.getItem("no")) localStorage.setItem("kept", "yes");
  return !localStorage.getItem("no");
};"""
"""A browser that keeps what it is asked to keep, unless it declines, and counts how often it is asked."""


def kept(page: Page, name: str = SESSIONS) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(KEPT, name)
    return found


def carried(page: Page, name: str) -> dict[str, Any]:
    """What the device keeps, without what another one does not get from it."""
    return {
        key: {part: said for part, said in one.items() if part not in READ_AGAIN}
        if isinstance(one, dict)
        else one
        for key, one in kept(page, name).items()
    }


def put(page: Page, name: str, value: object) -> None:
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(value)])


def made_edition(server: Server) -> dict[str, Any]:
    _, opening = server.request("GET", "/v1/games/time_of_chaos/opening")
    body = {"game": "time_of_chaos", "from": opening["component_set"], "name": "Our box"}
    status, made = server.request("POST", "/v1/editions", body)
    assert status == 201, made
    return dict(made)


def made_club(server: Server, name: str = "Thursday table") -> dict[str, Any]:
    status, made = server.request("POST", "/v1/clubs", {"name": name, "timezone": "Europe/Rome"})
    assert status == 201, made
    return dict(made)


def hold_club(page: Page, club: dict[str, Any], *holders: str) -> None:
    """Have the device keep keys of the club, as the page of the club does."""
    keys = {holder: club["tokens"][holder] for holder in holders}
    held = {"keys": keys, "name": "Thursday table", "at": 1_790_000_000_000}
    put(page, CLUBS, kept(page, CLUBS) | {club["club"]: held})


def saved(page: Page, folder: Path) -> Path:
    """The file that the page saves."""
    page.goto("/along")
    with page.expect_download() as found:
        page.get_by_role("button", name="Save tablelog-device.json").click()
    assert found.value.suggested_filename == "tablelog-device.json"
    path = folder / "tablelog-device.json"
    found.value.save_as(path)
    return path


def opens(page: Page, file: Path) -> None:
    page.goto("/along")
    page.get_by_label("A file that was saved there").set_input_files(file)


DROP = """(place, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "tablelog-device.json"));
  const more = { dataTransfer, bubbles: true, cancelable: true };
  return ["dragover", "drop"].map((kind) => place.dispatchEvent(new DragEvent(kind, more)));
}"""


def drops(page: Page, file: Path) -> None:
    """Drag the file onto the page: what the page does not take, the browser would open."""
    page.goto("/along")
    page.get_by_label("A file that was saved there").wait_for()
    assert page.locator(".drop").evaluate(DROP, file.read_text()) == [False, False]


def link_of(device: Phone) -> str:
    """The link of the code that is shown."""
    return device.shown_link("The same as a link", "/along#.")


# The browser keeps it.


def test_the_browser_is_asked_when_something_new_is_kept(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    one, other, device = evening(), evening(), phone()
    device.page.add_init_script(COUNTED)
    device.join(one)
    assert device.page.evaluate("globalThis.asked") == 1
    device.join(one, "owner")
    assert device.page.evaluate("globalThis.asked") == 1
    device.join(other)
    assert device.page.evaluate("globalThis.asked") == 2
    device.page.goto("/")
    expect(device.page.get_by_role("button", name="Remove from this device")).to_have_count(2)
    assert device.page.evaluate("navigator.storage.persisted()")
    expect(device.page.locator("#durable")).to_be_hidden()


@pytest.mark.parametrize(
    ("declines", "says"), [(False, "This browser keeps them now."), (True, "does not promise it")]
)
def test_a_browser_that_would_ask_the_person_is_asked_on_a_tap(
    declines: bool, says: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    device = phone(user_agent=FIREFOX)
    device.page.add_init_script(COUNTED)
    device.join(evening())
    if declines:
        put(device.page, "no", "yes")
    device.page.goto("/")
    line = device.page.locator("#durable")
    expect(line).to_be_visible()
    assert device.page.evaluate("globalThis.asked") == 0
    device.page.get_by_role("button", name="Ask it to keep them").click()
    expect(line).to_contain_text(says)
    assert device.page.evaluate("globalThis.asked") == 1


def test_nothing_is_said_where_there_is_nothing_or_the_browser_does_not_say(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    device = phone(host="table.lan")
    device.page.goto("/")
    expect(device.page.get_by_role("link", name="Bring your tables from another device")).to_be_visible()
    device.join(evening())
    device.page.goto("/")
    expect(device.page.get_by_role("link", name="Take along")).to_be_visible()
    expect(device.page.get_by_role("link", name="Bring your tables from another device")).to_be_hidden()
    assert device.page.evaluate("navigator.storage === undefined")
    expect(device.page.locator("#durable")).to_be_hidden()


# To another device.


def test_a_file_takes_everything_along(
    phone: MakePhone, evening: Callable[..., Evening], server: Server, tmp_path: Path
) -> None:
    table, edition, club = evening(), made_edition(server), made_club(server)
    old, new = phone(), phone()
    old.join(table, "owner").join(table, "seat:red")
    old.page.goto(f"/e#{edition['tokens']['keeper']}")
    expect(old.page).to_have_url(re.compile(f"/editions/{edition['edition']}"))
    hold_club(old.page, club, "organiser", "member")
    put(old.page, "tablelog.device", {"sound": True, "cover": False})
    file = saved(old.page, tmp_path)
    opens(new.page, file)
    expect(new.page.get_by_role("status")).to_contain_text(
        "1 table, 1 edition and 1 club came to this device."
    )
    for name in (SESSIONS, EDITIONS, CLUBS, "tablelog.device"):
        assert kept(new.page, name) == carried(old.page, name), name
    new.page.get_by_role("link", name="To your tables").click()
    expect(new.page.get_by_role("region", name="On this device")).to_contain_text("you play red")
    drops(new.page, file)
    expect(new.page.get_by_role("status")).to_contain_text("Nothing new came to this device. 3 were here")


def test_nothing_of_the_other_device_is_lost(
    phone: MakePhone, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    shared, own = evening(), evening()
    old, new = phone(), phone()
    old.join(shared, "owner").join(shared, "seat:red")
    put(old.page, "tablelog.device", {"sound": True, "vibration": True})
    old.page.evaluate("localStorage.setItem('put-turns-together', 'no')")
    new.join(own, "seat:red")
    new.join(shared, "seat:blue")
    fresh = shared.issued("owner").tokens["owner"]
    new.page.goto(f"/j#{fresh}")
    expect(new.page).to_have_url(re.compile(f"/t/{shared.id}$"))
    put(new.page, "tablelog.device", {"sound": False})
    before = kept(new.page)
    opens(new.page, saved(old.page, tmp_path))
    expect(new.page.get_by_role("status")).to_contain_text(
        "Nothing new came to this device. One was here already"
    )
    after = kept(new.page)
    assert after[own.id] == before[own.id]
    assert after[shared.id]["tokens"] == {**kept(old.page)[shared.id]["tokens"], "owner": fresh} | {
        "seat:blue": shared.tokens["seat:blue"]
    }
    assert after[shared.id]["use"] == "seat:blue"
    assert set(after[shared.id]["mine"]) == {"red", "blue"}
    assert kept(new.page, "tablelog.device") == {"sound": False, "vibration": True}


def test_a_link_that_the_service_ignored_gives_way_to_one_from_a_file(
    phone: MakePhone, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    table, old, new = evening(), phone(), phone()
    new.join(table, "scribe")
    void = table.tokens["scribe"]
    old.join(table.issued("scribe"), "scribe")
    new.page.goto("/")
    expect(new.page.get_by_text("the link no longer works")).to_be_visible()
    opens(new.page, saved(old.page, tmp_path))
    expect(new.page.get_by_role("status")).to_contain_text("One was here already")
    assert kept(new.page)[table.id]["tokens"]["scribe"] == table.tokens["scribe"] != void


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not a file", "This is not a file that was saved with “Take along”."),
        ("[]", "This is not a file"),
        ('{"tablelog": "edition", "version": 1}', "This is not a file"),
        ('{"tablelog": "device", "version": 9}', "A newer Tablelog saved this file."),
        (" " * 5_000_001, "This file is too large"),
    ],
    ids=["text", "list", "edition", "newer", "large"],
)
def test_a_wrong_file_gets_a_sentence(
    text: str, says: str, phone: MakePhone, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    device = phone().join(evening())
    device.page.goto("/")
    before, file = kept(device.page), tmp_path / "file.json"
    file.write_text(text)
    opens(device.page, file)
    expect(device.page.get_by_role("alert")).to_contain_text(says)
    assert kept(device.page) == before


def test_of_a_spoilt_file_only_what_can_be_so_is_taken(
    phone: MakePhone, evening: Callable[..., Evening], tmp_path: Path
) -> None:
    table, other, device = evening(), evening(), phone()
    record = {"tokens": {"seat:red": table.tokens["seat:red"], "owner": table.tokens["seat:blue"]}}
    sessions = {
        table.id: record | {"title": 7, "use": "seat:red", "mine": "red", "more": "<b>", "at": 5},
        other.id: {"tokens": {"scribe": table.tokens["scribe"], "owner": "a,b"}},
        "constructor": {"tokens": {"owner": table.tokens["owner"]}},
        "__proto__": None,
    }
    file = tmp_path / "file.json"
    text = {"tablelog": "device", "version": 1, "service": "http://elsewhere", "sessions": sessions}
    text |= {"editions": [1], "settings": {"tablelog.sessions": "{}", "put-turns-together": "perhaps"}}
    file.write_text(json.dumps(text))
    opens(device.page, file)
    status = device.page.get_by_role("status")
    expect(status).to_contain_text("1 table came to this device. 4 links in it could not be read.")
    expect(status).to_contain_text("saved from http://elsewhere")
    assert kept(device.page) == {
        table.id: {"at": 5, "use": "seat:red", "tokens": {"seat:red": table.tokens["seat:red"]}}
    }
    assert device.page.evaluate("localStorage.getItem('put-turns-together')") == "no"


def test_codes_take_tables_along_and_the_service_never_sees_them(
    phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    tables, club, edition = [evening() for _ in range(5)], made_club(server), made_edition(server)
    old, new = phone(), phone()
    for table in tables:
        old.join(table, "owner", whole=False).join(table, "seat:red", whole=False)
    hold_club(old.page, club, "organiser")
    old.page.goto(f"/e#{edition['tokens']['editor']}")
    expect(old.page).to_have_url(re.compile("/editions/"))
    old.page.goto("/along")
    old.page.get_by_role("button", name="All").click()
    status = old.page.get_by_role("status").filter(has_text="Code ")
    expect(status).to_contain_text("Code 1 of 2: 3 of the 7 that you chose. Scan each of them.")
    found = [link_of(old)]
    old.page.get_by_role("button", name="Next code").click()
    expect(status).to_contain_text("Code 2 of 2: 4 of the 7")
    found.append(link_of(old))
    assert max(map(len, found)) < 1_000
    asked: list[str] = []
    new.context.on("request", lambda request: asked.append(request.url))
    for link in found:
        new.page.goto(link)
        expect(new.page.get_by_role("status")).to_contain_text("came to this device")
        assert new.page.url.endswith("/along")
    assert not any("#" in url or "~" in url for url in asked)
    for table in tables:
        there, here = kept(old.page)[table.id], kept(new.page)[table.id]
        assert here["tokens"] == there["tokens"]
        assert (here["use"], here["mine"]) == ("seat:red", ["red"])
    assert kept(new.page, CLUBS)[club["club"]]["keys"] == {"organiser": club["tokens"]["organiser"]}
    assert list(kept(new.page, EDITIONS)) == [edition["edition"]]
    new.page.goto(f"/t/{tables[0].id}")
    new.catches_up(tables[0])
    expect(new.line).to_contain_text("Live")


def test_a_link_can_be_typed_and_a_broken_one_gets_a_sentence(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, old, new = evening(), phone(), phone()
    old.join(table, "scribe")
    old.page.goto("/along")
    old.page.get_by_role("checkbox").check()
    link = link_of(old)
    new.page.goto("/along")
    field = new.page.get_by_label("Or its link")
    field.fill(link[:-40])
    new.page.get_by_role("button", name="Bring it here").click()
    expect(new.page.get_by_role("alert")).to_contain_text("This link is not complete.")
    for broken in ("https://example.org/", "/along#x", f"/along#e{table.tokens['scribe']}"):
        field.fill(broken)
        field.press("Enter")
        expect(new.page.get_by_role("alert")).to_contain_text("This link is not complete.")
    field.fill(link)
    field.press("Enter")
    expect(new.page.get_by_role("status")).to_contain_text("1 table came to this device.")


def test_a_forged_link_takes_no_tokens_place_here_either(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, device = evening(), phone()
    device.join(table, "owner")
    device.page.goto(f"/along#t{forged(table, 'owner', None)}")
    expect(device.page.get_by_role("status")).to_contain_text("One was here already")
    assert kept(device.page)[table.id]["tokens"]["owner"] == table.tokens["owner"]


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_everybody_can_take_along(
    width: int, phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    device = phone(width=width, bypass_csp=True)
    page = device.page
    page.goto("/along")
    expect(page.get_by_role("heading", name="From another device")).to_be_visible()
    found = violations(device)
    device.join(evening(), "owner")
    hold_club(page, made_club(server), "member")
    page.goto("/along")
    page.get_by_role("button", name="All").press("Enter")
    expect(page.get_by_role("img", name="QR code of this link")).to_be_visible()
    found += violations(device)
    page.get_by_label("Or its link").fill("x")
    page.get_by_label("Or its link").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(re.compile("not complete"))
    found += violations(device)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []


# Into a club.


def test_tables_of_the_device_are_brought_into_a_club(
    phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    club, other = made_club(server), made_club(server, "Another")
    first, second, lost, theirs, played = (evening() for _ in range(5))
    device = phone(width=360, bypass_csp=True)
    page = device.page
    for table in (first, second, lost, theirs):
        device.join(table, "owner", whole=False)
    device.join(played, "seat:red", whole=False)
    hold_club(page, club, "organiser", "member")
    lost.issued("owner")
    bearer = {"Authorization": f"Bearer {other['tokens']['organiser']}"}
    path = f"/v1/clubs/{other['club']}/sessions/{theirs.id}"
    status, _ = server.request("PUT", path, headers=bearer | {"Tablelog-Tokens": theirs.tokens["owner"]})
    assert status == 200
    follow(server)
    page.goto(f"/c/{club['club']}/bring")
    expect(page.get_by_role("checkbox")).to_have_count(4)
    found = violations(device)
    page.get_by_role("button", name="All").press("Enter")
    page.get_by_role("button", name="Bring them into the club").press("Enter")
    expect(page.get_by_role("status")).to_contain_text(
        "2 tables are in the club now. 2 are not, and their rows say why."
    )
    expect(page.get_by_text("In the club now.", exact=True)).to_have_count(2)
    expect(page.get_by_text("This session belongs to another club.")).to_have_count(1)
    found += violations(device)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    path = f"/v1/clubs/{club['club']}/sessions"
    headers = {"Authorization": f"Bearer {club['tokens']['member']}"}
    _, told = server.request("GET", path, headers=headers)
    assert {item["id"] for item in told["items"]} == {first.id, second.id}
    page.reload()
    expect(page.get_by_role("checkbox")).to_have_count(2)
    assert found == []


@pytest.mark.parametrize(
    ("holders", "says"),
    [((), "no key of this club"), (("member",), "Only organisers bring tables into the club.")],
)
def test_without_an_organisers_key_no_table_is_brought(
    holders: tuple[str, ...], says: str, phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    club, device = made_club(server), phone()
    device.join(evening(), "owner")
    if holders:
        hold_club(device.page, club, *holders)
    device.page.goto(f"/c/{club['club']}/bring")
    expect(device.page.get_by_role("status")).to_contain_text(says)
