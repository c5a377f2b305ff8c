"""Free forms: what is told that was not offered, what is put right, what is said while the line is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel
from tests.support.page.phone import Phone

NAMES = re.compile("/component-sets/.*/names$")


FORMS_KEPT = """async () => {
  const done = (asked) => new Promise((go) => (asked.onsuccess = () => go(asked.result)));
  const names = async () => {
    const database = await done(indexedDB.open("keyval-store"));
    const found = await done(database.transaction("keyval").objectStore("keyval").getAllKeys());
    database.close();
    return found;
  };
  const kept = async () => (await names()).some((name) => name.startsWith("forms:"));
  while (!(await kept())) await new Promise((go) => setTimeout(go, 20));
}"""
"""Ends when the device has kept the forms: that they are shown is no sign of it."""


def with_forms(made: Phone, table: Evening, holder: str = "scribe") -> Phone:
    """A phone that has the forms before the line is cut: they are fetched once it is quiet."""
    with made.page.expect_event("requestfinished", lambda request: bool(NAMES.search(request.url))):
        made.join(table, holder)
    return made


def sheet(of: Phone, verb: str) -> Locator:
    """The panel, after this button of it."""
    of.panel.get_by_role("button", name=verb).click()
    return of.panel


def choose(inside: Locator, label: str, name: str) -> None:
    """Choose the thing of this name in the field of this label."""
    inside.get_by_role("combobox", name=label, exact=True).select_option(label=name)


def moves_the_pawn(panel: Locator, reason: str) -> None:
    """Say that red's pawn stands in Aldermoor in the past."""
    choose(panel, "What changed?", "Pawn moved")
    choose(panel, "Seat", "Red")
    choose(panel, "To", "Aldermoor in the past")
    choose(panel, "How", "Travel")
    panel.get_by_label("Why?").fill(reason)


def test_the_scribe_corrects_the_table_by_names(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    panel = scribe.corrects_by_facts()
    record = panel.get_by_role("button", name="Record")
    moves_the_pawn(panel, "")
    expect(record).to_be_disabled()
    panel.get_by_label("Why?").fill("It was put there by mistake")
    record.click()
    line = scribe.entry(BEFORE_A_TRAVEL + 1)
    expect(line).to_contain_text("Flagged")
    expect(line).to_contain_text("It was put there by mistake")
    (fact,) = table.entries()[-1]["facts"]
    told = {"fact": "pawn_moved", "seat": "red", "origin": None, "to": "past:A", "via": "travel"}
    assert fact == told


def test_a_correction_names_the_entry_that_it_corrects(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    panel = scribe.corrects_by_facts()
    moves_the_pawn(panel, "It was told wrong")
    which = panel.get_by_role("spinbutton", name="Corrects entry №")
    record = panel.get_by_role("button", name="Record")
    for no_number in ("0", "-3", "1.5"):
        which.fill(no_number)
        expect(record).to_be_disabled()
    which.fill("99")
    record.click()
    alert = panel.get_by_role("alert")
    expect(alert).to_contain_text("99")
    alert.get_by_role("button", name="Edit it").click()
    expect(which).to_have_value("99")
    expect(panel.get_by_label("Why?")).to_have_value("It was told wrong")
    which.fill(str(BEFORE_A_TRAVEL))
    alert.get_by_role("button", name="Record").click()
    line = scribe.entry(BEFORE_A_TRAVEL + 1)
    expect(line).to_contain_text(f"№ {BEFORE_A_TRAVEL}")
    assert table.entries()[-1]["about"] == BEFORE_A_TRAVEL


def test_a_correction_of_several_facts_and_of_lists(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table, "owner")
    panel = scribe.corrects_by_facts()
    moves_the_pawn(panel, "It was told wrong from the beginning")
    panel.get_by_role("button", name="Another fact").click()
    second = panel.get_by_role("region", name="Fact 2")
    choose(second, "What changed?", "Display refilled")
    expect(panel.get_by_role("button", name="Record")).to_be_disabled()
    second.get_by_role("button", name="Remove").click()
    expect(panel.get_by_role("region", name="Fact 2")).to_have_count(0)
    panel.get_by_role("button", name="Another fact").click()
    choose(second, "What changed?", "Pawn placement order")
    for at, seat in enumerate(("Blue", "Red", "Blue"), start=1):
        second.get_by_role("button", name="Add: Order").click()
        choose(second, f"Order {at}", seat)
    second.get_by_role("button", name="Remove: Order 1").click()
    panel.get_by_role("button", name="Record").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    moved, began = table.entries()[-1]["facts"]
    assert moved["to"] == "past:A"
    assert began == {"fact": "placement_began", "queue": ["red", "blue"]}


def test_a_correction_after_which_nobody_can_act_says_so_before_it_is_recorded(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """The end of a turn is told without the beginning of the next one."""
    table = evening("chaos_order", "demo-2p-105-001", recorded=1)
    scribe = phone().join(table)
    panel = scribe.corrects_by_facts()
    choose(panel, "What changed?", "Turn ended")
    choose(panel, "Seat", "Jrayek")
    panel.get_by_label("Why?").fill("Forgotten")
    panel.get_by_role("button", name="Record", exact=True).click()
    alert = panel.get_by_role("alert")
    expect(alert).to_contain_text("Nobody can act, and the game is not finished.")
    expect(alert).to_contain_text("Nothing is recorded yet.")
    assert table.version == 2
    alert.get_by_role("button", name="Record it anyway").click()
    expect(scribe.entry(3)).to_contain_text("Forgotten")
    expect(alert).to_have_count(0)
    (fact,) = table.entries()[-1]["facts"]
    assert fact["fact"] == "turn_ended"


def test_what_cannot_be_computed_is_told_by_a_correction(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = with_forms(phone(), table)
    scribe.cut()
    panel = sheet(scribe, "Something else")
    panel.get_by_role("button", name="Deliver", exact=True).click()
    choose(panel, "Seat", "Blue")
    panel.get_by_role("combobox", name="Artifact", exact=True).select_option(index=1)
    panel.get_by_role("button", name="Record").click()
    scribe.context.set_offline(False)
    alert = panel.get_by_role("alert")
    alert.get_by_role("button", name="House rule").click()
    alert.get_by_role("button", name="Record it as a correction").click()
    expect(alert.get_by_label("Why?")).to_have_value("House rule")
    moves_the_pawn(alert, "House rule")
    alert.get_by_role("button", name="Record").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_contain_text("Flagged")
    assert table.entries()[-1]["kind"] == "corrected"
    expect(panel.get_by_role("alert")).to_have_count(0)


def test_offline_something_else_is_told_and_judged_afterwards(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = with_forms(phone(), table)
    scribe.cut()
    panel = sheet(scribe, "Something else")
    panel.get_by_role("button", name="Travel", exact=True).click()
    expect(panel.get_by_role("combobox", name="Seat", exact=True)).to_have_value("red")
    choose(panel, "City", "Highspire")
    panel.get_by_role("button", name="Record").click()
    expect(panel).to_contain_text("Red: Travel · Highspire")
    sheet(scribe, "Write a note").get_by_role("textbox").fill("The lamp went out.")
    panel.get_by_role("button", name="Save note").click()
    expect(scribe.line).to_contain_text("2 waiting")
    scribe.mend()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
    travelled, noted = table.entries()[-2:]
    wanted: dict[str, Any] = {"type": "travel", "seat": "red", "city": "H"}
    assert travelled["action"] == wanted
    assert (noted["kind"], noted["text"]) == ("noted", "The lamp went out.")
    assert noted["moved_at"] < noted["at"]


def test_a_place_in_a_row_is_counted_from_one(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    panel = scribe.corrects_by_facts()
    choose(panel, "What changed?", "Display refilled")
    choose(panel, "Deck of", "Past")
    panel.get_by_role("textbox", name="Display slot").fill("1")
    panel.get_by_label("Why?").fill("It had been covered")
    panel.get_by_role("button", name="Record").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    (fact,) = table.entries()[-1]["facts"]
    assert fact == {"fact": "display_refilled", "deck": "past", "slot": 0}


def test_what_is_refused_of_a_free_form_is_changed(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = with_forms(phone(), table, "seat:red")
    scribe.cut()
    panel = sheet(scribe, "Something else")
    panel.get_by_role("button", name="Travel", exact=True).click()
    expect(panel.get_by_role("combobox", name="Seat", exact=True)).to_have_count(0)
    choose(panel, "City", "Dunmere")
    panel.get_by_role("button", name="Record").click()
    sheet(scribe, "Write a note").get_by_role("textbox").fill("The lamp went out.")
    panel.get_by_role("button", name="Save note").click()
    scribe.context.set_offline(False)
    alert = panel.get_by_role("alert")
    expect(alert.get_by_role("button", name="Discard it", exact=True)).to_be_visible()
    alert.get_by_role("button", name="Edit it").click()
    expect(alert.get_by_role("combobox", name="City", exact=True)).to_have_value("D")
    choose(alert, "City", "Highspire")
    alert.get_by_role("button", name="Record").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_contain_text("The lamp went out.")
    assert table.entries()[-2]["action"] == {"type": "travel", "seat": "red", "city": "H"}


def test_a_note_outlives_an_action_that_is_dropped_before_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.cut()
    for name in ("End turn", "End turn"):  # the second one is no longer there to be ended
        scribe.tap(name)
    sheet(scribe, "Write a note").get_by_role("textbox").fill("The lamp went out.")
    scribe.panel.get_by_role("button", name="Save note").click()
    scribe.context.set_offline(False)
    scribe.panel.get_by_role("alert").get_by_role("button", name="Discard it", exact=True).click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_contain_text("The lamp went out.")
    assert [entry["kind"] for entry in table.entries()[-2:]] == ["recorded", "noted"]


def test_the_forms_are_kept_on_the_device(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    what = scribe.panel.get_by_role("combobox", name="What changed?")
    for _ in range(2):
        scribe.corrects_by_facts()
        expect(what).to_be_visible()
        scribe.page.evaluate(FORMS_KEPT)
        scribe.page.route(re.compile("/v1/(games|component-sets)/"), lambda route: route.abort())
        scribe.page.reload()
        expect(scribe.line).to_contain_text("Live")


def test_whoever_watches_corrects_nothing(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    for holder in ("seat:red", "spectator"):
        other = phone().join(table, holder)
        other.page.get_by_role("button", name="More", exact=True).click()
        expect(other.panel.get_by_role("button", name="Keys")).to_be_visible()
        expect(other.panel.get_by_role("button", name="Put right…")).to_have_count(0)
