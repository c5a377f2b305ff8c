"""Offers: what may be done now, as data that a page can draw buttons from and a bot can play from.

An offer is an action type with a domain for each parameter; any combination of values is legal, so
dependent parameters are several offers of one type. A parameter that an offer does not name is left
out of the action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.kernel.messages import Action, Json

SAMPLES_FOR_BONDS = 20
"""Tries at lists that satisfy an offer's bonds, before the shortest are taken."""


class Choice(Struct, frozen=True, tag_field="kind", tag="choice"):
    """One of these values."""

    values: tuple[Json, ...]


class Range(Struct, frozen=True, tag_field="kind", tag="range"):
    """An integer from `least` to `most`, both included."""

    least: int
    most: int


class Several(Struct, frozen=True, tag_field="kind", tag="several"):
    """A list of `least` to `most` of the values; a value may be taken as often as it is listed.

    With `ordered` false every order of a list is the same choice, and offers give one of them.
    """

    values: tuple[Json, ...]
    least: int
    most: int
    ordered: bool = False


class Each(Struct, frozen=True, tag_field="kind", tag="each"):
    """An object with exactly these keys, a value of the domain for each; optional ones may be missing."""

    keys: Mapping[str, Domain]


class Split(Struct, frozen=True, tag_field="kind", tag="split"):
    """An object of integers: up to `limits[key]` for each key (zero = left out), `least` to `most` in all."""

    limits: Mapping[str, int]
    least: int
    most: int


class Assign(Struct, frozen=True, tag_field="kind", tag="assign"):
    """An object with `least` to `most` of the keys; a value may be taken as often as it is listed."""

    keys: tuple[str, ...]
    values: tuple[Json, ...]
    least: int
    most: int


class Dealt(Struct, frozen=True, tag_field="kind", tag="dealt"):
    """An object with a list of `count` values for every key, ordered; each value goes to one of them."""

    keys: tuple[str, ...]
    values: tuple[Json, ...]
    count: int


class Joined(Struct, frozen=True, tag_field="kind", tag="joined"):
    """A list made of the parts one after another; each part has one length."""

    parts: tuple[Several, ...]


class Gathered(Struct, frozen=True, tag_field="kind", tag="gathered"):
    """A list of `least` values or more, in any order: each part gives one, a part that is `several` its own.

    No value lies in two parts. An optional part may give none.
    """

    parts: tuple[Domain, ...]
    least: int = 0


class Exchanges(Struct, frozen=True, tag_field="kind", tag="exchanges"):
    """A list of up to `most` objects `{give, receive}`, made one after another out of `stock`.

    Each gives one lot of a thing for one lot of another; what is not there cannot be given.
    """

    stock: Mapping[str, int]
    lots: Mapping[str, int]
    most: int


class Optional(Struct, frozen=True, tag_field="kind", tag="optional"):
    """Left out (or null), or a value of the domain."""

    of: Domain


class Outcome(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="outcome"):
    """Decided by chance: left out where the engine draws, else a value of the domain that the table saw.

    The domain holds every value that the viewer cannot rule out. `chosen`: decided by somebody out of what
    is hidden, so that it is never drawn; left out, it did not happen.
    """

    of: Domain
    chosen: bool = False


class Open(Struct, frozen=True, tag_field="kind", tag="open"):
    """Not enumerable; `hint` says what fits. Bots leave such offers alone."""

    hint: str


Domain: TypeAlias = Annotated[
    Choice
    | Range
    | Several
    | Each
    | Split
    | Assign
    | Dealt
    | Joined
    | Gathered
    | Exchanges
    | Optional
    | Outcome
    | Open,
    Meta(description="The values that a parameter may take."),
]


class Apart(Struct, frozen=True, tag_field="kind", tag="apart"):
    """No value stands in both lists."""

    one: str
    other: str


class Balance(Struct, frozen=True, tag_field="kind", tag="balance"):
    """The list `gained` holds `least` to `most` values more than the list `given` (negative: fewer)."""

    gained: str
    given: str
    least: int
    most: int


Bond: TypeAlias = Annotated[
    Apart | Balance, Meta(description="What two parameters, both lists, must satisfy together.")
]


class Offer(Struct, frozen=True):
    """One action type that is open now. `seat` acts (`None`: the table).

    Where lists depend on each other and several offers would be too many, `bonds` say how; the shortest
    lists of such an offer always satisfy them. A list that is left out is empty.
    """

    type: str
    seat: str | None = None
    parameters: Mapping[str, Domain] = {}
    bonds: tuple[Bond, ...] = ()


def admits(domain: Domain, value: Json) -> bool:
    """Whether `value` lies in `domain`."""
    match domain:
        case Choice(values=values):
            return value in values
        case Range(least=least, most=most):
            return isinstance(value, int) and least <= value <= most
        case Several(values=values, least=least, most=most):
            return (
                isinstance(value, list | tuple)
                and least <= len(value) <= most
                and not Counter(map(_key, value)) - Counter(map(_key, values))
            )
        case Each(keys=keys):
            return (
                isinstance(value, dict)
                and value.keys() <= keys.keys()
                and all(admits(of, value.get(key)) for key, of in keys.items())
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
                and not Counter(map(_key, value.values())) - Counter(map(_key, values))
            )
        case Dealt(keys=keys, values=values, count=count):
            return (
                isinstance(value, dict)
                and value.keys() == set(keys)
                and all(isinstance(dealt, list | tuple) and len(dealt) == count for dealt in value.values())
                and not Counter(_key(item) for dealt in value.values() for item in dealt)
                - Counter(map(_key, values))
            )
        case Joined(parts=parts):
            return isinstance(value, list | tuple) and _is_joined(parts, value)
        case Gathered(parts=parts, least=least):
            return (
                isinstance(value, list | tuple) and len(value) >= least and _is_gathered(parts, list(value))
            )
        case Exchanges():
            return isinstance(value, list | tuple) and len(value) <= domain.most and _is_funded(domain, value)
        case Optional(of=of) | Outcome(of=of):
            return value is None or admits(of, value)
        case _:
            return True


def covers(offer: Offer, action: Mapping[str, Json]) -> bool:
    """Whether the action (as its JSON object) is one that the offer holds."""
    if offer.type != action["type"] or (offer.seat is not None and offer.seat != action.get("seat")):
        return False
    given = {key for key, value in action.items() if value is not None} - {"type"}
    if offer.seat is not None:
        given.discard("seat")
    if not given <= offer.parameters.keys():
        return False
    return all(admits(domain, action.get(name)) for name, domain in offer.parameters.items()) and all(
        _bound(bond, action) for bond in offer.bonds
    )


def _bound(bond: Bond, action: Mapping[str, Json]) -> bool:
    """Whether the action's lists satisfy the bond."""
    if isinstance(bond, Apart):
        return set(map(_key, action.get(bond.one) or ())).isdisjoint(map(_key, action.get(bond.other) or ()))
    difference = len(action.get(bond.gained) or ()) - len(action.get(bond.given) or ())
    return bond.least <= difference <= bond.most


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
        case Each(keys=keys):
            each = {key: sample(of, random, declare=declare) for key, of in keys.items()}
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
        case Joined(parts=parts):
            return [value for part in parts for value in sample(part, random, declare=declare)]
        case Gathered(parts=parts, least=least):
            return _gather(parts, least, random, declare=declare)
        case Exchanges():
            return _some_exchanges(domain, random)
        case Optional(of=of):
            return sample(of, random, declare=declare) if random.random() < 0.5 else None
        case Outcome(of=of):
            return sample(of, random, declare=declare) if declare and not is_open(of) else None
        case _:
            raise ValueError("an open domain cannot be sampled")


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


def is_open(domain: Domain) -> bool:
    """Whether a choice in the domain cannot be enumerated. An outcome can always be left to chance."""
    match domain:
        case Open():
            return True
        case Each(keys=keys):
            return any(is_open(of) for of in keys.values())
        case Gathered(parts=parts):
            return any(map(is_open, parts))
        case Optional(of=of):
            return is_open(of)
        case _:
            return False


def sample_action(offer: Offer, random: Random, *, declare: bool = False) -> dict[str, Json]:
    """One action of the offer, as its JSON object, without the parameters that are left out."""
    parameters = {name: sample(of, random, declare=declare) for name, of in offer.parameters.items()}
    for _ in range(SAMPLES_FOR_BONDS):
        if all(_bound(bond, parameters) for bond in offer.bonds):
            break
        parameters = {name: sample(of, random, declare=declare) for name, of in offer.parameters.items()}
    else:
        parameters |= {name: _shortest(of) for name, of in offer.parameters.items() if _is_list(of)}
    action: dict[str, Any] = {"type": offer.type}
    if offer.seat is not None:
        action["seat"] = offer.seat
    return action | {name: value for name, value in parameters.items() if value is not None}


def _is_list(domain: Domain) -> bool:
    return isinstance(domain.of if isinstance(domain, Optional) else domain, Several)


def _shortest(domain: Domain) -> Json:
    return list(domain.values[: domain.least]) if isinstance(domain, Several) else None


def as_json(action: Action) -> dict[str, Json]:
    """The action as its JSON object, in which outcomes can be filled in."""
    built: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(action))
    return built


def _key(value: Json) -> Any:
    return msgspec.json.encode(value, order="sorted") if isinstance(value, list | dict) else value
