"""Words of the offers of cards, trades and texts (36x, 37x, 52x, 53x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.places import hand_card, pool_card
from domain.games.chaosmos.words.offering import Values, cards, figures, variants
from domain.games.chaosmos.words.table import hand_of, planet_words
from domain.games.chaosmos.words.texts import CHANGES, change_values
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
    offered_values,
    value_key,
)

VARIANTS = {
    "amount": "take time off the clock",
    "target": "look into a hand",
    "sent_card": "send a card into an envelope",
    "deltas": "do what is printed on it",
    "planet": "look into an envelope",
}
"""What a card asks for tells what it does; the first that it asks for counts."""


MOST_NAMES = 3


def _play_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-360, CM-523 … CM-526, CM-530."""
    seat = acting_seat(offers)
    held = hand_of(view, seat)
    told = {
        "card": ParameterWords(
            "Which card?",
            values=cards(offered_values(offers, "card"), naming, lambda card: hand_card(seat, card), held),
        ),
        "amount": ParameterWords(
            "How much off the clock?", values=_amounts(view, offered_values(offers, "amount"))
        ),
        "target": ParameterWords(
            "Look at whose hand?", values=figures(view, offered_values(offers, "target"), naming)
        ),
        "planet": ParameterWords(
            "Which envelope?", values=_envelopes(view, offered_values(offers, "planet"), seat, naming)
        ),
        "sent_card": ParameterWords(
            "Which card do you send?",
            values=cards(
                offered_values(offers, "sent_card"), naming, lambda card: hand_card(seat, card), held
            ),
        ),
        "deltas": ParameterWords(CHANGES, values=change_values(offers, naming)),
    }
    asked = {name for offer in offers for name in offer.parameters}
    return OfferWords(
        "Play a card",
        _brief(list(told["card"].values.values())),
        "gallery-horizontal-end",
        rank=20,
        parameters={name: words for name, words in told.items() if name in asked},
        variants=variants(offers, lambda asked: next(VARIANTS[name] for name in VARIANTS if name in asked)),
    )


def _brief(offered: Sequence[ValueWords]) -> str:
    """`Long Lens and Hypertube`; of many the first, of one, which no question asks for, what it does."""
    names = [card.label for card in offered]
    if len(offered) == 1 and offered[0].hint:
        return f"{names[0]}: {offered[0].hint}"
    shown = names[:MOST_NAMES]
    rest = len(names) - len(shown)
    return listed([*shown, *([f"{rest} more"] if rest else ())])


def _amounts(view: Json, amounts: Sequence[Json]) -> Values:
    """CM-523: the clock stops at 0, which ends the game."""
    clock = view["clock"]
    return {
        value_key(amount): ValueWords(
            str(amount), "the game is over" if amount >= clock else f"the clock goes to {clock - amount}"
        )
        for amount in amounts
    }


def _envelopes(view: Json, planets: Sequence[Json], seat: str, naming: Naming) -> Values:
    return {
        str(planet): ValueWords(
            naming.name(str(planet)),
            "; ".join(
                part for part in planet_words(view, str(planet), seat, naming) if not part.startswith("toxic")
            ),
            place=str(planet),
        )
        for planet in planets
    }


def _use_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-531."""
    costs = {"0": ValueWords("No action"), "1": ValueWords("1 action")}
    return OfferWords(
        "Use an ability",
        "as printed on your alien sheet; resolve it by hand",
        "sparkles",
        rank=70,
        parameters={
            "ability": ParameterWords(
                "Which ability?",
                values={str(text): ValueWords(str(text)) for text in offered_values(offers, "ability")},
            ),
            "cost": ParameterWords(
                "What does it cost?",
                values={value_key(cost): costs[value_key(cost)] for cost in offered_values(offers, "cost")},
            ),
            "deltas": ParameterWords(CHANGES, values=change_values(offers, naming)),
        },
    )


def _trade_cosmic_pool(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-370."""
    seat = acting_seat(offers)
    return OfferWords(
        "Trade",
        "a card from your hand for one in the Cosmic Pool; free, once per turn",
        "refresh-cw",
        rank=30,
        parameters={
            "give": ParameterWords(
                "Which card do you give?",
                values=cards(
                    offered_values(offers, "give"),
                    naming,
                    lambda card: hand_card(seat, card),
                    hand_of(view, seat),
                ),
            ),
            "take": ParameterWords(
                "Which card do you take?",
                values=cards(offered_values(offers, "take"), naming, pool_card, view["pool"]),
            ),
        },
    )


CARDS: Mapping[str, OfferTold] = {
    "play_card": _play_card,
    "use_ability": _use_ability,
    "trade_cosmic_pool": _trade_cosmic_pool,
}
