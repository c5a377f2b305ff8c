"""The log: each action as a sentence that a fellow player would say, with what it brings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.chaos_order.words.effects import (
    DISCARDS,
    ENDS_MAIN_ACTION,
    FACTS,
    FINISHES_INCOME,
    RESOLVES_BY_HAND,
    TAKES_AUXILIARY_ACTION,
)
from domain.games.chaos_order.words.names import (
    SENTENCES,
    ability_name,
    awaited,
    called,
    counter_name,
    drawn,
    joined,
    region_run,
)
from domain.games.chaos_order.words.phrases import SETUP_STEPS, amount, building_name, phase_name
from domain.kernel import ActionWords, Json, Naming, Run, Says, by_value, figure, signed

# What an entry brings to whom, in one breath: `−3 energy, 1 build point`.

Message = Mapping[str, Json]

GAINED = (
    "energy_changed",
    "gems_changed",
    "fame_moved",
    "cards_drawn",
    "counter_set",
    "region_bonus_changed",
    "effects_awaited",
    "ability_used",
)
"""The facts that `gains` puts into words."""

THINGS = {"energy_changed": "energy", "gems_changed": "gem", "region_bonus_changed": "region"}


def gains(
    facts: Sequence[Message], naming: Naming, seat: str | None = None, *, without: Collection[str] = ()
) -> Says:
    """`: +2 energy, draws 1 card; Zcharo: +1 energy`. seat: it is named before already.

    without: causes and abilities that the sentence itself names.
    """
    says: list[str | Run] = []
    for who, parts in _by_seat(facts, naming, without).items():
        told = ", ".join(parts)
        if who == seat:
            says[:0] = [f": {told}"]
        else:
            says += ["; ", naming.seat(who), f": {told}"]
    return tuple(says)


def brings(template: str, *, but: str = "", nothing: str = "") -> ActionWords:
    """A sentence of what a seat does, with what that brings before its full stop.

    but: the member with the ability that the template names itself. nothing: the text of bringing nothing.
    """
    said = SENTENCES.action(template.removesuffix("."))

    def words(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        without = (action[but],) if but else ()
        brought = gains(facts, naming, action["seat"], without=without)
        return (*said(action, facts, naming), *(brought or (nothing,)), ".")

    return words


def as_fact(tag: str, otherwise: ActionWords) -> ActionWords:
    """The words of the first fact with the tag, or `otherwise` if there is none."""

    def words(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        for fact in facts:
            if fact["fact"] == tag:
                return FACTS[tag](fact, naming).says
        return otherwise(action, facts, naming)

    return words


def _by_seat(facts: Sequence[Message], naming: Naming, without: Collection[str]) -> dict[str, list[str]]:
    sums: dict[tuple[str, str, bool, str], int] = {}
    found: dict[str, dict[str, str]] = {}
    by: dict[str, str] = {}
    for fact in facts:
        tag, seat = fact["fact"], fact.get("seat")
        if tag not in GAINED or seat is None or fact.get("cause") in without:
            continue
        own = found.setdefault(seat, {})
        if tag == "ability_used":
            if fact["ability"] not in without:
                by[seat] = ability_name(naming, seat, fact["ability"]).name
                own.setdefault(by[seat], by[seat])
            continue
        name = by.pop(seat, "")
        own.pop(name, None)
        tail = f" ({name})" if name else ""
        if tag in THINGS:
            key = (seat, tag, fact["delta"] > 0, name)
            sums[key] = sums.get(key, 0) + fact["delta"]
            own[f"{key}"] = f"{_change(sums[key], THINGS[tag])}{tail}"
        elif tag == "fame_moved":
            # Only the final space of the marker is named; the gains show the spaces on its way.
            own.pop(f"{tag}{name}", None)
            own[f"{tag}{name}"] = f"{_told(fact, naming)}{tail}"
        else:
            own[f"{tag}{len(own)}"] = f"{_told(fact, naming)}{tail}"
    return {seat: list(parts.values()) for seat, parts in found.items() if parts}


def _change(number: int, thing: str) -> str:
    return f"{signed(number)} {amount(abs(number), thing).partition(' ')[2]}"


def _told(fact: Message, naming: Naming) -> str:
    match fact["fact"]:
        case "fame_moved":
            return f"now {fact['to']} fame"
        case "cards_drawn":
            return f"draws {drawn(naming, fact)}"
        case "counter_set":
            return f"{counter_name(naming, fact['counter'])} now {figure(fact['value'])}"
    told = awaited(naming, fact)
    return f"must {told}" if told.startswith("discard ") else told


# Entries of foundations, buildings, tokens, units and upgrades as sentences.

GEM_REWARD = {"gem": brings("{seat} takes the regions’ reward.")}
"""CO-466: as a reward of regions it may be a gem instead of an attribute."""

PIECE_ENTRIES: Mapping[str, ActionWords] = {
    "construct_foundation": brings(
        "{seat} constructs {foundation:board_foundation} in {region}{foundation:(ability_text)}."
    ),
    "construct_building": brings(
        "{seat} constructs {building:a_building} [in {building_constructed.region}|on {foundation}].",
    ),
    "harvest_region": brings("{seat} harvests {region:own}."),
    "place_production_token": brings("{seat} places {token} {region:own_place}{token:(basic)}."),
    "upgrade_production_token": brings("{seat} upgrades {token}{token:(upgraded)}."),
    "advance_fighter": brings(
        "{seat} advances [{count}|1 fighter] from sector {sector}"
        " to [{units_moved.target:spot}|the next one]."
    ),
    "fast_track_fighter": brings(
        "{seat} sends [{count}|1 fighter] along the fast track to [{units_moved.target:spot}|the base]."
    ),
    "move_units": brings("{seat} moves {:units} from {from:spot} to {to:spot}."),
    "redeploy_units": brings("{seat} redeploys {:units} from {from:spot} to {to:spot}."),
    "deploy_leader": brings("{seat} deploys {leader} on its base."),
    "upgrade_leader": brings("{seat} upgrades {leader}{leader:(upgraded)}."),
    "upgrade_attribute": by_value(
        "attribute", GEM_REWARD, brings("{seat} upgrades {attribute}{attribute:(upgraded)}.")
    ),
    "choose_region_reward": by_value(
        "reward", GEM_REWARD, brings("{seat} upgrades {reward}{reward:(upgraded)}.")
    ),
    "land_fighters": brings("{seat} lands {count} in {region}."),
}


# Entries of the setup, of prices, turns, income and relics as sentences.

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


# Entries of research, cards, abilities and battles as sentences.


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
    # CO-588: each change has its own line.
    "apply_manual_effect": said(RESOLVES_BY_HAND),
}


# The log: each action as a sentence that a fellow player would say, with what it brings.

ACTIONS: Mapping[str, ActionWords] = {**SETUP_ENTRIES, **ROUND_ENTRIES, **PIECE_ENTRIES}

QUIET = (
    "effect_taken",
    "effect_dropped",
    "turn_ended",
    "main_action_began",
    "main_action_ended",
    "prices_cleared",
    "combat_turn_given",
    "battle_step_began",
)
"""Facts of how the game continues, which the next question shows anyway."""

TOLD = {
    "place_base": ("base_placed",),
    "lay_neutral_foundations": ("relic_placed",),
    "deploy_starting_leader": ("units_moved",),
    "place_starting_fighters": ("units_moved", "round_began"),
    "set_price": ("price_placed",),
    "act": ("act_chosen",),
    "pass": ("pass_chosen",),
    "auxiliary_action": ("auxiliary_taken",),
    "advance_research": ("research_advanced", "tokens_moved"),
    "construct_foundation": ("foundation_constructed",),
    "construct_building": ("building_constructed",),
    "harvest_region": ("token_harvested",),
    "place_production_token": ("production_token_placed",),
    "upgrade_production_token": ("production_token_upgraded",),
    "advance_fighter": ("units_moved",),
    "move_units": ("units_moved",),
    "redeploy_units": ("units_moved",),
    "land_fighters": ("units_moved",),
    "deploy_leader": ("units_moved",),
    "fast_track_fighter": ("units_moved",),
    "upgrade_leader": ("leader_upgraded",),
    "upgrade_attribute": ("attribute_upgraded",),
    "choose_region_reward": ("attribute_upgraded",),
    "choose_branch": ("tokens_moved",),
    "decline_effect": ("tokens_moved",),
    "play_tactics_card": ("card_played",),
    "discard_tactics_card": ("card_discarded", "tokens_moved"),
    "take_region_income": ("region_income_taken",),
    "take_building_income": ("building_income_taken",),
    "finish_income": ("income_finished",),
    "raze_building": ("building_razed",),
}
"""The facts that an action's sentence states, apart from its gains."""

OWN = {
    "select_battle": ("battle_selected",),
    "commit_plan": ("plan_committed",),
    "reveal_plans": ("strength_compared",),
    "resolve_relics": ("relic_taken", "relic_removed", "tokens_moved"),
    "apply_manual_effect": ("manual_effect_applied",),
    "retreat_to": (),
    "prepare_table": (),
}
"""The same for actions whose gains have their own lines, in order."""

SAID: Mapping[str, Collection[str]] = {
    tag: (*OWN[tag], *QUIET) if tag in OWN else (*TOLD.get(tag, ()), *GAINED, *QUIET) for tag in ACTIONS
}
"""The facts that an action's sentence says already."""
