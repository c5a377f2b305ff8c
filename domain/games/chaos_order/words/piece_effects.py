"""Facts of foundations, buildings, tokens, units and relics in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import called, region_run, told
from domain.games.chaos_order.words.phrases import article, building_name
from domain.games.chaos_order.words.spots import from_to, owner_run
from domain.kernel import FactWords, Json, Naming, Run, Told

Message = Mapping[str, Json]


def _seat(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


def _foundation_constructed(fact: Message, naming: Naming) -> Told:
    ability = told(naming, f"{fact['foundation']}:ability")
    lays = f" constructs {called(naming, fact['foundation'])} in "
    tail = f": {ability}." if ability else "."
    return Told((_seat(fact, naming), lays, region_run(naming, fact["region"]), tail))


def _building(fact: Message) -> str:
    return building_name(fact["building"])


def _building_constructed(fact: Message, naming: Naming) -> Told:
    builds = f" constructs {article(_building(fact))} in "
    return Told((_seat(fact, naming), builds, region_run(naming, fact["region"]), "."))


def _building_razed(fact: Message, naming: Naming) -> Told:
    return Told(
        (
            owner_run(naming, fact["seat"]),
            f" {_building(fact)} in ",
            region_run(naming, fact["region"]),
            " is razed.",
        ),
        "chaos",
    )


def _token_harvested(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " harvests ", region_run(naming, fact["region"]), "."))


def _production_token_placed(fact: Message, naming: Naming) -> Told:
    places = f" places {called(naming, fact['token'])} in "
    return Told((_seat(fact, naming), places, region_run(naming, fact["region"]), "."))


def _production_token_upgraded(fact: Message, naming: Naming) -> Told:
    upgrades = f" upgrades {called(naming, fact['token'])} in "
    gives = told(naming, f"{fact['token']}:upgraded")
    tail = f": {gives}." if gives else "."
    return Told((_seat(fact, naming), upgrades, region_run(naming, fact["region"]), tail))


def _units_moved(fact: Message, naming: Naming) -> Told:
    harmed = fact.get("cause") in ("wound", "driven_back")
    return Told(from_to(fact, naming), "chaos" if harmed else "plain")


def _leader_upgraded(fact: Message, naming: Naming) -> Told:
    shows = told(naming, f"{fact['leader']}:upgraded")
    return Told(
        (_seat(fact, naming), f" upgrades {called(naming, fact['leader'])}{f': {shows}' if shows else ''}.")
    )


def _attribute_upgraded(fact: Message, naming: Naming) -> Told:
    shows = told(naming, f"{fact['attribute']}:upgraded")
    upgrades = f" upgrades {called(naming, fact['attribute'])}{f': {shows}' if shows else ''}."
    return Told((_seat(fact, naming), upgrades))


def _relic_taken(fact: Message, naming: Naming) -> Told:
    takes = f" takes relic {fact['relic']} from "
    return Told((_seat(fact, naming), takes, region_run(naming, fact["region"]), "."), "score")


def _relic_removed(fact: Message, naming: Naming) -> Told:
    return Told(
        (f"Relic {fact['relic']} leaves the game: nobody controls ", region_run(naming, fact["region"]), ".")
    )


PIECE_FACTS: Mapping[str, FactWords] = {
    "foundation_constructed": _foundation_constructed,
    "building_constructed": _building_constructed,
    "building_razed": _building_razed,
    "token_harvested": _token_harvested,
    "production_token_placed": _production_token_placed,
    "production_token_upgraded": _production_token_upgraded,
    "units_moved": _units_moved,
    "leader_upgraded": _leader_upgraded,
    "attribute_upgraded": _attribute_upgraded,
    "relic_taken": _relic_taken,
    "relic_removed": _relic_removed,
}
