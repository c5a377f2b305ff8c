"""The opening form: what may be chosen when a session opens, as domains with words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.components import canonical
from domain.kernel.messages import Json
from domain.kernel.offers.domains import Choice, Domain, Each, Optional


class ValueWords(Struct, frozen=True, omit_defaults=True):
    """What people call a value, and what they decide by."""

    label: str
    hint: str | None = None


class QuestionWords(Struct, frozen=True, kw_only=True):
    """What a member of the opening is called.

    asks: the question, or a title. values: `value_key` of a value, or a key of an object → its words.
    when: `always` shown, or behind `more` because the default suits most tables.
    """

    asks: str
    hint: str | None = None
    when: Literal["always", "more"] = "always"
    values: Mapping[str, ValueWords] = {}


class Question(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A member of the opening: the values that it takes, with their words.

    A game leaves out what follows from the type of the member: domain, words, default (`None`: left out).
    differ: no value is taken twice, by two seats or under two keys of an object.
    shares: `value_key` of a value → how many seats take it, all seats counted.
    needs: `value_key` of a value → option → its values, one of which must be chosen with it.
    """

    domain: Domain | UnsetType = UNSET
    words: QuestionWords | UnsetType = UNSET
    default: Json | UnsetType = UNSET
    differ: bool = False
    shares: Mapping[str, int] = {}
    needs: Mapping[str, Mapping[str, tuple[Json, ...]]] = {}


class OpeningForm(Struct, frozen=True, kw_only=True):
    """What is asked to open a session, at one number of seats with one component set.

    seat: what each seat is asked, by the members of the game's seat type but `seat` itself.
    options: by the members of its options; `None`: left out at this number of seats, and not asked.
    called_by: the member of a seat that it may be called by (red plays red); None: by `names`.
    names: ids for the seats, clockwise, where nobody gives others.
    """

    seat: Mapping[str, Question] = {}
    options: Mapping[str, Question | None] = {}
    called_by: str | None = None
    names: tuple[str, ...] = ()


def value_key(value: Json) -> str:
    """How words are found for a value: a text is its own key, anything else its canonical JSON."""
    return value if isinstance(value, str) else canonical(value).decode()


def values_of(domain: Domain) -> tuple[Json, ...]:
    """The single values that a domain is chosen from, the keys of an object among them, to have words for."""
    match domain:
        case Choice(values=values):
            return values
        case Optional(of=of):
            return (*values_of(of), None)
        case Each(keys=keys):
            return tuple(dict.fromkeys((*keys, *(value for of in keys.values() for value in values_of(of)))))
        case _:
            return ()
