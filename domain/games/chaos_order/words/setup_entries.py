"""Entries of the setup, of prices, turns, income and relics as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.gains import as_fact, brings, gains
from domain.games.chaos_order.words.names import SENTENCES, called, joined, region_run
from domain.games.chaos_order.words.phrases import SETUP_STEPS, phase_name
from domain.games.chaos_order.words.round_effects import ENDS_MAIN_ACTION, TAKES_AUXILIARY_ACTION
from domain.games.chaos_order.words.seat_effects import FINISHES_INCOME
from domain.kernel import ActionWords, Json, Naming, Says

Message = Mapping[str, Json]
Facts = Sequence[Message]

said = SENTENCES.action
prices = said("{seat} prices {phase}[{spot:on_spot}] ({token:price})")
acts = said("{seat} acts in [{act_chosen.phase:phase}|this phase]")


def facts_of(facts: Facts, tag: str) -> list[Message]:
    """All facts of one tag."""
    return [fact for fact in facts if fact["fact"] == tag]


def _lay_neutral_foundations(action: Message, facts: Facts, naming: Naming) -> Says:
    relics = joined(
        ", ",
        (
            (f"relic {fact['relic']} in ", region_run(naming, fact["region"]))
            for fact in facts_of(facts, "relic_placed")
        ),
    )
    return ("The neutral foundations are placed", *(("; ", *relics) if relics else ()), ".")


def _set_price(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-219: the last pricing brings the neutral tokens with it."""
    says = [*prices(action, facts, naming), *gains(facts, naming, action["seat"])]
    for fact in facts_of(facts, "price_placed"):
        if fact.get("by") is None:
            says.append(f"; {phase_name(fact['phase'])} gets {called(naming, fact['token'])}")
    return (*says, ".")


def _act(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-234: a part to the pricer, a part to the supply."""
    seat = action["seat"]
    paid = [fact for fact in facts_of(facts, "energy_changed") if fact["cause"] == "act_cost"]
    mine = [fact for fact in paid if fact["seat"] == seat]
    cost = -sum(fact["delta"] for fact in mine)
    says = [*acts(action, facts, naming), f" for {cost} energy" if cost else " for free"]
    for fact in mine:
        if fact.get("other") is not None:
            part = f", {-fact['delta']} of it" if -fact["delta"] != cost else ""
            says += [f"{part} to ", naming.seat(fact["other"])]
    return (*says, *gains(facts, naming, seat, without=("act_cost",)), ".")


SETUP_ENTRIES: Mapping[str, ActionWords] = {
    "prepare_table": said(f"{SETUP_STEPS['prepare']}."),
    "place_base": said("{seat} places its base at {location}[{mountains}]."),
    "lay_neutral_foundations": _lay_neutral_foundations,
    "deploy_starting_leader": brings("{seat} places {leader} in {region}."),
    "place_starting_fighters": brings("{seat} places {fighters}."),
    "set_price": _set_price,
    "act": _act,
    "pass": brings("{seat} passes in [{pass_chosen.phase:phase}|this phase][{pass_chosen.able:able}]."),
    "begin_main_action": brings("{seat} takes the main action."),
    "end_main_action": brings(ENDS_MAIN_ACTION),
    "auxiliary_action": brings(TAKES_AUXILIARY_ACTION),
    "end_turn": brings("{seat} ends the turn."),
    "decline_effect": brings("{seat} declines the rest."),
    "choose_branch": brings("{seat} chooses."),
    "exchange_recruitment_points": brings("{seat} exchanges recruitment points."),
    "take_region_income": brings("{seat} takes the income of [{region_income_taken.:regions}|0 regions]."),
    "take_building_income": brings(
        "{seat} takes the income of its buildings[{gems_as_research}].", nothing=": nothing"
    ),
    "finish_income": brings(FINISHES_INCOME),
    "resolve_relics": as_fact("relic_taken", as_fact("relic_removed", said("The relics are checked."))),
}
