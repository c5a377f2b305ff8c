"""What the words of offers share: values of a parameter, things of the table as values, different labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from domain.games.order_vs_chaos.words.names import FACES, box_of
from domain.games.order_vs_chaos.words.table import hero_words, place_words
from domain.kernel import (
    Json,
    Naming,
    ParameterWords,
    ValueWords,
)

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


def distinct(named: Mapping[str, ValueWords], *, once: bool = False) -> Values:
    """The same with labels that differ: of copies the second is `Uzi (2)`. once: the first has the hint."""
    times: dict[str, int] = {}
    told: dict[str, ValueWords] = {}
    for key, words in named.items():
        times[words.label] = number = times.get(words.label, 0) + 1
        label = words.label if number == 1 else f"{words.label} ({number})"
        hint = "" if once and number > 1 else words.hint
        told[key] = ValueWords(label, hint, words.icon, words.place, words.piece)
    return told


def locations(view: Json, ids: Iterable[str], seat: str | None, naming: Naming) -> Values:
    """Locations with what lies and stands there."""
    return {id: ValueWords(naming.name(id), place_words(view, id, seat, naming), place=id) for id in ids}


def cards(ids: Iterable[str], naming: Naming, *, on_board: bool = False, told: bool = True) -> Values:
    """Items, attacks, abilities or event cards. told: with their text, of copies once; on_board: face up."""
    named: dict[str, ValueWords] = {}
    for id in ids:
        text = naming.components[id].text.rstrip(".") if told and id in naming.components else ""
        named[id] = ValueWords(naming.name(id), text, piece=id if on_board else None)
    return distinct(named, once=True)


def fighters(ids: Iterable[str], naming: Naming) -> Values:
    """Heroes, monsters or arch enemies with what is printed on them."""
    return {
        id: ValueWords(naming.name(id), naming.components[id].text if id in naming.components else "")
        for id in ids
    }


def seats(view: Json, ids: Iterable[str], naming: Naming) -> Values:
    """Seats with how their heroes are."""
    return {id: ValueWords(naming.seat(id).text, hero_words(view, id, naming)) for id in ids}


def location_cards(ids: Iterable[str], naming: Naming) -> Values:
    """Location cards that may be turned up."""
    return distinct({id: ValueWords(naming.name(id)) for id in ids})


def dice_asked(naming: Naming, asks: str = "What do the dice show?") -> ParameterWords:
    """The dice of a roll."""
    faces = sorted(set(box_of(naming).die_faces) | set(FACES) | {"1", "2", "3"})
    return ParameterWords(asks, values={face: ValueWords(FACES.get(face, face)) for face in faces})
