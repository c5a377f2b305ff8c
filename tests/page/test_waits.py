"""Every wait has an end and a way on: what is asked may never be answered."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel
from tests.support.page.phone import RECORDING
from tests.support.page.tapping import Tapping

LONGER_THAN_ANY_WAIT = 20_000
OF_THE_TABLE = re.compile(r"/v1/sessions/")
OPENING = re.compile(r"/v1/games/[a-z_]+/opening")


def never(route: Route) -> None:
    """Neither an answer nor a refusal."""


def test_an_answer_that_never_comes_stops_nothing(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone()
    scribe.page.clock.install()
    scribe.join(table)
    scribe.page.route(RECORDING, never)
    with scribe.page.expect_request(RECORDING):
        Tapping(scribe, table, table.actions[0]).record()
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.panel).to_contain_text("no answer")
    scribe.panel.get_by_role("button", name="Try again").click()
    scribe.page.unroute(RECORDING)
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    expect(scribe.line).to_contain_text("Live")
    assert table.version == BEFORE_A_TRAVEL + 1


def test_a_first_view_that_never_comes_is_told_and_tried_again(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone()
    scribe.page.clock.install()
    scribe.page.route(OF_THE_TABLE, never)
    scribe.page.goto(f"/j#{table.tokens['scribe']}")
    expect(scribe.page.get_by_role("heading", name="Opening the table")).to_be_visible()
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.page.get_by_role("heading", name="No connection yet")).to_be_visible()
    with scribe.page.expect_request("**/stream?*"):
        scribe.page.get_by_role("button", name="Try again").click()
    scribe.page.unroute(OF_THE_TABLE)
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.entry(BEFORE_A_TRAVEL)).to_have_count(1)


def test_a_stream_that_never_connects_is_told_and_tried_again(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone()
    scribe.page.clock.install()
    scribe.join(table)
    scribe.page.route("**/stream?*", never)
    with scribe.page.expect_request("**/stream?*"):
        scribe.page.evaluate("dispatchEvent(new Event('online'))")
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.line).to_contain_text("Offline")
    scribe.page.unroute("**/stream?*")
    scribe.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(scribe.line).to_contain_text("Live")


def test_an_opening_form_that_never_comes_is_told_and_tried_again(phone: MakePhone) -> None:
    one = phone()
    one.page.clock.install()
    one.page.route(OPENING, never)
    with one.page.expect_request(OPENING):
        one.page.goto("/open/time_of_chaos")
    one.page.clock.fast_forward(LONGER_THAN_ANY_WAIT)
    expect(one.page.get_by_text("The form could not be loaded")).to_be_visible()
    one.page.unroute(OPENING)
    one.page.get_by_role("button", name="Try again").click()
    expect(one.page.get_by_role("button", name="Open the table")).to_be_enabled()
