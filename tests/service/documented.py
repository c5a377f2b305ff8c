"""Every answer of an application under test is held against the application's own document."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from flask import Flask, Response, request
from jsonschema_rs import Draft202012Validator

from service.bootstrap import services
from service.http.problems import PROBLEM_JSON
from service.schemas.openapi import JSON, api_document

MOST_SHOWN = 5
METHODS = {"GET", "POST", "PUT", "DELETE"}

Document = dict[str, Any]
_documents: dict[tuple[str, ...], Document] = {}
"""By the games that the application knows."""


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
    validator = validators(document_of()).get((view.__name__, str(response.status_code)))
    if validator is None:
        return [f"{name}: the status is not documented"]
    if response.mimetype not in (JSON, PROBLEM_JSON) or not response.data:
        return []
    return [f"{name}: {error}"[:1_000] for error in validator.iter_errors(msgspec.json.decode(response.data))]


def document_of() -> Document:
    """The document of the application that answers."""
    games = tuple(services().games)
    if games not in _documents:
        _documents[games] = api_document()
    return _documents[games]


def validators(document: Document) -> dict[tuple[str, str], Draft202012Validator]:
    """By operation and status, what JSON is answered."""
    return _validators(id(document))


@cache
def _validators(number: int) -> dict[tuple[str, str], Draft202012Validator]:
    document = next(one for one in _documents.values() if id(one) == number)
    shared = closed({"schemas": document["components"]["schemas"]})
    return {
        (operation["operationId"], status): Draft202012Validator(
            {**schema_of(document, said), "components": shared}
        )
        for item in document["paths"].values()
        for method, operation in item.items()
        if method.upper() in METHODS
        for status, said in operation["responses"].items()
    }


def schema_of(document: Document, said: Document) -> Document:
    """The schema of a response's JSON, or one that takes anything."""
    if "$ref" in said:
        said = document["components"]["responses"][said["$ref"].rpartition("/")[2]]
    for kind, content in said.get("content", {}).items():
        if kind in (JSON, PROBLEM_JSON):
            schema: Document = content["schema"]
            return schema
    return {}
