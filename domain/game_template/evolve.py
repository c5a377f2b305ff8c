"""What changes: one small function a fact. Nothing here asks whether it may.

A fact that names what is not on this table cannot be applied: `LookupError`. Only a correction can bring one.
"""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from domain.game_template import facts
from domain.game_template.state import State
from domain.kernel import Evolution

evolve = Evolution[State]()


def must_exist(things: Container[str], *names: str) -> None:
    """Raises `LookupError` for a name that is none of the things."""
    for name in names:
        if name not in things:
            raise LookupError(f"{name} is not on this table")


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but for one of that name, if it is among them."""
    place = cards.index(card) if card in cards else len(cards)
    return (*cards[:place], *cards[place + 1 :])


@evolve.on(facts.FirstPlayerChosen)
def _(state: State, fact: facts.FirstPlayerChosen) -> State:
    must_exist(state.seats, fact.seat)
    return replace(state, first_player=fact.seat)


@evolve.on(facts.TurnBegan)
def _(state: State, fact: facts.TurnBegan) -> State:
    must_exist(state.seats, fact.seat)
    return replace(state, active=fact.seat, turn=fact.turn)


@evolve.on(facts.CardDrawn)
def _(state: State, fact: facts.CardDrawn) -> State:
    must_exist(state.box.values, fact.card)
    player = state.seats[fact.seat]
    player = replace(player, hand=(*player.hand, fact.card))
    return replace(state, deck=without(state.deck, fact.card), seats={**state.seats, fact.seat: player})


@evolve.on(facts.DieRolled)
def _(state: State, fact: facts.DieRolled) -> State:
    must_exist(state.seats, fact.seat)
    return replace(state, last_roll=fact.roll)


@evolve.on(facts.CardScored)
def _(state: State, fact: facts.CardScored) -> State:
    must_exist(state.box.values, fact.card)
    player = state.seats[fact.seat]
    player = replace(player, hand=without(player.hand, fact.card), scored=(*player.scored, fact.card))
    return replace(state, seats={**state.seats, fact.seat: player})


@evolve.on(facts.CardDiscarded)
def _(state: State, fact: facts.CardDiscarded) -> State:
    must_exist(state.box.values, fact.card)
    player = state.seats[fact.seat]
    player = replace(player, hand=without(player.hand, fact.card))
    return replace(state, seats={**state.seats, fact.seat: player}, discard=(*state.discard, fact.card))


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    must_exist(state.seats, *fact.winners)
    return replace(state, active=None, winners=fact.winners)
