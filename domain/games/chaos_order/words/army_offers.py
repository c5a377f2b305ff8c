"""Labels of offers: units and attributes, moves, income, relics (34x, 36x … 38x, 46x … 48x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaos_order.places import leader_card
from domain.games.chaos_order.words.names import ability_name, called, told, value_of
from domain.games.chaos_order.words.offering import (
    amounts,
    counts,
    figures,
    left_told,
    pending_told,
    present,
    regions,
    uncovered,
    unit_count,
    variants,
)
from domain.games.chaos_order.words.phrases import amount, plural, units
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Optional,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    offered_values,
)
from domain.kernel.offers import Domain

# Words of the offers that recruit, deploy and upgrade units and attributes (34x, 37x, 47x).

HOW_MANY = "How many fighters?"


def _count(offers: Sequence[Offer], thing: str = "fighter") -> ParameterWords:
    """Asked where one would not be all; left out, it is one."""
    found = [offer.parameters["count"] for offer in offers if "count" in offer.parameters]
    values = {**counts(offers, "count", thing), "null": ValueWords(amount(1, thing))}
    return ParameterWords(HOW_MANY, "always" if any(map(_is_a_choice, found)) else "never", values)


def _is_a_choice(domain: Domain) -> bool:
    return not isinstance(domain, Optional) or domain.usual


def _advance_fighter(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-346: the last sector leads to the base."""
    seat = acting_seat(offers)
    track = view["seats"][seat]["recruitment"]
    sectors = {}
    for sector in offered_values(offers, "sector"):
        to = str(sector + 1) if sector < len(track) else "the base"
        hint = f"{counted(track[sector - 1], 'fighter')} there; 1 recruitment point each"
        sectors[str(sector)] = ValueWords(f"Sector {sector} to {to}", hint)
    return OfferWords(
        "Advance fighters",
        f"{pending_told(view, seat, naming)} left",
        "footprints",
        rank=5,
        parameters={"sector": ParameterWords("From which sector?", values=sectors), "count": _count(offers)},
    )


def _fast_track_fighter(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-347."""
    seat = acting_seat(offers)
    key = f"{view['seats'][seat]['faction']}:fast"
    cost = f"{value_of(naming, key)} energy and 1 recruitment point each"
    return OfferWords(
        f"Fast track to {called(naming, key)}",
        f"{cost}; you have {view['seats'][seat]['energy']} energy",
        "send",
        rank=10,
        parameters={"count": _count(offers)},
    )


def _exchange_recruitment_points(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-348."""
    seat = acting_seat(offers)
    faction, options = view["seats"][seat]["faction"], {}
    for number in offered_values(offers, "option"):
        known = naming.components.get(f"{faction}:exchange:{number}")
        if known is not None:
            options[str(number)] = ValueWords(
                known.name, f"for {counted(int(known.value), 'recruitment point')}"
            )
    return OfferWords(
        "Exchange points",
        f"{pending_told(view, seat, naming)} left",
        "refresh-cw",
        rank=15,
        parameters={"option": ParameterWords("For what?", values=options)},
    )


def _deploy_leader(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-349."""
    return _leaders("Deploy a leader", "on your base", view, offers, naming)


def _upgrade_leader(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-370."""
    words = _leaders("Upgrade a leader", "permanent", view, offers, naming, becomes=True)
    return replace(words, leads=True)


def _leaders(
    label: str, hint: str, view: Json, offers: Sequence[Offer], naming: Naming, *, becomes: bool = False
) -> OfferWords:
    """The cost is the one on the side that shows (CO-350)."""
    seat, leaders = acting_seat(offers), {}
    for leader in offered_values(offers, "leader"):
        side = f"{leader}:{view['seats'][seat]['leaders'][leader]['side']}"
        cost = figures(naming, side)[:1] or [0]
        values, _, abilities = told(naming, f"{leader}:upgraded" if becomes else side).partition("; ")
        leaders[leader] = ValueWords(
            called(naming, leader),
            f"{counted(cost[0], 'gem')}: {values}",
            details=abilities,
            piece=leader_card(leader),
        )
    return OfferWords(
        label,
        f"{hint}; you have {counted(view['seats'][seat]['gems'], 'gem')}",
        "user",
        rank=5,
        parameters={"leader": ParameterWords("Which leader?", values=leaders)},
    )


def attributes(offers: Sequence[Offer], parameter: str, naming: Naming) -> dict[str, ValueWords]:
    """Attributes with their gem cost and what they give once they are turned over (CO-470)."""
    found = {}
    for attribute in offered_values(offers, parameter):
        cost = counted(int(value_of(naming, f"{attribute}:upgraded") or "0"), "gem")
        label, hint = (
            f"Upgrade {called(naming, attribute)}",
            f"{cost}: {told(naming, f'{attribute}:upgraded')}",
        )
        found[attribute] = ValueWords(label, hint, piece=attribute)
    return {**found, "gem": ValueWords("1 gem", "free")} if "gem" in found else found


def _upgrade_attribute(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-470."""
    return OfferWords(
        "Upgrade an attribute",
        f"permanent; you have {counted(view['seats'][acting_seat(offers)]['gems'], 'gem')}",
        "star",
        rank=5,
        parameters={
            "attribute": ParameterWords("Which attribute?", values=attributes(offers, "attribute", naming))
        },
    )


def _land_fighters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-595."""
    seat = acting_seat(offers)
    return OfferWords(
        "Land fighters",
        f"{view['seats'][seat]['drop_ship_fighters']} in the drop ship; {pending_told(view, seat, naming)}",
        "send",
        rank=5,
        parameters={
            "region": ParameterWords(
                "Where?", values=regions(view, offered_values(offers, "region"), seat, naming)
            ),
            "count": ParameterWords(HOW_MANY, values=counts(offers, "count", "fighter")),
        },
    )


ARMY: Mapping[str, OfferTold] = {
    "advance_fighter": _advance_fighter,
    "fast_track_fighter": _fast_track_fighter,
    "exchange_recruitment_points": _exchange_recruitment_points,
    "deploy_leader": _deploy_leader,
    "upgrade_leader": _upgrade_leader,
    "upgrade_attribute": _upgrade_attribute,
    "land_fighters": _land_fighters,
}


# Words of the offers of income and relics (46x … 48x).

ROWS = (
    (8, "twice an attribute’s upgrade or 1 gem"),
    (6, "an attribute’s upgrade or 1 gem"),
    (3, "a redeployment"),
    (0, "+3 energy, draw 1 card"),
)
"""CO-464 … CO-467: the least region count, and what it gives."""


def row_told(count: int) -> str:
    """The reward for a region count."""
    return next(gives for least, gives in ROWS if count >= least or not least)


def _take_region_income(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-463 … CO-468."""
    count = view["seats"][acting_seat(offers)]["region_count"]
    counts = [least for least, _ in ROWS if least > count]
    more = f"; {min(counts)} would give {row_told(min(counts))}" if counts else ""
    hint = f"{counted(count, 'region')}: {row_told(count)}{more}"
    return OfferWords("Region income", hint, "map", rank=20, leads=True)


def _choose_region_reward(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-466, CO-467."""
    pending = view["seats"][acting_seat(offers)]["pending"]
    left = f"{pending[0]['left']} to choose; " if pending else ""
    return OfferWords(
        "Region reward",
        f"{left}you have {counted(view['seats'][acting_seat(offers)]['gems'], 'gem')}",
        "star",
        rank=0,
        parameters={"reward": ParameterWords("Which reward?", values=attributes(offers, "reward", naming))},
    )


def _take_building_income(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-462, CO-520."""
    gains = summed([gain for key in uncovered(view, acting_seat(offers), naming) for gain in key.split(", ")])
    domains = [offer.parameters.get("gems_as_research") for offer in offers]
    asked = any(isinstance(domain, Optional) and domain.usual for domain in domains)
    found = offered_values(offers, "gems_as_research")
    return OfferWords(
        "Building income",
        gains or "no income showing",
        "house",
        rank=10,
        leads=True,
        parameters={
            "gems_as_research": ParameterWords(
                "How many stronghold gems do you take as research?",
                "always" if asked else "never",
                {**amounts(min(found), max(found), "gem"), "null": ValueWords(amount(0, "gem"))}
                if found
                else {},
            )
        },
    )


def summed(gains: Sequence[str]) -> str:
    """`+3 energy, draw 2 cards` of the same gains one by one."""
    found: dict[tuple[str, str], int] = {}
    for gain in gains:
        before, number, thing = _parts(gain)
        key = (before, plural(thing.removesuffix("s")) if thing not in ("energy", "fame") else thing)
        found[key] = found.get(key, 0) + number
    told = []
    for (before, thing), number in found.items():
        single = thing.removesuffix("s") if number == 1 else thing
        told.append(f"{before}{number} {single}" if number else before)
    return ", ".join(told)


def _parts(gain: str) -> tuple[str, int, str]:
    """`+1 energy` as `+`, 1, `energy`; `draw 1 card` as `draw `, 1, `card`."""
    for at, letter in enumerate(gain):
        if letter.isdigit():
            number, _, thing = gain[at:].partition(" ")
            if number.isdigit():
                return gain[:at], int(number), thing
            break
    return gain, 0, ""


def _take_ability_income(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-590, CO-596."""
    seat = acting_seat(offers)
    named = {ability: ability_name(naming, seat, ability) for ability in offered_values(offers, "ability")}
    labels = [name.name for name in named.values()]
    options = {
        ability: ValueWords(
            name.name if labels.count(name.name) == 1 else f"{name.name}: {name.text}", name.text
        )
        for ability, name in named.items()
    }
    label, hint = "Ability income", ", ".join(labels)
    if len(options) == 1:
        ((ability, only),) = options.items()
        label, hint = f"{only.label} income", only.hint
        options = {ability: ValueWords(hint or only.label)}
    return OfferWords(
        label,
        hint,
        "sparkles",
        rank=5,
        leads=True,
        parameters={"ability": ParameterWords("Which ability?", values=options)},
    )


def _finish_income(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-472: what is not taken is lost."""
    income = view["seats"][acting_seat(offers)]["income"]
    left = [] if income["region_row"] is not None else ["the regions’"]
    left += [] if income["buildings"] else ["the buildings’"]
    hint = f"{' and '.join(left)} income is lost" if left else ""
    return OfferWords("Finish income", hint, "check", group="end", rank=90, ends=True)


def _resolve_relics(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-480 … CO-490."""
    relic, held = view["round"], _relics(view)
    control = held.get(relic)
    place = next((at for at, region in view["regions"].items() if region["relic"] == relic), None)
    if held and None not in held.values() and len(set(held.values())) == 1:
        hint = f"{naming.seat(str(control)).text} controls every relic on the map and wins"
    elif place is None:
        hint = f"relic {relic} is not on the map"
    elif control:
        hint = f"{naming.seat(control).text} controls {called(naming, place)} and takes relic {relic}"
    else:
        hint = f"nobody controls {called(naming, place)}: relic {relic} leaves the game"
    return OfferWords("Check the relics", hint, "trophy", rank=0)


def _relics(view: Json) -> dict[int, str | None]:
    """Relic → the seat that controls its region, for the relics on the map."""
    found = [region for region in view["regions"].values() if region["relic"] is not None]
    return {region["relic"]: region["control"] for region in found}


INCOME: Mapping[str, OfferTold] = {
    "take_region_income": _take_region_income,
    "choose_region_reward": _choose_region_reward,
    "take_building_income": _take_building_income,
    "take_ability_income": _take_ability_income,
    "finish_income": _finish_income,
    "resolve_relics": _resolve_relics,
}


# Words of the offers that move and redeploy units (36x, 38x).


def _move_units(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-364 … CO-368, CO-390."""
    seat = acting_seat(offers)
    return OfferWords(
        "Move",
        f"any units to an adjacent region; {pending_told(view, seat, naming)} left",
        "footprints",
        rank=5,
        parameters=_way(view, offers, naming),
        variants=variants(offers, _party),
    )


def _redeploy_units(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-380 … CO-384."""
    left = left_told(view, acting_seat(offers), naming)
    return OfferWords(
        "Redeploy",
        f"to a region where you have presence; {left}",
        "map",
        rank=6,
        parameters=_way(view, offers, naming),
        variants=variants(offers, _party),
    )


def _party(names: frozenset[str]) -> str:
    """Fighters, leaders, or both of them."""
    if "leaders" not in names:
        return "fighters only"
    return "with leaders" if "fighters" in names else "leaders only"


def _way(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    seat = acting_seat(offers)
    origins = regions(
        view, offered_values(offers, "from"), seat, naming, lambda place: _leaving(view, place, seat, naming)
    )
    goals = regions(view, offered_values(offers, "to"), seat, naming)
    targets = {place: replace(goal, hint="", details=goal.hint) for place, goal in goals.items()}
    leaders = {
        leader: ValueWords(called(naming, leader), _showing(view, seat, leader, naming), piece=leader)
        for leader in offered_values(offers, "leaders")
    }
    return {
        "from": ParameterWords("From where?", values=origins, role="source"),
        "to": ParameterWords("Where to?", values=targets, role="goal"),
        "fighters": ParameterWords("How many fighters?", values=counts(offers, "fighters", "fighter")),
        "leaders": ParameterWords("Which leaders?", values=leaders),
    }


def _showing(view: Json, seat: str, leader: str, naming: Naming) -> str:
    return told(naming, f"{leader}:{view['seats'][seat]['leaders'][leader]['side']}")


def _leaving(view: Json, place: str, seat: str, naming: Naming) -> str:
    """The seat's units there, and how many are pinned (CO-390, CO-391)."""
    region = view["regions"].get(place)
    if region is None:
        player = view["seats"][seat]
        leaders = [called(naming, one) for one, of in player["leaders"].items() if of["at"] == "base"]
        return ", ".join([counted(player["base_fighters"], "fighter"), *leaders])
    pinned = max((unit_count(region, other) for other in present(region) if other != seat), default=0)
    leaders = [called(naming, leader) for leader in region["leaders"].get(seat, ())]
    stays = f"; {pinned} must stay" if pinned else ""
    return f"{units(region['fighters'].get(seat, 0), leaders)}{stays}"


MOVES: Mapping[str, OfferTold] = {"move_units": _move_units, "redeploy_units": _redeploy_units}
