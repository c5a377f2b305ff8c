"""Playing cards and trading (CM-36x, CM-370, CM-5xx), with texts carried out by hand.

CM-530 covers declared deltas for texts that no effect expresses, CM-531 alien abilities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    AbilityUsed,
    ActionSpent,
    CardMoved,
    CardPlayed,
    CardSent,
    CardVoided,
    HandShown,
    HypertokensAdded,
    NoTakeLifted,
    PlanetShown,
    PoolTraded,
    TextFollowed,
)
from domain.games.chaosmos.invariants import invariants
from domain.games.chaosmos.reading import OPEN_ZONES, card_pool, cards_in, hand_of, is_zone, lies_face_down
from domain.games.chaosmos.rules.envelopes import go
from domain.games.chaosmos.rules.turns import (
    NOT_IN_HAND,
    check_action_left,
    check_moved,
    check_there,
    end_if_clock_is_zero,
    end_if_forfeited,
    forfeit_if_active,
    let_go,
    name_there,
    reduce_clock,
    spend_action,
)
from domain.games.chaosmos.state import State
from domain.kernel import UNKNOWN, Chance, Facts, Passage, check, rules_are_noted

# Texts that no effect expresses: the declared deltas of CM-530, and alien abilities, CM-531.

ABILITY_COSTS = (0, 1)


class Telling:
    """The seat that follows a text, and the rule id of its rejections."""

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
    """Apply the changes in order, none after clock 0 (CM-601). All invariants must hold after the list.

    A change to cards that the seat does not see reveals something, rejected or not: it probes.

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


def _reduce_clock_by_hand(state: State, delta: actions.ReduceClock, telling: Telling) -> Passage[State]:
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
    actions.ReduceClock: _reduce_clock_by_hand,
    actions.LoseRestOfTurn: _lose_rest_of_turn,
    actions.LiftNoTake: _lift_no_take,
    actions.RevealHand: _reveal_hand,
    actions.RevealEnvelope: _reveal_envelope,
}


# Playing cards and trading, CM-36x, CM-370, CM-5xx.

Effect = Callable[[State, actions.PlayCard, Chance], Passage[State]]
Check = Callable[[State, actions.PlayCard, Chance], None]

PARAMETERS: dict[str, tuple[str, frozenset[str]]] = {
    "reduce_clock": ("CM-523", frozenset({"amount"})),
    "scry_hand": ("CM-524", frozenset({"target"})),
    "scry_planet": ("CM-525", frozenset({"planet"})),
    "send_card": ("CM-526", frozenset({"planet", "sent_card"})),
    "manual": ("CM-530", frozenset({"deltas"})),
}
"""Effect → its rule and the parameters of `play_card` that it takes."""


def play_card(state: State, action: actions.PlayCard, chance: Chance) -> Facts[State]:
    """CM-360 … CM-362, CM-501, CM-502."""
    seat = action.seat
    hand = hand_of(seat)
    check_there(state, hand, (action.card,), chance, "CM-344", NOT_IN_HAND, "card")
    card = state.box.cards[action.card]
    playable = card.cost != "combat" and not card.flip and card.effect in PARAMETERS
    check(playable, "CM-361", "You cannot play this card that way.", "card")
    if card.cost == "action":
        check_action_left(state)
    effect = card.effect or ""
    _check_parameters(action, effect)
    CHECKS[effect](state, action, chance)
    state = yield from name_there(state, hand, (card.id,))
    state = yield CardPlayed(seat, card.id, action.target, action.planet)
    if card.cost == "action":
        state = yield from spend_action(state, seat, "play_card")
    state = yield from EFFECTS[effect](state, action, chance)
    if card.single_use and card.id in state.seats[seat].hand:
        state = yield CardVoided(seat, card.id)
    state = yield from end_if_clock_is_zero(state)
    yield from end_if_forfeited(state)


def _check_parameters(action: actions.PlayCard, effect: str) -> None:
    """An empty list is as good as none; against the rules it is noted, as in every log from the first on."""
    rule, wanted = PARAMETERS[effect]
    for name in ("amount", "target", "planet", "sent_card", "deltas"):
        value = getattr(action, name)
        is_left_out = value is None or (value == () and name not in wanted and not rules_are_noted())
        check(is_left_out != (name in wanted), rule, f"This card needs {', '.join(sorted(wanted))}.", name)


def _check_amount(state: State, action: actions.PlayCard, chance: Chance) -> None:
    most = state.box.cards[action.card].most
    check(1 <= (action.amount or 0) <= most, "CM-523", f"The amount must be 1 to {most}.", "amount")


def _reduce_clock(state: State, action: actions.PlayCard, chance: Chance) -> Passage[State]:
    """CM-505, CM-523."""
    return (yield from reduce_clock(state, action.seat, action.amount or 0))


def _check_target(state: State, action: actions.PlayCard, chance: Chance) -> None:
    other = action.target in state.seats and action.target != action.seat
    check(other, "CM-524", "Unknown seat, or your own.", "target")


def _scry_hand(state: State, action: actions.PlayCard, chance: Chance) -> Passage[State]:
    """CM-524: shown to the player alone."""
    target = action.target or ""
    return (yield HandShown((action.seat,), target, state.seats[target].hand, "scry"))


def _check_planet(state: State, action: actions.PlayCard, chance: Chance) -> None:
    check(action.planet in state.planets, "CM-525", "That planet is not on the board.", "planet")


def _scry_planet(state: State, action: actions.PlayCard, chance: Chance) -> Passage[State]:
    """CM-525: nothing triggers."""
    planet = state.planets[action.planet or ""]
    return (yield PlanetShown((action.seat,), action.planet or "", planet.face_down, planet.face_up))


def _check_sending(state: State, action: actions.PlayCard, chance: Chance) -> None:
    check(action.planet in state.planets, "CM-526", "That planet is not on the board.", "planet")
    both = (action.card, action.sent_card or "")
    message = "Send another card from your hand."
    check_moved(state, hand_of(action.seat), both, chance, "CM-526", message, "sent_card")


def _send_card(state: State, action: actions.PlayCard, chance: Chance) -> Passage[State]:
    """CM-526, CM-506: known to the sender and to the controller of that envelope."""
    planet, sent = action.planet or "", action.sent_card or ""
    controller = state.planets[planet].controller
    known_to = {action.seat} if controller is None else {action.seat, controller}
    state = yield from let_go(state, hand_of(action.seat), (sent,), kept=(action.card,))
    return (yield CardSent(action.seat, sent, planet, tuple(sorted(known_to))))


def _check_nothing_yet(state: State, action: actions.PlayCard, chance: Chance) -> None:
    """Deltas are checked one by one as they are applied."""


def _follow_text(state: State, action: actions.PlayCard, chance: Chance) -> Passage[State]:
    """CM-530."""
    state = yield TextFollowed(action.seat)
    return (yield from apply_deltas(state, action.seat, action.deltas or (), "CM-530", chance))


CHECKS: dict[str, Check] = {
    "reduce_clock": _check_amount,
    "scry_hand": _check_target,
    "scry_planet": _check_planet,
    "send_card": _check_sending,
    "manual": _check_nothing_yet,
}

EFFECTS: dict[str, Effect] = {
    "reduce_clock": _reduce_clock,
    "scry_hand": _scry_hand,
    "scry_planet": _scry_planet,
    "send_card": _send_card,
    "manual": _follow_text,
}


def trade_cosmic_pool(state: State, action: actions.TradeCosmicPool, chance: Chance) -> Facts[State]:
    """CM-370 … CM-372: at home, once a turn, card for card; the Ovoid too, out of every hand (CM-712).

    CM-371.
    """
    player = state.seats[action.seat]
    home = state.alien_of(action.seat).home
    check(player.position == home, "CM-370", "Trade with the Pool on your home planet.")
    check(not state.the_turn.traded, "CM-370", "You have already traded with the Pool this turn.")
    hand = hand_of(action.seat)
    check_there(state, hand, (action.give,), chance, "CM-344", NOT_IN_HAND, "give")
    check(action.take in state.pool, "CM-370", "That card is not in the Cosmic Pool.", "take")
    state = yield from name_there(state, hand, (action.give,))
    yield PoolTraded(action.seat, action.give, action.take)
