"""Combat, its choices and its spoils."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos import facts
from domain.games.chaosmos.evolve.table import evolve, others_than, seated, with_hand
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.state import Combat, OnTable, Pending, State, less, more


@evolve.on(facts.CombatBegun)
def _(state: State, fact: facts.CombatBegun) -> State:
    seated(state, fact.attacker, fact.defender)
    turn = state.the_turn
    attacked = turn.attacked if fact.defender in turn.attacked else (*turn.attacked, fact.defender)
    return replace(
        state,
        phase="combat",
        turn=replace(turn, attacked=attacked),
        combat=Combat(fact.attacker, fact.defender, fact.space, {}),
    )


@evolve.on(facts.CombatDiceRolled)
def _(state: State, fact: facts.CombatDiceRolled) -> State:
    seated(state, *fact.dice, *fact.scores, fact.to_act)
    return replace(state, combat=replace(state.the_combat, dice=fact.dice, to_act=fact.to_act))


@evolve.on(facts.CombatCardPlayed)
def _(state: State, fact: facts.CombatCardPlayed) -> State:
    seated(state, fact.seat, *fact.scores, fact.to_act)
    combat = state.the_combat
    table = tuple(
        replace(played, active=False) if place in fact.cancelled else played
        for place, played in enumerate(combat.table)
    )
    return replace(
        state,
        combat=replace(
            combat, table=(*table, OnTable(fact.seat, fact.card, fact.active)), passes=0, to_act=fact.to_act
        ),
        seats=with_hand(state, fact.seat, less(state.seats[fact.seat].hand, (fact.card,))),
        known=knowledge.leaves(state.known, others_than(state, fact.seat), hand_of(fact.seat), fact.card),
    )


@evolve.on(facts.CombatPassed)
def _(state: State, fact: facts.CombatPassed) -> State:
    seated(state, fact.seat, fact.to_act)
    combat = state.the_combat
    return replace(state, combat=replace(combat, passes=combat.passes + 1, to_act=fact.to_act))


@evolve.on(facts.CombatTableCleared)
def _(state: State, fact: facts.CombatTableCleared) -> State:
    seats, known = dict(state.seats), state.known
    for seat, cards in fact.to_hands.items():
        seats[seat] = replace(seats[seat], hand=more(seats[seat].hand, cards))
        known = knowledge.arrives(known, others_than(state, seat), hand_of(seat), cards)
    return replace(
        state,
        seats=seats,
        known=known,
        void=more(state.void, fact.to_void),
        combat=replace(state.the_combat, table=()),
    )


@evolve.on(facts.CombatDecided)
def _(state: State, fact: facts.CombatDecided) -> State:
    seated(state, fact.winner, fact.loser)
    combat = replace(
        state.the_combat,
        stage="resolution",
        to_act=None,
        winner=fact.winner,
        loser=fact.loser,
        loser_controlled=fact.loser_controlled,
    )
    return replace(state, combat=combat)


@evolve.on(facts.CombatEnded)
def _(state: State, fact: facts.CombatEnded) -> State:
    return replace(state, phase="turn", combat=None, pending=None)


@evolve.on(facts.ChoiceAsked)
def _(state: State, fact: facts.ChoiceAsked) -> State:
    seated(state, fact.seat)
    combat = state.combat
    if combat is not None and fact.kind == "take_envelope":
        combat = replace(combat, stage="envelope")
    return replace(state, phase="pending", pending=Pending(fact.kind, fact.seat, fact.planet), combat=combat)


@evolve.on(facts.ChoiceMade)
def _(state: State, fact: facts.ChoiceMade) -> State:
    return replace(state, phase="turn" if state.combat is None else "combat", pending=None)


@evolve.on(facts.HandShown)
def _(state: State, fact: facts.HandShown) -> State:
    return replace(state, known=knowledge.sees_all(state.known, fact.to, hand_of(fact.of), fact.cards))


@evolve.on(facts.CardTaken)
def _(state: State, fact: facts.CardTaken) -> State:
    return state if fact.card is None else _pass_on(state, fact.loser, fact.seat, fact.card)


@evolve.on(facts.CardGivenBack)
def _(state: State, fact: facts.CardGivenBack) -> State:
    return _pass_on(state, fact.seat, fact.to, fact.card)


def _pass_on(state: State, giver: str, taker: str, card: str) -> State:
    """Both see which card goes from hand to hand, the others only that one does (CM-810)."""
    seats = dict(state.seats)
    seats[giver] = replace(seats[giver], hand=less(seats[giver].hand, (card,)))
    seats[taker] = replace(seats[taker], hand=more(seats[taker].hand, (card,)))
    known = knowledge.leaves(state.known, (taker,), hand_of(giver), card)
    known = knowledge.arrives(known, (giver,), hand_of(taker), (card,))
    known = knowledge.one_leaves(known, others_than(state, giver, taker), hand_of(giver))
    return replace(state, seats=seats, known=known)
