"""The whole form: what a game leaves out follows from the types of its opening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, inspect
from msgspec.structs import replace

from domain.kernel.messages import Json
from domain.kernel.offers.domains import Choice, Domain, Optional, Range
from domain.kernel.opening_form.form import OpeningForm, Question, values_of
from domain.kernel.plain_words import readable
from domain.kernel.words import ParameterWords, ValueWords, value_key


class Unasked(TypeError):
    """A member of an opening that neither the game nor its type gives a domain."""


def whole_form(
    given: OpeningForm, seat_type: type[Struct], options_type: type[Struct], count: int
) -> OpeningForm:
    """The form with every question whole. Raises `Unasked`; `KeyError` for a member that is not there."""
    return OpeningForm(
        seat=_whole(seat_type, given.seat),
        options=_whole(options_type, given.options),
        called_by=given.called_by,
        names=given.names or tuple(f"seat-{place}" for place in range(1, count + 1)),
    )


def _whole(kind: type[Struct], given: Mapping[str, Question | None]) -> dict[str, Question]:
    members = {member.encode_name: member for member in msgspec.structs.fields(kind)}
    for name in given.keys() - members.keys():
        raise KeyError(f"{kind.__name__} has no member {name}")
    types = {member.encode_name: member.type for member in inspect.type_info(kind).fields}  # type: ignore[attr-defined]
    return {
        name: _question(name, types[name], member, question)
        for name, member in members.items()
        if name != "seat" and (question := given.get(name, Question())) is not None
    }


def _question(name: str, kind: inspect.Type, member: Any, given: Question) -> Question:
    domain = _domain(name, kind) if given.domain is UNSET else given.domain
    words = ParameterWords(asks=f"{readable(name)}?") if given.words is UNSET else given.words
    values = {value_key(value): ValueWords(_label(value)) for value in values_of(domain)}
    default = given.default
    if default is UNSET and member.default is not msgspec.NODEFAULT:
        default = msgspec.to_builtins(member.default)
    return replace(
        given, domain=domain, words=replace(words, values={**values, **words.values}), default=default
    )


def _label(value: Json) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return readable(value) if isinstance(value, str) else "Left open" if value is None else str(value)


def _domain(name: str, kind: inspect.Type) -> Domain:
    """The values that the type holds. Raises `Unasked` where it holds more than anybody can list."""
    match kind:
        case inspect.Metadata(type=inner):
            return _domain(name, inner)
        case inspect.BoolType():
            return Choice((False, True))
        case inspect.LiteralType(values=values):
            return Choice(tuple(values))
        case inspect.IntType(ge=int(least), le=int(most)):
            return Range(least, most)
        case inspect.UnionType(types=types) if len(types) == 2 and kind.includes_none:
            return Optional(
                _domain(name, next(one for one in types if not isinstance(one, inspect.NoneType)))
            )
        case _:
            raise Unasked(f"{name} has no domain in the opening form, and its type lists no values")
