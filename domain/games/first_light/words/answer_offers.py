"""Words of what a placement still asks, and of a die that is not placed (238, 35x, 54x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.rules.cantina import WATER_PER_DIE
from domain.games.first_light.words.counting import amount, bundle, dice
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.offering import (
    drawn,
    moves,
    new_top,
    numbers,
    removed,
    stacks,
    texts,
    told_if_short,
)
from domain.games.first_light.words.placing_offers import ROW_NAMES, row_rewards
from domain.games.first_light.words.reckoning import acting_die, garage_slots
from domain.games.first_light.words.rewards import gained, kinds_told, of_kinds, rewards_now
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
)

DECLINE = ParameterWords("Decline?", values={"true": ValueWords("Decline")})


def _send_to_cantina(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-238, FL-239: which dice go, what they bring."""
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    from_garage = die is not None and die.origin == "garage"
    going = [slot for slot in garage_slots(view, seat) if die and slot >= die.slot] if from_garage else [0]
    water = amount(WATER_PER_DIE * len(going), "water")
    which = {1: "the die", 2: "both dice"}.get(len(going), f"all {dice(len(going))}")
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
