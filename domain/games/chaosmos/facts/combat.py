"""Facts of turns, spaces, tokens and the clock, and of combat and its resolution."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.games.chaosmos import reading
from domain.games.chaosmos.reading import hand_of
from domain.games.chaosmos.state import (
    ACTIONS_PER_TURN,
    Cards,
    Cause,
    Combat,
    OnTable,
    Pending,
    PendingKind,
    Result,
    State,
    Turn,
    less,
    more,
    others_than,
    seated,
    with_hand,
    with_player,
)
from domain.kernel import Fact, PublicFact

# What becomes true in combat and of its resolution.


class CombatBegun(PublicFact, frozen=True, tag="combat_begun"):
    """An attack: who, where (CM-350)."""

    attacker: str
    defender: str
    space: str

    def applied(self, state: State) -> State:
        seated(state, self.attacker, self.defender)
        turn = state.the_turn
        attacked = turn.attacked if self.defender in turn.attacked else (*turn.attacked, self.defender)
        return replace(
            state,
            phase="combat",
            turn=replace(turn, attacked=attacked),
            combat=Combat(self.attacker, self.defender, self.space, {}),
        )


class CombatDiceRolled(PublicFact, frozen=True, tag="combat_dice_rolled"):
    """Two faces each, the totals, and who acts first; None: no cards are played (CM-402 … CM-410)."""

    dice: dict[str, tuple[int | str, ...]]
    scores: dict[str, int]
    to_act: str | None = None

    def applied(self, state: State) -> State:
        seated(state, *self.dice, *self.scores, self.to_act)
        return replace(state, combat=replace(state.the_combat, dice=self.dice, to_act=self.to_act))


class CombatCardPlayed(Fact, frozen=True, tag="combat_card_played"):
    """A card on the table, active or not; `cancelled`: the places on the table that it made inactive."""

    seat: str
    card: str
    active: bool
    cancelled: tuple[int, ...]
    scores: dict[str, int]
    to_act: str

    def applied(self, state: State) -> State:
        seated(state, self.seat, *self.scores, self.to_act)
        combat = state.the_combat
        table = tuple(
            replace(played, active=False) if place in self.cancelled else played
            for place, played in enumerate(combat.table)
        )
        return replace(
            state,
            combat=replace(
                combat,
                table=(*table, OnTable(self.seat, self.card, self.active)),
                passes=0,
                to_act=self.to_act,
            ),
            seats=with_hand(state, self.seat, less(state.seats[self.seat].hand, (self.card,))),
            known=reading.leaves(state.known, others_than(state, self.seat), hand_of(self.seat), self.card),
        )


class CombatPassed(PublicFact, frozen=True, tag="combat_passed"):
    """CM-413."""

    seat: str
    to_act: str | None = None

    def applied(self, state: State) -> State:
        seated(state, self.seat, self.to_act)
        combat = state.the_combat
        return replace(state, combat=replace(combat, passes=combat.passes + 1, to_act=self.to_act))


class CombatTableCleared(PublicFact, frozen=True, tag="combat_table_cleared"):
    """Single-Use cards went to the Void, all others back to their hands (CM-430)."""

    to_void: Cards
    to_hands: dict[str, Cards]

    def applied(self, state: State) -> State:
        seats, known = dict(state.seats), state.known
        for seat, cards in self.to_hands.items():
            seats[seat] = replace(seats[seat], hand=more(seats[seat].hand, cards))
            known = reading.arrives(known, others_than(state, seat), hand_of(seat), cards)
        return replace(
            state,
            seats=seats,
            known=known,
            void=more(state.void, self.to_void),
            combat=replace(state.the_combat, table=()),
        )


class CombatDecided(PublicFact, frozen=True, tag="combat_decided"):
    """The winner, and the reason; a draw and a cancelled combat have no winner (CM-405, CM-406, CM-431)."""

    by: Literal["score", "infinity", "draw", "cancelled"]
    scores: dict[str, int] | None = None
    winner: str | None = None
    loser: str | None = None
    loser_controlled: bool = False

    def applied(self, state: State) -> State:
        seated(state, self.winner, self.loser)
        combat = replace(
            state.the_combat,
            stage="resolution",
            to_act=None,
            winner=self.winner,
            loser=self.loser,
            loser_controlled=self.loser_controlled,
        )
        return replace(state, combat=combat)


class CombatEnded(PublicFact, frozen=True, tag="combat_ended"):
    """All that follows from the combat is done."""

    def applied(self, state: State) -> State:
        return replace(state, phase="turn", combat=None, pending=None)


class ChoiceAsked(PublicFact, frozen=True, tag="choice_asked"):
    """Nothing else is legal until this seat has chosen (CM-203)."""

    kind: PendingKind
    seat: str
    planet: str | None = None

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        combat = state.combat
        if combat is not None and self.kind == "take_envelope":
            combat = replace(combat, stage="envelope")
        return replace(
            state, phase="pending", pending=Pending(self.kind, self.seat, self.planet), combat=combat
        )


class ChoiceMade(PublicFact, frozen=True, tag="choice_made"):
    """The choice is no longer open."""

    kind: PendingKind
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, phase="turn" if state.combat is None else "combat", pending=None)


class ResolutionChosen(PublicFact, frozen=True, tag="resolution_chosen"):
    """Spoils, or banishment to a planet (CM-450)."""

    seat: str
    loser: str
    choice: Literal["spoils", "banish"]
    planet: str | None = None

    def applied(self, state: State) -> State:
        return state


class HandShown(Fact, frozen=True, tag="hand_shown"):
    """These seats saw a whole hand (CM-810, CM-811)."""

    to: tuple[str, ...]
    of: str
    cards: Cards
    cause: Literal["spoils", "scry", "text"]

    def applied(self, state: State) -> State:
        return replace(state, known=reading.sees_all(state.known, self.to, hand_of(self.of), self.cards))


class CardTaken(Fact, frozen=True, tag="card_taken"):
    """Spoils: a card went from the loser to the winner (CM-451); None: the hand was empty (CM-453)."""

    seat: str
    loser: str
    card: str | None = None

    def applied(self, state: State) -> State:
        return state if self.card is None else _pass_on(state, self.loser, self.seat, self.card)


class CardGivenBack(Fact, frozen=True, tag="card_given_back"):
    """CM-452."""

    seat: str
    to: str
    card: str

    def applied(self, state: State) -> State:
        return _pass_on(state, self.seat, self.to, self.card)


class EnvelopeDeclined(PublicFact, frozen=True, tag="envelope_declined"):
    """The winner left the envelope in the box (CM-470)."""

    seat: str
    planet: str

    def applied(self, state: State) -> State:
        return state


def _pass_on(state: State, giver: str, taker: str, card: str) -> State:
    """Both see which card goes from hand to hand, the others only that one does (CM-810)."""
    seats = dict(state.seats)
    seats[giver] = replace(seats[giver], hand=less(seats[giver].hand, (card,)))
    seats[taker] = replace(seats[taker], hand=more(seats[taker].hand, (card,)))
    known = reading.leaves(state.known, (taker,), hand_of(giver), card)
    known = reading.arrives(known, (giver,), hand_of(taker), (card,))
    known = reading.one_leaves(known, others_than(state, giver, taker), hand_of(giver))
    return replace(state, seats=seats, known=known)


# What becomes true of turns, places, tokens and the clock.


class TurnBegun(PublicFact, frozen=True, tag="turn_begun"):
    """CM-206."""

    seat: str
    turn: int

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        return replace(state, phase="turn", next=None, turn=Turn(self.turn, self.seat))


class ActionSpent(PublicFact, frozen=True, tag="action_spent"):
    """One of the three actions of the turn is used for `kind`."""

    seat: str
    kind: str

    def applied(self, state: State) -> State:
        """A fourth action, recorded against the rules, leaves none as well."""
        turn = state.the_turn
        return replace(state, turn=replace(turn, actions_left=max(0, turn.actions_left - 1)))


class ActionsLeftSet(PublicFact, frozen=True, tag="actions_left_set"):
    """So many actions of the turn are left: only a correction says so."""

    seat: str
    left: Annotated[int, Meta(ge=0, le=ACTIONS_PER_TURN)]

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        return replace(state, turn=replace(state.the_turn, actions_left=self.left))


class HypertokenSpent(PublicFact, frozen=True, tag="hypertoken_spent"):
    """A hypertoken went to the supply (CM-320)."""

    seat: str

    def applied(self, state: State) -> State:
        return _tokens(state, self.seat, -1)


class HypertokensAdded(PublicFact, frozen=True, tag="hypertokens_added"):
    """Tokens came from the supply, or went there (CM-530)."""

    seat: str
    n: int

    def applied(self, state: State) -> State:
        return _tokens(state, self.seat, self.n)


class Moved(PublicFact, frozen=True, tag="moved"):
    """A seat stands on another space."""

    seat: str
    origin: str
    to: str
    via: Literal["move", "hyperspace", "banish", "trap", "text"]

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        space = state.the_board.space_of[self.to]
        return replace(state, seats=with_player(state, self.seat, replace(player, position=space)))


class TurnForfeited(PublicFact, frozen=True, tag="turn_forfeited"):
    """The active seat loses the rest of its turn once all is resolved (CM-208)."""

    seat: str

    def applied(self, state: State) -> State:
        return replace(state, turn=replace(state.the_turn, forfeited=True))


class ClockReduced(PublicFact, frozen=True, tag="clock_reduced"):
    """A card or ability took `by` off the clock (CM-505)."""

    seat: str
    by: int
    clock: int

    def applied(self, state: State) -> State:
        """CM-601: at 0 nothing is left to do."""
        reduced = replace(state, clock=self.clock, clock_cut=state.clock_cut + self.by)
        if self.clock:
            return reduced
        return replace(reduced, phase="finished", turn=None, next=None, combat=None, pending=None)


class TurnEnded(PublicFact, frozen=True, tag="turn_ended"):
    """The turn is over and the clock clicked to `clock` (CM-207). `next`: who begins the next turn."""

    seat: str
    turn: int
    actions_left: int
    clock: int
    next: str | None = None
    forfeited: bool = False

    def applied(self, state: State) -> State:
        seated(state, self.seat, self.next)
        return replace(
            state,
            phase="finished" if self.next is None else "between_turns",
            clock=self.clock,
            turns_ended=state.turns_ended + 1,
            next=self.next,
            turn=None,
            combat=None,
            pending=None,
        )


class OvoidAwaited(PublicFact, frozen=True, tag="ovoid_awaited"):
    """The clock is 0, and nobody has named the card that the Ovoid is: who holds it shows it (CM-R31)."""

    cause: Cause

    def applied(self, state: State) -> State:
        return replace(state, phase="showing", awaited=self.cause)


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The clock is 0 (CM-601): who has the Ovoid in hand, if anybody (CM-602, CM-603)."""

    winner: str | None
    cause: Cause

    def applied(self, state: State) -> State:
        seated(state, self.winner)
        ended = replace(state, result=Result(self.winner, self.cause))
        return ended if state.phase != "showing" else replace(ended, phase="finished", awaited=None)


def _tokens(state: State, seat: str, n: int) -> State:
    player = state.seats[seat]
    return replace(
        state,
        supply=state.supply - n,
        seats=with_player(state, seat, replace(player, hypertokens=player.hypertokens + n)),
    )
