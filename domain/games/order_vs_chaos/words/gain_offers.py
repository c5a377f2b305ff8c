"""Words of rewards, gains for full Order doom, and what that doom costs Chaos (OC-480, OC-606, OC-613)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.words.offering import cards
from domain.games.order_vs_chaos.words.table import gained, hero_name
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
    value_key,
    variant_key,
)

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
    """What the loss leaves each of the pair."""
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
