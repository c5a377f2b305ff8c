"""Several tabs and links on one device: nothing is lost, nothing is sent as another holder."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel, neighbours, recorded
from tests.support.page.phone import RECORDING, Phone

MORE_THAN_A_BROWSER_CONNECTS = 8
"""A browser opens six connections to one host over HTTP/1.1, for all of its tabs."""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without a screen shows all of its tabs: what one that is not shown is told."""
STORE_AS_ONE_LIST = """([name, items]) => new Promise((done) => {
  const opening = indexedDB.open("keyval-store");
  opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
  opening.onsuccess = () => {
    const change = opening.result.transaction("keyval", "readwrite");
    change.objectStore("keyval").put(items, name);
    change.oncomplete = () => (opening.result.close(), done());
  };
})"""


def queued_by_red(phone: MakePhone, table: Evening) -> Phone:
    """Red's phone, which has queued that red travels, and is then opened with the scribe's link."""
    one = phone().join(table, "seat:red")
    one.hold()
    with one.page.expect_event("requestfailed", lambda request: bool(RECORDING.search(request.url))):
        one.tap("Travel")
        one.tap(neighbours(table)[0]["label"])
    expect(one.panel).to_contain_text("Not sent yet")
    one.join(table, "scribe")
    one.release()
    return one


def test_two_tabs_record_what_was_tapped_in_both_while_the_line_was_cut(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    one = phone().join(table).whole()
    other = one.another_tab(table).whole()
    one.context.set_offline(True)
    for tab in (one, other):
        expect(tab.line).to_contain_text("Offline")
    one.tap("Travel")
    one.tap(neighbours(table)[0]["label"])
    expect(other.line).to_contain_text("1 waiting")
    other.tap("End turn")
    for tab in (one, other):
        expect(tab.line).to_contain_text("2 waiting")
    one.context.set_offline(False)
    for tab in (one, other):
        expect(tab.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
        expect(tab.line).to_contain_text("Live")
        expect(tab.panel).not_to_contain_text("Not sent yet")
    assert [action["type"] for action in recorded(table)[-2:]] == ["travel", "end_turn"]
    assert table.version == BEFORE_A_TRAVEL + 2


def test_what_one_tab_drops_is_dropped_in_the_other(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    one = phone().join(table).whole()
    other = one.another_tab(table).whole()
    one.context.set_offline(True)
    for _ in range(3):
        one.tap("End turn")
    one.context.set_offline(False)
    for tab in (one, other):
        expect(tab.panel.get_by_role("alert")).to_contain_text("The rules do not allow this")
    one.panel.get_by_role("alert").get_by_role("button", name="Discard it and 1 after it").click()
    for tab in (one, other):
        expect(tab.panel.get_by_role("alert")).to_have_count(0)
        expect(tab.line).to_contain_text("Live")
    assert table.version == BEFORE_A_TRAVEL + 1


def test_what_another_link_queued_is_shown_and_recorded_as_that_link_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = queued_by_red(phone, table)
    scribe.panel.get_by_role("button", name="1 not recorded: tapped with another link").click()
    expect(scribe.panel).to_contain_text("tapped with the link for Red")
    assert table.version == BEFORE_A_TRAVEL
    scribe.panel.get_by_role("button", name="Record it as Red").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    assert table.entries()[-1]["by"] == {"role": "seat", "seat": "red"}
    expect(scribe.panel.get_by_text("another link")).to_have_count(0)


def test_what_another_link_queued_goes_when_that_link_is_opened_again(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = queued_by_red(phone, table)
    expect(scribe.panel.get_by_text("another link")).to_be_visible()
    red = scribe.join(table, "seat:red")
    expect(red.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    assert table.entries()[-1]["by"] == {"role": "seat", "seat": "red"}


def test_an_outbox_that_was_stored_as_one_list_is_sent(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    old = {"id": "an-action-of-before", "path": "actions", "body": table.actions[0], "sent": False}
    scribe = phone()
    scribe.page.goto("/")
    queued = [old | {"says": "Red: Travel", "seen": BEFORE_A_TRAVEL}]
    scribe.page.evaluate(STORE_AS_ONE_LIST, [f"outbox:{table.id}", queued])
    scribe.page.goto(f"/j#{table.tokens['scribe']}")
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    assert recorded(table)[-1] == table.actions[0]


def test_hidden_tabs_leave_connections_to_the_one_that_is_looked_at(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    tabs = [phone().join(table)]
    while len(tabs) < MORE_THAN_A_BROWSER_CONNECTS:
        tabs[-1].page.evaluate(HIDE)
        tabs.append(tabs[-1].another_tab(table))
    shown = tabs[-1]
    shown.tap("End turn")
    expect(shown.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    for tab in tabs[:-1]:
        tab.shows(BEFORE_A_TRAVEL + 1)
