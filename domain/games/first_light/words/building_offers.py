"""Labels of offers: building, moving (32x … 34x), Negotiation (305, 35x), setbacks (36x, 544).

Building and moving use the Laboratory, the Foundry and the Control Room. The Negotiation Board follows
FL-305, FL-353 and FL-355, setbacks 355 … 366 and 544.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.rules.dice import CONTROL_ROOM, FOUNDRY, LABORATORY
from domain.games.first_light.words.names import box_of, tile_name
from domain.games.first_light.words.offering import (
    STACKS,
    TOKENS,
    acting_dice,
    acting_die,
    alike_spaces,
    and_more,
    cell_price,
    counting,
    die_values,
    drawn,
    items,
    new_top,
    numbers,
    own_tile,
    pays,
    planet,
    prices_listed,
    removed,
    said,
    second_die,
    space_label,
    stacks,
    texts,
    told_if_short,
    treated,
    ways_to_pay,
    when,
)
from domain.games.first_light.words.printed import amount, bundle, direction_name
from domain.games.first_light.words.telling import (
    PUNISHMENTS,
    condition_says,
    conditions_listed,
    gained,
    of_kinds,
    placed_die_says,
    rewards_now,
    setback_met,
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
    capitalized,
    listed,
    offered_values,
    value_key,
    variant_key,
)

# Words of placing a die where a team builds and moves: Laboratory, Foundry, Control Room (32x–34x).


def _laboratory(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-325 … FL-328: two equal dice, a Farm Tile."""
    seat = acting_seat(offers)
    dice = acting_dice(view, naming, seat)
    second = second_die(view, naming, seat, dice[0]) if dice else None
    pair = (*dice, second) if second is not None else dice
    costs = ways_to_pay(view, naming, seat, "laboratory", LABORATORY, *pair)
    algae = f" for {amount(second.algae, 'algae')}" if second and second.algae else ""
    return OfferWords(
        "Laboratory",
        said(
            f"Farm Tile for {prices_listed(costs, offers)}",
            f"also uses the {second.face}{algae}" if second else "with two matching dice",
            and_more(view, naming, seat, "laboratory"),
        ),
        "layers",
        "places",
        15,
        parameters={
            "space": alike_spaces(offers, "laboratory"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            "stack": stacks(view, offers, naming, "farm"),
            **removed(view, offers, naming, "farm"),
            **new_top(offers, naming, "farm"),
            "value": die_values(view, offers, naming, asks="Which value for both dice?"),
            "treated_as": treated(offers),
            "second_value": die_values(
                view, offers, naming, parameter="second_value", asks="Which value for the second die?"
            ),
            "second_treated_as": treated(offers, parameter="second_treated_as"),
            **drawn(offers, naming),
        },
        variants=counting(offers),
    )


def _foundry(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-335: the value says from which stack the Upgrade Tile comes."""
    seat = acting_seat(offers)
    by_value = box_of(naming).document.foundry.stack_by_value
    costs = ways_to_pay(view, naming, seat, "foundry", FOUNDRY, *acting_dice(view, naming, seat))

    def takes(value: int) -> str:
        stack = by_value[value - 1]
        top = view["upgrade_stacks"][stack]["top"]
        return (
            f"{tile_name(naming, 'upgrade', top)}, {STACKS[stack].lower()}" if top else STACKS[stack].lower()
        )

    return OfferWords(
        "Foundry",
        said(f"Upgrade Tile for {prices_listed(costs, offers)}", and_more(view, naming, seat, "foundry")),
        "box",
        "places",
        25,
        parameters={
            "space": alike_spaces(offers, "foundry"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            **removed(view, offers, naming, "upgrade"),
            **new_top(offers, naming, "upgrade"),
            "value": die_values(view, offers, naming, takes),
            "treated_as": treated(offers, takes),
            **drawn(offers, naming),
        },
        variants=counting(offers),
    )


def _control_room(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-340: the value says in which direction the Harvester goes."""
    seat = acting_seat(offers)
    directions = box_of(naming).document.control_room.directions
    here = next(
        space for space in planet(view, naming).spaces if space.id == view["seats"][seat]["harvester"]
    )
    costs = ways_to_pay(view, naming, seat, "control_room", CONTROL_ROOM, *acting_dice(view, naming, seat))

    def leads(value: int) -> str:
        direction = directions[str(value)]
        there = here.adjacent.get(direction) or here.arrows.get(direction)
        if there is None:
            return direction_name(direction)
        arrow = " along the arrow" if direction not in here.adjacent else ""
        token = view["planet"]["tokens"].get(there)
        more = f", {bundle(TOKENS[token])} to pick up" if token else ""
        return f"{direction_name(direction)}{arrow} to {space_label(view, naming, there)}{more}"

    return OfferWords(
        "Control Room",
        said(
            f"Harvester for {prices_listed(costs, offers)}",
            and_more(view, naming, seat, "control_room"),
        ),
        "footprints",
        "places",
        35,
        parameters={
            "space": alike_spaces(offers, "control_room"),
            "pay": pays({way: costs[way] for way in texts(offers, "pay")}),
            "value": die_values(view, offers, naming, leads, asks="Which direction?"),
            "treated_as": treated(offers, leads),
            **drawn(offers, naming),
        },
        variants=counting(offers),
    )


BUILDING: Mapping[str, OfferTold] = {
    "place_laboratory": _laboratory,
    "place_foundry": _foundry,
    "place_control_room": _control_room,
}


# Words of placing a die on the Negotiation Board (FL-305, FL-353, FL-355).


def _negotiation(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-305: the cells that can be paid, their points, and the effect of a die there.

    Cells are pointed at where there is no other question; else cell and value are one tap. The cost of a cell
    and the effect of a die there depend on the clan, which is the first question.
    """
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    cells: dict[str, dict[int, str]] = {}
    for offer in offers:
        for clan in texts([offer], "clan"):
            for row in numbers([offer], "row"):
                cost = cell_price(view, naming, seat, clan, row, *([die] if die else []))
                points = view["negotiation"]["cells"][clan][row - 1]["points"]
                cells.setdefault(clan, {})[row] = f"{bundle(cost)} for {points} ★"

    only = next(iter(cells)) if len(cells) == 1 else None
    one_value = len(numbers(offers, "value")) == 1
    rows = {
        str(row): ValueWords(
            cells[only][row] if only else f"Row {row}",
            place=places.cell(only, row) if only and one_value else None,
        )
        for row in sorted({row for at in cells.values() for row in at})
    }

    def brings(value: int) -> str:
        """The effect of a die of this value, if it is the same below every clan that may be chosen."""
        found = {_brings(view, clan, value) for clan in cells}
        return found.pop() if len(found) == 1 else ""

    return OfferWords(
        "Negotiate",
        f"{naming.name(only)} {_from(cells[only])}" if only else listed([*map(naming.name, cells)], " or "),
        "message-square",
        "places",
        10,
        parameters={
            "clan": ParameterWords(
                "Which clan?",
                values={
                    clan: ValueWords(
                        naming.name(clan),
                        _from(at),
                        details=clan_details(view, naming, seat, clan),
                        place=places.sign(clan),
                    )
                    for clan, at in cells.items()
                },
            ),
            "row": ParameterWords("Which space?", values=rows),
            "value": die_values(view, offers, naming, brings),
            **drawn(offers, naming),
        },
        variants=_below(offers, naming),
    )


def _from(cells: Mapping[int, str]) -> str:
    """`2 Gems for 4 ★`, where there are more the first of them."""
    first = cells[min(cells)]
    return first if len(cells) == 1 else f"from {first}"


def _below(offers: Sequence[Offer], naming: Naming) -> Mapping[str, str]:
    found: dict[str, list[str]] = {}
    for offer in offers:
        below = found.setdefault(variant_key(offer), [])
        below += [naming.name(clan) for clan in texts([offer], "clan") if naming.name(clan) not in below]
    return {kind: f"with {listed(clans, ' or ')}" for kind, clans in found.items()}


def clan_details(view: Json, naming: Naming, seat: str, clan: str) -> str:
    """The sum of the dice there, the setbacks that threaten, and the clan's ability for its guest."""
    spots = [cell["die"] for cell in view["negotiation"]["cells"][clan] if cell["die"] is not None]
    total = sum(spot["value"] for spot in spots)
    effect = box_of(naming).document.clans[clan][view["config"]["clan_sides"][clan]]
    from_clan = ability_says(effect.kind, effect.gain)
    dice = f"sum of dice {total}" if spots else "no dice yet"
    return said(dice, from_clan, and_more(view, naming, seat, "negotiation", clan))


def ability_says(kind: str, gain: Mapping[str, int]) -> str:
    """The ability that a clan gives its guest."""
    told = {
        "set_die": "change one of your dice",
        "gain": f"gain {bundle(gain)}",
        "move": "move the Harvester",
        "manual": "as printed on its board",
    }
    return f"then you may {told[kind]}" if kind in told else ""


def _brings(view: Json, clan: str, value: int) -> str:
    """FL-353, FL-355: whether the die is the first of its value, and whether it meets a setback."""
    return listed(
        [
            *(["an advancement"] if value in view["negotiation"]["left_values"] else []),
            *(["a setback"] if setback_met(view, clan, value) else []),
        ]
    )


NEGOTIATION: Mapping[str, OfferTold] = {
    "place_negotiation": _negotiation,
}


# Words of a setback: which condition is met, what is lost or gained (355 … 366, 544).


def _take_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-355 … FL-366, FL-544: which condition is met, what can be lost: one tap, where they are few."""
    seat, clan = acting_seat(offers), view["pending"]["clan"]
    negotiation = view["negotiation"]
    met = sorted(numbers(offers, "condition"))
    punishments = texts(offers, "punishment")
    lost = {
        slot: own_tile(view, naming, seat, int(slot), _losing(offers))
        for slot in map(str, numbers(offers, "tile"))
    }
    hand = [item for item in view["seats"][seat].get("hand", ()) if item is not None]
    asked = {
        "condition": ParameterWords(
            "Which token moves?",
            values={
                str(number): ValueWords(capitalized(condition_says(negotiation["conditions"][number])))
                for number in met
            },
        ),
        "punishment": ParameterWords(
            "Which punishment do you take?",
            values={kind: ValueWords(capitalized(PUNISHMENTS[kind])) for kind in punishments},
        ),
        "as_gain": ParameterWords(
            "As a gain?", values={"true": ValueWords("As a gain", "instead of losing it")}
        ),
        "tile": ParameterWords("Which tile do you lose?", values=lost),
        "die": ParameterWords(
            "Which die?",
            values={
                value_key(die): ValueWords(
                    capitalized(placed_die_says(view, seat, die)), place=places.where_die_is(seat, die)
                )
                for die in offered_values(offers, "die")
            },
        ),
        "items": ParameterWords("Which Items?", when(offers, "items"), items(offers, "items", naming, hand)),
    }
    return OfferWords(
        "Setback",
        told_if_short(
            f"{conditions_listed(view, met)} from {naming.name(clan)}",
            listed([PUNISHMENTS[kind] for kind in punishments], " or "),
        ),
        "triangle-alert",
        rank=0,
        parameters={**asked, **gained(view, offers, naming)},
        variants=_setbacks(offers, rewards_now(view, seat)),
    )


def _losing(offers: Sequence[Offer]) -> tuple[str, ...]:
    kinds = [kind for offer in offers if "tile" in offer.parameters for kind in texts([offer], "punishment")]
    return tuple(dict.fromkeys(kinds))


def _setbacks(offers: Sequence[Offer], rewards: Mapping[str, str]) -> Mapping[str, str]:
    losses = [offer for offer in offers if "as_gain" not in offer.parameters]
    gains = [offer for offer in offers if "as_gain" in offer.parameters]
    turned = {kind: f"gain instead: {told}" for kind, told in of_kinds(gains, "punishment", rewards).items()}
    return {**of_kinds(losses, "punishment", PUNISHMENTS), **turned}


def _ignore_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Ignore the setback", "with the Leyrien Sceptre; no token moves and you lose nothing", "check"
    )


SETBACKS: Mapping[str, OfferTold] = {
    "take_setback": _take_setback,
    "ignore_setback": _ignore_setback,
}
