"""Structs as JSON Schema, and the API's document with shared parts, whole or for one game.

Labels of forms: a message has `title` and `x-hint`. A member has `title`, `x-values` (labels by the
value as text, null under the empty text), `x-kind` (the kind of thing that it names) and `x-keys` (the
kind that its keys name). A number has `x-first` (what people call the place that counts as 0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.messages import Json, Seat
from domain.kernel.ui.plain_words import member_word, message_word, plain_hint, value_words
from domain.kernel.ui.words import Words, kind_of
from service.http.bodies import LARGEST_INTEGER
from service.schemas.descriptions import describe_members, without_plain_ones
from service.schemas.examples import with_examples
from service.schemas.fields import beside
from service.schemas.filters import for_game
from service.schemas.requests import TIME_ZONES, ActionEnvelope, Id, Instant, Name, Text

# Structs as JSON Schema, which tells clients beforehand what the fields of the same structs take.

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

    They forbid no members, which a later version may add, and bound no text and no number: old files are
    shown as they are.
    """
    _, components = msgspec.json.schema_components(kinds, ref_template=f"{REFERENCE}{{name}}")
    return {component_name(name): _as_answered(exact(schema)) for name, schema in components.items()}


def component_name(name: str) -> str:
    """The name of a class in the API document, which does not need the suffix `Schema`."""
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
        built.setdefault("additionalProperties", True)  # as it is; generators need it in writing
    return built


# The API's document as it is served: what repeats is in it once, and it can be served for one game.

PARAMETERS = "#/components/parameters/"
KINDS = frozenset(("type", "enum", "anyOf"))
"""What a schema has that may be shared."""

SHARED: Mapping[str, Any] = {
    "ActionId": Id,
    "ChanceOfOutcomes": Literal["declared", "drawn"],
    "Instant": Instant,
    "Integer": int,
    "PersonName": Name,
    "Reason": Text,
    "SeatId": Seat,
}
"""Shared schemas by name. Long patterns are worth it most."""

MEMBERS: Mapping[str, str] = {
    "ActionReason": "reason",
    "AgainstRules": "against_rules",
    "OptionalActionId": "action_id",
    "OptionalChance": "chance",
    "OptionalInstant": "moved_at",
}
"""Shared schemas of the members that every action has: the member that each of them is."""

UNREASONED = "Unreasoned"
"""The schema of the actions whose reason is missing, or is not needed."""

PLACES: Mapping[str, str] = {
    "club_id": "The club's id.",
    "edition_id": "The edition's id.",
    "game": "The game's key from `GET /v1/games`.",
    "holder": "The holder of a key, such as `member` or `key-1`.",
    "job": "The job's id, from the `Location` of a 202.",
    "key": "The key of a series from `GET /v1/games/{game}`, such as `scores`.",
    "measure": "The measure's key from `GET /v1/statistics`.",
    "name": "The component set's hash.",
    "number": "The number of a departure, from `GET …/people`.",
    "part": "The address of a part of the draft, such as `items/lamp`.",
    "person": "The id of a person of the club.",
    "picture": "The SHA-256 of a picture, from an edition or a component set.",
    "player": "The opaque id of a player.",
    "rule": "The rule's id, for example from a refusal.",
    "seat": "A seat's id.",
    "session_id": "The session's id.",
    "table": "The section of the document that is a table, such as `items`.",
    "webhook": "The webhook's id.",
}
"""The description of each parameter in a path."""

UNIONS = ("Action", "Opening", "Correction")
"""Schemas that are one of each game's."""


def with_named_unions(schemas: Mapping[str, Json]) -> dict[str, Json]:
    """These components, and one for each union of structs that has a title, to which the others refer.

    Its name is the title, under the prefix of its structs. Raises ValueError if another schema has that name.
    """
    unions: dict[str, Json] = {}

    def replaced(part: Json) -> Json:
        if isinstance(part, list):
            return [replaced(item) for item in part]
        if not isinstance(part, dict):
            return part
        kept = {key: replaced(value) for key, value in part.items()}
        if not ("discriminator" in kept and "title" in kept):
            return kept
        prefix = "".join(_reference(kept["oneOf"][0]).removeprefix(REFERENCE).rpartition(".")[:2])
        name = f"{prefix}{kept['title']}"
        if name in schemas or unions.setdefault(name, kept) != kept:
            raise ValueError(f"Two schemas are called {name}.")
        return {"$ref": f"{REFERENCE}{name}"}

    return {name: replaced(schema) for name, schema in schemas.items()} | unions


def sharing(
    document: Mapping[str, Json], parameters: Mapping[str, Json], games: Mapping[str, Game[Any]]
) -> dict[str, Json]:
    """The document with references instead of shared schemas and repeated parameters, and descriptions.

    parameters: those that need another name than their own, by that name. games: those of the document.
    """
    shared = _schemas()
    names = {_written(schema): name for name, schema in shared.items()}

    def replaced(part: Json) -> Json:
        if isinstance(part, list):
            return [replaced(item) for item in part]
        if not isinstance(part, dict):
            return part
        name = None if KINDS.isdisjoint(part) else names.get(_written(part))
        if name:
            return {"$ref": REFERENCE + name}
        return _with_null({key: replaced(value) for key, value in part.items()})

    told = {name: replaced(part) for name, part in document.items()}
    inner = {name: {key: replaced(part) for key, part in schema.items()} for name, schema in shared.items()}
    for item in told["paths"].values():
        for place in item.get("parameters", ()):
            place["description"] = PLACES[place["name"]]
    told["components"]["schemas"] |= inner | {UNREASONED: _unreasoned()}
    describe_members(told["components"]["schemas"], games)
    called = {_written(replaced(parameter)): name for name, parameter in parameters.items()}
    told["components"]["parameters"] = _share_parameters([*told["paths"].values()], called)
    return told


PLAIN = frozenset(("type", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"))
"""What a schema may have that says nothing about null."""


def _with_null(schema: dict[str, Json]) -> dict[str, Json]:
    """The schema; one of a plain type or null has a list of two types, which is shorter."""
    options: Any = schema.get("anyOf")
    if not isinstance(options, list) or len(options) != 2 or options[1] != {"type": "null"}:
        return schema
    if not isinstance(options[0].get("type"), str) or not options[0].keys() <= PLAIN:
        return schema
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**options[0], **others, "type": [options[0]["type"], "null"]}


def _share_parameters(items: Sequence[dict[str, Any]], names: Mapping[bytes, str]) -> dict[str, Json]:
    """Put references instead of the parameters that repeat, and return these by name.

    A parameter whose name is taken has its place put before it: `query-seat`. Those of paths come first.
    """
    operations = [part for item in items for part in item.values() if isinstance(part, dict)]
    lists = [part["parameters"] for part in (*items, *operations) if "parameters" in part]
    counts = Counter(_written(parameter) for parameters in lists for parameter in parameters)
    shared: dict[str, Json] = {}

    def replaced(parameter: Json) -> Json:
        written = _written(parameter)
        own = names.get(written, parameter["name"])
        for name in (own, f"{parameter['in']}-{own}") if counts[written] > 1 else ():
            if shared.setdefault(name, parameter) == parameter:
                return {"$ref": f"{PARAMETERS}{name}"}
        return parameter

    for parameters in lists:
        parameters[:] = map(replaced, parameters)
    return shared


def operation_parameters(document: Mapping[str, Any], path: str, method: str) -> list[dict[str, Any]]:
    """All parameters of an operation of the document as it is served, those in its path first."""
    item = document["paths"][path]
    shared = document["components"]["parameters"]
    return [
        shared[one["$ref"].removeprefix(PARAMETERS)] if "$ref" in one else one
        for one in (*item.get("parameters", ()), *item[method].get("parameters", ()))
    ]


CLUBS, SESSIONS_OF_CLUBS = "/v1/clubs", "/v1/clubs/{club_id}/sessions"
SEVERAL_MEASURES = "/v1/statistics/{game}"


def of_no_game(path: str) -> bool:
    """Whether the operations of this path are the same for every game: those of clubs and their people.

    Opening and listing a club's sessions depends on the game. Several measures at once are asked of all games
    together as well.
    """
    return (path.startswith(CLUBS) and path != SESSIONS_OF_CLUBS) or path == SEVERAL_MEASURES


def of_one_game(document: Mapping[str, Json], game: Game[Any], games: Collection[str]) -> dict[str, Json]:
    """The document without the schemas of other games, and without filters that do not fit this one.

    It is meant to be short, so it also leaves out descriptions that follow from the names of members, and
    what has to do with no game.
    """
    others = tuple(f"{other}." for other in games if other != game.key)
    schemas = document["components"]["schemas"]
    left_out = {path: item for path, item in document["paths"].items() if of_no_game(path)}
    rest = {path: item for path, item in document["paths"].items() if path not in left_out}
    others_name = _named_in({**document, "paths": rest, "components": {}}, schemas)
    needless = _named_in(left_out, schemas) - others_name
    kept = {
        name: without_plain_ones(name, schema)
        for name, schema in schemas.items()
        if not name.startswith(others) and name not in needless
    }
    foreign = tuple(REFERENCE + other for other in others)
    for name in UNIONS:
        options = [option for option in kept[name]["anyOf"] if not _reference(option).startswith(foreign)]
        kept[name] = kept[name] | {"anyOf": options}
    shared = document["components"]["parameters"]
    parameters = for_game(shared, game)
    dropped = [{"$ref": PARAMETERS + name} for name in shared.keys() - parameters.keys()]
    paths = {path: _without(item, dropped) for path, item in rest.items()}
    components = document["components"] | {"schemas": kept, "parameters": parameters}
    return with_examples({**document, "paths": paths, "components": components}, game)


def _named_in(part: Json, schemas: Mapping[str, Json]) -> set[str]:
    """The names of the schemas that this refers to, and of those that they refer to."""
    found: set[str] = set()
    left = [part]
    while left:
        one = left.pop()
        if isinstance(one, list):
            left += one
        elif isinstance(one, dict):
            left += one.values()
            name = str(one.get("$ref", "")).removeprefix(REFERENCE)
            if name in schemas and name not in found:
                found.add(name)
                left.append(schemas[name])
    return found


def _without(item: Mapping[str, Any], parameters: Sequence[Json]) -> dict[str, Json]:
    """A path's item whose operations do not have these parameters."""
    kept: dict[str, Json] = {}
    for method, operation in item.items():
        if isinstance(operation, dict) and "parameters" in operation:
            own = [one for one in operation["parameters"] if one not in parameters]
            operation = {**operation, "parameters": own}
        kept[method] = operation
    return kept


def _reference(option: Mapping[str, Any]) -> str:
    """The reference of an option, or of the items of its list."""
    return str(option.get("$ref") or option["items"]["$ref"])


def _schemas() -> dict[str, dict[str, Json]]:
    schemas, _ = msgspec.json.schema_components(list(SHARED.values()))
    built = {name: exact(schema) for name, schema in zip(SHARED, schemas, strict=True)}
    _, components = document([ActionEnvelope], "")
    members = components[ActionEnvelope.__name__]["properties"]
    return built | {name: members[member] for name, member in MEMBERS.items()}


def _unreasoned() -> dict[str, Json]:
    on_purpose = {"properties": {"against_rules": {"const": True}}, "required": ["against_rules"]}
    reasoned = {"properties": {"reason": {"type": "string"}}, "required": ["reason"]}
    return {
        "description": "An action against the rules without a reason, or another action with one.",
        "anyOf": [
            {"allOf": [on_purpose, {"not": reasoned}]},
            {"allOf": [reasoned, {"not": on_purpose}]},
        ],
    }


def _written(schema: Json) -> bytes:
    return msgspec.json.encode(schema, order="sorted")


# Schemas with the words of forms: what each message, member and value is called, and which things fit.

Schema = dict[str, Json]


def add_form_words(
    words: Words | None, kinds: Sequence[type[Struct]], components: Mapping[str, Schema]
) -> None:
    """Say it at the components of these messages, and at those that they are made of."""
    tags = {kind.__name__: str(kind.__struct_config__.tag) for kind in kinds}
    for name, schema in components.items():
        tag = tags.get(name, "")
        if tag:
            schema["title"] = message_word(words, tag)
            if hint := plain_hint(schema.get("description", "")):
                schema["x-hint"] = hint
        for member, told in schema.get("properties", {}).items():
            if told.get("enum") != [tag]:
                _add_to_member(words, tag, name, member, told)


def _add_to_member(words: Words | None, tag: str, part: str, member: str, told: Schema) -> None:
    told["title"] = member_word(words, tag, member)
    if values := value_words(words, tag, member, _values(told)):
        told["x-values"] = values
    for key, named in (("x-kind", member), ("x-keys", f"{member}[]")):
        if (kind := kind_of(words, tag or part, named)) is not None:
            told[key] = kind
    if words is not None and not words.positions.isdisjoint((member, f"{tag}.{member}")):
        for number in _numbers(told):
            number["x-first"] = 1


def _numbers(told: Schema) -> Iterator[Schema]:
    """Yield the schemas of all numbers in a member, at any depth."""
    if told.get("type") == "integer":
        yield told
    for inner in (told.get("items"), told.get("additionalProperties"), *told.get("anyOf", ())):
        if isinstance(inner, dict):
            yield from _numbers(inner)


def _values(told: Schema) -> list[Json]:
    """The values of a choice, and null wherever it may stand."""
    values = [value for schema in (told, *told.get("anyOf", ())) for value in schema.get("enum", ())]
    if any(schema.get("type") == "null" for schema in told.get("anyOf", ())):
        values.append(None)
    return values
