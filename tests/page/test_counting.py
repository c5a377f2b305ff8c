"""The owner leaves a session out of statistics, counts it again, and reopens it, with a reason each time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.support.page.phone import Phone

GAME = ("time_of_chaos", "demo-2p-001")


def opens(owner: Phone, label: str) -> None:
    owner.page.get_by_role("button", name="More", exact=True).click()
    owner.panel.get_by_role("button", name=label, exact=True).click()


def closed_then(phone: Phone, table: Evening) -> Phone:
    """Joined while the session is open; then it is closed, and the page says so."""
    phone.join(table, "owner")
    table.post("close", {"outcome": "abandoned"})
    expect(phone.page.get_by_role("heading", name="The session is over")).to_be_visible()
    return phone


def test_a_session_is_left_out_and_counted_again(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(*GAME, recorded=20)
    number = table.version
    owner = phone().join(table, "owner")
    opens(owner, "Leave out of statistics")
    leave = owner.panel.get_by_role("button", name="Leave it out")
    expect(leave).to_be_disabled()
    owner.panel.get_by_label("Reason").fill("Dealt wrongly.")
    assert not violations(owner)
    leave.click()
    expect(owner.entry(number + 1)).to_contain_text("The session does not count: Dealt wrongly.")
    assert table.ask("")["void"]["reason"] == "Dealt wrongly."
    opens(owner, "Count again")
    expect(owner.panel).to_contain_text("This session does not count: Dealt wrongly.")
    owner.panel.get_by_label("Reason").fill("It was right.")
    owner.panel.get_by_role("button", name="Count it again").click()
    expect(owner.entry(number + 2)).to_contain_text("The session counts again: It was right.")
    assert table.ask("")["void"] is None


def test_a_closed_session_is_reopened_and_played_on(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(*GAME, recorded=20)
    owner = closed_then(phone(), table)
    number = table.version
    opens(owner, "Reopen, or leave out of statistics")
    owner.panel.get_by_label("Reason").fill("One turn was missing.")
    owner.panel.get_by_role("button", name="Reopen", exact=True).click()
    expect(owner.entry(number + 1)).to_contain_text("The session is open again: One turn was missing.")
    expect(owner.line).to_contain_text("Live")
    table.record(table.actions[0])
    expect(owner.entry(number + 2)).to_have_count(1)


def test_a_void_session_says_so_at_its_end(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(*GAME, recorded=20)
    table.post("void", {"reason": "Dealt wrongly."})
    owner = closed_then(phone(), table)
    expect(owner.page.get_by_text("This session does not count: Dealt wrongly.")).to_be_visible()


def test_only_the_owner_is_asked(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    scribe = phone().join(evening(*GAME, recorded=20))
    scribe.page.get_by_role("button", name="More", exact=True).click()
    expect(scribe.panel.get_by_role("button", name="Keys")).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="Leave out of statistics")).to_have_count(0)
