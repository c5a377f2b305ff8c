"""The messages of a game for people: what opens a session, what is recorded in it, what entries tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import Game
from domain.kernel.form_words import message_word
from domain.kernel.rulebook import rulebook
from service.http.services import services
from service.pages.page import page
from service.pages.rule_words import marked
from service.pages.schemas_told import RenderedSchema, Schemas, schemas_of, shared, tag_of, told
from service.pages.trouble import in_a_sentence
from service.problems import Problem
from service.schemas.openapi import api_document
from service.schemas.requests import ActionEnvelope

routes = Blueprint("messages", __name__)


class Chapter(Struct, frozen=True):
    """Schemas of one kind. meaning: where they are sent or told."""

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


@routes.route("/docs/messages/<name:game>")
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
    """What stands beside the members of all actions alike."""
    names = {*ActionEnvelope.__struct_encode_fields__}
    return {name: kind for name, kind in shared(actions).items() if name in names}
