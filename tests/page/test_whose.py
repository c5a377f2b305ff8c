"""Whose phone it is: who opens the table plays at it, others pick names, and no phone sees another's hand."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from domain.games import REGISTRY
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_hidden_hands import (
    EVENINGS,
    TABLES,
    all_that_is_heard,
    hears_none_of,
    until_both_hold_something,
)
from tests.page.test_watching import HEAR
from tests.support.page.evening_over import evening_over
from tests.support.page.longest import LONGEST
from tests.support.page.phone import Phone
from tests.support.service.server import Server

NAMES = ("the one at the window", "the one at the door")


def opened(host: Phone, game: str, *, who: str | None = None) -> None:
    """Open a table by the form for two who are named, up to the page of links."""
    page = host.page
    page.goto(f"/open/{game}")
    for place, name in enumerate(NAMES, 1):
        page.get_by_role("group", name=f"Seat {place}").get_by_label("Who sits here?").fill(name)
    if who is not None:
        page.get_by_role("radiogroup", name="Who are you?").get_by_text(who, exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/.*/links$"))


def as_evening(host: Phone, server: Server) -> Evening:
    """The table that this phone has opened, for what the others at it do by the API."""
    told = host.page.evaluate(
        """() => {
          const id = location.pathname.split("/")[2];
          const { tokens } = JSON.parse(localStorage.getItem("tablelog.sessions"))[id];
          return { session: { id }, tokens };
        }"""
    )
    return Evening(server, told, [])


def used(phone: Phone, table: Evening) -> str:
    """The holder as whom this phone speaks."""
    kept = phone.page.evaluate("JSON.parse(localStorage.getItem('tablelog.sessions'))")
    return str(kept[table.id]["use"])


def way(phone: Phone, name: str) -> Locator:
    """What somebody may be, on the page that asks."""
    return phone.page.get_by_role("main").get_by_role("button", name=name)


def to_the_table(host: Phone) -> Phone:
    host.page.get_by_role("link", name="To the table").click()
    expect(host.line).to_contain_text("Live")
    return host


def menu(phone: Phone) -> Phone:
    phone.page.get_by_role("button", name="More", exact=True).click()
    return phone


@pytest.mark.parametrize("game", TABLES)
def test_who_opens_the_table_plays_a_seat_and_never_hears_of_another_hand(
    game: str, phone: MakePhone, evening: Callable[..., Evening], server: Server
) -> None:
    """Neither at the opening, nor at the table, nor on the page of links, which the owner visits.

    The service deals as it likes: a game may end before both hold something, and another one is played.
    """
    before = evening(game, TABLES[game], chance="drawn")
    for _ in range(EVENINGS):
        host = phone().join(before, "owner")
        host.context.add_init_script(f"({HEAR})()")
        host.page.goto(f"/open/{game}?again={before.id}")
        host.page.get_by_role("button", name="Open the table").click()
        expect(host.page).to_have_url(re.compile("/t/.*/links$"))
        table = as_evening(host, server)
        own, other = (seat["seat"] for seat in table.ask("")["seats"])
        heard = all_that_is_heard(to_the_table(host), table)
        hidden, held = until_both_hold_something(REGISTRY[game], table, other, own)
        if hidden and held:
            break
    heard += all_that_is_heard(host, table)
    with host.page.expect_response(lambda answer: "without=view" in answer.url) as told:
        host.page.goto(f"/t/{table.id}/links")
    heard += told.value.text() + host.page.content()
    assert any(f'"{id}"' in heard for id in held)
    hears_none_of(hidden, heard)


def test_the_owner_who_plays_still_mends_and_closes_and_looks_at_everything_only_when_sure(
    phone: MakePhone, server: Server
) -> None:
    host = phone()
    opened(host, "chaosmos")
    table = as_evening(host, server)
    menu(to_the_table(host).whole())
    for power in ("Put right…", "Close the session"):
        expect(host.panel.get_by_role("button", name=power)).to_be_visible()
    expect(host.panel.get_by_role("link", name="Links and QR codes")).to_be_visible()
    host.panel.get_by_role("button", name="See everything…").click()
    expect(host.panel.get_by_text("You would see every hand")).to_be_visible()
    assert table.version == 1, "nothing happens before it is said again"
    with host.page.expect_event("load"):
        host.panel.get_by_role("button", name="See everything").click()
    host.shows(2)
    (note,) = (entry for entry in table.entries() if entry["kind"] == "noted")
    assert "can see everything" in note["text"]
    assert not any(name in note["text"] for name in NAMES), "a log names no people"
    assert used(host, table) == "owner"
    menu(host.whole()).panel.get_by_role("link", name="Who is this phone?").click()
    way(host, NAMES[0]).click()
    expect(host.line).to_contain_text("Live")
    menu(host.whole()).panel.get_by_role("button", name="Close the session").click()
    host.panel.get_by_role("button", name="Close session").click()
    expect(host.line).to_contain_text("Ended")
    assert table.entries()[-1]["by"]["role"] == "owner"


def test_a_guest_picks_a_name_once_and_says_its_own_where_none_stands(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(labels={"red": NAMES[0]}).issued("guest")
    first, second = phone(), phone()
    for guest in (first, second):
        guest.page.goto(f"/j#{table.tokens['guest']}")
        expect(guest.page.get_by_role("heading", name="Who are you?")).to_be_visible()
        expect(way(guest, NAMES[0])).to_be_enabled()
    way(first, NAMES[0]).click()
    expect(first.line).to_contain_text("Live")
    way(second, NAMES[0]).click()
    expect(second.page.get_by_role("alert")).to_contain_text("Somebody already plays Red.")
    expect(way(second, NAMES[0])).to_be_disabled()
    second.page.get_by_label("Your name").fill(NAMES[1])
    way(second, "Blue").click()
    expect(second.line).to_contain_text("Live")
    assert [one["name"] for one in table.ask("/people")["items"]] == list(NAMES)
    for guest, seat in ((first, "red"), (second, "blue")):
        assert used(guest, table) == f"seat:{seat}"
    second.page.goto(f"/j#{table.tokens['guest']}")
    expect(second.page).to_have_url(re.compile(f"/t/{table.id}$")), "a phone that plays is not asked again"


def test_a_guest_may_only_watch_and_choose_later(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=3).issued("guest")
    guest = phone()
    guest.page.goto(f"/j#{table.tokens['guest']}")
    way(guest, "I watch").click()
    guest.shows(4)
    expect(guest.panel.get_by_text("You are watching")).to_be_visible()
    guest.panel.get_by_role("link", name="Who are you?").click()
    way(guest, "Red").click()
    expect(guest.line).to_contain_text("Live")
    expect(guest.panel.get_by_text("You are watching")).to_have_count(0)


@pytest.mark.parametrize(
    ("who", "role"), [("One phone for all", "recorder"), ("I only write", "owner"), ("I watch", "spectator")]
)
def test_who_opens_the_table_may_play_no_seat(who: str, role: str, phone: MakePhone, server: Server) -> None:
    host = phone()
    opened(host, "time_of_chaos", who=who)
    table = as_evening(host, server)
    to_the_table(host)
    expect(host.line).to_contain_text("Live")
    assert used(host, table) == role
    assert not any(one["claimed"] for one in table.ask("/people")["items"])


def test_people_are_called_by_their_names_wherever_a_seat_is_told(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """On chips, in the log, while one waits; the color small beside it. Strangers hear of seats alone."""
    names = {"red": "Blanche", "blue": "Bluebell"}
    table = evening(recorded=30, labels=names, visibility="public")
    awaited = next(seat["seat"] for seat in table.ask("?with=board")["board"]["seats"] if seat.get("active"))
    (idle,) = names.keys() - {awaited}
    own = phone().join(table, f"seat:{idle}")
    chips = own.page.get_by_role("navigation", name="Seats").get_by_role("button")
    expect(chips.filter(has_text=names[awaited])).to_contain_text(awaited.capitalize())
    expect(chips.locator(".drawn text")).to_have_text(["Ba", "Bu"])
    expect(own.page.get_by_role("region", name="Whose turn")).to_contain_text(names[awaited])
    own.page.get_by_role("navigation", name="Parts of the page").get_by_role("link", name="Log").click()
    told = own.page.locator("#log .who")
    expect(told.filter(has_text=names["red"]).first).to_be_visible()
    expect(told.filter(has_text="Red")).to_have_count(0)
    by = {"Authorization": f"Bearer {table.tokens['owner']}"}
    table.server.request("PUT", f"{table.path}/people/red", {"name": "Zoe"}, by)
    expect(told.filter(has_text="Zoe").first).to_be_visible()
    stranger = phone()
    stranger.page.goto(f"/t/{table.id}")
    expect(stranger.page.get_by_role("navigation", name="Seats")).to_contain_text("Red")
    expect(stranger.page.get_by_text(re.compile("Zoe|Bluebell"))).to_have_count(0)


def test_somebody_takes_over_a_seat_and_somebody_leaves_without_a_successor(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=30, labels={"red": "Ruby", "blue": "Cobalt"})
    scribe = phone(width=360).join(table)
    scribe.page.get_by_role("button", name="More", exact=True).click()
    scribe.page.get_by_role("button", name="Who sits where").click()
    seats = {
        seat: scribe.page.get_by_role("listitem").filter(has=scribe.page.get_by_label(seat, exact=True))
        for seat in ("Red", "Blue")
    }
    seats["Blue"].get_by_label("Blue", exact=True).fill("Jade")
    seats["Blue"].get_by_role("button", name="Takes over from Cobalt").click()
    expect(seats["Blue"].get_by_role("status")).to_have_text("Jade plays on for Cobalt.")
    expect(seats["Blue"].get_by_text(f"Cobalt left after № {table.ask('')['version']}.")).to_be_visible()
    expect(seats["Blue"].get_by_role("button", name="Jade leaves")).to_be_visible()
    seats["Red"].get_by_role("button", name="Ruby leaves").click()
    expect(seats["Red"].get_by_role("status")).to_have_text("Ruby has left.")
    expect(seats["Red"].get_by_label("Red", exact=True)).to_have_value("")
    assert not violations(scribe)
    told = {one["seat"]: one for one in table.ask("/people")["items"]}
    assert (told["blue"]["name"], told["red"]["name"]) == ("Jade", None)
    assert [one["name"] for seat in ("blue", "red") for one in told[seat]["former"]] == ["Cobalt", "Ruby"]


def test_after_the_game_each_phone_replays_it_through_its_own_eyes(phone: MakePhone, server: Server) -> None:
    """Chaosmos keeps its secrets at the end: a player's eyes are the only ones that its phone has."""
    table = evening_over(server, "chaosmos", LONGEST["chaosmos"])
    own = table.ask("")["seats"][0]["seat"]
    player = phone().join(table, f"seat:{own}").whole()
    page = player.page
    player.panel.get_by_role("link", name="Replay as I saw it").click()
    expect(page).to_have_url(re.compile(f"at=1&as={own}$"))
    eyes = page.get_by_label("Whose view")
    expect(eyes).to_have_value(own)
    expect(eyes.locator("option")).to_have_text(["as everyone sees it", "as I saw it"])
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("as=" in address for address in asked if "/v1/" in address)
    page.keyboard.press("ArrowRight")
    page.locator("#replay[data-version='2']").wait_for()
    watcher = phone().join(table, "spectator").whole()
    expect(watcher.panel.get_by_role("link", name="Result")).to_be_visible()
    expect(watcher.panel.get_by_text("as I saw it")).to_have_count(0)
