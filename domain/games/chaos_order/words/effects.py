"""The log: each fact as a sentence, with its cause; it follows from an action or a correction.

A correction may give any cause of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import SENTENCES, joined
from domain.games.chaos_order.words.phrases import amount
from domain.kernel import FactWords, Json, Naming, Says, Told, by_value, counted, figure

# Facts of battles in words, step by step.

Message = Mapping[str, Json]

told = SENTENCES.fact

BATTLE_STEPS = {
    "plan": told("Both sides plan."),
    "reveal": told("Both plans are locked in."),
    "effects": told("Card effects are resolved."),
    "victory": told("Strength is compared."),
    "wounds": told("Wounds are resolved."),
    "retreat": told("The loser must choose where to retreat."),
    "rout": told("The loser must leave."),
}


def _strength_compared(fact: Message, naming: Naming) -> Told:
    """The winner, both strengths, and the reason (CO-431 … CO-436)."""
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
    "battle_step_began": by_value("step", BATTLE_STEPS, told("The battle continues.")),
    "battle_ended": told("The battle in {region} is over[{cards:discarded}]."),
}


# Facts of foundations, buildings, tokens, units and relics in words.

PLACES = told("{seat} places {:units} {target:placed}.")
MOVES: Mapping[str, FactWords] = {
    "wound": told("{seat} loses {:units} in {origin:spot}: wounded, back to {target:spot}.", "chaos"),
    "driven_back": told("{seat:owner} {:units} {:are} driven from {origin:spot} to {target:spot}.", "chaos"),
    "retreat": told("{seat:owner} {:units} {:retreat} from {origin:spot} to {target:spot}."),
    "relic": told("{seat:owner} {:units} {:bring} the relic from {origin:spot} to {target:spot}."),
    **dict.fromkeys(("setup", "deploy", "landing"), PLACES),
    "redeploy": told("{seat} redeploys {:units} from {origin:spot} to {target:spot}."),
}
"""Sentences for units that go from one spot to another, by cause."""

PIECE_FACTS: Mapping[str, FactWords] = {
    "foundation_constructed": told("{seat} constructs {foundation} in {region}{foundation:ability_text}."),
    "building_constructed": told("{seat} constructs {building:a_building} in {region}."),
    "building_razed": told("{seat:owner} {building} in {region} is razed.", "chaos"),
    "token_harvested": told("{seat} harvests {region}."),
    "production_token_placed": told("{seat} places {token} in {region}."),
    "production_token_upgraded": told("{seat} upgrades {token} in {region}{token:upgraded}."),
    "units_moved": by_value(
        "cause", MOVES, told("{seat} moves {:units} from {origin:spot} to {target:spot}.")
    ),
    "leader_upgraded": told("{seat} upgrades {leader}{leader:upgraded}."),
    "attribute_upgraded": told("{seat} upgrades {attribute}{attribute:upgraded}."),
    "relic_taken": told("{seat} takes relic {relic} from {region}.", "score"),
    "relic_removed": told("Relic {relic} leaves the game: nobody controls {region}."),
}


# Facts of the setup, of rounds, prices and turns, and of the end in words.

ENDS_MAIN_ACTION = "{seat} ends the main action."
TAKES_AUXILIARY_ACTION = "{seat} takes the auxiliary action."

ROUND_FACTS: Mapping[str, FactWords] = {
    "land_tiles_laid": told("Land tiles: {tiles:pairs}."),
    "setup_step_began": told("{step:setup_step}[{turns:in_turn}]."),
    "base_placed": told("{seat} has its base at {location}[{mountains}]."),
    "foundations_laid": told("Foundations: {layout:pairs}."),
    "foundations_returned": told("Back to the box: {foundations}."),
    "relic_placed": told("Relic {relic} is in {region}."),
    "mountains_placed": told("Mountains are placed {borders}."),
    "round_began": told("Round {round} begins."),
    "phase_began": told("{phase:beginning} begins[{turns:in_turn}]."),
    "turn_ended": told("{seat:owner} turn ends."),
    # CO-219: a neutral token is nobody's.
    "price_placed": told("[{by:seat}|A neutral token] prices {phase}: {token:price}[{spot:then_on_spot}]."),
    "tokens_moved": by_value(
        "to",
        {
            "supply": told("{seat} takes back {tokens} from the vault."),
            "vault": told("{seat} puts {tokens} into the vault."),
        },
        told("{seat} loses {tokens} for good."),
    ),
    "prices_cleared": told("The prices are removed from the phases."),
    "neutral_token_removed": told("Of {pair}, the costlier one is now on top."),
    "flare_gun_passed": told("The flare gun passes to {to:seat}{cause:gun_reason}."),
    "act_chosen": told("{seat} acts in {phase}."),
    "pass_chosen": told("{seat} passes in {phase}{able}."),
    "main_action_began": told("{seat} begins the main action."),
    "main_action_ended": told(ENDS_MAIN_ACTION),
    "auxiliary_taken": told(TAKES_AUXILIARY_ACTION),
    "game_ended": told("{winners:seats} {winners:win} in round {round}{reason:victory}.", "score"),
}


# What brought a change about, in words; a correction may give any cause of its own.

CAUSES = {
    "ability": "an ability",
    "act_cost": "acting",
    "attribute": "an attribute",
    "auxiliary": "the auxiliary action",
    "board_foundation": "a gem lock",
    "card": "a tactics card",
    "die": "a combat die",
    "exchange": "recruitment points",
    "fame": "a space of the fame track",
    "fast_track": "the fast track",
    "gem_cost": "the gem cost",
    "gem_lock": "a gem lock",
    "harvest": "the harvest",
    "immediate": "a research column",
    "income": "income",
    "location": "a location reward",
    "main": "the main action",
    "manual": "resolved by hand",
    "pricing": "pricing",
    "pricing_token": "the pricing token",
    "raze": "a razed building",
    "relic": "a relic",
    "setup": "the setup",
}


def cause_name(cause: str) -> str:
    """`acting` of `act_cost`; another as it was written."""
    return CAUSES.get(cause) or cause.replace("_", " ")


# Facts of what a seat has in words: energy, gems, fame, research, cards, what it has to settle.

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


# Each fact in words, as it follows from an action or stands in a correction.

FACTS: Mapping[str, FactWords] = {**ROUND_FACTS, **SEAT_FACTS, **PIECE_FACTS, **BATTLE_FACTS}
