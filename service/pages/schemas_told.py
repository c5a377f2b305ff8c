"""Schemas of the API's document, told in tables for people: members, types, links to what they name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

Schemas = Mapping[str, Mapping[str, Any]]

MOST_VALUES = 8


class MemberRow(Struct, frozen=True):
    """A member of a schema: its name, whether it must be there, its type, what it means."""

    name: str
    required: bool
    type: Markup
    meaning: str


class RenderedSchema(Struct, frozen=True):
    """A schema: anchor of the page, its name, what people call it, its meaning, its members or its type."""

    anchor: str
    title: str
    called: str
    meaning: str
    members: Sequence[MemberRow]
    type: Markup


def told(
    name: str,
    schema: Mapping[str, Any],
    title: str = "",
    called: str = "",
    without: Mapping[str, Any] | None = None,
) -> RenderedSchema:
    """One schema. without: members that are told elsewhere, for all that have them alike."""
    kept = {
        member: kind
        for member, kind in schema.get("properties", {}).items()
        if without is None or without.get(member) != kind
    }
    required = schema.get("required", ())
    rows = [
        MemberRow(member, member in required, type_of(kind), kind.get("description", ""))
        for member, kind in kept.items()
    ]
    return RenderedSchema(
        anchor(name), title or name, called, schema.get("description", ""), rows, type_of(schema)
    )


def shared(schemas: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Members that all of these have, of one schema each."""
    first, *others = [schema.get("properties", {}) for schema in schemas]
    return {name: kind for name, kind in first.items() if all(other.get(name) == kind for other in others)}


def schemas_of(document: Mapping[str, Any], game: str | None) -> Schemas:
    """The schemas of a game, whose names begin with its key, or those that are no game's."""
    every: Schemas = document["components"]["schemas"]
    return {name: schema for name, schema in every.items() if game_of(name) == game}


def game_of(name: str) -> str | None:
    """The game that a schema belongs to, if it is a game's."""
    game, dot, _ = name.partition(".")
    return game if dot else None


def named(reference: str) -> str:
    """The schema that a `$ref` names."""
    return reference.rpartition("/")[2]


def tag_of(schema: Mapping[str, Any]) -> str:
    """What JSON tells an object of this schema by, its first member; empty where nothing does."""
    first: Mapping[str, Any] = next(iter(schema.get("properties", {}).values()), {})
    values = first.get("enum", ())
    return str(values[0]) if len(values) == 1 else ""


def anchor(name: str) -> str:
    """What a schema's place on its page is called."""
    return f"schema-{name}"


def address(name: str) -> str:
    """Where a schema is told: a game's own on the page of its messages, all others on that of the API."""
    game = game_of(name)
    return f"/docs#{anchor(name)}" if game is None else f"/docs/messages/{game}#{anchor(name)}"


def in_words(text: str | None) -> Markup:
    """A description, with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text or ""))))


def type_of(schema: Any) -> Markup:
    """A schema in a few words: its type, its values, links to the schemas that it names."""
    if not isinstance(schema, Mapping):
        return Markup()
    if "$ref" in schema:
        name = named(schema["$ref"])
        return Markup('<a href="{}">{}</a>').format(address(name), name)
    for joined in ("oneOf", "anyOf"):
        if joined in schema:
            return Markup(" or ").join(dict.fromkeys(map(type_of, schema[joined])))
    if "enum" in schema:
        values = [str(value) for value in schema["enum"]]
        return escape(" | ".join(values[:MOST_VALUES]) + (" | …" if len(values) > MOST_VALUES else ""))
    if schema.get("type") == "array":
        return Markup("list of {}").format(type_of(schema.get("items")) or "anything")
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return Markup("object of {}").format(type_of(schema["additionalProperties"]))
    kind = schema.get("type", "anything")
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))
