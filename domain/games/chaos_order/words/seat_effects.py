"""Facts of what a seat has in words: energy, gems, fame, research, cards, what it has to settle."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.causes import cause_name
from domain.games.chaos_order.words.names import SENTENCES
from domain.games.chaos_order.words.phrases import amount
from domain.kernel import FactWords, Json, Naming, Says, Told

told = SENTENCES.fact

DISCARDS = "{seat} discards {card}."
FINISHES_INCOME = "{seat} finishes the income."
RESOLVES_BY_HAND = "{seat} resolves {text_id} by hand."


def _changed(thing: str) -> FactWords:
    def words(fact: Mapping[str, Json], naming: Naming) -> Told:
        delta = fact["delta"]
        verb = "gains" if delta > 0 else "loses" if fact.get("cause") in ("ability", "manual") else "pays"
        whom: Says = ()
        if fact.get("other"):
            whom = (" from " if delta > 0 else " to ", naming.seat(fact["other"]))
        why = cause_name(fact["cause"])
        does = f" {verb} {amount(abs(delta), thing)}"
        return Told((naming.seat(fact["seat"]), does, *whom, f" ({why})." if why else "."))

    return words


SEAT_FACTS: Mapping[str, FactWords] = {
    "energy_changed": _changed("energy"),
    "gems_changed": _changed("gem"),
    "fame_moved": told("{seat} has {to} fame.", "score"),
    "counter_set": told("{seat}: {counter} now {value}."),
    "region_bonus_changed": told("{seat} counts {delta:more_regions} in this round."),
    "research_advanced": told("{seat} is at {track:phase}{:column}."),
    "effects_awaited": told("{seat} must resolve: {:awaited}."),
    "effect_taken": told("{seat} uses [{amount}|1] of the pending effect."),
    "effect_dropped": told("{seat} loses the pending effect."),
    "ability_used": told("{seat} uses {:ability}{:ability_does}."),
    "cards_drawn": told("{seat} draws {:drawn}."),
    "deck_reshuffled": told("The discard pile is shuffled into a new deck."),
    "card_played": told("{seat} plays {card} in {phase}."),
    "card_discarded": told(DISCARDS),
    "region_income_taken": told("{seat} takes the income of {:regions}."),
    "building_income_taken": told("{seat} takes the income of buildings[{gems_as_research}]."),
    "income_finished": told(FINISHES_INCOME),
    "manual_effect_applied": told(RESOLVES_BY_HAND),
}
