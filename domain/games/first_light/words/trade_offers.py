"""Words of placing a die where dice are traded with: Market, Mining Camp, Academy (32x, 34x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.first_light import places
from domain.games.first_light.words.counting import amount, bundle
from domain.games.first_light.words.die_values import die_values, treated
from domain.games.first_light.words.locations import (
    acting_dice,
    and_more,
    counting,
)
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.offering import drawn, numbers, said, texts
from domain.games.first_light.words.reckoning import (
    price,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
)

GIVEN = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gems"}


def _market(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-343: the value bounds the trades alone, so that it is asked where they are too many for the face."""
    seat = acting_seat(offers)
    market = box_of(naming).document.market.at(view["config"]["table_size"])
    most = max((*numbers(offers, "value"), *numbers(offers, "treated_as")), default=1)
    spaces = {
        str(space): ValueWords(
            " = ".join(amount(lot, what) for what, lot in market[space - 1].lots.items()),
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
        variants=counting(offers),
    )


def _trades(value: int) -> str:
    return f"up to {value} trades" if value > 1 else "1 trade"


def _mining_camp(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-320: what is missing to the sum, in Water."""
    seat = acting_seat(offers)
    camp = box_of(naming).document.mining_camp.at(view["config"]["table_size"])
    dice, spaces = acting_dice(view, naming, seat), sorted(numbers(offers, "space"))

    def water(space: int, value: int) -> str:
        missing = {"water": max(0, camp[space - 1].sum - value)}
        cost = price(view, naming, seat, "mining_camp", missing, *dice)
        return str(cost.get("water", 0))

    def costs(value: int) -> str:
        return f"{water(spaces[0], value)} Water" if len(spaces) == 1 else ""

    told = {
        str(space): ValueWords(
            f"{amount(camp[space - 1].gems, 'gems')} at a sum of {camp[space - 1].sum}",
            place=places.space("mining_camp", space) if len(spaces) == 1 else None,
        )
        for space in spaces
    }
    best = max((*numbers(offers, "value"), *numbers(offers, "treated_as")), default=1)
    least = "at least " if len({*numbers(offers, "value"), *numbers(offers, "treated_as")}) > 1 else ""
    gains = []
    for space in spaces:
        cheapest = int(water(space, best))
        cost = f"{least if cheapest else ''}{bundle({'water': cheapest})}"
        gains.append(
            f"{amount(camp[space - 1].gems, 'gems')} for {cost}{'' if cheapest or not least else ' at best'}"
        )
    return OfferWords(
        "Mining Camp",
        said(listed(gains, " or "), and_more(view, naming, seat, "mining_camp")),
        "gem",
        "places",
        30,
        parameters={
            "space": ParameterWords("Which space?", values=told),
            "value": die_values(view, offers, naming, costs),
            "treated_as": treated(offers, costs),
            **drawn(offers, naming),
        },
        variants=counting(offers),
    )


def _academy(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-346, FL-347."""
    seat = acting_seat(offers)
    academy = box_of(naming).document.academy
    dice = {
        number: price(
            view, naming, seat, "academy", academy.costs[str(number)], *acting_dice(view, naming, seat)
        )
        for number in numbers(offers, "dice")
    }
    told = {number: f"{amount(number, 'dice')} for {bundle(cost)}" for number, cost in dice.items()}
    spaces = {
        str(space): ValueWords(
            f"Space of {listed([str(value) for value in academy.spaces[space - 1].values], ' or ')}"
        )
        for space in numbers(offers, "space")
    }
    supply = view["seats"][seat]["dice_supply"]
    return OfferWords(
        "Academy",
        said(
            listed([*told.values()], " or "),
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
        variants=counting(offers),
    )


TRADE: Mapping[str, OfferTold] = {
    "place_market": _market,
    "place_mining_camp": _mining_camp,
    "place_academy": _academy,
}
