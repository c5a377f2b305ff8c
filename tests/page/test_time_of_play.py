"""The time of play on the pages: an evening entered afterwards, said later, and taps without a network."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_outbox import at_a_travel
from tests.page.test_undo import TRAVEL
from tests.support.page.phone import Phone
from tests.support.page.tapping import Tapping

NOW = "() => new Date().toISOString()"
OPEN = re.compile("/t/.*/links$")


def says(page: Any, day: str, start: str = "", end: str = "") -> None:
    """Types a day and two times into the fields."""
    page.get_by_label("Day").fill(day)
    page.get_by_label("Began").fill(start)
    page.get_by_label("Ended").fill(end)


SESSION = """async () => {
  const id = location.pathname.split("/")[2];
  const { tokens } = JSON.parse(localStorage.getItem("tablelog.sessions"))[id];
  const headers = { Authorization: `Bearer ${tokens.owner}` };
  return (await fetch(`/v1/sessions/${id}`, { headers })).json();
}"""


def opened(page: Page) -> dict[str, Any]:
    """The session that the form has opened."""
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(OPEN)
    expect(page.get_by_role("img", name="QR code of this link")).to_have_count(1)
    session: dict[str, Any] = page.evaluate(SESSION)
    return session


def test_an_evening_in_another_zone_is_entered_afterwards(phone: MakePhone) -> None:
    host = phone(timezone_id="Asia/Tokyo")
    page = host.page
    page.goto("/open/time_of_chaos")
    page.get_by_text("Played earlier").click()
    says(page, "2025-10-31", "21:30", "00:10")
    assert not violations(host)
    session = opened(page)
    said = {"played_on": "2025-10-31", "start": "21:30", "end": "00:10"}
    assert (session["timezone"], session["played"]) == ("Asia/Tokyo", said)


def test_a_table_that_is_played_now_says_no_time(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/open/time_of_chaos")
    assert opened(page)["played"] is None


def test_a_time_that_cannot_be_is_told_on_the_form(phone: MakePhone) -> None:
    host = phone()
    page = host.page
    page.goto("/open/time_of_chaos")
    page.get_by_text("Played earlier").click()
    says(page, "2025-10-31", "21:30", "20:10")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("The end is not after the start.")
    assert "422" in host.faults.pop()
    says(page, "2025-10-31", "21:30", "22:10")
    assert opened(page)["played"]["end"] == "22:10"


def asks_when(owner: Phone) -> None:
    owner.page.get_by_role("button", name="More", exact=True).click()
    owner.panel.get_by_role("button", name="When it was played").click()


def test_the_owner_says_when_it_was_and_takes_it_back(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    owner = phone().join(table, "owner")
    number = table.version
    asks_when(owner)
    expect(owner.panel.get_by_role("button", name="Save")).to_be_disabled()
    says(owner.panel, "2025-10-31", "21:30")
    assert not violations(owner)
    owner.panel.get_by_role("button", name="Save").click()
    expect(owner.entry(number + 1)).to_contain_text("Time of play: 2025-10-31, from 21:30.")
    assert table.ask("")["played"] == {"played_on": "2025-10-31", "start": "21:30", "end": None}
    asks_when(owner)
    expect(owner.panel.get_by_label("Began")).to_have_value("21:30")
    says(owner.panel, "")
    owner.panel.get_by_role("button", name="Save").click()
    expect(owner.entry(number + 2)).to_contain_text("Time of play: as it was recorded.")
    assert table.ask("")["played"] is None


def test_a_scribe_is_not_asked_when_it_was(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    scribe = phone().join(at_a_travel(evening))
    scribe.page.get_by_role("button", name="More", exact=True).click()
    expect(scribe.panel.get_by_role("button", name="Keys")).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="When it was played")).to_have_count(0)


def test_each_tap_without_a_network_has_its_own_time(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """By the clock of the phone, before and after each of them."""
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.cut()
    times = [scribe.page.evaluate(NOW)]
    Tapping(scribe, table, table.actions[0]).record()
    times.append(scribe.page.evaluate(NOW))
    scribe.tap("End turn")
    times.append(scribe.page.evaluate(NOW))
    scribe.mend()
    expect(scribe.entry(TRAVEL + 1)).to_have_count(1)
    first, second = (entry["moved_at"] for entry in table.entries()[-2:])
    assert times[0] <= first <= times[1] <= second <= times[2]
    assert first < second


LATER = "() => { const now = Date.now; Date.now = () => now() + 60_000; }"
"""A minute passes by the clock of the page."""


def fails_with(scribe: Phone, table: Evening, status: int, kind: str) -> tuple[str, str]:
    """A tap that is answered so, and a minute without another; the times before and after the tap."""
    problem = {"type": f"/problems/{kind}", "title": "Not now", "status": status, "detail": "Not now."}
    scribe.page.route(
        "**/actions?with=words", lambda route: route.fulfill(status=status, json=problem), times=1
    )
    before = scribe.page.evaluate(NOW)
    Tapping(scribe, table, table.actions[0]).record()
    after = scribe.page.evaluate(NOW)
    expect(scribe.page.get_by_role("heading", name="Not now")).to_be_visible()
    scribe.page.evaluate(LATER)
    return before, after


def test_a_tap_that_is_sent_as_another_request_keeps_its_time(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    before, after = fails_with(scribe, table, 412, "another-log")
    scribe.panel.get_by_role("button", name="Record it now").click()
    expect(scribe.entry(TRAVEL)).to_have_count(1)
    assert before <= table.entries()[-1]["moved_at"] <= after


def test_a_tap_that_is_sent_once_more_stays_the_same_request(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    fails_with(scribe, table, 500, "unexpected")
    with scribe.page.expect_request("**/actions?with=words") as sent:
        scribe.panel.get_by_role("button", name="Try again").click()
    expect(scribe.entry(TRAVEL)).to_have_count(1)
    assert "moved_at" not in sent.value.post_data_json
    assert table.entries()[-1]["moved_at"] is None
