"""The API for people, as its own document describes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from domain.kernel.messages import Json
from service.http.services import services
from service.pages.guides import guides
from service.pages.page import page
from service.pages.schemas_told import in_words, named, schemas_of, told, type_of
from service.problems import KINDS
from service.schemas.openapi import JSON, api_document

routes = Blueprint("api_document", __name__)

METHODS = ("get", "post", "put", "delete")


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
        shared = item.get("parameters", [])
        for method in METHODS:
            if method in item:
                operation = item[method]
                yield operation | {
                    "path": path,
                    "method": method.upper(),
                    "parameters": [*shared, *operation.get("parameters", [])],
                    "body": body_of(operation),
                    "answers": list(answers_of(operation)),
                    "refusals": [code for code in operation["responses"] if code[0] in "45"],
                }


def answers_of(operation: Mapping[str, Any]) -> Iterator[dict[str, Json]]:
    """What is answered that is no refusal: status, schemas, and the media types beside JSON."""
    for status, answer in operation["responses"].items():
        if status[0] in "23":
            content = answer.get("content", {})
            schema = content.get(JSON, {}).get("schema", {})
            options = schema.get("anyOf", [schema])
            names = [named(option["$ref"]) for option in options if "$ref" in option]
            media = ", ".join(kind for kind in content if kind != JSON)
            yield {"status": status, "description": answer["description"], "schemas": names, "media": media}


def first_kind(status: int) -> str:
    """The first problem of a status, which a link to that status leads to."""
    return next(kind for kind, (number, _) in KINDS.items() if number == status)


def body_of(operation: Mapping[str, Any]) -> str | None:
    """The name of the schema of an operation's body."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        return named(content["schema"].get("$ref", ""))
    return None
