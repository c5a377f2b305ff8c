"""Words that games had in 0.2 for what has another word since 0.3. They go with 0.4.

Only what clients ask for stands here: what is stored is brought to today's words by each game's upcasts.
"""

from __future__ import annotations

from collections.abc import Mapping

SEAT_MEMBERS: Mapping[str, Mapping[str, str]] = {"first_light": {"colour": "color"}}
"""By game, members of a seat: old → new."""

MEASURES: Mapping[str, Mapping[str, str]] = {
    "chaos_order": {
        "win_rate": "win_share",
        "battle_win_rate": "battle_win_share",
        "card_battle_win_rate": "card_battle_win_share",
        "win_rate_by_count": "win_share_by_count",
        "last_round": "rounds",
    },
    "chaosmos": {"dice_faces": "die_faces"},
    "order_vs_chaos": {"dice": "die_faces"},
}
"""By game, keys of measures: old → new."""

DIMENSIONS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("first_light", "score"): {"start_distance": "position"},
    ("first_light", "win"): {"start_distance": "position"},
    ("first_light", "rank"): {"start_distance": "position"},
    ("first_light", "actions"): {"position": "place_in_round"},
    ("time_of_chaos", "decided_by"): {"breaker": "by"},
}
"""By game and measure, as they are called today: dimensions, old → new."""
