"""Entries of foundations, buildings, tokens, units and upgrades as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.gains import gains
from domain.games.chaos_order.words.names import called, is_base, region_run, told
from domain.games.chaos_order.words.phrases import article, building_name
from domain.games.chaos_order.words.setup_entries import facts_of
from domain.games.chaos_order.words.spots import group, spot_run
from domain.kernel import ActionWords, Json, Naming, Run, Says, counted

Message = Mapping[str, Json]
Facts = Sequence[Message]


def _brings(action: Message, facts: Facts, naming: Naming, *does: str | Run) -> Says:
    seat = action["seat"]
    return (naming.seat(seat), *does, *gains(facts, naming, seat), ".")


def _noted(text: str) -> str:
    return f" ({text})" if text else ""


def _construct_foundation(action: Message, facts: Facts, naming: Naming) -> Says:
    tile = action["foundation"]
    known = naming.components.get(f"{tile}:ability")
    lays = f" constructs {called(naming, tile) if known is None else known.name} in "
    region = region_run(naming, action["region"])
    return _brings(action, facts, naming, lays, region, _noted(told(naming, f"{tile}:ability")))


def _construct_building(action: Message, facts: Facts, naming: Naming) -> Says:
    builds = f" constructs {article(building_name(action['building']))}"
    for fact in facts_of(facts, "building_constructed"):
        return _brings(action, facts, naming, f"{builds} in ", region_run(naming, fact["region"]))
    return _brings(action, facts, naming, f"{builds} on {called(naming, action['foundation'])}")


def _harvest_region(action: Message, facts: Facts, naming: Naming) -> Says:
    place = action["region"]
    run = Run("its base", place=place) if is_base(naming, place) else region_run(naming, place)
    return _brings(action, facts, naming, " harvests ", run)


def _where(naming: Naming, place: str) -> tuple[str, Run]:
    return (
        (" on ", Run("its base", place=place))
        if is_base(naming, place)
        else (" in ", region_run(naming, place))
    )


def _place_production_token(action: Message, facts: Facts, naming: Naming) -> Says:
    token = f" places {called(naming, action['token'])}"
    gives = _noted(told(naming, f"{action['token']}:basic"))
    return _brings(action, facts, naming, token, *_where(naming, action["region"]), gives)


def _upgrade_production_token(action: Message, facts: Facts, naming: Naming) -> Says:
    gives = _noted(told(naming, f"{action['token']}:upgraded"))
    return _brings(action, facts, naming, f" upgrades {called(naming, action['token'])}{gives}")


def _advance_fighter(action: Message, facts: Facts, naming: Naming) -> Says:
    sector = action["sector"]
    moved = facts_of(facts, "units_moved")
    to = spot_run(naming, moved[0]["target"]) if moved else Run("the next one")
    fighters = counted(action.get("count", 1), "fighter")
    return _brings(action, facts, naming, f" advances {fighters} from sector {sector} to ", to)


def _fast_track_fighter(action: Message, facts: Facts, naming: Naming) -> Says:
    moved = facts_of(facts, "units_moved")
    to = spot_run(naming, moved[0]["target"]) if moved else Run("the base")
    fighters = counted(action.get("count", 1), "fighter")
    return _brings(action, facts, naming, f" sends {fighters} along the fast track to ", to)


def _moving(verb: str) -> ActionWords:
    def tell(action: Message, facts: Facts, naming: Naming) -> Says:
        origin, target = spot_run(naming, action["from"]), spot_run(naming, action["to"])
        those = f" {verb} {group(action, naming)} from "
        return _brings(action, facts, naming, those, origin, " to ", target)

    return tell


def _deploy_leader(action: Message, facts: Facts, naming: Naming) -> Says:
    return _brings(action, facts, naming, f" deploys {called(naming, action['leader'])} on its base")


def _upgrade_leader(action: Message, facts: Facts, naming: Naming) -> Says:
    shows = _noted(told(naming, f"{action['leader']}:upgraded"))
    return _brings(action, facts, naming, f" upgrades {called(naming, action['leader'])}{shows}")


def _upgrade_attribute(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-466: as a reward of regions it may be a gem instead."""
    attribute = action.get("attribute") or action.get("reward")
    if attribute == "gem":
        return _brings(action, facts, naming, " takes the regions’ reward")
    shows = _noted(told(naming, f"{attribute}:upgraded"))
    return _brings(action, facts, naming, f" upgrades {called(naming, str(attribute))}{shows}")


def _land_fighters(action: Message, facts: Facts, naming: Naming) -> Says:
    lands = f" lands {counted(action['count'], 'fighter')} in "
    return _brings(action, facts, naming, lands, region_run(naming, action["region"]))


PIECE_ENTRIES: Mapping[str, ActionWords] = {
    "construct_foundation": _construct_foundation,
    "construct_building": _construct_building,
    "harvest_region": _harvest_region,
    "place_production_token": _place_production_token,
    "upgrade_production_token": _upgrade_production_token,
    "advance_fighter": _advance_fighter,
    "fast_track_fighter": _fast_track_fighter,
    "move_units": _moving("moves"),
    "redeploy_units": _moving("redeploys"),
    "deploy_leader": _deploy_leader,
    "upgrade_leader": _upgrade_leader,
    "upgrade_attribute": _upgrade_attribute,
    "choose_region_reward": _upgrade_attribute,
    "land_fighters": _land_fighters,
}
