"""Structs as JSON Schema, which tells clients beforehand what the fields of the same structs take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.messages import Json
from service.http.bodies import LARGEST_INTEGER
from service.schemas.fields import beside
from service.schemas.time_zones import TIME_ZONES

REFERENCE = "#/components/schemas/"
TEXT_PATTERN = r"^[^\u0000]*$"
TIME_ZONE_PATTERN = r"^[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}$"


def document(
    kinds: Sequence[type[Struct]], prefix: str, more: type[Struct] | None = None
) -> tuple[Json, dict[str, Json]]:
    """JSON Schema of one of these structs, and the components that it names, each under `prefix`."""
    template = f"{REFERENCE}{prefix}{{name}}"
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union |= kind
    (root,), components = msgspec.json.schema_components([union], ref_template=template)
    components = {f"{prefix}{name}": exact(schema) for name, schema in components.items()}
    if more is not None:
        (reference,), extra = msgspec.json.schema_components([more], ref_template=template)
        added = exact(extra.pop(reference["$ref"].removeprefix(f"{REFERENCE}{prefix}")))
        components |= {f"{prefix}{name}": exact(schema) for name, schema in extra.items()}
        for kind in kinds:
            _add_members(kind, components[f"{prefix}{kind.__name__}"], added)
    return exact(root), components


def documents(kinds: Sequence[Any]) -> dict[str, dict[str, Json]]:
    """The components that these types of answers need, each under its own name.

    They forbid no members, which a later version may add, and bound no text and no number: old files are told
    as they are.
    """
    _, components = msgspec.json.schema_components(kinds, ref_template=f"{REFERENCE}{{name}}")
    return {component_name(name): _as_answered(exact(schema)) for name, schema in components.items()}


def component_name(name: str) -> str:
    """What the document calls a class: it needs no suffix to tell an answer from what is answered."""
    return name.removesuffix("Schema")


BOUNDS: dict[str, Json] = {
    "additionalProperties": False,
    "maximum": LARGEST_INTEGER,
    "minimum": -LARGEST_INTEGER,
    "pattern": TEXT_PATTERN,
    "propertyNames": {"pattern": TEXT_PATTERN},
}
"""What everything that is sent keeps to."""


def _as_answered(schema: Any) -> Any:
    """Without bounds, and with references by the names that the document has for components."""
    if isinstance(schema, list):
        return [_as_answered(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: _as_answered(part) for name, part in schema.items() if BOUNDS.get(name, schema) != part}
    return kept | {"$ref": component_name(kept["$ref"])} if "$ref" in kept else kept


def _add_members(kind: type[Struct], schema: dict[str, Json], added: dict[str, Json]) -> None:
    schema["properties"] |= {beside(kind, name): member for name, member in added["properties"].items()}
    schema["required"] = [
        *schema.get("required", ()),
        *(beside(kind, name) for name in added.get("required", ())),
    ]


def exact(schema: Any) -> Any:
    """The schema with what every text and every integer here keeps to; unions by tag are exclusive."""
    if isinstance(schema, list):
        return [exact(item) for item in schema]
    if not isinstance(schema, dict):
        return msgspec.to_builtins(schema)
    built = {
        name: value if name in ("default", "enum", "const", "mapping") else exact(value)
        for name, value in schema.items()
    }
    built = msgspec.json.decode(msgspec.json.encode(built))
    if built.get("enum") == list(TIME_ZONES):
        del built["enum"]  # 600 names, and none a member name of a generated type
        built |= {"type": "string", "pattern": TIME_ZONE_PATTERN, "description": "A name of the IANA list."}
    if "discriminator" in built:
        built["oneOf"] = built.pop("anyOf")
    if built.get("items") is False:
        del built["items"]  # `maxItems` says it; the writer of the document takes False for a name
    if built.get("type") == "array" and "prefixItems" not in built:
        built.setdefault("items", {})
    if built.get("type") == "integer":
        built.setdefault("minimum", -LARGEST_INTEGER)
        built.setdefault("maximum", LARGEST_INTEGER)
    if built.get("type") == "string" and "format" not in built:
        built.setdefault("pattern", TEXT_PATTERN)
    if "properties" in built:
        built.setdefault("additionalProperties", False)
    elif built.get("type") == "object":
        built.setdefault("propertyNames", {"pattern": TEXT_PATTERN})
        built.setdefault("additionalProperties", True)  # as it is; generators need to be told
    return built
