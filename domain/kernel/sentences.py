"""Sentences as templates: the text of a message whose members need no more than their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from domain.kernel.messages import Json
from domain.kernel.phrases import figure, listed_runs
from domain.kernel.words import ActionWords, FactWords, Naming, Run, Says, Told, Tone

Named: TypeAlias = Callable[[Naming, Json], Run | str | Says]
"""(naming, the value of a member) → what a sentence calls it."""


def _seats(naming: Naming, seats: Sequence[str]) -> Says:
    return listed_runs([naming.seat(seat) for seat in seats])


def _if(naming: Naming, value: Json) -> Says:
    return ("",) if value else ()


EVERYWHERE: Mapping[str, Named] = {"seat": Naming.seat, "seats": _seats, "if": _if}
"""Kinds that every game has. `if` writes nothing, and says nothing of what is false, 0 or empty."""

P = ParamSpec("P")
R = TypeVar("R")
Message: TypeAlias = Mapping[str, Json]
Of: TypeAlias = Callable[Concatenate[Message, P], R]
"""Words of a fact or of an action."""


def by_value(member: str, words: Mapping[Json, Of[P, R]], otherwise: Of[P, R] | None = None) -> Of[P, R]:
    """The words that the value of a member decides: None if it is absent or null."""

    def chosen(message: Message, /, *args: P.args, **kwargs: P.kwargs) -> R:
        value = message.get(member)
        return (words[value] if otherwise is None else words.get(value, otherwise))(message, *args, **kwargs)

    return chosen


_Field: TypeAlias = tuple[str, str | None, str | None, str | None]
_Text: TypeAlias = "list[_Field | list[_Text]]"
"""Fields, each after some words (`Formatter.parse`), and brackets with their texts."""


def _texts(tokens: Iterator[str]) -> list[_Text]:
    """What stands up to the closing bracket, divided at each `|`."""
    texts: list[_Text] = [[]]
    for token in tokens:
        if token == "]":
            break
        if token == "|":
            texts.append([])
        else:
            texts[-1] += [_texts(tokens)] if token == "[" else Formatter().parse(token)
    return texts


def _text(template: str) -> _Text:
    (text,) = _texts(iter(re.split(r"([\[|\]])", template)))
    return text


def _joined(says: Sequence[str | Run]) -> Says:
    """Texts that follow each other as one."""
    runs: list[str | Run] = []
    for run in says:
        before = runs[-1] if runs else None
        if isinstance(run, str) and isinstance(before, str):
            runs[-1] = before + run
        else:
            runs.append(run)
    return tuple(runs)


def _first(facts: Sequence[Message], tag: str) -> Message:
    return next((fact for fact in facts if fact["fact"] == tag), {})


class Sentences:
    """What the templates of a game may name.

    kinds: how a sentence names a member of a kind; a member has the kind of its own name. A template writes
    `{member}`, or `{member:kind}`; in an action's, `{tag.member}` is a member of its first fact with that
    tag. A member of no kind is written as it is, a number with a visible minus sign.
    `{:kind}` and `{tag.:kind}` give a kind the whole message or fact.
    `[part]` is left out if a member in it is absent or null, or if its kind says nothing; `[part|other]` is
    then the other, whose members must be there. Brackets may be nested. `[{member:if} text]` depends on a
    member that it does not name.
    """

    def __init__(self, kinds: Mapping[str, Named]) -> None:
        self.kinds: Mapping[str, Named] = {**EVERYWHERE, **kinds}

    def fact(self, template: str, tone: Tone = "plain") -> FactWords:
        """The words of a fact."""
        text = _text(template)
        return lambda fact, naming: Told(self._filled(text, fact, (), naming), tone)

    def action(self, template: str, of: str = "") -> ActionWords:
        """The words of an action. of: the tag of a fact, whose members go before those of the action."""
        text = _text(template)
        return lambda action, facts, naming: self._filled(
            text, {**action, **_first(facts, of)}, facts, naming
        )

    def _filled(
        self, text: _Text, message: Message, facts: Sequence[Message], naming: Naming, optional: bool = False
    ) -> Says:
        says: list[str | Run] = []
        for part in text:
            if isinstance(part, list):
                last = part[-1] if len(part) > 1 else None
                told = (self._filled(one, message, facts, naming, one is not last) for one in part)
                says += next(filter(None, told), ())
                continue
            literal, path, kind, _ = part
            says.append(literal)
            if path is None:
                continue
            tag, _, member = path.rpartition(".")
            holder = _first(facts, tag) if tag else message
            value = holder.get(member) if member else holder or None
            if optional and value is None:
                return ()
            named = self._named(kind or member, holder[member] if value is None else value, naming)
            if optional and not named:
                return ()
            says += [named] if isinstance(named, str | Run) else named
        return _joined(says)

    def _named(self, kind: str, value: Json, naming: Naming) -> Run | str | Says:
        named = self.kinds.get(kind)
        if named is not None:
            return named(naming, value)
        return figure(value) if isinstance(value, int) else str(value)
