"""Cards that lie unnamed, and what they may be (CM-R31).

A card that nobody who records has seen stands as `UNKNOWN` in its hand or envelope. Each may be any card of
the box that is named nowhere else: there are as many of those as there are unnamed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Viewer


def named(cards: Cards) -> Cards:
    """Those of the cards that are named."""
    return tuple(card for card in cards if card != UNKNOWN)


def unnamed(cards: Cards) -> int:
    """How many of the cards are not."""
    return cards.count(UNKNOWN)


def card_pool(state: State) -> Counter[str]:
    """Card → copies that are named nowhere, so that an unnamed card may be one."""
    return _rest(state, _in_sight(state, Viewer(sees_all=True)))


def possible_cards(state: State, viewer: Viewer) -> Counter[str]:
    """Card → copies that an unnamed card may be as far as the viewer can tell.

    Copies that are named where the viewer does not look are among them (CM-802 … CM-804).
    """
    return _rest(state, _in_sight(state, viewer))


def _rest(state: State, seen: Iterator[Cards]) -> Counter[str]:
    pool = Counter(state.box.every_card)
    for cards in (state.deck, state.pool, state.void, state.removed, *seen):
        pool.subtract(named(cards))
    if state.combat is not None:
        pool.subtract(played.card for played in state.combat.table)
    return +pool


def _in_sight(state: State, viewer: Viewer) -> Iterator[Cards]:
    """What lies in the hands and envelopes that the viewer sees."""
    pending, combat = state.pending, state.combat
    shown = None
    if pending is not None and combat is not None and pending.kind == "take_spoils":
        shown = combat.opponent(pending.seat) if viewer.knows(pending.seat) else None
    for seat, player in state.seats.items():
        if viewer.knows(seat) or seat == shown:
            yield player.hand
    for planet in state.planets.values():
        if viewer.sees_all or (viewer.seat is not None and planet.controller == viewer.seat):
            yield planet.face_down
            yield () if planet.face_up is None else (planet.face_up,)


def may_hold_the_ovoid(state: State) -> tuple[str, ...]:
    """The seats with the Ovoid among their unnamed hand cards, perhaps; none where it is named anywhere."""
    if not card_pool(state)[state.box.ovoid]:
        return ()
    return tuple(seat for seat in state.clockwise if unnamed(state.seats[seat].hand))


def own_zones(state: State, seat: str) -> tuple[str, ...]:
    """Where cards lie face down that the seat may look at: its hand, and the envelope that it controls."""
    planet = state.controlled_by(seat)
    return (hand_of(seat),) if planet is None else (hand_of(seat), f"envelope:{planet}")
