"""Sentences as templates: the text of a message whose members need no more than their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from domain.kernel.messages import Json
from domain.kernel.phrases import figure, listed_runs
from domain.kernel.words import ActionWords, FactWords, Naming, Run, Says, Told, Tone

Named: TypeAlias = Callable[[Naming, Json], Run | str | Says]
"""(naming, the value of a member) → what a sentence calls it."""


Message: TypeAlias = Mapping[str, Json]
Further = ParamSpec("Further")
T = TypeVar("T")


def _seats(naming: Naming, seats: Sequence[str]) -> Says:
    return listed_runs([naming.seat(seat) for seat in seats])


EVERYWHERE: Mapping[str, Named] = {"seat": Naming.seat, "seats": _seats, "if": lambda *_: ""}
"""Kinds that every game has."""


class Sentences:
    """What the templates of a game may name.

    kinds: how a sentence names a member of a kind; a member has the kind of its own name. A template writes
    `{member}`, or `{member:kind}`; in an action's, `{tag.member}` is a member of its first fact with that
    tag. A member of no kind is written as it is, a number with a visible minus sign. `{:kind}` names the
    whole message, `{tag.:kind}` a whole fact.

    What stands in brackets is left out, or replaced by what follows a bar, if one of its members is missing,
    None or false: `[{card}|a card]`, `[ along {arrow}]`. `{member:if}` is such a member, and writes nothing.
    """

    def __init__(self, kinds: Mapping[str, Named]) -> None:
        self.kinds: Mapping[str, Named] = {**EVERYWHERE, **kinds}

    def fact(self, template: str, tone: Tone = "plain") -> FactWords:
        """The words of a fact."""
        return lambda fact, naming: Told(self._filled(template, fact, (), naming), tone)

    def action(self, template: str, of: str = "") -> ActionWords:
        """The words of an action. of: the tag of a fact, whose members go before those of the action."""
        return lambda action, facts, naming: self._filled(
            template, {**action, **_first(facts, of)}, facts, naming
        )

    @staticmethod
    def by(
        member: str,
        words: Mapping[Json, Callable[Concatenate[Message, Further], T]],
        otherwise: Callable[Concatenate[Message, Further], T],
    ) -> Callable[Concatenate[Message, Further], T]:
        """Those of the words that the value of a member chooses; None: it is missing."""

        def chosen(message: Message, /, *further: Further.args, **named: Further.kwargs) -> T:
            return words.get(message.get(member), otherwise)(message, *further, **named)

        return chosen

    def _filled(self, template: str, message: Message, facts: Sequence[Message], naming: Naming) -> Says:
        says: list[str | Run] = []
        for number, text in enumerate(re.split(r"[\[\]]", template)):
            if number % 2:
                text, _, instead = text.partition("|")
                paths = (path for _, path, _, _ in Formatter().parse(text) if path)
                text = text if all(_is_there(path, message, facts) for path in paths) else instead
            for literal, path, kind, _ in Formatter().parse(text):
                says.append(literal)
                if path is not None:
                    holder, member = _holder(path, message, facts)
                    told = self._named(kind or member, holder[member] if member else holder, naming)
                    says += [told] if isinstance(told, str | Run) else told
        return tuple(says)

    def _named(self, kind: str, value: Json, naming: Naming) -> Run | str | Says:
        named = self.kinds.get(kind)
        if named is not None:
            return named(naming, value)
        return figure(value) if isinstance(value, int) else str(value)


def _first(facts: Sequence[Message], tag: str) -> Message:
    return next((fact for fact in facts if fact["fact"] == tag), {})


def _holder(path: str, message: Message, facts: Sequence[Message]) -> tuple[Message, str]:
    tag, _, member = path.rpartition(".")
    return _first(facts, tag) if tag else message, member


def _is_there(path: str, message: Message, facts: Sequence[Message]) -> bool:
    holder, member = _holder(path, message, facts)
    value = holder.get(member) if member else holder or None
    return value is not None and value is not False
