"""Facts of battles in words, step by step."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import called, card_run, region_run
from domain.games.chaos_order.words.phrases import battle_values, changed
from domain.kernel import FactWords, Json, Naming, Run, Says, Told, counted, figure, listed

Message = Mapping[str, Json]

STEPS = {
    "plan": "Both sides plan.",
    "reveal": "Both plans are locked in.",
    "effects": "Card effects are resolved.",
    "victory": "Strength is compared.",
    "wounds": "Wounds are resolved.",
    "retreat": "The loser must choose where to retreat.",
    "rout": "The loser must leave.",
}


def _combat_turn_given(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " chooses the next battle."))


def _battle_selected(fact: Message, naming: Naming) -> Told:
    """CO-404: both sides declare what they have before the plans."""
    says: list[str | Run] = ["Battle in ", region_run(naming, fact["region"])]
    for mark, side in ((": ", fact["selector"]), (" against ", fact["opponent"])):
        has = fact["declared"].get(side, {})
        says += [mark, naming.seat(side), declared(has)]
    return Told((*says, "."))


def declared(has: Message) -> str:
    """` with 5 strength, 1 shield; 2 gems, 1 card`."""
    values = battle_values(has.get("strength", 0), has.get("attack", 0), has.get("shields", 0))
    purse = f"{counted(has.get('gems', 0), 'gem')}, {counted(has.get('cards', 0), 'card')}"
    return f" with {values or 'no strength'} ({purse})"


def _plan_committed(fact: Message, naming: Naming) -> Told:
    """CO-410: hidden from all but its seat until the reveal."""
    if "section" not in fact:
        return Told((naming.seat(fact["seat"]), " has a plan."))
    return Told((naming.seat(fact["seat"]), " plans: ", *plan_told(fact, naming), "."))


def plan_told(plan: Message, naming: Naming) -> Says:
    """`Massed attack, no card`; a bluffed card is named to nobody."""
    section = called(naming, f"section:{plan['section']}")
    if plan.get("card") is not None:
        return (f"{section}, with ", card_run(naming, plan["card"]))
    return (f"{section}, {'a bluff' if plan.get('tactics') == 'bluff' else 'no card'}",)


def _plans_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = []
    for side, plan in fact["plans"].items():
        says += ["; " if says else "", naming.seat(side), ": ", *plan_told(plan, naming)]
    return Told((*says, "."))


def _die_rolled(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" rolls {called(naming, 'die:' + str(fact['face']))}."))


def _combat_bonus_gained(fact: Message, naming: Naming) -> Told:
    changes = [(name, fact.get(name, 0)) for name in ("strength", "attack", "shields")]
    told = listed([changed(number, name) for name, number in changes if number])
    return Told((naming.seat(fact["seat"]), f" gets {told or 'nothing'} in this battle."))


def _strength_compared(fact: Message, naming: Naming) -> Told:
    return Told(compared(fact, naming))


def compared(fact: Message, naming: Naming) -> Says:
    """Who won, with which strength, and why (CO-431 … CO-436)."""
    victor, strength = fact["victor"], fact["strength"]
    others = [side for side in strength if side != victor]
    if not others:
        return (naming.seat(victor), " wins the battle.")
    loser, (mine, theirs) = others[0], (strength.get(victor, 0), strength[others[0]])
    figures = f"{figure(mine)} strength to {figure(theirs)}"
    why = {"tie": ": on a tie, the seat that chose the battle wins", "retreat": ""}.get(fact["reason"], "")
    if fact.get("retreats") or fact["reason"] == "retreat":
        return (naming.seat(loser), " retreats from ", naming.seat(victor), f", {figures}{why}.")
    return (naming.seat(victor), " beats ", naming.seat(loser), f", {figures}{why}.")


def _attacks_compared(fact: Message, naming: Naming) -> Told:
    """CO-441: each side’s attack on the shields of the other."""
    says: list[str | Run] = []
    for side, attack in fact["attack"].items():
        foe = next((other for other in fact["wounds"] if other != side), side)
        against = f"{attack} attack on {counted(fact['shields'].get(foe, 0), 'shield')}"
        wounds = fact["wounds"].get(foe, 0)
        deals = counted(wounds, "wound") if wounds else "no wound"
        says += ["; " if says else "", naming.seat(side), f" deals {deals} ({against})"]
    return Told((*says, "."))


def _battle_step_began(fact: Message, naming: Naming) -> Told:
    return Told((STEPS.get(fact["step"], "The battle continues."),))


def _battle_ended(fact: Message, naming: Naming) -> Told:
    cards = listed([card_run(naming, card).text for card in fact.get("cards", ())])
    tail = f"; {cards} to the discard pile" if cards else ""
    return Told(("The battle in ", region_run(naming, fact["region"]), f" is over{tail}."))


BATTLE_FACTS: Mapping[str, FactWords] = {
    "combat_turn_given": _combat_turn_given,
    "battle_selected": _battle_selected,
    "plan_committed": _plan_committed,
    "plans_revealed": _plans_revealed,
    "die_rolled": _die_rolled,
    "combat_bonus_gained": _combat_bonus_gained,
    "strength_compared": _strength_compared,
    "attacks_compared": _attacks_compared,
    "battle_step_began": _battle_step_began,
    "battle_ended": _battle_ended,
}
