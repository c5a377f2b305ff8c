"""The types that every game shares: seats, actions, facts, viewers; and why a fact does not fit.

Structs must be known before threads share them. msgspec learns the members of a struct when it is first
read from outside. If a second thread reads the same struct meanwhile, the process dies of a null pointer
(msgspec 0.22.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar
from weakref import WeakSet

import msgspec
from msgspec import Meta, Struct

# The words that every game shares: seats, actions, facts, and who is looking.

SEAT_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,31}$"

Seat = Annotated[
    str, Meta(pattern=SEAT_PATTERN, description="A place at the table, such as `red` or `seat-2`.")
]


class Action(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"
):
    """The command: what a player asks the rules to do. Its tag is the name in the rules file.

    A parameter that is an outcome (dice rolled, cards drawn) has the default `None`, which means
    "not declared: draw it". A parameter that is `null` may also be left out.
    """


class SeatAction(Action, frozen=True, kw_only=True):
    """An action of one seat."""

    seat: Seat


class PublicAction(Action, frozen=True):
    """An action that hides nothing: everybody may know every member of it.

    Its base class is its statement: it has none in the game's `secrecy`.
    """


class PublicSeatAction(SeatAction, PublicAction, frozen=True):
    """An action of one seat that hides nothing."""


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    """One atomic thing that became true. Its tag is its wire name, written down and never derived.

    `by_hand`: the table carried out a text that the rules cannot work out; views and audit flag its entry.
    """

    by_hand: ClassVar[bool] = False

    def applied(self, state: Any) -> Any:
        """The game's state after this fact. Judges nothing.

        Raises `LookupError` where the fact names what is not on this table: only a correction brings one.
        """
        raise NotImplementedError


class PublicFact(Fact, frozen=True):
    """A fact that hides nothing and shows nothing that was hidden: everybody may know every member of it.

    Its base class is its statement: it has none in the game's `secrecy`. A fact that shows what was hidden
    until then is a `Fact` with a statement, because taking it back leaves that known.
    """


def applied(state: Any, fact: Fact) -> Any:
    """The `evolve` of a game that keeps no result."""
    return fact.applied(state)


def facts_in(*modules: Any) -> tuple[type[Fact], ...]:
    """All facts that these modules define, in their order: a game's `facts`."""
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Fact) and kind.__module__ == module.__name__
    )


class Viewer(Struct, frozen=True):
    """The viewer of a view: one seat, the public (`PUBLIC`), or one who sees everything (`TRUTH`)."""

    seat: str | None = None
    sees_all: bool = False

    def knows(self, seat: str) -> bool:
        """Whether what only `seat` may know is open to this viewer."""
        return self.sees_all or self.seat == seat


PUBLIC = Viewer()
TRUTH = Viewer(sees_all=True)

Json = Any
"""A value made of dict, list, str, int, bool and None only."""


# Why a fact cannot be applied to a table, in a sentence that names the member at fault.


class Misfit(Struct, frozen=True):
    """A JSON pointer to what is at fault, and a sentence: what is wrong there and what to do."""

    pointer: str
    message: str


HELP = "Compare it with the table, or tell first, in the same correction, the fact that it follows from."


def misfit(fact: Json, place: int, error: Exception, seats: Sequence[str]) -> Misfit:
    """Explain why a fact does not fit the table, from the `error` that applying it raised.

    fact: as it was sent. place: its index among the correction's facts. Programs raise a bare key or
    no more than a type: none of that is shown, only what the sender wrote.
    """
    name, at = f"Fact {place + 1} (`{fact['fact']}`)", f"/facts/{place}"
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    leaves = list(_leaves(fact, at))
    for pointer, member, value in leaves:
        if member == "seat" and isinstance(value, str) and value not in seats:
            known = ", ".join(seats)
            return Misfit(pointer, f"{name}: there is no seat `{value}` at this table, only {known}.")
    for pointer, member, value in leaves:
        if type(key) is type(value) and key == value:
            unknown = f"{name}: `{member}` names `{value}`, which this table does not have there."
            return Misfit(pointer, f"{unknown} {HELP}")
    if isinstance(key, str | int) and not isinstance(key, bool):
        for member, value in fact.items():
            if isinstance(value, dict) and key not in value:
                return Misfit(f"{at}/{member}", f"{name}: `{member}` must also name `{key}`. {HELP}")
    named = [f"`{member}`" for member in fact if member != "fact"]
    if isinstance(error, ValueError | LookupError) and named:
        return Misfit(at, f"{name}: {_any_of(named)} names something that does not exist, or too few. {HELP}")
    return Misfit(at, f"{name} cannot follow from the table as it stands. {HELP}")


def _any_of(named: Sequence[str]) -> str:
    return named[0] if len(named) == 1 else f"one of {', '.join(named)}"


def _leaves(tree: Json, pointer: str, member: str = "") -> Iterator[tuple[str, str, Json]]:
    """Pointer, name of the member, and value of each name and value in a tree: keys of objects too."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if member:
                yield f"{pointer}/{key}", member, key
            if member or key != "fact":
                yield from _leaves(value, f"{pointer}/{key}", member or key)
    elif isinstance(tree, list | tuple):
        for place, value in enumerate(tree):
            yield from _leaves(value, f"{pointer}/{place}", member)
    else:
        yield pointer, member, tree


# Structs that are known before threads share them.

_KNOWN: WeakSet[type[Struct]] = WeakSet()


def know_structs() -> None:
    """Have msgspec learn every struct that is defined by now: a tenth of a second for those of Tablelog.

    For a process that is about to start threads, once it has imported what they work with.
    """
    for struct in _below(Struct):
        if struct not in _KNOWN:
            msgspec.json.Decoder(struct)
            _KNOWN.add(struct)


def _below(struct: type[Struct]) -> Iterator[type[Struct]]:
    for derived in struct.__subclasses__():
        yield derived
        yield from _below(derived)
