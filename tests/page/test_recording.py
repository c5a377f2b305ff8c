"""Whole evenings recorded by tapping, followed by other phones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, cast

from playwright.sync_api import expect

from domain.games import REGISTRY
from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone
from tests.support.page.tapping import Tapping
from tests.support.recorded import LIBRARY
from tests.support.service.server import Server

BY_THE_SCRIBE = "demo-4p-003"
"""Four seats, with everything that a cloak does, and harm put right."""
BY_THE_SEATS, ANYBODY, ACTIONS_BY_SEATS = "demo-2p-007", "blue", 24
"""What is the table's, layout, displays and the first player, is anybody's to record."""
BEFORE_AN_IDLE_ABILITY = 36
AFTER_SETUP = 7


def test_a_recorded_game_is_recorded_by_tapping_to_its_recorded_standing(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(name=BY_THE_SCRIBE)
    scribe, watcher = phone().join(table), phone().join(table, "spectator")
    watcher.page.evaluate(COUNT_PAINTED)
    taps = []
    for number, action in enumerate(table.actions, start=2):
        taps.append(Tapping(scribe, table, action).record())
        expect(scribe.entry(number)).to_have_count(1)
    followed_to_the_end(watcher, table)
    ended_as_recorded(table, BY_THE_SCRIBE)
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text(re.compile("wins?$"))
    assert sum(taps) / len(taps) < 2.5


def test_a_recorded_game_is_recorded_by_the_phones_of_its_seats_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(name=BY_THE_SEATS)
    phones = {seat: phone().join(table, f"seat:{seat}") for seat in ("red", "blue")}
    for own in phones.values():
        own.page.evaluate(COUNT_PAINTED)
    for number, action in enumerate(table.actions[:ACTIONS_BY_SEATS], start=2):
        seat = action.get("seat", ANYBODY)
        own = phones[seat]
        Tapping(own, table, action, f"seat:{seat}").record()
        expect(own.entry(number)).to_have_count(1)
    for own in phones.values():
        followed_to_the_end(own, table)
    assert {entry["by"]["role"] for entry in table.entries()[1:]} == {"seat"}


def followed_to_the_end(follower: Phone, table: Evening) -> None:
    """The phone shows every entry, and has painted each once."""
    last = table.version
    expect(follower.entry(last)).to_have_count(1)
    painted = follower.page.evaluate("window.painted")
    assert painted == {str(number): 1 for number in range(1, last + 1)}


def ended_as_recorded(table: Evening, name: str) -> None:
    """The log has an entry for each recorded action, and the standing is the recorded one."""
    lines = (LIBRARY / "time_of_chaos" / f"{name}.jsonl").read_text().splitlines()
    assert table.version == len(lines)
    expected = json.loads((LIBRARY / "time_of_chaos" / f"{name}.expected.json").read_text())
    standing = {seat["seat"]: seat["score"] for seat in table.ask("")["standing"]["seats"]}
    assert standing == {seat: of["score"] for seat, of in expected["seats"].items()}


COUNT_PAINTED = """() => {
  window.painted = {};
  const count = (node) => {
    const lines = node.matches?.("[data-entry]") ? [node] : node.querySelectorAll?.("[data-entry]") ?? [];
    for (const line of lines) {
      window.painted[line.dataset.entry] = (window.painted[line.dataset.entry] ?? 0) + 1;
    }
  };
  count(document.body);
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(count)))
    .observe(document.body, { childList: true, subtree: true });
}"""


def test_what_would_come_to_nothing_is_folded_away_and_can_be_recorded(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """Jrayek has not the energy that its trance costs; it was used all the same."""
    table = evening(game="chaos_order", name="bots-4p-both-retreat", recorded=BEFORE_AN_IDLE_ABILITY)
    own = phone().join(table, "seat:jrayek")
    expect(own.button("End turn")).to_be_visible()
    expect(own.button("Use Trance")).to_have_count(0)
    own.panel.get_by_role("button", name="More…").click()
    number = table.version + 1
    expect(own.button("Use Trance")).to_contain_text("pay 3 energy for +1 gem; cannot be paid now")
    own.tap("Use Trance")
    expect(own.entry(number)).to_have_count(1)
    recorded = table.entries()[-1]["action"]
    assert recorded == {"type": "use_ability", "seat": "jrayek", "ability": "jrayek.trance"}


def with_an_omen(server: Server) -> str:
    """The hash of a set in which the Circadians have a text that is carried out by hand at any time."""
    document = cast("dict[str, Any]", deepcopy(REGISTRY["chaos_order"].demo_sets()["demo"]))
    (faction,) = (one for one in document["factions"] if one["id"] == "circadians")
    text = {"id": "omen", "trigger": "any_time", "optional": True}
    faction["abilities"].append(text | {"effects": [{"do": "manual", "text_id": "omen"}]})
    status, answer = server.request(
        "POST", "/v1/component-sets", {"game": "chaos_order", "document": document}
    )
    assert status in (200, 201), answer
    return str(answer["hash"])


def test_what_a_text_did_is_tapped(phone: MakePhone, evening: Callable[..., Evening], server: Server) -> None:
    table = evening(
        game="chaos_order", name="bots-2p-land", recorded=AFTER_SETUP, component_set=with_an_omen(server)
    )
    scribe = phone().join(table)
    scribe.tap("Resolve Omen by hand")
    scribe.tap("Energy")
    scribe.tap("Oxataya")
    scribe.panel.get_by_role("button", name="One more").click()
    scribe.panel.get_by_role("button", name="Done").click()
    scribe.tap("Intel")
    scribe.tap("-3")
    expect(scribe.panel.get_by_text("2 so far")).to_be_visible()
    number = table.version + 1
    scribe.panel.get_by_role("button", name="Done").click()
    expect(scribe.entry(number)).to_have_count(1)
    action = table.entries()[-1]["action"]
    assert action["adjustments"] == [{"seat": "oxataya", "energy": 1}, {"seat": "circadians", "intel": -3}]
