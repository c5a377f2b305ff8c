"""Words of placing a die where a team builds and moves: Laboratory, Foundry, Control Room (32x–34x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light.rules.prices import CONTROL_ROOM, FOUNDRY, LABORATORY
from domain.games.first_light.words.counting import amount, bundle
from domain.games.first_light.words.die_values import die_values, treated
from domain.games.first_light.words.locations import (
    acting_dice,
    alike_spaces,
    and_more,
    counting,
    prices_listed,
    ways_to_pay,
)
from domain.games.first_light.words.names import box_of, tile_name
from domain.games.first_light.words.offering import (
    STACKS,
    TOKENS,
    drawn,
    new_top,
    pays,
    removed,
    said,
    space_label,
    stacks,
    texts,
)
from domain.games.first_light.words.planet_names import direction_name
from domain.games.first_light.words.reckoning import (
    planet,
    second_die,
)
from domain.kernel import Json, Naming, Offer, OfferTold, OfferWords, acting_seat


def _laboratory(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-325 … FL-328: two equal dice, a Farm Tile."""
    seat = acting_seat(offers)
    dice = acting_dice(view, naming, seat)
    second = second_die(view, naming, seat, dice[0]) if dice else None
    pair = (*dice, second) if second is not None else dice
    costs = ways_to_pay(view, naming, seat, "laboratory", LABORATORY, *pair)
    algae = f"and {amount(second.algae, 'algae')} for Garage {second.slot}" if second and second.algae else ""
    return OfferWords(
        "Laboratory",
        said(
            f"a Farm Tile for {prices_listed(costs, offers)} {algae}".strip(),
            f"with the {second.face} as the second die" if second else "with two matching dice",
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
        said(f"an Upgrade Tile for {prices_listed(costs, offers)}", and_more(view, naming, seat, "foundry")),
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
            f"move the Harvester for {prices_listed(costs, offers)}",
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
