"""Every fault of shape in a document, each at the value itself.

A decoder stops at the first value that does not fit. Here a document is read part by part: each member, key
and row is asked by itself, so that a person sees all that is wrong, and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from domain.kernel.components import ComponentFault
from domain.kernel.messages import Json

SHAPE = "shape"

MOST_SHOWN = 60
"""The most signs of a wrong value that a message repeats."""

MOST_NESTED = 60
"""How deeply a document may be nested; what lies deeper is not looked at."""


def shape_faults(document: Json, kind: type[Struct]) -> list[ComponentFault]:
    """A fault for each value that is not of its type, each member that is missing or that nobody knows."""
    try:
        msgspec.convert(document, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        found = list(_faults(document, _type_info(kind), "", 0))
        return found or [ComponentFault(SHAPE, str(error))]
    return []


@cache
def _type_info(kind: type[Struct]) -> inspect.Type:
    return inspect.type_info(kind)


def repaired(
    document: Mapping[str, Json], faults: Sequence[ComponentFault], sound: Mapping[str, Json]
) -> Json:
    """The document with what has a fault of shape taken from a sound one, so that constraints can read it.

    A row of a section goes as a whole: for the row of the sound document with its id, or away if there is
    none. Elsewhere the section goes.
    """
    wrong: dict[str, set[str]] = {}
    for fault in faults:
        section, row = (*fault.pointer.split("/")[1:3], "", "")[:2]
        wrong.setdefault(section, set()).add(row)
    result = {**sound, **document} if "" in wrong else dict(document)
    for section, rows in wrong.items():
        now, before = document.get(section), sound.get(section)
        if "" not in rows and _is_table(now) and _is_table(before):
            result[section] = _with_sound_rows(now, rows, before)
        elif section in sound:
            result[section] = before
        else:
            result.pop(section, None)
    return result


def _with_sound_rows(now: Json, wrong: Set[str], before: Json) -> list[Json]:
    by_id = {row["id"]: row for row in before}
    rows: list[Json] = []
    for number, row in enumerate(now):
        if str(number) not in wrong:
            rows.append(row)
        elif isinstance(row, Mapping) and isinstance(row.get("id"), str) and row["id"] in by_id:
            rows.append(by_id[row["id"]])
    return rows


def _is_table(value: Json) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(row, Mapping) and "id" in row for row in value)


def _faults(value: Any, kind: inspect.Type, at: str, depth: int) -> Iterator[ComponentFault]:
    if depth > MOST_NESTED:
        yield ComponentFault(SHAPE, "This is nested too deeply.", at)
        return
    if (tag := _wrong_tag(value, kind)) is not None:
        yield _fault(_any_of(tag.known), value[tag.member], f"{at}/{_escaped(tag.member)}")
        return
    if (asked := _asked(value, kind)) is not None:
        yield _fault(asked, value, at)
        return
    match kind:
        case inspect.Metadata(type=inner):
            yield from _faults(value, inner, at, depth)
        case inspect.UnionType():
            yield from _faults(value, _chosen(value, kind), at, depth)
        case inspect.StructType():
            if not _converts(value, kind.cls):
                yield from _faults_of_members(value, kind, at, depth)
        case inspect.DictType(key_type=key_type, value_type=value_type):
            for key, item in value.items():
                here = f"{at}/{_escaped(key)}"
                if (wrong := _asked(key, key_type)) is not None:
                    yield _fault(wrong, key, here)
                else:
                    yield from _faults(item, value_type, here, depth + 1)
        case inspect.TupleType(item_types=item_types):
            for number, (item, item_type) in enumerate(zip(value, item_types, strict=True)):
                yield from _faults(item, item_type, f"{at}/{number}", depth + 1)
        case inspect.ListType() | inspect.VarTupleType():
            for number, item in enumerate(value):
                yield from _faults(item, kind.item_type, f"{at}/{number}", depth + 1)


def _converts(value: Json, kind: type) -> bool:
    """Whether the whole value is of its type: the decoder says so faster than a walk through it."""
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError):
        return False
    return True


def _faults_of_members(
    value: Mapping[str, Json], kind: inspect.StructType, at: str, depth: int
) -> Iterator[ComponentFault]:
    members = {member.encode_name: member for member in kind.fields}
    for name, item in value.items():
        if name in members:
            yield from _faults(item, members[name].type, f"{at}/{_escaped(name)}", depth + 1)
        elif name != kind.tag_field and kind.forbid_unknown_fields:
            known = f"Members are {_any_of(sorted(members))}." if members else _NO_MEMBERS
            message = f"Nothing here is called {name}. {known}"
            yield ComponentFault(SHAPE, message, f"{at}/{_escaped(name)}")
    for name, member in members.items():
        if member.required and name not in value:
            yield ComponentFault(SHAPE, f"{_spoken(name)} is missing.", at)


_NO_MEMBERS = "There is nothing to enter here."


def _fault(asked: str, value: Json, at: str) -> ComponentFault:
    return ComponentFault(SHAPE, f"{asked} is needed; this is {_shown(value)}.", at)


class _Tag(Struct, frozen=True):
    """The member that tells which struct of a union is meant, and its values."""

    member: str
    known: tuple[Any, ...]


def _tag_of(kind: inspect.Type) -> _Tag | None:
    if not isinstance(kind, inspect.UnionType):
        return None
    kinds = [_plain(one) for one in kind.types]
    tagged = [one for one in kinds if isinstance(one, inspect.StructType) and one.tag_field is not None]
    return _Tag(str(tagged[0].tag_field), tuple(one.tag for one in tagged)) if tagged else None


def _wrong_tag(value: Json, kind: inspect.Type) -> _Tag | None:
    """The tag of the union, if the value has one that nobody knows."""
    tag = _tag_of(_plain(kind))
    if tag is None or not isinstance(value, Mapping) or tag.member not in value:
        return None
    return None if value[tag.member] in tag.known else tag


def _chosen(value: Json, kind: inspect.UnionType) -> inspect.Type:
    """The type of the union that the value is meant as. One fits: `_asked` was asked before."""
    for one in kind.types:
        inner = _plain(one)
        if isinstance(inner, inspect.StructType) and inner.tag_field is not None:
            if isinstance(value, Mapping) and value.get(inner.tag_field) == inner.tag:
                return inner
        elif _asked(value, inner) is None:
            return inner
    raise AssertionError("no type of the union fits")


def _asked(value: Json, kind: inspect.Type) -> str | None:
    """The kind of value that is needed here, as the beginning of a sentence; None: this value fits.

    What a list or an object holds is not asked here.
    """
    kind = _plain(kind)
    if isinstance(kind, inspect.UnionType):
        return _asked_of_union(value, kind)
    if _fits(value, kind):
        return None
    return _words(kind)


def _asked_of_union(value: Json, kind: inspect.UnionType) -> str | None:
    tag = _tag_of(kind)
    if tag is not None and isinstance(value, Mapping):
        known = value.get(tag.member) in tag.known
        return None if known else f"{_spoken(tag.member)}: {_any_of(tag.known)}"
    kinds = [one for one in map(_plain, kind.types) if getattr(one, "tag_field", None) is None]
    if any(_fits(value, one) for one in kinds):
        return None
    words = [*map(_words, kinds), *(["An object"] if tag is not None else [])]
    return " or ".join([words[0], *(word[0].lower() + word[1:] for word in words[1:])])


def _fits(value: Json, kind: inspect.Type) -> bool:
    match kind:
        case inspect.AnyType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType(values=values):
            return any(value == one and type(value) is type(one) for one in values)
        case inspect.IntType():
            return _is_whole(value) and _within(value, kind)
        case inspect.FloatType():
            return (isinstance(value, float) or _is_whole(value)) and _within(value, kind)
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            return (
                isinstance(value, str)
                and (least or 0) <= len(value)
                and (most is None or len(value) <= most)
                and (pattern is None or re.search(pattern, value) is not None)
            )
        case inspect.StructType():
            return isinstance(value, Mapping)
        case inspect.DictType(min_length=least, max_length=most):
            return isinstance(value, Mapping) and _is_long(value, least, most)
        case inspect.TupleType(item_types=item_types):
            return isinstance(value, list | tuple) and len(value) == len(item_types)
        case (
            inspect.ListType(min_length=least, max_length=most)
            | inspect.VarTupleType(min_length=least, max_length=most)
        ):
            return isinstance(value, list | tuple) and _is_long(value, least, most)
    return True


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _within(value: Any, kind: inspect.IntType | inspect.FloatType) -> bool:
    return not (
        (kind.ge is not None and value < kind.ge)
        or (kind.gt is not None and value <= kind.gt)
        or (kind.le is not None and value > kind.le)
        or (kind.lt is not None and value >= kind.lt)
    )


def _is_long(value: Any, least: int | None, most: int | None) -> bool:
    return (least or 0) <= len(value) and (most is None or len(value) <= most)


def _words(kind: inspect.Type) -> str:
    """The values of a type, as the beginning of a sentence."""
    match kind:
        case inspect.NoneType():
            return "Nothing (null)"
        case inspect.BoolType():
            return "Yes or no (true or false)"
        case inspect.LiteralType(values=values):
            return f"One of {_any_of(values)}" if len(values) > 1 else _any_of(values)
        case inspect.IntType():
            return f"A whole number{_range(*_bounds(kind))}"
        case inspect.FloatType():
            return f"A number{_range(*_bounds(kind))}"
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            shape = " of letters, digits, _ and -" if pattern is not None else ""
            return f"A text{shape}{_range(least, most, ' signs')}"
        case inspect.StructType() | inspect.DictType():
            return "An object"
        case inspect.TupleType(item_types=item_types):
            return f"A list of {len(item_types)} values"
        case (
            inspect.ListType(min_length=least, max_length=most)
            | inspect.VarTupleType(min_length=least, max_length=most)
        ):
            return f"A list{_range(least, most, ' values')}"
    return "Another value"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> tuple[Any, Any]:
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return least, most


def _range(least: Any, most: Any, of: str = "") -> str:
    if least is not None and most is not None:
        return f" of {least}{_one_or(least, of)}" if least == most else f" from {least} to {most}{of}"
    if least is not None:
        return f" of at least {least}{_one_or(least, of)}"
    return "" if most is None else f" of at most {most}{of}"


def _one_or(number: Any, of: str) -> str:
    return of.removesuffix("s") if number == 1 else of


def _any_of(values: Sequence[Any]) -> str:
    words = ["nothing (null)" if value is None else str(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _shown(value: Json) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "nothing (null)", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"“{value[:MOST_SHOWN]}…”" if len(value) > MOST_SHOWN else f"“{value}”"
    return str(value)


def _plain(kind: inspect.Type) -> inspect.Type:
    return _plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _spoken(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _escaped(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
