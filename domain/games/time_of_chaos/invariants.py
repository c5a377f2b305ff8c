"""The statements that must hold after every entry: I1 … I12 of the rules file.

Each state is looked at alone: I11 compares the penalties with the turns that ended, I12 the chaos tiles
with the flips and restores that the state counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.time_of_chaos.components import ERAS, GRID
from domain.games.time_of_chaos.scoring import card_points
from domain.games.time_of_chaos.state import (
    ACTIONS_PER_TURN,
    DELIVERIES_THAT_END,
    DISPLAY_SIZE,
    HAND_LIMIT,
    State,
    deck_size,
    unknown_cards,
)
from domain.kernel import UNKNOWN

MOST_COLORS = 3
"""TC-704."""
MOST_CUBES_BEFORE_A_TURN = 2
ROWS = [GRID] * GRID


def invariants(state: State) -> list[str]:
    """A sentence for each broken one, its label first."""
    return [*_cubes(state), *_cards(state), *_course(state)]


def _cubes(state: State) -> Iterator[str]:
    on_tiles = dict.fromkeys((player.color for player in state.seats.values()), 0)
    before_the_send = state.phase == "send"
    chaos = 0
    for name, tile in state.tiles.items():
        cubes = tile.cubes
        if tile.chaos:
            chaos += 1
            if not cubes:
                yield f"I4: {name} is on chaos without a cube"
        if not cubes:
            continue
        for color, count in cubes.items():
            if color in on_tiles:
                on_tiles[color] += count
            else:
                yield f"I1: the unused colour {color} lies on {name}"
            if count < 1:
                yield f"I1: {count} cubes of {color} lie on {name}"
            elif count > 1 and tile.chaos:
                yield f"I4: {name} is on chaos with {count} cubes of {color}"
        if len(cubes) > MOST_COLORS:
            yield f"I4: {name} holds {len(cubes)} colours"
        if before_the_send and not tile.chaos and sum(cubes.values()) > MOST_CUBES_BEFORE_A_TURN:
            yield f"I4: {name} is on order with {sum(cubes.values())} cubes in the send step"
    for player in state.seats.values():
        if player.supply + on_tiles[player.color] != state.box.cubes_per_color or player.supply < 0:
            yield f"I1: {player.color} has {player.supply} in supply and {on_tiles[player.color]} on tiles"
    if chaos != state.fallen - state.restored:
        yield f"I12: {chaos} tiles are on chaos after {state.fallen} fell and {state.restored} were restored"


def _cards(state: State) -> Iterator[str]:
    cards = state.box.cards
    places: list[str] = []
    for era in ERAS:
        lying = state.decks[era]
        if state.displays is not None:
            lying = (*lying, *state.displays[era])
            if len(state.displays[era]) < DISPLAY_SIZE and deck_size(state, era):
                yield f"I5: the display of {era} is short although its deck is not empty"
        for card in set(lying).difference(state.box.decks[era]):
            yield f"I6: {card} lies in {era}, where it is not found"
        places += lying
        if len(state.decks[era]) < unknown_cards(state, era):
            yield f"I2: more cards of {era} are unknown than can be"
    for seat, player in state.seats.items():
        places += [held.card for held in player.hand if held.card != UNKNOWN]
        places += player.tableau
        if len(player.hand) > HAND_LIMIT:
            yield f"I3: {seat} holds {len(player.hand)} cards"
    if len(places) != len(cards) or set(places) != cards.keys():
        yield "I2: the cards are not each in exactly one place"


def _course(state: State) -> Iterator[str]:
    begun = state.phase in ("send", "actions")
    if not 0 <= state.actions_left <= (ACTIONS_PER_TURN if begun else 0):
        yield f"I8: {state.actions_left} actions are left"
    if state.phase == "send" and state.actions_left != ACTIONS_PER_TURN:
        yield f"I8: {state.actions_left} actions are left before the first was taken"
    cities = state.box.cities.keys()
    for era, grid in (state.layout or {}).items():
        if [len(row) for row in grid] != ROWS or set().union(*grid) != cities:
            yield f"I9: the grid of {era} does not hold the nine cities"
    ended = state.turn - begun
    for seat, player in state.seats.items():
        if state.end_trigger is None and len(player.tableau) >= DELIVERIES_THAT_END:
            yield f"I7: {seat} delivered {len(player.tableau)} cards without ending the game"
        if player.pawn is None and state.phase != "setup":
            yield f"I9: the pawn of {seat} is not on the table"
        if player.pawn is not None and player.pawn not in state.tiles:
            yield f"I9: the pawn of {seat} is on no tile"
        if not 0 <= player.penalties <= ended:
            yield f"I11: {seat} took {player.penalties} penalties in {ended} turns"
    yield from _end(state)


def _end(state: State) -> Iterator[str]:
    trigger = state.end_trigger
    if trigger is not None and len(state.seats[trigger.seat].tableau) < DELIVERIES_THAT_END:
        yield f"I7: {trigger.seat} ended the game without a fourth card"
    if state.final_turns and (trigger is None or trigger.seat in state.final_turns):
        yield "I7: the final turns are not those of the other players after a trigger"
    if state.result is not None:
        for seat, points in state.result.scores.items():
            if points != card_points(state, seat) - state.seats[seat].penalties:
                yield f"I10: the score of {seat} does not add up"
