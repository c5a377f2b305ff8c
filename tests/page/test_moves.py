"""A list of actions at the table: one line of the log, one undo, one redo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel

TRAVEL = BEFORE_A_TRAVEL + 1


def listed(table: Evening, actions: Sequence[dict[str, Any]], holder: str = "scribe") -> None:
    """Record these as one list, as a phone does with a turn that was put together on it."""
    headers = {"Authorization": f"Bearer {table.tokens[holder]}", "If-Match": "*"}
    status, answer = table.server.request("POST", f"{table.path}/actions", list(actions), headers)
    assert status == 201, answer


def test_a_turn_in_one_list_is_one_line_and_one_undo_and_one_redo(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.whole()
    travel, end = table.actions[0], {"type": "end_turn", "seat": "red"}
    listed(table, [travel, end])
    expect(scribe.panel).to_contain_text(f"№ {TRAVEL}–{TRAVEL + 1} Red travels to ")
    expect(scribe.panel).to_contain_text("; ends the turn.")

    scribe.page.get_by_role("link", name="Log").click()
    expect(scribe.entry(TRAVEL)).to_contain_text("; ends the turn.")
    expect(scribe.entry(TRAVEL + 1)).to_have_count(0)
    scribe.entry(TRAVEL).get_by_role("button", name="more entries").click()
    expect(scribe.entry(TRAVEL + 1)).to_contain_text("Red ends the turn.")
    expect(scribe.entry(TRAVEL)).not_to_contain_text("ends the turn")

    scribe.page.get_by_role("link", name="Table").click()
    scribe.panel.get_by_role("button", name="Undo: Red travels to").click()
    expect(scribe.entry(TRAVEL + 2)).to_contain_text(f"Undoes everything after № {BEFORE_A_TRAVEL}")
    redo = scribe.panel.get_by_role("button", name="Redo")
    expect(redo).to_contain_text("; ends the turn.")
    redo.click()
    expect(scribe.entry(TRAVEL + 3)).to_contain_text("Redoes what")
    assert [entry["live"] for entry in table.entries()][-4:] == [True, True, False, True]


def test_the_replay_room_and_the_whole_log_tell_a_list_in_one_line(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    listed(table, [table.actions[0], {"type": "end_turn", "seat": "red"}])
    scribe = phone().join(table)
    scribe.page.goto(f"/t/{table.id}/replay?at={TRAVEL - 1}")
    scribe.page.get_by_role("button", name="Log and scores").click()
    move = scribe.page.locator(f'.transcript [data-entries="{TRAVEL} {TRAVEL + 1}"]')
    move.get_by_role("button", name="ends the turn").click()
    expect(scribe.page.locator("#replay")).to_have_attribute("data-version", str(TRAVEL + 1))
    expect(move).to_have_attribute("aria-current", "true")
    move.get_by_role("button", name="more entries").click()
    expect(move.get_by_role("listitem")).to_have_count(2)
    expect(move.get_by_role("listitem").last).to_contain_text("Red ends the turn.")

    scribe.page.goto(f"/t/{table.id}/log")
    line = scribe.page.get_by_text(f"№ {TRAVEL}–{TRAVEL + 1} Red travels to")
    expect(line).to_contain_text("; ends the turn.")
    part = scribe.page.get_by_text(f"№ {TRAVEL + 1} Red ends the turn.")
    expect(part).to_be_hidden()
    line.click()
    expect(part).to_be_visible()
