"""The zones of a board: folded until they are wanted, maps in two sizes, what goes on now in front."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.moments import MOMENTS
from tests.support.page.phone import Phone

HIGHEST = """() => [...document.querySelectorAll(".board h2")].filter((title) => title.checkVisibility())
  .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0].textContent"""
ALL_ROLL = MOMENTS["first_light"]["opening"]
NEAR_A_BATTLE = MOMENTS["order_vs_chaos"]["middle"]


def zones(table: Evening) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.ask("?with=board", "scribe")["board"]["zones"]
    return found


def title(phone: Phone, zone: dict[str, Any]) -> Locator:
    """The title that opens and shuts a zone."""
    return phone.page.locator(f'[id="zone-{zone["id"]}"]').get_by_role("button")


def folded(table: Evening) -> list[dict[str, Any]]:
    """The zones that are folded, without those of seats."""
    return [zone for zone in zones(table) if zone.get("folded") and not zone.get("of")]


def test_a_zone_is_opened_and_shut_by_a_tap_on_its_title(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening("first_light", ALL_ROLL.name, recorded=ALL_ROLL.recorded)
    scribe = phone().join(table)
    planet = next(zone for zone in folded(table) if zone["kind"] == "map")
    head = title(scribe, planet)
    expect(head).to_have_attribute("aria-expanded", "false")
    places = scribe.page.get_by_role("list", name=f"Places of {planet['title']}")
    expect(places).to_have_count(0)
    head.click()
    expect(head).to_have_attribute("aria-expanded", "true")
    expect(places.get_by_role("listitem")).to_have_count(len(planet["places"]))
    head.click()
    expect(places).to_have_count(0)


def test_a_zone_opens_by_itself_where_an_entry_changes_it(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    name, recorded = MOMENTS["first_light"]["middle"]
    table = evening("first_light", name, recorded=recorded)
    watcher = phone().join(table, "spectator")
    seen = 0
    for action in table.actions[:30]:
        before = {zone["id"]: zone for zone in folded(table)}
        table.record(action)
        watcher.catches_up(table)
        after = {zone["id"]: zone for zone in folded(table)}
        changed = [id for id in before.keys() & after.keys() if before[id] != after[id]]
        for id in changed:
            expect(title(watcher, after[id])).to_have_attribute("aria-expanded", "true")
        seen += len(changed)
        if seen:
            return
    raise AssertionError("nothing folded changes in these actions")


def test_a_desktop_folds_nothing(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening("first_light", ALL_ROLL.name, recorded=ALL_ROLL.recorded)
    desk = phone(width=1280, height=800).join(table)
    assert folded(table)
    for zone in folded(table):
        expect(title(desk, zone)).to_have_count(0)
        expect(desk.page.get_by_role("heading", name=zone["title"]).first).to_be_attached()


def test_a_map_has_two_sizes(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening("order_vs_chaos", NEAR_A_BATTLE.name, recorded=NEAR_A_BATTLE.recorded)
    scribe = phone().join(table)
    board = next(zone for zone in zones(table) if zone["kind"] == "map")
    long = next(place for place in board["places"] if place.get("short", place["name"]) != place["name"])
    size = scribe.page.get_by_role("button", name=f"{board['title']}, large")
    names = scribe.page.locator(".place .name")
    expect(names.get_by_text(long["short"], exact=True)).to_be_visible()
    size.click()
    expect(size).to_have_attribute("aria-pressed", "true")
    expect(names.get_by_text(long["name"], exact=True)).to_be_visible()
    size.click()
    expect(names.get_by_text(long["name"], exact=True)).not_to_be_visible()


def test_what_goes_on_now_stands_before_the_map(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    for game, told in (("chaosmos", "combat"), ("chaos_order", "battle")):
        name, recorded = MOMENTS[game][told]
        table = evening(game, name, recorded=recorded)
        scribe = phone().join(table)
        first = min(zones(table), key=lambda zone: zone.get("rank", 50))
        assert first["rank"] < 0
        assert scribe.page.evaluate(HIGHEST).startswith(first["title"])
