"""Playing cards and trading, CM-36x, CM-370, CM-5xx."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    CardPlayed,
    CardSent,
    CardVoided,
    HandShown,
    PlanetShown,
    PoolTraded,
    TextFollowed,
)
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.rules.manual import apply_deltas
from domain.games.chaosmos.rules.naming import NOT_IN_HAND, check_moved, check_there, let_go, name_there
from domain.games.chaosmos.rules.turns import (
    check_action_left,
    end_if_clock_is_zero,
    end_if_forfeited,
    reduce_clock,
    spend_action,
)
from domain.games.chaosmos.state import State
from domain.kernel import Chance, Facts, Passage, check, rules_are_noted

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
    """CM-526, CM-506: known to the sender and to who controls that envelope."""
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
