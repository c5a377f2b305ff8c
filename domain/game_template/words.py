"""Game Template in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.game_template.components.box import FACES
from domain.game_template.rules.playing import BETS
from domain.kernel import (
    ActionWords,
    ComponentSet,
    FactWords,
    Json,
    Name,
    Naming,
    Offer,
    OfferWords,
    ParameterWords,
    Run,
    Says,
    SeatName,
    Sentences,
    ValueWords,
    Words,
    told_of,
    value_key,
)

Message = Mapping[str, Json]


def names(components: ComponentSet) -> Mapping[str, Name]:
    """The cards, by the name that the set gives them."""
    return {
        card["id"]: Name("card", name or card["id"], text, value=str(card["value"]))
        for card in components.document["cards"]
        for name, text in (told_of(card),)
    }


def seat_name(seat: Message, names: Mapping[str, Name]) -> SeatName:
    """A seat goes by its colour."""
    return SeatName(seat["color"].capitalize(), seat["color"])


def _choose_first_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in view["clockwise"]}
    return OfferWords(
        "Choose the first player", parameters={"first_player": ParameterWords("Who begins?", values=seats)}
    )


def _draw_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Draw a card",
        f"{view['deck']} in the deck",
        parameters={
            "card": ParameterWords("Which card was drawn?", values=_cards(naming.components, naming))
        },
    )


def _play_cards(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hand = view["seats"][offers[0].seat]["hand"]
    return OfferWords(
        "Play cards",
        "bet on the die",
        parameters={
            "cards": ParameterWords("Which cards?", values=_cards(hand, naming)),
            "bet": ParameterWords("Low or high?", values={bet: ValueWords(bet.capitalize()) for bet in BETS}),
            "roll": ParameterWords(
                "What does the die show?", values={value_key(face): ValueWords(str(face)) for face in FACES}
            ),
        },
    )


def _cards(cards: Iterable[str], naming: Naming) -> Mapping[str, ValueWords]:
    return {card: ValueWords(naming.name(card), f"worth {naming.components[card].value}") for card in cards}


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """The question to the table (""), or to the seat whose turn it is."""
    if view["phase"] == "setup":
        return {"": ("Choose the first player",)}
    return {} if view["active"] is None else {view["active"]: ("draws a card or plays some",)}


SENTENCES = Sentences(
    {
        "card": lambda naming, card: Run(naming.name(card), piece=card),
        "cards": lambda naming, cards: ", ".join(map(naming.name, cards)),
        "winners": lambda naming, seats: ", ".join(naming.seat(seat).text for seat in seats),
    }
)
said, told = SENTENCES.action, SENTENCES.fact

DRAWS = "{seat} draws [{card}|a card]."
"""GT-401: only the drawing seat may know the card."""

ACTIONS: Mapping[str, ActionWords] = {
    "choose_first_player": said("{first_player_chosen.seat:seat} begins."),
    "draw_card": said(DRAWS),
    "play_cards": said("{seat} plays {cards} and bets {bet}."),
}

FACTS: Mapping[str, FactWords] = {
    "first_player_chosen": told("{seat} begins."),
    "turn_began": told("{seat}’s turn begins."),
    "card_drawn": told(DRAWS),
    "die_rolled": told("The die shows {roll}."),
    "card_scored": told("[{card}|a card] scores for {seat}.", "score"),
    "card_discarded": told("[{card}|a card] is discarded."),
    "game_ended": told("The game is over. Won by: {winners}.", "score"),
}


WORDS = Words(
    names=names,
    seat=seat_name,
    offers={
        "choose_first_player": _choose_first_player,
        "draw_card": _draw_card,
        "play_cards": _play_cards,
    },
    asks=asks,
    actions=ACTIONS,
    facts=FACTS,
    said={"choose_first_player": ("first_player_chosen",), "draw_card": ("card_drawn",)},
    kinds={
        **dict.fromkeys(("seat", "first_player", "winners"), "seat"),
        **dict.fromkeys(("card", "cards"), "card"),
    },
)
