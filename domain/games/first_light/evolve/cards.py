"""Cards: characters, the draft, Items drawn, acquired and discarded."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.evolve.table import at, evolve, with_seat, without
from domain.games.first_light.state import Acquired, Deck, State


@evolve.on(facts.CharactersDealt)
def _(state: State, fact: facts.CharactersDealt) -> State:
    dealt = {seat: replace(state.seats[seat], dealt=cards) for seat, cards in fact.characters.items()}
    return replace(state, seats={**state.seats, **dealt})


@evolve.on(facts.CharacterChosen)
def _(state: State, fact: facts.CharacterChosen) -> State:
    return with_seat(state, fact.seat, character=fact.character, dealt=())


@evolve.on(facts.CharactersRevealed)
def _(state: State, fact: facts.CharactersRevealed) -> State:
    return replace(state, characters_open=True)


@evolve.on(facts.ItemsDealt)
def _(state: State, fact: facts.ItemsDealt) -> State:
    dealt = {seat: replace(state.seats[seat], packet=cards) for seat, cards in fact.hands.items()}
    count = sum(map(len, fact.hands.values()))
    return replace(
        state, seats={**state.seats, **dealt}, deck=replace(state.deck, size=state.deck.size - count)
    )


@evolve.on(facts.ItemDrafted)
def _(state: State, fact: facts.ItemDrafted) -> State:
    base = state.seats[fact.seat]
    return with_seat(
        state, fact.seat, packet=without(base.packet, (fact.item,)), hand=(*base.hand, fact.item)
    )


@evolve.on(facts.PacketsPassed)
def _(state: State, fact: facts.PacketsPassed) -> State:
    order = tuple(state.seats)
    packets = {
        left: state.seats[seat].packet for seat, left in zip(order, order[1:] + order[:1], strict=True)
    }
    return replace(
        state, seats={seat: replace(base, packet=packets[seat]) for seat, base in state.seats.items()}
    )


@evolve.on(facts.PacketsBottomed)
def _(state: State, fact: facts.PacketsBottomed) -> State:
    deck = state.deck
    return replace(
        state,
        seats={seat: replace(base, packet=()) for seat, base in state.seats.items()},
        deck=Deck(deck.size + len(fact.cards), (*deck.bottom, *fact.cards), deck.discard),
    )


@evolve.on(facts.ItemsKept)
def _(state: State, fact: facts.ItemsKept) -> State:
    base = state.seats[fact.seat]
    rest = without(base.packet, fact.items)
    deck = state.deck
    discard = (*deck.discard, *(card for card in rest if card is not None))
    return replace(
        with_seat(state, fact.seat, packet=(), hand=fact.items), deck=replace(deck, discard=discard)
    )


@evolve.on(facts.ItemsDrawn)
def _(state: State, fact: facts.ItemsDrawn) -> State:
    base, deck = state.seats[fact.seat], state.deck
    size = deck.size - len(fact.items)
    bottom = deck.bottom[-size:] if size > 0 else ()
    return replace(
        with_seat(state, fact.seat, hand=(*base.hand, *fact.items)), deck=Deck(size, bottom, deck.discard)
    )


@evolve.on(facts.DiscardsReshuffled)
def _(state: State, fact: facts.DiscardsReshuffled) -> State:
    deck = state.deck
    return replace(state, deck=Deck(deck.size + len(deck.discard), deck.bottom, ()))


@evolve.on(facts.ItemNamed)
def _(state: State, fact: facts.ItemNamed) -> State:
    base = state.seats[fact.seat]
    if fact.place == "packet":
        return with_seat(state, fact.seat, packet=at(base.packet, base.packet.index(None), fact.item))
    return with_seat(state, fact.seat, hand=at(base.hand, base.hand.index(None), fact.item))


@evolve.on(facts.ItemAcquired)
def _(state: State, fact: facts.ItemAcquired) -> State:
    base = state.seats[fact.seat]
    return with_seat(
        state,
        fact.seat,
        hand=without(base.hand, (fact.item,)),
        acquired=(*base.acquired, Acquired(fact.item, state.round, fact.row)),
    )


@evolve.on(facts.ItemsDiscarded)
def _(state: State, fact: facts.ItemsDiscarded) -> State:
    deck = state.deck
    return replace(
        with_seat(state, fact.seat, hand=without(state.seats[fact.seat].hand, fact.items)),
        deck=replace(deck, discard=(*deck.discard, *fact.items)),
    )
