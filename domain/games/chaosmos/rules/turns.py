"""Turns (CM-2xx, CM-380), the end of the game (CM-6xx) and naming unnamed cards (CM-R31).

As far as the log can tell, a card that is moved unnamed may be any card of its zone. So for each kind
that is named there, as many copies lose their name as cards were moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    ActionSpent,
    CardsNamed,
    CardsUnnamed,
    ClockReduced,
    GameEnded,
    OvoidAwaited,
    TurnBegun,
    TurnEnded,
    TurnForfeited,
)
from domain.games.chaosmos.reading import (
    card_pool,
    cards_in,
    envelope_of,
    hand_of,
    holder_of,
    may_hold_the_ovoid,
    named,
    unnamed,
)
from domain.games.chaosmos.state import Cards, Cause, State, lone_ovoid_holder
from domain.kernel import UNKNOWN, Chance, Facts, Passage, check, left_of

# Cards that lie unnamed: naming them, and moving them as they lie (CM-R31).

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
    """Name those of these cards that lie unnamed in the zone; seats that see it, and `seen_by`, know them."""
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
    """Those of the cards that are not named in the zone."""
    return Counter(cards) - Counter(named(cards_in(state, zone)))


def _knowing(state: State, zone: str, seen_by: Sequence[str]) -> Cards:
    holder = holder_of(state, zone)
    return tuple(sorted({*seen_by} | ({holder} if holder is not None else set())))


# Turns, CM-2xx and CM-380, and the end of the game, CM-6xx.


def check_active(state: State, action: Any) -> None:
    """CM-201: it is this seat's turn."""
    check(state.is_active(action.seat), "CM-201", "Only on your own turn.", "seat")


def check_action_left(state: State) -> None:
    """CM-202."""
    check(state.the_turn.actions_left > 0, "CM-202", "You have used all your actions this turn.")


def spend_action(state: State, seat: str, kind: str) -> Passage[State]:
    """One action less; `kind` says for what."""
    return (yield ActionSpent(seat, kind))


def begin_turn(state: State, action: actions.BeginTurn, chance: Chance) -> Facts[State]:
    """CM-205: the window closes. CM-206: three actions, nobody attacked, no trade."""
    check(
        state.phase == "between_turns" and state.next == action.seat,
        "CM-201",
        "Another seat begins the next turn.",
        "seat",
    )
    yield TurnBegun(action.seat, state.turns_ended + 1)


def end_turn(state: State, action: actions.EndTurn, chance: Chance) -> Facts[State]:
    """CM-380."""
    yield from click(state)


def forfeit_if_active(state: State, seat: str) -> Passage[State]:
    """CM-208: only the seat whose turn it is loses the rest of it."""
    if state.is_active(seat) and not state.the_turn.forfeited:
        state = yield TurnForfeited(seat)
    return state


def end_if_forfeited(state: State) -> Passage[State]:
    """CM-472: a forfeited turn ends once everything is resolved."""
    if state.turn is not None and state.turn.forfeited and state.phase == "turn":
        state = yield from click(state)
    return state


def click(state: State) -> Passage[State]:
    """CM-207: the clock clicks; at 0 the game ends, else the window opens and the left neighbour is next."""
    turn = state.the_turn
    clock = state.clock - 1
    left = left_of(state.clockwise, turn.active)
    state = yield TurnEnded(
        turn.active, turn.number, turn.actions_left, clock, left if clock else None, turn.forfeited
    )
    if not clock:
        state = yield from end_game(state, "click")
    return state


def end_game(state: State, cause: Cause) -> Passage[State]:
    """CM-601 … CM-603. CM-R31: where the Ovoid may be an unnamed card of a hand, it is awaited first."""
    if may_hold_the_ovoid(state):
        return (yield OvoidAwaited(cause))
    return (yield GameEnded(lone_ovoid_holder(state), cause))


def show_ovoid(state: State, action: actions.ShowOvoid, chance: Chance) -> Facts[State]:
    """CM-R31: at clock 0 who holds the Ovoid shows it (CM-602); else it lies elsewhere (CM-603)."""
    check(state.phase == "showing", "CM-601", "You cannot show the Ovoid now.")
    holder = action.holder
    if holder is None:
        elsewhere = any(map(unnamed, (planet.face_down for planet in state.planets.values())))
        check(elsewhere, "CM-603", "It is in no envelope: someone has it in hand.", "holder", probes=True)
    else:
        check(holder in state.seats, "CM-602", "Unknown seat.", "holder")
        able = holder in may_hold_the_ovoid(state)
        check(able, "CM-602", "The Ovoid cannot be in this hand.", "holder", probes=True)
        state = yield from name_there(state, hand_of(holder), (state.box.ovoid,))
    chance.probed = True
    yield GameEnded(holder, state.awaited or "click")


def reduce_clock(state: State, seat: str, by: int) -> Passage[State]:
    """CM-505: the clock never goes below 0. The end itself follows once the card is resolved."""
    by = min(by, state.clock)
    return (yield ClockReduced(seat, by, state.clock - by))


def end_if_clock_is_zero(state: State) -> Passage[State]:
    """CM-601 … CM-603, by a card."""
    if state.clock == 0 and state.result is None:
        state = yield from end_game(state, "card")
    return state
