"""A bot that finishes games: it takes what it can get, spreads over the map, and fights where it is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.games.chaos_order.components.box import Box
from domain.games.chaos_order.reading import base_strength, has_presence, presence, relic_places, units
from domain.games.chaos_order.rules.setup import used_locations
from domain.games.chaos_order.state import State
from domain.kernel import ComponentSet, Json, Offer
from domain.kernel.offers import sample_action

WEIGHTS = {
    "pass": 1,
    "act": 12,
    "end_turn": 0.2,
    "end_main_action": 0.2,
    "begin_main_action": 30,
    "auxiliary_action": 2,
    "decline_effect": 0.3,
    "finish_income": 0.1,
    "use_ability": 1,
    "play_tactics_card": 0.5,
    "redeploy_units": 0.3,
    "exchange_recruitment_points": 1,
    "land_fighters": 10,
}
"""How gladly an offer of a type is taken; the others 5."""
GLADLY = 5.0
MOVES_TRIED = 12
RETREATS = 0.15
"""How often a plan may be a retreat where the seat is not behind."""


def sample_opening(
    components: ComponentSet, count: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Some factions of the set, the land tiles declared in half of the openings."""
    box: Box = components.box
    factions = random.sample(sorted(box.factions), count)
    options: dict[str, Json] = {}
    used = used_locations(box, count)
    if used and random.random() < 0.5:
        tiles: dict[str, str] = {}
        for name, places in used.items():
            laid = [tile.id for tile in box.tiles.values() if tile.set == name]
            random.shuffle(laid)
            tiles |= dict(zip(places, laid, strict=True))
        options["land_tiles"] = tiles
    return [{"seat": faction, "faction": faction} for faction in factions], options


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json | None:
    """One of the offered actions."""
    moves = [offer for offer in offers if offer.type == "move_units"]
    if moves:
        best = max(
            (_tried(state, random.choice(moves), random) for _ in range(MOVES_TRIED)),
            key=lambda tried: tried[0],
        )
        if best[0] > 0:
            return best[1]
        offers = [offer for offer in offers if offer.type != "move_units"] or moves
    weights = [WEIGHTS.get(offer.type, GLADLY) for offer in offers]
    (offer,) = random.choices(offers, weights)
    if offer.type == "commit_plan":
        return _plan(state, offer, random)
    return sample_action(offer, random)


def _tried(state: State, offer: Offer, random: Random) -> tuple[float, dict[str, Any]]:
    action = sample_action(offer, random)
    return _gain(state, action) + random.random() / 10, action


def _gain(state: State, action: dict[str, Any]) -> float:
    """The value of a move: a new region, the relic of the round and a battle that can be won raise it."""
    seat, origin, to = action["seat"], action["from"], action["to"]
    moved = action.get("fighters", 0) + 2 * len(action.get("leaders", ()))
    target = state.regions[to]
    others = presence(target) - {seat}
    gain = 0.0
    if others:
        enemy = max(base_strength(state, other, to).strength for other in others)
        own = base_strength(state, seat, to).strength
        gain += 2 if own + moved > enemy + 1 else -2
    elif not has_presence(target, seat):
        gain += 3
    if to == relic_places(state).get(state.round):
        gain += 2
    source = state.regions.get(origin)
    if source is not None:
        left = units(source, seat) - action.get("fighters", 0) - len(action.get("leaders", ()))
        built = any(item.seat == seat for item in source.buildings.values())
        gain -= 0 if left or built else 3
    return gain


def _plan(state: State, offer: Offer, random: Random) -> dict[str, Any]:
    """Retreat seldom, but when behind."""
    battle = state.battle
    assert battle is not None
    assert offer.seat is not None
    action = sample_action(offer, random)
    own = base_strength(state, offer.seat, battle.region).strength
    behind = own + 2 < base_strength(state, battle.other(offer.seat), battle.region).strength
    for _ in range(3):
        running = state.box.sections[action["section"]].kind == "retreat"
        if not running or behind or random.random() < RETREATS:
            break
        action = sample_action(offer, random)
    return action
