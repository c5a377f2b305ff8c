"""Sentences as templates: the text of a message whose members need no more than their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TypeAlias

from domain.kernel.messages import Json
from domain.kernel.phrases import figure, listed_runs
from domain.kernel.words import ActionWords, FactWords, Naming, Run, Says, Told, Tone

Named: TypeAlias = Callable[[Naming, Json], Run | str | Says]
"""(naming, the value of a member) → what a sentence calls it."""


def _seats(naming: Naming, seats: Sequence[str]) -> Says:
    return listed_runs([naming.seat(seat) for seat in seats])


EVERYWHERE: Mapping[str, Named] = {"seat": Naming.seat, "seats": _seats}
"""Kinds that every game has."""


class Sentences:
    """What the templates of a game may name.

    kinds: how a sentence names a member of a kind; a member has the kind of its own name. A template writes
    `{member}`, or `{member:kind}`; in an action's, `{tag.member}` is a member of its first fact with that
    tag. A member of no kind is written as it is, a number with a visible minus sign.
    """

    def __init__(self, kinds: Mapping[str, Named]) -> None:
        self.kinds: Mapping[str, Named] = {**EVERYWHERE, **kinds}

    def fact(self, template: str, tone: Tone = "plain") -> FactWords:
        """The words of a fact."""
        return lambda fact, naming: Told(self._filled(template, fact, (), naming), tone)

    def action(self, template: str) -> ActionWords:
        """The words of an action."""
        return lambda action, facts, naming: self._filled(template, action, facts, naming)

    def _filled(
        self, template: str, message: Mapping[str, Json], facts: Sequence[Mapping[str, Json]], naming: Naming
    ) -> Says:
        says: list[str | Run] = []
        for literal, path, kind, _ in Formatter().parse(template):
            says.append(literal)
            if path is None:
                continue
            tag, _, member = path.rpartition(".")
            holder = next(fact for fact in facts if fact["fact"] == tag) if tag else message
            told = self._named(kind or member, holder[member], naming)
            says += [told] if isinstance(told, str | Run) else told
        return tuple(says)

    def _named(self, kind: str, value: Json, naming: Naming) -> Run | str | Says:
        named = self.kinds.get(kind)
        if named is not None:
            return named(naming, value)
        return figure(value) if isinstance(value, int) else str(value)
