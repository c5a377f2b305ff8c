"""Every answer of an application under test is held against the application's own document."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from flask import Flask, Response, request
from jsonschema_rs import Draft202012Validator

from service.http.services import services
from service.problems import PROBLEM_JSON
from service.schemas.openapi import JSON, OF_ANY_STATUSES, api_document

MOST_SHOWN = 5
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}

Document = dict[str, Any]


def closed(schema: Any) -> Any:
    """The schema with what it says in full: it forbids members that it does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    built = {name: closed(part) for name, part in schema.items()}
    is_object = isinstance(schema.get("properties"), dict) and schema.get("type") == "object"
    return {"additionalProperties": False} | built if is_object else built


def held_to_its_document(app: Flask) -> Callable[[], None]:
    """Have the application keep to its document; what is returned fails where it did not."""
    faults: list[str] = []

    @app.after_request
    def compare(response: Response) -> Response:
        if request.url_rule is not None and request.method in METHODS and not response.is_streamed:
            faults.extend(fault_of(app, response))
        return response

    def show() -> None:
        assert not faults, "\n".join(faults[:MOST_SHOWN])

    return show


def fault_of(app: Flask, response: Response) -> list[str]:
    """What is wrong with an answer: a status, a media type, a body that the document does not tell."""
    view = app.view_functions[str(request.endpoint)]
    if not hasattr(view, "_apidoc"):
        return []
    name = f"{request.method} {request.path} {response.status_code}"
    games = tuple(services().games)
    told = responses(games)[view.__name__]
    said = told.get(str(response.status_code))
    if response.status_code in OF_ANY_STATUSES:
        said = said or told["default"]
    if said is None:
        return [f"{name}: the status is not documented"]
    if response.mimetype not in (JSON, PROBLEM_JSON) or not response.data:
        return []
    faults = validator(games, schema_of(games, said)).iter_errors(msgspec.json.decode(response.data))
    return [f"{name}: {error}"[:1_000] for error in faults]


@cache
def document(games: tuple[str, ...]) -> Document:
    """The document of the applications that know these games; one of them answers just now."""
    return api_document()


@cache
def components(games: tuple[str, ...]) -> Document:
    """What the document's schemas refer to."""
    closed_schemas: Document = closed(document(games)["components"]["schemas"])
    return {"schemas": closed_schemas}


@cache
def responses(games: tuple[str, ...]) -> dict[str, Document]:
    """By operation, its responses by status."""
    return {
        operation["operationId"]: operation["responses"]
        for item in document(games)["paths"].values()
        for method, operation in item.items()
        if method.upper() in METHODS
    }


@cache
def validator(games: tuple[str, ...], schema: bytes) -> Draft202012Validator:
    """What holds JSON against a schema of the document; each takes a while to make."""
    return Draft202012Validator({**msgspec.json.decode(schema), "components": components(games)})


def schema_of(games: tuple[str, ...], said: Document) -> bytes:
    """The schema of a response's JSON, written out, or one that takes anything."""
    if "$ref" in said:
        said = document(games)["components"]["responses"][said["$ref"].rpartition("/")[2]]
    schemas = [
        content["schema"] for kind, content in said.get("content", {}).items() if kind in (JSON, PROBLEM_JSON)
    ]
    return msgspec.json.encode(schemas[0] if schemas else {})
