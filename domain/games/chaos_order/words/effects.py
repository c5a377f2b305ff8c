"""Each fact in words, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.battle_effects import BATTLE_FACTS
from domain.games.chaos_order.words.piece_effects import PIECE_FACTS
from domain.games.chaos_order.words.round_effects import ROUND_FACTS
from domain.games.chaos_order.words.seat_effects import SEAT_FACTS
from domain.kernel import FactWords

FACTS: Mapping[str, FactWords] = {**ROUND_FACTS, **SEAT_FACTS, **PIECE_FACTS, **BATTLE_FACTS}
