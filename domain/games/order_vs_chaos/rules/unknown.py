"""Event cards drawn face down: OC-507, and the unknown ones of a table whose recorder did not see them."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.events import (
    deck_size,
    drawable,
    keeps_among,
    may_keep,
    nameable,
    unknown_in_hands,
)
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import State
from domain.kernel import TRUTH, Chance, Choice, Passage, Rejected, Viewer, check


def drawn_card(state: State, declared: str | None, chance: Chance) -> str:
    """The next event card: as it is declared, unknown among others (OC-R85), or drawn. OC-507."""
    if declared is not None:
        chance.declare("card")
        if declared not in drawable(state, TRUTH):
            raise Rejected("OC-507", "This card is not in the event deck.", "card")
        return declared

    def asks(viewer: Viewer) -> Choice:
        return Choice(tuple(drawable(state, viewer)))

    return chance.compose("card", "OC-507", lambda below: _drawn(state, below), asks)


def _drawn(state: State, below: Callable[[int], int]) -> str:
    """Every card of the deck is as likely. Unknown ones in hands are kept cards, each of them as likely."""
    pool = sorted(state.event_deck if deck_size(state) else state.event_discard)
    if not deck_size(state) or not unknown_in_hands(state):
        return pool[below(len(pool))]
    keeps = keeps_among(state, pool)
    instants = [card for card in pool if card not in keeps]
    place = below(deck_size(state))
    return instants[place] if place < len(instants) else keeps[below(len(keeps))]


def name_event(state: State, action: actions.NameEvent, chance: Chance) -> Passage[State]:
    """OC-R86: the owner says which card an unknown one is."""
    hero = state.seats.get(action.seat)
    keeps = hero is not None and hero.unknown + hero.unknown_older > 0
    check(keeps, "OC-R86", "You have no unknown card.", "seat")
    fits, hidden = action.card in nameable(state, action.seat), probes(state, action.seat, action.card)
    check(fits, "OC-R86", "None of your unknown cards can be that one.", "card", probes=hidden)
    return (yield facts.EventNamed(action.seat, action.card, seats_of(state, "chaos")))


def named(state: State, seat: str, card: str) -> Passage[State]:
    """The seat keeps that card by its name: an unknown one is named by what is done with it (OC-R86)."""
    if card not in state.seats[seat].kept and card in nameable(state, seat):
        return (yield facts.EventNamed(seat, card, seats_of(state, "chaos")))
    return state


def check_kept(state: State, seat: str, card: str) -> None:
    """OC-507: the seat keeps the card. Where it keeps unknown ones only they could tell (OC-R86)."""
    hero = state.seats.get(seat)
    kept = hero is not None and may_keep(state, seat, card)
    check(kept, "OC-507", "You have no such card.", "card", probes=probes(state, seat, card))


def probes(state: State, seat: str | None, card: str) -> bool:
    """Whether only hidden cards can tell that an unknown one of the seat is not that one."""
    hero, known = state.seats.get(seat or ""), state.box.events.get(card)
    lies_open = known is None or known.kind != "keep" or card in state.event_discard
    return hero is not None and hero.unknown + hero.unknown_older > 0 and not lies_open
