"""Order vs Chaos, dice in a battle: a button records what it says, and nothing is offered in vain."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

GAME = "order_vs_chaos"
FACES = ("1", "2", "3", "blue", "yellow")


def tap_all(page: Phone, *labels: str) -> None:
    """Tap these, each as soon as it is there."""
    for label in labels:
        page.button(label).first.click(timeout=10_000)


def test_a_reroll_asks_for_the_face_of_the_die_that_it_names(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """The second die is 1 from the left, and is not the face 1."""
    table = evening(GAME, "bots-3p-022", recorded=399)
    assert table.actions[0]["changes"][0]["die"] == 1
    page, number = phone().join(table, "seat:yellow"), table.version + 1
    tap_all(page, "Change dice", "Wakizashi")
    expect(page.panel).to_contain_text("The second die, yellow")
    expect(page.panel.locator(".option")).to_have_text(FACES)
    tap_all(page, "1")
    expect(page.entry(number)).to_have_count(1)
    (change,) = table.entries()[-1]["action"]["changes"]
    assert (change["die"], change["face"]) == (1, "1")


def test_a_retreat_that_succeeds_cannot_lead_nowhere(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """OC-472: with a blue the hero goes somewhere; without one nobody asks where to, unless it is drawn."""
    table = evening(GAME, "bots-3p-022", recorded=298)
    assert table.actions[0]["type"] == "attempt_retreat"
    for more in (False, True):
        page = phone().join(table, "seat:black")
        if more:
            page.panel.get_by_role("button", name="More…").click()
        page.tap("Retreat")
        for die, face in enumerate(("1", "2", "blue", "3"), 1):
            page.panel.get_by_role("button", name=f"{die} of 4: {face}").click()
        expect(page.panel).to_contain_text("Where to if you escape?")
        expect(page.button("None")).to_have_count(0)
    page = phone().join(table, "seat:black")
    page.tap("Retreat")
    page.panel.get_by_role("button", name="Draw randomly").click()
    expect(page.panel).to_contain_text("Where to if you escape?")
    expect(page.button("None")).to_have_count(0)
