"""Labels of offers: follow-ups, unplaced dice (238, 35x, 54x), placing dice (30x … 32x, 34x).

Placing covers the Headquarters, the Depository, the Market, the Mining Camp and the Academy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.first_light import places
from domain.games.first_light.rules.placements import WATER_PER_DIE
from domain.games.first_light.rules.placing import HEADQUARTERS_ITEMS, HEADQUARTERS_WATER, ROW_DICE, ROW_ITEMS
from domain.games.first_light.state import ROWS
from domain.games.first_light.words import printed
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.offering import (
    acting_dice,
    acting_die,
    and_more,
    comes,
    counting,
    die_values,
    drawn,
    garage_slots,
    moves,
    new_top,
    numbers,
    price,
    removed,
    said,
    stacks,
    texts,
    told_if_short,
    treated,
)
from domain.games.first_light.words.printed import amount, bundle, dice
from domain.games.first_light.words.telling import gained, kinds_told, of_kinds, rewards_now
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    listed,
    variant_key,
)

# Words of placing a die at the Headquarters and the Depository (30x, 31x).


def row_rewards(view: Json, seat: str) -> Mapping[str, str]:
    """The gain of the seat from each row of the Depository now."""
    return {
        "top": "a move of the Harvester",
        "middle": comes(view, seat, {"dice": ROW_DICE}),
        "bottom": comes(view, seat, {"items": ROW_ITEMS}),
    }


ROW_NAMES = {row: f"{row.capitalize()} row" for row in ROWS}


def _headquarters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    gains = {"water": {"water": HEADQUARTERS_WATER}, "items": {"items": HEADQUARTERS_ITEMS}}
    told = {gain: ValueWords(capitalized(comes(view, seat, gains[gain]))) for gain in texts(offers, "gain")}
    return OfferWords(
        "Headquarters",
        said(
            listed([words.label for words in told.values()], " or "),
            "first next Round",
            and_more(view, naming, seat, "headquarters"),
        ),
        "house",
        "places",
        40,
        parameters={
            "gain": ParameterWords("What do you gain?", values=told),
            "value": die_values(view, offers, naming),
            **drawn(offers, naming),
        },
        variants=_by_gain(offers, told),
    )


def _by_gain(offers: Sequence[Offer], told: Mapping[str, ValueWords]) -> Mapping[str, str]:
    """Drawing Items is what tells the offers apart."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        labels = [told[gain].label for gain in texts([offer], "gain")]
        found.setdefault(variant_key(offer), []).extend(labels)
    return {kind: listed(labels, " or ") for kind, labels in found.items()}


def _depository(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-310 … FL-312: in the column of the value; an Item for its price, and the row's reward.

    Items are not pointed at: so Item and value are one tap, where they are few.
    """
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    hand = [item for item in view["seats"][seat].get("hand", ()) if item is not None]
    box, columns, rewards = box_of(naming), _columns(view, offers), row_rewards(view, seat)
    only = columns[0] if len(columns) == 1 else None
    rows = {
        row: ValueWords(
            f"{ROW_NAMES[row]}: {rewards[row]}",
            place=places.sign(f"depository:{row}") if only is None else places.shelf(only, row),
        )
        for row in texts(offers, "row")
    }
    costs = {
        item: price(view, naming, seat, "depository", box.items[item].cost, *([die] if die else []))
        for item in texts(offers, "item")
    }
    items = {
        item: ValueWords(
            f"{naming.name(item)}, {box.items[item].points} ★, for {bundle(cost)}",
            details=box.items[item].text or printed.benefit(box.items[item]),
        )
        if item in hand
        else ValueWords(naming.name(item))
        for item, cost in costs.items()
    }
    return OfferWords(
        "Depository",
        said(
            listed([words.label for words in items.values()], " or ")
            if len(items) == 1
            else f"one of {len(items)} Items",
            and_more(view, naming, seat, "depository"),
        ),
        "archive",
        "places",
        20,
        parameters={
            "row": ParameterWords("Which row?", values=rows),
            "item": ParameterWords("Which Item?", values=items),
            "move_to": moves(view, offers, naming, "Where to?"),
            "value": die_values(view, offers, naming, asks="Which column?"),
            "treated_as": treated(offers, asks="Which column?"),
            **drawn(offers, naming),
        },
        variants=_rows(offers, rows),
    )


def _columns(view: Json, offers: Sequence[Offer]) -> list[int]:
    """The columns that the die may come into."""
    found = [
        value
        for offer in offers
        for value in numbers([offer], "treated_as" if "treated_as" in offer.parameters else "value")
    ]
    return sorted(set(found))


def _rows(offers: Sequence[Offer], rows: Mapping[str, ValueWords]) -> Mapping[str, str]:
    """The row tells most offers apart; the others, that the die counts as another value."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        told = found.setdefault(variant_key(offer), [])
        told += [rows[row].label for row in texts([offer], "row") if rows[row].label not in told]
    return {
        kind: listed(labels, " or ") + ("; as another value" if "treated_as" in kind.split(",") else "")
        for kind, labels in found.items()
    }


PLACING: Mapping[str, OfferTold] = {
    "place_headquarters": _headquarters,
    "place_depository": _depository,
}


# Words of what a placement still asks, and of a die that is not placed (238, 35x, 54x).

DECLINE = ParameterWords("Decline?", values={"true": ValueWords("Decline")})


def _send_to_cantina(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-238, FL-239: which dice go, what they bring."""
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    going = (
        sum(slot >= die.slot for slot in garage_slots(view, seat)) if die and die.origin == "garage" else 1
    )
    water = amount(WATER_PER_DIE * going, "water")
    which = {1: "the die", 2: "both dice"}.get(going, f"all {dice(going)}")
    return OfferWords("Cantina", f"{which}: gain {water}, no action", "hourglass", "places", 95)


def _use_clan_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-351, FL-352."""
    seat, clan = acting_seat(offers), view["pending"]["clan"]
    effect = box_of(naming).document.clans[clan][view["config"]["clan_sides"][clan]]
    base = view["seats"][seat]
    gain = f"gain {bundle(effect.gain)}" if effect.kind == "gain" else "use it"
    garages = {
        str(slot): ValueWords(
            f"The {base['garages'][slot - 1]} in Garage {slot}", place=places.garage(seat, slot)
        )
        for slot in numbers(offers, "garage")
    }
    farms = {
        str(slot): ValueWords(f"The {base['farms'][slot - 1]} on Farm {slot}", place=places.farm(seat, slot))
        for slot in numbers(offers, "farm")
    }
    return OfferWords(
        naming.name(clan),
        {
            "set_die": "you may change a die on your Research Base",
            "gain": f"you may {gain}",
            "move": "you may move the Harvester",
        }.get(effect.kind, "as printed on the board"),
        "users",
        rank=0,
        parameters={
            "decline": DECLINE,
            "garage": ParameterWords("Which die?", values=garages),
            "farm": ParameterWords("Which die?", values=farms),
            "to": ParameterWords(
                "To which value?",
                values={str(value): ValueWords(f"to {value}") for value in numbers(offers, "to")},
            ),
            "move_to": moves(view, offers, naming),
            **drawn(offers, naming),
        },
        variants=kinds_told(
            offers,
            {
                "decline": "decline",
                "garage,to": "change a die in a Garage",
                "farm,to": "change a die on a Farm",
                "move_to": "move the Harvester",
                "": gain,
                "drawn": gain,
            },
        ),
    )


GAINS = {
    "move_to": "move the Harvester",
    "drawn": "draw Items",
    "stack": "take a tile",
    "new_top,stack": "take a tile",
    "new_top,remove,stack": "take a tile, removing another",
    "remove,stack": "take the last tile of a stack, removing another",
}


def _take_advancement(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-353, FL-354: which rewards are left."""
    value = view["pending"]["value"]
    rewards, named = texts(offers, "reward"), rewards_now(view, acting_seat(offers))
    told = {reward: ValueWords(capitalized(named[reward]), piece=places.reward(reward)) for reward in rewards}
    return OfferWords(
        "Advancement",
        told_if_short(
            f"the first {value} on the Negotiation Board",
            listed([named[one] for one in rewards], " or "),
        ),
        "sparkles",
        rank=0,
        parameters={
            "reward": ParameterWords("Which reward?", values=told),
            **gained(view, offers, naming),
        },
        variants=of_kinds(offers, "reward", named),
    )


def _take_extra_reward(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-542."""
    rewards = row_rewards(view, acting_seat(offers))
    rows = {row: ValueWords(f"{ROW_NAMES[row]}: {rewards[row]}") for row in texts(offers, "row")}
    return OfferWords(
        "Second reward",
        f"you may take {listed([rewards[row] for row in rows], ' or ')} too",
        "plus",
        rank=0,
        parameters={
            "decline": DECLINE,
            "row": ParameterWords("Which row?", values=rows),
            "move_to": moves(view, offers, naming),
            **drawn(offers, naming),
        },
        variants={
            **kinds_told(offers, {"decline": "decline"}),
            **of_kinds([offer for offer in offers if "row" in offer.parameters], "row", rewards),
        },
    )


def _take_free_upgrade(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-543."""
    return OfferWords(
        "Free Upgrade Tile",
        "take a visible tile of any stack for free",
        "plus",
        rank=0,
        parameters={
            "decline": DECLINE,
            "stack": stacks(view, offers, naming, "upgrade"),
            **removed(view, offers, naming, "upgrade"),
            **new_top(offers, naming, "upgrade"),
        },
        variants=kinds_told(offers, {"decline": "decline", **GAINS}),
    )


ANSWERS: Mapping[str, OfferTold] = {
    "send_to_cantina": _send_to_cantina,
    "use_clan_ability": _use_clan_ability,
    "take_advancement": _take_advancement,
    "take_extra_reward": _take_extra_reward,
    "take_free_upgrade": _take_free_upgrade,
}


# Words of placing a die where dice are traded with: Market, Mining Camp, Academy (32x, 34x).

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
    cheapest = min(int(water(space, best)) for space in spaces)
    gems = "Gems" if len(spaces) > 1 else amount(camp[spaces[0] - 1].gems, "gems")
    if len(spaces) > 1:
        cost = f"from {cheapest} Water" if cheapest else "for nothing at best"
    else:
        cost = f"for {least if cheapest else ''}{bundle({'water': cheapest})}"
        cost += "" if cheapest or not least else " at best"
    return OfferWords(
        "Mining Camp",
        said(f"{gems} {cost}", and_more(view, naming, seat, "mining_camp")),
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
    return OfferWords(
        "Academy",
        said(
            next(iter(told.values())) if len(told) == 1 else f"dice from {bundle(dice[min(dice)])}",
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
