"""The OpenAPI document: what each route reads and answers, built from the structs that requests are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from flask_smorest import Api
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.board import Board
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.words import EntryWords, OfferWords, SeatName
from replays.findings import Finding
from service import former_words
from service.heavy.asked import PieceOfWork
from service.http.problems import KINDS, PROBLEM_JSON
from service.schemas import requests
from service.schemas.fields import beside
from service.schemas.game_requests import correction_kind, opening_kind
from service.schemas.json_schema import REFERENCE, TEXT_PATTERN, document

F = TypeVar("F", bound=Callable[..., Any])

BODIES: tuple[type[Struct], ...] = (
    requests.ComponentSetUpload,
    requests.Drawing,
    requests.Claiming,
    requests.Retraction,
    requests.Note,
    requests.Closing,
    requests.Forking,
    requests.Revoking,
)

ABOUT: dict[str, Json] = {"servers": [{"url": "/"}], "security": [{"token": []}, {}]}
"""Addresses are those of the service that shows the document; a token goes with any request, or none."""

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The version that you mean, as `"7"`, or `*` for any. A stale one is answered 412.',
    "schema": {"type": "string", "pattern": r'^(\*|"[0-9]{1,15}(-[0-9]{1,9})?")$'},
    "example": "*",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of what you have: answered 304 while it stands.",
    "schema": {"type": "string"},
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Another spelling of `action_id`; for a list, an id is derived for each item.",
    "schema": {"type": "string", "pattern": r"^[A-Za-z0-9_.:-]{1,64}$"},
}
DESCRIPTIONS = {
    200: "OK",
    201: "Recorded",
    202: "Under way: `Location` tells how far",
    204: "Nothing more will come",
    304: "Not modified",
}
ENTITY_TAG = {
    "ETag": {"description": "The version, in quotes; of what has none, a hash.", "schema": {"type": "string"}}
}


def describe(
    *,
    answers: Mapping[int, Json],
    body: str | None = None,
    query: type[Struct] | None = None,
    headers: Sequence[Json] = (),
    media: str | Sequence[str] = "application/json",
    media_in: str = "application/json",
    extra: Sequence[Json] = (),
) -> Callable[[F], F]:
    """Say what a route reads and answers.

    body: the component that its body is of; query: the struct of its query; answers: status → JSON
    Schema of the answer's body; media: the media types that it comes in. `extra`: parameters that no struct
    can name beforehand.
    """

    def keep(view: F) -> F:
        name = view.__name__
        written: dict[str, Any] = {
            "operationId": name,
            "parameters": [*headers, *parameters_of(query), *extra],
            "responses": {
                str(status): _answer(status, _titled(f"{name}_{status}", schema), media)
                for status, schema in answers.items()
            }
            | {"default": {"$ref": "#/components/responses/Problem"}},
        }
        if body is not None:
            content = {media_in: {"schema": {"$ref": REFERENCE + body}}}
            written["requestBody"] = {"required": True, "content": content}
        view._apidoc = {"manual_doc": written}  # type: ignore[attr-defined]
        view.query = query  # type: ignore[attr-defined]
        view.takes_more = bool(extra)  # type: ignore[attr-defined]
        return view

    return keep


def parameters_of(query: type[Struct] | None) -> list[Json]:
    """A query struct's members as OpenAPI parameters."""
    if query is None:
        return []
    _, components = document([query], "")
    schema = components[query.__name__]
    required = schema.get("required", ())
    built = []
    for name, member in schema["properties"].items():
        options = [option for option in member.get("anyOf", [member]) if option.get("type") != "null"]
        shown = options[0] if len(options) == 1 else {"anyOf": options}
        shown = {key: value for key, value in (member | shown).items() if key != "anyOf"}
        if shown.get("default", 0) is None:
            del shown["default"]
        parameter = {"name": name, "in": "query", "schema": shown, "required": name in required}
        if "description" in shown:
            parameter["description"] = shown.pop("description")
        built.append(parameter)
    return built


def _titled(title: str, schema: Json) -> Json:
    """The schema under a name that nothing else in the document has, which generators call its type by."""
    return {"title": title, **schema} if isinstance(schema, dict) and "properties" in schema else schema


def _answer(status: int, schema: Json, media: str | Sequence[str]) -> Json:
    answer: dict[str, Any] = {"description": DESCRIPTIONS[status]}
    if schema is not None:
        kinds = (media,) if isinstance(media, str) else media
        answer |= {"headers": ENTITY_TAG, "content": {kind: {"schema": schema} for kind in kinds}}
    return answer


def components(games: Iterable[Game[Any]], actions_in_list: int) -> dict[str, Json]:
    """All schemas that the document names, each titled by its name: titles of structs are shared by games."""
    schemas = _components(games, actions_in_list)
    return {name: schema | {"title": name} for name, schema in schemas.items() if isinstance(schema, dict)}


def _components(games: Iterable[Game[Any]], actions_in_list: int) -> dict[str, Json]:
    built: dict[str, Json] = {}
    for kind in BODIES:
        built |= document([kind], "")[1]
    one_action: list[Json] = []
    lists: list[Json] = []
    openings: list[Json] = []
    corrections: list[Json] = []
    for game in games:
        prefix = f"{game.key}."
        root, parts = document(game.actions, prefix, requests.ActionEnvelope)
        for kind in game.actions:
            parts[f"{prefix}{kind.__name__}"] |= _reasoned(kind)
        built |= parts | {f"{prefix}Action": root}
        reference = {"$ref": f"{REFERENCE}{prefix}Action"}
        one_action.append(reference)
        lists.append({"type": "array", "items": reference, "minItems": 1, "maxItems": actions_in_list})
        built |= document([opening_kind(game)], f"{prefix}opening.")[1]
        openings.append({"$ref": f"{REFERENCE}{prefix}opening.Opening"})
        built |= document([correction_kind(game)], f"{prefix}fact.")[1]
        corrections.append({"$ref": f"{REFERENCE}{prefix}fact.Correction"})
    former_words.documented_in(built)
    return built | {
        "Action": {"anyOf": [*one_action, *lists]},
        "Opening": {"anyOf": openings},
        "Correction": {"anyOf": corrections},
        **told(),
        "PortableSession": {"type": "object", "required": ["format", "version", "session", "entries"]},
        "Problem": problem_schema(),
        "Finding": document([Finding], "")[1]["Finding"],
    }


def told() -> dict[str, Json]:
    """The schemas of offers, and of what `?with=` adds."""
    built: dict[str, Json] = {}
    for kind in (Offer, Board, OfferWords, EntryWords, SeatName, PieceOfWork):
        built |= document([kind], "")[1]
    return built


def _reasoned(kind: type[Struct]) -> dict[str, Json]:
    """A reason is given exactly when the rules are broken on purpose."""
    reason = beside(kind, "reason")
    return {
        "if": {"properties": {"against_rules": {"const": True}}, "required": ["against_rules"]},
        "then": {"required": [reason], "properties": {reason: {"type": "string"}}},
        "else": {"properties": {reason: {"type": "null"}}},
    }


def problem_schema() -> Json:
    """The JSON Schema of every refusal."""
    text = {"type": "string"}
    fault = {"type": "object", "properties": {"pointer": text, "detail": text}}
    return {
        "type": "object",
        "required": ["type", "title", "status", "detail", "instance", "help"],
        "properties": {
            "type": {"enum": [f"/problems/{kind}" for kind in KINDS]},
            "title": text,
            "status": {"type": "integer"},
            "detail": text,
            "instance": text,
            "help": text,
            "rule": {"type": "string", "description": "The rulebook's id, where the rules refused it."},
            "rule_text": {"type": "string", "description": "What the rulebook says under that id."},
            "field": {"type": "string", "description": "The member at fault, as a path."},
            "index": {"type": "integer", "description": "Of a list: the action at fault."},
            "errors": {"type": "array", "items": fault},
            "version": {"type": "integer", "description": "What the session stands at."},
            "missed": {"type": "array", "items": {"type": "object"}},
            "outcomes": {
                "type": "array",
                "items": an_object(path=TEXT, domain={"type": "object"}),
                "description": "What the table must roll or draw, where the action lacks it.",
            },
        },
    }


def register(api: Api, games: Iterable[Game[Any]], actions_in_list: int) -> None:
    """Put the components into the document, without the framework's own, which no route uses."""
    api.spec.components.schemas.pop("PaginationMetadata", None)
    for name, schema in components(games, actions_in_list).items():
        api.spec.components.schema(name, schema)
    content = {PROBLEM_JSON: {"schema": {"$ref": f"{REFERENCE}Problem"}}}
    api.spec.components.response("Problem", {"description": "Refused, and why", "content": content})
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})


def an_object(*required: str, **properties: Json) -> Json:
    """The JSON Schema of an answer that is an object with at least these members."""
    members: dict[str, Json] = {name: {} for name in required} | properties
    return {"type": "object", "required": list(members), "properties": members}


def with_more(answer: Json, **properties: Json) -> Json:
    """The schema of an answer that may have these members as well."""
    return answer | {"properties": answer["properties"] | properties}


def named(name: str) -> Json:
    """A reference to a schema of the document."""
    return {"$ref": REFERENCE + name}


def by_key(schema: Json) -> Json:
    """The schema of an object whose members are all of one kind."""
    return {"type": "object", "additionalProperties": schema}


TEXT: Json = {"type": "string", "pattern": TEXT_PATTERN}
NUMBER: Json = {"type": "integer"}
LIST: Json = {"type": "array", "items": {}}
WORK = named("PieceOfWork")
