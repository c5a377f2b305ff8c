"""Words of the offers of income and relics (46x … 48x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.army_offers import attributes
from domain.games.chaos_order.words.names import ability_name, called
from domain.games.chaos_order.words.offering import amounts
from domain.games.chaos_order.words.phrases import plural
from domain.games.chaos_order.words.table import uncovered
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

ROWS = (
    (8, "twice an attribute’s upgrade or 1 gem"),
    (6, "an attribute’s upgrade or 1 gem"),
    (3, "a redeployment"),
    (0, "+3 energy, draw 1 card"),
)
"""CO-464 … CO-467: the least region count, and what it gives."""


def row_told(count: int) -> str:
    """What a region count earns."""
    return next(gives for least, gives in ROWS if count >= least or not least)


def _take_region_income(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-463 … CO-468."""
    count = view["seats"][acting_seat(offers)]["region_count"]
    counts = [least for least, _ in ROWS if least > count]
    more = f"; {min(counts)} would give {row_told(min(counts))}" if counts else ""
    return OfferWords("Region income", f"{counted(count, 'region')}: {row_told(count)}{more}", "map", rank=20)


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
        parameters={
            "gems_as_research": ParameterWords(
                "How many stronghold gems do you take as research?",
                "always" if asked else "never",
                amounts(min(found), max(found), "gem") if found else {},
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
    """Who controls the region of each relic on the map."""
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
