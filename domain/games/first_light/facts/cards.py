"""Cards: characters, the draft, Items drawn, acquired and discarded."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light.actions import Cards
from domain.games.first_light.changes import at, with_seat, without
from domain.games.first_light.state import Acquired, Deck, State
from domain.kernel import Fact, PublicFact


class CharactersDealt(Fact, frozen=True, tag="characters_dealt"):
    characters: dict[str, tuple[str, ...]]

    def applied(self, state: State) -> State:
        dealt = {seat: replace(state.seats[seat], dealt=cards) for seat, cards in self.characters.items()}
        return replace(state, seats={**state.seats, **dealt})


class CharacterChosen(Fact, frozen=True, tag="character_chosen"):
    """`open`: everybody sees it as it is chosen (FL-R57)."""

    seat: str
    character: str
    open: bool = False

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, character=self.character, dealt=())


class CharactersRevealed(Fact, frozen=True, tag="characters_revealed"):
    characters: dict[str, str]

    def applied(self, state: State) -> State:
        return replace(state, characters_open=True)


class ItemsDealt(Fact, frozen=True, tag="items_dealt"):
    hands: dict[str, Cards]

    def applied(self, state: State) -> State:
        dealt = {seat: replace(state.seats[seat], packet=cards) for seat, cards in self.hands.items()}
        count = sum(map(len, self.hands.values()))
        return replace(
            state, seats={**state.seats, **dealt}, deck=replace(state.deck, size=state.deck.size - count)
        )


class ItemDrafted(Fact, frozen=True, tag="item_drafted"):
    seat: str
    item: str | None

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        return with_seat(
            state, self.seat, packet=without(base.packet, (self.item,)), hand=(*base.hand, self.item)
        )


class PacketsPassed(Fact, frozen=True, tag="packets_passed"):
    """Every packet goes to the seat on the left."""

    def applied(self, state: State) -> State:
        order = tuple(state.seats)
        packets = {
            left: state.seats[seat].packet for seat, left in zip(order, order[1:] + order[:1], strict=True)
        }
        return replace(
            state, seats={seat: replace(base, packet=packets[seat]) for seat, base in state.seats.items()}
        )


class PacketsBottomed(Fact, frozen=True, tag="packets_bottomed"):
    """The last card of each packet goes under the draw pile, in seat order."""

    seats: tuple[str, ...]
    cards: Cards

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(
            state,
            seats={seat: replace(base, packet=()) for seat, base in state.seats.items()},
            deck=Deck(deck.size + len(self.cards), (*deck.bottom, *self.cards), deck.discard),
        )


class ItemsKept(Fact, frozen=True, tag="items_kept"):
    seat: str
    items: Cards

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        rest = without(base.packet, self.items)
        deck = state.deck
        discard = (*deck.discard, *(card for card in rest if card is not None))
        return replace(
            with_seat(state, self.seat, packet=(), hand=self.items), deck=replace(deck, discard=discard)
        )


class ItemsDrawn(Fact, frozen=True, tag="items_drawn"):
    seat: str
    cause: str
    items: Cards

    def applied(self, state: State) -> State:
        base, deck = state.seats[self.seat], state.deck
        size = deck.size - len(self.items)
        bottom = deck.bottom[-size:] if size > 0 else ()
        return replace(
            with_seat(state, self.seat, hand=(*base.hand, *self.items)), deck=Deck(size, bottom, deck.discard)
        )


class DiscardsReshuffled(PublicFact, frozen=True, tag="discards_reshuffled"):
    """The Items' discards are the draw pile now."""

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(state, deck=Deck(deck.size + len(deck.discard), deck.bottom, ()))


class ItemNamed(Fact, frozen=True, tag="item_named"):
    """An unseen card of the hand, or of the packet dealt, is this Item."""

    seat: str
    item: str
    place: str = "hand"

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        if self.place == "packet":
            return with_seat(state, self.seat, packet=at(base.packet, base.packet.index(None), self.item))
        return with_seat(state, self.seat, hand=at(base.hand, base.hand.index(None), self.item))


class ItemAcquired(Fact, frozen=True, tag="item_acquired"):
    seat: str
    item: str
    row: str

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        return with_seat(
            state,
            self.seat,
            hand=without(base.hand, (self.item,)),
            acquired=(*base.acquired, Acquired(self.item, state.round, self.row)),
        )


class ItemsDiscarded(Fact, frozen=True, tag="items_discarded"):
    seat: str
    cause: str
    items: tuple[str, ...]

    def applied(self, state: State) -> State:
        deck = state.deck
        return replace(
            with_seat(state, self.seat, hand=without(state.seats[self.seat].hand, self.items)),
            deck=replace(deck, discard=(*deck.discard, *self.items)),
        )
