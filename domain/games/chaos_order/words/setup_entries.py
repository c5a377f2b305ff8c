"""Entries of the setup, of prices, turns, income and relics as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.gains import gains
from domain.games.chaos_order.words.names import called, region_run, told
from domain.games.chaos_order.words.phrases import phase_name
from domain.kernel import ActionWords, Json, Naming, Run, Says, counted, listed

Message = Mapping[str, Json]
Facts = Sequence[Message]


def facts_of(facts: Facts, tag: str) -> list[Message]:
    """All facts of one tag."""
    return [fact for fact in facts if fact["fact"] == tag]


def _prepare_table(action: Message, facts: Facts, naming: Naming) -> Says:
    return ("The table is set up.",)


def _place_base(action: Message, facts: Facts, naming: Naming) -> Says:
    closed = listed([called(naming, border) for border in action.get("mountains", ())])
    mountains = f"; mountains {closed}" if closed else ""
    place = region_run(naming, action["location"])
    return (naming.seat(action["seat"]), " places its base at ", place, f"{mountains}.")


def _lay_neutral_foundations(action: Message, facts: Facts, naming: Naming) -> Says:
    says: list[str | Run] = ["The neutral foundations are placed"]
    for number, fact in enumerate(facts_of(facts, "relic_placed")):
        says += [f"{', ' if number else '; '}relic {fact['relic']} in ", region_run(naming, fact["region"])]
    return (*says, ".")


def _deploy_starting_leader(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, leader = action["seat"], called(naming, action["leader"])
    region = region_run(naming, action["region"])
    return (naming.seat(seat), f" places {leader} in ", region, *gains(facts, naming, seat), ".")


def _place_starting_fighters(action: Message, facts: Facts, naming: Naming) -> Says:
    says: list[str | Run] = [naming.seat(action["seat"]), " places "]
    for number, (place, fighters) in enumerate(action["fighters"].items()):
        says += [" and " if number else "", f"{counted(fighters, 'fighter')} in ", region_run(naming, place)]
    return (*says, *gains(facts, naming, action["seat"]), ".")


def _set_price(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-219: the last pricing brings the neutral tokens with it."""
    seat, phase = action["seat"], phase_name(action["phase"])
    spot = f" on the {action['spot']} spot" if action.get("spot") else ""
    price = told(naming, action["token"]) or called(naming, action["token"])
    says: list[str | Run] = [
        naming.seat(seat),
        f" prices {phase}{spot} ({price})",
        *gains(facts, naming, seat),
    ]
    for fact in facts_of(facts, "price_placed"):
        if fact.get("by") is None:
            phase = phase_name(fact["phase"])
            says.append(f"; {phase} gets {called(naming, fact['token'])}")
    return (*says, ".")


def _act(action: Message, facts: Facts, naming: Naming) -> Says:
    """CO-234: a part to the pricer, a part to the supply."""
    seat = action["seat"]
    paid = [fact for fact in facts_of(facts, "energy_changed") if fact["cause"] == "act_cost"]
    mine = [fact for fact in paid if fact["seat"] == seat]
    cost = -sum(fact["delta"] for fact in mine)
    says: list[str | Run] = [naming.seat(seat), f" acts in {_phase(facts, 'act_chosen')}"]
    says.append(f" for {cost} energy" if cost else " for free")
    for fact in mine:
        if fact.get("other") is not None:
            part = f", {-fact['delta']} of it" if -fact["delta"] != cost else ""
            says += [f"{part} to ", naming.seat(fact["other"])]
    return (*says, *gains(facts, naming, seat, without=("act_cost",)), ".")


def _phase(facts: Facts, tag: str) -> str:
    chosen = facts_of(facts, tag)
    return phase_name(chosen[0]["phase"]) if chosen else "this phase"


def _pass(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, chosen = action["seat"], facts_of(facts, "pass_chosen")
    unable = ", unable to pay" if chosen and not chosen[0]["able"] else ""
    passes = f" passes in {_phase(facts, 'pass_chosen')}{unable}"
    return (naming.seat(seat), passes, *gains(facts, naming, seat), ".")


def simple(does: str) -> ActionWords:
    """The seat does it, and what that brings."""

    def tell(action: Message, facts: Facts, naming: Naming) -> Says:
        return (naming.seat(action["seat"]), f" {does}", *gains(facts, naming, action["seat"]), ".")

    return tell


def _take_region_income(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, taken = action["seat"], facts_of(facts, "region_income_taken")
    count = sum(taken[0][part] for part in ("land", "lakes", "base", "modifiers")) if taken else 0
    takes = f" takes the income of {counted(count, 'region')}"
    return (naming.seat(seat), takes, *gains(facts, naming, seat), ".")


def _take_building_income(action: Message, facts: Facts, naming: Naming) -> Says:
    seat, gems = action["seat"], action.get("gems_as_research", 0)
    research = f", {counted(gems, 'gem')} of it as research" if gems else ""
    brought = gains(facts, naming, seat) or (": nothing",)
    return (naming.seat(seat), f" takes the income of its buildings{research}", *brought, ".")


def _resolve_relics(action: Message, facts: Facts, naming: Naming) -> Says:
    for fact in facts_of(facts, "relic_taken"):
        takes = f" takes relic {fact['relic']} from "
        return (naming.seat(fact["seat"]), takes, region_run(naming, fact["region"]), ".")
    for fact in facts_of(facts, "relic_removed"):
        region = region_run(naming, fact["region"])
        return (f"Relic {fact['relic']} leaves the game: nobody controls ", region, ".")
    return ("The relics are checked.",)


SETUP_ENTRIES: Mapping[str, ActionWords] = {
    "prepare_table": _prepare_table,
    "place_base": _place_base,
    "lay_neutral_foundations": _lay_neutral_foundations,
    "deploy_starting_leader": _deploy_starting_leader,
    "place_starting_fighters": _place_starting_fighters,
    "set_price": _set_price,
    "act": _act,
    "pass": _pass,
    "begin_main_action": simple("takes the main action"),
    "end_main_action": simple("ends the main action"),
    "auxiliary_action": simple("takes the auxiliary action"),
    "end_turn": simple("ends the turn"),
    "decline_effect": simple("declines the rest"),
    "choose_branch": simple("chooses"),
    "exchange_recruitment_points": simple("exchanges recruitment points"),
    "take_region_income": _take_region_income,
    "take_building_income": _take_building_income,
    "finish_income": simple("finishes the income"),
    "resolve_relics": _resolve_relics,
}
