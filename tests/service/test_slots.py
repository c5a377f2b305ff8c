"""Sessions in memory: as many are remembered as are wanted, those that were asked for last."""

from __future__ import annotations

import gc
import weakref

from service.sessions.commands import Slot, Slots


def remembered(slots: Slots, *asked_for: str) -> list[str]:
    """Those that are still there once nobody holds them, as they were asked for."""
    held: dict[str, weakref.ref[Slot]] = {name: weakref.ref(slots.of(name)) for name in asked_for}
    gc.collect()
    return [name for name, slot in held.items() if slot() is not None]


def test_as_many_as_are_wanted_are_remembered() -> None:
    assert remembered(Slots(2), "reef", "lagoon") == ["reef", "lagoon"]


def test_who_was_asked_for_longest_ago_is_forgotten_first() -> None:
    assert remembered(Slots(2), "reef", "lagoon", "reef", "bay") == ["reef", "bay"]
