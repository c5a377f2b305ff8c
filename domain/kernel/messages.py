"""The words that every game shares: seats, actions, facts, and who is looking."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

SEAT_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,31}$"

Seat = Annotated[
    str, Meta(pattern=SEAT_PATTERN, description="A place at the table, such as `red` or `seat-2`.")
]


class Action(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"
):
    """What the table asks for: the command. Its tag is the name in the rules file.

    A parameter that is an outcome (dice rolled, cards drawn) has the default `None`, which means
    "not declared: draw it". A parameter that is `null` may as well be missing.
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
    """Whose eyes a view is made for: one seat's, everybody's (`PUBLIC`), or the log's own (`TRUTH`)."""

    seat: str | None = None
    sees_all: bool = False

    def knows(self, seat: str) -> bool:
        """Whether what only `seat` may know is open to this viewer."""
        return self.sees_all or self.seat == seat


PUBLIC = Viewer()
TRUTH = Viewer(sees_all=True)

Json = Any
"""A value made of dict, list, str, int, bool and None only."""
