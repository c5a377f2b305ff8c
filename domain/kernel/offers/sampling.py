"""Sampling: values of a domain and actions of an offer at random, for bots and tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, assert_never

from domain.kernel.messages import Json
from domain.kernel.offers.bonds import (
    Among,
    Arriving,
    Bond,
    Limited,
    Shared,
    Unless,
    arriving,
    as_key,
    most_of,
    satisfied,
)
from domain.kernel.offers.covering import admits
from domain.kernel.offers.domains import (
    Assign,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Grid,
    Joined,
    Listed,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
    is_open,
)
from domain.kernel.offers.offer import Offer
from domain.kernel.offers.values import values_of

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
    """Parameters that a bond binds, made to satisfy it where that is easily done."""
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
    """What the parameters took beyond their common stock is left out of some of them."""
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
