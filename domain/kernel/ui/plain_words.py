"""Plain words: a game's own names as labels, for games and free forms without other words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.kernel.components import told_of
from domain.kernel.messages import Json
from domain.kernel.offers import Offer, Optional, values_of
from domain.kernel.ui.words import (
    SEAT_COLORS,
    Name,
    Naming,
    OfferWords,
    ParameterWords,
    Says,
    SeatName,
    Told,
    ValueWords,
    Words,
    capitalized,
    kind_of,
    offer_key,
    value_key,
)

# Plain words: the names in the code, for a game without words of its own.


def readable(name: str) -> str:
    """A name of the code as people write it: `send_disorder` → `Send disorder`."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return capitalized(words)


def plain_seat(seat: Mapping[str, Json]) -> SeatName:
    """A seat by its id, in its colour where it has one of those that pages know."""
    color = seat.get("color", seat["seat"])
    return SeatName(readable(str(seat["seat"])), color if color in SEAT_COLORS else None)


def plain_names(document: Json) -> dict[str, Name]:
    """Every thing of the document with an id and a name; of two with one id the first that is met.

    Its kind is the name of the list that holds it, without the plural.
    """
    names: dict[str, Name] = {}
    left: list[tuple[str, Json]] = [("", document)]
    while left:
        kind, value = left.pop(0)
        if isinstance(value, Mapping):
            name, text = told_of(value)
            if isinstance(value.get("id"), str) and name:
                names.setdefault(value["id"], Name(kind.removesuffix("s"), name, text))
            left += [(str(key), item) for key, item in value.items() if isinstance(item, Mapping | list)]
        elif isinstance(value, list):
            left += [(kind, item) for item in value if isinstance(item, Mapping | list)]
    return names


def plain_offers(offers: Sequence[Offer], naming: Naming) -> dict[str, OfferWords]:
    """Plain words by type and seat, except for values whose label is their spelling: a page spells those."""
    told: dict[str, dict[str, dict[str, ValueWords]]] = {}
    optional: dict[tuple[str, str], bool] = {}
    for offer in offers:
        parameters = told.setdefault(offer_key(offer), {})
        for name, domain in offer.parameters.items():
            known = parameters.setdefault(name, {})
            for value in values_of(domain):
                spelt = value_key(value)
                if spelt not in known and (label := plain_value(value, naming)) != spelt:
                    known[spelt] = ValueWords(label)
            kept = optional.get((offer_key(offer), name), True)
            optional[offer_key(offer), name] = kept and isinstance(domain, Optional) and not domain.usual
    return {
        key: OfferWords(
            readable(key.partition("/")[0]),
            parameters={
                name: ParameterWords(
                    f"{readable(name)}?", "more" if optional[key, name] else "always", values
                )
                for name, values in parameters.items()
            },
        )
        for key, parameters in told.items()
    }


def plain_value(value: Json, naming: Naming) -> str:
    """A value by the set's name, else as it is spelt."""
    if isinstance(value, str):
        return naming.seat(value).text if value in naming.seats else naming.name(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(plain_value(item, naming) for item in value) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(
            f"{plain_value(key, naming)}: {plain_value(of, naming)}" for key, of in value.items()
        )
    return "nothing" if value is None else str(value)


def plain_says(action: Mapping[str, Json], naming: Naming) -> Says:
    """An action by its type and members: `Red: Travel. City: Cinderhold.`"""
    seat = action.get("seat")
    who = () if seat is None else (naming.seat(seat), ": ")
    members = _members(action, ("type", "seat"), naming)
    return (*who, ". ".join((readable(action["type"]), *members)) + ".")


def plain_fact(fact: Mapping[str, Json], naming: Naming) -> Told:
    """A fact by its tag and members."""
    return Told((". ".join((readable(fact["fact"]), *_members(fact, ("fact",), naming))) + ".",))


def plain_asks(moment: Mapping[str, Json], naming: Naming) -> dict[str, Says]:
    """The awaited seats, without a question of their own."""
    return dict.fromkeys(moment["active"], ("acts now",))


def _members(message: Mapping[str, Json], without: Sequence[str], naming: Naming) -> list[str]:
    return [
        f"{readable(name)}: {plain_value(value, naming)}"
        for name, value in message.items()
        if name not in without and value is not None
    ]


# Words of free forms: what an action or a fact, its members and its values are called there.

EMPTY = ""
"""The value of a member that is left empty."""
BEGINNING = re.compile(r"(?![A-Z]+-[A-Z]?\d)[^`;:(→]*[^`;:(→\s.]")


def message_word(words: Words | None, tag: str) -> str:
    """The name of an action or a fact: `Pawn moved`."""
    return _told(words, tag) or readable(tag)


def member_word(words: Words | None, tag: str, member: str) -> str:
    """The name of a member of a message: `From`, for `origin`."""
    return _told(words, f"{tag}.{member}", member) or readable(member)


def value_words(words: Words | None, tag: str, member: str, values: Sequence[Json]) -> dict[str, str]:
    """The labels of the values of a choice, by the value as a text; of None, the empty one, by `EMPTY`."""
    empty = "Nobody" if member == "seat" or kind_of(words, tag, member) == "seat" else "Nothing"
    return {
        spelt: _told(words, f"{tag}.{member}={spelt}", f"{member}={spelt}") or usual
        for spelt, usual in (
            (EMPTY, empty) if value is None else (str(value), readable(str(value))) for value in values
        )
    }


def plain_hint(meaning: str) -> str:
    """The beginning of a docstring, up to words of the code or bare rule ids."""
    told = BEGINNING.match(meaning)
    return f"{told[0]}." if told is not None and " " in told[0] else ""


def _told(words: Words | None, *keys: str) -> str:
    forms = {} if words is None else words.forms
    return next((forms[key] for key in keys if key in forms), "")
