"""Cards on the board and in the hand: what the question asks for is chosen by tapping it where it lies."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone


def before(evening: Callable[..., Evening], kind: str) -> Evening:
    """The table at the first action of this type."""
    actions = evening().actions
    return evening(recorded=next(at for at, action in enumerate(actions) if action["type"] == kind))


def values(table: Evening, action: dict[str, Any], name: str) -> dict[str, Any]:
    """The words of the values of a parameter."""
    return dict(table.words(action)["parameters"][name]["values"])


def card_on_the_board(phone: Phone, name: str) -> Any:
    """The button of a card where it lies."""
    return phone.page.get_by_role("region", name="Board").get_by_role("button", name=name)


def test_a_card_of_the_display_is_taken_where_it_lies(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = before(evening, "search")
    action = table.actions[0]
    words = values(table, action, "card")[action["card"]]
    assert words["piece"] == action["card"]
    scribe, before_the_search = phone().join(table), table.version
    card = card_on_the_board(scribe, words["label"])
    expect(card).to_have_count(0)
    scribe.tap("Search")
    card.click()
    expect(card).to_have_count(0)
    for asks in ("How?", "Which artifact refills the display?"):
        expect(scribe.panel.get_by_role("heading", level=2)).to_have_text(f"Search: {asks}")
        scribe.panel.locator("[data-key]").first.click()
    expect(scribe.entry(before_the_search + 1)).to_contain_text(words["label"])
    assert table.entries()[-1]["action"]["card"] == action["card"]


def test_find_looks_at_all_that_a_card_shows(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = before(evening, "grab")
    shown = values(table, table.actions[0], "card")
    card = shown[table.actions[0]["card"]]
    to = card["hint"].split("to ")[1].split(" ")[0]
    scribe = phone().join(table)
    scribe.tap("Grab")
    points = card["hint"][0]
    scribe.panel.get_by_label("Find").fill(f"{to.lower()} {points}")
    texts = [f"{one['label']} {one.get('hint', '')}" for one in shown.values()]
    matching = [text for text in texts if to in text and points in text]
    assert len(matching) < len(shown)
    found = scribe.panel.locator("[data-key]")
    expect(found).to_have_count(len(matching))
    expect(found.filter(has_text=to)).to_have_count(len(matching))
    scribe.panel.get_by_label("Find").fill("no such card")
    expect(scribe.panel.get_by_role("status").filter(has_text="no such card")).to_be_visible()


def test_a_recorder_taps_a_card_that_was_not_seen_and_its_seat_names_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = before(evening, "grab")
    seat, card = table.actions[0]["seat"], table.actions[0]["card"]
    label, grabbed = values(table, table.actions[0], "card")[card]["label"], table.version + 1
    recorder = phone().join(table.issued("recorder"), "recorder")

    recorder.tap("Grab")
    recorder.tap("Not seen")
    expect(recorder.entry(grabbed)).to_contain_text(re.compile(r"draws an artifact from the \w+ deck"))
    assert table.entries()[-1]["action"] == {"type": "grab", "seat": seat, "card": "unknown"}

    table.record({"type": "end_turn", "seat": seat})
    holder = phone().join(table, f"seat:{seat}")
    mat = holder.page.get_by_role("region", name="Before ")
    expect(mat.get_by_text("An unknown artifact of the present")).to_be_visible()
    expect(recorder.page.get_by_text("unknown artifact")).to_have_count(0)
    holder.tap("Name a card")
    expect(holder.panel.get_by_role("searchbox")).to_be_visible()
    holder.tap(label)
    expect(holder.entry(grabbed + 2)).to_contain_text(label)
    holder.page.get_by_role("button", name="Show hand").click()
    expect(mat.get_by_text(label)).to_be_visible()
    expect(recorder.entry(grabbed + 2)).to_contain_text("names an artifact in hand.")
    expect(recorder.page.get_by_text(label)).to_have_count(0)
    assert table.entries()[-1]["action"] == {"type": "name_card", "seat": seat, "card": card}


def test_what_is_printed_on_cards_stands_on_their_buttons_once_somebody_wants_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("first_light", "bots-2p-ai-101", recorded=5)
    action = table.actions[0]
    item = values(table, action, "keep")[action["keep"]]
    player = phone().join(table, f"seat:{action['seat']}")
    player.tap("Keep an Item")
    player.panel.get_by_role("button", name="Show my hand to answer").click()
    option = player.panel.locator(".option").filter(has_text=item["label"])
    details = player.panel.get_by_role("button", name="Details", exact=True)
    expect(option).to_contain_text(item["hint"])
    expect(option).not_to_contain_text(item["details"])
    details.click()
    expect(option).to_contain_text(item["details"])
    details.click()
    expect(option).not_to_contain_text(item["details"])


def test_an_envelope_is_changed_on_one_screen_and_a_hand_by_what_stays(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("chaosmos", "demo-2p-first-004", recorded=3)
    hand, number = table.actions[0], table.version
    own = phone(together=True).join(table, f"seat:{hand['seat']}")
    own.press(own.panel.get_by_role("button", name="Show my hand to answer"))
    own.press(own.panel.get_by_role("button", name="All 10"))
    expect(own.panel).to_contain_text("3 too many")
    for stays in ("Courier Pod", "Frost Shell", "Warden Trap"):
        own.tap(stays)
    own.press(own.panel.get_by_role("button", name="Done"))
    own.shows(number + 1)
    assert sorted(table.entries()[-1]["action"]["cards"]) == sorted(hand["cards"])
    *between, change = table.actions[1:5]
    for action in between:
        table.record(action)
    number = table.version
    own.catches_up(table).tap("Access envelope")
    own.press(own.panel.get_by_role("button", name="Show my hand to answer"))
    own.tap("Warden Trap")
    own.tap("Snare Trap")
    own.press(own.panel.get_by_role("button", name="Done"))
    own.tap("End turn")
    own.shows(number + 2)
    assert table.entries()[-2]["action"] == change
