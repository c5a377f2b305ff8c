"""Entries of research, cards, abilities and battles as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.gains import as_fact, brings, gains
from domain.games.chaos_order.words.names import SENTENCES, joined, region_run
from domain.games.chaos_order.words.phrases import building_name
from domain.games.chaos_order.words.seat_effects import DISCARDS, RESOLVES_BY_HAND
from domain.games.chaos_order.words.setup_entries import facts_of
from domain.kernel import ActionWords, Json, Naming, Says

Message = Mapping[str, Json]
Facts = Sequence[Message]

said = SENTENCES.action


def _raze_building(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-451: the order decides what the spaces give."""
    seat = action["seat"]
    razed = joined(
        ", then ",
        (
            (f"the {building_name(fact['building'])} in ", region_run(naming, fact["region"]))
            for fact in facts_of(facts, "building_razed")
        ),
    )
    return (naming.seat(seat), " takes back ", *(razed or ("a building",)), *gains(facts, naming, seat), ".")


ROUND_ENTRIES: Mapping[str, ActionWords] = {
    "advance_research": brings("{seat} researches {track:phase}[{research_advanced.:(column)}]."),
    "play_tactics_card": brings("{seat} plays {card}."),
    "discard_tactics_card": brings(DISCARDS),
    "use_ability": brings("{seat} uses {:ability}.", but="ability"),
    "take_ability_income": brings("{seat} takes the income of {:ability}.", but="ability"),
    # CO-404.
    "select_battle": as_fact(
        "battle_selected", said("{seat} chooses the battle in {region} against {opponent:seat}.")
    ),
    # CO-410.
    "commit_plan": said("{seat} locks in a plan[: {section}, {:plan_card}]."),
    "reveal_plans": as_fact("strength_compared", said("The plans are revealed.")),
    "retreat_to": said("{seat} chooses to retreat to {region}."),
    "raze_building": _raze_building,
    # CO-588: what changed is told by lines of its own.
    "apply_manual_effect": said(RESOLVES_BY_HAND),
}
