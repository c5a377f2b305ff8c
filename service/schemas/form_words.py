"""Schemas with the words of forms: what each message, member and value is called, and which things fit.

`title` of a message and of a member; `x-hint` of a message; of a member `x-values`, by the value as a text,
null by the empty one, `x-kind`, the kind of what it names, and `x-keys`, of what its keys name; of a number
`x-first`, what people call the place that it counts as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from domain.kernel.form_words import member_word, message_word, plain_hint, value_words
from domain.kernel.messages import Json
from domain.kernel.words import Words, kind_of

Schema = dict[str, Json]


def add_form_words(
    words: Words | None, kinds: Sequence[type[Struct]], components: Mapping[str, Schema]
) -> None:
    """Say it at the components of these messages, and at those that they are made of."""
    tags = {kind.__name__: str(kind.__struct_config__.tag) for kind in kinds}
    for name, schema in components.items():
        tag = tags.get(name, "")
        if tag:
            schema["title"] = message_word(words, tag)
            if hint := plain_hint(schema.get("description", "")):
                schema["x-hint"] = hint
        for member, told in schema.get("properties", {}).items():
            if told.get("enum") != [tag]:
                _add_to_member(words, tag, name, member, told)


def _add_to_member(words: Words | None, tag: str, part: str, member: str, told: Schema) -> None:
    told["title"] = member_word(words, tag, member)
    if values := value_words(words, tag, member, _values(told)):
        told["x-values"] = values
    for key, named in (("x-kind", member), ("x-keys", f"{member}[]")):
        if (kind := kind_of(words, tag or part, named)) is not None:
            told[key] = kind
    if words is not None and not words.positions.isdisjoint((member, f"{tag}.{member}")):
        for number in _numbers(told):
            number["x-first"] = 1


def _numbers(told: Schema) -> Iterator[Schema]:
    """The numbers of a member, wherever they stand in it."""
    if told.get("type") == "integer":
        yield told
    for inner in (told.get("items"), told.get("additionalProperties"), *told.get("anyOf", ())):
        if isinstance(inner, dict):
            yield from _numbers(inner)


def _values(told: Schema) -> list[Json]:
    """The values of a choice, and null wherever it may stand."""
    values = [value for schema in (told, *told.get("anyOf", ())) for value in schema.get("enum", ())]
    if any(schema.get("type") == "null" for schema in told.get("anyOf", ())):
        values.append(None)
    return values
