"""Facts of envelopes and flip cards in words (33x, 34x, 51x)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.sentences import SENTENCES
from domain.kernel import FactWords, by_value

told = SENTENCES.fact


def inside(of: str = "") -> str:
    """What lies in an envelope, for those who see it (CM-334, CM-525). of: the fact, with a dot."""
    return f"[; inside: {{{of}face_down:cards}}[; face up: {{{of}face_up:card}}]]"


ENVELOPES: Mapping[str, FactWords] = {
    "envelope_returned": told("{seat}’s envelope of {planet} returns to the box."),
    "gear_revealed": told("{seat} shows {card}."),
    "envelope_opened": told("{seat} opens the envelope of {planet}: [{face_up:card}|no card] is face up."),
    "flip_triggered": told("{card} is face up on the envelope of {planet}.", "chaos"),
    "control_taken": told(
        "{seat} takes control of {planet}[{no_take:if} and cannot take cards out of it]" + inside() + "."
    ),
    "cards_transferred": told(
        "{seat} [{to_hand:if}takes {to_hand:cards} out of the envelope of {planet}"
        "[{to_envelope:if} and puts {to_envelope:cards} there]"
        "|{to_envelope:if}puts {to_envelope:cards} into the envelope of {planet}"
        "|looks into the envelope of {planet} and moves no card]."
    ),
    "envelope_accessed": told("{seat} accesses the envelope of {planet}."),
    "flip_activated": told(
        "{seat} places [{card}|a flip card][{origin}] face up on the envelope of {planet}."
    ),
    "flip_deactivated": by_value(
        "to",
        {
            "hand": told(
                "{seat} takes [{card}|the flip card] from the top of the envelope of {planet} into hand."
            )
        },
        told("{seat} turns [{card}|the flip card] face down in the envelope of {planet}."),
    ),
    "trap_voided": told("{card} goes to the Void."),
    "no_take_lifted": told("The Vault on {planet} is open: cards can be taken out."),
    "planet_shown": told("{to:look} into the envelope of {planet}[{to:if}" + inside() + "]."),
}
"""To others each access looks the same (CM-807), but for an announced card (CM-808)."""
