"""How boards look: grounds told apart, nothing wider than the screen at any size, names clear of pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from service.pages.assets import FOLDER
from service.reports.ink import TONES
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.moments import MOMENTS, Moment

MIDDLES = {game: moments["middle"] for game, moments in MOMENTS.items()}
MIDDLES["time_of_chaos"] = Moment("demo-4p-003", 60)

SIZES = ((320, 568), (360, 740), (390, 844), (700, 1000), (820, 1180), (844, 390), (1440, 900))
LARGE_TEXT = ((320, 568), (390, 844), (820, 1180), (844, 390), (1440, 900))
"""The sizes at which the text is twice as large as well."""

TOO_WIDE = """() => {
  const parts = [...document.querySelectorAll("body, main, .head, .seats, .board, .panel, .panel > *, .log")];
  return parts.filter((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.className || part.tagName} ${part.scrollWidth} > ${part.clientWidth}`);
}"""
COVERED = """() => [...document.querySelectorAll(".on-map")].flatMap((place) => {
  const shown = [...place.querySelectorAll(".name > span")].find((span) => span.offsetWidth);
  const name = shown?.getBoundingClientRect();
  return [...place.querySelectorAll(".piece")].map((piece) => piece.getBoundingClientRect())
    .filter((piece) => name && Math.min(piece.bottom, name.bottom) - Math.max(piece.top, name.top) > 3
      && Math.min(piece.right, name.right) - Math.max(piece.left, name.left) > 1)
    .map(() => shown.textContent);
})"""
UNFOLD = """() => document.querySelectorAll(".fold[aria-expanded=false]").forEach((title) => title.click())"""


@pytest.mark.parametrize("game", MIDDLES)
def test_nothing_is_wider_than_the_screen_and_no_piece_covers_a_name(
    game: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    name, recorded = MIDDLES[game]
    table = evening(game, name, recorded=recorded)
    page = phone().join(table).whole().page
    expect(page.locator(".place").first).to_be_attached()
    faults = {}
    for zoom, sizes in (("", SIZES), ("200%", LARGE_TEXT)):
        page.evaluate("(size) => (document.documentElement.style.fontSize = size)", zoom)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(UNFOLD)
            drawn(page)
            faults[zoom, width] = page.evaluate(TOO_WIDE) + page.evaluate(COVERED)
    assert {size: found for size, found in faults.items() if found} == {}


def drawn(page: Page) -> None:
    """Wait until what was changed is drawn."""
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def test_a_tablet_has_its_panel_beside_the_board(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    tablet = phone(width=700, height=1000).join(evening(name="demo-4p-003", recorded=8)).whole()
    board, panel = (
        tablet.page.locator(part).bounding_box() or {"x": 0, "width": 0} for part in (".board", ".panel")
    )
    assert board["x"] + board["width"] <= panel["x"]


def test_on_the_smallest_phone_verbs_keep_their_prices(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    small = phone(width=320, height=568).join(evening(name="demo-4p-003", recorded=8)).whole()
    travel = small.panel.get_by_role("button", name="Travel").first
    expect(travel.locator("small")).to_be_visible()
    expect(travel.locator(".icon")).to_be_hidden()


# The colours, read from the tokens of both schemes.

TERRAIN = ("land", "order", "warm", "water")
TOKENS = (FOLDER / "looks" / "tokens.css").read_text("utf-8")
LIGHT, *NIGHT = TOKENS.split("@media (prefers-color-scheme: dark)")
DARK = "".join(NIGHT)


def colors(*parts: str) -> dict[str, str]:
    """The colours of a scheme by name; those of later parts come first."""
    found: dict[str, str] = {}
    for part in parts:
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part))
    return found


SCHEMES = {"light": colors(LIGHT), "dark": colors(LIGHT, DARK)}


def light(color: str) -> float:
    """The relative luminance of a colour (WCAG 2)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (WCAG 2)."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_grounds_are_told_apart_and_bear_edges_and_text(scheme: str) -> None:
    tokens = SCHEMES[scheme]
    grounds = {name.removeprefix("ground-"): of for name, of in tokens.items() if name.startswith("ground-")}
    assert grounds.keys() == TONES.keys() - {"neutral", "chaos"}
    terrain = {name: grounds[name] for name in TERRAIN} | {"chaos": tokens["chaos"], "page": tokens["paper"]}
    assert weak(terrain, 1.3) == {}
    for ground in grounds.values():
        assert contrast(ground, tokens["paper"]) >= 1.3
        assert contrast(ground, tokens["edge"]) >= 3
        assert contrast(ground, tokens["ink"]) >= 4.5
    assert contrast(tokens["chaos"], tokens["paper"]) >= 3
    assert contrast(tokens["chaos"], tokens["on-chaos"]) >= 4.5
    assert contrast(tokens["card"], tokens["edge"]) >= 3


def weak(named: Mapping[str, str], least: float) -> dict[tuple[str, str], float]:
    """The pairs of these colours whose contrast is less."""
    pairs = {(one, other): contrast(named[one], named[other]) for one, other in combinations(named, 2)}
    return {pair: found for pair, found in pairs.items() if found < least}


def test_every_ground_has_a_pattern_of_its_own_in_grids() -> None:
    looks = (FOLDER / "looks" / "board.css").read_text("utf-8")
    patterns = dict(re.findall(r"\.area\.tone-(\w+) \{ background-image: ([^;]+);", looks))
    assert patterns.keys() >= {*TERRAIN, "cold", "closed", "chaos"}
    assert len({*patterns.values()}) == len(patterns)


def test_a_black_seat_stays_dark_in_the_dark_and_has_a_light_edge_and_letter() -> None:
    assert light(SCHEMES["dark"]["black"]) < 0.1
    black = re.findall(r"\.color-black \{ --on: (#\w+); --seat-line: (#\w+);", DARK)[0]
    assert all(contrast(of, SCHEMES["dark"]["black"]) >= 4.5 for of in black)


def test_pictures_have_the_grounds_of_the_page() -> None:
    grounds = {name: SCHEMES["light"].get(f"ground-{name}") for name in TONES}
    grounds |= {"neutral": SCHEMES["light"]["card"], "chaos": SCHEMES["light"]["chaos"]}
    assert grounds == TONES
