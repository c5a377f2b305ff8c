"""Offers: one open action type each, the domains of its parameters, and bonds between these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias, assert_never

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.messages import Json

# Bonds: what parameters of an offer must satisfy together.


class Apart(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="apart"):
    """No value is in both lists, except those in `besides`."""

    one: str
    other: str
    besides: tuple[Json, ...] = ()


class Balance(Struct, frozen=True, tag_field="kind", tag="balance"):
    """The list `gained` holds `least` to `most` values more than the list `given` (negative: fewer)."""

    gained: str
    given: str
    least: int
    most: int


class Beyond(Struct, frozen=True, tag_field="kind", tag="beyond"):
    """The list `parameter` holds at most `most` values more than are listed in `values`."""

    parameter: str
    values: tuple[Json, ...]
    most: int


class Shared(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="shared"):
    """The parameters, lists or objects, draw on one stock: together they hold no more than `values` lists.

    `whole`: the action is about all of them, though the rules do with fewer, so that a page asks until none
    is left. The parameters are `several` or `assign` then, which may be optional.
    """

    parameters: tuple[str, ...]
    values: tuple[Json, ...]
    whole: bool = False


class Among(Struct, frozen=True, tag_field="kind", tag="among"):
    """The value `one` is in the list `many`; it may be left out only if that has fewer than two."""

    one: str
    many: str


class Unless(Struct, frozen=True, tag_field="kind", tag="unless"):
    """`parameter` is left out only where the list `where` is given and holds none of `values`."""

    parameter: str
    where: str
    values: tuple[Json, ...]


class Limited(Struct, frozen=True, tag_field="kind", tag="limited"):
    """The list `parameter` holds no more values than the number `by`, which is `otherwise` where left out."""

    parameter: str
    by: str
    otherwise: int


class Sent(Struct, frozen=True):
    """What a value of an ordered list sends: `points` to a key."""

    value: Json
    to: str
    points: int


class Arriving(Struct, frozen=True, tag_field="kind", tag="arriving"):
    """No integer in the object `amounts` is more than the points that arrive at its key.

    `sent` tells of each list in the object `orders` what its values send, in the order that counts where the
    list is left out. The first `lost` points of each list do not arrive, whatever they were sent to.
    """

    amounts: str
    orders: str
    sent: Mapping[str, tuple[Sent, ...]]
    lost: Mapping[str, int]


Bond: TypeAlias = Annotated[
    Apart | Balance | Beyond | Shared | Among | Unless | Limited | Arriving,
    Meta(description="What parameters must satisfy together."),
]


def satisfied(bond: Bond, action: Mapping[str, Json]) -> bool:
    """Whether the action satisfies the bond."""
    match bond:
        case Apart(one=one, other=other, besides=besides):
            both = {as_key(value) for value in action.get(one) or ()}
            both &= {as_key(value) for value in action.get(other) or ()}
            return both <= {as_key(value) for value in besides}
        case Balance(gained=gained, given=given, least=least, most=most):
            return least <= len(action.get(gained) or ()) - len(action.get(given) or ()) <= most
        case Beyond(parameter=parameter, values=values, most=most):
            listed = Counter(map(as_key, values))
            return (Counter(map(as_key, action.get(parameter) or ())) - listed).total() <= most
        case Shared(parameters=parameters, values=values):
            taken = Counter(as_key(value) for name in parameters for value in _held(action.get(name)))
            return not taken - Counter(map(as_key, values))
        case Among():
            held, named = action.get(bond.many) or (), action.get(bond.one)
            return len(held) < 2 if named is None else named in held
        case Unless(parameter=parameter, where=where, values=values):
            rolled = action.get(where)
            spared = rolled is not None and not any(value in values for value in rolled)
            return spared or action.get(parameter) is not None
        case Limited():
            return len(action.get(bond.parameter) or ()) <= most_of(bond, action)
        case Arriving(amounts=amounts):
            arrived = arriving(bond, action)
            numbers = action.get(amounts) or {}
            return all(number <= arrived[key] for key, number in numbers.items())
        case _:
            assert_never(bond)


def most_of(bond: Limited, action: Mapping[str, Json]) -> int:
    """The most values that the bond's list may hold in this action."""
    number = action.get(bond.by)
    return bond.otherwise if number is None else int(number)


def arriving(bond: Arriving, action: Mapping[str, Json]) -> Counter[str]:
    """The points that arrive at each key, with the lists as the action orders them."""
    orders = action.get(bond.orders) or {}
    arrived: Counter[str] = Counter()
    for name, sent in bond.sent.items():
        by_value = {as_key(one.value): one for one in sent}
        lost = bond.lost.get(name, 0)
        for value in orders.get(name) or [one.value for one in sent]:
            one = by_value[as_key(value)]
            arrived[one.to] += max(0, one.points - lost)
            lost = max(0, lost - one.points)
    return arrived


def _held(value: Json) -> Iterable[Json]:
    """The values in a list or an object."""
    return value.values() if isinstance(value, Mapping) else value or ()


def as_key(value: Json) -> Any:
    """The value as something that sets and counters take; equal values have equal keys."""
    return msgspec.json.encode(value, order="sorted") if isinstance(value, list | dict) else value


# Domains: the values that a parameter of an offer may take.


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


class Each(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="each"):
    """An object with exactly these keys, a value of the domain for each; optional ones may be missing.

    The values of the keys in `different`, each of which has one, are all different.
    """

    keys: Mapping[str, Domain]
    different: tuple[str, ...] = ()


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


class Grid(Struct, frozen=True, tag_field="kind", tag="grid"):
    """A list of rows of `columns` values, top to bottom, that holds every listed value in one place."""

    values: tuple[Json, ...]
    columns: int


class Joined(Struct, frozen=True, tag_field="kind", tag="joined"):
    """A list made of the parts one after another; each part has one length."""

    parts: tuple[Several, ...]


class Gathered(Struct, frozen=True, tag_field="kind", tag="gathered"):
    """A list of `least` values or more, in any order: each part gives one, a part that is `several` its own.

    No value lies in two parts. An optional part may give none.
    """

    parts: tuple[Domain, ...]
    least: int = 0


class Listed(Struct, frozen=True, tag_field="kind", tag="listed"):
    """A list of `least` to `most` values, each in one of these domains; the same may come again."""

    of: tuple[Domain, ...]
    least: int
    most: int


class Exchanges(Struct, frozen=True, tag_field="kind", tag="exchanges"):
    """A list of up to `most` objects `{give, receive}`, made one after another out of `stock`.

    Each gives one lot of a thing for one lot of another; what is not there cannot be given.
    """

    stock: Mapping[str, int]
    lots: Mapping[str, int]
    most: int


class Optional(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="optional"):
    """Left out (or null), or a value of the domain.

    `usual`: it is what the action is about, though the rules do without it, so that a page asks for it.
    """

    of: Domain
    usual: bool = False


class Outcome(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="outcome"):
    """Decided by chance: left out where the engine draws, else a value of the domain that the table saw.

    The domain holds every value that the viewer cannot rule out. `chosen`: decided by somebody out of what
    is hidden, so that it is never drawn; left out, it did not happen.
    """

    of: Domain
    chosen: bool = False


class Written(Struct, frozen=True, tag_field="kind", tag="written"):
    """A text of one character to `longest`, in somebody's own words."""

    longest: int


class Depends(Struct, frozen=True, tag_field="kind", tag="depends"):
    """In an outcome: which values there are hangs on the rest of the action, and so does whether it is asked.

    A dry run of the action, with its outcomes declared, answers what is asked next.
    """


class Open(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="open"):
    """Free: the rules judge it when it is recorded, and no sooner. Bots leave such offers alone.

    `hint` says what fits; `form`, where there is one, the shape that every value has: it holds what the
    rules may refuse.
    """

    hint: str
    form: Domain | None = None


Domain: TypeAlias = Annotated[
    Choice
    | Range
    | Several
    | Each
    | Split
    | Assign
    | Dealt
    | Grid
    | Joined
    | Gathered
    | Listed
    | Exchanges
    | Written
    | Optional
    | Outcome
    | Depends
    | Open,
    Meta(title="Domain", description="The values that a parameter may take."),
]


def is_open(domain: Domain) -> bool:
    """Whether a choice in the domain cannot be enumerated. An outcome can always be left to chance."""
    match domain:
        case Open():
            return True
        case Each(keys=keys):
            return any(is_open(of) for of in keys.values())
        case Gathered(parts=parts) | Listed(of=parts):
            return any(map(is_open, parts))
        case Optional(of=of):
            return is_open(of)
        case Choice() | Range() | Several() | Split() | Assign() | Dealt() | Grid() | Joined() | Exchanges():
            return False
        case Outcome() | Written() | Depends():
            return False
        case _:
            assert_never(domain)


# An offer: one action type that is open now, with a domain for each parameter.


class Offer(Struct, frozen=True):
    """One action type that is open now. `seat` acts (`None`: the table).

    Where lists depend on each other and several offers would be too many, `bonds` say how; the shortest
    lists of such an offer always satisfy them. A list that is left out is empty.

    `idle`, where it is true, says that the rules allow it though nothing can come of it as the table stands:
    a page asks for it on demand, bots leave it alone.
    """

    type: str
    seat: str | None = None
    parameters: Mapping[str, Domain] = {}
    bonds: tuple[Bond, ...] = ()
    idle: bool | UnsetType = UNSET
