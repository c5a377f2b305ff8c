"""Plans and few ways: no more taps than there are things to say."""

from __future__ import annotations

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


def test_a_plan_is_a_tap_a_die_and_the_order_of_the_last_ones_is_one(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, action = before(evening, "assign_dice", garages=[1, 2], farms={"3": 4})
    made = recorded_by(
        table, phone().join(table, f"seat:{action['seat']}"), "Assign dice", "Farm 3: 4", "1, 2"
    )
    assert made == action


def test_a_plan_can_be_taken_back_and_a_part_of_it_can_wait(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, action = before(evening, "assign_dice", garages=[1, 2], farms={"3": 4})
    page = phone().join(table, f"seat:{action['seat']}")
    page.tap("Assign dice")
    done = page.panel.get_by_role("button", name="Done")
    page.tap("Farm 1: 4")
    expect(page.button("Farm 1: 1")).to_have_count(0)
    page.panel.get_by_role("button", name="Undo one").click()
    expect(page.button("Farm 1: 1")).to_be_visible()
    page.tap("Farm 2: 2")
    expect(page.panel).to_contain_text("2 left")
    number = table.version + 1
    done.click()
    expect(page.entry(number)).to_have_count(1)
    made = table.entries()[-1]["action"]
    assert (made.get("garages", []), made["farms"]) == ([], {"2": 2})


def test_few_ways_are_one_tap(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table, action = before(evening, "place_control_room")
    leads = "as 6: north-west to 3 Water and 1 Algae, 3 Water to pick up"
    made = recorded_by(table, phone().join(table), "Control Room", "Space 1 · 2 Power", leads)
    assert made == action
