"""An update draws what it changes and nothing else; rings and gliding tell what that was."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone

WATCH = """() => {
  const { options } = window.preact;
  const told = { places: [], spoken: [], entries: [], seats: [], ringed: [], changed: [] };
  const drawing = options.__r;
  options.__r = (node) => {
    const { place, chosen, changed, entry, panel, line, ...rest } = node.props;
    if (place && "changed" in node.props) told.places.push(place.id);
    else if (place && !("chosen" in node.props) && !("size" in node.props)) told.spoken.push(place.id);
    if (changed) told.ringed.push(place.id);
    if (entry) told.entries.push(entry.number);
    if (panel || "shown" in rest) told.seats.push((panel ?? rest.seat).seat);
    drawing(node);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const line = (target.nodeType === 1 ? target : target.parentElement)?.closest("[data-entry]");
      if (line) told.changed.push(Number(line.dataset.entry));
    }
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  window.told = told;
}"""
"""Notes what is drawn from now on: places, entries, seats; who gets a ring; which lines of the log change."""

GLIDING = """
window.glided = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.glided.push(this.dataset.piece);
  return animate.apply(this, how);
};
"""


OPTIONS = re.compile(r"(\w+)=\{__e:function")
"""Where preact's `options` stand in a minified script: nothing else has the member `__e` first."""


def told_by_preact(phone: Phone) -> Phone:
    """A phone whose page tells of each component that is drawn, by the hooks of the bundled preact."""

    def answer(route: Route) -> None:
        script = route.fetch()
        text = script.text()
        hooks = OPTIONS.search(text)
        assert hooks is not None
        route.fulfill(response=script, body=f"{text};window.preact={{options:{hooks[1]}}};")

    phone.page.route("**/pages/table.js", answer)
    return phone


def places(table: Evening) -> dict[str, Any]:
    """The places of the board, by their ids."""
    zones = table.ask("?with=board", "scribe")["board"]["zones"]
    return {place["id"]: place for zone in zones for place in zone.get("places", ())}


def seats(table: Evening) -> dict[str, Any]:
    return {seat["seat"]: seat for seat in table.ask("?with=board", "scribe")["board"]["seats"]}


def differing(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    return {name for name, told in after.items() if before[name] != told}


def with_its_log(phone: Phone, last: int) -> Phone:
    """A phone that has drawn all that it is told at first, and has the rest of its page."""
    expect(phone.whole().entry(last)).to_have_count(1)
    expect(phone.said(last)).to_have_count(1)
    return phone


def follow(table: Evening, phone: Phone, action: dict[str, Any]) -> dict[str, list[Any]]:
    """What is drawn on the phone where somebody else records the action."""
    phone.page.evaluate(WATCH)
    number = table.record(action)["version"]
    expect(phone.shows(number).entry(number)).to_have_count(1)
    expect(phone.said(number)).to_have_count(1)
    told: dict[str, list[Any]] = phone.page.evaluate("window.told")
    return told


@pytest.mark.parametrize("past", [0, 1])
def test_what_an_action_does_not_touch_is_not_drawn_again(
    phone: MakePhone, evening: Callable[..., Evening], past: int
) -> None:
    table = evening(recorded=7 + past)
    watching = with_its_log(told_by_preact(phone()).join(table), 8 + past)
    number = table.record(table.actions[0])["version"]
    with_its_log(watching.shows(number), number)
    expect(watching.page.locator(".fresh")).to_have_count(0)
    old, seated = places(table), seats(table)
    told = follow(table, watching, table.actions[1])
    moved = differing(old, places(table))
    assert len(moved) == (2 if past == 0 else 0)
    assert set(told["places"]) == set(told["spoken"]) == set(told["ringed"]) == moved
    before = table.version - 1
    assert set(told["entries"]) <= {before, before + 1}, "the line before has *Undo to here* now"
    assert before + 1 in told["entries"]
    assert set(told["changed"]) <= {before, before + 1}
    assert set(told["seats"]) == differing(seated, seats(table))


def test_of_a_piece_that_goes_elsewhere_only_itself_glides(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=8)
    watching = phone()
    watching.page.emulate_media(reduced_motion="no-preference")
    watching.page.add_init_script(GLIDING)
    with_its_log(watching.join(table), 9)
    still = phone()
    still.page.add_init_script(GLIDING)
    with_its_log(still.join(table), 9)
    old = places(table)
    table.record(table.actions[0])
    for each in (watching, still):
        expect(each.catches_up(table).said(10)).to_have_count(1)
    stood = {piece["id"]: name for name, place in old.items() for piece in place.get("pieces", ())}
    stands = {piece["id"]: name for name, place in places(table).items() for piece in place.get("pieces", ())}
    gone = [piece for piece, place in stands.items() if stood[piece] != place]
    assert len(gone) == 1
    watching.page.wait_for_function("(gone) => String(window.glided) === String(gone)", arg=gone)
    assert still.page.evaluate("window.glided") == []


def test_a_ring_goes_by_itself(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=8)
    watching = with_its_log(told_by_preact(phone()).join(table), 9)
    told = follow(table, watching, table.actions[0])
    assert told["ringed"]
    expect(watching.page.locator(".fresh")).to_have_count(0)
