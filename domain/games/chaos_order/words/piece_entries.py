"""Entries of foundations, buildings, tokens, units and upgrades as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.gains import brings
from domain.kernel import ActionWords, by_value

GEM_REWARD = {"gem": brings("{seat} takes the regions’ reward.")}
"""CO-466: as a reward of regions it may be a gem instead of an attribute."""

PIECE_ENTRIES: Mapping[str, ActionWords] = {
    "construct_foundation": brings(
        "{seat} constructs {foundation:board_foundation} in {region}{foundation:(ability_text)}."
    ),
    "construct_building": brings(
        "{seat} constructs {building:a_building} [in {building_constructed.region}|on {foundation}].",
    ),
    "harvest_region": brings("{seat} harvests {region:own}."),
    "place_production_token": brings("{seat} places {token} {region:own_place}{token:(basic)}."),
    "upgrade_production_token": brings("{seat} upgrades {token}{token:(upgraded)}."),
    "advance_fighter": brings(
        "{seat} advances [{count}|1 fighter] from sector {sector}"
        " to [{units_moved.target:spot}|the next one]."
    ),
    "fast_track_fighter": brings(
        "{seat} sends [{count}|1 fighter] along the fast track to [{units_moved.target:spot}|the base]."
    ),
    "move_units": brings("{seat} moves {:units} from {from:spot} to {to:spot}."),
    "redeploy_units": brings("{seat} redeploys {:units} from {from:spot} to {to:spot}."),
    "deploy_leader": brings("{seat} deploys {leader} on its base."),
    "upgrade_leader": brings("{seat} upgrades {leader}{leader:(upgraded)}."),
    "upgrade_attribute": by_value(
        "attribute", GEM_REWARD, brings("{seat} upgrades {attribute}{attribute:(upgraded)}.")
    ),
    "choose_region_reward": by_value(
        "reward", GEM_REWARD, brings("{seat} upgrades {reward}{reward:(upgraded)}.")
    ),
    "land_fighters": brings("{seat} lands {count} in {region}."),
}
