"""The measures: key, meaning, unit and dimensions of every figure."""

from __future__ import annotations

from domain.games.first_light.statistics.measures_board import HARVESTERS, ITEMS, NEGOTIATION, RIVAL
from domain.games.first_light.statistics.measures_dice import DICE, RESOURCE_FLOW
from domain.games.first_light.statistics.measures_results import RESULTS
from domain.kernel import Measure

MEASURES: tuple[Measure, ...] = (*RESULTS, *RESOURCE_FLOW, *DICE, *NEGOTIATION, *ITEMS, *HARVESTERS, *RIVAL)
