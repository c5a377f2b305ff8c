"""What a seat has: energy, gems, fame, research, pending effects, cards."""

from __future__ import annotations

from domain.games.chaos_order.state import Pending
from domain.kernel import Fact


class EnergyChanged(Fact, frozen=True, tag="energy_changed"):
    """Energy gained or spent; `other`: the seat that it came from or went to, None = the main supply."""

    seat: str
    delta: int
    cause: str
    other: str | None = None


class GemsChanged(Fact, frozen=True, tag="gems_changed"):
    """Gems gained from or spent to the main supply."""

    seat: str
    delta: int
    cause: str


class FameMoved(Fact, frozen=True, tag="fame_moved"):
    """The fame marker stands on another space."""

    seat: str
    to: int
    cause: str


class CounterSet(Fact, frozen=True, tag="counter_set"):
    """A counter of the faction has another value."""

    seat: str
    counter: str
    value: int


class RegionBonusChanged(Fact, frozen=True, tag="region_bonus_changed"):
    """Regions more for this round's region count (CO-585)."""

    seat: str
    delta: int


class ResearchAdvanced(Fact, frozen=True, tag="research_advanced"):
    """A research marker entered a column."""

    seat: str
    track: str
    column: int


class EffectsAwaited(Fact, frozen=True, tag="effects_awaited"):
    """Effects went on top of the seat's stack, the first of them as its head (CO-722)."""

    seat: str
    effects: tuple[Pending, ...]


class EffectTaken(Fact, frozen=True, tag="effect_taken"):
    """So much of the head was used; it is gone when nothing is left."""

    seat: str
    amount: int = 1


class EffectDropped(Fact, frozen=True, tag="effect_dropped"):
    """The head is gone, with what was left of it."""

    seat: str


class AbilityUsed(Fact, frozen=True, tag="ability_used"):
    """An ability takes effect."""

    seat: str
    ability: str
    trigger: str


class CardsDrawn(Fact, frozen=True, tag="cards_drawn"):
    """Tactics cards came from the deck to the hand; their names are for the seat alone."""

    seat: str
    cards: tuple[str, ...]
    cause: str


class DeckReshuffled(Fact, frozen=True, tag="deck_reshuffled"):
    """The discard pile became the deck (CO-507)."""


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was played to the discard pile; `named`: it had been an unknown card until now."""

    seat: str
    card: str
    phase: str
    named: bool = False


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card over the hand limit went to the discard pile."""

    seat: str
    card: str
    named: bool = False
