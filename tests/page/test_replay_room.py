"""The replay page: any entry of a session, through anybody's eyes who may look, and what if."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.page.evening_over import (
    board_told,
    evening_over,
    first_known_to_one,
    follow,
    last_of,
    stands_at,
)
from tests.support.page.gliding import glides, note_glides
from tests.support.page.longest import LONGEST
from tests.support.page.phone import Phone
from tests.support.page.zone_order import as_drawn, by_rank, going_on, in_the_page
from tests.support.recorded import LIBRARY
from tests.support.service.server import Server


def test_these_are_the_longest_recorded_games() -> None:
    def length(path: Path) -> int:
        return len(path.read_text().splitlines())

    for game, name in LONGEST.items():
        demos = {path.stem: length(path) for path in (LIBRARY / game).glob("demo-*.jsonl")}
        assert demos[name] == max(demos.values())


@pytest.fixture(scope="module")
def over(server: Server) -> Callable[[str], Evening]:
    """The longest recorded session of a game, public and finished, once for all tests here."""
    made: dict[str, Evening] = {}

    def of(game: str) -> Evening:
        if game not in made:
            made[game] = evening_over(server, game, LONGEST[game], visibility="public")
        return made[game]

    return of


def who_sees_all(phone: Phone, table: Evening) -> Phone:
    """Anybody, of a game that opens at its end; of one that keeps something hidden, its scribe."""
    if not table.ask("", "spectator")["you"]["sees_all"]:
        phone.page.goto(f"/j#{table.tokens['scribe']}")
        phone.page.wait_for_url(re.compile(f"/t/{table.id}$"))
    return phone


KEPT_SEEN = "([id, seen]) => JSON.parse(localStorage.getItem('tablelog.sessions'))[id].seen === seen"
"""Whether the device keeps this entry as the last one it looked at."""


def replay(phone: Phone, table: Evening, at: int, more: str = "") -> Page:
    """The room, with this entry drawn."""
    phone.page.goto(f"/t/{table.id}/replay?at={at}{more}")
    return drawn(phone, at)


def drawn(phone: Phone, at: int) -> Page:
    """The room once this entry is drawn, what is out of sight as well."""
    expect(phone.page.locator("#replay")).to_have_attribute("data-version", str(at))
    expect(phone.page.locator(".board[aria-busy=true]")).to_have_count(0)
    return phone.page


@pytest.mark.parametrize("game", sorted(LONGEST))
def test_to_the_middle_and_back_as_everybody_and_as_each_seat(
    game: str, phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table = over(game)
    looker = who_sees_all(phone(width=1280, height=800), table)
    end = last_of(table)
    middle = end // 2
    page = replay(looker, table, end)
    at_the_end = board_told(page)
    page.keyboard.press("Home")
    drawn(looker, 1)
    page.get_by_role("slider", name="Entry").fill(str(middle))
    drawn(looker, middle)
    expect(page.get_by_text(f"№ {middle} of {end}")).to_be_visible()
    expect(page.locator(".transcript [aria-current]")).to_be_in_viewport()
    in_the_middle = board_told(page)
    assert in_the_middle not in ([], at_the_end)
    page.keyboard.press("ArrowRight")
    drawn(looker, middle + 1)
    page.keyboard.press("ArrowLeft")
    drawn(looker, middle)
    assert board_told(page) == in_the_middle
    for seat in [one["seat"] for one in table.ask("")["seats"]]:
        page.get_by_label("Whose view").select_option(seat)
        expect(page).to_have_url(re.compile(f"at={middle}&as={seat}$"))
        heard = table.ask(f"/entries?as={seat}&with=words&from={middle}&limit=1", "scribe")["items"]
        says = "".join(run if isinstance(run, str) else run["text"] for run in heard[0]["words"]["says"])
        expect(page.get_by_role("region", name="This entry")).to_contain_text(says)
    page.get_by_label("Whose view").select_option("")
    page.keyboard.press("End")
    drawn(looker, end)
    assert board_told(page) == at_the_end


def test_a_seats_eyes_are_lent_by_the_service(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    """What the seat did not know then is in no answer that the room asks for."""
    table = over("time_of_chaos")
    red, blue = (seat["seat"] for seat in table.ask("")["seats"][:2])
    at, hidden = first_known_to_one(table, blue, red)
    log = table.ask(f"/entries?as={red}&with=words&to={at}&limit=500")["items"]
    told = json.dumps([table.ask(f"?at={at}&as={red}&with=board"), log])
    assert not any(f'"{card}"' in told for card in hidden)
    looker = phone()
    asked: list[str] = []
    looker.page.on("request", lambda request: asked.append(request.url))
    replay(looker, table, at, f"&as={red}")
    frames = [address for address in asked if f"?at={at}" in address and "/v1/" in address]
    assert frames
    assert all(f"as={red}" in address for address in frames)


def test_pieces_glide_while_it_plays_and_are_there_at_once_at_a_step(
    phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table = over("time_of_chaos")
    log = table.ask("/entries?limit=500", "scribe")["items"]
    moved = next(one["number"] for one in log if (one.get("action") or {}).get("type") == "travel")
    looker = phone(width=1280, height=800)
    looker.page.emulate_media(reduced_motion="no-preference")
    note_glides(looker.page)
    looker.page.goto(f"/t/{table.id}/replay?from={moved - 1}&to={moved}")
    page = drawn(looker, moved)
    played = glides(page)
    assert played > 0
    assert kept_within_zones(page) == {False}, "a piece glides from one to another"
    for key, entry in (("ArrowLeft", moved - 1), ("ArrowRight", moved), ("ArrowLeft", moved - 1)):
        page.keyboard.press(key)
        drawn(looker, entry)
        assert glides(page) == played
        assert kept_within_zones(page) == {True}, "a zone that stays as it was is not painted anew"


TOLD_ONCE = """() => {
  const tell = () => new Map([...document.querySelectorAll(".board > .zone")].map((zone) =>
    [zone.getAttribute("aria-labelledby"), zone.outerHTML]));
  const root = document.getElementById("replay");
  new MutationObserver(() => requestAnimationFrame(() => (window.drawnFirst ??= tell())))
    .observe(root, { attributeFilter: ["data-version"] });
  window.late = () => {
    const now = tell();
    return [...now.keys()].filter((zone) => now.get(zone) !== window.drawnFirst.get(zone));
  };
}"""
"""Keeps each zone as it stands when an entry is drawn first; `late` names those that were drawn after it."""
SEEN = """all => all.filter((zone) => {
  const { top, bottom } = zone.getBoundingClientRect();
  const board = zone.parentElement.getBoundingClientRect();
  return bottom > board.top && top < board.bottom;
}).map((zone) => zone.getAttribute("aria-labelledby"))"""


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_out_of_sight_is_drawn_when_what_is_seen_is_painted(
    width: int, phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table = over("chaos_order")
    first, then = (last_of(table) // part for part in (2, 3))
    looker = who_sees_all(phone(width=width, height=800), table)
    page = replay(looker, table, first)
    page.evaluate(TOLD_ONCE)
    page.get_by_role("slider", name="Entry").fill(str(then))
    drawn(looker, then)
    late, seen = page.evaluate("() => window.late()"), page.locator(".board > .zone").evaluate_all(SEEN)
    assert late
    assert "zone-map" in seen
    assert not {*late} & {*seen}
    there = board_told(page)
    assert board_told(replay(looker, table, then)) == there


def kept_within_zones(page: Page) -> set[bool]:
    """Whether what a zone holds is painted within it alone; of all zones."""
    held = page.locator(".board > section").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).contain)"
    )
    return {"paint" in contain or contain in ("content", "strict") for contain in held}


@pytest.mark.parametrize("width", [390, 1280])
def test_zones_keep_their_place_in_the_page_and_what_goes_on_is_drawn_first(
    width: int, phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    """To move a map within the page takes longer than a step may."""
    table = over("chaosmos")
    first = {entry: going_on(table, entry) for entry in range(20, 30)}
    entry = next(
        entry for entry in first if first[entry] and first.get(entry + 1, first[entry]) != first[entry]
    )
    looker = phone(width=width, height=800)
    page = replay(looker, table, entry)
    before = in_the_page(page)
    for at in (entry, entry + 1):
        page.get_by_role("slider", name="Entry").fill(str(at))
        drawn(looker, at)
        shared = set(before) & set(in_the_page(page))
        assert [zone for zone in in_the_page(page) if zone in shared] == [z for z in before if z in shared]
        assert as_drawn(page) == by_rank(page)
        shown = [zone for zone in as_drawn(page) if not zone.startswith("base:")]
        assert set(shown[: len(first[at] & {*shown})]) == first[at] & {*shown}


def test_keys_go_by_entry_turn_and_round(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    table = over("time_of_chaos")
    marks = table.ask("/marks")["marks"]
    begins = {kind: [mark["entry"] for mark in marks if mark["kind"] == kind] for kind in ("round", "turn")}
    looker = phone(width=1280, height=800)
    page = replay(looker, table, 1)
    expect(page.locator(".strip .mark.round")).to_have_count(len(begins["round"]))
    page.keyboard.press("PageDown")
    drawn(looker, begins["round"][0])
    page.keyboard.press("PageDown")
    drawn(looker, begins["round"][1])
    page.keyboard.press("PageUp")
    drawn(looker, begins["round"][0])
    page.keyboard.press("ArrowDown")
    drawn(looker, next(entry for entry in begins["turn"] if entry > begins["round"][0]))
    page.keyboard.press("/")
    page.keyboard.type("ends the turn")
    lines = page.get_by_role("region", name="Log").locator("li")
    expect(lines.first).to_contain_text("ends the turn")
    number = int(lines.first.get_attribute("data-entry") or 0)
    lines.first.get_by_role("button").click()
    drawn(looker, number)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_button_that_is_held_goes_on_and_stops_where_it_is_let_go(
    phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    looker = phone()
    page = replay(looker, over("time_of_chaos"), 20)
    forth = page.get_by_role("button", name="Next entry")
    forth.dispatch_event("pointerdown")
    expect(page.locator("#replay")).to_have_attribute("data-version", re.compile("^2[2-9]$"))
    forth.dispatch_event("pointerup")
    stopped = stands_at(page)
    forth.dispatch_event("click")
    drawn(looker, stopped)
    forth.dispatch_event("click")
    drawn(looker, stopped + 1)
    page.get_by_role("button", name="Previous turn").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-version", str(stopped + 1))


def test_it_plays_to_the_end_of_a_passage_and_stops(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    table = over("time_of_chaos")
    looker = phone()
    replay(looker, table, 20)
    looker.page.get_by_label("Speed").select_option("0.3")
    looker.page.get_by_role("button", name="Play").click()
    expect(looker.page.locator("#replay")).to_have_attribute("data-version", re.compile("^(2[1-9]|[3-9].)$"))
    looker.page.get_by_role("button", name="Pause").click()
    expect(looker.page.get_by_role("button", name="Play")).to_be_visible()
    looker.page.goto(f"/t/{table.id}/replay?from=30&to=32")
    drawn(looker, 32)
    expect(looker.page.get_by_role("button", name="Play")).to_be_visible()


def test_a_place_tells_its_history(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    table = over("time_of_chaos")
    looker = phone()
    page = replay(looker, table, 60)
    page.locator(".spot").first.focus()
    page.keyboard.press("Enter")
    place = page.get_by_role("dialog")
    name = place.get_attribute("aria-label") or "?"
    lines = place.locator("li[data-entry]")
    expect(lines.first).to_contain_text(name.split(" in ")[0])
    number = int(lines.last.get_attribute("data-entry") or 0)
    lines.last.get_by_role("button").click()
    drawn(looker, number)


def test_a_note_stands_at_its_entry_for_whoever_comes_later(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=8)
    scribe = phone().join(table)
    page = replay(scribe, table, 4)
    page.get_by_role("button", name="Note").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Here it was decided.")
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_role("region", name="This entry")).to_contain_text("Here it was decided.")
    watcher = phone().join(table, "spectator")
    replay(watcher, table, 4)
    expect(watcher.page.get_by_role("region", name="This entry")).to_contain_text("Here it was decided.")
    expect(watcher.page.get_by_role("button", name="Note")).to_have_count(0)


def test_what_was_recorded_since_this_device_looked_is_played(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=6)
    watcher = phone()
    watcher.join(table, "spectator").whole()
    looked_until = table.version
    watcher.page.goto("/")
    # A browser may let go of a page after the next one stands: where the device looked until is written then.
    watcher.page.wait_for_function(KEPT_SEEN, arg=[table.id, looked_until])
    for action in table.actions[:3]:
        table.record(action)
    replay(watcher, table, 10)
    watcher.page.get_by_role("button", name="3 entries since your last visit").click()
    drawn(watcher, 10)
    expect(watcher.page.get_by_role("button", name="since your last visit")).to_have_count(0)


@pytest.mark.parametrize("game", sorted(LONGEST))
def test_an_owner_shares_a_private_finished_game_and_takes_the_link_back(
    game: str, phone: MakePhone, server: Server
) -> None:
    """Without the link it is not there; with it there is nothing to do but look."""
    table = evening_over(server, game, LONGEST[game])
    stranger = phone()
    stranger.page.goto(f"/t/{table.id}/replay?at=20")
    expect(stranger.page.get_by_role("heading", name="Table not found.")).to_be_visible()
    assert server.request("GET", f"{table.path}?at=20")[0] == 404
    owner = phone()
    owner.page.goto(f"/j#{table.tokens['owner']}")
    owner.page.wait_for_url(re.compile(f"/t/{table.id}$"))
    page = replay(owner, table, 20)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link")).to_have_count(0)
    page.get_by_role("button", name="Make a link").click()
    link = owner.shown_link("Link", "#.")
    friend = stranger
    friend.page.goto(link)
    drawn(friend, 20)
    assert "#" not in friend.page.url
    expect(friend.page.get_by_role("button", name="Note")).to_have_count(0)
    token = link.split("#")[1]
    headers = {"Authorization": f"Bearer {token}", "If-Match": "*"}
    status, _ = server.request("POST", f"{table.path}/notes", {"text": "I was here."}, headers)
    assert status == 403
    page.get_by_role("button", name="Revoke link").click()
    expect(page.get_by_role("status")).to_contain_text("no longer work")
    friend.page.reload()
    expect(friend.page.get_by_role("heading", name="This link was revoked")).to_be_visible()


@pytest.mark.parametrize("game", sorted(LONGEST))
def test_who_sees_all_branches_plays_on_with_bots_and_comes_back(
    game: str, phone: MakePhone, over: Callable[[str], Evening], server: Server
) -> None:
    table = over(game)
    end = last_of(table)
    middle = end // 2
    stranger = who_sees_all(phone(width=1280, height=800), table)
    page = replay(stranger, table, middle)
    page.get_by_role("button", name="What if…").click()
    boxes = page.get_by_role("dialog").get_by_role("checkbox")
    expect(boxes).to_have_count(len(table.ask("")["seats"]))
    for number in range(len(table.ask("")["seats"])):
        boxes.nth(number).uncheck()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/t/(?!" + table.id + ")"))
    branch = page.url.rsplit("/", 1)[-1].split("#")[0]
    band = page.get_by_role("complementary", name="Branch")
    expect(band).to_contain_text(f"Branch of № {middle}")
    expect(page.locator("#table")).to_have_attribute("data-version", str(middle + 2))
    follow(server)
    status, told = server.request("GET", "/v1/sessions?limit=200&sandbox=any")
    assert status == 200
    assert branch not in [item["id"] for item in told["items"]]
    expect(band.get_by_role("link", name="Share")).to_have_attribute("href", f"/t/{branch}/links")
    band.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("compared")
    page.go_back()
    band.get_by_role("link", name="Original").click()
    drawn(stranger, middle)
    assert last_of(table) == end


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1280, 800)])
def test_everybody_can_use_it(
    size: tuple[int, int], phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table = over("time_of_chaos")
    looker = phone(width=size[0], height=size[1], bypass_csp=True)
    page = replay(looker, table, 61)
    expect(page.locator(".mark.round")).not_to_have_count(0)
    found = {"room": violations(looker)}
    if size[0] < 960:
        page.get_by_role("button", name="Log and scores").click()
        found["log"] = violations(looker)
    page.get_by_role("button", name="What if…").click()
    found["branch"] = violations(looker)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    found["share"] = violations(looker)
    assert {where: faults for where, faults in found.items() if faults} == {}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
