"""Facts of foundations, buildings, tokens, units and relics in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import SENTENCES
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

PLACES = told("{seat} places {:units} {target:placed}.")
MOVES: Mapping[str, FactWords] = {
    "wound": told("{seat} loses {:units} in {origin:spot}: wounded, back to {target:spot}.", "chaos"),
    "driven_back": told("{seat:owner} {:units} {:are} driven from {origin:spot} to {target:spot}.", "chaos"),
    "retreat": told("{seat:owner} {:units} {:retreat} from {origin:spot} to {target:spot}."),
    "relic": told("{seat:owner} {:units} {:bring} the relic from {origin:spot} to {target:spot}."),
    **dict.fromkeys(("setup", "deploy", "landing"), PLACES),
    "redeploy": told("{seat} redeploys {:units} from {origin:spot} to {target:spot}."),
}
"""Units go from one spot to another, told by why."""

PIECE_FACTS: Mapping[str, FactWords] = {
    "foundation_constructed": told("{seat} constructs {foundation} in {region}{foundation:ability_text}."),
    "building_constructed": told("{seat} constructs {building:a_building} in {region}."),
    "building_razed": told("{seat:owner} {building} in {region} is razed.", "chaos"),
    "token_harvested": told("{seat} harvests {region}."),
    "production_token_placed": told("{seat} places {token} in {region}."),
    "production_token_upgraded": told("{seat} upgrades {token} in {region}{token:upgraded}."),
    "units_moved": by_value(
        "cause", MOVES, told("{seat} moves {:units} from {origin:spot} to {target:spot}.")
    ),
    "leader_upgraded": told("{seat} upgrades {leader}{leader:upgraded}."),
    "attribute_upgraded": told("{seat} upgrades {attribute}{attribute:upgraded}."),
    "relic_taken": told("{seat} takes relic {relic} from {region}.", "score"),
    "relic_removed": told("Relic {relic} leaves the game: nobody controls {region}."),
}
