"""Parameters that several offers share: gear, and cards that may lie unnamed (CM-R31)."""

from __future__ import annotations

from domain.games.chaosmos.reading.unnamed import named, possible_cards, unnamed
from domain.games.chaosmos.rules.envelopes import is_toxic
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Beyond, Choice, Viewer


def gear_asked(state: State, seat: str, space: str, viewer: Viewer) -> dict[str, Choice] | None:
    """The gear parameter that the space asks for; None: the seat has not got it."""
    if not is_toxic(state, seat, space):
        return {}
    gear = state.alien_of(seat).gear
    return {"gear": Choice((gear,))} if gear in holdings(state, state.seats[seat].hand, viewer) else None


def holdings(state: State, cards: Cards, viewer: Viewer) -> tuple[str, ...]:
    """The kinds of cards that may be taken out of these by name: named ones, and what unnamed ones may be."""
    found = {*named(cards)}
    if unnamed(cards):
        found |= possible_cards(state, viewer).keys()
    return tuple(sorted(found))


def movable(
    state: State, parameter: str, cards: Cards, viewer: Viewer, *, beside: Cards = ()
) -> tuple[Cards, tuple[Beyond, ...]]:
    """The values of a list of cards that leave these, by name or unnamed, and what binds the list.

    They leave unnamed where some lie so, here or `beside`. What is named by the list are unnamed cards.
    """
    count, own = unnamed(cards), named(cards)
    if not count and UNKNOWN not in beside:
        return cards, ()
    pool = possible_cards(state, viewer) if count else {}
    further = tuple(card for card in sorted(pool) for _ in range(min(pool[card], count)))
    unseen = (UNKNOWN,) * len(cards)
    bonds = (Beyond(parameter, (*own, *unseen), count),) if count else ()
    return (*own, *further, *unseen), bonds
