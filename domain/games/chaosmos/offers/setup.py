"""The opening of a table: what it sets up, and what each seat chooses."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos import actions
from domain.games.chaosmos.offers.cards import movable
from domain.games.chaosmos.rules.setup import aliens_left, aliens_to_deal, due, planets_of_the_game
from domain.games.chaosmos.state import State
from domain.kernel import (
    UNKNOWN,
    Assign,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Offer,
    Outcome,
    Several,
    Viewer,
)

AS_DEALT = Outcome(Depends())
"""CM-113 … CM-116: the Pool, then one envelope after another, each out of what is left of the deck.

The bonus cards are swapped in before (CM-112), so that the cards asked for are those after the swap.
"""


def table_setup_offers(state: State, viewer: Viewer) -> Iterator[Offer]:
    """The steps of setup that the table takes (CM-123)."""
    for kind in due(state):
        if kind is actions.RemoveAlienPair:
            yield Offer("remove_alien_pair", None, {"alien": Outcome(Choice(tuple(state.box.aliens)))})
        elif kind is actions.ArrangePlanets:
            yield Offer("arrange_planets", None, {"planets": Outcome(_arrangement(state))})
        elif kind is actions.DealAliens:
            yield Offer("deal_aliens", None, {"aliens": Outcome(_alien_deal(state, viewer))})
        elif kind is actions.DealCards:
            yield Offer("deal_cards", None, {"pool_draws": AS_DEALT, "envelopes": AS_DEALT})
        elif kind is actions.SetStartPlayer:
            yield Offer("set_start_player", None, {"start_player": Outcome(Choice(state.clockwise))})


def _arrangement(state: State) -> Assign:
    """CM-108, CM-122: a planet for every slot."""
    slots = state.box.layouts[state.options.layout].slots
    return Assign(slots, planets_of_the_game(state), len(slots), len(slots))


def _alien_deal(state: State, viewer: Viewer) -> Domain:
    """CM-102: one alien each. CM-103: two, of which a seat sees its own and no other's (CM-R31)."""
    pool, each = aliens_to_deal(state)
    if state.options.mode == "first_game":
        return Dealt(state.clockwise, pool, each)
    unseen = (UNKNOWN,) * each
    if viewer.seat is None:
        return Dealt(state.clockwise, (*pool, *unseen * len(state.clockwise)), each)
    own, others = (Several(values, each, each, ordered=True) for values in ((*pool, *unseen), unseen))
    return Each({seat: own if viewer.knows(seat) else others for seat in state.clockwise})


def seat_setup_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """The choices that the seat makes for itself: CM-103, CM-119."""
    player = state.seats[seat]
    steps = due(state)
    if actions.ChooseAlien in steps and player.chosen is None:
        named = tuple(alien for alien in player.dealt if alien != UNKNOWN)
        may_be = aliens_left(state, *(() if viewer.sees_all else (seat,))) if UNKNOWN in player.dealt else ()
        yield Offer("choose_alien", seat, {"alien": Choice((*named, *may_be))})
    if actions.PrepareHand in steps and not player.prepared:
        alien = state.alien_of(seat)
        envelope = state.planets[alien.home].face_down
        most = min(alien.hand_limit, len(envelope) - 1)
        values, bonds = movable(state, "cards", envelope, viewer)
        yield Offer("prepare_hand", seat, {"cards": Several(values, 0, most)}, bonds)
