"""Texts that no effect expresses: the declared deltas of CM-530, and alien abilities, CM-531."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    AbilityUsed,
    ActionSpent,
    CardMoved,
    HandShown,
    HypertokensAdded,
    NoTakeLifted,
    PlanetShown,
)
from domain.games.chaosmos.invariants import invariants
from domain.games.chaosmos.reading.unnamed import card_pool
from domain.games.chaosmos.reading.zones import OPEN_ZONES, cards_in, is_zone, lies_face_down
from domain.games.chaosmos.rules.moves import go
from domain.games.chaosmos.rules.naming import let_go
from domain.games.chaosmos.rules.turns import (
    end_if_clock_is_zero,
    end_if_forfeited,
    forfeit_if_active,
    reduce_clock,
)
from domain.games.chaosmos.state import State
from domain.kernel import UNKNOWN, Chance, Facts, Passage, check

ABILITY_COSTS = (0, 1)


class Telling:
    """Who follows a text, and the rule that a refusal stands under."""

    def __init__(self, seat: str, rule: str) -> None:
        self.seat, self.rule = seat, rule

    def seats(self, state: State, *names: str) -> None:
        """All of these sit at the table."""
        known = all(name in state.seats for name in names)
        check(known, self.rule, "Unknown seat.", "deltas")

    def planet(self, state: State, name: str) -> None:
        """It is on the board."""
        check(name in state.planets, self.rule, "That planet is not on the board.", "deltas")


def use_ability(state: State, action: actions.UseAbility, chance: Chance) -> Facts[State]:
    """CM-531: in a turn or between turns; at the cost of an action only by the active seat."""
    seat = action.seat
    has_it = seat in state.seats and action.ability in state.alien_of(seat).abilities
    check(has_it, "CM-531", "This ability is not on your alien sheet.", "ability")
    check(action.cost in ABILITY_COSTS, "CM-531", "An ability costs no action or one action.", "cost")
    if action.cost:
        can_pay = state.is_active(seat) and state.the_turn.actions_left > 0
        check(can_pay, "CM-531", "You can only pay an action on your own turn.", "cost")
    state = yield AbilityUsed(seat, action.ability, action.cost)
    if action.cost:
        state = yield ActionSpent(seat, "use_ability")
    state = yield from apply_deltas(state, seat, action.deltas, "CM-531", chance)
    state = yield from end_if_clock_is_zero(state)
    yield from end_if_forfeited(state)


def apply_deltas(
    state: State, seat: str, deltas: actions.Deltas, rule: str, chance: Chance
) -> Passage[State]:
    """One after another; at clock 0 nothing follows (CM-601). All invariants must hold after the list.

    What a text does to cards that its reader does not see tells something, refused or not: it probes.

    CM-815.
    """
    telling = Telling(seat, rule)
    for delta in deltas:
        if not state.clock:
            break
        if _touches_hidden(state, seat, delta) or _names(state, delta):
            chance.probed = True
        state = yield from DELTAS[type(delta)](state, delta, telling)
    check(not invariants(state), rule, "These changes are not possible at this table.", "deltas", probes=True)
    return state


def _move_card(state: State, delta: actions.MoveCard, telling: Telling) -> Passage[State]:
    telling.seats(state, *delta.seen_by)
    for zone in (delta.from_, delta.to):
        check(is_zone(state, zone), telling.rule, "Unknown zone.", "deltas")
    _check_card(state, delta, telling)
    if lies_face_down(delta.from_):
        state = yield from let_go(state, delta.from_, (delta.card,), *delta.seen_by)
    return (yield CardMoved(delta.card, delta.from_, delta.to, delta.seen_by))


def _check_card(state: State, delta: actions.MoveCard, telling: Telling) -> None:
    """The card is there, perhaps unnamed, and may lie where it goes. One that all come to see is named."""
    lying = cards_in(state, delta.from_)
    may_be = lies_face_down(delta.from_) and UNKNOWN in lying and card_pool(state)[delta.card] > 0
    check(delta.card in lying or may_be, telling.rule, "There is no such card there.", "deltas", probes=True)
    message = "The card cannot be face up there."
    if delta.card == UNKNOWN:
        check(lies_face_down(delta.to), telling.rule, message, "deltas")
    elif delta.to.startswith("face_up:"):
        fits = not cards_in(state, delta.to) and state.box.cards[delta.card].flip
        check(fits, telling.rule, message, "deltas", probes=True)


def _touches_hidden(state: State, seat: str, delta: actions.Delta) -> bool:
    """Whether the delta moves a card out of or into a zone that the seat does not see."""
    if not isinstance(delta, actions.MoveCard):
        return False
    own = state.controlled_by(seat)
    seen = {*OPEN_ZONES, f"hand:{seat}", f"envelope:{own}", f"face_up:{own}"}
    return not seen.issuperset((delta.from_, delta.to))


def _names(state: State, delta: actions.Delta) -> bool:
    """Whether the delta moves a card that is not named where it lies (CM-R31)."""
    return (
        isinstance(delta, actions.MoveCard)
        and is_zone(state, delta.from_)
        and delta.card not in cards_in(state, delta.from_)
    )


def _set_position(state: State, delta: actions.SetPosition, telling: Telling) -> Passage[State]:
    telling.seats(state, delta.seat)
    to = state.the_board.space_of.get(delta.space)
    check(to is not None, telling.rule, "Unknown space.", "deltas")
    return (yield from go(state, delta.seat, to or "", "text"))


def _banish(state: State, delta: actions.Banish, telling: Telling) -> Passage[State]:
    """CM-460."""
    telling.seats(state, delta.seat)
    telling.planet(state, delta.planet)
    state = yield from go(state, delta.seat, delta.planet, "banish")
    return (yield from forfeit_if_active(state, delta.seat))


def _add_hypertokens(state: State, delta: actions.AddHypertokens, telling: Telling) -> Passage[State]:
    telling.seats(state, delta.seat)
    enough = -state.seats[delta.seat].hypertokens <= delta.n <= state.supply
    check(enough, telling.rule, "There are not enough hypertokens.", "deltas")
    return (yield HypertokensAdded(delta.seat, delta.n))


def _reduce_clock(state: State, delta: actions.ReduceClock, telling: Telling) -> Passage[State]:
    check(delta.n > 0, telling.rule, "Reduce the clock by at least 1.", "deltas")
    return (yield from reduce_clock(state, telling.seat, delta.n))


def _lose_rest_of_turn(state: State, delta: actions.LoseRestOfTurn, telling: Telling) -> Passage[State]:
    """CM-208."""
    check(state.turn is not None, telling.rule, "There is no current turn.", "deltas")
    return (yield from forfeit_if_active(state, state.the_turn.active))


def _lift_no_take(state: State, delta: actions.LiftNoTake, telling: Telling) -> Passage[State]:
    """CM-514."""
    telling.planet(state, delta.planet)
    check(state.planets[delta.planet].no_take, telling.rule, "There is no active Vault there.", "deltas")
    return (yield NoTakeLifted(delta.planet))


def _reveal_hand(state: State, delta: actions.RevealHand, telling: Telling) -> Passage[State]:
    telling.seats(state, delta.of, *delta.to)
    return (yield HandShown(delta.to, delta.of, state.seats[delta.of].hand, "text"))


def _reveal_envelope(state: State, delta: actions.RevealEnvelope, telling: Telling) -> Passage[State]:
    telling.seats(state, *delta.to)
    telling.planet(state, delta.planet)
    planet = state.planets[delta.planet]
    return (yield PlanetShown(delta.to, delta.planet, planet.face_down, planet.face_up))


DELTAS: dict[type[actions.Delta], Callable[[State, Any, Telling], Passage[State]]] = {
    actions.MoveCard: _move_card,
    actions.SetPosition: _set_position,
    actions.Banish: _banish,
    actions.AddHypertokens: _add_hypertokens,
    actions.ReduceClock: _reduce_clock,
    actions.LoseRestOfTurn: _lose_rest_of_turn,
    actions.LiftNoTake: _lift_no_take,
    actions.RevealHand: _reveal_hand,
    actions.RevealEnvelope: _reveal_envelope,
}
