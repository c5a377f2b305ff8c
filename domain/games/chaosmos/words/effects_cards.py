"""Facts of cards that are played, sent, traded, moved and named, and of texts, in words (36x, 37x, 5xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.names import card_name, card_names_in, space_run, zone_says
from domain.kernel import FactWords, Json, Naming, Says, Told, capitalized

Message = Mapping[str, Json]


def upon(naming: Naming, fact: Message) -> Says:
    """What a card is played on: ` on North`, ` on Ashkel`."""
    says: Says = ()
    if fact.get("target") is not None:
        says = (*says, " on ", naming.seat(fact["target"]))
    if fact.get("planet") is not None:
        says = (*says, " on ", space_run(naming, fact["planet"]))
    return says


def _card_played(fact: Message, naming: Naming) -> Told:
    return Told(
        (naming.seat(fact["seat"]), f" plays {card_name(naming, fact['card'])}", *upon(naming, fact), ".")
    )


def _card_voided(fact: Message, naming: Naming) -> Told:
    return Told((f"{card_name(naming, fact['card'])} is single-use and goes to the Void.",))


def _card_sent(fact: Message, naming: Naming) -> Told:
    """CM-526."""
    card = card_name(naming, fact["card"]) if fact.get("card") is not None else "a card from hand"
    planet = space_run(naming, fact["planet"])
    return Told((naming.seat(fact["seat"]), f" sends {card} into the envelope of ", planet, "."))


def _pool_traded(fact: Message, naming: Naming) -> Told:
    given, taken = card_name(naming, fact["given"]), card_name(naming, fact["taken"])
    return Told((naming.seat(fact["seat"]), f" gives {given} to the Cosmic Pool and takes {taken}."))


def _ability_used(fact: Message, naming: Naming) -> Told:
    cost = " for an action" if fact["cost"] else ""
    return Told((naming.seat(fact["seat"]), f" uses an ability{cost}: “{fact['ability'].rstrip('.')}”."))


def _text_followed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " resolves the printed text by hand."))


def _card_moved(fact: Message, naming: Naming) -> Told:
    card = card_name(naming, fact["card"]) if fact.get("card") is not None else "a card"
    says = (" moves from ", *zone_says(naming, fact["origin"]), " to ", *zone_says(naming, fact["to"]), ".")
    return Told((capitalized(card), *says))


def _cards_named(fact: Message, naming: Naming) -> Told:
    """CM-R31: only who sees the cards is shown it."""
    cards, one = card_names_in(naming, fact["cards"]), len(fact["cards"]) == 1
    begins, named = ("An unnamed card", "is named") if one else ("Unnamed cards", "are named")
    return Told((f"{begins} in ", *zone_says(naming, fact["zone"]), f" {named}: {cards}."))


def _cards_unnamed(fact: Message, naming: Naming) -> Told:
    cards = card_names_in(naming, fact["cards"])
    where = zone_says(naming, fact["zone"])
    return Told((f"Unnamed cards moved, so {cards} may no longer be in ", *where, "."))


CARDS: Mapping[str, FactWords] = {
    "card_played": _card_played,
    "card_voided": _card_voided,
    "card_sent": _card_sent,
    "pool_traded": _pool_traded,
    "ability_used": _ability_used,
    "text_followed": _text_followed,
    "card_moved": _card_moved,
    "cards_named": _cards_named,
    "cards_unnamed": _cards_unnamed,
}
