"""3xx, the two actions of a turn, and what follows them (GT-202, GT-601)."""

from __future__ import annotations

from collections import Counter

from domain.game_template import actions, facts
from domain.game_template.actions import Bet
from domain.game_template.components.box import FACES
from domain.game_template.reading import next_to_act
from domain.game_template.scoring import leaders
from domain.game_template.state import State
from domain.kernel import Chance, Facts, Passage, check

BETS: tuple[Bet, ...] = ("low", "high")
MOST_CARDS = 2


def draw_card(state: State, action: actions.DrawCard, chance: Chance) -> Facts[State]:
    """GT-301 … GT-303: a card of the deck, unseen by the others."""
    check(bool(state.deck), "GT-301", "The deck is empty.")
    check(len(state.seats[action.seat].hand) < state.hand_limit, "GT-302", "The hand is full.")
    card = chance.pick(
        action.card,
        state.deck,
        field="card",
        rule="GT-303",
        message="The card must be one that is still in the deck.",
        hidden=True,  # the refusal tells that another hand holds the card
    )
    state = yield facts.CardDrawn(action.seat, card)
    yield from end_turn(state)


def play_cards(state: State, action: actions.PlayCards, chance: Chance) -> Facts[State]:
    """GT-311 … GT-314: cards and bet are chosen before the die is rolled."""
    check(
        1 <= len(action.cards) <= MOST_CARDS
        and not Counter(action.cards) - Counter(state.seats[action.seat].hand),
        "GT-311",
        "Play one or two cards of your hand.",
        "cards",
    )
    roll = chance.pick(action.roll, FACES, field="roll", rule="GT-313", message="A die shows 1 to 6.")
    state = yield facts.DieRolled(action.seat, roll)
    state = yield from settle(state, action, roll)
    yield from end_turn(state)


def settle(state: State, action: actions.PlayCards, roll: int) -> Passage[State]:
    """GT-314: low scores what is worth at most the roll, high what is worth at least the roll."""
    for card in action.cards:
        value = state.box.values[card]
        wins = value <= roll if action.bet == "low" else value >= roll
        kind = facts.CardScored if wins else facts.CardDiscarded
        state = yield kind(action.seat, card, action.bet)
    return state


def end_turn(state: State) -> Facts[State]:
    """GT-202: the next seat clockwise that can do something; GT-601: nobody can."""
    seat = next_to_act(state)
    if seat is None:
        yield facts.GameEnded(leaders(state))
    else:
        yield facts.TurnBegan(seat, state.turn + 1)
