"""The charts of a session and two sessions compared, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.service.server import Server
from workers.component_sets import uploaded_to
from workers.follow import ProjectionRunner, prepare

MakeEvening = Callable[..., Evening]
SIZES = ((390, 844), (320, 568), (1280, 800))


def follow(server: Server) -> None:
    """What a worker does when it is woken."""
    store = EventStore.open(f"sqlite:///{server.home}/log.db")
    engine = make_engine(f"sqlite:///{server.home}/tables.db")
    prepare(engine)
    ProjectionRunner(store, engine, Library(uploaded_to(engine))).pull()
    engine.dispose()


@pytest.fixture
def drawn(server: Server, evening: MakeEvening) -> MakeEvening:
    """Opens a session that the workers have followed."""

    def open_drawn(game: str = "time_of_chaos", name: str = "demo-2p-001", **options: object) -> Evening:
        made = evening(game, name, **({"recorded": 60, "visibility": "public"} | options))
        follow(server)
        return made

    return open_drawn


def charts(page: Page, table: Evening, asked: str = "") -> Page:
    """The charts of a table, when the script is there."""
    page.goto(f"/t/{table.id}/charts{asked}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(": charts")
    return page


def branched(table: Evening, at: int, visibility: str) -> dict[str, str]:
    """A branch of the table: its id, and its owner's token."""
    headers = {"Authorization": f"Bearer {table.tokens['owner']}"}
    asked = {"at": at, "visibility": visibility}
    status, made = table.server.request("POST", f"{table.path}/forks", asked, headers)
    assert status == 201, made
    follow(table.server)
    return {"id": made["session"]["id"], "token": made["tokens"]["owner"]}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_everybody_can_use_them(size: tuple[int, int], phone: MakePhone, drawn: MakeEvening) -> None:
    table = drawn(name="demo-4p-003")
    other = drawn("chaos_order", "demo-4p-105-003", recorded=50)
    branch = branched(table, 30, "public")["id"]
    page = phone(width=size[0], height=size[1], bypass_csp=True)
    found = {}
    for path in (
        f"/t/{table.id}/charts?at=47",
        f"/t/{table.id}/charts?series=scores",
        f"/t/{other.id}/charts",
        f"/t/{other.id}/charts?series=region-counts",
        f"/compare?a={table.id}&b={branch}",
    ):
        page.page.goto(path)
        expect(page.page.locator("svg.chart").first).to_be_visible()
        page.page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found[path] = violations(page)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_a_point_leads_to_the_replay_at_its_entry(phone: MakePhone, drawn: MakeEvening) -> None:
    table = drawn()
    page = charts(phone().page, table, "?series=scores&at=20")
    point = page.locator("svg.chart a.point").last
    address = str(point.get_attribute("href"))
    assert re.fullmatch(rf"/t/{table.id}/replay\?at=\d+", address)
    with page.expect_request(re.compile(r"/replay\?at=")) as asked:
        point.dispatch_event("click")
    assert asked.value.url.endswith(address)


def test_keys_and_a_tap_move_the_cursor_of_every_chart(phone: MakePhone, drawn: MakeEvening) -> None:
    table = drawn()
    page = charts(phone().page, table, "?at=20")
    slider = page.get_by_role("slider", name="After entry №")
    cursors = page.locator(".cursor")
    ends = (cursors.first, cursors.last)
    before = [str(one.get_attribute("transform")) for one in ends]
    slider.focus()
    slider.press("ArrowRight")
    look = page.get_by_role("link", name="Go to № 21")
    expect(look).to_have_attribute("href", re.compile(rf"/t/{table.id}/replay\?at=21$"))
    expect(page).to_have_url(re.compile(r"\?at=21$"))
    for one, place in zip(ends, before, strict=True):
        expect(one).not_to_have_attribute("transform", place)
    page.locator("svg.chart").first.tap()
    expect(page).not_to_have_url(re.compile(r"\?at=21$"))
    at = page.url.rpartition("=")[2]
    assert 21 < int(at) < len(table.entries())
    expect(page.get_by_role("link", name=f"Go to № {at}")).to_be_visible()
    page.reload()
    expect(slider).to_have_value(at)
    expect(page.get_by_role("link", name=f"Go to № {at}")).to_be_visible()


def test_a_private_session_is_drawn_for_the_device_that_holds_its_token(
    phone: MakePhone, drawn: MakeEvening
) -> None:
    table = drawn(visibility="private")
    stranger = phone().page
    stranger.goto(f"/t/{table.id}/charts")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Not public")
    scribe = phone().join(table)
    page = charts(scribe.page, table, "?series=scores")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert saved.value.suggested_filename == "scores.csv"
    assert saved.value.path().read_text("utf-8-sig").startswith("entry,")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Vega-Lite").click()
    assert "vega-lite" in saved.value.path().read_text()
    expect(page.get_by_role("status").last).to_have_text("Saved scores.vl.json.")


def test_two_private_sessions_are_compared_where_both_tokens_are(
    phone: MakePhone, drawn: MakeEvening
) -> None:
    table = drawn(visibility="private")
    branch = branched(table, 30, "private")
    compare = f"/compare?a={table.id}&b={branch['id']}"
    reader = phone().join(table).page
    reader.goto(compare)
    expect(reader.get_by_role("heading", level=1)).to_have_text("Not public")
    reader.goto(f"/j#{branch['token']}")
    expect(reader).to_have_url(re.compile(f"/t/{branch['id']}$"))
    reader.goto(compare)
    expect(reader.get_by_role("heading", level=1)).to_contain_text("two sessions compared")
    expect(reader.get_by_text("They split after entry № 30")).to_be_visible()
    expect(reader.get_by_role("table", name="Final scores")).to_be_visible()


def test_without_scripts_a_public_session_is_drawn(phone: MakePhone, drawn: MakeEvening) -> None:
    table = drawn()
    page = charts(phone(java_script_enabled=False).page, table, "?series=scores&at=20")
    expect(page.locator("svg.chart")).to_be_visible()
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_role("button", name="Show values").click()
    expect(page.get_by_role("link", name="Go to № 21")).to_be_visible()
    expect(page).to_have_url(re.compile(r"series=scores&at=21$"))
