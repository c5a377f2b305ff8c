"""The opening form: what may be chosen when a session opens, as domains with words."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.messages import Json
from domain.kernel.offers.domains import Choice, Domain, Each, Optional
from domain.kernel.words import ParameterWords


class Question(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A member of the opening: the values that it takes, with their words.

    A game leaves out what follows from the type of the member: domain, words, default (`None`: left out).
    differ: no value is taken twice, by two seats or under two keys of an object.
    shares: `value_key` of a value → how many seats take it, all seats counted.
    needs: `value_key` of a value → option → its values, one of which must be chosen with it.
    """

    domain: Domain | UnsetType = UNSET
    words: ParameterWords | UnsetType = UNSET
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
