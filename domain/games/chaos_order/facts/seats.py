"""What a seat has: energy, gems, fame, research, pending effects, cards."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order.changes import with_board, without_card
from domain.games.chaos_order.state import Pending, State
from domain.kernel import UNKNOWN, Fact, PublicFact


class EnergyChanged(PublicFact, frozen=True, tag="energy_changed"):
    """Energy gained or spent; `other`: the seat that it came from or went to, None = the main supply."""

    seat: str
    delta: int
    cause: str
    other: str | None = None

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, energy=state.seats[self.seat].energy + self.delta)


class GemsChanged(PublicFact, frozen=True, tag="gems_changed"):
    """Gems gained from or spent to the main supply."""

    seat: str
    delta: int
    cause: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, gems=state.seats[self.seat].gems + self.delta)


class FameMoved(PublicFact, frozen=True, tag="fame_moved"):
    """The fame marker stands on another space."""

    seat: str
    to: int
    cause: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, fame=self.to)


class CounterSet(PublicFact, frozen=True, tag="counter_set"):
    """A counter of the faction has another value."""

    seat: str
    counter: str
    value: int

    def applied(self, state: State) -> State:
        counters = {**state.seats[self.seat].counters, self.counter: self.value}
        return with_board(state, self.seat, counters=counters)


class RegionBonusChanged(PublicFact, frozen=True, tag="region_bonus_changed"):
    """Regions more for this round's region count (CO-585)."""

    seat: str
    delta: int

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, region_bonus=state.seats[self.seat].region_bonus + self.delta)


class ResearchAdvanced(PublicFact, frozen=True, tag="research_advanced"):
    """A research marker entered a column."""

    seat: str
    track: str
    column: int

    def applied(self, state: State) -> State:
        research = {**state.seats[self.seat].research, self.track: self.column}
        return with_board(state, self.seat, research=research)


class EffectsAwaited(PublicFact, frozen=True, tag="effects_awaited"):
    """Effects went on top of the seat's stack, the first of them as its head (CO-722)."""

    seat: str
    effects: tuple[Pending, ...]

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, pending=state.seats[self.seat].pending + self.effects[::-1])


class EffectTaken(PublicFact, frozen=True, tag="effect_taken"):
    """So much of the head was used; it is gone when nothing is left."""

    seat: str
    amount: int = 1

    def applied(self, state: State) -> State:
        *below, head = state.seats[self.seat].pending
        if head.left > self.amount:
            below.append(replace(head, left=head.left - self.amount))
        return with_board(state, self.seat, pending=tuple(below))


class EffectDropped(PublicFact, frozen=True, tag="effect_dropped"):
    """The head is gone, with what was left of it."""

    seat: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, pending=state.seats[self.seat].pending[:-1])


class AbilityUsed(PublicFact, frozen=True, tag="ability_used"):
    """An ability takes effect."""

    seat: str
    ability: str
    trigger: str

    def applied(self, state: State) -> State:
        if self.trigger != "income":
            return state
        income = state.seats[self.seat].income
        return with_board(
            state, self.seat, income=replace(income, abilities=(*income.abilities, self.ability))
        )


class CardsDrawn(Fact, frozen=True, tag="cards_drawn"):
    """Tactics cards came from the deck to the hand; their names are for the seat alone."""

    seat: str
    cards: tuple[str, ...]
    cause: str

    def applied(self, state: State) -> State:
        board = state.seats[self.seat]
        hand, fresh = dict(board.hand), dict(board.fresh)
        for card in self.cards:
            hand[card] = hand.get(card, 0) + 1
            fresh[card] = fresh.get(card, 0) + 1
        state = with_board(state, self.seat, hand=hand, fresh=fresh)
        return replace(state, deck=state.deck - len(self.cards))


class DeckReshuffled(PublicFact, frozen=True, tag="deck_reshuffled"):
    """The discard pile became the deck (CO-507)."""

    def applied(self, state: State) -> State:
        return replace(state, deck=state.deck + len(state.discard), discard=())


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was played to the discard pile; `named`: it had been an unknown card until now."""

    seat: str
    card: str
    phase: str
    named: bool = False

    def applied(self, state: State) -> State:
        board = without_card(state.seats[self.seat], UNKNOWN if self.named else self.card, fresh_first=False)
        return replace(
            state,
            seats={**state.seats, self.seat: board},
            discard=(*state.discard, self.card),
        )


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card over the hand limit went to the discard pile."""

    seat: str
    card: str
    named: bool = False

    def applied(self, state: State) -> State:
        board = without_card(state.seats[self.seat], UNKNOWN if self.named else self.card, fresh_first=True)
        return replace(
            state,
            seats={**state.seats, self.seat: board},
            discard=(*state.discard, self.card),
        )
