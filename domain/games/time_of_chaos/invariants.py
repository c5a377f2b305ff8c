"""What must hold after every entry: the list of the rules file, by its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.time_of_chaos.components import CARDS_PER_DECK, ERAS
from domain.games.time_of_chaos.scoring import card_points, score
from domain.games.time_of_chaos.state import (
    ACTIONS_PER_TURN,
    DELIVERIES_THAT_END,
    DISPLAY_SIZE,
    HAND_LIMIT,
    State,
)

MOST_COLORS = 3
MOST_CUBES_BEFORE_A_TURN = 2


def invariants(state: State) -> list[str]:
    """The broken ones, each with its number."""
    return [*_cubes(state), *_cards(state), *_course(state)]


def _cubes(state: State) -> Iterator[str]:
    in_play = {player.color: player for player in state.players.values()}
    for color, player in in_play.items():
        on_tiles = sum(tile.cubes.get(color, 0) for tile in state.tiles.values())
        if player.supply + on_tiles != state.box.cubes_per_color or player.supply < 0:
            yield f"1: {color} has {player.supply} cubes in supply and {on_tiles} on tiles"
    for name, tile in state.tiles.items():
        if not set(tile.cubes) <= set(in_play):
            yield f"1: an unused colour lies on {name}"
        if len(tile.cubes) > MOST_COLORS:
            yield f"4: {name} holds {len(tile.cubes)} colours"
        if tile.chaos and (not tile.cubes or set(tile.cubes.values()) != {1}):
            yield f"4: {name} is on chaos with {dict(tile.cubes)}"
        if not tile.chaos and state.phase == "send" and sum(tile.cubes.values()) > MOST_CUBES_BEFORE_A_TURN:
            yield f"4: {name} is on order with {dict(tile.cubes)} in the send step"


def _cards(state: State) -> Iterator[str]:
    displays = state.displays or {}
    for era in ERAS:
        places = [
            *state.decks[era],
            *displays.get(era, ()),
            *(
                card
                for player in state.players.values()
                for card in (*(held.card for held in player.hand), *player.tableau)
                if state.box.cards[card].deck == era
            ),
        ]
        if len(places) != CARDS_PER_DECK or set(places) != set(state.box.decks[era]):
            yield f"2: the cards of {era} are not each in exactly one place"
        if len(displays.get(era, ())) < DISPLAY_SIZE and state.decks[era] and state.displays is not None:
            yield f"5: the display of {era} is short although its deck is not empty"
        for card in (*state.decks[era], *displays.get(era, ())):
            if state.box.era_of[state.box.cards[card].tile] == era:
                yield f"6: {card} belongs to the era that it lies in"
    for seat, player in state.players.items():
        if len(player.hand) > HAND_LIMIT:
            yield f"3: {seat} holds {len(player.hand)} cards"


def _course(state: State) -> Iterator[str]:
    longest = max(len(player.tableau) for player in state.players.values())
    if state.end_trigger is None and longest >= DELIVERIES_THAT_END:
        yield "7: a tableau reached the fourth card without ending the game"
    if not 0 <= state.actions_left <= ACTIONS_PER_TURN:
        yield f"8: {state.actions_left} actions are left"
    for seat, player in state.players.items():
        if player.pawn is not None and player.pawn not in state.tiles:
            yield f"9: the pawn of {seat} is on no tile"
        if player.pawn is None and state.phase != "setup":
            yield f"9: the pawn of {seat} is not on the table"
        if score(state, seat) != card_points(state, seat) - player.penalties:
            yield f"10: the score of {seat} does not add up"
        if player.penalties < 0:
            yield f"11: {seat} has a negative number of penalties"
