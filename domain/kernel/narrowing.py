"""Narrowing: the words of offers once some of their parameters are chosen.

A button must name only what will happen. What a value costs or gains often depends on an earlier choice, so
the game's words are asked again about the offers that each earlier choice leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel.messages import Json
from domain.kernel.offers import Choice, Offer, Optional, values_of
from domain.kernel.offers.covering import admits
from domain.kernel.words import (
    NarrowedParameter,
    NarrowedWords,
    OfferWords,
    ParameterWords,
    ValueWords,
    value_key,
)

Tell: TypeAlias = Callable[[Sequence[Offer]], OfferWords]


def with_narrowed(tell: Tell, offers: Sequence[Offer], by: Sequence[str]) -> OfferWords:
    """The words of these offers, with those that differ once the parameters `by` are chosen one by one."""
    words = tell(offers)
    return replace(words, narrowed=tuple(_narrowed(tell, offers, by, {}, words))) if by else words


def narrowed_to(offers: Sequence[Offer], name: str, value: Json) -> list[Offer]:
    """The offers that are left once the parameter has this value; None: left out."""
    left = []
    for offer in offers:
        domain = offer.parameters.get(name)
        if domain is None:
            if value is None:
                left.append(offer)
        elif admits(domain, value):
            left.append(replace(offer, parameters={**offer.parameters, name: Choice((value,))}))
    return left


def offers_after(offers: Sequence[Offer], chosen: Mapping[str, Json]) -> Sequence[Offer]:
    """The offers that are left once all of these values are chosen."""
    for name, value in chosen.items():
        offers = narrowed_to(offers, name, value)
    return offers


def chosen_words(words: OfferWords, chosen: Mapping[str, Json]) -> OfferWords:
    """The words as a page shows them once these values are chosen."""
    parameters, variants = dict(words.parameters), dict(words.variants)
    for narrowed in words.narrowed:
        if all(name in chosen and chosen[name] == value for name, value in narrowed.when.items()):
            variants |= narrowed.variants
            parameters |= {name: _over(parameters[name], own) for name, own in narrowed.parameters.items()}
    return replace(words, parameters=parameters, variants=variants, narrowed=())


def member_words(words: ParameterWords, member: str) -> ParameterWords:
    """The words of what one member of an object holds."""
    return replace(words, values={**words.values, **words.members.get(member, {})})


def _narrowed(
    tell: Tell, offers: Sequence[Offer], by: Sequence[str], when: Mapping[str, Json], above: OfferWords
) -> Iterator[NarrowedWords]:
    if not by:
        return
    name, *others = by
    values = list(_values(offers, name))
    if not values:
        yield from _narrowed(tell, offers, others, when, above)
    for value in values:
        left, chosen = narrowed_to(offers, name, value), {**when, name: value}
        words = tell(left) if len(values) > 1 else above
        if own := _differing(words, above, chosen):
            yield own
        yield from _narrowed(tell, left, others, chosen, words)


def _values(offers: Sequence[Offer], name: str) -> Iterator[Json]:
    """Every value that may be chosen, each once; None where it may be left out."""
    domains = [offer.parameters.get(name) for offer in offers]
    known: dict[str, Json] = {}
    for domain in domains:
        if domain is not None:
            known |= {value_key([value]): value for value in values_of(domain)}
    yield from known.values()
    if known and any(domain is None or isinstance(domain, Optional) for domain in domains):
        yield None


def _differing(words: OfferWords, above: OfferWords, when: Mapping[str, Json]) -> NarrowedWords | None:
    parameters = {
        name: told
        for name, own in words.parameters.items()
        if name in above.parameters
        and name not in when
        and (told := _less(own, above.parameters[name])) != NarrowedParameter()
    }
    variants = {kind: told for kind, told in words.variants.items() if above.variants.get(kind, told) != told}
    return NarrowedWords(dict(when), parameters, variants) if parameters or variants else None


def _less(own: ParameterWords, above: ParameterWords) -> NarrowedParameter:
    """What differs. When it is asked was settled before anything was chosen."""
    values = {key: told for key, told in own.values.items() if above.values.get(key) != told}
    members: dict[str, Mapping[str, ValueWords]] = {}
    for member, told in own.members.items():
        known = above.members.get(member, {})
        if fewer := {key: one for key, one in told.items() if known.get(key) != one}:
            members[member] = fewer
    asks = own.asks if own.asks != above.asks else ""
    hint = own.hint if own.hint != above.hint else ""
    return NarrowedParameter(asks, hint, values, members)


def _over(below: ParameterWords, own: NarrowedParameter) -> ParameterWords:
    members = {
        name: {**below.members.get(name, {}), **own.members.get(name, {})}
        for name in {**below.members, **own.members}
    }
    return replace(
        below,
        asks=own.asks or below.asks,
        hint=own.hint or below.hint,
        values={**below.values, **own.values},
        members=members,
    )
