"""The sheet of a game's box: sections, tables, forms and maps, as pages draw them and guides describe them.

It follows from the types of a document and from what the game declares (`Editing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from domain.kernel.editing.declaration import Editing, Graph, Lattice, Total, Unit
from domain.kernel.messages import Json

Is: TypeAlias = Literal[
    "text",
    "number",
    "tick",
    "choice",
    "amounts",
    "list",
    "form",
    "variants",
    "either",
    "table",
    "keyed",
    "same",
]

LONG_TEXT = 200
"""From this many signs on a text gets several lines."""


class ChoiceOption(Struct, frozen=True):
    """A value of a closed vocabulary, and how it reads."""

    value: Json
    label: str


class FieldVariant(Struct, frozen=True, omit_defaults=True):
    """A kind of a field of several kinds: its value of the tag, how it reads, and what it asks for.

    blank: the least content of that kind, the tag among it.
    """

    value: Json
    label: str
    fields: tuple[SheetField, ...] = ()
    blank: Json = None


class SheetField(Struct, frozen=True, omit_defaults=True, kw_only=True, rename={"is_": "is"}):
    """A value that people enter.

    is_: `text`, `number`, `tick` (a boolean), `choice` (one of `options`, or what the path `of` names: ids of
      the rows of a table, a list of mere ids, or the keys of an object), `amounts` (a number for some of
      `options`), `list` (of `item`), `form` (an object of `fields`), `table` (a list of rows with ids, each
      an `item`), `keyed` (an object of `item` by any key), `variants` (an object of one of `variants`; `tag`
      is the member that says which), `either` (one of `fields`, by its kind), `same` (as the field at the
      path `of`).
    path: its path, with `*` for any row, key or variant. key: the member that holds it.
    optional: it may be null. required: it may not be left out; `default`: what it is if it is left out.
    least, most: of a number, the signs of a text, the length of a list.
    blank: what a new row or item begins with. deck: blanks can fill it up, and are entered while people play.
    """

    is_: Is
    path: str
    key: str = ""
    title: str = ""
    hint: str = ""
    unit: str = ""
    optional: bool = False
    required: bool = False
    default: Json = None
    long: bool = False
    least: int | None = None
    most: int | None = None
    pattern: str | None = None
    options: tuple[ChoiceOption, ...] = ()
    of: str = ""
    tag: str = ""
    item: SheetField | None = None
    fields: tuple[SheetField, ...] = ()
    variants: tuple[FieldVariant, ...] = ()
    total: Total | None = None
    blank: Json = None
    deck: bool = False
    map: Lattice | Graph | None = None
    derived: bool = False


class SheetSection(Struct, frozen=True):
    """A member of the document. part: what is confirmed in it as one thing."""

    key: str
    title: str
    part: Unit
    field: SheetField


def sheet_of(editing: Editing) -> tuple[SheetSection, ...]:
    """The sections of a box, in the order in which people go through them.

    Raises `TypeError` for a type that no page could ask for.
    """
    members = {member.encode_name: member for member in _members_of(editing.document)}
    names = [name for name in members if name not in editing.hidden]
    first = [name for name in editing.order if name in names]
    walk = _Walk(editing)
    return tuple(
        SheetSection(name, field.title, _part(editing, name, field), field)
        for name in [*first, *(name for name in names if name not in first)]
        for field in [walk.member(members[name], name)]
    )


def fields_in(field: SheetField) -> Iterator[SheetField]:
    """The field and every field in it."""
    yield field
    below = [*field.fields, *(inner for variant in field.variants for inner in variant.fields)]
    for inner in [*below, *([field.item] if field.item is not None else [])]:
        yield from fields_in(inner)


def _part(editing: Editing, name: str, field: SheetField) -> Unit:
    if name in editing.parts:
        return editing.parts[name]
    if field.is_ == "table":
        return "row"
    return "side" if any(inner.key == "sides" for inner in field.fields) else "whole"


class _Walk:
    """Makes fields of types. A union of structs that was met before is the `same` as there."""

    def __init__(self, editing: Editing) -> None:
        self.editing = editing
        self.orders = {frozenset(values): values for values in _vocabularies(editing.document, set())}
        self.met: dict[tuple[type, ...], str] = {}

    def member(self, member: inspect.Field, path: str) -> SheetField:
        field = self.field(member.type, path)
        default = None if member.default is NODEFAULT else msgspec.to_builtins(member.default)
        if member.default_factory is not NODEFAULT:
            default = msgspec.to_builtins(member.default_factory())
        return msgspec.structs.replace(
            field,
            key=member.encode_name,
            title=self.editing.titles.get(path) or spoken(member.encode_name),
            required=member.required,
            default=default,
            derived=path in self.editing.derived,
        )

    def field(self, kind: inspect.Type, path: str) -> SheetField:
        kind, editing = _plain(kind), self.editing
        given: dict[str, Any] = {
            "path": path,
            "title": editing.titles.get(path, ""),
            "hint": editing.hints.get(path, ""),
            "unit": editing.units.get(path, ""),
            "map": editing.maps.get(path),
        }
        match kind:
            case inspect.BoolType():
                return SheetField(is_="tick", **given)
            case inspect.IntType():
                least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
                most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
                return SheetField(is_="number", least=least, most=most, **given)
            case inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
                if path in editing.refs:
                    return SheetField(
                        is_="choice", of=editing.refs[path], options=self.besides(path), **given
                    )
                long = longest is not None and longest >= LONG_TEXT
                return SheetField(
                    is_="text", least=shortest, most=longest, pattern=pattern, long=long, **given
                )
            case inspect.LiteralType(values=values):
                return SheetField(is_="choice", options=self.options(values, path), **given)
            case inspect.UnionType():
                return self.union(kind, path, given)
            case inspect.StructType():
                return self.struct(kind, path, given)
            case inspect.DictType(key_type=key_type, value_type=value_type):
                return self.by_key(_plain(key_type), value_type, path, given)
            case inspect.TupleType(item_types=item_types):
                item = self.field(item_types[0], f"{path}/*")
                return SheetField(
                    is_="list",
                    item=item,
                    least=len(item_types),
                    most=len(item_types),
                    blank=blank_of(item),
                    **given,
                )
            case inspect.ListType() | inspect.VarTupleType():
                return self.rows(kind, path, given)
        raise TypeError(f"{path}: nobody could enter a {type(kind).__name__}")

    def options(self, values: Sequence[Json], path: str) -> tuple[ChoiceOption, ...]:
        labels = self.editing.labels
        values = self.orders.get(frozenset(values), tuple(values))
        return tuple(
            ChoiceOption(value, labels.get(f"{path}:{value}") or labels.get(str(value)) or spoken(str(value)))
            for value in values
        )

    def besides(self, path: str) -> tuple[ChoiceOption, ...]:
        """The values that are allowed at the path instead of an id: those that are labelled there."""
        labels, start = self.editing.labels, f"{path}:"
        return tuple(
            ChoiceOption(place.removeprefix(start), label)
            for place, label in labels.items()
            if place.startswith(start)
        )

    def rows(
        self, kind: inspect.ListType | inspect.VarTupleType, path: str, given: dict[str, Any]
    ) -> SheetField:
        item = self.field(kind.item_type, f"{path}/*")
        ids = item.is_ == "form" and any(inner.key == "id" for inner in item.fields)
        blank = self.editing.blanks.get(path, blank_of(item))
        return SheetField(
            is_="table" if ids else "list",
            item=item,
            least=kind.min_length,
            most=kind.max_length,
            total=self.editing.totals.get(path),
            deck=path in self.editing.decks,
            blank=blank,
            **given,
        )

    def by_key(
        self, key_type: inspect.Type, value_type: inspect.Type, path: str, given: dict[str, Any]
    ) -> SheetField:
        item = self.field(value_type, f"{path}/*")
        if not isinstance(key_type, inspect.LiteralType):
            return SheetField(is_="keyed", item=item, blank=blank_of(item), **given)
        options = self.options(key_type.values, path)
        if item.is_ == "number" and not item.optional:
            return SheetField(is_="amounts", options=options, least=item.least, most=item.most, **given)
        fields = tuple(
            msgspec.structs.replace(item, key=str(option.value), title=option.label) for option in options
        )
        return SheetField(is_="form", fields=fields, **given)

    def struct(self, kind: inspect.StructType, path: str, given: dict[str, Any]) -> SheetField:
        shown = [one for one in kind.fields if f"{path}/{one.encode_name}" not in self.editing.hidden]
        fields = [self.member(member, f"{path}/{member.encode_name}") for member in shown]
        by_kind = self.editing.kinds.get(path)
        if by_kind is None:
            return SheetField(is_="form", fields=tuple(fields), **given)
        tag = next(field for field in fields if field.key == by_kind.kind)
        variants = []
        for option in tag.options:
            asked = by_kind.members.get(str(option.value), ())
            named = {field.key: field for field in fields}
            variants.append(_variant(by_kind.kind, option, [named[name] for name in asked]))
        return SheetField(is_="variants", tag=by_kind.kind, variants=tuple(variants), **given)

    def union(self, kind: inspect.UnionType, path: str, given: dict[str, Any]) -> SheetField:
        kinds = [_plain(one) for one in kind.types]
        optional = any(isinstance(one, inspect.NoneType) for one in kinds)
        kinds = [one for one in kinds if not isinstance(one, inspect.NoneType)]
        tagged = [one for one in kinds if isinstance(one, inspect.StructType) and one.tag_field is not None]
        others = [self.field(one, path) for one in kinds if one not in tagged]
        found = [*others, *([self.variants(tagged, path, given)] if tagged else [])]
        if len(found) == 1:
            return msgspec.structs.replace(found[0], optional=optional)
        return SheetField(is_="either", fields=tuple(found), optional=optional, **given)

    def variants(self, kinds: Sequence[inspect.StructType], path: str, given: dict[str, Any]) -> SheetField:
        named = tuple(one.cls for one in kinds)
        if named in self.met:
            return SheetField(is_="same", of=self.met[named], **given)
        self.met[named] = path
        tag = str(kinds[0].tag_field)
        variants = []
        for one in kinds:
            fields = [self.member(member, f"{path}/{member.encode_name}") for member in one.fields]
            variants.append(_variant(tag, self.options([one.tag], path)[0], fields))
        return SheetField(is_="variants", tag=tag, variants=tuple(variants), **given)


def _variant(tag: str, option: ChoiceOption, fields: Sequence[SheetField]) -> FieldVariant:
    return FieldVariant(option.value, option.label, tuple(fields), {tag: option.value, **_members(fields)})


def blank_of(field: SheetField) -> Json:
    """The least content of a field, as a document has it."""
    if field.optional:
        return None
    match field.is_:
        case "text":
            return ""
        case "number":
            return max(field.least or 0, 0)
        case "tick":
            return False
        case "choice":
            return field.options[0].value if field.options else ""
        case "list" | "table":
            return [field.blank for _ in range(field.least or 0)]
        case "form":
            return _members(field.fields)
        case "variants":
            return field.variants[0].blank
        case "either":
            return blank_of(field.fields[0])
    return {}


def _members(fields: Sequence[SheetField]) -> dict[str, Json]:
    return {field.key: blank_of(field) for field in fields if field.required}


def spoken(name: str) -> str:
    """A name of code as people read it: `move_value` → `Move value`."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _plain(kind: inspect.Type) -> inspect.Type:
    return _plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _vocabularies(kind: Any, met: set[Any]) -> Iterator[tuple[Json, ...]]:
    """The values of each `Literal` in a type, in the order in which they are written there."""
    if get_origin(kind) is Literal:
        yield get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in met:
            met.add(kind)
            for below in get_type_hints(kind, include_extras=True).values():
                yield from _vocabularies(below, met)
    else:
        for below in get_args(kind):
            yield from _vocabularies(below, met)


def _members_of(document: type[Struct]) -> Sequence[inspect.Field]:
    kind = inspect.type_info(document)
    assert isinstance(kind, inspect.StructType)
    return kind.fields
