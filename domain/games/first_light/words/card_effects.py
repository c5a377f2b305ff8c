"""Facts of cards in words: characters, the draft, Items drawn, acquired and discarded."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.names import card_run
from domain.games.first_light.words.telling import Message, cause_says, hands_says, items_says
from domain.kernel import FactWords, Naming, Run, Says, Told, listed_runs


def _who(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


def _characters_dealt(fact: Message, naming: Naming) -> Told:
    return Told(("Characters are dealt.", *hands_says(fact["characters"], naming)))


def _items_dealt(fact: Message, naming: Naming) -> Told:
    return Told(("Items are dealt.", *hands_says(fact["hands"], naming)))


def _character_chosen(fact: Message, naming: Naming) -> Told:
    character = fact.get("character")
    chosen = card_run(naming, character) if character else "a character"
    return Told((_who(fact, naming), " chooses ", chosen, "."))


def _characters_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = []
    for seat, character in fact["characters"].items():
        says += ["; " if says else "", naming.seat(seat), " leads with ", card_run(naming, character)]
    return Told((*says, ".") if says else ("The characters are revealed.",))


def _item_drafted(fact: Message, naming: Naming) -> Told:
    item = fact.get("item")
    return Told((_who(fact, naming), " keeps ", card_run(naming, item) if item else "an Item", "."))


def _packets_passed(fact: Message, naming: Naming) -> Told:
    return Told(("The other Items pass to the left.",))


def _packets_bottomed(fact: Message, naming: Naming) -> Told:
    """FL-117: each seat knows the card that it put there."""
    own: list[Run] = []
    cards = fact.get("cards")
    if isinstance(cards, Mapping):
        own = [card_run(naming, card) for card in cards.values() if card is not None]
    beside: Says = (", among them ", *listed_runs(own)) if own else ()
    return Told(("The last Items go under the draw pile", *beside, "."))


def _items_kept(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " keeps ", *items_says(naming, fact.get("items"), 3), "."))


def _items_drawn(fact: Message, naming: Naming) -> Told:
    drawn = items_says(naming, fact.get("items"), fact.get("count"))
    return Told((_who(fact, naming), " draws ", *drawn, f" from {cause_says(naming, fact['cause'])}."))


def _discards_reshuffled(fact: Message, naming: Naming) -> Told:
    return Told(("The discarded Items are shuffled into a new draw pile.",))


def _item_named(fact: Message, naming: Naming) -> Told:
    item = fact.get("item")
    return Told(
        (_who(fact, naming), " names an Item", *((": ", card_run(naming, item)) if item else ()), ".")
    )


def _item_acquired(fact: Message, naming: Naming) -> Told:
    known = naming.components.get(fact["item"])
    worth = f": {known.value} ★" if known is not None and known.value else ""
    return Told((_who(fact, naming), " acquires ", card_run(naming, fact["item"]), f"{worth}."), "score")


def _items_discarded(fact: Message, naming: Naming) -> Told:
    discarded = items_says(naming, fact.get("items"))
    number = len(fact.get("items") or ())
    told = discarded if number else ("no Item",)
    says = (_who(fact, naming), " discards ", *told, ".")
    return Told(says, "chaos" if fact["cause"] == "setback" else "plain")


CARD_FACTS: Mapping[str, FactWords] = {
    "characters_dealt": _characters_dealt,
    "character_chosen": _character_chosen,
    "characters_revealed": _characters_revealed,
    "items_dealt": _items_dealt,
    "item_drafted": _item_drafted,
    "packets_passed": _packets_passed,
    "packets_bottomed": _packets_bottomed,
    "items_kept": _items_kept,
    "items_drawn": _items_drawn,
    "discards_reshuffled": _discards_reshuffled,
    "item_named": _item_named,
    "item_acquired": _item_acquired,
    "items_discarded": _items_discarded,
}
