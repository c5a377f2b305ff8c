"""Facts of battles in words, step by step."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import SENTENCES, joined
from domain.kernel import FactWords, Json, Naming, Says, Told, by_value, counted, figure

Message = Mapping[str, Json]

told = SENTENCES.fact

STEPS = {
    "plan": told("Both sides plan."),
    "reveal": told("Both plans are locked in."),
    "effects": told("Card effects are resolved."),
    "victory": told("Strength is compared."),
    "wounds": told("Wounds are resolved."),
    "retreat": told("The loser must choose where to retreat."),
    "rout": told("The loser must leave."),
}


def _strength_compared(fact: Message, naming: Naming) -> Told:
    """Who won, with which strength, and why (CO-431 … CO-436)."""
    victor, strength = fact["victor"], fact["strength"]
    others = [side for side in strength if side != victor]
    if not others:
        return Told((naming.seat(victor), " wins the battle."))
    loser, (mine, theirs) = others[0], (strength.get(victor, 0), strength[others[0]])
    figures = f"{figure(mine)} strength to {figure(theirs)}"
    why = {"tie": ": on a tie, the seat that chose the battle wins", "retreat": ""}.get(fact["reason"], "")
    if fact.get("retreats") or fact["reason"] == "retreat":
        return Told((naming.seat(loser), " retreats from ", naming.seat(victor), f", {figures}{why}."))
    return Told((naming.seat(victor), " beats ", naming.seat(loser), f", {figures}{why}."))


def _attacks_compared(fact: Message, naming: Naming) -> Told:
    """CO-441: each side’s attack on the shields of the other."""
    return Told((*joined("; ", (_dealt(fact, naming, side) for side in fact["attack"])), "."))


def _dealt(fact: Message, naming: Naming, side: str) -> Says:
    foe = next((other for other in fact["wounds"] if other != side), side)
    against = f"{fact['attack'][side]} attack on {counted(fact['shields'].get(foe, 0), 'shield')}"
    wounds = fact["wounds"].get(foe, 0)
    return (naming.seat(side), f" deals {counted(wounds, 'wound') if wounds else 'no wound'} ({against})")


BATTLE_FACTS: Mapping[str, FactWords] = {
    "combat_turn_given": told("{seat} chooses the next battle."),
    # CO-404: both sides declare what they have before the plans.
    "battle_selected": told(
        "Battle in {region}: {selector:seat} with {:selectors} against {opponent:seat} with {:opponents}."
    ),
    # CO-410: hidden from all but its seat until the reveal.
    "plan_committed": told("[{seat} plans: {section}, {:plan_card}.|{seat} has a plan.]"),
    "plans_revealed": told("{plans}."),
    "die_rolled": told("{seat} rolls {face}."),
    "combat_bonus_gained": told("{seat} gets {:bonus} in this battle."),
    "strength_compared": _strength_compared,
    "attacks_compared": _attacks_compared,
    "battle_step_began": by_value("step", STEPS, told("The battle continues.")),
    "battle_ended": told("The battle in {region} is over[{cards:discarded}]."),
}
