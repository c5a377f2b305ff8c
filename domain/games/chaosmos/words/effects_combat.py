"""Facts of combat and of what follows from it in words (4xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.names import card_name
from domain.games.chaosmos.words.sentences import SENTENCES, against, how_many
from domain.kernel import FactWords, Json, Naming, Says, Told, by_value

Message = Mapping[str, Json]

told = SENTENCES.fact


def _combat_card_played(fact: Message, naming: Naming) -> Told:
    """CM-412, CM-522."""
    seat, card = naming.seat(fact["seat"]), card_name(naming, fact["card"])
    how: Says = () if fact["active"] else (", which is cancelled",)
    if fact["cancelled"]:
        other = next((naming.seat(name) for name in fact["scores"] if name != fact["seat"]), "the other side")
        how = (f" and cancels {how_many(len(fact['cancelled']), 'card')} of ", other)
    goes_on = fact["to_act"] == fact["seat"]
    then: Says = ("and acts again",) if goes_on else ("then ", naming.seat(fact["to_act"]), " acts")
    return Told((seat, f" plays {card}", *how, f": {against(fact['scores'], fact['seat'])}, ", *then, "."))


TAKEN = told("{seat} takes [{card}|a card] from {loser:seat}’s hand.", "score")
NOT_TAKEN = told("{loser:seat}’s hand is empty: {seat} takes nothing.")

COMBAT: Mapping[str, FactWords] = {
    "combat_begun": told("{attacker:seat} attacks {defender:seat} at {space}."),
    "combat_dice_rolled": told("{:rolls}[; {to_act:seat} acts first]."),
    "combat_card_played": _combat_card_played,
    "combat_passed": told("{seat} passes."),
    "combat_table_cleared": told(
        "[{to_void:if}To the Void: {to_void:cards}.[ {to_hands:taken_back}]"
        "|{to_hands:taken_back}|No card was played.]"
    ),
    "combat_decided": by_value(
        "by",
        {
            "cancelled": told("Both roll infinity: the combat is cancelled.", "chaos"),
            "draw": told("A draw[, {scores:tie}]: nobody gains anything."),
            "infinity": told("{winner:seat} wins by infinity.", "score"),
        },
        told("{winner:seat} wins the combat[, {:final}].", "score"),
    ),
    "combat_ended": told("The combat is over."),
    "choice_asked": by_value(
        "kind",
        {
            "choose_resolution": told("{seat} chooses between spoils and banishment."),
            "take_spoils": told("{seat} must take a card as spoils."),
            "give_back": told("{seat} has too many cards and must give one back."),
            "take_envelope": told("{seat} may take the envelope for free."),
            "own_trap": told("{seat} triggers its own Trap and must suffer it or send it to the Void."),
        },
    ),
    "choice_made": told("{seat} has chosen."),
    "resolution_chosen": by_value(
        "choice",
        {"spoils": told("{seat} takes spoils from {loser:seat}.")},
        told("{seat} banishes {loser:seat} to {planet}.", "chaos"),
    ),
    "hand_shown": told("{to:look} at {of:seat}’s hand[{to:if}[{cards:hand}]]."),
    "card_taken": by_value(
        "taken", {False: NOT_TAKEN, None: by_value("card", {None: NOT_TAKEN}, TAKEN)}, TAKEN
    ),
    "card_given_back": told("{seat} gives [{card}|a card] to {to:seat}."),
    "envelope_declined": told("{seat} leaves the envelope of {planet} in the box."),
}
"""CM-810: all learn that a card was taken, winner and loser which; only those who look see a hand."""
