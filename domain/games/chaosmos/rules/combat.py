"""Combat, CM-35x and CM-401 … CM-431."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    CombatBegun,
    CombatCardPlayed,
    CombatDecided,
    CombatDiceRolled,
    CombatEnded,
    CombatPassed,
    CombatTableCleared,
)
from domain.games.chaosmos.reading.combat_scores import (
    DICE,
    dice_total,
    enters_active,
    made_inactive,
    rolled_infinity,
    scores,
    with_card,
)
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.rules.envelopes import check_gear, reveal_gear
from domain.games.chaosmos.rules.moves import go
from domain.games.chaosmos.rules.naming import NOT_IN_HAND, check_there, name_there
from domain.games.chaosmos.rules.resolution import ask_resolution
from domain.games.chaosmos.rules.turns import (
    check_action_left,
    end_if_forfeited,
    forfeit_if_active,
    spend_action,
)
from domain.games.chaosmos.state import Cards, State
from domain.kernel import Chance, Facts, Passage, check

PASSES_THAT_END = 2
"""CM-414."""


def attack(state: State, action: actions.Attack, chance: Chance) -> Facts[State]:
    """CM-350 … CM-353, CM-402 … CM-410.

    Who shares a merged space shares it (CM-701); with two players there is one attack a turn (CM-713);
    what follows needs no further action (CM-706).
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
