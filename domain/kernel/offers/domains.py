"""Domains: the values that a parameter of an offer may take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias, assert_never

from msgspec import Meta, Struct

from domain.kernel.messages import Json


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
    Meta(description="The values that a parameter may take."),
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
