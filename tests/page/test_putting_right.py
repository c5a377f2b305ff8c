"""A board that was put down wrong is put right by taps on it: one correction, one reason, one undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

MOST_TAPS = 10
GAME, EVENING, RECORDED = "chaos_order", "demo-3p-105-002", 150


class Hand:
    """A finger that counts its taps."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.taps = 0

    def on(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def verb(self, name: str) -> None:
        self.on(self.phone.panel.get_by_role("button", name=name, exact=True))

    def piece(self, id: str) -> None:
        self.on(self.phone.page.locator(f".board [data-piece='{id}']"))


def fighters(table: Evening) -> dict[str, Any]:
    regions = table.ask("")["view"]["regions"]
    return {place: region["fighters"] for place, region in regions.items()}


def test_two_pieces_and_a_number_are_put_right_in_ten_taps(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(GAME, EVENING, recorded=RECORDED)
    before, energy = fighters(table), table.ask("")["view"]["seats"]["p1"]["energy"]
    scribe = phone().join(table)
    hand = Hand(scribe)
    hand.on(scribe.page.get_by_role("button", name="More", exact=True))
    hand.verb("Put right…")
    expect(scribe.panel).to_contain_text("Tap a piece on the board")
    version = table.version
    for source, goal in (("ember_fen:p2", "relic:2"), ("y1:p3", "relic:5")):
        hand.piece(source)
        expect(scribe.panel).to_contain_text("Tap where it goes")
        hand.piece(goal)
        expect(scribe.page.locator(f".board [data-piece='{source}']")).to_have_count(0)
    hand.verb("Energy: one more")
    expect(scribe.panel.get_by_role("listitem").filter(has_text="Energy")).to_contain_text(str(energy + 1))
    assert table.version == version, "a preview records nothing"
    hand.verb("Done")
    hand.verb("We misread a rule")
    scribe.shows(version + 1)
    print(f"two pieces and a number put right: {hand.taps} taps")
    assert hand.taps <= MOST_TAPS
    entry = table.entries()[-1]
    assert (entry["kind"], entry["reason"]) == ("corrected", "We misread a rule")
    assert [fact["fact"] for fact in entry["facts"]] == ["units_moved", "units_moved", "energy_changed"]
    assert fighters(table) != before
    scribe.panel.get_by_role("button", name="Undo").click()
    scribe.shows(version + 2)
    assert fighters(table) == before
    assert not scribe.faults


def test_what_cannot_be_put_right_says_why_and_the_rest_stays(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(GAME, EVENING, recorded=RECORDED)
    scribe = phone().join(table)
    hand = Hand(scribe)
    hand.on(scribe.page.get_by_role("button", name="More", exact=True))
    hand.verb("Put right…")
    hand.verb("Energy: one more")
    for _ in range(2):
        hand.verb("Gems: one less")
    expect(scribe.panel.get_by_role("alert")).to_have_text("It cannot go below 0.")
    hand.verb("Energy: one less")
    expect(scribe.panel.get_by_role("button", name="Done", exact=True)).to_have_count(0)
    (refused,) = scribe.faults
    assert "422" in refused, "the browser itself tells of every refusal"
    scribe.faults.clear()


def test_a_tile_is_turned_over_and_a_card_of_the_row_is_dealt(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("time_of_chaos", "demo-3p-002", recorded=60)
    scribe = phone().join(table)
    hand = Hand(scribe)
    hand.on(scribe.page.get_by_role("button", name="More", exact=True))
    hand.verb("Put right…")
    expect(scribe.panel).to_contain_text("Tap a piece on the board")
    version = table.version
    hand.on(scribe.page.locator(".board").get_by_text("Dunmere").first)
    hand.on(scribe.panel.get_by_role("button", name="Shows chaos"))
    expect(scribe.panel.get_by_role("alert")).to_contain_text("A tile in chaos holds a cube")
    scribe.faults.clear()
    hand.on(scribe.page.locator(".board").get_by_text("Cinderhold").first)
    hand.on(scribe.panel.get_by_role("button", name="Cinderhold in the past"))
    hand.on(scribe.panel.get_by_role("button", name="Shows order"))
    hand.verb("The table")
    hand.on(scribe.panel.get_by_role("button", name="Invented artifact NP-A"))
    hand.verb("Before Red")
    expect(scribe.panel.locator(".bar")).to_contain_text("Red")
    assert table.version == version, "a preview records nothing"
    hand.verb("Done")
    hand.verb("Forgotten")
    scribe.shows(version + 1)
    view = table.ask("")["view"]
    assert view["tiles"]["past:C"]["side"] == "order"
    assert "NP-A" in [held["card"] for held in view["seats"]["red"]["hand"]]
    assert not scribe.faults
