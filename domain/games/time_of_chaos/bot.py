"""A bot that finishes games: it takes cards, carries them home and now and then does something else."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random

from domain.games.time_of_chaos.components import ERAS, tile_id
from domain.games.time_of_chaos.rules.action_step import adjacent_cities
from domain.games.time_of_chaos.state import HAND_LIMIT, State
from domain.kernel import UNKNOWN, ComponentSet, Json, Offer
from domain.kernel.offers import sample_action

WHIM = 0.12
"""The share of choices made at random, so that games visit odd corners of the rules."""
WANTED_CARDS = 2
FAR = 99


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Seats called by their colours, in a random order, under either option."""
    colors = random.sample(components.box.colors, seats)
    scope = random.choice(("other_era", "own_tile"))
    return [{"seat": color, "color": color} for color in colors], {"restore_scope": scope}


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json:
    """One action among the offers. Unknown cards are named first: the bot plans with what it holds."""
    if unknown := [offer for offer in offers if offer.type == "name_card"]:
        return sample_action(unknown[0], random)
    by_type = {offer.type: offer for offer in offers}
    seat = state.active
    if seat is None or state.phase != "actions" or random.random() < WHIM:
        return sample_action(random.choice(offers), random)
    if "deliver" in by_type:
        return sample_action(by_type["deliver"], random)
    hand, goals = state.seats[seat].hand, _goals(state, seat)
    takings = [by_type[taking] for taking in ("search", "grab") if taking in by_type]
    wants_cards = len(hand) < WANTED_CARDS or (not goals and len(hand) < HAND_LIMIT)
    if takings and wants_cards:
        return sample_action(random.choice(takings), random)
    if not state.seats[seat].supply:
        return sample_action(by_type.get("restore") or random.choice(offers), random)
    step = _step_home(state, seat, goals, by_type)
    if step is not None:
        return step | _cube_for(step, by_type, random)
    return sample_action(random.choice(offers), random)


def _goals(state: State, seat: str) -> set[str]:
    """The tiles where a card of the hand can be delivered now (TC-301, TC-333)."""
    hand = (held.card for held in state.seats[seat].hand if held.card != UNKNOWN)
    tiles = {state.box.cards[card].tile for card in hand}
    return {tile for tile in tiles if not state.tiles[tile].chaos}


def _step_home(state: State, seat: str, goals: set[str], by_type: dict[str, Offer]) -> dict[str, Json] | None:
    """The move that brings the nearest destination of the hand nearer."""
    here = state.pawn(seat)
    best: tuple[int, dict[str, Json]] | None = None
    for place, step in _moves(state, seat, here, by_type):
        distance = min((_distance(state, place, goal) for goal in goals), default=FAR)
        if distance < FAR and (best is None or distance < best[0]):
            best = (distance, step)
    return None if best is None else best[1]


def _moves(
    state: State, seat: str, here: str, by_type: dict[str, Offer]
) -> list[tuple[str, dict[str, Json]]]:
    era, city = state.box.era_of[here], state.box.city_of[here]
    moves: list[tuple[str, dict[str, Json]]] = []
    if "travel" in by_type:
        for neighbour in adjacent_cities(state, here):
            moves.append((tile_id(era, neighbour), {"type": "travel", "seat": seat, "city": neighbour}))
    if "time_travel" in by_type:
        for other in ERAS:
            if other != era and not state.tiles[tile_id(other, city)].chaos:
                moves.append((tile_id(other, city), {"type": "time_travel", "seat": seat, "era": other}))
    return moves


def _cube_for(step: dict[str, Json], by_type: dict[str, Offer], random: Random) -> dict[str, Json]:
    """The payment of a time travel, as its offer requires."""
    if step["type"] != "time_travel":
        return {}
    sampled = sample_action(by_type["time_travel"], random)
    return {name: value for name, value in sampled.items() if name in ("cube_on", "cloak")}


def _distance(state: State, start: str, goal: str) -> int:
    """Moves between two tiles, entering chaos only by travel; FAR when there is no way."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            return steps[here]
        for place in _reachable(state, here):
            if place not in steps:
                steps[place] = steps[here] + 1
                queue.append(place)
    return FAR


def _reachable(state: State, here: str) -> list[str]:
    era, city = state.box.era_of[here], state.box.city_of[here]
    places = [tile_id(era, neighbour) for neighbour in adjacent_cities(state, here)]
    if not state.tiles[here].chaos:
        places += [
            tile for other in ERAS if other != era and not state.tiles[tile := tile_id(other, city)].chaos
        ]
    return places
