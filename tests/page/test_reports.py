"""Reports in a browser: entry, audit and rulebook, with the token of this device, for everybody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations

OUT_OF_TURN = {"type": "end_turn", "seat": "blue", "against_rules": True, "reason": "we play so"}
SIZES = ((390, 844), (320, 568), (1280, 800))


@pytest.fixture
def flagged(evening: Callable[..., Evening]) -> Evening:
    """A running private game whose entry 14 is against TC-222, and whose entry 15 corrects it."""
    table = evening(recorded=12)
    table.record(OUT_OF_TURN | {"seat": "red"})
    fact = {"fact": "cloak_used", "seat": "red", "action": "travel"}
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "If-Match": "*"}
    body = {"facts": [fact], "reason": "it was worn", "about": 14}
    assert table.server.request("POST", f"{table.path}/corrections", body, headers)[0] == 201
    return table


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_everybody_can_use_them(size: tuple[int, int], phone: MakePhone, flagged: Evening) -> None:
    reader = phone(width=size[0], height=size[1], bypass_csp=True)
    reader.join(flagged, "owner")
    heads = {
        f"/t/{flagged.id}/entry/14": "№ 14",
        f"/t/{flagged.id}/entry/15": "№ 15",
        f"/t/{flagged.id}/entry/2": "№ 2",
        f"/t/{flagged.id}/entry/99": "Not found",
        f"/t/{flagged.id}/log": "Log",
        f"/t/{flagged.id}/audit": "Audit",
        "/rules/time_of_chaos": "Rules of",
        f"/rules/time_of_chaos/TC-222?session={flagged.id}": "TC-222",
        "/rules/time_of_chaos/TC-9999": "Not found",
    }
    found: dict[str, Any] = {}
    for path, head in heads.items():
        reader.page.goto(path)
        expect(reader.page.get_by_role("heading", level=1)).to_contain_text(head)
        found[path] = violations(reader)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0], path
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_a_flag_leads_from_the_audit_to_its_entry_and_its_rule_by_keys_alone(
    phone: MakePhone, flagged: Evening
) -> None:
    reader = phone().join(flagged, "owner")
    page = reader.page
    page.goto(f"/t/{flagged.id}/audit")
    expect(page.get_by_text("2 against the rules")).to_have_count(0)
    expect(page.get_by_text("1 against the rules, 1 corrected")).to_be_visible()

    def follow(name: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == name:
                return page.keyboard.press("Enter")
        raise AssertionError(f"no key leads to {name}")

    follow("№ 14")
    expect(page.get_by_role("heading", level=1)).to_contain_text("№ 14")
    follow("№ 15")
    expect(page.get_by_role("heading", level=1)).to_contain_text("№ 15")
    page.go_back()
    follow("TC-222")
    expect(page.get_by_role("heading", level=1)).to_have_text("TC-222")
    expect(page.get_by_role("heading", name="Broken")).to_be_visible()
    expect(page.get_by_role("link", name="№ 14")).to_be_visible()


def test_members_of_a_fact_open_by_a_key(phone: MakePhone, flagged: Evening) -> None:
    page = phone().join(flagged, "owner").page
    page.goto(f"/t/{flagged.id}/entry/15")
    member = page.get_by_role("group").get_by_text("travel", exact=False)
    expect(page.get_by_text("it was worn").first).to_be_visible()
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details[open] dl")).to_be_visible()
    expect(member.first).to_be_attached()


def test_a_token_in_the_address_of_an_entry_is_kept_and_shown_no_longer(
    phone: MakePhone, flagged: Evening
) -> None:
    page = phone().page
    page.goto(f"/t/{flagged.id}/entry/14")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not public")
    page.goto(f"/t/{flagged.id}/entry/13#{flagged.tokens['spectator']}")
    expect(page).to_have_url(re.compile(r"/entry/13$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("№ 13")
    assert flagged.tokens["spectator"] not in page.content()


def test_who_may_have_the_file_downloads_what_the_page_promises(
    phone: MakePhone, flagged: Evening, tmp_path: Path
) -> None:
    page = phone().join(flagged, "owner").page
    page.goto(f"/t/{flagged.id}/audit")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the file").click()
    downloading.value.save_as(tmp_path / "file.json")
    file = json.loads((tmp_path / "file.json").read_text())
    expect(page.get_by_text(file["head"]["digest"], exact=True)).to_be_visible()
    expect(page.get_by_role("status")).to_have_text(f"Downloaded {flagged.id}.tablelog.json.")
    assert downloading.value.suggested_filename == f"{flagged.id}.tablelog.json"


def test_a_file_that_takes_a_while_is_waited_for(phone: MakePhone, flagged: Evening) -> None:
    page = phone().join(flagged, "owner").page
    job = "/v1/jobs/" + "0" * 32
    later = {"Location": job, "Retry-After": "1"}
    page.route("**/export", lambda route: route.fulfill(status=202, headers=later, json={}))
    page.route(f"**{job}", lambda route: route.fulfill(json={"status": "done", "result": f"{job}/result"}))
    page.route(f"**{job}/result", lambda route: route.fulfill(json={"format": "tablelog"}))
    page.goto(f"/t/{flagged.id}/audit")
    with page.expect_download():
        page.get_by_role("button", name="Download the file").click()


def test_an_audit_that_is_under_way_is_asked_for_again_until_it_is_there(
    phone: MakePhone, flagged: Evening
) -> None:
    page = phone().join(flagged, "owner").page
    job = "0" * 32
    asked = []
    under_way = (
        f'<!doctype html><title>Audit</title><div class="page" data-session="{flagged.id}">'
        f'<main><h1>Audit</h1><div data-job="{job}">Under way</div></main></div>'
    )

    def answer(route: Route) -> None:
        if "authorization" not in route.request.headers:
            return route.fallback()
        asked.append(route.request.url)
        if len(asked) == 1:
            return route.fulfill(content_type="text/html", body=under_way)
        return route.fallback()

    page.route("**/audit*", answer)
    page.goto(f"/t/{flagged.id}/audit?flagged=true")
    expect(page.get_by_text("Passed.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/audit\?flagged=true$"))
    assert [url.rpartition("/")[2] for url in asked] == [
        "audit?flagged=true",
        f"audit?flagged=true&job={job}",
    ]
