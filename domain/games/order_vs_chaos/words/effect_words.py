"""Words of the effects of a text: what each of them does, to whom, where and by how much (OC-520, OC-521)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.words.names import FACES, SIDES, figure
from domain.games.order_vs_chaos.words.offering import Values, distinct, values
from domain.games.order_vs_chaos.words.table import hero_words, place_words, unit_value
from domain.kernel import Json, Naming, Offer, ParameterWords, ValueWords, value_key

OPS = {
    "doom": "Doom rises or falls",
    "health": "Health is gained or lost",
    "stamina": "Stamina is gained or lost",
    "xp": "XP is gained",
    "chits": "Armor chits come or go",
    "track": "A battle track moves",
    "token_place": "Tokens are laid",
    "token_discard": "Tokens are discarded",
    "token_gain": "A Chaos hero gains tokens",
    "special_tokens": "Special tokens come or go",
    "monster_place": "A monster is placed",
    "monster_move": "A monster is moved",
    "monster_discard": "A monster is discarded",
    "hero_move": "A hero is moved",
    "pass_enemies": "Enemies may be passed",
    "swap_cards": "Two cards change places",
    "open": "A card is opened",
    "remove_card": "A card leaves the game",
    "item_take": "An item is taken",
    "item_discard": "An item is discarded",
    "display_discard": "The quartermaster loses an item",
    "display_refill": "The quartermaster is refreshed",
    "event_draw": "Event cards are drawn",
    "end_battle": "The battle ends",
    "note": "Nothing on the table: a note",
}
MEMBERS = {
    "op": "What happens?",
    "side": "Which side?",
    "seat": "Whose hero?",
    "unit": "Which fighter?",
    "location": "Where?",
    "from": "From where?",
    "to": "Where to?",
    "a": "The card of which place?",
    "b": "With the card of which place?",
    "item": "Which item?",
    "items": "Which items come up?",
    "card": "Which card is turned up?",
    "cascade": "Which cards does it open?",
    "opened": "Which cards are opened?",
    "delta": "By how much?",
    "amount": "How many XP?",
    "n": "How many?",
    "text": "In which words?",
}


def effects(view: Json, offers: Sequence[Offer], asks: str, naming: Naming) -> ParameterWords:
    """The effects of the offered texts."""
    return ParameterWords(asks, values=things(view, values(offers, "effects"), naming))


def things(view: Json, ids: Iterable[Json], naming: Naming) -> Values:
    """Members, primitives, seats, fighters, places, cards and numbers, each as players call it."""
    told: dict[str, ValueWords] = {}
    copies: dict[str, ValueWords] = {}
    for value in ids:
        known = _thing(view, value, naming)
        if isinstance(value, str) and naming.components.get(value) is not None and known.place is None:
            copies[value] = known
        else:
            told[value_key(value)] = known
    return {**told, **distinct(copies)}


def _thing(view: Json, value: Json, naming: Naming) -> ValueWords:
    if not isinstance(value, str):
        return ValueWords(figure(value))
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
