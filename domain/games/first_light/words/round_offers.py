"""Words of the AI’s Schemes, of Harvest and Rest, and of the end (25x, 27x, 410, 601)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.state import HAND_LIMIT
from domain.games.first_light.words.counting import amount, bundle, dice
from domain.games.first_light.words.farms import farm_yields, harvest_says
from domain.games.first_light.words.offering import farm_keys, items, moves, said, texts, when
from domain.games.first_light.words.reckoning import ability
from domain.kernel import (
    KEYS,
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    variant_key,
)


def _reveal_scheme(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ai = view["ai"]
    first = "" if ai["schemes"]["revealed"] else "its Harvester moves first"
    schemes = {
        scheme: ValueWords(naming.name(scheme), naming.components[scheme].text)
        for scheme in texts(offers, "scheme")
    }
    return OfferWords(
        "Reveal a Scheme",
        said(
            first,
            f"{counted(ai['schemes_left'], 'Scheme')} left this Round",
            f"the AI has {amount(ai['gems'], 'gems')} and {dice(ai['board_dice'])}",
        ),
        "zap",
        rank=0,
        parameters={"scheme": ParameterWords("Which Scheme is revealed?", values=schemes)},
    )


def _harvest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-250 … FL-257: what is chosen and what comes in any case."""
    seat = acting_seat(offers)
    effect = ability(view, naming, seat)
    farms = [value for value in texts(offers, "choices") if value.isdigit()]
    chosen = {
        KEYS: {slot: ValueWords(f"Farm {slot}", place=places.farm(seat, int(slot))) for slot in farms},
        **{slot: farm_yields(view, naming, seat, int(slot)) for slot in farms},
    }
    return OfferWords(
        "Harvest",
        harvest_says(view, naming, seat),
        "sparkles",
        rank=0,
        parameters={
            "choices": ParameterWords("What do your Farms produce?", when(offers, "choices"), members=chosen),
            "raise": ParameterWords(
                "Raise each die by how much?",
                when(offers, "raise"),
                members=farm_keys(texts(offers, "raise")),
            ),
            "move_to": moves(view, offers, naming, f"Where to, for {bundle(effect.cost)}?"),
        },
        variants=_harvests(offers, bundle(effect.cost)),
    )


def _harvests(offers: Sequence[Offer], price: str) -> Mapping[str, str]:
    """FL-547: with Sable Lesedi's move or without."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: f"and move for {price}" if "move_to" in kind.split(",") else "and stay" for kind in kinds}


def _rest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-270 … FL-274: dice that come home, and what is too much."""
    seat = acting_seat(offers)
    base = view["seats"][seat]
    home = base["cantina"] + sum(die is not None for die in base["farms"])
    home += sum(
        spot.get("dice", 1)
        for spots in view["locations"].values()
        for spot in spots
        if spot is not None and spot["owner"] == seat
    )
    waiting = sum(die is not None and die["owner"] == seat for die in view["headquarters"])
    limit = ability(view, naming, seat).limit or 5
    excess = min(base["reserve"] + home, max(0, base["reserve"] + home + waiting - limit))
    cards = max(0, base["hand_size"] - HAND_LIMIT)
    return OfferWords(
        "Rest",
        said(
            f"{dice(home)} return" if home != 1 else "1 die returns",
            f"return {dice(excess)} over the limit of {limit} to the supply" if excess else "",
            f"discard {amount(cards, 'items')}" if cards else "",
        ),
        "moon",
        "end",
        90,
        ends=True,
        parameters={
            "discard": ParameterWords(
                f"Which {amount(cards, 'items')} do you discard?",
                when(offers, "discard"),
                items(offers, "discard", naming, base.get("hand") or ()),
            )
        },
    )


def _reveal_gem_caches(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    found = {
        value: ValueWords(naming.name(value), place=value if value in view["planet"]["caches"] else None)
        for value in texts(offers, "caches")
    }
    return OfferWords(
        "Reveal the Gem Caches",
        "the game ends and scores are counted",
        "gem",
        rank=0,
        parameters={"caches": ParameterWords("Which Gem Cache is where?", values=found)},
    )


ROUND: Mapping[str, OfferTold] = {
    "reveal_scheme": _reveal_scheme,
    "harvest": _harvest,
    "rest": _rest,
    "reveal_gem_caches": _reveal_gem_caches,
}
