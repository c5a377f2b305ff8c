"""What becomes true in combat and of its resolution."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chaosmos.changes import others_than, seated, with_hand
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import hand_of
from domain.games.chaosmos.state import Cards, Combat, OnTable, Pending, PendingKind, State, less, more
from domain.kernel import Fact, PublicFact


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
            known=knowledge.leaves(state.known, others_than(state, self.seat), hand_of(self.seat), self.card),
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
            known = knowledge.arrives(known, others_than(state, seat), hand_of(seat), cards)
        return replace(
            state,
            seats=seats,
            known=known,
            void=more(state.void, self.to_void),
            combat=replace(state.the_combat, table=()),
        )


class CombatDecided(PublicFact, frozen=True, tag="combat_decided"):
    """Who won, and by what; a draw and a cancelled combat have no winner (CM-405, CM-406, CM-431)."""

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
        return replace(state, known=knowledge.sees_all(state.known, self.to, hand_of(self.of), self.cards))


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
    known = knowledge.leaves(state.known, (taker,), hand_of(giver), card)
    known = knowledge.arrives(known, (giver,), hand_of(taker), (card,))
    known = knowledge.one_leaves(known, others_than(state, giver, taker), hand_of(giver))
    return replace(state, seats=seats, known=known)
