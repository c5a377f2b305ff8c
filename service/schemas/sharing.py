"""The API's document as it is told: what it says often stands in it once, and it may be told for one game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from domain.kernel.messages import Json, Seat
from service.schemas.json_schema import REFERENCE, exact
from service.schemas.requests import Id, Instant, Name, Text

SHARED: Mapping[str, Any] = {
    "ActionId": Id,
    "ChanceOfOutcomes": Literal["declared", "drawn"],
    "Instant": Instant,
    "Integer": int,
    "PersonName": Name,
    "Reason": Text,
    "SeatId": Seat,
}
"""By its name, what stands in many places. Long patterns are worth it most."""

PLACES: Mapping[str, str] = {
    "game": "The game's key, as `GET /v1/games` lists it.",
    "job": "The job's id, from the `Location` of a 202.",
    "key": "A series that `GET /v1/games/{game}` names, such as `scores`.",
    "measure": "The measure's key, as `GET /v1/statistics` lists it.",
    "name": "The component set's hash.",
    "rule": "The rule's id, such as a refusal names it.",
    "seat": "A seat's id.",
    "session_id": "The session's id.",
    "webhook": "The webhook's id.",
}
"""What stands at each place of a path."""

UNIONS = ("Action", "Opening", "Correction")
"""Schemas that are one of each game's."""


def sharing(document: Mapping[str, Json]) -> dict[str, Json]:
    """The document with references in place of what is shared."""
    shared = {name: exact(schema) for name, schema in _schemas().items()}
    names = {_written(schema): name for name, schema in shared.items()}

    def replaced(part: Json) -> Json:
        if isinstance(part, list):
            return [replaced(item) for item in part]
        if not isinstance(part, dict):
            return part
        name = names.get(_written(part)) if "type" in part or "enum" in part else None
        return {"$ref": REFERENCE + name} if name else {key: replaced(value) for key, value in part.items()}

    told = {name: replaced(part) for name, part in document.items()}
    for item in told["paths"].values():
        for place in item.get("parameters", ()):
            place["description"] = PLACES[place["name"]]
    told["components"]["schemas"] |= {name: schema | {"title": name} for name, schema in shared.items()}
    return told


def of_one_game(document: Mapping[str, Json], game: str, games: Collection[str]) -> dict[str, Json]:
    """The document without the schemas of other games."""
    others = tuple(f"{other}." for other in games if other != game)
    schemas = document["components"]["schemas"]
    kept = {name: schema for name, schema in schemas.items() if not name.startswith(others)}
    foreign = tuple(REFERENCE + other for other in others)
    for name in UNIONS:
        options = [option for option in kept[name]["anyOf"] if not _reference(option).startswith(foreign)]
        kept[name] = kept[name] | {"anyOf": options}
    return {**document, "components": document["components"] | {"schemas": kept}}


def _reference(option: Mapping[str, Any]) -> str:
    """What an option refers to, itself or for the items of its list."""
    return str(option.get("$ref") or option["items"]["$ref"])


def _schemas() -> dict[str, Json]:
    schemas, _ = msgspec.json.schema_components(list(SHARED.values()))
    return dict(zip(SHARED, schemas, strict=True))


def _written(schema: Json) -> bytes:
    return msgspec.json.encode(schema, order="sorted")
