"""Statistics on a phone: questions lead to answers, answers to their games, and an address is a question."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_clubs import Group
from tests.support.page.evening_over import follow, recorded_whole
from tests.support.page.phone import Phone
from tests.support.service.recorded_tables import SHORT
from tests.support.service.server import Server

NARROW = 360
PUBLIC: dict[str, Any] = {"visibility": "public"}
HEAT = {
    "chaos_order": "measure=control_share&group_by=region",
    "time_of_chaos": "measure=heat&group_by=tile",
    "first_light": "measure=placed_value&group_by=location",
    "order_vs_chaos": "measure=visits&group_by=location",
    "chaosmos": "measure=openings&group_by=planet",
}
"""By game, a question whose groups are places of its board."""
OTHERS = (
    "/statistics",
    "/statistics/chaos_order",
    "/statistics/chaos_order?measure=win_share&group_by=faction",
    "/statistics?measure=minutes&histogram=20",
    "/statistics/first_light?measure=score_by_round&group_by=round",
    "/statistics/time_of_chaos?measures=score,penalties,deliveries,transit&group_by=won",
    "/statistics/time_of_chaos?show=form&player=p1",
    "/statistics/chaos_order?measure=nothing",
)


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Evening]:
    """A public game of every title, whose seats are players."""
    found = {}
    for game, name in SHORT.items():
        found[game] = recorded_whole(server, game, name, **PUBLIC)
    opened = recorded_whole(
        server, "time_of_chaos", SHORT["time_of_chaos"], **PUBLIC, players={"red": "p1", "blue": "p2"}
    )
    follow(server)
    return found | {"of_players": opened}


def fits(reader: Phone, width: int = NARROW) -> bool:
    """Whether the page scrolls down alone."""
    return bool(reader.page.evaluate("document.documentElement.scrollWidth") <= width)


def test_a_question_leads_to_an_answer_and_the_answer_to_its_games(
    phone: MakePhone, played: dict[str, Evening]
) -> None:
    page = phone(width=NARROW).page
    page.goto("/")
    page.get_by_role("link", name="Statistics", exact=True).click()
    page.get_by_role("link", name="Circadians: Chaos Order").click()
    page.get_by_role("link", name="Which faction is too strong?").click()
    expect(page.get_by_role("heading", level=1, name="Win share")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Too few games to tell yet")
    expect(page.get_by_text("too few to tell", exact=True).first).to_be_visible()
    share = page.get_by_role("row").nth(1).get_by_role("cell").first
    expect(share).to_have_text("100 %")
    page.get_by_role("columnheader", name="Share").get_by_role("link").click()
    expect(page).to_have_url(re.compile("order_by=value"))
    expect(page.get_by_role("columnheader", name="Share")).to_have_attribute("aria-sort", "ascending")
    expect(share).to_have_text("0 %")
    page.get_by_role("link", name="3 seats").click()
    chip = page.get_by_role("group", name="Filters").get_by_role("link", name="3 seats")
    expect(chip).to_be_visible()
    chip.click()
    expect(page).not_to_have_url(re.compile("count="))
    page.go_back()
    expect(chip).to_be_visible()
    page.get_by_role("link", name=re.compile("^1 games of ")).first.click()
    expect(page).to_have_url(re.compile("/sessions[?]"))
    expect(page.locator(f"[data-id='{played['chaos_order'].id}']")).to_be_visible()


def test_every_page_is_readable_on_a_narrow_phone(phone: MakePhone, played: dict[str, Evening]) -> None:
    reader = phone(width=NARROW, bypass_csp=True)
    found: dict[str, Any] = {}
    for path in (*OTHERS, *(f"/statistics/{game}?{query}" for game, query in HEAT.items())):
        reader.page.goto(path)
        expect(reader.page.get_by_role("heading", level=1)).to_be_visible()
        found[path] = violations(reader), fits(reader)
        if "location" in path or "region" in path or "tile" in path or "planet" in path:
            expect(reader.page.locator("svg.heat .heat-8").first).to_be_visible()
    assert {path: faults for path, faults in found.items() if faults != ([], True)} == {}


def test_a_map_shows_all_places_or_is_left_out(phone: MakePhone, played: dict[str, Evening]) -> None:
    """A place whose row is on the next page would look like one that nobody visited."""
    page = phone().page
    page.goto(f"/statistics/order_vs_chaos?{HEAT['order_vs_chaos']}&limit=20")
    expect(page.get_by_role("link", name="More", exact=False).first).to_be_visible()
    expect(page.locator("svg.heat")).to_have_count(0)
    expect(page.locator("svg.answer")).to_be_visible()


def test_games_of_this_device_count_and_no_others(phone: MakePhone, server: Server) -> None:
    own = recorded_whole(server, "first_light", SHORT["first_light"])
    follow(server)
    page = f"/statistics/first_light?measure=rounds&session={own.id}"
    stranger, owner = phone(), phone()
    stranger.page.goto(page)
    expect(stranger.page.get_by_role("status")).to_have_text("No game counts here yet.")
    owner.join(own)
    owner.page.goto(page)
    expect(owner.page.get_by_role("status")).to_contain_text("Too few games to tell yet: at most 1")


def test_a_club_sees_its_people_with_the_key_of_the_device(phone: MakePhone, server: Server) -> None:
    group = Group(server)
    labels = {"labels": {"red": "Ruby by the window", "blue": "Cobalt at the door"}}
    over = group.take_in(recorded_whole(server, "time_of_chaos", "demo-2p-001", **labels))
    for label in labels["labels"].values():
        headers = {"Authorization": f"Bearer {group.keys['organiser']}"}
        status, told = server.request("POST", f"/v1/clubs/{group.id}/people", {"name": label}, headers)
        assert status in (200, 201), json.dumps(told)
    follow(server)
    stranger, member = phone(), phone(width=NARROW, bypass_csp=True)
    stranger.page.goto(f"/c/{group.id}/statistics")
    expect(stranger.page.get_by_role("heading", name="Not open to this device")).to_be_visible()
    page = group.opens(member)
    page.get_by_role("link", name="Statistics").click()
    page.get_by_role("link", name="Who is best?").click()
    expect(page.get_by_role("rowheader", name="Ruby by the window")).to_be_visible()
    assert violations(member) == []
    assert fits(member)
    page.get_by_role("link", name="Cobalt at the door", exact=True).first.click()
    expect(page.get_by_role("columnheader", name="Expected")).to_be_visible()
    assert fits(member)
    page.get_by_role("link", name="Game by game").click()
    expect(page.get_by_role("heading", name="Cobalt at the door, game by game")).to_be_visible()
    page.locator(f"a[href='/t/{over.id}/result']").first.click()
    figures = page.get_by_role("region", name="Figures of this game")
    expect(figures.get_by_role("link", name="Deliveries")).to_be_visible()
    assert violations(member) == []
    assert fits(member)
