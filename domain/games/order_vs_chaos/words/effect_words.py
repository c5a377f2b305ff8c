"""Words of the effects of a text: what each of them does, to whom, where and by how much (OC-520, OC-521)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.words.names import FACES, SIDES
from domain.games.order_vs_chaos.words.offering import Values, distinct
from domain.games.order_vs_chaos.words.table import hero_words, place_words, unit_value
from domain.kernel import Json, Naming, Offer, Open, ParameterWords, ValueWords, offered_values, values_of

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
    """Cards that follow from others: each is asked for in its turn, with the place that it lies on."""
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
