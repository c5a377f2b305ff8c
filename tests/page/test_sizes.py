"""Sizes: on every phone, upright or on its side, what is tapped most lies in view without scrolling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import all_of

IN_PLAY = 8
"""Red's first actions in the game of four."""


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)], ids=str)
def test_verbs_answers_and_lit_places_are_in_view(
    size: tuple[int, int], phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(name="demo-4p-003", recorded=IN_PLAY)
    scribe = phone(width=size[0], height=size[1]).join(table).whole()
    expect(scribe.said(IN_PLAY + 1)).to_be_visible()
    in_view(scribe.panel.get_by_role("button"))
    in_view(scribe.page.get_by_role("navigation", name="Parts of the page").get_by_role("link"))
    for verb in ("Travel", "Time travel", "Search"):
        scribe.tap(verb)
        expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text(f"{verb}: ")
        expect(scribe.panel.get_by_text("A moment…")).to_have_count(0)
        in_view(scribe.panel.get_by_role("button"))
        if verb == "Travel":
            in_view(scribe.page.locator(".lit"))
        scribe.panel.get_by_role("button", name="Back", exact=True).click()


def in_view(found: Locator) -> None:
    """There are some, and nothing of them lies outside of what is seen."""
    expect(found.first).to_be_visible()
    for one in all_of(found):
        expect(one).to_be_in_viewport(ratio=0.99)


def test_on_a_desktop_the_board_stays_beside_the_log_and_the_seats(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=20)
    desk = phone(width=1440, height=900).join(table)
    for part in ("log", "seats"):
        desk.page.goto(f"/t/{table.id}#{part}")
        expect(desk.page.get_by_role("region", name="Board")).to_be_visible()
