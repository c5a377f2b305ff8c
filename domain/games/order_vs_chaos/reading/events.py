"""Event cards: those that lie in the deck, those that are kept, and what an unknown one may be."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import Hero, State
from domain.kernel import UNKNOWN, Viewer


def knows_chaos(state: State, viewer: Viewer) -> bool:
    """Whether the viewer may see kept event cards: Chaos seats, and who sees all (OC-803)."""
    return viewer.sees_all or viewer.seat in seats_of(state, "chaos")


def kept_number(hero: Hero) -> int:
    """How many event cards the hero keeps, unknown ones included."""
    return len(hero.kept) + hero.unknown + hero.unknown_older


def kept_cards(hero: Hero) -> list[str]:
    """The event cards that the hero keeps, as who may see them sees them: unknown ones last (OC-R85)."""
    return [*sorted(hero.kept), *[UNKNOWN] * (hero.unknown + hero.unknown_older)]


def keeps_among(state: State, cards: Iterable[str]) -> list[str]:
    """Those of the cards that are kept when they are drawn, in order."""
    return sorted(card for card in cards if state.box.events[card].kind == "keep")


def nameable(state: State, seat: str) -> list[str]:
    """What an unknown card of that seat may be (OC-R86): a card of the deck that it was drawn from."""
    hero = state.seats[seat]
    newer = keeps_among(state, state.event_deck) if hero.unknown else []
    return [*newer, *sorted(state.older_events)] if hero.unknown_older else newer


def may_keep(state: State, seat: str, card: str) -> bool:
    """Whether the seat keeps that card, or an unknown one that may be it (OC-R86)."""
    return card in state.seats[seat].kept or card in nameable(state, seat)


def unknown_in_hands(state: State) -> int:
    """How many unknown cards are kept that were drawn since the last shuffle."""
    return sum(hero.unknown for hero in state.seats.values())


def deck_size(state: State) -> int:
    """How many event cards lie in the deck."""
    return len(state.event_deck) - unknown_in_hands(state)


def keeps_to_draw(state: State) -> int:
    """How many of the cards to be drawn next are kept ones; everybody can count them."""
    if not deck_size(state):
        return len(keeps_among(state, state.event_discard))
    return len(keeps_among(state, state.event_deck)) - unknown_in_hands(state)


def drawable(state: State, viewer: Viewer) -> list[str]:
    """The cards that may be drawn next, as far as the viewer can tell; last an unknown one (OC-R85)."""
    if not deck_size(state):
        pool = frozenset(state.event_discard)
    elif knows_chaos(state, viewer):
        pool = state.event_deck
    else:
        kept = (card for hero in state.seats.values() for card in hero.kept)
        pool = state.event_deck | state.older_events | frozenset(kept)
    if keeps_to_draw(state):
        return [*sorted(pool), UNKNOWN]
    return sorted(pool.difference(keeps_among(state, pool)))
