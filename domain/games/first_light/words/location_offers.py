"""Words of placing a die at the six Location Boards (32x, 33x, 34x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.first_light import places
from domain.games.first_light.rules.prices import CONTROL_ROOM, FOUNDRY, LABORATORY
from domain.games.first_light.words.counting import amount, bundle, listed
from domain.games.first_light.words.die_values import die_values, treated
from domain.games.first_light.words.names import box_of, tile_name
from domain.games.first_light.words.offering import (
    STACKS,
    TOKENS,
    Tell,
    acting,
    drawn,
    new_top,
    numbers,
    pays,
    removed,
    said,
    space_label,
    stacks,
    texts,
)
from domain.games.first_light.words.placing_offers import and_more
from domain.games.first_light.words.planet_names import direction_name
from domain.games.first_light.words.reckoning import (
    Die,
    acting_die,
    planet,
    price,
    second_die,
)
from domain.kernel import Json, Naming, Offer, OfferWords, ParameterWords, ValueWords, variant_key

GIVEN = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gems"}


def _dice(view: Json, naming: Naming, seat: str) -> tuple[Die, ...]:
    die = acting_die(view, naming, seat)
    return () if die is None else (die,)


def _spaces(offers: Sequence[Offer], location: str) -> ParameterWords:
    """Spaces that are all the same; one that is the last free is pointed at."""
    free = numbers(offers, "space")
    return ParameterWords(
        "Which space?",
        values={
            str(space): ValueWords(
                f"Space {space}", place=places.space(location, space) if len(free) == 1 else None
            )
            for space in free
        },
    )


def _counting(offers: Sequence[Offer]) -> Mapping[str, str]:
    """Akira Hope's ways are variants of their own (FL-541)."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: _way(kind.split(",")) for kind in kinds} if len(kinds) > 1 else {}


def _way(names: Sequence[str]) -> str:
    dice = [
        *(["the die"] if "treated_as" in names else []),
        *(["the second die"] if "second_treated_as" in names else []),
    ]
    return f"{listed(dice)} as another value" if dice else "as it shows"


def _market(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-343: the value bounds the trades alone, so that it is asked where they are too many for the face."""
    seat = acting(offers)
    market = box_of(naming).document.market.at(view["config"]["table_size"])
    most = max((*numbers(offers, "value"), *numbers(offers, "treated_as")), default=1)
    spaces = {
        str(space): ValueWords(
            " = ".join(amount(lot, what) for what, lot in market[space - 1].lots.items()),
            "each trade gives one for another",
            place=places.space("market", space),
        )
        for space in numbers(offers, "space")
    }
    return OfferWords(
        "Market",
        said(f"up to {most} trades" if most > 1 else "up to 1 trade", and_more(view, naming, seat, "market")),
        "scale",
        "places",
        60,
        parameters={
            "space": ParameterWords("Which space?", values=spaces),
            "trades": ParameterWords(
                "What do you trade?",
                values={
                    **{what: ValueWords(GIVEN[what]) for what in texts(offers, "trades")},
                    "null": ValueWords("No trade"),
                },
            ),
            "value": replace(die_values(view, offers, naming, _trades), when="more"),
            "treated_as": treated(offers, _trades),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


def _trades(value: int) -> str:
    return f"up to {value} trades" if value > 1 else "1 trade"


def _mining_camp(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-320: what is missing to the sum, in Water."""
    seat = acting(offers)
    camp = box_of(naming).document.mining_camp.at(view["config"]["table_size"])
    dice, spaces = _dice(view, naming, seat), sorted(numbers(offers, "space"))

    def water(space: int, value: int) -> str:
        missing = {"water": max(0, camp[space - 1].sum - value)}
        cost = price(view, naming, seat, "mining_camp", missing, *dice)
        return str(cost.get("water", 0))

    def costs(value: int) -> str:
        return f"{listed([water(space, value) for space in spaces], 'or')} Water"

    told = {
        str(space): ValueWords(
            f"{amount(camp[space - 1].gems, 'gems')} at a sum of {camp[space - 1].sum}",
            place=places.space("mining_camp", space) if len(spaces) == 1 else None,
        )
        for space in spaces
    }
    best = max((*numbers(offers, "value"), *numbers(offers, "treated_as")), default=1)
    gains = [
        f"{amount(camp[space - 1].gems, 'gems')} for {bundle({'water': int(water(space, best))})}"
        for space in spaces
    ]
    return OfferWords(
        "Mining Camp",
        said(listed(gains, "or"), and_more(view, naming, seat, "mining_camp")),
        "gem",
        "places",
        30,
        parameters={
            "space": ParameterWords("Which space?", values=told),
            "value": die_values(view, offers, naming, costs),
            "treated_as": treated(offers, costs),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


def _ways_to_pay(
    view: Json, naming: Naming, seat: str, location: str, costs: Mapping[str, Mapping[str, int]], *dice: Die
) -> Mapping[str, Mapping[str, int]]:
    return {way: price(view, naming, seat, location, cost, *dice) for way, cost in costs.items()}


def _prices(costs: Mapping[str, Mapping[str, int]], offers: Sequence[Offer]) -> str:
    return listed([bundle(costs[way]) for way in texts(offers, "pay")], "or")


def _laboratory(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-325 … FL-328: two equal dice, a Farm Tile."""
    seat = acting(offers)
    dice = _dice(view, naming, seat)
    second = second_die(view, naming, seat, dice[0]) if dice else None
    pair = (*dice, second) if second is not None else dice
    costs = _ways_to_pay(view, naming, seat, "laboratory", LABORATORY, *pair)
    algae = f"and {amount(second.algae, 'algae')} for Garage {second.slot}" if second and second.algae else ""
    return OfferWords(
        "Laboratory",
        said(
            f"a Farm Tile for {_prices(costs, offers)} {algae}".strip(),
            f"with the {second.face} as second die" if second else "with two equal dice",
            and_more(view, naming, seat, "laboratory"),
        ),
        "layers",
        "places",
        15,
        parameters={
            "space": _spaces(offers, "laboratory"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            "stack": stacks(view, offers, naming, "farm"),
            **removed(view, offers, naming, "farm"),
            **new_top(offers, naming, "farm"),
            "value": die_values(view, offers, naming, asks="Both dice as which value?"),
            "treated_as": treated(offers),
            "second_value": die_values(
                view, offers, naming, parameter="second_value", asks="The second die as which value?"
            ),
            "second_treated_as": treated(offers, parameter="second_treated_as"),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


def _foundry(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-335: the value says from which stack the Upgrade Tile comes."""
    seat = acting(offers)
    by_value = box_of(naming).document.foundry.stack_by_value
    costs = _ways_to_pay(view, naming, seat, "foundry", FOUNDRY, *_dice(view, naming, seat))

    def takes(value: int) -> str:
        stack = by_value[value - 1]
        top = view["upgrade_stacks"][stack]["top"]
        return (
            f"{tile_name(naming, 'upgrade', top)}, {STACKS[stack].lower()}" if top else STACKS[stack].lower()
        )

    return OfferWords(
        "Foundry",
        said(f"an Upgrade Tile for {_prices(costs, offers)}", and_more(view, naming, seat, "foundry")),
        "box",
        "places",
        25,
        parameters={
            "space": _spaces(offers, "foundry"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            **removed(view, offers, naming, "upgrade"),
            **new_top(offers, naming, "upgrade"),
            "value": die_values(view, offers, naming, takes),
            "treated_as": treated(offers, takes),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


def _control_room(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-340: the value says in which direction the Harvester goes."""
    seat = acting(offers)
    directions = box_of(naming).document.control_room.directions
    here = next(
        space for space in planet(view, naming).spaces if space.id == view["seats"][seat]["harvester"]
    )
    costs = _ways_to_pay(view, naming, seat, "control_room", CONTROL_ROOM, *_dice(view, naming, seat))

    def leads(value: int) -> str:
        direction = directions[str(value)]
        there = here.adjacent.get(direction) or here.arrows.get(direction)
        if there is None:
            return direction_name(direction)
        arrow = " by the arrow" if direction not in here.adjacent else ""
        token = view["planet"]["tokens"].get(there)
        more = f", {bundle(TOKENS[token])} to pick up" if token else ""
        return f"{direction_name(direction)}{arrow} to {space_label(view, naming, there)}{more}"

    return OfferWords(
        "Control Room",
        said(
            f"move the Harvester for {_prices(costs, offers)}",
            and_more(view, naming, seat, "control_room"),
        ),
        "footprints",
        "places",
        35,
        parameters={
            "space": _spaces(offers, "control_room"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            "value": die_values(view, offers, naming, leads, asks="In which direction?"),
            "treated_as": treated(offers, leads),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


def _academy(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-346, FL-347."""
    seat = acting(offers)
    academy = box_of(naming).document.academy
    dice = {
        number: price(view, naming, seat, "academy", academy.costs[str(number)], *_dice(view, naming, seat))
        for number in numbers(offers, "dice")
    }
    told = {number: f"{amount(number, 'dice')} for {bundle(cost)}" for number, cost in dice.items()}
    spaces = {
        str(space): ValueWords(
            f"Space of {listed([str(value) for value in academy.spaces[space - 1].values], 'or')}"
        )
        for space in numbers(offers, "space")
    }
    supply = view["seats"][seat]["dice_supply"]
    return OfferWords(
        "Academy",
        said(
            listed([*told.values()], "or"),
            f"{amount(supply, 'dice')} in the supply",
            and_more(view, naming, seat, "academy"),
        ),
        "users",
        "places",
        30,
        parameters={
            "space": ParameterWords("Which space?", values=spaces),
            "dice": ParameterWords(
                "How many dice?", values={str(number): ValueWords(label) for number, label in told.items()}
            ),
            "value": die_values(view, offers, naming),
            "treated_as": treated(offers),
            **drawn(offers, naming),
        },
        variants=_counting(offers),
    )


LOCATION: Mapping[str, Tell] = {
    "place_market": _market,
    "place_mining_camp": _mining_camp,
    "place_laboratory": _laboratory,
    "place_foundry": _foundry,
    "place_control_room": _control_room,
    "place_academy": _academy,
}
