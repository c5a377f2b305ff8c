"""A whole evening recorded by tapping, followed by another phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.tapping import Tapping
from tests.recorded import LIBRARY

FROM_THE_BOX = ["demo-2p-001"]


@pytest.mark.parametrize("name", FROM_THE_BOX)
def test_a_recorded_game_is_recorded_by_tapping_to_its_recorded_standing(
    name: str, phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(name=name)
    scribe, watcher = phone().join(table), phone().join(table, "spectator")
    watcher.page.evaluate(COUNT_PAINTED)
    taps = []
    for number, action in enumerate(table.actions, start=2):
        taps.append(Tapping(scribe, table, action).record())
        expect(scribe.page.locator(f'[data-entry="{number}"]')).to_have_count(1)
    last = len(table.actions) + 1
    expect(watcher.page.locator(f'[data-entry="{last}"]')).to_have_count(1)
    assert table.version == last
    expected = json.loads((LIBRARY / "time_of_chaos" / f"{name}.expected.json").read_text())
    standing = {seat["seat"]: seat["score"] for seat in table.ask("")["standing"]["seats"]}
    assert standing == {seat: of["score"] for seat, of in expected["seats"].items()}
    painted = watcher.page.evaluate("window.painted")
    assert painted == {str(number): 1 for number in range(1, last + 1)}
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text(re.compile("wins?$"))
    assert sum(taps) / len(taps) < 2.5


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
