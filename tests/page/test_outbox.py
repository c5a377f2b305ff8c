"""Nothing waits for the network: what was tapped is recorded once, and trouble comes back to who tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import RECORDING, Phone
from tests.support.page.tapping import Tapping

BEFORE_A_TRAVEL = 9
"""So many actions of the game stand before red travels, as the third action of a turn."""


def at_a_travel(evening: Callable[..., Evening], **options: Any) -> Evening:
    """A table at which red may travel."""
    table = evening(recorded=BEFORE_A_TRAVEL - 1, **options)
    assert table.actions[0] == {"type": "travel", "seat": "red", "city": "H"}
    return table


def names(table: Evening) -> list[str]:
    """Where red may travel, by name."""
    return [value["label"] for value in neighbours(table)]


def neighbours(table: Evening) -> list[dict[str, Any]]:
    """The words of the cities that red may travel to."""
    words = table.words({"type": "travel", "seat": "red"})
    return list(words["parameters"]["city"]["values"].values())


def recorded(table: Evening) -> list[dict[str, Any]]:
    """The actions of the log that still count, without what is left out."""
    return [
        {name: value for name, value in entry["action"].items() if value not in (None, False)}
        for entry in table.entries()
        if entry["kind"] == "recorded" and entry["live"]
    ]


def test_an_evening_with_three_cuts_has_every_action_once(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(upto=24)
    scribe, watcher = phone().join(table), phone().join(table, "spectator")
    actions, number = list(table.actions), 1
    cuts = 0
    while actions:
        action = actions.pop(0)
        queued = 1
        if cuts < 3 and action["type"] == "travel":
            scribe.cut()
            Tapping(scribe, table, action).record()
            if actions and actions[0]["type"] == "end_turn":
                actions.pop(0)
                scribe.tap("End turn")
                queued = 2
            expect(scribe.line).to_contain_text(f"{queued} waiting")
            scribe.mend()
            cuts += 1
        else:
            Tapping(scribe, table, action).record()
        number += queued
        expect(scribe.entry(number)).to_have_count(1)
    assert cuts == 3
    assert recorded(table) == evening_actions(table)
    expect(watcher.entry(number)).to_have_count(1)


def evening_actions(table: Evening) -> list[dict[str, Any]]:
    """What was to be recorded."""
    return [
        {name: value for name, value in action.items() if value not in (None, False)}
        for action in table.actions
    ]


def test_a_reload_loses_and_doubles_nothing(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening, upto=9)
    scribe = phone().join(table)
    scribe.hold()
    with scribe.page.expect_event("requestfailed", lambda request: bool(RECORDING.search(request.url))):
        Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.panel).to_contain_text("Not sent yet")
    scribe.page.reload()
    expect(scribe.panel).to_contain_text("Not sent yet")
    scribe.release()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    assert recorded(table)[-1] == table.actions[0]
    assert table.version == BEFORE_A_TRAVEL + 1


def test_two_who_record_the_same_record_it_once(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    one, other = phone().join(table), phone().join(table)
    action = table.actions[0]
    other.hold()
    Tapping(other, table, action).record()
    Tapping(one, table, action).record()
    expect(one.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    other.release()
    expect(other.page.get_by_text("Someone already recorded this").first).to_be_visible()
    assert table.version == BEFORE_A_TRAVEL + 1
    expect(other.panel.get_by_role("alert")).to_have_count(0)


def test_two_who_record_different_things_are_asked(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    one, other = phone().join(table), phone().join(table)
    here, there = names(table)[:2]
    other.hold()
    other.tap("Travel")
    other.tap(there)
    one.tap("Travel")
    one.tap(here)
    expect(one.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    other.release()
    alert = other.panel.get_by_role("alert")
    expect(alert).to_contain_text("Someone else recorded first")
    expect(alert).to_contain_text(f"Red: Travel · {there}")
    expect(alert).to_contain_text(f"Red travels to {here}")
    alert.get_by_role("button", name="Discard it").click()
    expect(other.panel.get_by_role("heading", name="Red")).to_be_visible()
    assert table.version == BEFORE_A_TRAVEL + 1


def travel_twice_offline(scribe: Phone, table: Evening) -> None:
    """Both cities lie beside the pawn, and so not beside each other: the rules refuse the second."""
    scribe.cut()
    for city in neighbours(table)[:2]:
        scribe.tap("Travel")
        scribe.tap(city["label"])
    expect(scribe.line).to_contain_text("2 waiting")


def test_what_the_rules_refuse_can_have_happened_anyway(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=6)
    scribe = phone().join(table)
    travel_twice_offline(scribe, table)
    scribe.context.set_offline(False)
    alert = scribe.panel.get_by_role("alert")
    expect(alert).to_contain_text("The rules do not allow this")
    expect(alert).to_contain_text("TC-")
    expect(alert).to_contain_text("You can: ")
    expect(alert).to_contain_text("It happened anyway")
    alert.get_by_role("button", name="Other…").click()
    record = alert.get_by_role("button", name="Record with a flag")
    expect(record).to_be_disabled()
    alert.get_by_label("Why?").fill("A house rule")
    record.click()
    expect(scribe.entry(9)).to_have_count(1)
    expect(scribe.entry(9)).to_contain_text("Flagged")
    expect(scribe.page.get_by_role("banner")).to_contain_text("1 flagged")
    entry = table.entries()[-1]
    assert (entry["reason"], bool(entry["broken"])) == ("A house rule", True)


def test_what_this_phone_sent_itself_is_nobody_elses_while_the_table_has_not_followed(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=6)
    scribe = phone().join(table)
    travel_twice_offline(scribe, table)
    scribe.page.route("**/stream?*", lambda route: route.abort())
    scribe.context.set_offline(False)
    alert = scribe.panel.get_by_role("alert")
    with scribe.page.expect_response(RECORDING) as sent:
        alert.get_by_role("button", name="House rule").click()
    assert sent.value.status == 201
    scribe.page.unroute("**/stream?*")
    expect(scribe.entry(9)).to_contain_text("Flagged")


def test_a_refused_action_is_dropped_with_what_follows_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.cut()
    for name in ("End turn", "End turn", "End turn"):
        scribe.tap(name)
    scribe.context.set_offline(False)
    scribe.panel.get_by_role("alert").get_by_role("button", name="Discard it and 1 after it").click()
    expect(scribe.panel.get_by_role("heading", name="Blue")).to_be_visible()
    assert table.version == BEFORE_A_TRAVEL + 1


def test_undo_takes_one_tap_and_strikes_the_line(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    scribe.panel.get_by_role("button", name="Undo").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_contain_text(f"Undoes everything after № {BEFORE_A_TRAVEL}")
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_contain_text("Undone")
    expect(scribe.button("Travel")).to_be_enabled()


def test_a_key_undoes_nothing_while_something_waits(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    scribe.hold()
    scribe.tap("End turn")
    expect(scribe.panel).to_contain_text("Not sent yet")
    scribe.page.keyboard.press("u")
    scribe.release()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_have_count(1)
    expect(scribe.panel.get_by_role("button", name="Undo")).to_be_enabled()
    assert table.version == BEFORE_A_TRAVEL + 2


def test_undo_of_what_others_recorded_asks_why(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    table.record(table.actions[0], "seat:red")
    scribe = phone().join(table)
    scribe.panel.get_by_role("button", name="Undo").click()
    expect(scribe.panel).to_contain_text("others recorded part of it")
    take = scribe.panel.get_by_role("button", name="Undo", exact=True)
    expect(take).to_be_disabled()
    scribe.panel.get_by_label("Why?").fill("Red meant another city")
    take.click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 2)).to_contain_text("Red meant another city")


def test_a_note_says_that_it_is_for_ever(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.page.get_by_role("button", name="More", exact=True).click()
    scribe.panel.get_by_role("button", name="Write a note").click()
    expect(scribe.panel).to_contain_text("Notes stay in the log for good")
    scribe.panel.get_by_role("textbox").fill("The tea is ready.")
    scribe.panel.get_by_role("button", name="Save note").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_contain_text("The tea is ready.")


def test_an_answer_that_is_lost_on_the_way_doubles_nothing(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.lose_one_answer()
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    expect(scribe.button("End turn")).to_be_enabled()
    expect(scribe.panel.get_by_role("button", name="Undo")).to_be_enabled()
    expect(scribe.page.get_by_text("Someone already recorded this")).to_have_count(0)
    assert table.version == BEFORE_A_TRAVEL + 1


def test_a_service_that_fails_is_asked_again_only_when_told_to(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.fail_once(500)
    Tapping(scribe, table, table.actions[0]).record()
    scribe.panel.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)


def test_a_service_that_is_busy_is_asked_again_by_itself(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone().join(table)
    scribe.fail_once(503)
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
