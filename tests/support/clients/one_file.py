"""Makes docs/clients/tablelog_client.py: the API's document as one file of Python, trimmed.

It also makes `operations.js` of the JavaScript client, and writes the version into its `package.json`.
`python -m tests.support.clients.one_file` writes them again. Actions, openings and facts stay dictionaries:
offers say what they hold, and `GET /v1/games/{game}` has their schemas.
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from domain.games import REGISTRY
from service.app import create_app
from service.schemas.json_schema import operation_parameters
from service.settings import Settings
from service.version import VERSION

ROOT = Path(__file__).parents[3]
TARGET = ROOT / "docs" / "clients" / "tablelog_client.py"
PACKAGE = TARGET.parent / "javascript"
"""The JavaScript client, as npm packs it."""

HEAD = Path(__file__).parent / "one_file_head.txt"
"""What is no part of the document: how requests are sent, refusals told, streams followed."""

REFERENCE = "#/components/schemas/"
FREE = {
    "Action",
    "Board",
    "Correction",
    "EntryWords",
    "OfferWords",
    "Opening",
    "ParameterWords",
    "PortableSession",
    "Question",
}
"""What stays a dictionary: the bodies of games, and what pages draw."""

LEFT_OUT = {
    *("get_metrics", "metrics", "stream", "healthz", "get_document", "get_document_of_game"),
    *("get_table", "read_table"),
}
"""Operations that are no JSON, or are told in another way."""

PASSED_OVER = {"If-None-Match", "Last-Event-ID", "Prefer"}
"""Headers that this client has no use for."""

HEADERS = {"If-Match": "if_match", "Idempotency-Key": "key", "Tablelog-Tokens": "tokens"}
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
WIDTH = 100


def document() -> dict[str, Any]:
    """The API's document, as a service tells it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            home=Path(folder),
            log_url=f"sqlite:///{folder}/log.db",
            tables_url=f"sqlite:///{folder}/tables.db",
            redis_url=None,
            secret_key="a key of the tests",
            log_level="ERROR",
        )
        app = create_app(settings, REGISTRY)
        told: Any = app.test_client().get("/v1/openapi.json").json
        app.extensions["tablelog"].close()
    made: dict[str, Any] = told
    return made


def written(document: Mapping[str, Any]) -> str:
    """The client's source, before it is formatted."""
    schemas = document["components"]["schemas"]
    operations = [
        (path, method, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post", "put", "patch", "delete") and operation["operationId"] not in LEFT_OUT
    ]
    needed: dict[str, None] = {}
    reach("Problem", schemas, needed)
    for _, _, operation in operations:
        for name in named_in([answer_of(operation), body_of(operation)]):
            reach(name, schemas, needed)
    head = HEAD.read_text().replace("VERSION", VERSION, 1)
    types = [type_written(name, schemas[name]) for name in sorted(needed)]
    methods = [
        method_written(path, method, operation, operation_parameters(document, path, method))
        for path, method, operation in operations
    ]
    return "\n\n".join([head.rstrip(), *types, CLASS, *methods]) + "\n"


CLASS = '''
class Tablelog(Service):
    """Every operation of the API, by its name there. What is refused raises `Refused`."""
'''


def named_in(part: Any) -> Iterator[str]:
    """The schemas that a part of the document refers to, without those that stay dictionaries."""
    if isinstance(part, list):
        for one in part:
            yield from named_in(one)
    elif isinstance(part, dict):
        if "$ref" in part:
            name = part["$ref"].removeprefix(REFERENCE)
            if name not in FREE and "." not in name:
                yield name
        for key, one in part.items():
            if key != "discriminator":
                yield from named_in(one)


def reach(name: str, schemas: Mapping[str, Any], needed: dict[str, None]) -> None:
    """Note the schema and all that it refers to."""
    if name not in needed:
        needed[name] = None
        for other in named_in(schemas[name]):
            reach(other, schemas, needed)


def answer_of(operation: Mapping[str, Any]) -> Any:
    """The schema of what comes of an operation in the end: what it has to wait for is waited for."""
    for status in ("200", "201"):
        content = operation["responses"].get(status, {}).get("content", {})
        if "application/json" in content:
            return content["application/json"]["schema"]
    return {}


def body_of(operation: Mapping[str, Any]) -> Any:
    """The schema of an operation's body; nothing where it has none."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        return content["schema"]
    return None


def type_of(schema: Any) -> str:
    """A schema as a Python type."""
    if not isinstance(schema, dict):
        return "Any"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        return "dict[str, Any]" if name in FREE or "." in name else name
    for joined in ("oneOf", "anyOf"):
        if joined in schema:
            return " | ".join(dict.fromkeys(type_of(option) for option in schema[joined]))
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    match schema.get("type"):
        case "array":
            return f"list[{type_of(schema.get('items'))}]"
        case "object":
            return f"dict[str, {type_of(schema.get('additionalProperties'))}]"
        case list() as kinds:
            return " | ".join(TYPES[kind] for kind in kinds)
        case kind:
            return TYPES.get(str(kind), "Any")


def type_written(name: str, schema: Mapping[str, Any]) -> str:
    """A schema as a `TypedDict`, or as another name of a type."""
    if "properties" not in schema:
        return f"{name}: TypeAlias = {quoted(type_of(schema))}"
    required = schema.get("required", ())
    members = {
        member: type_of(kind) if member in required else f"NotRequired[{type_of(kind)}]"
        for member, kind in schema["properties"].items()
    }
    if any(keyword.iskeyword(member) or not member.isidentifier() for member in members):
        body = ", ".join(f"{member!r}: {quoted(kind)}" for member, kind in members.items())
        return f"{name} = TypedDict({name!r}, {{{body}}})"
    meanings = [
        f"{member}: {kind['description']}"
        for member, kind in schema["properties"].items()
        if "description" in kind
    ]
    told = f"{schema.get('description', '')}\n\n" + "\n".join(meanings)
    lines = [f"class {name}(TypedDict):", docstring(told, "    ")]
    return "\n".join(filter(None, [*lines, *(f"    {member}: {kind}" for member, kind in members.items())]))


def quoted(kind: str) -> str:
    """A type as a text in the source, which is written on several lines where it is long."""
    pieces = textwrap.wrap(kind, WIDTH - 20, drop_whitespace=False)
    return repr(kind) if len(pieces) == 1 else f"({' '.join(map(repr, pieces))})"


def docstring(text: str, indent: str) -> str:
    """A description as a docstring."""
    lines = [part for line in text.strip().splitlines() for part in wrap(line, WIDTH - len(indent)) or [""]]
    if not lines:
        return ""
    closing = [f'{indent}"""'] if len(lines) > 1 else []
    first = f'{indent}"""{lines[0]}' + ('"""' if len(lines) == 1 else "")
    lines = [first, *(indent + one for one in lines[1:])]
    return "\n".join(line.rstrip() for line in [*lines, *closing])


def method_written(
    path: str, method: str, operation: Mapping[str, Any], parameters: Sequence[Mapping[str, Any]]
) -> str:
    """An operation as a method: what its path needs, its body, then the rest by name."""
    places = [one["name"] for one in parameters if one["in"] == "path"]
    queries = {one["name"]: one for one in parameters if one["in"] == "query" and one["name"] not in places}
    headers = [one["name"] for one in parameters if one["in"] == "header" and one["name"] not in PASSED_OVER]
    body = body_of(operation)
    taken = ["self", *(f"{place}: str" for place in places)]
    if body is not None:
        taken.append(f"body: {'dict[str, Any] | list[dict[str, Any]]' if is_action(body) else type_of(body)}")
    by_name = [f"{identifier(name)}: {query_type(one)} = None" for name, one in queries.items()]
    by_name += [header_taken(name) for name in headers]
    if by_name:
        taken += ["*", *by_name]
    query = ", ".join(f'"{name}": {identifier(name)}' for name in queries)
    sent = ", ".join(f'"{name}": {header_sent(name)}' for name in headers)
    address = "f" * bool(places) + f'"{path}"'
    asked = [f'"{method.upper()}"', address]
    asked += [f"query={{{query}}}"] if query else []
    asked += ["body=body"] if body is not None else []
    asked += [f"headers={{{sent}}}"] if sent else []
    answer = type_of(answer_of(operation)) if answer_of(operation) else "Any"
    return "\n".join(
        [
            f"    def {operation['operationId']}({', '.join(taken)}) -> {answer}:",
            docstring(f"{operation['summary']}\n\n{operation.get('description', '')}".strip(), "        "),
            f"        return cast({answer!r}, self.ask({', '.join(asked)}))",
        ]
    )


def is_action(body: Mapping[str, Any]) -> bool:
    """Whether the body is an action, or a list of them."""
    return bool(body.get("$ref") == f"{REFERENCE}Action")


def identifier(name: str) -> str:
    """A parameter's name in Python."""
    made = name.replace(".", "_").replace("-", "_")
    return f"{made}_" if keyword.iskeyword(made) else made


def query_type(parameter: Mapping[str, Any]) -> str:
    """What a parameter takes; nothing leaves it out."""
    return f"{type_of(parameter['schema'])} | None"


def header_taken(name: str) -> str:
    """A header as a parameter."""
    default = {"If-Match": 'str = "*"', "Tablelog-Tokens": "Sequence[str] = ()"}
    return f"{HEADERS[name]}: {default.get(name, 'str | None = None')}"


def header_sent(name: str) -> str:
    """What is sent in a header."""
    return f'", ".join({HEADERS[name]}) or None' if name == "Tablelog-Tokens" else HEADERS[name]


def formatted(source: str) -> str:
    """The source as the project's formatter writes it."""
    for step in (["check", "--fix", "--quiet"], ["format"]):
        command = [str(Path(sys.executable).parent / "ruff"), *step, "--stdin-filename", str(TARGET), "-"]
        done = subprocess.run(command, input=source, capture_output=True, text=True, check=False, cwd=ROOT)
        source = done.stdout
    return source


OPERATIONS_HEAD = """// Made from the API document by `python -m tests.support.clients.one_file`.

/** By name: the method, the path, and the parameters in the path, in the query and in headers. */
export const OPERATIONS = {
"""


def operations_written(document: Mapping[str, Any]) -> str:
    """The operations as a module of JavaScript."""
    lines = []
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters" or operation["operationId"] in LEFT_OUT:
                continue
            parameters = operation_parameters(document, path, method)
            named = [
                list(dict.fromkeys(one["name"] for one in parameters if one["in"] == place))
                for place in ("path", "query", "header")
            ]
            named[2] = [name for name in named[2] if name not in PASSED_OVER]
            lines.append(f"  {operation['operationId']}: {json.dumps([method.upper(), path, *named])},")
    return OPERATIONS_HEAD + "\n".join(lines) + "\n};\n"


def package_written() -> str:
    """The package's description, of this version."""
    described = json.loads((PACKAGE / "package.json").read_text())
    return json.dumps(described | {"version": VERSION}, indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(formatted(written(document())))
    (PACKAGE / "operations.js").write_text(operations_written(document()))
    (PACKAGE / "package.json").write_text(package_written())
