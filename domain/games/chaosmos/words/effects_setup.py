"""Facts of the setup in words (1xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.sentences import SENTENCES, aliens_in, how_many, plays
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Says, Told

told = SENTENCES.fact


def _aliens_dealt(fact: Mapping[str, Json], naming: Naming) -> Told:
    """CM-102, CM-812: one each is dealt openly; of two each a seat is told its own."""
    aliens = fact["aliens"]
    each = fact.get("each") or max(map(len, aliens.values()), default=0)
    if each == 1:
        return Told((*plays(naming, {seat: dealt[0] for seat, dealt in aliens.items()}), "."))
    says: Says = (f"Each seat is dealt {how_many(each, 'alien')} in secret.",)
    for seat, dealt in aliens.items():
        if any(alien != UNKNOWN for alien in dealt):
            says = (*says, " ", naming.seat(seat), f" gets {aliens_in(naming, dealt)}.")
    return Told(says)


SETUP: Mapping[str, FactWords] = {
    "alien_pair_removed": told("{aliens} leave the game with their home planets."),
    "planets_arranged": told("The planets are laid out."),
    "aliens_dealt": _aliens_dealt,
    "alien_chosen": told("{seat} [chooses {alien}|has chosen an alien]."),
    "aliens_revealed": told("All aliens are revealed: {aliens:plays}."),
    "bonus_cards_swapped": told(
        "Nobody can use {taken_out:cards}. Added to the deck instead: {put_in:cards}."
    ),
    "cards_dealt": told(
        "The Cosmic Pool: {pool_draws:pool}."
        "[{ovoid_put_back:if} The Ovoid was drawn and is shuffled back into the deck.]"
        "[{envelopes:filled}]"
    ),
    "hand_prepared": told(
        "{seat} takes [{cards}|a hand] out of the envelope of {planet}[ and leaves {left:cards} there]."
    ),
    "start_player_chosen": told("{seat} takes the first turn."),
}
