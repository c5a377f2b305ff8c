"""Combat scores, CM-403, CM-420 … CM-422, CM-520 … CM-522."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chaosmos.components import Card
from domain.games.chaosmos.state import Combat, OnTable, State

MIRROR = "mirror"
INFINITY = "infinity"
DICE = 2
NATIVE_MALUS = 1


def rolled_infinity(faces: Sequence[int | str]) -> bool:
    """CM-404: on at least one die, whatever the other shows."""
    return INFINITY in faces


def dice_total(faces: Sequence[int | str]) -> int:
    """CM-403: a mirror counts as the other die; two mirrors are 0 (CM-R17)."""
    numbers = [face for face in faces if isinstance(face, int)]
    return sum(numbers) * (DICE if len(numbers) == 1 else 1)


def score(state: State, combat: Combat, seat: str) -> int:
    """CM-420: dice, own effects, the opponent's effects on this side, less the native weapon malus.

    CM-521.
    """
    cards, opponent = state.box.cards, combat.opponent(seat)
    total = dice_total(combat.dice[seat])
    for played in combat.table:
        card = cards[played.card]
        if played.active:
            total += card.score if played.seat == seat else card.opponent_score
    if state.options.native_weapons and _played_native_weapon(state, combat, seat, opponent):
        total -= NATIVE_MALUS
    return total


def scores(state: State, combat: Combat) -> dict[str, int]:
    """Both scores, the attacker's first."""
    return {seat: score(state, combat, seat) for seat in (combat.attacker, combat.defender)}


def _played_native_weapon(state: State, combat: Combat, seat: str, opponent: str) -> bool:
    """CM-421: played is enough, a cancelled weapon counts too (CM-R21)."""
    alien = state.seats[opponent].alien
    return any(
        played.seat == seat and state.box.cards[played.card].native_of == alien for played in combat.table
    )


def enters_active(state: State, combat: Combat, seat: str, card: str) -> bool:
    """CM-522: a card that an active opposing cancel matches enters inactive."""
    cards = state.box.cards
    return not any(
        played.active and played.seat != seat and card in cards[played.card].cancels
        for played in combat.table
    )


def made_inactive(combat: Combat, seat: str, card: Card) -> tuple[int, ...]:
    """CM-522: the places on the table of active opposing cards that this card cancels."""
    return tuple(
        place
        for place, played in enumerate(combat.table)
        if played.active and played.seat != seat and played.card in card.cancels
    )


def with_card(combat: Combat, seat: str, card: Card, active: bool, cancelled: Sequence[int]) -> Combat:
    """The combat as it would stand with the card on the table; for its scores."""
    table = tuple(
        OnTable(played.seat, played.card, played.active and place not in cancelled)
        for place, played in enumerate(combat.table)
    )
    return Combat(
        combat.attacker, combat.defender, combat.space, combat.dice, (*table, OnTable(seat, card.id, active))
    )


def after_playing(state: State, combat: Combat, seat: str, card: Card) -> dict[str, int]:
    """Both scores as this card would leave them, played by the seat now (CM-411, CM-522)."""
    active = enters_active(state, combat, seat, card.id)
    cancelled = made_inactive(combat, seat, card) if active else ()
    return scores(state, with_card(combat, seat, card, active, cancelled))
