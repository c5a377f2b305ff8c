"""The OpenAPI document: what each route reads and answers, built from the structs that requests are."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from threading import Lock
from typing import Any, TypeVar

from flask import current_app
from flask_smorest import Api
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.messages import Json
from service.jobs.requests import Job
from service.problems import KINDS, PROBLEM_JSON
from service.schemas import answers as answered
from service.schemas import requests
from service.schemas.descriptions import meaning_in
from service.schemas.examples import WEBHOOKS, with_examples
from service.schemas.fields import beside, correction_kind, opening_kind
from service.schemas.filters import of_games
from service.schemas.json_schema import (
    REFERENCE,
    TEXT_PATTERN,
    UNREASONED,
    component_name,
    document,
    documents,
    sharing,
    with_named_unions,
)

F = TypeVar("F", bound=Callable[..., Any])

BODIES: tuple[type[Struct], ...] = (
    requests.ComponentSetUpload,
    requests.Drawing,
    requests.Claiming,
    requests.PeoplePatch,
    requests.Nudging,
    requests.GestureCorrection,
    requests.Amendment,
    requests.Retraction,
    requests.Note,
    requests.SettingsPatch,
    requests.SaidTimeOfPlay,
    requests.Closing,
    requests.Reopening,
    requests.ListingPatch,
    requests.Voiding,
    requests.Reinstating,
    requests.Forking,
    requests.Revoking,
    requests.AskedWords,
    requests.AskedFarPlaces,
    requests.AskedOutlooks,
    requests.BotsTurn,
    requests.Webhook,
    requests.Redelivery,
    requests.ClubWebhook,
    requests.ClubRedelivery,
    requests.NewEdition,
    requests.EditionPatch,
    requests.DraftPatch,
    requests.DraftUndoing,
    requests.LearntDecision,
    requests.Ticking,
    requests.PictureNamed,
    requests.TableText,
    requests.Publishing,
    requests.EditionLink,
    requests.NewClub,
    requests.ClubPatch,
    requests.NewClubKey,
    requests.ClubLink,
    requests.NewPerson,
    requests.PersonPatch,
    requests.OtherPerson,
    requests.PersonLink,
    requests.SeatOfPerson,
)

FILTERED = "x-filters-games"
"""Marks an operation whose parameters are not complete before the games are known."""

WRITER = "tablelog-openapi"
"""Where an application keeps what writes its document."""

DOCUMENT = "tablelog-openapi-document"

_WRITING = Lock()

ABOUT: dict[str, Json] = {"servers": [{"url": "/"}], "security": [{"token": []}, {}]}
"""Addresses are those of the service that shows the document; a token goes with any request, or none."""

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The `ETag` that you know, or only its version (`"7"`), or `*`. If it is stale: 412.',
    "schema": {"type": "string", "pattern": r'^(\*|"[0-9]{1,15}(-[0-9a-f]{12})?(-[0-9]{1,9})?")$'},
    "example": "*",
}
IF_MATCH_DRAFT = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The revision of the draft that you know (`"7"`): 412 if it is stale. `*`: the newest.',
    "schema": {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,9}"|[0-9]{1,9})$'},
    "example": "*",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of your copy. If it is still current, the answer is 304.",
    "schema": {"type": "string"},
    "example": '"7-1a2b3c4d5e6f"',
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "An alternative to `action_id`; for a list, an id is derived for each item.",
    "schema": {"type": "string", "pattern": r"^[A-Za-z0-9_.:-]{1,64}$"},
}
SECRET_KEY: Json = IDEMPOTENCY_KEY | {
    "description": "A random UUID; if you repeat the same request with it, you get its secrets again.",
    "schema": {"type": "string", "pattern": r"^[A-Za-z0-9_.:-]{16,64}$"},
}
CLUB_CURSOR = "[0-9]{1,15}-[0-9]{1,9}"
LAST_CLUB_EVENT_ID: Json = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The id of your last event, or the `next` of a page. The stream continues after it.",
    "schema": {"type": "string", "pattern": f"^{CLUB_CURSOR}$"},
}
NAMED: Mapping[str, Json] = {
    "If-Match-Draft": IF_MATCH_DRAFT,
    "Secret-Idempotency-Key": SECRET_KEY,
    "Last-Club-Event-ID": LAST_CLUB_EVENT_ID,
}
"""Parameters whose own name another header has as well, by the name of their component."""
JSON = "application/json"
TEXT: Json = {"type": "string", "pattern": TEXT_PATTERN}
JOB: Json = {"$ref": f"{REFERENCE}Job"}
DESCRIPTIONS = {
    200: "OK",
    201: "Recorded",
    202: "In progress; `Location` is the address of the job",
    204: "There are no more events",
    304: "Not modified",
}
HEADERS: Mapping[str, str] = {
    "ETag": "The version and the beginning of its digest, in quotes; a hash if there is no version.",
    "RateLimit": "How many requests remain of the limit that you are closest to, and when it resets. "
    "Other answers have it too.",
    "RateLimit-Policy": "The number of requests that this limit allows, and its window in seconds. "
    "Other answers have it too.",
    "Retry-After": "In how many seconds it is worth to send the request again.",
}
"""Headers of answers."""

OF_A_BODY = ("malformed-json", "too-slow", "too-large", "media-type")
OF_ANY = ("bad-request", "invalid", "too-many-requests", "internal", "unavailable", *OF_A_BODY)
"""The problems of every route, and of every body, which its `default` answer has."""

OF_ANY_STATUSES = frozenset(KINDS[kind][0] for kind in OF_ANY)
OF_A_SESSION = ("bad-token", "not-found", "expired", "damaged-log")
OF_AN_EDITION = OF_A_CLUB = ("bad-token", "not-allowed", "not-found")
OF_A_HEADER: Mapping[str, tuple[str, ...]] = {
    "If-Match": ("malformed-header", "stale", "another-log", "precondition-required"),
    "Idempotency-Key": ("malformed-header", "action-id-reused"),
    "Tablelog-Tokens": ("malformed-header", "bad-token"),
    "Last-Event-ID": ("malformed-header",),
}
"""The problems that follow from what a route reads."""


def describe(
    *,
    answers: Mapping[int, Json],
    body: str | None = None,
    query: type[Struct] | None = None,
    headers: Sequence[Json] = (),
    media: str | Sequence[str] = JSON,
    extra: Sequence[Json] = (),
    filters_games: bool = False,
    refuses: Sequence[str] = (),
) -> Callable[[F], F]:
    """Say what a route reads and answers.

    body: the component that its body is of; query: the struct of its query; answers: status → JSON
    Schema of the answer's body; media: the media types that it comes in. `extra`: parameters that no struct
    can name beforehand. filters_games: it also has the filters that come from games.
    refuses: the problems that do not follow from what it reads.
    """

    def keep(view: F) -> F:
        problems = {*refuses}
        own = {KINDS[kind][0] for kind in refuses}
        places = inspect.signature(view).parameters
        problems |= {"not-found"} if places else set()
        problems |= set(OF_A_SESSION) if "session_id" in places else set()
        problems |= set(OF_AN_EDITION) if "edition_id" in places else set()
        problems |= set(OF_A_CLUB) if "club_id" in places else set()
        problems |= set() if isinstance(media, str) else {"not-acceptable"}
        for header in headers:
            problems |= set(OF_A_HEADER.get(header["name"], ()))
        written: dict[str, Any] = {
            "operationId": view.__name__,
            "parameters": [*headers, *parameters_of(query), *extra],
            "responses": {str(status): _answer(status, schema, media) for status, schema in answers.items()}
            | {
                str(status): {"$ref": f"#/components/responses/{problem_of(status)}"}
                for status in sorted({KINDS[kind][0] for kind in problems} - (OF_ANY_STATUSES - own))
            }
            | {"default": {"$ref": "#/components/responses/Problem"}},
        }
        if body is not None:
            content = {JSON: {"schema": {"$ref": REFERENCE + body}}}
            written["requestBody"] = {"required": True, "content": content}
        written |= {FILTERED: True} if filters_games else {}
        view._apidoc = {"manual_doc": written}  # type: ignore[attr-defined]
        view.query = query  # type: ignore[attr-defined]
        view.takes_more = bool(extra)  # type: ignore[attr-defined]
        return view

    return keep


def answer(kind: Any) -> Json:
    """The schema of an answer of this type."""
    return {"$ref": REFERENCE + component_name(kind.__name__)}


def problem_of(status: int) -> str:
    """The name of the response that every problem of a status has."""
    return f"Problem{status}"


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
        parameter = {"name": name, "in": "query", "schema": shown}
        if name in required:
            parameter["required"] = True
        kinds = [kind for kind in query.__mro__ if issubclass(kind, Struct) and kind is not Struct]
        meanings = filter(None, (meaning_in(kind.__doc__ or "", name) for kind in kinds))
        description = next(meanings, None) or shown.pop("description", None)
        shown.pop("description", None)
        if description is not None:
            parameter["description"] = description
        built.append(parameter)
    return built


def _answer(status: int, schema: Json, media: str | Sequence[str]) -> Json:
    """An answer; what is not one piece of JSON is text."""
    answer: dict[str, Any] = {"description": DESCRIPTIONS[status]}
    if schema is not None:
        kinds = (media,) if isinstance(media, str) else media
        content = {kind: {"schema": schema if kind == JSON else {"type": "string"}} for kind in kinds}
        answer |= {"headers": _headers("ETag"), "content": content}
    return answer


def _headers(*names: str) -> dict[str, Json]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def components(games: Iterable[Game[Any]], actions_in_list: int) -> dict[str, Json]:
    """All schemas that the document names, without titles: those of structs are shared by games."""
    schemas = with_named_unions(_components(games, actions_in_list))
    return {
        name: {member: value for member, value in schema.items() if member != "title"}
        for name, schema in schemas.items()
        if isinstance(schema, dict)
    }


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
    return built | {
        "Action": {"anyOf": [*one_action, *lists]},
        "Opening": {"anyOf": openings},
        "Correction": {"anyOf": [*corrections, {"$ref": f"{REFERENCE}GestureCorrection"}]},
        **told(),
        "PortableSession": {"type": "object", "required": ["format", "version", "session", "entries"]},
    }


def told() -> dict[str, Json]:
    """The schemas of what is answered."""
    kinds = [getattr(answered, name) for name in answered.__all__]
    built = documents([*kinds, Job])
    members = built["Problem"]["properties"]
    members["type"] = {"enum": [f"/problems/{kind}" for kind in KINDS]}
    return built


def _reasoned(kind: type[Struct]) -> dict[str, Json]:
    """A reason is given exactly when the rules are broken on purpose."""
    reason = beside(kind, "reason")
    if reason == "reason":
        return {"not": {"$ref": REFERENCE + UNREASONED}}
    return {
        "if": {"properties": {"against_rules": {"const": True}}, "required": ["against_rules"]},
        "then": {"required": [reason], "properties": {reason: {"type": "string"}}},
        "else": {"properties": {reason: {"type": "null"}}},
    }


def register(api: Api) -> None:
    """Put into the document what answers refer to, without the framework's own, which no route uses."""
    api.spec.components.schemas.pop("PaginationMetadata", None)
    content = {PROBLEM_JSON: {"schema": {"$ref": f"{REFERENCE}Problem"}}}
    any_route = ", ".join(map(str, sorted(OF_ANY_STATUSES)))
    told = f"The request failed; the body says why. Every operation can answer {any_route}."
    limits = _headers("RateLimit", "RateLimit-Policy", "Retry-After")
    api.spec.components.response("Problem", {"description": told, "headers": limits, "content": content})
    for name, meaning in HEADERS.items():
        api.spec.components.header(name, {"description": meaning, "schema": {"type": "string"}})
    kinds = sorted((status, kind) for kind, (status, _) in KINDS.items())
    for status, of_status in groupby(kinds, lambda pair: pair[0]):
        named = ", ".join(f"`{kind}`" for _, kind in of_status)
        api.spec.components.response(
            problem_of(status), {"description": f"Problem types: {named}", "content": content}
        )
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})


def written(api: Api, games: Iterable[Game[Any]], actions_in_list: int) -> dict[str, Json]:
    """The whole document of an application: paths, and the schemas of its games. To be written once."""
    for describe_routes in api.descriptions:
        describe_routes()
    document = api.spec.to_dict()
    _add_filters(document, games)
    schemas = components(games, actions_in_list)
    complete = {**document, "components": {"schemas": schemas, **document["components"]}}
    whole = sharing(complete, NAMED, {game.key: game for game in games})
    return with_examples(whole, next(iter(games))) | {"webhooks": WEBHOOKS}


def _add_filters(document: Mapping[str, Any], games: Iterable[Game[Any]]) -> None:
    """Add the filters that come from the games to the operations that have them."""
    of_these = of_games(games)
    for item in document["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict) and operation.pop(FILTERED, False):
                operation["parameters"].extend(of_these)


def api_document() -> dict[str, Json]:
    """The whole document of this application, written at the first request: that takes a while."""
    kept: dict[str, Json] | None = current_app.extensions.get(DOCUMENT)
    if kept is not None:
        return kept
    with _WRITING:
        if DOCUMENT not in current_app.extensions:
            current_app.extensions[DOCUMENT] = current_app.extensions[WRITER]()
    made: dict[str, Json] = current_app.extensions[DOCUMENT]
    return made
