"""Game Template in words: what stands on buttons, in questions and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.game_template.components.box import FACES
from domain.game_template.rules.playing import BETS
from domain.kernel import (
    ComponentSet,
    Json,
    Name,
    Naming,
    Offer,
    OfferWords,
    ParameterWords,
    Run,
    Says,
    SeatName,
    Told,
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


def _begins(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return _first_player_chosen(facts[0], naming).says


def _draws(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """GT-401: only the drawing seat may know the card."""
    return (naming.seat(action["seat"]), " draws ", _card(action, naming), ".")


def _plays(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    cards = ", ".join(map(naming.name, action["cards"]))
    return (naming.seat(action["seat"]), f" plays {cards} and bets {action['bet']}.")


def _card(message: Message, naming: Naming) -> Run | str:
    card = message.get("card")
    return "a card" if card is None else Run(naming.name(card), piece=card)


def _first_player_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " begins."))


def _turn_began(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), "’s turn begins."))


def _card_drawn(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " draws ", _card(fact, naming), "."))


def _die_rolled(fact: Message, naming: Naming) -> Told:
    return Told((f"The die shows {fact['roll']}.",))


def _card_scored(fact: Message, naming: Naming) -> Told:
    return Told((_card(fact, naming), " scores for ", naming.seat(fact["seat"]), "."), "score")


def _card_discarded(fact: Message, naming: Naming) -> Told:
    return Told((_card(fact, naming), " is discarded."))


def _game_ended(fact: Message, naming: Naming) -> Told:
    winners = ", ".join(naming.seat(seat).text for seat in fact["winners"])
    return Told((f"The game is over. Won by: {winners}.",), "score")


WORDS = Words(
    names=names,
    seat=seat_name,
    offers={
        "choose_first_player": _choose_first_player,
        "draw_card": _draw_card,
        "play_cards": _play_cards,
    },
    asks=asks,
    actions={"choose_first_player": _begins, "draw_card": _draws, "play_cards": _plays},
    facts={
        "first_player_chosen": _first_player_chosen,
        "turn_began": _turn_began,
        "card_drawn": _card_drawn,
        "die_rolled": _die_rolled,
        "card_scored": _card_scored,
        "card_discarded": _card_discarded,
        "game_ended": _game_ended,
    },
    said={"choose_first_player": ("first_player_chosen",), "draw_card": ("card_drawn",)},
    kinds={
        **dict.fromkeys(("seat", "first_player", "winners"), "seat"),
        **dict.fromkeys(("card", "cards"), "card"),
    },
)
