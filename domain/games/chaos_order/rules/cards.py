"""Tactics cards, CO-50x: playing, discarding, and naming cards."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.reading.cards import card_pool
from domain.games.chaos_order.reading.seats import anybody_pending
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import awaited, settle, take
from domain.games.chaos_order.rules.locks import check_lock, pay_lock
from domain.games.chaos_order.state import Board, State
from domain.kernel import UNKNOWN, Chance, Passage, check


def named_card(state: State, seat: str, card: str, chance: Chance, *, older: bool = False) -> bool:
    """Whether an unknown card of the hand is named by this; CO-508, CO-509.

    `older`: only copies acquired before the present phase count (CO-502).

    CO-471.
    """
    hand, fresh = state.seats[seat].hand, state.seats[seat].fresh
    known, unknown = hand.get(card, 0), hand.get(UNKNOWN, 0)
    check(
        card in state.box.cards and (known > 0 or unknown > 0),
        "CO-508",
        "This card is not in your hand.",
        "card",
    )
    if older:
        known -= fresh.get(card, 0)
        unknown -= fresh.get(UNKNOWN, 0)
        check(known > 0 or unknown > 0, "CO-502", "You gained this card in this phase.", "card")
    if known > 0:
        return False
    check(
        card_pool(state).get(card, 0) > 0,
        "CO-509",
        "No copy of this card can be in your hand.",
        "card",
        probes=True,
    )
    chance.probed = True  # who tries it without recording it learns from a yes as much as from a no
    return True


def may_play_now(state: State, seat: str) -> str | None:
    """`act`, `pass` or `either`: the moment for cards and `any_time` abilities; None outside (CO-504)."""
    if anybody_pending(state) and (state.phase != "gain_income" or state.seats[seat].pending):
        return None
    if state.phase in ACTION_PHASES and state.next_seats[:1] == (seat,):
        if state.stage == "acting" and state.main != "running":
            return "act"
        return "pass" if state.stage == "passing" else None
    if state.phase == "set_prices" and state.next_seats[:1] == (seat,):
        return "either"
    if state.phase == "gain_income" and not state.seats[seat].income.finished:
        return "either"
    return None


def play_tactics_card(state: State, action: actions.PlayTacticsCard, draws: Draws) -> Passage[State]:
    """CO-501 … CO-505, in the order that CO-504 gives. CO-503."""
    seat = action.seat
    gate.not_ended(state)
    gate.seated(state, seat)
    gate.may_go_on(state, seat)
    hand = state.seats[seat].hand
    check(
        action.card in state.box.cards and bool(hand.get(action.card, 0) or hand.get(UNKNOWN, 0)),
        "CO-508",
        "This card is not in your hand.",
        "card",
    )
    plays = state.box.cards[action.card].plays
    check(
        action.play < len(plays) and plays[action.play].phase == state.phase,
        "CO-502",
        "This card has no such effect in this phase.",
        "play",
    )
    named = named_card(state, seat, action.card, draws.chance, older=True)
    part, moment = plays[action.play], may_play_now(state, seat)
    check(
        moment is not None and ("either" in (moment, part.when) or moment == part.when),
        "CO-504",
        "You cannot play this card now.",
        "card",
    )
    check_lock(state, seat, part.gem_lock, action.pay_lock, "CO-505")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.CardPlayed(seat, action.card, state.phase, named)
    return (yield from settle(state, seat, draws, awaited(part.effects, "card")))


def discard_tactics_card(state: State, action: actions.DiscardTacticsCard, draws: Draws) -> Passage[State]:
    """CO-506."""
    gate.head(state, action.seat, "CO-506", "discard")
    named = named_card(state, action.seat, action.card, draws.chance)
    state = yield facts.CardDiscarded(action.seat, action.card, named)
    return (yield from take(state, action.seat, 1, draws))


def playable(board: Board, card: str) -> bool:
    """Whether an older, known copy of the card is in the hand (CO-502)."""
    return board.hand.get(card, 0) > board.fresh.get(card, 0)
