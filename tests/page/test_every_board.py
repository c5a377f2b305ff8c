"""The boards of every game: axe finds nothing, small phones record, the fullest table fits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_every_game import IS_LONG
from tests.page.test_sizes import in_view
from tests.support.page.guided import Guided
from tests.support.page.moments import MOMENTS, MOST_SEATS
from tests.support.page.phone import all_of
from tests.support.page.retold import Retold

LOOKED_AT = ("middle", "combat", "negotiation", "battle")
"""The moments at which the most stands on a board; all of them with TABLELOG_WHOLE_GAMES."""
SMALL = ((320, 568), (844, 390))
TAPPED_ON_A_SMALL_ONE = 8
every_game = pytest.mark.parametrize("game", MOMENTS)


@every_game
def test_axe_finds_nothing_at_any_moment(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    found: dict[str, list[str]] = {}
    for told, (name, recorded) in MOMENTS[game].items():
        if told not in LOOKED_AT and not IS_LONG:
            continue
        table, number = evening(game, name, recorded=recorded), recorded + 1
        for width, height in ((390, 844), (1280, 800)):
            one = phone(width=width, height=height, bypass_csp=True).join(table).whole()
            expect(one.entry(number)).to_have_count(1)
            found[f"{told}, {width}"] = violations(one)
            assert one.page.evaluate("document.documentElement.scrollWidth") <= width
            for whole in all_of(one.page.get_by_role("button", name="Whole board")):
                whole.click()
            for size in all_of(one.page.locator(".size:visible")):
                size.click()
            found[f"{told}, {width}, large"] = violations(one)
    assert {moment: faults for moment, faults in found.items() if faults} == {}


@pytest.mark.parametrize("size", SMALL, ids=str)
@every_game
def test_a_small_phone_records(
    game: str, size: tuple[int, int], phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    name, recorded = MOMENTS[game]["middle"]
    table, retold = evening(game, name, recorded=recorded), Retold(game, name)
    one = phone(width=size[0], height=size[1]).join(table)
    guided = Guided(one, table)
    for action in islice(retold, recorded, recorded + TAPPED_ON_A_SMALL_ONE):
        guided.record(action)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        in_view(one.page.get_by_role("banner"))
        in_view(one.panel.get_by_role("button").first)


@pytest.mark.parametrize("game", MOST_SEATS)
def test_the_fullest_table_fits(game: str, phone: MakePhone, evening: Callable[..., Evening]) -> None:
    name, recorded = MOST_SEATS[game]
    table = evening(game, name, recorded=recorded)
    for width, height in ((390, 844), *SMALL, (1280, 800)):
        one = phone(width=width, height=height).join(table)
        chips = one.page.get_by_role("navigation", name="Seats").get_by_role("button")
        seats = chips.filter(has=one.page.locator(".label", has_not_text="The table"))
        expect(seats).to_have_count(len(table.ask("")["seats"]))
        in_view(chips)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
