"""Each fact in words, as it follows from an action or stands in a correction."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.effects_cards import CARDS
from domain.games.chaosmos.words.effects_combat import COMBAT
from domain.games.chaosmos.words.effects_envelopes import ENVELOPES
from domain.games.chaosmos.words.effects_setup import SETUP
from domain.games.chaosmos.words.effects_turns import TURNS
from domain.kernel import FactWords

FACTS: Mapping[str, FactWords] = {**SETUP, **TURNS, **ENVELOPES, **COMBAT, **CARDS}
