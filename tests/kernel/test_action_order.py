"""An action is decided as it is stored: the order in which a client wrote a mapping means nothing."""

from __future__ import annotations

from domain.games import REGISTRY
from domain.kernel.entries import codec_of


def test_mappings_of_an_action_come_in_canonical_order() -> None:
    codec = codec_of(REGISTRY["time_of_chaos"])
    displays = {"present": ["NP-A"], "past": ["PF-A"], "future": ["FP-A"]}
    asked = codec.action({"displays": displays, "type": "deal_displays"})
    again = codec.action({"type": "deal_displays", "displays": dict(reversed(displays.items()))})
    assert list(asked.displays) == list(again.displays) == ["future", "past", "present"]  # type: ignore[attr-defined]
