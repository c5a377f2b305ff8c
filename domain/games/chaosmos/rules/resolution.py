"""What a won combat gives: CM-450 … CM-473, and the own Trap, CM-513."""

from __future__ import annotations

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    CardGivenBack,
    CardTaken,
    ChoiceAsked,
    ChoiceMade,
    CombatEnded,
    EnvelopeDeclined,
    EnvelopeReturned,
    HandShown,
    ResolutionChosen,
)
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.rules.envelopes import (
    check_gear,
    open_envelope,
    reveal_gear,
    suffer_trap,
    take_control,
    void_trap,
)
from domain.games.chaosmos.rules.moves import go
from domain.games.chaosmos.rules.naming import NOT_IN_HAND, check_moved, let_go
from domain.games.chaosmos.rules.turns import end_if_forfeited, forfeit_if_active
from domain.games.chaosmos.state import State
from domain.kernel import Chance, Facts, Passage, check


def ask_resolution(state: State, winner: str) -> Passage[State]:
    """CM-450: the winner chooses before seeing anything."""
    return (yield ChoiceAsked("choose_resolution", winner))


def _check_asked(state: State, seat: str, rule: str) -> None:
    check(state.pending is not None and state.pending.seat == seat, rule, "Another seat must choose.", "seat")


def choose_resolution(state: State, action: actions.ChooseResolution, chance: Chance) -> Facts[State]:
    """CM-450, CM-453, CM-460."""
    _check_asked(state, action.seat, "CM-450")
    banish = action.choice == "banish"
    check(
        banish == (action.planet is not None),
        "CM-450",
        "Name a planet if you banish, and only then.",
        "planet",
    )
    check(not banish or action.planet in state.planets, "CM-460", "Unknown planet.", "planet")
    winner, loser = action.seat, state.the_combat.opponent(action.seat)
    state = yield ChoiceMade("choose_resolution", winner)
    state = yield ResolutionChosen(winner, loser, action.choice, action.planet)
    if banish:
        state = yield from go(state, loser, action.planet or "", "banish")
        state = yield from forfeit_if_active(state, loser)
        yield from _envelope_step(state)
        return
    hand = state.seats[loser].hand
    state = yield HandShown((winner,), loser, hand, "spoils")
    if hand:
        yield ChoiceAsked("take_spoils", winner)
        return
    state = yield CardTaken(winner, loser)
    yield from _envelope_step(state)


def take_spoils(state: State, action: actions.TakeSpoils, chance: Chance) -> Facts[State]:
    """CM-451, CM-452; a card just shown in the combat may be taken, or the gear, or the Ovoid (CM-711)."""
    _check_asked(state, action.seat, "CM-451")
    winner, loser = action.seat, state.the_combat.opponent(action.seat)
    hand, cards = hand_of(loser), (action.card,)
    beside, message = state.seats[winner].hand, "The loser does not have that card."
    check_moved(state, hand, cards, chance, "CM-451", message, "card", beside=beside)
    over_limit = len(state.seats[winner].hand) + 1 > state.alien_of(winner).hand_limit
    state = yield ChoiceMade("take_spoils", winner)
    if over_limit:
        state = yield ChoiceAsked("give_back", winner)
    state = yield from let_go(state, hand, cards, winner)
    state = yield CardTaken(winner, loser, action.card)
    if not over_limit:
        yield from _envelope_step(state)


def give_back(state: State, action: actions.GiveBack, chance: Chance) -> Facts[State]:
    """CM-452: any card, the one just taken too (CM-R24)."""
    _check_asked(state, action.seat, "CM-452")
    hand, cards, loser = hand_of(action.seat), (action.card,), state.the_combat.opponent(action.seat)
    check_moved(state, hand, cards, chance, "CM-344", NOT_IN_HAND, "card")
    state = yield from let_go(state, hand, cards, loser)
    state = yield CardGivenBack(action.seat, loser, action.card)
    state = yield ChoiceMade("give_back", action.seat)
    yield from _envelope_step(state)


def _envelope_step(state: State) -> Facts[State]:
    """CM-470: the loser's control ends, and the winner is always asked (CM-R40). CM-473: not on a star.

    CM-707: a winner who controls the planet keeps it, since the loser did not.
    """
    combat = state.the_combat
    if not combat.loser_controlled:
        yield from _finish(state)
        return
    loser, winner = combat.loser or "", combat.winner or ""
    if state.controlled_by(loser) == combat.space:
        state = yield EnvelopeReturned(loser, combat.space)
    yield ChoiceAsked("take_envelope", winner)


def take_envelope(state: State, action: actions.TakeEnvelope, chance: Chance) -> Facts[State]:
    """CM-470, CM-471, CM-708."""
    _check_asked(state, action.seat, "CM-470")
    planet = state.the_combat.space
    check(action.accept or action.gear is None, "CM-470", "If you decline, name no gear.", "gear")
    if action.accept:
        check_gear(state, action.seat, planet, action.gear, chance, "CM-331")
    state = yield ChoiceMade("take_envelope", action.seat)
    if not action.accept:
        state = yield EnvelopeDeclined(action.seat, planet)
    else:
        state = yield from reveal_gear(state, action.seat, action.gear)
        state = yield from open_envelope(state, action.seat, planet)
    if state.phase != "pending":
        yield from _finish(state)


def resolve_own_trap(state: State, action: actions.ResolveOwnTrap, chance: Chance) -> Facts[State]:
    """CM-513: suffer the own Trap like any other, or send it to the Void and gain control."""
    _check_asked(state, action.seat, "CM-513")
    assert state.pending is not None
    planet = state.pending.planet or ""
    state = yield ChoiceMade("own_trap", action.seat)
    if action.choice == "suffer":
        state = yield from suffer_trap(state, action.seat, planet)
    else:
        state = yield from void_trap(state, planet)
        state = yield from take_control(state, action.seat, planet)
    yield from _finish(state)


def _finish(state: State) -> Facts[State]:
    """CM-472: forfeited turns end after the envelope step."""
    if state.combat is not None:
        state = yield CombatEnded()
    yield from end_if_forfeited(state)
