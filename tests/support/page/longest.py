"""The longest recorded game of each title: what the replay page is held to."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST: Mapping[str, str] = {
    "chaos_order": "demo-5p-105-004",
    "chaosmos": "demo-2p-two-001",
    "first_light": "demo-4p-003",
    "order_vs_chaos": "demo-4p-003",
    "time_of_chaos": "demo-4p-003",
}
