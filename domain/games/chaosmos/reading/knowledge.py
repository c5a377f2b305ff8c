"""What each seat can surely place by its own history: sightings, spoils, face-up cards, played cards.

`known[seat][zone]` is a lower bound: at least these cards are in that zone, as far as this seat can
deduce from what it was shown (CM-818). It is a statistic beside the view, never a part of it (CM-811).
Zones are `hand:SEAT` and `envelope:PLANET` (face-up card included); what a seat simply sees (its own
hand and envelope, the Pool, the Void, the table) is added when the knowledge is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.games.chaosmos.reading.unnamed import named
from domain.games.chaosmos.reading.zones import envelope_of, hand_of
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Json, Viewer

Known = Mapping[str, Mapping[str, Cards]]


def sees_all(known: Known, seats: Iterable[str], zone: str, cards: Cards) -> Known:
    """These seats see the whole zone; what they saw of unnamed cards the log cannot tell."""
    return {**known, **{seat: {**known[seat], zone: named(cards)} for seat in seats if seat in known}}


def holds_at_least(known: Known, seats: Iterable[str], zone: str, card: str) -> Known:
    """These seats learn that the card is in the zone."""
    return {
        **known,
        **{
            seat: {**known[seat], zone: tuple(sorted((*known[seat].get(zone, ()), card)))}
            for seat in seats
            if seat in known and card not in known[seat].get(zone, ())
        },
    }


def arrives(known: Known, seats: Iterable[str], zone: str, cards: Iterable[str]) -> Known:
    """These seats see cards come into the zone."""
    added = named(tuple(cards))
    if not added:
        return known
    return {
        **known,
        **{
            seat: {**known[seat], zone: tuple(sorted((*known[seat].get(zone, ()), *added)))}
            for seat in seats
            if seat in known
        },
    }


def leaves(known: Known, seats: Iterable[str], zone: str, card: str) -> Known:
    """These seats see the card leave the zone; of an unnamed one the log cannot tell which it was."""
    if card == UNKNOWN:
        return one_leaves(known, seats, zone)
    return {
        **known,
        **{
            seat: {**known[seat], zone: _without(known[seat][zone], card)}
            for seat in seats
            if seat in known and card in known[seat].get(zone, ())
        },
    }


def one_leaves(known: Known, seats: Iterable[str], zone: str) -> Known:
    """A card leaves the zone and these seats do not see which: of each kind one copy fewer is sure."""
    return {
        **known,
        **{
            seat: {**known[seat], zone: _one_fewer(known[seat][zone])}
            for seat in seats
            if seat in known and known[seat].get(zone)
        },
    }


def forgets(known: Known, seats: Iterable[str], zones: Iterable[str]) -> Known:
    """Anything may have left these zones."""
    gone = tuple(zones)
    return {
        **known,
        **{
            seat: {zone: cards for zone, cards in known[seat].items() if zone not in gone}
            for seat in seats
            if seat in known and not known[seat].keys().isdisjoint(gone)
        },
    }


def _without(cards: Cards, card: str) -> Cards:
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def _one_fewer(cards: Cards) -> Cards:
    counts = Counter(cards)
    return tuple(card for card in sorted(counts) for _ in range(counts[card] - 1))


def placed(state: State, seat: str) -> dict[str, Cards]:
    """Zone → the cards that this seat can place there now, by what it sees and what it deduces."""
    sure = dict(state.known[seat])
    sure[hand_of(seat)] = named(state.seats[seat].hand)
    controlled = state.controlled_by(seat)
    if controlled is not None:
        planet = state.planets[controlled]
        face_up = () if planet.face_up is None else (planet.face_up,)
        sure[envelope_of(controlled)] = tuple(sorted((*named(planet.face_down), *face_up)))
    pending, combat = state.pending, state.combat
    if pending is not None and pending.kind == "take_spoils" and pending.seat == seat and combat is not None:
        loser = combat.opponent(seat)
        sure[hand_of(loser)] = named(state.seats[loser].hand)
    return {zone: cards for zone, cards in sorted(sure.items()) if cards}


def knowledge(state: State, viewer: Viewer) -> Json:
    """The viewer's own deductions, zone → cards; nobody but a seat has any. Public zones are in its view."""
    if viewer.seat is None or viewer.seat not in state.known:
        return None
    return {zone: list(cards) for zone, cards in placed(state, viewer.seat).items()}
