"""The API document for people: routes, schemas as tables, and the messages of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import Game
from domain.kernel.messages import Json
from domain.kernel.rulebook import rulebook
from domain.kernel.ui.plain_words import message_word
from service.http.services import services
from service.pages.entry import marked
from service.pages.guides import guides
from service.pages.page import in_a_sentence, page
from service.problems import KINDS, Problem
from service.schemas.json_schema import operation_parameters
from service.schemas.openapi import JSON, OF_ANY_STATUSES, api_document
from service.schemas.requests import ActionEnvelope

# Schemas of the API's document as tables for people: members, types, links to other schemas.

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
    """Render one schema. without: members described elsewhere, left out where they are the same."""
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
    """The schemas of a game, whose names begin with its key, or those that belong to no game."""
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
    """The HTML id of a schema on its page."""
    return f"schema-{name}"


def address(name: str) -> str:
    """The address that describes a schema: a game's own on the page of its messages, others on `/docs`."""
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


# The API for people, as its own document describes it.

routes = Blueprint("api_document", __name__)

METHODS = ("get", "post", "put", "patch", "delete")


@routes.route("/docs")
def docs() -> Response:
    """The API for people, from the OpenAPI document: the messages of each game have a page of their own."""
    kept = current_app.extensions.get("docs-page")
    if kept is None:
        document = api_document()
        kept = current_app.extensions["docs-page"] = render_template(
            "docs.html",
            title=document["info"]["title"],
            version=document["info"]["version"],
            tags=document["tags"],
            operations=list(operations(document)),
            schemas=[told(name, schema) for name, schema in sorted(schemas_of(document, None).items())],
            games=services().games.values(),
            problems=KINDS,
            first_of_status=[kind for kind, (status, _) in KINDS.items() if kind == first_kind(status)],
            guides=guides().values(),
            type_of=type_of,
            in_words=in_words,
        )
    return page(kept)


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Json]]:
    """Every operation of the document, with its path and method."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                yield operation | {
                    "path": path,
                    "method": method.upper(),
                    "parameters": operation_parameters(document, path, method),
                    "body": body_of(operation),
                    "answers": list(answers_of(operation)),
                    "refusals": refusals_of(operation),
                }


def answers_of(operation: Mapping[str, Any]) -> Iterator[dict[str, Json]]:
    """Yield the answers that are not refusals: status, schemas, and the media types other than JSON."""
    for status, answer in operation["responses"].items():
        if status[0] in "23":
            content = answer.get("content", {})
            schema = content.get(JSON, {}).get("schema", {})
            options = schema.get("anyOf", [schema])
            names = [named(option["$ref"]) for option in options if "$ref" in option]
            media = ", ".join(kind for kind in content if kind != JSON)
            yield {"status": status, "description": answer["description"], "schemas": names, "media": media}


def refusals_of(operation: Mapping[str, Any]) -> list[str]:
    """The statuses of the operation's refusals, those that every operation has included."""
    own = {code for code in operation["responses"] if code[0] in "45"}
    return sorted(own | set(map(str, OF_ANY_STATUSES)))


def first_kind(status: int) -> str:
    """The first problem of a status, which a link to that status leads to."""
    return next(kind for kind, (number, _) in KINDS.items() if number == status)


def body_of(operation: Mapping[str, Any]) -> str | None:
    """The name of the schema of an operation's body."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        return named(content["schema"].get("$ref", ""))
    return None


# The messages of a game for people: what opens a session, what is recorded in it, what entries tell.

message_routes = Blueprint("messages", __name__)


class Chapter(Struct, frozen=True):
    """Schemas of one kind. meaning: where they are sent or used."""

    key: str
    title: str
    meaning: str
    schemas: Sequence[RenderedSchema] = ()


CHAPTERS = (
    Chapter("opening", "Opening", "The body of `POST /v1/sessions`."),
    Chapter("actions", "Actions", "The body of `POST /v1/sessions/{id}/actions`: one, or a list of them."),
    Chapter("parts-of-actions", "Parts of actions", "Objects used in actions."),
    Chapter(
        "correction",
        "Correction",
        "The body of `POST /v1/sessions/{id}/corrections`: facts that make the table what it really was.",
    ),
    Chapter("facts", "Facts", "The changes an entry made, in order."),
    Chapter("parts-of-facts", "Parts of facts", "Objects used in facts."),
)
"""Of every game, in the order of its page."""


@message_routes.route("/docs/messages/<name:game>")
@in_a_sentence
def messages(game: str) -> Response:
    """The messages of a game."""
    found = services().games.get(game)
    if found is None:
        raise Problem("not-found", "Game not found. The games are listed at /v1/games.")
    kept = current_app.extensions.setdefault("messages-pages", {})
    if game not in kept:
        schemas = schemas_of(api_document(), game)
        kept[game] = render_template(
            "messages.html",
            game=found,
            chapters=[*chapters(found, schemas)],
            words=partial(marked, game=game, rules=rulebook(found)),
        )
    return page(kept[game])


def chapters(game: Game[Any], schemas: Schemas) -> Iterator[Chapter]:
    """A game's schemas by what they are, those of actions and facts under the word that JSON has for them."""
    union = f"{game.key}.Action"
    actions = [f"{game.key}.{kind.__name__}" for kind in game.actions]
    beside = _beside([schemas[name] for name in actions])
    of_each: dict[str, list[RenderedSchema]] = {chapter.key: [] for chapter in CHAPTERS}
    of_each["actions"].append(told(union, {"properties": beside}, "…", "Fields of every action"))
    for name, schema in schemas.items():
        if name != union:
            kind = _kind_of(name.removeprefix(f"{game.key}."), schema, is_action=name in actions)
            tag = "" if kind == "opening" else tag_of(schema)
            title, called = tag or name.rpartition(".")[2], message_word(game.words, tag) if tag else ""
            of_each[kind].append(told(name, schema, title, called, beside if kind == "actions" else None))
    for chapter in CHAPTERS:
        if of_each[chapter.key]:
            yield replace(chapter, schemas=of_each[chapter.key])


def _kind_of(name: str, schema: Mapping[str, Any], *, is_action: bool) -> str:
    """The chapter of a schema."""
    if name.startswith("opening."):
        return "opening"
    if name == "fact.Correction":
        return "correction"
    if name.startswith("fact."):
        return "facts" if "fact" in schema.get("properties", {}) else "parts-of-facts"
    return "actions" if is_action else "parts-of-actions"


def _beside(actions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The members of `ActionEnvelope`, which all actions share."""
    names = {*ActionEnvelope.__struct_encode_fields__}
    return {name: kind for name, kind in shared(actions).items() if name in names}
