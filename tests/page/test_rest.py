"""The rest of the page: no first view needs it, and the phone has it when its line is cut."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import at_a_travel
from tests.support.page.phone import Phone

REST = re.compile(r"/pages/table-rest\.js")
DRESSED = """async () => {
  const isHere = () => [...document.styleSheets].some(({ href }) => href?.endsWith("entering.css"));
  while (!isHere()) await new Promise((go) => setTimeout(go, 20));
}"""
ENTERING = re.compile(r"/pages/entering\.(js|css)")
BESIDE = re.compile(r"/pages/beside\.js")


def with_rest(made: Phone, table: Evening) -> Phone:
    """A phone that has the rest of its page, by nothing but having shown the first view."""
    with made.page.expect_event("requestfinished", lambda request: bool(REST.search(request.url))):
        made.join(table, whole=False)
    return made.whole()


def open_menu(of: Phone) -> None:
    of.page.get_by_role("button", name="More", exact=True).click()


def test_what_was_not_opened_yet_opens_without_a_line(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """Forms come in a quiet moment, everything else right after the first view."""
    scribe = phone()
    with scribe.page.expect_event("requestfinished", lambda request: bool(ENTERING.search(request.url))):
        with_rest(scribe, at_a_travel(evening))
    scribe.page.evaluate(DRESSED)
    scribe.cut()
    for name, title in (
        ("Write a note", "Write a note"),
        ("Who sits where", "Who sits where?"),
        ("Put right…", "Correct the table"),
        ("Keys", "Keys"),
        ("Close the session", "Close the session?"),
    ):
        open_menu(scribe)
        scribe.panel.get_by_role("button", name=name).click()
        expect(scribe.panel.get_by_role("heading", name=title, exact=True)).to_be_focused()
        scribe.panel.get_by_role("button", name="Back").click()


def test_a_table_without_its_rest_records_and_says_what_is_missing(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    before = table.version
    scribe = phone()
    scribe.page.route(REST, lambda route: route.abort())
    scribe.join(table, whole=False)
    scribe.tap("Travel")
    scribe.panel.get_by_role("button", name="Highspire").click()
    expect(scribe.said(before + 1)).to_be_visible()
    open_menu(scribe)
    status = scribe.panel.get_by_role("status")
    expect(status).to_contain_text("did not load")
    scribe.panel.get_by_role("button", name="Back").click()
    expect(status).to_have_count(0)
    open_menu(scribe)
    expect(scribe.panel.get_by_role("heading", name="A moment…")).to_be_visible()
    scribe.page.unroute(REST)
    expect(scribe.panel.get_by_role("heading", name="More")).to_be_visible()


def test_what_leads_to_other_pages_comes_when_the_line_is_back(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    scribe = phone()
    scribe.page.route(BESIDE, lambda route: route.abort())
    with scribe.page.expect_event("requestfailed", lambda request: bool(BESIDE.search(request.url))):
        scribe.join(at_a_travel(evening))
    scribe.page.unroute(BESIDE)
    open_menu(scribe)
    expect(scribe.panel.get_by_role("link", name="Replay")).to_be_visible()


def test_a_page_of_another_version_than_the_service_is_loaded_anew(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    scribe = phone()
    scribe.page.route(REST, lambda route: route.fulfill(status=404, body=""))
    scribe.join(at_a_travel(evening), whole=False)
    open_menu(scribe)
    anew = scribe.panel.get_by_role("link", name="Reload the page")
    expect(anew).to_be_visible()
    scribe.page.unroute(REST)
    with scribe.page.expect_navigation():
        anew.click()
    open_menu(scribe)
    expect(scribe.panel.get_by_role("button", name="Keys")).to_be_visible()
