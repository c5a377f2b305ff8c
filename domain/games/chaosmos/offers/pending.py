"""Offers of pending choices (CM-203), of combat, and of naming unnamed cards (CM-R31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from domain.games.chaosmos.offers.cards import gear_asked, holdings
from domain.games.chaosmos.reading import may_hold_the_ovoid, possible_cards, unnamed
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Choice, Each, Offer, Optional, Outcome, Several, Viewer

# The choices that must be made before anything else, CM-203.


def pending_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """The choice that this seat must make, if any."""
    pending = state.pending
    if pending is None or pending.seat != seat:
        return
    match pending.kind:
        case "choose_resolution":
            yield Offer("choose_resolution", seat, {"choice": Choice(("spoils",))})
            banish = {"choice": Choice(("banish",)), "planet": Choice(tuple(state.planets))}
            yield Offer("choose_resolution", seat, banish)
        case "take_spoils":
            hand = state.seats[state.the_combat.opponent(seat)].hand
            beside = state.seats[seat].hand
            yield Offer("take_spoils", seat, {"card": _one_of(state, hand, beside, viewer)})
        case "give_back":
            hand = state.seats[seat].hand
            yield Offer("give_back", seat, {"card": _one_of(state, hand, (), viewer)})
        case "take_envelope":
            gear = gear_asked(state, seat, state.the_combat.space, viewer)
            if gear is not None:
                yield Offer("take_envelope", seat, {"accept": Choice((True,)), **gear})
            yield Offer("take_envelope", seat, {"accept": Choice((False,))})
        case "own_trap":
            yield Offer("resolve_own_trap", seat, {"choice": Choice(("suffer", "void"))})
        case _:
            assert_never(pending.kind)


def _one_of(state: State, hand: Cards, beside: Cards, viewer: Viewer) -> Choice:
    """A card of the hand, by name or unnamed (CM-R31)."""
    unseen = (UNKNOWN,) if UNKNOWN in hand or UNKNOWN in beside else ()
    return Choice((*holdings(state, hand, viewer), *unseen))


# Combat: the attack and the cards that are played in it.


def attack_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-350 … CM-352: each opponent on the same space, once a turn.

    CM-402: each combatant's dice may be declared or drawn by themselves.
    """
    here = state.seats[seat].position or ""
    gear, faces = gear_asked(state, seat, here, viewer), state.box.faces
    if gear is None:
        return
    for target, other in state.seats.items():
        if target != seat and other.position == here and target not in state.the_turn.attacked:
            rolled = Outcome(Several((*faces, *faces), 2, 2, ordered=True))
            dice = Outcome(Each({seat: rolled, target: rolled}))
            yield Offer("attack", seat, {"target": Choice((target,)), **gear, "dice": dice})


def combat_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-411."""
    if state.the_combat.to_act != seat:
        return
    cards = state.box.cards
    held = holdings(state, state.seats[seat].hand, viewer)
    playable = [card for card in held if cards[card].cost == "combat"]
    if playable:
        yield Offer("play_combat_card", seat, {"card": Choice(tuple(playable))})
    yield Offer("pass_combat", seat)


# Naming cards that lie unnamed, and showing the Ovoid in the end: CM-R31.


def naming_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """At any time: name the unnamed cards of the hand and of the seat's own envelope."""
    yield from _naming(state, seat, "hand", state.seats[seat].hand, viewer)
    planet = state.controlled_by(seat)
    if planet is not None:
        yield from _naming(state, seat, "envelope", state.planets[planet].face_down, viewer)


def _naming(state: State, seat: str, place: str, cards: Cards, viewer: Viewer) -> Iterator[Offer]:
    count = unnamed(cards)
    if count:
        pool = possible_cards(state, viewer)
        values = tuple(card for card in sorted(pool) for _ in range(min(pool[card], count)))
        yield Offer("name_cards", seat, {"place": Choice((place,)), "cards": Several(values, 1, count)})


def showing_offers(state: State, viewer: Viewer) -> Iterator[Offer]:
    """At clock 0: who shows the Ovoid. Whose hand may hold it, and whether any does not, is not for all."""
    if state.phase != "showing":
        return
    exact = viewer.sees_all
    holders = Choice(may_hold_the_ovoid(state) if exact else state.clockwise)
    hidden = (planet.face_down for planet in state.planets.values())
    elsewhere = not exact or any(map(unnamed, hidden))
    yield Offer("show_ovoid", None, {"holder": Optional(holders, usual=True) if elsewhere else holders})
