"""Combat and its resolution (CM-35x, CM-401 … CM-431, CM-450 … CM-473) and your own Trap (CM-513)."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    CardGivenBack,
    CardTaken,
    ChoiceAsked,
    ChoiceMade,
    CombatBegun,
    CombatCardPlayed,
    CombatDecided,
    CombatDiceRolled,
    CombatEnded,
    CombatPassed,
    CombatTableCleared,
    EnvelopeDeclined,
    EnvelopeReturned,
    HandShown,
    ResolutionChosen,
)
from domain.games.chaosmos.reading import (
    DICE,
    dice_total,
    enters_active,
    hand_of,
    made_inactive,
    rolled_infinity,
    scores,
    with_card,
)
from domain.games.chaosmos.rules.envelopes import (
    check_gear,
    go,
    open_envelope,
    reveal_gear,
    suffer_trap,
    take_control,
    void_trap,
)
from domain.games.chaosmos.rules.turns import (
    NOT_IN_HAND,
    check_action_left,
    check_moved,
    check_there,
    end_if_forfeited,
    forfeit_if_active,
    let_go,
    name_there,
    spend_action,
)
from domain.games.chaosmos.state import Cards, State
from domain.kernel import Chance, Facts, Passage, check

# The gains of a won combat, CM-450 … CM-473, and your own Trap, CM-513.


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
    """CM-513: suffer your own Trap like any other, or send it to the Void and gain control."""
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


# Combat, CM-35x and CM-401 … CM-431.

PASSES_THAT_END = 2
"""CM-414."""


def attack(state: State, action: actions.Attack, chance: Chance) -> Facts[State]:
    """CM-350 … CM-353, CM-402 … CM-410.

    Seats on a merged space share it (CM-701); with two players there is one attack a turn (CM-713);
    its resolution needs no further action (CM-706).
    """
    seat, target = action.seat, action.target
    check_action_left(state)
    here = state.seats[seat].position or ""
    other = state.seats.get(target)
    check(
        other is not None and target != seat and other.position == here,
        "CM-350",
        "Attack another seat on your space.",
        "target",
    )
    check(
        target not in state.the_turn.attacked,
        "CM-351",
        "You have already attacked this seat this turn.",
        "target",
    )
    check_gear(state, seat, here, action.gear, chance, "CM-352")
    dice = _roll(state, action, chance)
    state = yield from spend_action(state, seat, "attack")
    state = yield from reveal_gear(state, seat, action.gear)
    state = yield CombatBegun(seat, target, here)
    totals = {combatant: dice_total(faces) for combatant, faces in dice.items()}
    infinite = [combatant for combatant, faces in dice.items() if rolled_infinity(faces)]
    first = target if totals[target] < totals[seat] else seat
    state = yield CombatDiceRolled(dice, totals, None if infinite else first)
    if len(infinite) == len(dice):
        yield from _cancel(state)
    elif infinite:
        yield from _decide(state, infinite[0], "infinity")


def _roll(state: State, action: actions.Attack, chance: Chance) -> dict[str, tuple[int | str, ...]]:
    """CM-402: two dice each, the attacker's first."""
    declared = action.dice or {}
    combatants = (action.seat, action.target)
    check(set(declared) <= set(combatants), "CM-402", "Only the combatants roll.", "dice")
    return {
        seat: chance.dice(
            declared.get(seat),
            DICE,
            state.box.faces,
            field=f"dice/{seat}",
            rule="CM-402",
            message="Each combatant rolls two combat dice.",
        )
        for seat in combatants
    }


def _cancel(state: State) -> Facts[State]:
    """CM-406: both rolled infinity: both go home and the turn is over."""
    combat = state.the_combat
    state = yield CombatDecided("cancelled")
    for seat in (combat.attacker, combat.defender):
        state = yield from go(state, seat, state.alien_of(seat).home, "banish")
    state = yield from forfeit_if_active(state, combat.attacker)
    state = yield CombatEnded()
    yield from end_if_forfeited(state)


def _decide(
    state: State, winner: str, by: Literal["score", "infinity"], totals: dict[str, int] | None = None
) -> Passage[State]:
    """CM-431, CM-405: there is a winner, who chooses first (CM-450)."""
    combat = state.the_combat
    loser = combat.opponent(winner)
    controlled = combat.space in state.planets and state.controlled_by(loser) == combat.space
    state = yield CombatDecided(by, totals, winner, loser, controlled)
    return (yield from ask_resolution(state, winner))


def play_combat_card(state: State, action: actions.PlayCombatCard, chance: Chance) -> Facts[State]:
    """CM-411, CM-412, CM-416, CM-501, CM-522."""
    seat, combat = action.seat, state.the_combat
    check(combat.to_act == seat, "CM-411", "It is not your turn to act.", "seat")
    hand = hand_of(seat)
    check_there(state, hand, (action.card,), chance, "CM-344", NOT_IN_HAND, "card")
    card = state.box.cards[action.card]
    check(card.cost == "combat", "CM-501", "This is not a combat card.", "card")
    active = enters_active(state, combat, seat, card.id)
    cancelled = made_inactive(combat, seat, card) if active else ()
    after = scores(state, with_card(combat, seat, card, active, cancelled))
    opponent = combat.opponent(seat)
    to_act = opponent if after[seat] > after[opponent] else seat
    yield from name_there(state, hand, (card.id,))
    yield CombatCardPlayed(seat, card.id, active, cancelled, after, to_act)


def pass_combat(state: State, action: actions.PassCombat, chance: Chance) -> Facts[State]:
    """CM-413 … CM-415."""
    combat = state.the_combat
    check(combat.to_act == action.seat, "CM-411", "It is not your turn to act.", "seat")
    ends = combat.passes + 1 == PASSES_THAT_END
    state = yield CombatPassed(action.seat, None if ends else combat.opponent(action.seat))
    if ends:
        yield from _compare(state)


def _compare(state: State) -> Facts[State]:
    """CM-430: scores are fixed, the table is cleared, then they are compared (CM-431).

    Single-Use cards are lost in a draw (CM-704) and when cancelled (CM-705) all the same.
    """
    combat = state.the_combat
    totals = scores(state, combat)
    cards = state.box.cards
    to_void = tuple(sorted(played.card for played in combat.table if cards[played.card].single_use))
    to_hands: dict[str, Cards] = {
        seat: tuple(
            sorted(
                played.card
                for played in combat.table
                if played.seat == seat and not cards[played.card].single_use
            )
        )
        for seat in (combat.attacker, combat.defender)
    }
    state = yield CombatTableCleared(to_void, to_hands)
    ahead = totals[combat.attacker] - totals[combat.defender]
    if ahead:
        yield from _decide(state, combat.attacker if ahead > 0 else combat.defender, "score", totals)
        return
    state = yield CombatDecided("draw", totals)
    yield CombatEnded()
