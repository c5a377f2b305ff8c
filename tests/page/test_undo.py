"""Undo at the table: it names what goes, goes back to any line, leaves notes alone, and is redone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel
from tests.support.page.tapping import Tapping

TRAVEL = BEFORE_A_TRAVEL + 1


def noted(table: Evening, holder: str, text: str) -> None:
    headers = {"Authorization": f"Bearer {table.tokens[holder]}"}
    status, answer = table.server.request("POST", f"/v1/sessions/{table.id}/notes", {"text": text}, headers)
    assert status == 201, answer


def test_undo_beside_a_note_names_the_move_that_goes_and_the_note_stays(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(TRAVEL)).to_have_count(1)
    noted(table, "seat:blue", "The tea is ready.")
    expect(scribe.panel).to_contain_text("The tea is ready.")
    undo = scribe.panel.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Undo: Red travels to")
    undo.click()
    expect(scribe.entry(TRAVEL + 2)).to_contain_text(f"Undoes everything after № {BEFORE_A_TRAVEL}")
    expect(scribe.entry(TRAVEL)).to_contain_text("Undone")
    expect(scribe.entry(TRAVEL + 1)).not_to_contain_text("Undone")


def test_what_was_taken_back_stands_again_with_one_tap(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(TRAVEL)).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="Redo")).to_have_count(0)
    scribe.panel.get_by_role("button", name="Undo").click()
    redo = scribe.panel.get_by_role("button", name="Redo")
    expect(redo).to_contain_text("Redo: Red travels to")
    redo.click()
    expect(scribe.entry(TRAVEL + 2)).to_contain_text("Redoes what")
    expect(scribe.entry(TRAVEL)).not_to_contain_text("Undone")
    expect(scribe.entry(TRAVEL + 1)).to_contain_text("Undone")
    expect(redo).to_have_count(0)
    assert [entry["live"] for entry in table.entries()][-3:] == [True, False, True]


def test_undo_to_a_line_of_the_log_lists_what_goes(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    table.record(table.actions[0])
    scribe = phone().join(table)
    to = TRAVEL - 2
    scribe.page.get_by_role("link", name="Log").click()
    scribe.entry(to).get_by_role("button", name=f"Undo to here: № {to}").click()
    expect(scribe.panel).to_contain_text("Undoes 2 entries:")
    expect(scribe.panel.get_by_role("listitem")).to_have_count(2)
    expect(scribe.panel).to_contain_text("Red travels to")
    scribe.panel.get_by_label("Why?").fill("Red meant another card")
    scribe.panel.get_by_role("button", name="Undo", exact=True).click()
    expect(scribe.entry(TRAVEL + 1)).to_contain_text(f"Undoes everything after № {to}")
    expect(scribe.entry(TRAVEL - 1)).to_contain_text("Undone")


def test_a_seat_goes_back_over_its_own_entries_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    table.record(table.actions[0], "seat:red")
    red, blue = phone().join(table, "seat:red"), phone().join(table, "seat:blue")
    expect(red.page.locator(".to-here")).to_have_count(1)
    expect(red.entry(TRAVEL - 1).locator(".to-here")).to_have_count(1)
    expect(blue.entry(TRAVEL)).to_have_count(1)
    expect(blue.page.locator(".to-here")).to_have_count(0)


def test_what_was_tapped_without_a_line_says_when(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.cut()
    Tapping(scribe, table, table.actions[0]).record()
    scribe.tap("End turn")
    scribe.mend()
    expect(scribe.entry(TRAVEL + 1)).to_have_count(1)
    late: list[dict[str, Any]] = table.entries()[-2:]
    assert all(entry["moved_at"] and entry["moved_at"] < entry["at"] for entry in late)


def test_what_is_sent_at_once_has_the_time_of_the_log_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(TRAVEL)).to_have_count(1)
    assert table.entries()[-1]["moved_at"] is None
