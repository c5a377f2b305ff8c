"""Values of offers: which ones a person can tap, which are covered, and random samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, assert_never

from domain.kernel.messages import Json
from domain.kernel.offers.domains import (
    Among,
    Arriving,
    Assign,
    Bond,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Grid,
    Joined,
    Limited,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Shared,
    Split,
    Unless,
    Written,
    arriving,
    as_key,
    is_open,
    most_of,
    satisfied,
)

# Single values: what a person taps one by one to make a value of a domain.


def member_values(domain: Domain, member: str) -> Iterator[Json]:
    """Every single value that objects in a domain may hold under this name."""
    match domain:
        case Each(keys=keys):
            for name, of in keys.items():
                yield from values_of(of) if name == member else member_values(of, member)
        case Optional(of=of) | Outcome(of=of):
            yield from member_values(of, member)
        case Gathered(parts=parts) | Listed(of=parts):
            for part in parts:
                yield from member_values(part, member)
        case Open(form=Each() | Gathered() | Listed() as form):
            yield from member_values(form, member)


def values_of(domain: Domain) -> Iterator[Json]:
    """Every single value that a person may tap in a domain."""
    match domain:
        case Choice(values=values) | Several(values=values):
            yield from values
        case Range(least=least, most=most):
            yield from range(least, most + 1)
        case Optional(of=of) | Outcome(of=of):
            yield from values_of(of)
        case Each(keys=keys):
            yield from keys
            for of in keys.values():
                yield from values_of(of)
        case Split(limits=limits):
            yield from limits
        case Assign(keys=keys, values=values) | Dealt(keys=keys, values=values):
            yield from keys
            yield from values
        case Grid(values=values):
            yield from dict.fromkeys(values)
        case Joined(parts=parts) | Gathered(parts=parts) | Listed(of=parts):
            for part in parts:
                yield from values_of(part)
        case Exchanges(lots=lots):
            yield from lots
        case Open(form=form):
            if form is not None:
                yield from values_of(form)
        case Written() | Depends():
            return
        case _:
            assert_never(domain)


# Covering: whether a value is in a domain, and an action in an offer.


def covers(offer: Offer, action: Mapping[str, Json]) -> bool:
    """Whether the action (as its JSON object) is one that the offer holds.

    A list or an object that may be left out is left out where it is empty.
    """
    if offer.type != action["type"] or (offer.seat is not None and offer.seat != action.get("seat")):
        return False
    given = {key for key, value in action.items() if not _is_left_out(value)} - {"type"}
    if offer.seat is not None:
        given.discard("seat")
    if not given <= offer.parameters.keys():
        return False
    return all(admits(domain, action.get(name)) for name, domain in offer.parameters.items()) and all(
        satisfied(bond, action) for bond in offer.bonds
    )


def _is_left_out(value: Json) -> bool:
    return value is None or value in ([], {})


def admits(domain: Domain, value: Json) -> bool:
    """Whether `value` is in `domain`."""
    match domain:
        case Choice(values=values):
            return value in values
        case Range(least=least, most=most):
            return isinstance(value, int) and least <= value <= most
        case Several(values=values, least=least, most=most):
            return (
                isinstance(value, list | tuple)
                and least <= len(value) <= most
                and not Counter(map(as_key, value)) - Counter(map(as_key, values))
            )
        case Each(keys=keys, different=different):
            return (
                isinstance(value, dict)
                and value.keys() <= keys.keys()
                and all(admits(of, value.get(key)) for key, of in keys.items())
                and len({as_key(value[key]) for key in different}) == len(different)
            )
        case Split(limits=limits, least=least, most=most):
            return (
                isinstance(value, dict)
                and all(0 <= number <= limits.get(key, 0) for key, number in value.items())
                and least <= sum(value.values()) <= most
            )
        case Assign(keys=keys, values=values, least=least, most=most):
            return (
                isinstance(value, dict)
                and value.keys() <= set(keys)
                and least <= len(value) <= most
                and not Counter(map(as_key, value.values())) - Counter(map(as_key, values))
            )
        case Dealt(keys=keys, values=values, count=count):
            return (
                isinstance(value, dict)
                and value.keys() == set(keys)
                and all(isinstance(dealt, list | tuple) and len(dealt) == count for dealt in value.values())
                and not Counter(as_key(item) for dealt in value.values() for item in dealt)
                - Counter(map(as_key, values))
            )
        case Grid(values=values, columns=columns):
            return (
                isinstance(value, list | tuple)
                and all(isinstance(row, list | tuple) and len(row) == columns for row in value)
                and Counter(as_key(item) for row in value for item in row) == Counter(map(as_key, values))
            )
        case Joined(parts=parts):
            return isinstance(value, list | tuple) and _is_joined(parts, value)
        case Gathered(parts=parts, least=least):
            return (
                isinstance(value, list | tuple) and len(value) >= least and _is_gathered(parts, list(value))
            )
        case Listed(of=parts, least=least, most=most):
            return (
                isinstance(value, list | tuple)
                and least <= len(value) <= most
                and all(any(admits(part, one) for part in parts) for one in value)
            )
        case Exchanges():
            return isinstance(value, list | tuple) and len(value) <= domain.most and _is_funded(domain, value)
        case Optional(of=of) | Outcome(of=of):
            return value is None or admits(of, value)
        case Written(longest=longest):
            return isinstance(value, str) and 1 <= len(value) <= longest
        case Depends() | Open():
            return True
        case _:
            assert_never(domain)


def _is_joined(parts: Sequence[Several], value: Sequence[Json]) -> bool:
    start = 0
    for part in parts:
        if not admits(part, value[start : start + part.most]):
            return False
        start += part.most
    return start == len(value)


def _is_gathered(parts: Sequence[Domain], left: list[Json]) -> bool:
    for part in parts:
        if isinstance(part, Several):
            own = [value for value in left if value in part.values]
            if not admits(part, own):
                return False
            left = [value for value in left if value not in part.values]
            continue
        own = next(([value] for value in left if admits(part, value)), [])
        if not own and not isinstance(part, Optional | Outcome):
            return False
        for value in own:
            left.remove(value)
    return not left


def _is_funded(domain: Exchanges, exchanges: Sequence[Json]) -> bool:
    stock = dict(domain.stock)
    for exchange in exchanges:
        give, receive = exchange.get("give"), exchange.get("receive")
        if give not in domain.lots or receive not in domain.lots or give == receive:
            return False
        stock[give] = stock.get(give, 0) - domain.lots[give]
        if stock[give] < 0:
            return False
        stock[receive] = stock.get(receive, 0) + domain.lots[receive]
    return True


# Sampling: values of a domain and actions of an offer at random, for bots and tests.

SAMPLED_TEXT = "as agreed at the table"
MOST_SAMPLED = 3
"""A list that may be longer is sampled up to this."""
SAMPLES_FOR_BONDS = 20
"""Tries at lists that satisfy an offer's bonds, before the shortest are taken."""


def sample_action(offer: Offer, random: Random, *, declare: bool = False) -> dict[str, Json]:
    """One action of the offer, as its JSON object, without the parameters that are left out."""
    for _ in range(SAMPLES_FOR_BONDS):
        parameters = {name: sample(of, random, declare=declare) for name, of in offer.parameters.items()}
        for bond in offer.bonds:
            _mend(bond, offer, parameters, random)
        if not offer.bonds or _holds(offer, parameters):
            break
    else:
        parameters |= {name: _shortest(of) for name, of in offer.parameters.items() if _is_list(of)}
    action: dict[str, Any] = {"type": offer.type}
    if offer.seat is not None:
        action["seat"] = offer.seat
    return action | {name: value for name, value in parameters.items() if value is not None}


def _holds(offer: Offer, parameters: Mapping[str, Json]) -> bool:
    return all(satisfied(bond, parameters) for bond in offer.bonds) and all(
        isinstance(of, Outcome) or admits(of, parameters[name]) for name, of in offer.parameters.items()
    )


def _mend(bond: Bond, offer: Offer, parameters: dict[str, Any], random: Random) -> None:
    """Make parameters satisfy a bond if that is easily done."""
    match bond:
        case Shared():
            _leave_out(bond, parameters, random)
        case Among(one=one, many=many) if not satisfied(bond, parameters):
            held = parameters.get(many)
            parameters[one] = random.choice(held) if held else None
        case Unless(parameter=name) if not satisfied(bond, parameters):
            domain = offer.parameters[name]
            inner = domain.of if isinstance(domain, Optional) else domain
            parameters[name] = sample(inner, random, declare=False)
        case Limited(parameter=name) if not satisfied(bond, parameters):
            parameters[name] = parameters[name][: most_of(bond, parameters)]
        case Arriving(amounts=amounts):
            arrived, chosen = arriving(bond, parameters), parameters.get(amounts)
            if chosen:
                parameters[amounts] = {key: min(number, arrived[key]) for key, number in chosen.items()}


def _leave_out(bond: Shared, parameters: dict[str, Any], random: Random) -> None:
    """Remove from some parameters the values that they take beyond their shared stock."""
    left = Counter(map(as_key, bond.values))
    for name in random.sample(bond.parameters, len(bond.parameters)):
        taken = parameters.get(name)
        held = list(taken.items() if isinstance(taken, dict) else enumerate(taken or ()))
        kept = []
        for key, value in held:
            if left[as_key(value)] > 0:
                left[as_key(value)] -= 1
                kept.append((key, value))
        if taken:
            parameters[name] = dict(kept) if isinstance(taken, dict) else [value for _, value in kept]


def _is_list(domain: Domain) -> bool:
    return isinstance(domain.of if isinstance(domain, Optional) else domain, Several)


def _shortest(domain: Domain) -> Json:
    return list(domain.values[: domain.least]) if isinstance(domain, Several) else None


def sample(domain: Domain, random: Random, *, declare: bool) -> Json:
    """One value of the domain; outcomes are left out (`None`) unless `declare`."""
    match domain:
        case Choice(values=values):
            return random.choice(values)
        case Range(least=least, most=most):
            return random.randint(least, most)
        case Several(values=values, least=least, most=most, ordered=ordered):
            picked = random.sample(range(len(values)), random.randint(least, most))
            return [values[index] for index in (picked if ordered else sorted(picked))]
        case Each(keys=keys, different=different):
            each = {key: sample(of, random, declare=declare) for key, of in keys.items()}
            for place, key in enumerate(different):
                taken = [each[other] for other in different[:place]]
                if each[key] in taken:
                    each[key] = random.choice([one for one in values_of(keys[key]) if one not in taken])
            return {key: value for key, value in each.items() if value is not None}
        case Split(limits=limits, least=least, most=most):
            units = [key for key, limit in limits.items() for _ in range(limit)]
            return dict(Counter(random.sample(units, random.randint(least, min(most, len(units))))))
        case Assign(keys=keys, values=values, least=least, most=most):
            size = random.randint(least, min(most, len(keys), len(values)))
            return dict(zip(random.sample(keys, size), random.sample(values, size), strict=True))
        case Dealt(keys=keys, values=values, count=count):
            shuffled = random.sample(values, count * len(keys))
            return {key: list(shuffled[place :: len(keys)]) for place, key in enumerate(keys)}
        case Grid(values=values, columns=columns):
            laid = random.sample(values, len(values))
            return [laid[start : start + columns] for start in range(0, len(laid), columns)]
        case Joined(parts=parts):
            return [value for part in parts for value in sample(part, random, declare=declare)]
        case Gathered(parts=parts, least=least):
            return _gather(parts, least, random, declare=declare)
        case Listed(of=parts, least=least, most=most):
            size = random.randint(least, max(least, min(most, MOST_SAMPLED)))
            return [sample(random.choice(parts), random, declare=declare) for _ in range(size)]
        case Exchanges():
            return _some_exchanges(domain, random)
        case Optional(of=of):
            return sample(of, random, declare=declare) if random.random() < 0.5 else None
        case Outcome(of=of):
            listed = not is_open(of) and not isinstance(of, Depends)
            return sample(of, random, declare=declare) if declare and listed else None
        case Written(longest=longest):
            return SAMPLED_TEXT[:longest]
        case Depends() | Open():
            raise ValueError("what is not listed cannot be sampled")
        case _:
            assert_never(domain)


def _gather(parts: Sequence[Domain], least: int, random: Random, *, declare: bool) -> list[Json]:
    gathered: list[Json] = []
    skipped: list[Domain] = []
    for part in parts:
        value = sample(part, random, declare=declare)
        if isinstance(part, Several):
            gathered += value
        elif value is not None:
            gathered.append(value)
        elif isinstance(part, Optional):
            skipped.append(part.of)
    short = max(0, least - len(gathered))
    return gathered + [sample(of, random, declare=declare) for of in random.sample(skipped, short)]


def _some_exchanges(domain: Exchanges, random: Random) -> list[Json]:
    stock, made = dict(domain.stock), []
    for _ in range(random.randint(0, domain.most)):
        affordable = [thing for thing, lot in domain.lots.items() if stock.get(thing, 0) >= lot]
        if not affordable:
            break
        give = random.choice(affordable)
        receive = random.choice([thing for thing in domain.lots if thing != give])
        stock[give] -= domain.lots[give]
        stock[receive] = stock.get(receive, 0) + domain.lots[receive]
        made.append({"give": give, "receive": receive})
    return made
