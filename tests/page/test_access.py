"""Everybody can use it: axe finds nothing on any page, light and dark, at three sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.documents import ROOT
from tests.support.page.phone import Phone

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
RUN = """async (look) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const colors = ["color-contrast", "link-in-text-block"];
  const isDark = look === "dark";
  if (matchMedia("(prefers-color-scheme: dark)").matches !== isDark) throw new Error(`not ${look}`);
  const runOnly = isDark ? { type: "rule", values: colors } : { type: "tag", values: tags };
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  const told = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(" | ")}`);
}"""
"""In the dark only colours are another's: what has nothing to do with them is looked at in the light."""
GROUNDS = """() => [...new Set([...document.querySelectorAll("[data-entry]")]
  .map((entry) => getComputedStyle(entry).backgroundImage))]"""
LOOKS: tuple[Literal["dark"], Literal["light"]] = ("dark", "light")
DARK = "(prefers-color-scheme: dark)"
LOOKS_OF_PAGES = ROOT / "service" / "web" / "static" / "looks"
SIZES = ((390, 844), (320, 568), (844, 390), (1280, 800))


def violations(phone: Phone) -> list[str]:
    """What axe finds on the page as it stands, in the light and in the dark."""
    if not phone.page.evaluate("'axe' in window"):
        phone.page.evaluate(AXE)
    found: list[str] = []
    for look in LOOKS:
        phone.page.emulate_media(color_scheme=look)
        found += [f"{look}: {fault}" for fault in phone.page.evaluate(RUN, look)]
    return found


def test_in_the_dark_only_colors_are_others() -> None:
    styles = {path.name: path.read_text("utf-8") for path in LOOKS_OF_PAGES.glob("*.css")}
    (style,) = (style for style in styles.values() if DARK in style)
    (block,) = re.findall(rf"@media {re.escape(DARK)} {{\s*:root {{(.*?)}}", style, re.DOTALL)
    told = [one.strip() for one in block.split(";")]
    assert [one for one in told if not re.fullmatch(r"--[a-z-]+: (#[0-9a-f]{6}|rgb\([^()]+\))", one)] == [""]
    scripts = LOOKS_OF_PAGES.parent.rglob("*.js")
    assert [path.name for path in scripts if "color-scheme" in path.read_text("utf-8")] == []


def test_pages_that_are_read(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    reader = phone(bypass_csp=True)
    table = evening(recorded=8)
    reader.join(table, "owner")
    found: dict[str, Any] = {}
    for path in (
        "/",
        "/open",
        "/open/time_of_chaos",
        "/j",
        f"/t/{table.id}/links",
        f"/t/{table.id}/who",
        "/docs",
        "/docs/offers",
        "/docs/messages/time_of_chaos",
    ):
        reader.page.goto(path)
        expect(reader.page.get_by_role("heading", level=1)).to_be_visible()
        expect(reader.page.get_by_text("Loading")).to_have_count(0)
        found[path] = violations(reader)
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_table(size: tuple[int, int], phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=60, name="demo-4p-003")
    scribe = phone(width=size[0], height=size[1], bypass_csp=True).join(table).whole()
    head = scribe.panel.get_by_role("heading", level=2)
    expect(scribe.entry(61)).to_have_count(1)
    found = {"verbs": violations(scribe)}
    assert scribe.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    scribe.tap("Travel")
    expect(head).to_contain_text("Travel: ")
    found["asking"] = violations(scribe)
    scribe.page.keyboard.press("Escape")
    scribe.page.get_by_role("button", name="More", exact=True).click()
    expect(head).to_have_text("More")
    found["menu"] = violations(scribe)
    scribe.page.keyboard.press("Escape")
    scribe.corrects_by_facts()
    scribe.panel.get_by_role("combobox", name="What changed?").select_option(label="Pawn moved")
    found["correcting"] = violations(scribe)
    assert scribe.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    scribe.page.keyboard.press("Escape")
    scribe.tap("Search")
    expect(head).to_contain_text("Search: ")
    found["cards"] = violations(scribe)
    scribe.page.keyboard.press("Escape")
    if size[0] < 960:
        scribe.page.get_by_role("link", name="Log").click()
        expect(scribe.entry(61)).to_be_visible()
        found["log"] = violations(scribe)
        scribe.page.get_by_role("link", name="Seats").click()
        expect(scribe.page.get_by_role("region", name="Player areas")).to_be_visible()
        found["seats"] = violations(scribe)
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_the_end_and_trouble(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=84)
    scribe = phone(bypass_csp=True).join(table)
    scribe.cut()
    scribe.tap("End turn")
    expect(scribe.line).to_contain_text("1 waiting")
    found = {"offline": violations(scribe)}
    scribe.panel.get_by_role("button", name="Write a note").click()
    expect(scribe.panel.get_by_role("heading", level=2)).to_have_text("Write a note")
    found["in words"] = violations(scribe)
    scribe.page.keyboard.press("Escape")
    scribe.mend()
    expect(scribe.entry(86)).to_have_count(1)
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text(re.compile("wins?$"))
    found["finished"] = violations(scribe)
    scribe.page.get_by_role("link", name="Log").click()
    expect(scribe.entry(86)).to_be_visible()
    found["log of an evening"] = violations(scribe)
    assert scribe.page.evaluate(GROUNDS) == ["none"], "axe does not judge words on a pattern"
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_letters_are_keys_by_their_place_where_the_layout_has_another_script(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=60)
    scribe, before = phone().join(table), table.version
    press = "event => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true }))"
    scribe.page.evaluate(press, {"key": "т", "code": "KeyN"})
    expect(scribe.panel.get_by_role("heading", level=2)).to_have_text("Write a note")
    scribe.page.keyboard.press("Escape")
    expect(scribe.panel.get_by_role("heading", level=2)).not_to_have_text("Write a note")
    scribe.page.evaluate(press, {"key": "&", "code": "Digit1"})
    expect(scribe.entry(before + 1)).to_have_count(1)


def test_forced_colours_still_show_whose_turn_it_is_and_what_lies_in_chaos(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """A browser takes colours and shadows away: what they say is said by borders."""
    scribe = phone().join(evening(recorded=61))
    scribe.page.emulate_media(forced_colors="active")
    borders = "(all) => all.map((one) => getComputedStyle(one).border)"
    chips = scribe.page.locator(".chip").evaluate_all(borders)
    assert len({*chips}) == 2, "the seat that acts and the other one"
    places = scribe.page.locator(".place")
    expect(places.first).to_be_visible()
    left = "(all) => all.map((one) => [one.matches('.tone-chaos'), getComputedStyle(one).borderLeftStyle])"
    styles: dict[bool, set[str]] = {True: set(), False: set()}
    for in_chaos, style in places.evaluate_all(left):
        styles[in_chaos].add(style)
    assert styles == {True: {"double"}, False: {"solid"}}
