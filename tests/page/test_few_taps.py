"""Few taps: what is usual comes by itself, what can be one thing is not asked, few answers are one list."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Response, Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_drafts import drafting, steps
from tests.page.test_outbox import recorded
from tests.support.page.phone import Phone

AT_A_REVEALED_RIFT = 11
"""So many actions stand before black spends an XP, picks up a token and ends its turn; it cannot move."""
AT_A_LESSON = 102
"""So many stand before black resolves the event *Each Chaos hero gains 1 XP*."""
AT_A_TIME_TRAVEL = 21
"""So many stand before blue travels in time and may pay with a cube or with its cloak."""
BESIDE_AN_ENVELOPE = 11
"""So many stand before east begins a turn; it controls a planet, and may access the envelope before that."""
Open = Callable[..., Evening]


def spot(phone: Phone, place: str) -> None:
    """Tap a place of the board."""
    phone.press(phone.page.locator(f'.board button[data-place="{place}"]'))


def test_xp_goes_to_the_track_that_is_tapped_and_tokens_are_picked_up_with_it(
    phone: MakePhone, evening: Open
) -> None:
    table = evening("order_vs_chaos", "bots-2p-014", recorded=AT_A_REVEALED_RIFT)
    before = table.version
    own = drafting(phone(together=True), table, "seat:black")
    expect(own.page.get_by_role("region", name="1 XP to spend")).to_contain_text("Armor")
    spot(own, "xp:black:armor")
    expect(steps(own)).to_have_text(["Spend XP · Armor", "Pick up tokens"])
    own.panel.get_by_role("button", name="Back", exact=True).click()
    expect(steps(own)).to_have_text(["Spend XP · Armor"])
    own.tap("Pick up tokens")
    expect(steps(own)).to_have_count(2)
    own.tap("End the turn")
    own.shows(before + 3)
    assert recorded(table)[-3:] == table.actions[:3]


def test_a_card_that_says_one_thing_is_resolved_by_one_tap(phone: MakePhone, evening: Open) -> None:
    table = evening("order_vs_chaos", "bots-2p-014", recorded=AT_A_LESSON)
    before = table.version
    own = phone().join(table, "seat:black").whole()
    expect(own.button("Resolve Dark Lesson")).to_contain_text("Each Chaos hero gains 1 XP")
    own.tap("Resolve Dark Lesson")
    own.shows(before + 1)
    assert recorded(table)[-1] == table.actions[0]


def test_few_answers_are_one_list_and_the_board_narrows_it(phone: MakePhone, evening: Open) -> None:
    table = evening(recorded=AT_A_TIME_TRAVEL)
    before = table.version
    own = phone().join(table, "seat:blue").whole()
    own.tap("Time travel")
    places = own.page.locator(".spot.lit")
    expect(places).to_have_count(2)
    label = "The past · Cube on Ironvale in the past, where you arrive"
    expect(own.button(label)).to_be_visible()
    own.press(own.page.locator('.spot.lit[data-place="past:I"]'))
    own.shows(before + 1)
    assert recorded(table)[-1] == table.actions[0]


def test_a_turn_begins_by_itself_beside_offers_that_stay(phone: MakePhone, evening: Open) -> None:
    table = evening("chaosmos", "demo-2p-first-004", recorded=BESIDE_AN_ENVELOPE)
    before = table.version
    own = drafting(phone(together=True), table, "seat:east")
    expect(steps(own)).to_have_text(["Begin the turn"])
    expect(own.button("Access envelope")).to_be_visible()
    own.panel.get_by_role("button", name="Back", exact=True).click()
    expect(own.button("Begin the turn")).to_be_visible()
    expect(steps(own)).to_have_count(0)
    own.tap("Begin the turn")
    expect(steps(own)).to_have_count(1)
    assert table.version == before


def test_a_turn_waits_where_something_would_be_lost_by_its_beginning(phone: MakePhone, evening: Open) -> None:
    table = evening("chaosmos", "demo-2p-first-004", recorded=BESIDE_AN_ENVELOPE)
    own = phone(together=True)

    def without_the_envelope(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        kept = [one for one in told["after"]["now"]["offers"] if one["type"] != "transfer_cards"]
        told["after"]["now"]["offers"] = kept
        route.fulfill(response=answer, body=json.dumps(told))

    own.page.route("**/actions?dry_run=*", without_the_envelope)
    tried: list[Response] = []
    own.page.on("response", lambda answer: tried.append(answer) if "dry_run" in answer.url else None)
    with own.page.expect_response("**/actions?dry_run=*"):
        drafting(own, table, "seat:east")
    own.tap("Begin the turn")
    expect(steps(own)).to_have_count(1)
    assert len(tried) == 2
