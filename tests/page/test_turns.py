"""Who must act, since when, and how a phone says so to whoever looks elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone
from tests.support.page.tapping import Tapping
from tests.support.service.recorded_tables import name_of

ALERTED = """
window.alerted = [];
class Node { connect(other) { return other; } }
class Silent {
  currentTime = 0;
  resume() {}
  createOscillator() {
    return Object.assign(new Node(), { frequency: {}, start: () => alerted.push("sound"), stop() {} });
  }
  createGain() {
    return Object.assign(new Node(), { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  }
}
window.AudioContext = Silent;
navigator.vibrate = () => alerted.push("vibration");
"""
"""Notes what would sound and shake."""
AWAKE = """
navigator.wakeLock.request = async (kind) => {
  document.documentElement.dataset.awake = kind;
  const lock = { released: false };
  lock.release = () => { lock.released = true; delete document.documentElement.dataset.awake; };
  return lock;
};
"""
RED_ENDS, BLUE_ENDS = 9, 14
"""So many actions of the game stand before red ends the first turn, and blue the second."""
FOUR_MINUTES = 240_000


def bar(one: Phone) -> Locator:
    return one.page.get_by_role("region", name="Whose turn")


def seats_phone(phone: MakePhone, table: Evening, seat: str, script: str = ALERTED) -> Phone:
    made = phone()
    made.page.add_init_script(script)
    return made.join(table, f"seat:{seat}").whole()


def switch_on(one: Phone, *names: str) -> None:
    one.page.get_by_role("button", name="More", exact=True).click()
    for name in names:
        one.page.get_by_role("switch", name=name).check()
    one.page.get_by_role("button", name="Back").click()


def alerts(one: Phone) -> list[str]:
    found: list[str] = one.page.evaluate("alerted")
    return found


def test_a_waiting_phone_says_who_must_act_and_for_how_long(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=BLUE_ENDS)
    red = phone()
    red.page.clock.install()
    red.join(table, "seat:red")
    expect(bar(red)).to_contain_text("Blue · End the turn")
    expect(red.page).to_have_title("Waiting for Blue · A Time of Chaos")
    expect(red.panel.get_by_role("link", name="Rulebook")).to_be_visible()
    expect(bar(red)).not_to_contain_text("min")
    before = red.page.get_by_role("navigation", name="Seats").bounding_box()
    red.page.clock.fast_forward(FOUR_MINUTES)
    expect(bar(red)).to_contain_text("4 min")
    assert red.page.get_by_role("navigation", name="Seats").bounding_box() == before
    expect(red.panel.get_by_role("link", name="Rulebook")).to_have_attribute("href", "/rules/time_of_chaos")
    red.panel.get_by_role("button", name="My cards").click()
    expect(red.page.get_by_role("region", name="Before Red")).to_be_in_viewport()
    red.panel.get_by_role("link", name="Log").click()
    expect(red.entry(BLUE_ENDS + 1)).to_be_visible()


@pytest.mark.parametrize(
    "game", ["time_of_chaos", "chaos_order", "chaosmos", "first_light", "order_vs_chaos"]
)
def test_in_every_game_the_bar_names_the_seats_that_the_board_marks(
    phone: MakePhone, evening: Callable[..., Evening], game: str
) -> None:
    table = evening(game, name_of(game), recorded=24)
    shown = table.ask("?with=board,words")
    labels = {seat["seat"]: seat["label"] for seat in shown["board"]["seats"]}
    waits = shown["moment"]["waits"]
    watcher = phone().join(table, "spectator")
    for one in waits:
        expect(bar(watcher)).to_contain_text(one["asks"])
    named = [labels[one["seat"]] for one in waits]
    for label in named if len(waits) < len(labels) else ["Everyone"]:
        expect(bar(watcher)).to_contain_text(label)
    expect(watcher.page.locator(".chip.active")).to_have_count(len(waits))
    if waits:
        own = seats_phone(phone, table, waits[0]["seat"])
        expect(own.page).to_have_title(re.compile("^Your turn · "))
        expect(own.page.locator(".whose.mine")).to_be_visible()
        expect(own.page.locator(".chip.mine")).to_have_count(1)


def test_a_phone_sounds_when_others_make_it_its_turn_and_only_if_asked_to(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=RED_ENDS)
    blue, silent = (seats_phone(phone, table, "blue") for _ in range(2))
    red = seats_phone(phone, table, "red")
    switch_on(blue, "Sound on my turn", "Vibration on my turn")
    switch_on(red, "Sound on my turn")
    Tapping(red, table, table.actions[0]).record()
    for one in (blue, silent):
        expect(bar(one)).to_contain_text("Your turn")
        expect(one.page).to_have_title("Your turn · A Time of Chaos")
    blue.page.wait_for_function("() => alerted.length === 2")
    assert alerts(blue) == ["sound", "vibration"]
    number = table.version + 1
    Tapping(blue, table, table.actions[1]).record()
    expect(blue.entry(number)).to_have_count(1)
    for action in table.actions[2 : BLUE_ENDS - RED_ENDS + 1]:
        table.record(action, "seat:blue")
    red.page.wait_for_function("() => alerted.length === 1")
    blue.catches_up(table)
    assert alerts(blue) == ["sound", "vibration"]
    assert alerts(silent) == []


def test_an_own_entry_that_brings_an_own_turn_alerts_nobody(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=RED_ENDS)
    red = seats_phone(phone, table, "red")
    switch_on(red, "Sound on my turn")
    Tapping(red, table, table.actions[0]).record()
    expect(bar(red)).to_contain_text("Blue")
    red.panel.get_by_role("button", name=re.compile("^Undo")).click()
    expect(bar(red)).to_contain_text("Your turn")
    assert alerts(red) == []


def test_alerts_are_offered_once_after_the_first_own_turn(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=RED_ENDS)
    red = seats_phone(phone, table, "red")
    offer = red.panel.get_by_text("Tell you when it is your turn?")
    expect(offer).to_have_count(0)
    table.record(table.actions[0], "seat:red")
    expect(offer).to_be_visible()
    red.panel.get_by_role("button", name="No", exact=True).click()
    expect(offer).to_have_count(0)
    red.page.reload()
    red.catches_up(table).whole()
    for action in table.actions[1:11]:
        table.record(action)
    expect(bar(red)).to_contain_text("Blue")
    red.catches_up(table)
    expect(offer).to_have_count(0)
    assert alerts(red) == []


def test_who_waits_for_long_may_nudge(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=RED_ENDS)
    blue = phone()
    blue.page.clock.install()
    blue.join(table, "seat:blue")
    nudge = blue.panel.get_by_role("button", name="Nudge Red")
    expect(blue.panel.get_by_role("link", name="Log")).to_be_visible()
    expect(nudge).to_have_count(0)
    blue.page.clock.fast_forward(FOUR_MINUTES)
    sent: list[str] = []

    def accept(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(json={"nudged": ["red"]})

    blue.page.route("**/nudges", accept)
    nudge.click()
    expect(blue.page.get_by_text("Red: reminded").first).to_be_visible()
    assert sent == ["{}"]


def test_a_nudged_phone_says_so_and_vibrates(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=RED_ENDS)
    red = seats_phone(phone, table, "red")
    switch_on(red, "Vibration on my turn")
    nudge = {"nudge": 1, "by": {"role": "seat", "seat": "blue"}}
    told = f"event: nudge\ndata: {json.dumps(nudge)}\n\n"
    red.page.route(
        "**/stream?*", lambda route: route.fulfill(body=told, content_type="text/event-stream"), times=1
    )
    red.page.reload()
    expect(red.page.get_by_text("Blue is waiting for you.").first).to_be_visible()
    red.page.wait_for_function("() => alerted.length === 1")
    assert alerts(red) == ["vibration"]


def test_the_log_stands_under_rounds_and_turns_with_times_signs_and_marks(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=RED_ENDS)
    ended = table.record(table.actions[0])["version"]
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "If-Match": "*"}
    retraction = {"to": ended - 1, "reason": "Red thinks again"}
    status, answer = table.server.request("POST", f"{table.path}/retractions", retraction, headers)
    assert status == 201, answer
    table.record(table.actions[0])
    scribe = phone(timezone_id="Asia/Tokyo").join(table)
    scribe.page.goto(f"/t/{table.id}#log")
    log = scribe.page.get_by_role("region", name="Log")
    headings = log.get_by_role("heading", level=3)
    expect(headings).to_have_text(
        ["Round 1 · Turn 2", "Round 1 · Turn 1", "Round 1 · Turn 2", "Round 1 · Turn 1", "Setup"]
    )
    undone = scribe.entry(ended)
    expect(undone).to_contain_text("Undone")
    expect(undone.locator(".sign svg.color-red")).to_have_count(1)
    at = next(entry["at"] for entry in table.entries() if entry["number"] == ended)
    tokyo = (int(at[11:13]) + 9) % 24
    expect(undone.get_by_text(f"{tokyo:02}:{at[14:16]}", exact=True)).to_be_visible()
    expect(scribe.entry(ended + 1)).to_contain_text("Red thinks again")
    expect(scribe.entry(ended + 1).locator(".reason")).to_have_count(0)


def test_the_menu_lets_the_screen_go_dark(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    red = seats_phone(phone, evening(recorded=RED_ENDS), "red", ALERTED + AWAKE)
    awake = red.page.locator("html[data-awake=screen]")
    expect(awake).to_have_count(1)
    red.page.get_by_role("button", name="More", exact=True).click()
    red.page.get_by_role("switch", name="Keep the screen on").uncheck()
    expect(awake).to_have_count(0)
    red.page.reload()
    expect(bar(red)).to_contain_text("Your turn")
    expect(awake).to_have_count(0)
