"""Typing: what was dealt is typed with few touches; numbers are held or typed, dice look like dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.page.guided import Guided

SETUPS: dict[str, tuple[str, str, dict[int, int]]] = {
    "tiles and displays": ("time_of_chaos", "demo-2p-001", {0: 28, 1: 13}),
    "stacks, characters and Items": ("first_light", "demo-2p-001", {0: 9, 1: 7, 4: 11}),
    "an envelope for each planet, a hand": ("chaosmos", "demo-2p-first-004", {1: 16, 2: 9}),
    "a visit to the quartermaster": ("order_vs_chaos", "printed-4p-032", {18: 12}),
}
"""Game, recorded game, and the taps that each of these actions took when each thing was a button."""
BEFORE_THE_LEADERS = 2
BEFORE_THE_FIGHTERS = 4
BEFORE_A_ROLL = 14


def unseen(action: dict[str, Any]) -> dict[str, Any]:
    """The action of a table that has not looked into its envelopes."""
    hidden = {planet: ["unknown" for _ in cards] for planet, cards in action.get("envelopes", {}).items()}
    return action | {"envelopes": hidden} if hidden else action


@pytest.mark.parametrize("what", SETUPS)
def test_a_setup_takes_at_most_half_of_its_taps(
    what: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    game, name, before = SETUPS[what]
    first = min(before)
    table = evening(game, name, recorded=first, upto=max(before) + 1)
    scribe = Guided(phone().join(table), table, types=True)
    for number, action in enumerate(table.actions, first):
        if number not in before:
            table.record(action)
            continue
        letters = scribe.letters
        taps = scribe.record(unseen(action))
        typed = scribe.letters - letters
        print(f"{game} {action['type']}: {before[number]} taps before, {taps} and {typed} keys now")
        assert 2 * taps <= before[number]
    assert table.entries()[-1]["chance"] in ([], ["declared"])


def test_a_list_is_read_aloud_and_changed_before_it_counts(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=1)
    scribe = phone(bypass_csp=True).join(table)
    scribe.tap("Deal the displays")
    field, keys = scribe.panel.get_by_role("searchbox"), scribe.page.keyboard
    field.click()
    keys.type("eastgate 2 present, pf a, nowhere,")
    expect(scribe.panel.get_by_role("status").first).to_have_text("No match for “nowhere,”.")
    expect(field).to_have_accessible_name("Past, 3 of 3")
    assert violations(scribe) == []
    field.fill("ironvale")
    keys.press("Enter")
    slots = scribe.panel.get_by_role("group", name="Filled so far").get_by_role("button")
    expect(slots.nth(0)).to_have_text("Invented artifact PN-E")
    expect(scribe.button("Invented artifact PN-E")).to_have_count(0)
    keys.press("Backspace")
    keys.type("pn b,np a,np b,np c,fp a,fp b,fp c,")
    slots.nth(0).click()
    keys.type("pn d")
    keys.press("Enter")
    expect(scribe.panel.get_by_text("9 of 9")).to_be_visible()
    keys.press("Enter")
    expect(scribe.entry(3)).to_have_count(1)
    assert table.entries()[-1]["action"]["displays"] == {
        "past": ["PN-D", "PF-A", "PN-B"],
        "present": ["NP-A", "NP-B", "NP-C"],
        "future": ["FP-A", "FP-B", "FP-C"],
    }


def test_a_number_is_held_typed_or_all_that_is_left(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("chaos_order", "demo-2p-105-001", recorded=BEFORE_THE_FIGHTERS)
    scribe = phone().join(table)
    scribe.tap("Place your fighters")
    shelf = scribe.panel.get_by_label("Dry Shelf: number")
    meadow = scribe.panel.get_by_label("Long Meadow: number")
    scribe.page.mouse.move(*scribe.middle_of(scribe.panel.get_by_role("button", name="Dry Shelf: one more")))
    scribe.page.mouse.down()
    expect(shelf).to_have_value("12")
    scribe.page.mouse.up()
    scribe.panel.get_by_role("button", name="Long Meadow: all 12").click()
    expect(shelf).to_have_value("1")
    shelf.fill("5")
    expect(meadow).to_have_value("8")
    scribe.panel.get_by_role("button", name="Done").click()
    expect(scribe.entry(BEFORE_THE_FIGHTERS + 2)).to_have_count(1)
    assert table.entries()[-1]["action"]["fighters"] == {"dry_shelf": 5, "long_meadow": 8}


def test_dice_are_rows_of_faces_and_the_last_one_ends(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("first_light", "demo-2p-001", recorded=BEFORE_A_ROLL)
    scribe = phone(bypass_csp=True, width=320, height=568).join(table)
    scribe.tap("Roll the dice")
    faces = scribe.panel.get_by_role("group", name="1 of 3").get_by_role("button")
    expect(faces).to_have_count(6)
    for number in range(6):
        expect(faces.nth(number).locator(".pip")).to_have_count(number + 1)
    assert violations(scribe) == []
    scribe.page.keyboard.press("5")
    scribe.panel.get_by_role("button", name="3 of 3: 2").click()
    scribe.panel.get_by_role("button", name="1 of 3: 4").click()
    expect(faces.nth(3)).to_have_attribute("aria-pressed", "true")
    scribe.panel.get_by_role("button", name="2 of 3: 6").click()
    expect(scribe.entry(BEFORE_A_ROLL + 2)).to_have_count(1)
    assert table.entries()[-1]["action"]["values"] == [4, 6, 2]


def test_what_can_be_one_thing_alone_is_not_asked(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening("chaos_order", "demo-2p-105-001", recorded=BEFORE_THE_LEADERS)
    scribe = phone().join(table)
    scribe.tap("Place the neutral foundations")
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text("Which foundation goes where?")
    assert len(table.actions[0]["returned"]) == 3
