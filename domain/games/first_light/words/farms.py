"""What a seat's Farms and its place on the planet give, in words (FL-250 … FL-256)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.components.document import Bundle
from domain.games.first_light.rules.dice import HIGHEST
from domain.games.first_light.rules.harvest import BOOST, BOOSTER, ON_SIX, PASSIVE, PRODUCER_TILE
from domain.games.first_light.state import FIRST_TILE_SLOT, PRINTED_FARMS
from domain.games.first_light.words.counting import amount, bundle
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.reckoning import ability, space_yield
from domain.kernel import Json, Naming, ValueWords, listed


def farm_kind(view: Json, naming: Naming, seat: str, slot: int) -> str:
    """What stands on a Farm: `booster`, `producer`, the kind of a tile, or nothing."""
    if slot <= PRINTED_FARMS:
        return box_of(naming).base.printed_farms[slot - 1].kind
    tiles, at = view["seats"][seat]["farm_tiles"], slot - FIRST_TILE_SLOT["farm"]
    return box_of(naming).farm_tiles[tiles[at]].kind if 0 <= at < len(tiles) else ""


def farm_choices(naming: Naming, slot: int) -> tuple[str, ...]:
    """The resources of a Farm that gives one of two."""
    return box_of(naming).base.printed_farms[slot - 1].choices if slot <= PRINTED_FARMS else PRODUCER_TILE


def farm_says(view: Json, naming: Naming, seat: str, slot: int) -> str:
    """What a die on a Farm is good for: `Water or Power`."""
    kind = farm_kind(view, naming, seat, slot)
    if kind == "booster":
        return f"raises the others by up to {BOOST}"
    if kind in ON_SIX:
        return f"{bundle(ON_SIX[kind])} for a 6"
    names = {"water": "Water", "algae": "Algae", "power": "Power"}
    return listed([names.get(one, one) for one in farm_choices(naming, slot)], " or ")


def _value(view: Json, naming: Naming, seat: str, slot: int) -> int:
    """What the die of a Farm counts as when it is raised in full."""
    farms = view["seats"][seat]["farms"]
    die: int = farms[slot - 1] or 0
    raised = min(HIGHEST, die + BOOST) if farms[BOOSTER - 1] is not None else die
    effect = ability(view, naming, seat)
    is_wild = effect.kind == "wild_values" and bool({die, raised} & set(effect.wild))
    needs_six = farm_kind(view, naming, seat, slot) in ON_SIX
    if is_wild and (needs_six or effect.farms == "all"):
        return HIGHEST if needs_six else max(raised, *effect.to)
    return raised


def farm_yields(view: Json, naming: Naming, seat: str, slot: int) -> Mapping[str, ValueWords]:
    """What a Farm with a die gives now, by what is chosen: `7 Water`, `2 Power`."""
    value, production = _value(view, naming, seat, slot), box_of(naming).base.production
    return {one: ValueWords(amount(production[one][value - 1], one)) for one in farm_choices(naming, slot)}


def harvest_says(view: Json, naming: Naming, seat: str) -> str:
    """All that the Harvest brings, from the planet on."""
    base = view["seats"][seat]
    parts = [f"{bundle(space_yield(view, naming, base['harvester']))} from the planet"]
    for slot in range(BOOSTER + 1, PRINTED_FARMS + len(base["farm_tiles"]) + 1):
        kind = farm_kind(view, naming, seat, slot)
        given: Bundle = PASSIVE.get(kind, {})
        if base["farms"][slot - 1] is not None:
            if kind == "producer":
                gives = [one.label for one in farm_yields(view, naming, seat, slot).values()]
                parts.append(f"{listed(gives, ' or ')} from Farm {slot}")
            elif _value(view, naming, seat, slot) == HIGHEST:
                given = ON_SIX.get(kind, {})
        if given:
            parts.append(f"{bundle(given)} from Farm {slot}")
    event = view["event"]
    if event is not None and event["timing"] == "harvest" and event["effect"]["kind"] == "gain":
        parts.append(f"{bundle(event['effect']['gain'])} from {naming.name(event['id'])}")
    return "; ".join(parts)
