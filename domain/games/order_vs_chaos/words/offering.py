"""Shared parts of the labels of offers: values, effects (OC-520, OC-521), rewards and gains.

Rewards and gains follow OC-480, OC-606 and OC-613.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.games.order_vs_chaos.words.names import FACES, SIDES, box_of
from domain.games.order_vs_chaos.words.table import (
    foes_at,
    gained,
    hero_name,
    hero_words,
    place_words,
    unit_value,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Open,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
    value_key,
    values_of,
    variant_key,
)

# Words that offers share: values of a parameter, things of the table as values, different labels.

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


def distinct(named: Mapping[str, ValueWords], *, once: bool = False) -> Values:
    """The same with labels that differ: of copies the second is `Uzi (2)`. once: the first has the hint."""
    times: dict[str, int] = {}
    told: dict[str, ValueWords] = {}
    for key, words in named.items():
        times[words.label] = number = times.get(words.label, 0) + 1
        label = words.label if number == 1 else f"{words.label} ({number})"
        is_told = not once or number == 1
        told[key] = replace(
            words,
            label=label,
            hint=words.hint if is_told else "",
            details=words.details if is_told else "",
        )
    return told


def locations(view: Json, ids: Iterable[str], seat: str | None, naming: Naming) -> Values:
    """Locations with what lies and stands there; as details, how strong the foes are."""
    side = view["seats"][seat]["side"] if seat else ""
    return {
        id: ValueWords(
            naming.name(id),
            place_words(view, id, seat, naming),
            place=id,
            details="; ".join(foes_at(view, id, side, naming)) if side else "",
        )
        for id in ids
    }


def cards(ids: Iterable[str], naming: Naming, *, on_board: bool = False, told: bool = True) -> Values:
    """Items, attacks, abilities or event cards. `told`: with their text, copies once; on_board: face up."""
    named: dict[str, ValueWords] = {}
    attacks = box_of(naming).attacks
    for id in ids:
        text = naming.components[id].text.rstrip(".") if told and id in naming.components else ""
        begins = ", ".join(text.split(", ")[:2]) if id in attacks and not attacks[id].text else ""
        named[id] = ValueWords(
            naming.name(id),
            begins,
            piece=id if on_board else None,
            details=text.removeprefix(begins).lstrip(",; "),
        )
    return distinct(named, once=True)


def fighters(ids: Iterable[str], naming: Naming) -> Values:
    """Heroes, monsters or arch enemies with what is printed on them."""
    told = {}
    for id in ids:
        strength, _, rest = (naming.components[id].text if id in naming.components else "").partition(". ")
        told[id] = ValueWords(naming.name(id), strength, details=rest)
    return told


def seats(view: Json, ids: Iterable[str], naming: Naming) -> Values:
    """Seats with how their heroes are."""
    return {id: ValueWords(naming.seat(id).text, hero_words(view, id, naming)) for id in ids}


def location_cards(ids: Iterable[str], naming: Naming) -> Values:
    """Location cards that may be turned up."""
    return distinct({id: ValueWords(naming.name(id)) for id in ids})


def dice_asked(naming: Naming, asks: str = "What do the dice show?") -> ParameterWords:
    """The dice of a roll."""
    faces = sorted(set(box_of(naming).die_faces) | set(FACES) | {"1", "2", "3"})
    return ParameterWords(asks, values={face: ValueWords(FACES.get(face, face)) for face in faces})


# Words of the effects of a text: what each of them does, to whom, where and by how much (OC-520, OC-521).

OPS = {
    "doom": "Doom",
    "health": "Health",
    "stamina": "Stamina",
    "xp": "XP",
    "chits": "Armor chits",
    "track": "Battle track",
    "token_place": "Place tokens",
    "token_discard": "Discard tokens",
    "token_gain": "Gain tokens",
    "special_tokens": "Special tokens",
    "monster_place": "Place a monster",
    "monster_move": "Move a monster",
    "monster_discard": "Discard a monster",
    "hero_move": "Move a hero",
    "pass_enemies": "Pass enemies",
    "swap_cards": "Swap two cards",
    "open": "Reveal a card",
    "remove_card": "Remove a card",
    "item_take": "Take an item",
    "item_discard": "Discard an item",
    "display_discard": "Discard from the quartermaster",
    "display_refill": "Refresh the quartermaster",
    "event_draw": "Draw event cards",
    "end_battle": "End the battle",
    "note": "Note only",
}
MEMBERS = {
    "op": "What happens?",
    "side": "Which side?",
    "seat": "Whose hero?",
    "unit": "Which fighter?",
    "location": "Where?",
    "from": "From where?",
    "to": "Where to?",
    "a": "Which card?",
    "b": "With which card?",
    "item": "Which item?",
    "items": "Which new items?",
    "card": "Which new card?",
    "cascade": "What does it reveal?",
    "opened": "What is revealed?",
    "delta": "By how much?",
    "amount": "How many XP?",
    "n": "How many?",
    "text": "Which words?",
}


def effects(view: Json, offers: Sequence[Offer], asks: str, naming: Naming) -> ParameterWords:
    """The effects of the offered texts; without the state of things where people may list them."""
    by_hand: list[Json] = []
    chosen: list[Json] = []
    for offer in offers:
        if (domain := offer.parameters.get("effects")) is not None:
            (by_hand if isinstance(domain, Open) else chosen).extend(values_of(domain))
    brief = things(view, by_hand, naming, brief=True)
    told = {**brief, **things(view, chosen, naming, brief=bool(brief))}
    return ParameterWords(asks, values=distinct(told))


def next_cards(view: Json, offers: Sequence[Offer], parameter: str, naming: Naming) -> ParameterWords:
    """Cards that follow from others: the form asks for each in turn, with the place that it lies on."""
    return ParameterWords(
        "Which card is next?", "more", distinct(things(view, offered_values(offers, parameter), naming))
    )


def things(view: Json, ids: Iterable[Json], naming: Naming, *, brief: bool = False) -> Values:
    """Members, primitives, seats, fighters, places and cards, each as players call it.

    A number says itself. brief: without what they are like now.
    """
    told = {id: _thing(view, id, naming) for id in dict.fromkeys(ids) if isinstance(id, str)}
    if brief:
        return {key: ValueWords(words.label, place=words.place) for key, words in told.items()}
    return told


def _thing(view: Json, value: str, naming: Naming) -> ValueWords:
    if value in view["seats"]:
        return ValueWords(naming.seat(value).text, hero_words(view, value, naming))
    if value in view["locations"]:
        return ValueWords(naming.name(value), place_words(view, value, None, naming), place=value)
    if view["battle"] is not None and value in view["battle"]["units"]:
        return unit_value(view, value, naming)
    if (name := naming.components.get(value)) is not None:
        on_board = value if value in view["display"] else None
        return ValueWords(name.name, "" if name.kind == "face" else name.text.rstrip("."), piece=on_board)
    return ValueWords(_WORDS.get(value, value))


_WORDS: Mapping[str, str] = {**MEMBERS, **OPS, **SIDES, **FACES}


# Words of rewards, gains for full Order doom, and what that doom costs Chaos (OC-480, OC-606, OC-613).

ITEM_VARIANTS = {
    "": "Nothing",
    "gain": "Health or XP",
    "item": "An item",
    "discard,item": "Equipment, for one of yours",
    "gain,item": "An item",
    "discard,gain,item": "Equipment, for one of yours",
}


def _items(offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    return {
        "item": ParameterWords(
            "Which item?", values=cards(offered_values(offers, "item"), naming, on_board=True)
        ),
        "discard": ParameterWords(
            "Discard which one for it?",
            values=cards(offered_values(offers, "discard"), naming, on_board=True),
        ),
    }


def _variants(offers: Sequence[Offer]) -> Mapping[str, str]:
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: words for kind, words in ITEM_VARIANTS.items() if kind in kinds}


def _take_reward(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Take the reward",
        "an item from the quartermaster for the kill, or nothing",
        "trophy",
        rank=5,
        parameters=_items(offers, naming),
        variants=_variants(offers),
    )


def _take_overflow(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-606."""
    hero = view["seats"][acting_seat(offers)]
    gains = {
        "health": ValueWords("1 health", gained(hero["health"], 1, hero["max_health"]))
        if hero["health"] < hero["max_health"]
        else ValueWords("No health", "it is full"),
        "xp": ValueWords("1 XP", "one more box"),
        "item": ValueWords("An item", "from the quartermaster"),
    }
    return OfferWords(
        "Take a gain",
        "Order doom is full: health, XP or an item instead",
        "star",
        rank=5,
        parameters={
            "gain": ParameterWords(
                "What do you gain?", values={one: gains[one] for one in offered_values(offers, "gain")}
            ),
            **_items(offers, naming),
        },
        variants=_variants(offers),
    )


def _allot_doom_damage(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-613."""
    told = {}
    for loss in offered_values(offers, "losses"):
        hero = view["seats"][loss["seat"]]
        monster = naming.name(hero["monster_type"] or "")
        label = f"{hero_name(view, loss['seat'], naming)} −{loss['hero']}, {monster} −{loss['monster']}"
        told[value_key(loss)] = ValueWords(label, _left(view, loss, monster, naming))
    return OfferWords(
        "Divide Order’s doom",
        f"each Chaos hero and its monster together lose {view['doom']['order']} health",
        "scale",
        rank=5,
        parameters={"losses": ParameterWords("Who loses how much?", values=told)},
    )


def _left(view: Json, loss: Json, monster: str, naming: Naming) -> str:
    """The health that the loss leaves to each of the pair."""
    health = view["seats"][loss["seat"]]["health"] - loss["hero"]
    monsters = (view["final"] or {}).get("monsters", {})
    other = monsters.get(loss["seat"], 0) - loss["monster"]
    return ", ".join(
        f"{name} {'dies' if left <= 0 else f'keeps {left}'}"
        for name, left in ((naming.seat(loss["seat"]).text, health), (f"the {monster}", other))
    )


GAINS: Mapping[str, OfferTold] = {
    "take_reward": _take_reward,
    "take_overflow": _take_overflow,
    "allot_doom_damage": _allot_doom_damage,
}
