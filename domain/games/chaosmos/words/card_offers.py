"""Labels of offers of cards, trades and texts (36x, 37x, 52x, 53x) and unnamed cards (CM-R31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.places import hand_card, pool_card
from domain.games.chaosmos.words.names import zone_says
from domain.games.chaosmos.words.offering import (
    NOT_SEEN,
    Values,
    cards,
    envelope_of,
    figures,
    hand_of,
    planet_words,
    seats,
    variants,
)
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    figure,
    listed,
    offered_values,
    text_of,
    value_key,
)

# Words of the changes that a text makes, which are carried out by hand (CM-530).

CHANGES = "What does the text do?"

WORDS = {
    "move_card": ValueWords("Move a card"),
    "set_position": ValueWords("Put a seat on a space"),
    "banish": ValueWords("Banish a seat to a planet"),
    "add_hypertokens": ValueWords("Give or take hypertokens"),
    "reduce_clock": ValueWords("Take time off the clock"),
    "lose_rest_of_turn": ValueWords("End the active seat’s turn"),
    "lift_no_take": ValueWords("Open a Vault"),
    "reveal_hand": ValueWords("Show a hand"),
    "reveal_envelope": ValueWords("Show an envelope"),
    "delta": ValueWords("Change"),
    "from": ValueWords("From"),
    "to": ValueWords("To"),
    "card": ValueWords("Card"),
    "seen_by": ValueWords("Seen by"),
    "seat": ValueWords("Seat"),
    "space": ValueWords("Space"),
    "planet": ValueWords("Planet"),
    "n": ValueWords("Number"),
    "of": ValueWords("Whose"),
    UNKNOWN: NOT_SEEN,
}
"""The changes, and their members."""

ON_A_PLANET = {"envelope": "Inside", "face_up": "On top of"}
"""Zones of an envelope, called so that a phone shows many of them."""


def change_values(offers: Sequence[Offer], naming: Naming) -> Values:
    """Everything that may be said in a list of changes."""
    return {value_key(value): _told(value, naming) for value in offered_values(offers, "deltas")}


def _told(value: Json, naming: Naming) -> ValueWords:
    if not isinstance(value, str):
        return ValueWords(figure(value))
    if value in WORDS:
        return WORDS[value]
    if value in naming.seats:
        return ValueWords(naming.seat(value).text)
    if value in naming.components:
        return ValueWords(naming.name(value))
    kind, _, of = value.partition(":")
    if kind in ON_A_PLANET:
        return ValueWords(f"{ON_A_PLANET[kind]} {naming.name(of)}")
    zone = text_of(zone_says(naming, value))
    return ValueWords(capitalized(zone))


# Words of the offers of cards, trades and texts (36x, 37x, 52x, 53x).

VARIANTS = {
    "amount": "take time off the clock",
    "target": "look into a hand",
    "sent_card": "send a card into an envelope",
    "deltas": "do what is printed on it",
    "planet": "look into an envelope",
}
"""A card's effect by its parameter; the first parameter of the card counts."""


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
    if len(offered) == 1 and offered[0].details:
        return f"{names[0]}: {offered[0].details.rpartition(': ')[2]}"
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
            details="; ".join(
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
        "with the Cosmic Pool; free",
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


# Words of the offers about unnamed cards: naming them, and showing the Ovoid in the end (CM-R31).


def _name_cards(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-R31."""
    planet = envelope_of(view, acting_seat(offers)).get("planet")
    where = {
        "hand": ValueWords("In hand"),
        "envelope": ValueWords(f"In the envelope of {naming.name(planet)}" if planet else "In the envelope"),
    }
    lying = {str(place): where[str(place)] for place in offered_values(offers, "place")}
    return OfferWords(
        "Name cards",
        "your unnamed cards; free, secret",
        "pencil",
        rank=80,
        parameters={
            "place": ParameterWords("Where are they?", values=lying),
            "cards": ParameterWords(
                "Which cards are they?", values=cards(offered_values(offers, "cards"), naming)
            ),
        },
    )


def _show_ovoid(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-602, CM-603."""
    holders = {
        seat: ValueWords(told.label, "wins")
        for seat, told in seats(offered_values(offers, "holder"), naming).items()
    }
    return OfferWords(
        "Show the Ovoid",
        "the clock is at 0: the seat with it in hand wins",
        "gem",
        rank=0,
        parameters={
            "holder": ParameterWords(
                "Who has the Ovoid in hand?",
                values={**holders, "null": ValueWords("Nobody", "everyone loses")},
            )
        },
    )


UNNAMED: Mapping[str, OfferTold] = {"name_cards": _name_cards, "show_ovoid": _show_ovoid}
