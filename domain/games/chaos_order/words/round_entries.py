"""Entries of research, cards, abilities and battles as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.battle_effects import BATTLE_FACTS, compared, plan_told
from domain.games.chaos_order.words.gains import gains
from domain.games.chaos_order.words.names import ability_name, called, card_run, region_run, told
from domain.games.chaos_order.words.phrases import building_name, phase_name
from domain.games.chaos_order.words.setup_entries import facts_of
from domain.kernel import ActionWords, Json, Naming, Run, Says

Message = Mapping[str, Json]
Facts = Sequence[Message]


def _advance_research(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, track = action["seat"], action["track"]
    moved = facts_of(facts, "research_advanced")
    column = f" {moved[0]['column']}" if moved else ""
    gives = told(naming, f"{track}:{moved[0]['column']}") if moved else ""
    does = f" researches {phase_name(track)}{column}{f' ({gives})' if gives else ''}"
    return (naming.seat(seat), does, *gains(facts, naming, seat), ".")


def _play_tactics_card(action: Message, facts: Facts, naming: Naming) -> Says:
    seat = action["seat"]
    return (naming.seat(seat), " plays ", card_run(naming, action["card"]), *gains(facts, naming, seat), ".")


def _discard_tactics_card(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, card = action["seat"], card_run(naming, action["card"])
    return (naming.seat(seat), " discards ", card, *gains(facts, naming, seat), ".")


def _ability(does: str) -> ActionWords:
    def tell(action: Message, facts: Facts, naming: Naming) -> Says:
        seat = action["seat"]
        name = ability_name(naming, seat, action["ability"]).name
        brought = gains(facts, naming, seat, without=(action["ability"],))
        return (naming.seat(seat), f" {does} {name}", *brought, ".")

    return tell


def _select_battle(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-404."""
    for fact in facts_of(facts, "battle_selected"):
        return BATTLE_FACTS["battle_selected"](fact, naming).says
    seat, foe = naming.seat(action["seat"]), naming.seat(action["opponent"])
    return (seat, " chooses the battle in ", region_run(naming, action["region"]), " against ", foe, ".")


def _commit_plan(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-410."""
    plan = (": ", *plan_told(action, naming)) if "section" in action else ()
    return (naming.seat(action["seat"]), " locks in a plan", *plan, ".")


def _reveal_plans(action: Message, facts: Facts, naming: Naming) -> Says:
    for fact in facts_of(facts, "strength_compared"):
        return compared(fact, naming)
    return ("The plans are revealed.",)


def _retreat_to(action: Message, facts: Facts, naming: Naming) -> Says:
    region = region_run(naming, action["region"])
    return (naming.seat(action["seat"]), " chooses to retreat to ", region, ".")


def _raze_building(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-451: the order decides what the spaces give."""
    seat, says = action["seat"], list[str | Run]()
    for number, fact in enumerate(facts_of(facts, "building_razed")):
        building = building_name(fact["building"])
        says += [", then " if number else "", f"the {building} in ", region_run(naming, fact["region"])]
    return (naming.seat(seat), " takes back ", *(says or ["a building"]), *gains(facts, naming, seat), ".")


def _apply_manual_effect(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-588: what changed is told by lines of its own."""
    return (naming.seat(action["seat"]), f" resolves {called(naming, action['text_id'])} by hand.")


ROUND_ENTRIES: Mapping[str, ActionWords] = {
    "advance_research": _advance_research,
    "play_tactics_card": _play_tactics_card,
    "discard_tactics_card": _discard_tactics_card,
    "use_ability": _ability("uses"),
    "take_ability_income": _ability("takes the income of"),
    "select_battle": _select_battle,
    "commit_plan": _commit_plan,
    "reveal_plans": _reveal_plans,
    "retreat_to": _retreat_to,
    "raze_building": _raze_building,
    "apply_manual_effect": _apply_manual_effect,
}
