"""Words of what a placement still asks, and of a die that is not placed (238, 35x, 36x, 54x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.rules.cantina import WATER_PER_DIE
from domain.games.first_light.words.counting import amount, bundle, dice, listed, sentence
from domain.games.first_light.words.dice_places import die_says
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.negotiating import PUNISHMENTS, REWARDS, condition_says, conditions_listed
from domain.games.first_light.words.offering import (
    Tell,
    acting,
    drawn,
    items,
    moves,
    new_top,
    numbers,
    own_tile,
    removed,
    stack_value,
    stacks,
    texts,
    values,
    when,
)
from domain.games.first_light.words.placing_offers import ROW_NAMES, ROW_REWARDS
from domain.games.first_light.words.reckoning import acting_die, garage_slots
from domain.kernel import Json, Naming, Offer, OfferWords, ParameterWords, ValueWords, value_key, variant_key

DECLINE = ParameterWords("Decline?", values={"true": ValueWords("Decline")})


def _send_to_cantina(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-238, FL-239: which dice go, what they bring."""
    seat = acting(offers)
    die = acting_die(view, naming, seat)
    from_garage = die is not None and die.origin == "garage"
    going = [slot for slot in garage_slots(view, seat) if die and slot >= die.slot] if from_garage else [0]
    water = amount(WATER_PER_DIE * len(going), "water")
    which = {1: "the die", 2: "both dice"}.get(len(going), f"all {dice(len(going))}")
    return OfferWords("Cantina", f"{which}: gain {water}, no action", "hourglass", "places", 95)


def _kinds(offers: Sequence[Offer], told: Mapping[str, str]) -> Mapping[str, str]:
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: told[kind] for kind in kinds if kind in told}


def _use_clan_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-351, FL-352."""
    seat, clan = acting(offers), view["pending"]["clan"]
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
            "set_die": "you may set a die of your Research Base",
            "gain": f"you may {gain}",
            "move": "you may move the Harvester",
        }.get(effect.kind, "what the board says"),
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
        variants=_kinds(
            offers,
            {
                "decline": "decline",
                "garage,to": "set a die in a Garage",
                "farm,to": "set a die on a Farm",
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
    "new_top,remove,stack": "take a tile and make room",
    "remove,stack": "take the last tile of a stack and make room",
}


def _take_advancement(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-353, FL-354: which rewards are left."""
    value = view["pending"]["value"]
    rewards = texts(offers, "reward")
    told = {reward: ValueWords(sentence(REWARDS[reward]), piece=places.reward(reward)) for reward in rewards}
    return OfferWords(
        "Advancement",
        f"the first {value} on the Negotiation Board: {listed([REWARDS[one] for one in rewards], 'or')}",
        "sparkles",
        rank=0,
        parameters={
            "reward": ParameterWords("Which reward?", values=told),
            **_gained(view, offers, naming),
        },
        variants=_of_kinds(offers, "reward", REWARDS),
    )


def _gained(view: Json, offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """What a reward asks: its tile, its move, its Items."""
    kinds = dict.fromkeys(
        kind
        for offer in offers
        if "stack" in offer.parameters
        for kind in (*texts([offer], "reward"), *texts([offer], "punishment"))
    )
    found = tuple(kinds)
    stack = {}
    for number in numbers(offers, "stack"):
        known = [
            stack_value(view, naming, kind, number) for kind in found if view[f"{kind}_stacks"][number]["top"]
        ]
        if len(known) == 1:
            stack[str(number)] = known[0]
        else:
            labels = [words.label.partition(": ")[2] for words in known]
            stack[str(number)] = ValueWords(
                f"{known[0].label.partition(': ')[0]}: {' / '.join(labels)}",
                f"{listed([f'{kind.capitalize()} Tile' for kind in found], ' / ')}",
            )
    return {
        "stack": ParameterWords("Which tile?", values=stack),
        **removed(view, offers, naming, *found),
        **new_top(offers, naming, *found),
        "move_to": moves(view, offers, naming),
        **drawn(offers, naming),
    }


def _of_kinds(offers: Sequence[Offer], parameter: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Offers that ask different things, by what is gained or lost with them."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        told = found.setdefault(variant_key(offer), [])
        told += [names[one] for one in texts([offer], parameter) if names[one] not in told]
    return {kind: listed(told, "or") for kind, told in found.items()}


def _take_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-355 … FL-366, FL-544: which condition is met, what can be lost: one tap, where they are few."""
    seat, clan = acting(offers), view["pending"]["clan"]
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
                str(number): ValueWords(sentence(condition_says(negotiation["conditions"][number])))
                for number in met
            },
        ),
        "punishment": ParameterWords(
            "What do you suffer?",
            values={kind: ValueWords(sentence(PUNISHMENTS[kind])) for kind in punishments},
        ),
        "as_gain": ParameterWords(
            "As a gain?", values={"true": ValueWords("As a gain", "instead of the loss")}
        ),
        "tile": ParameterWords("Which tile is lost?", values=lost),
        "die": ParameterWords(
            "Which die is lost?",
            values={
                value_key(die): ValueWords(
                    sentence(die_says(view, seat, die)), place=places.where_die_is(seat, die)
                )
                for die in values(offers, "die")
            },
        ),
        "items": ParameterWords(
            "Which Items are discarded?", when(offers, "items"), items(offers, "items", naming, hand)
        ),
    }
    return OfferWords(
        "Setback",
        f"{conditions_listed(view, met)} below {naming.name(clan)}: "
        f"{listed([PUNISHMENTS[kind] for kind in punishments], 'or')}",
        "triangle-alert",
        rank=0,
        parameters={**asked, **_gained(view, offers, naming)},
        variants=_setbacks(offers),
    )


def _losing(offers: Sequence[Offer]) -> tuple[str, ...]:
    kinds = [kind for offer in offers if "tile" in offer.parameters for kind in texts([offer], "punishment")]
    return tuple(dict.fromkeys(kinds))


def _setbacks(offers: Sequence[Offer]) -> Mapping[str, str]:
    losses = [offer for offer in offers if "as_gain" not in offer.parameters]
    gains = [offer for offer in offers if "as_gain" in offer.parameters]
    turned = {kind: f"gain instead: {told}" for kind, told in _of_kinds(gains, "punishment", REWARDS).items()}
    return {**_of_kinds(losses, "punishment", PUNISHMENTS), **turned}


def _ignore_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Ignore the setback", "with the Leyrien Sceptre; no token moves, nothing is lost", "check", rank=5
    )


def _take_extra_reward(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-542."""
    rows = {row: ValueWords(f"{ROW_NAMES[row]}: {ROW_REWARDS[row]}") for row in texts(offers, "row")}
    return OfferWords(
        "Second reward",
        f"you may take {listed([ROW_REWARDS[row] for row in rows], 'or')} as well",
        "plus",
        rank=0,
        parameters={
            "decline": DECLINE,
            "row": ParameterWords("Of which row?", values=rows),
            "move_to": moves(view, offers, naming),
            **drawn(offers, naming),
        },
        variants={
            **_kinds(offers, {"decline": "decline"}),
            **_of_kinds([offer for offer in offers if "row" in offer.parameters], "row", ROW_REWARDS),
        },
    )


def _take_free_upgrade(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-543."""
    return OfferWords(
        "Free Upgrade Tile",
        "one visible tile of any stack, for nothing",
        "plus",
        rank=0,
        parameters={
            "decline": DECLINE,
            "stack": stacks(view, offers, naming, "upgrade"),
            **removed(view, offers, naming, "upgrade"),
            **new_top(offers, naming, "upgrade"),
        },
        variants=_kinds(offers, {"decline": "decline", **GAINS}),
    )


ANSWERS: Mapping[str, Tell] = {
    "send_to_cantina": _send_to_cantina,
    "use_clan_ability": _use_clan_ability,
    "take_advancement": _take_advancement,
    "take_setback": _take_setback,
    "ignore_setback": _ignore_setback,
    "take_extra_reward": _take_extra_reward,
    "take_free_upgrade": _take_free_upgrade,
}
