"""Facts of what a seat has in words: energy, gems, fame, research, cards, what it has to settle."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.causes import cause_name
from domain.games.chaos_order.words.effects_told import effect_told
from domain.games.chaos_order.words.names import ability_name, called, called_by, card_run, counter_name, told
from domain.games.chaos_order.words.phrases import amount, phase_name
from domain.kernel import FactWords, Json, Naming, Run, Says, Told, counted, figure, listed, signed

Message = Mapping[str, Json]


def _seat(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


def _changed(fact: Message, naming: Naming, thing: str) -> Told:
    delta = fact["delta"]
    verb = "gains" if delta > 0 else "loses" if fact.get("cause") in ("ability", "manual") else "pays"
    whom: Says = ()
    if fact.get("other"):
        whom = (" from " if delta > 0 else " to ", naming.seat(fact["other"]))
    why = cause_name(fact["cause"])
    return Told(
        (_seat(fact, naming), f" {verb} {amount(abs(delta), thing)}", *whom, f" ({why})." if why else ".")
    )


def _energy_changed(fact: Message, naming: Naming) -> Told:
    return _changed(fact, naming, "energy")


def _gems_changed(fact: Message, naming: Naming) -> Told:
    return _changed(fact, naming, "gem")


def _fame_moved(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), f" has {fact['to']} fame."), "score")


def _counter_set(fact: Message, naming: Naming) -> Told:
    name = counter_name(naming, fact["counter"])
    return Told((_seat(fact, naming), f": {name} now {figure(fact['value'])}."))


def _region_bonus_changed(fact: Message, naming: Naming) -> Told:
    change = f"{signed(fact['delta'])} {'region' if abs(fact['delta']) == 1 else 'regions'}"
    return Told((_seat(fact, naming), f" counts {change} in this round."))


def _research_advanced(fact: Message, naming: Naming) -> Told:
    track = phase_name(fact["track"])
    gives = told(naming, f"{fact['track']}:{fact['column']}")
    return Told((_seat(fact, naming), f" is at {track} {fact['column']}{f': {gives}' if gives else ''}."))


def awaited_told(fact: Message, naming: Naming) -> str:
    """What a seat may still settle."""
    return ", ".join(
        effect_told(item["effect"], called_by(naming, fact["seat"]), left=item["left"])
        for item in fact["effects"]
    )


def _effects_awaited(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), f" must resolve: {awaited_told(fact, naming)}."))


def _effect_taken(fact: Message, naming: Naming) -> Told:
    amount = fact.get("amount", 1)
    return Told((_seat(fact, naming), f" uses {amount} of the pending effect."))


def _effect_dropped(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " loses the pending effect."))


def _ability_used(fact: Message, naming: Naming) -> Told:
    name = ability_name(naming, fact["seat"], fact["ability"])
    return Told((_seat(fact, naming), f" uses {name.name}{f': {name.text}' if name.text else ''}."))


def _cards_drawn(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), f" draws {drawn_told(fact, naming)}."))


def drawn_told(fact: Message, naming: Naming) -> str:
    """The cards by name to who may know them, else how many."""
    cards = fact.get("cards")
    if cards is None:
        return counted(fact["count"], "card")
    return listed([card_run(naming, card).text for card in cards]) or "no card"


def _deck_reshuffled(fact: Message, naming: Naming) -> Told:
    return Told(("The discard pile is shuffled into a new deck.",))


def _card_played(fact: Message, naming: Naming) -> Told:
    phase = phase_name(fact["phase"])
    return Told((_seat(fact, naming), " plays ", card_run(naming, fact["card"]), f" in {phase}."))


def _card_discarded(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " discards ", card_run(naming, fact["card"]), "."))


def _region_income_taken(fact: Message, naming: Naming) -> Told:
    count = fact["land"] + fact["lakes"] + fact["base"] + fact["modifiers"]
    return Told((_seat(fact, naming), f" takes the income of {counted(count, 'region')}."))


def _building_income_taken(fact: Message, naming: Naming) -> Told:
    gems = fact.get("gems_as_research", 0)
    tail = f", {counted(gems, 'gem')} of it as research" if gems else ""
    return Told((_seat(fact, naming), f" takes the income of buildings{tail}."))


def _income_finished(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " finishes the income."))


def _manual_effect_applied(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), f" resolves {called(naming, fact['text_id'])} by hand."))


SEAT_FACTS: Mapping[str, FactWords] = {
    "energy_changed": _energy_changed,
    "gems_changed": _gems_changed,
    "fame_moved": _fame_moved,
    "counter_set": _counter_set,
    "region_bonus_changed": _region_bonus_changed,
    "research_advanced": _research_advanced,
    "effects_awaited": _effects_awaited,
    "effect_taken": _effect_taken,
    "effect_dropped": _effect_dropped,
    "ability_used": _ability_used,
    "cards_drawn": _cards_drawn,
    "deck_reshuffled": _deck_reshuffled,
    "card_played": _card_played,
    "card_discarded": _card_discarded,
    "region_income_taken": _region_income_taken,
    "building_income_taken": _building_income_taken,
    "income_finished": _income_finished,
    "manual_effect_applied": _manual_effect_applied,
}
