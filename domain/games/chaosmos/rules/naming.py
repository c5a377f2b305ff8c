"""Cards that lie unnamed: naming them, and moving them as they lie (CM-R31).

A card that is moved unnamed may be any of its zone, as far as the log can tell. So of each kind that is named
there as many copies are named no more as cards were moved so: what was never seen to leave may have left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import CardsNamed, CardsUnnamed
from domain.games.chaosmos.reading.unnamed import card_pool, named, unnamed
from domain.games.chaosmos.reading.zones import cards_in, envelope_of, hand_of, holder_of
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Chance, Facts, Passage, check

RULING = "CM-R31"
NOT_IN_HAND = "That card is not in this hand."


def check_there(
    state: State, zone: str, cards: Sequence[str], chance: Chance, rule: str, message: str, field: str
) -> None:
    """The cards lie in the zone, or so many lie unnamed there that may be these.

    Raises `Rejected` under `rule`. That no copy is left for an unnamed card only hidden things may tell.
    """
    missing = _missing(state, zone, cards)
    known = all(card in state.box.cards for card in missing)
    may_be = known and missing.total() <= unnamed(cards_in(state, zone))
    check(may_be, rule, message, field)
    if missing and may_be:
        check(missing <= card_pool(state), rule, message, field, probes=True)
        chance.probed = True


def check_moved(
    state: State,
    zone: str,
    cards: Sequence[str],
    chance: Chance,
    rule: str,
    message: str,
    field: str,
    *,
    beside: Sequence[str] = (),
) -> None:
    """As `check_there`, and cards may be moved unnamed where some lie so in the zone, or `beside` it."""
    by_name = named(tuple(cards))
    check_there(state, zone, by_name, chance, rule, message, field)
    if len(by_name) < len(cards):
        lying = cards_in(state, zone)
        some_unnamed = UNKNOWN in lying or UNKNOWN in beside
        check(some_unnamed and len(cards) <= len(lying), rule, message, field)


def name_there(state: State, zone: str, cards: Sequence[str], *seen_by: str) -> Passage[State]:
    """Name what of these cards lies unnamed in the zone; whoever sees that zone knows it, and `seen_by`."""
    missing = _missing(state, zone, cards)
    fits = missing <= card_pool(state) and missing.total() <= unnamed(cards_in(state, zone))
    if missing and fits:
        state = yield CardsNamed(zone, tuple(sorted(missing.elements())), _knowing(state, zone, seen_by))
    return state


def let_go(
    state: State, zone: str, cards: Sequence[str], *seen_by: str, kept: Sequence[str] = ()
) -> Passage[State]:
    """Ready the zone for these cards to leave it, named or unnamed. `kept`: cards seen to stay there."""
    by_name = named(tuple(cards))
    state = yield from name_there(state, zone, (*by_name, *kept), *seen_by)
    moved = len(cards) - len(by_name)
    staying = Counter(named(cards_in(state, zone))) - Counter([*by_name, *kept])
    doubtful = tuple(sorted(card for card, copies in staying.items() for _ in range(min(copies, moved))))
    if doubtful:
        state = yield CardsUnnamed(zone, doubtful, _knowing(state, zone, seen_by))
    return state


def name_cards(state: State, action: actions.NameCards, chance: Chance) -> Facts[State]:
    """CM-R31: a seat says what it has seen, of its hand or of the envelope that it controls (CM-340)."""
    seat = action.seat
    check(seat in state.seats, RULING, "Unknown seat.", "seat")
    planet = state.controlled_by(seat)
    check(action.place == "hand" or planet is not None, RULING, "You do not control that envelope.", "place")
    zone = hand_of(seat) if action.place == "hand" else envelope_of(planet or "")
    cards = action.cards
    message = "There are not that many matching unnamed cards there."
    known = bool(cards) and all(card in state.box.cards for card in cards)
    check(known and len(cards) <= unnamed(cards_in(state, zone)), RULING, message, "cards")
    check(Counter(cards) <= card_pool(state), RULING, message, "cards", probes=True)
    chance.probed = True
    yield CardsNamed(zone, tuple(sorted(cards)), (seat,))


def _missing(state: State, zone: str, cards: Sequence[str]) -> Counter[str]:
    """Which of the cards are not named in the zone."""
    return Counter(cards) - Counter(named(cards_in(state, zone)))


def _knowing(state: State, zone: str, seen_by: Sequence[str]) -> Cards:
    holder = holder_of(state, zone)
    return tuple(sorted({*seen_by} | ({holder} if holder is not None else set())))
