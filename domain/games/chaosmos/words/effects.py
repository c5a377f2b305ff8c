"""The log: each fact as a sentence, as it follows from an action or is part of a correction.

Chapters: 1xx setup, 2xx and 31x, 32x turns and moves, 33x, 34x, 51x envelopes, 36x, 37x, 5xx cards, 4xx
combat, 6xx end.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.asking import SHOW_OVOID
from domain.games.chaosmos.words.names import SENTENCES, against, aliens_in, card_name, how_many, plays
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Says, Told, by_value

# Facts of cards that are played, sent, traded, moved and named, and of texts, in words (36x, 37x, 5xx).

told = SENTENCES.fact

UPON = "[ on {target:seat}][ on {planet}]"
"""The target of a card."""
ABILITY = "{seat} uses an ability[{cost:if} for an action]: {ability:text}."

CARDS: Mapping[str, FactWords] = {
    "card_played": told("{seat} plays {card}" + UPON + "."),
    "card_voided": told("{card} is single-use and goes to the Void."),
    "card_sent": told("{seat} sends [{card}|a card from hand] into the envelope of {planet}."),
    "pool_traded": told("{seat} gives {given:card} to the Cosmic Pool and takes {taken:card}."),
    "ability_used": told(ABILITY),
    "text_followed": told("{seat} resolves the printed text by hand."),
    "card_moved": told("[{card:first_card}|A card] moves from {origin:zone} to {to:zone}."),
    "cards_named": told("{cards:unnamed} in {zone} {cards:are} named: {cards}."),
    "cards_unnamed": told("Unnamed cards moved, so {cards} may no longer be in {zone}."),
}
"""CM-526, CM-R31: a card is called by its name to those who see it."""


# Facts of combat and of what follows from it in words (4xx).

Message = Mapping[str, Json]


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


# Facts of envelopes and flip cards in words (33x, 34x, 51x).


def inside(of: str = "") -> str:
    """The contents of an envelope, for those who see them (CM-334, CM-525). of: the fact, with a dot."""
    return f"[; inside: {{{of}face_down:cards}}[; face up: {{{of}face_up:card}}]]"


ENVELOPES: Mapping[str, FactWords] = {
    "envelope_returned": told("{seat}’s envelope of {planet} returns to the box."),
    "gear_revealed": told("{seat} shows {card}."),
    "envelope_opened": told("{seat} opens the envelope of {planet}: [{face_up:card}|no card] is face up."),
    "flip_triggered": told("{card} is face up on the envelope of {planet}.", "chaos"),
    "control_taken": told(
        "{seat} takes control of {planet}[{no_take:if} and cannot take cards out of it]" + inside() + "."
    ),
    "control_set": told("{seat} has the envelope of {planet} in front of it."),
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


# Facts of the setup in words (1xx).


def _aliens_dealt(fact: Mapping[str, Json], naming: Naming) -> Told:
    """CM-102, CM-812: one alien each is dealt openly; if there are two each, a seat sees only its own."""
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


# Facts of turns, places, tokens and the clock in words (2xx, 31x, 32x, 6xx).


def _hypertokens_added(fact: Mapping[str, Json], naming: Naming) -> Told:
    number = fact["n"]
    what = f" {'gets' if number >= 0 else 'gives up'} {how_many(abs(number), 'hypertoken')}."
    return Told((naming.seat(fact["seat"]), what), "score" if number > 0 else "plain")


def _clock_reduced(fact: Mapping[str, Json], naming: Naming) -> Told:
    """A correction may take back what was counted too much."""
    if fact["by"] < 0:
        return Told((f"The clock goes up by {-fact['by']} to {fact['clock']}.",))
    return Told((f"The clock goes down by {fact['by']} to {fact['clock']}.",), "chaos")


def _actions_left_set(fact: Mapping[str, Json], naming: Naming) -> Told:
    left = how_many(fact["left"], "action") if fact["left"] else "no actions"
    return Told((naming.seat(fact["seat"]), f" has {left} left."))


TURNS: Mapping[str, FactWords] = {
    "turn_begun": told("{seat} begins turn {turn}."),
    "action_spent": told("{seat} spends an action."),
    "actions_left_set": _actions_left_set,
    "hypertoken_spent": told("{seat} spends a hypertoken."),
    "hypertokens_added": _hypertokens_added,
    "moved": by_value(
        "via",
        {
            "move": told("{seat} moves to {to:space}."),
            "hyperspace": told("{seat} jumps through hyperspace to {to:space}."),
            "banish": told("{seat} is banished to {to:space}.", "chaos"),
            "trap": told("{seat} is sent home to {to:space}.", "chaos"),
            "text": told("{seat} is placed on {to:space}."),
        },
    ),
    "turn_forfeited": told("{seat} loses the rest of the turn.", "chaos"),
    "clock_reduced": _clock_reduced,
    "turn_ended": told("{seat}’s turn ends: the clock clicks to {clock}[; next is {next:seat}]."),
    "ovoid_awaited": told(f"{SHOW_OVOID}.", "score"),
    "game_ended": by_value(
        "winner",
        {None: told("The clock is at 0 and nobody has the Ovoid in hand: everyone loses.", "chaos")},
        told("The clock is at 0: {winner:seat} has the Ovoid in hand and wins.", "score"),
    ),
}
"""CM-602, CM-603: who has the Ovoid in the end wins."""


# Each fact in words, as it follows from an action or stands in a correction.

FACTS: Mapping[str, FactWords] = {**SETUP, **TURNS, **ENVELOPES, **COMBAT, **CARDS}
