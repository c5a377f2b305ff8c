"""A turn put together on one phone: shown there alone, taken back without a trace, recorded as one list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_access import violations
from tests.page.test_outbox import recorded
from tests.support.page.guided import Guided
from tests.support.page.phone import Phone

BEFORE_AN_ACT = 13
"""So many actions of the game stand before p3 acts, does a main action, researches and ends its turn."""
AT_THE_PLANS = 14
"""So many stand before black, who has rolled, lays out its dice; blue still has to roll."""
BEFORE_A_PAWN = 3
"""So many stand before blue places its pawn."""
BEFORE_A_GRAB = 12
"""So many stand before blue travels and grabs a card."""
BEFORE_A_DELIVERY = 16
"""So many stand before red travels, travels in time, and delivers a card that it had grabbed."""
BEFORE_A_PLANET = 11
"""So many stand before east begins its turn, moves twice, and controls a planet."""
BEFORE_A_JOURNEY = 71
"""So many stand before blue travels three cities far."""
IN_EARNEST = re.compile(r"/actions\?with=words$")
"""A request that is no dry run."""
Open = Callable[..., Evening]


def at_an_act(evening: Open) -> Evening:
    """Chaos Order, and p3 is to act."""
    return evening("chaos_order", "demo-3p-105-002", recorded=BEFORE_AN_ACT)


def at_the_plans(evening: Open) -> Evening:
    """First Light, and blue and black lay out their dice at the same time."""
    table = evening("first_light", "demo-2p-001", recorded=AT_THE_PLANS)
    table.record(table.actions[2])
    return table


def drafting(phone: Phone, table: Evening, holder: str) -> Phone:
    """A phone that puts turns together."""
    return phone.join(table, holder).whole()


def steps(phone: Phone) -> Locator:
    """The steps of the draft."""
    return phone.panel.get_by_role("button", name="Go back to before: ")


def sent(phone: Phone) -> list[Any]:
    """What this phone asks to be recorded from now on, as it is sent."""
    bodies: list[Any] = []

    def heard(request: Any) -> None:
        if IN_EARNEST.search(request.url):
            bodies.append(json.loads(request.post_data))

    phone.page.on("request", heard)
    return bodies


def acts(phone: Phone) -> None:
    """P3 acts, which leads to its main action."""
    phone.tap("Act in Discover")
    expect(steps(phone)).to_have_text(["Act in Discover", "Main action"])


def test_a_whole_turn_is_one_list_with_one_confirmation(phone: MakePhone, evening: Open) -> None:
    table = at_an_act(evening)
    before = table.version
    own, other = (
        phone(together=True).join(table, "seat:p3").whole(),
        phone(together=True).join(table, "seat:p1"),
    )
    lists = sent(own)
    acts(own)
    own.page.get_by_role("button", name="Track: Harvest").click()
    expect(steps(own)).to_have_text(["Act in Discover", "Main action", "Research · Harvest 2"])
    expect(own.panel).to_contain_text("Discover: main action used")
    other.catches_up(table)
    assert (table.version, lists) == (before, []), "nobody else sees anything of it"
    own.tap("End turn")
    for seen in (own, other):
        seen.shows(before + 4)
        expect(seen.entry(before + 1)).to_contain_text("ends the turn")
    expect(steps(own)).to_have_count(0)
    assert [action["type"] for action in recorded(table)[-4:]] == [
        "act",
        "begin_main_action",
        "advance_research",
        "end_turn",
    ]
    (turn,) = lists
    assert len({action["action_id"] for action in turn}) == len(turn) == 4


def test_who_switches_it_off_records_each_step_at_once(phone: MakePhone, evening: Open) -> None:
    table = at_an_act(evening)
    before = table.version
    own = drafting(phone(together=True), table, "seat:p3")
    own.page.get_by_role("button", name="More", exact=True).click()
    own.panel.get_by_role("button", name="Put turns together").click()
    own.panel.get_by_role("button", name="Back").click()
    own.tap("Act in Discover")
    own.shows(before + 1)
    expect(own.button("Main action")).to_be_visible()


def test_steps_are_taken_back_by_key_and_by_chip_without_a_trace(phone: MakePhone, evening: Open) -> None:
    table = at_an_act(evening)
    before = table.version
    own = drafting(phone(together=True), table, "seat:p3")
    acts(own)
    own.page.keyboard.press("Escape")
    expect(steps(own)).to_have_count(1)
    expect(own.button("Main action")).to_be_visible()
    own.tap("Main action")
    expect(steps(own)).to_have_count(2)
    own.press(steps(own).first)
    expect(steps(own)).to_have_count(0)
    expect(own.button("Act in Discover")).to_be_visible()
    expect(own.said(before)).to_be_visible()
    assert table.version == before


def test_a_draft_outlives_a_reload(phone: MakePhone, evening: Open) -> None:
    table = at_an_act(evening)
    before = table.version
    own = drafting(phone(together=True), table, "seat:p3")
    acts(own)
    own.page.reload()
    expect(steps(own)).to_have_text(["Act in Discover", "Main action"])
    expect(own.button("Research")).to_be_visible()
    own.tap("End turn")
    own.shows(before + 3)
    own.page.reload()
    own.whole().catches_up(table)
    expect(steps(own)).to_have_count(0)


def faster(phone: Phone, table: Evening, action: dict[str, Any]) -> None:
    """Black records this action after the phone has sent its turn, and before the service gets that."""

    def first(route: Route) -> None:
        table.record(action, "seat:black")
        route.continue_()

    phone.page.route(IN_EARNEST, first, times=1)


def test_a_plan_is_recorded_whole_though_another_seat_was_faster(phone: MakePhone, evening: Open) -> None:
    """Twice: while blue puts its plan together, and while blue confirms it, which nobody is asked about."""
    table = at_the_plans(evening)
    own = drafting(phone(together=True), table, "seat:blue")
    expect(own.panel).to_contain_text("Assign dice:")
    blacks, confirm, _, blues = table.actions[:4]
    Guided(own, table, "seat:blue").choose(blues)
    expect(steps(own)).to_have_count(1)
    expect(steps(own).locator("span")).to_be_hidden()
    own.page.get_by_role("button", name="Show hand").click()
    expect(steps(own).locator("span")).to_be_visible()
    table.record(blacks, "seat:black")
    own.catches_up(table)
    expect(steps(own)).to_have_count(1)
    before = table.version
    faster(own, table, blacks)
    own.tap(table.words(confirm, "seat:black")["label"])
    own.shows(before + 3)
    assert [action["seat"] for action in recorded(table)[-3:]] == ["black", "blue", "blue"]
    assert not any(entry["kind"] == "noted" for entry in table.entries())


def test_a_turn_whose_end_means_more_than_it_said_is_confirmed_again(phone: MakePhone, evening: Open) -> None:
    """Blue confirms while black is planning; black is faster, so that blue would reveal all plans."""
    table = at_the_plans(evening)
    table.record(table.actions[0], "seat:black")
    before = table.version
    own = drafting(phone(together=True), table, "seat:blue")
    expect(own.panel).to_contain_text("Assign dice:")
    confirm = table.words(table.actions[1], "seat:black")["label"]
    Guided(own, table, "seat:blue").choose(table.actions[3])
    expect(own.button(confirm)).to_contain_text("still planning: Black")
    faster(own, table, table.actions[1])
    own.tap(confirm)
    expect(own.page.get_by_text("Someone else recorded first.").last).to_be_visible()
    expect(own.button(confirm)).to_contain_text("then all plans are revealed")
    assert table.version == before + 1
    own.tap(confirm)
    own.shows(before + 3)


def test_a_step_that_others_made_impossible_is_dropped_with_a_sentence(
    phone: MakePhone, evening: Open
) -> None:
    table = at_an_act(evening)
    own = drafting(phone(together=True), table, "seat:p3")
    acts(own)
    table.record({"type": "act", "seat": "p3"}, "scribe")
    gone = own.page.get_by_text("No longer possible in your turn: Act in Discover, Main action.")
    expect(gone.last).to_be_visible()
    expect(steps(own)).to_have_text(["Main action"])
    expect(own.button("Research")).to_be_visible()


def test_a_step_that_names_something_hidden_says_that_it_records_the_turn(
    phone: MakePhone, evening: Open
) -> None:
    table = evening(recorded=BEFORE_A_GRAB)
    before = table.version
    own = drafting(phone(together=True), table, "seat:blue")
    travel, grab = table.actions[:2]
    guided = Guided(own, table, "seat:blue")
    guided.choose(travel)
    expect(steps(own)).to_have_count(1)
    expect(own.button("Grab")).to_contain_text("records 2 steps")
    guided.choose(grab)
    own.shows(before + 2)
    assert recorded(table)[-2:] == [travel, grab]


def test_what_is_chosen_on_the_board_alone_waits_for_done(phone: MakePhone, evening: Open) -> None:
    """Also where it is chosen before the part of the page that puts turns together is here."""
    table = evening(recorded=BEFORE_A_PAWN)
    before = table.version
    own = phone(together=True)
    held: list[Route] = []
    own.context.route("**/drafts*.js*", lambda route: held.append(route))
    drafting(own, table, "seat:blue")
    own.tap("Place a pawn")
    own.press(own.page.locator(".spot.lit").first)
    expect(own.page.locator(".spot.lit")).to_have_count(0)
    for part in held:
        part.continue_()
    expect(steps(own)).to_have_count(1)
    assert (len(held), table.version) == (1, before)
    own.tap("Done")
    own.shows(before + 1)
    expect(steps(own)).to_have_count(0)


def test_a_tap_on_the_board_is_a_step_also_before_what_puts_turns_together_is_here(
    phone: MakePhone, evening: Open
) -> None:
    own = phone(together=True)
    held: list[Route] = []
    own.context.route("**/drafts*.js*", lambda route: held.append(route))
    drafting(own, evening(recorded=BEFORE_A_DELIVERY), "seat:red")
    own.press(own.page.get_by_role("button", name="Ironvale in the present", exact=True))
    for part in held:
        part.continue_()
    expect(steps(own)).to_have_count(1)
    expect(own.page.locator(".marks .planned")).to_have_count(1)
    assert len(held) == 1


def test_one_tap_takes_all_steps_to_a_far_city(phone: MakePhone, evening: Open) -> None:
    """Each is a step of its own, which is taken back alone; the turn is one list."""
    table = evening("time_of_chaos", "demo-2p-001", recorded=BEFORE_A_JOURNEY)
    before = table.version
    own = drafting(phone(bypass_csp=True, together=True), table, "seat:blue")
    lists = sent(own)

    def far(name: str) -> Locator:
        return own.page.get_by_role("button", name=name, exact=True)

    way = ["Travel · Aldermoor", "Travel · Greyharbor", "Travel · Eastgate"]
    own.press(far("Eastgate in the present, 3 steps"))
    expect(steps(own)).to_have_text(way)
    assert violations(own) == []
    expect(far("Eastgate in the present, 3 steps")).to_have_count(0)
    own.press(steps(own).nth(1))
    expect(steps(own)).to_have_text(way[:1])
    expect(far("Ironvale in the present, 2 steps")).to_be_visible()
    own.tap("Travel")
    own.press(far("Eastgate in the present, 2 steps"))
    expect(steps(own)).to_have_text(way)
    assert (table.version, lists) == (before, [])
    own.tap("End turn")
    own.shows(before + 4)
    (turn,) = lists
    assert [action.get("city") for action in turn] == ["A", "G", "E", None]


def test_a_step_that_shows_something_hidden_is_confirmed_with_the_turn(
    phone: MakePhone, evening: Open
) -> None:
    """Nobody could say so before it was tried: who controls a planet sees what its envelope holds."""
    table = evening("chaosmos", "demo-2p-first-004", recorded=BEFORE_A_PLANET)
    before = table.version
    own = drafting(phone(bypass_csp=True, together=True), table, "seat:east")
    for number, step in enumerate(table.actions[1:3]):
        expect(steps(own)).to_have_count(number + 1)
        own.press(own.page.locator(f'.board button[data-place="{step["to"]}"]'))
    expect(steps(own)).to_have_count(3)
    own.tap("Control planet")
    confirm = own.button("Control planet").filter(has_text="records 4 steps")
    expect(confirm).to_be_visible()
    assert violations(own) == []
    own.panel.get_by_role("button", name="Back", exact=True).click()
    expect(confirm).to_have_count(0)
    expect(steps(own)).to_have_count(3)
    assert table.version == before
    own.tap("Control planet")
    own.press(confirm)
    own.shows(before + 4)
    assert recorded(table)[-4:] == table.actions[:4]


def test_a_delivery_that_shows_a_card_says_that_it_records_the_turn(phone: MakePhone, evening: Open) -> None:
    """The card that is delivered came from the deck unseen."""
    table = evening(recorded=BEFORE_A_DELIVERY)
    before = table.version
    own = drafting(phone(together=True), table, "seat:red")
    guided = Guided(own, table, "seat:red")
    for number, step in enumerate(table.actions[:2]):
        guided.choose(step)
        expect(steps(own)).to_have_count(number + 1)
    expect(own.button("Deliver")).to_contain_text("records 3 steps")
    own.tap("Deliver")
    own.shows(before + 3)
    assert [action["type"] for action in recorded(table)[-3:]] == ["travel", "time_travel", "deliver"]


def test_what_follows_acting_is_one_tap_on_the_board(phone: MakePhone, evening: Open) -> None:
    table = at_an_act(evening)
    before = table.version
    own = drafting(phone(together=True), table, "seat:p3")
    own.page.get_by_role("button", name="Track: Harvest").click()
    expect(steps(own)).to_have_text(["Act in Discover", "Main action", "Research · Harvest 2"])
    own.panel.get_by_role("button", name="Back", exact=True).click()
    expect(steps(own)).to_have_text(["Act in Discover", "Main action"])
    own.page.get_by_role("button", name="Track: Harvest").click()
    expect(steps(own)).to_have_count(3)
    assert table.version == before, "to look ahead records nothing"
    own.tap("End turn")
    own.shows(before + 4)


def test_fighters_are_spread_beforehand_and_one_number_moves_the_other(
    phone: MakePhone, evening: Open
) -> None:
    table = evening("chaos_order", "demo-2p-105-001", recorded=3)
    before = table.version
    own = drafting(phone(together=True), table, "seat:p2")
    own.page.get_by_role("button", name="Long Meadow").first.click()
    own.tap("Brood Guard")
    expect(own.panel.get_by_role("heading", level=2)).to_contain_text("How many in each region?")
    number = {name: own.panel.get_by_label(f"{name}: number") for name in ("Dry Shelf", "Long Meadow")}
    expect(number["Dry Shelf"]).to_have_value("7")
    expect(number["Long Meadow"]).to_have_value("6")
    number["Dry Shelf"].fill("5")
    expect(number["Long Meadow"]).to_have_value("8")
    own.panel.get_by_role("button", name="Done", exact=True).click()
    own.shows(before + 2)
    assert recorded(table)[-1]["fighters"] == {"dry_shelf": 5, "long_meadow": 8}


def test_leaders_go_along_unless_the_button_beside_the_number_says_otherwise(
    phone: MakePhone, evening: Open
) -> None:
    table = evening("chaos_order", "demo-2p-105-001", recorded=62)
    own = drafting(phone(together=True), table, "seat:p2")
    for along, told in (("with leaders", "Brood Guard"), ("fighters only", "fighters only")):
        own.page.locator('.board button[data-place="reed_gate"]').click()
        own.tap("Long Meadow")
        expect(own.button("with leaders")).to_have_attribute("aria-pressed", "true")
        if along == "fighters only":
            own.tap(along)
        own.tap("3 fighters")
        expect(steps(own).last).to_contain_text(told)
        own.panel.get_by_role("button", name="Back", exact=True).click()
        expect(steps(own)).to_have_count(2)
