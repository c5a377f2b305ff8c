"""Plans and few ways: no more taps than there are things to say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

GAME, NAME = "first_light", "demo-4p-003"


def before(evening: Callable[..., Evening], kind: str, **members: Any) -> tuple[Evening, dict[str, Any]]:
    """The table before the first recorded action of a kind with these members, and that action."""
    actions = evening(GAME, NAME).actions
    at = next(
        place
        for place, action in enumerate(actions)
        if action["type"] == kind and members.items() <= action.items()
    )
    table = evening(GAME, NAME, recorded=at)
    return table, actions[at]


def recorded_by(table: Evening, page: Phone, *labels: str) -> dict[str, Any]:
    """The action that these taps record."""
    number = table.version + 1
    for label in labels:
        page.tap(label)
    expect(page.entry(number)).to_have_count(1)
    return dict(table.entries()[-1]["action"])


def lay(page: Phone, place: str, face: int) -> None:
    """Lay the piece in the hand, which shows this, on a place of the board."""
    page.press(page.page.get_by_role("button", name=re.compile(f"^{place}.*: lay the {face} here$")))


def test_a_plan_is_laid_on_the_board_with_a_tap_a_die(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, action = before(evening, "assign_dice", garages=[1, 2], farms={"3": 4})
    page = phone().join(table, f"seat:{action['seat']}")
    number = table.version + 1
    page.tap("Assign dice")
    page.uncover()
    for place, face in (("Garage 1", 1), ("Garage 2", 2), ("Farm 3", 4)):
        lay(page, place, face)
    expect(page.entry(number)).to_have_count(1)
    assert table.entries()[-1]["action"] == action


def test_what_is_laid_can_be_taken_back_and_a_part_of_it_can_wait(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, action = before(evening, "assign_dice", garages=[1, 2], farms={"3": 4})
    page = phone().join(table, f"seat:{action['seat']}")
    page.tap("Assign dice")
    page.uncover()
    stock = page.panel.get_by_role("group", name="To be laid").get_by_role("button")
    page.press(stock.nth(2))
    lay(page, "Garage 2", 4)
    expect(page.panel).to_contain_text("2 left")
    rest = page.panel.get_by_role("button", name="Leave the rest")
    expect(rest).to_be_disabled()
    page.press(page.page.get_by_role("button", name=re.compile("^Garage 2.*: take back")))
    expect(stock).to_have_count(3)
    lay(page, "Garage 1", 4)
    number = table.version + 1
    page.press(rest)
    expect(page.entry(number)).to_have_count(1)
    made = table.entries()[-1]["action"]
    assert (made["garages"], made.get("farms", {})) == ([4], {})


def test_few_ways_are_one_tap(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table, action = before(evening, "place_control_room")
    leads = "as 6: north-west to 3 Water and 1 Algae, 3 Water to pick up"
    made = recorded_by(table, phone().join(table), "Control Room", "Space 1 · 2 Power", leads)
    assert made == action
