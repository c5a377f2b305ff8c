"""One intention is one entry: double taps, held keys, and choices that change under the finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel, neighbours
from tests.support.page.phone import Phone

REPEATS = 10
TAP_AT_ONCE = """async ([label, version, spot]) => {
  const labels = () => [...document.querySelectorAll(".panel button:enabled b")];
  const isShown = () => document.querySelector("#table").dataset.version === version;
  const found = () => isShown() && labels().find((one) => one.textContent === label);
  for (const end = performance.now() + 20_000; !found() && performance.now() < end; )
    await new Promise(requestAnimationFrame);
  const button = found().closest("button");
  const { left, top, width, height } = button.getBoundingClientRect();
  const [clientX, clientY] = spot ?? [left + width / 2, top + height / 2];
  const tap = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
  button.dispatchEvent(new MouseEvent("click", tap));
}"""
"""Taps a button as soon as the table is shown as it is after this entry: no driver is so quick."""


def tap_at_once(made: Phone, label: str, number: int, spot: tuple[float, float] | None = None) -> None:
    """Tap the button in the moment in which this entry is shown. spot: where the finger is, if not there."""
    made.page.evaluate(TAP_AT_ONCE, [label, str(number), spot])


def test_a_held_key_records_once(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table).whole()
    scribe.cut()
    for _ in range(REPEATS):
        scribe.page.keyboard.down("1")
    expect(scribe.line).to_contain_text("1 waiting")
    scribe.page.keyboard.up("1")
    scribe.button("End turn").focus()
    scribe.page.keyboard.press("Tab")
    scribe.page.keyboard.press("Shift+Tab")
    for _ in range(REPEATS):
        scribe.page.keyboard.down("Enter")
    expect(scribe.line).to_contain_text("2 waiting")


def test_a_double_tap_is_one_tap(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table).whole()
    scribe.cut()
    scribe.page.mouse.dblclick(*scribe.middle_of(scribe.button("End turn")))
    expect(scribe.line).to_contain_text("1 waiting")
    scribe.mend()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    assert table.version == BEFORE_A_TRAVEL + 1


def test_the_second_of_two_taps_does_not_go_to_the_next_seat(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    place = scribe.middle_of(scribe.button("End turn"))
    scribe.page.mouse.click(*place)
    tap_at_once(scribe, "Send disorder", BEFORE_A_TRAVEL + 1, place)
    scribe.tap("Send disorder")
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="Undo")).to_be_enabled()
    assert table.version == BEFORE_A_TRAVEL + 2


def test_what_changed_under_the_finger_takes_no_tap_and_says_so(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table).whole()
    table.record({"type": "end_turn", "seat": "red"}, "seat:red")
    tap_at_once(scribe, "Send disorder", BEFORE_A_TRAVEL + 1)
    expect(scribe.page.get_by_text("The choices just changed. Tap again.").first).to_be_visible()
    expect(scribe.button("Send disorder")).to_have_js_property("disabled", False)
    scribe.tap("Send disorder")
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="Undo")).to_be_enabled()
    assert table.version == BEFORE_A_TRAVEL + 2


def test_a_scribe_who_taps_quickly_at_another_spot_is_not_slowed(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.tap("Travel")
    scribe.tap(neighbours(table)[0]["label"])
    tap_at_once(scribe, "End turn", BEFORE_A_TRAVEL + 1)
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)


def test_what_stays_as_it_was_takes_a_tap_at_once(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    headers = {"Authorization": f"Bearer {table.tokens['seat:blue']}"}
    status, _ = table.server.request("POST", f"{table.path}/notes", {"text": "Tea."}, headers)
    assert status == 201
    tap_at_once(scribe, "End turn", BEFORE_A_TRAVEL + 1)
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
