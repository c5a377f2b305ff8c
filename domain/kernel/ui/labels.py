"""Labels of offers: values that several parameters share, and labels after earlier choices.

A button must name only what will happen. The cost or gain of a value often depends on an earlier choice,
so the game labels the offers again for each choice that leaves some of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from domain.kernel.messages import Json
from domain.kernel.offers import Choice, Domain, Offer, Optional, Outcome, Several, values_of
from domain.kernel.offers.values import admits
from domain.kernel.ui.words import (
    NarrowedParameter,
    NarrowedWords,
    OfferWords,
    ParameterWords,
    ValueWords,
    value_key,
)

P = TypeVar("P", ParameterWords, NarrowedParameter)

# Sharing: a long list of values that several parameters have is in only one of them.

LEAST_LENT = 2
"""So many equal values are worth a reference, if they are half of the list: who borrows lends nothing."""


def told_once(words: Mapping[str, OfferWords]) -> dict[str, OfferWords]:
    """The same words without repetition: a parameter shares the values of an earlier one (`like`)."""
    lenders: dict[str, ParameterWords] = {}
    made = {}
    for key, offer in words.items():
        told = {}
        for name, parameter in offer.parameters.items():
            told[name] = _without_lent(parameter, lenders)
            if told[name].like is None and _size(parameter) >= LEAST_LENT:
                lenders[f"{key} {name}"] = parameter
        made[key] = replace(offer, parameters=told)
    return made


def _size(words: ParameterWords) -> int:
    return len(words.values) + sum(map(len, words.members.values()))


def _shared(one: ParameterWords, other: ParameterWords) -> int:
    """How many values have the same words in both; of a member all or none."""
    values = sum(other.values.get(key) == told for key, told in one.values.items())
    return values + sum(len(told) for name, told in one.members.items() if other.members.get(name) == told)


def _without_lent(parameter: ParameterWords, lenders: Mapping[str, ParameterWords]) -> ParameterWords:
    best, most = None, max(LEAST_LENT, _size(parameter) / 2) - 1
    for address, other in lenders.items():
        equal = _shared(parameter, other)
        if equal > most:
            best, most = address, equal
    if best is None:
        return parameter
    lent = lenders[best]
    own = {
        key: told for key, told in parameter.values.items() if lent.values.get(key) != told or key == "null"
    }
    members = {name: told for name, told in parameter.members.items() if lent.members.get(name) != told}
    return replace(parameter, values=own, members=members, like=best)


def whole(words: Mapping[str, OfferWords]) -> dict[str, OfferWords]:
    """The same words with all shared values filled in; a list stays short if its source is missing."""
    return {
        key: replace(
            offer,
            parameters={name: _with_lent(parameter, words) for name, parameter in offer.parameters.items()},
        )
        for key, offer in words.items()
    }


def _with_lent(parameter: ParameterWords, words: Mapping[str, OfferWords]) -> ParameterWords:
    if parameter.like is None:
        return parameter
    lender, _, lending = parameter.like.partition(" ")
    other = words[lender].parameters.get(lending) if lender in words else None
    if other is None:
        return replace(parameter, like=None)
    lent = {value: told for value, told in other.values.items() if value != "null"}
    return replace(
        parameter,
        values={**lent, **parameter.values},
        members={**other.members, **parameter.members},
        like=None,
    )


# Blanks: cards that nobody has entered or seen yet are all the same to a player.


def marked(words: OfferWords, blanks: Mapping[str, str]) -> OfferWords:
    """The words in which each value that is one of these ids is blank. blanks: id → what it is."""
    narrowed = (
        replace(one, parameters={name: _marked(told, blanks) for name, told in one.parameters.items()})
        for one in words.narrowed
    )
    parameters = {name: _marked(told, blanks) for name, told in words.parameters.items()}
    return replace(words, parameters=parameters, narrowed=tuple(narrowed))


def _marked(words: P, blanks: Mapping[str, str]) -> P:
    members = {name: _values_marked(values, blanks) for name, values in words.members.items()}
    return replace(words, values=_values_marked(words.values, blanks), members=members)


def _values_marked(values: Mapping[str, ValueWords], blanks: Mapping[str, str]) -> Mapping[str, ValueWords]:
    return {key: replace(told, blank=blanks[key]) if key in blanks else told for key, told in values.items()}


# The basis of the words of several offers of one seat: whose they are, which values they ask for.


LEFT_OUT = Choice((None,))
"""The domain of a parameter that somebody chose to leave out."""


def acting_seat(offers: Sequence[Offer]) -> str:
    """The seat whose offers they are."""
    seat = offers[0].seat
    assert seat is not None
    return seat


def offered_values(offers: Iterable[Offer], parameter: str) -> tuple[Json, ...]:
    """Every value that the parameter may take in any of the offers, each once. To leave it out is none.

    Offers often share a domain, which is then read once.
    """
    asked = [offer.parameters[parameter] for offer in offers if parameter in offer.parameters]
    found: dict[str, Json] = {}
    for domain in {id(domain): domain for domain in asked}.values():
        if domain != LEFT_OUT:
            found |= {value_key([value]): value for value in values_of(domain)}
    return tuple(found.values())


# Narrowing: the words of offers once some of their parameters are chosen.

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
            left.append(replace(offer, parameters={**offer.parameters, name: _only(domain, value)}))
    return left


def _only(domain: Domain, value: Json) -> Domain:
    """The domain of what is chosen. That of an object, or of a list of parts, stays as it is."""
    match domain:
        case Optional(of=of) if value is not None:
            return _only(of, value)
        case Outcome(of=of) if isinstance(value, list | dict):
            return replace(domain, of=_only(of, value))
        case Several():
            return Several(tuple(value), len(value), len(value), domain.ordered) if value else domain
    return domain if isinstance(value, list | dict) else Choice((value,))


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
    """The differences. When a parameter is asked was settled before anything was chosen."""
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
