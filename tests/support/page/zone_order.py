"""The order of a board's zones: as they stand in the page, and as they are drawn."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.page.table import Evening

ZONES = """async () => {
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  return [...document.querySelectorAll(".board > .zone")].map((zone) => [
    zone.getAttribute("aria-labelledby").slice("zone-".length),
    zone.querySelector(".title").getBoundingClientRect().top,
  ]);
}"""


def in_the_page(page: Page) -> list[str]:
    """The ids of the zones in the order of keys and ears."""
    return [zone for zone, _ in page.evaluate(ZONES)]


def as_drawn(page: Page) -> list[str]:
    """The ids of the zones from top to bottom."""
    return [zone for zone, _ in sorted(page.evaluate(ZONES), key=lambda one: float(one[1]))]


def by_rank(page: Page) -> list[str]:
    """The ids of the zones in the order that the style asks for."""
    ranks = page.locator(".board > .zone").evaluate_all(
        "all => all.map((zone) => [zone.getAttribute('aria-labelledby'), getComputedStyle(zone).order])"
    )
    return [zone.removeprefix("zone-") for zone, _ in sorted(ranks, key=lambda one: int(one[1]))]


def going_on(table: Evening, entry: int) -> set[str]:
    """The zones of what goes on after this entry, those of single seats left out."""
    zones = table.ask(f"?at={entry}&with=board")["board"]["zones"]
    return {zone["id"] for zone in zones if zone.get("rank", 0) < 0 and not zone.get("of")}
