"""Examples in the API document, of parameters, bodies and answers; and its `webhooks` section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, inspect

from domain.kernel import Game
from domain.kernel.messages import Json
from domain.kernel.opening_form import sample_of
from domain.kernel.session.opening import opening_form
from replays.library import DEMO
from service.http.services import services

HASH = "5f1c9d3e0b7a4826915fd0c3b8e6a2715f1c9d3e0b7a4826915fd0c3b8e6a271"
SESSION = "01985f6c-4a7e-4b3e-9d2a-1c5b8f604e21"
PERSON = "b3e9d2a1-c5b8-4f60-8e21-01985f6c4a7e"
REASON = "Miscounted."

PLACES: Mapping[str, Json] = {
    "club_id": "8c4a7e7b-3e9d-42a1-8c5b-8f604e210198",
    "edition_id": "5b8f604e-2101-4985-8c4a-7e7b3e9d2a1c",
    "holder": "key-1",
    "job": "9d2a1c5b8f604e2101985f6c4a7e7b3e",
    "key": "scores",
    "measure": "minutes",
    "name": HASH,
    "number": 1,
    "part": "items/lamp",
    "person": PERSON,
    "picture": HASH,
    "player": "p-3",
    "rule": "RF-52",
    "seat": "red",
    "session_id": SESSION,
    "table": "items",
    "webhook": "7b3e9d2a1c5b8f60",
}
"""An example of each parameter in a path, except for the game."""

BODIES: Mapping[str, Json] = {
    "Amendment": {"confirmed": ["items/probe"]},
    "AskedFarPlaces": {"type": "travel", "seat": "red"},
    "AskedOutlooks": {"actions": [{"type": "end_turn", "seat": "red"}]},
    "AskedWords": {"type": "travel", "seat": "red", "given": {"to": "A"}},
    "BotsTurn": {"seats": ["blue"]},
    "Claiming": {"player": "p-3", "name": "Red"},
    "Closing": {"outcome": "finished"},
    "ClubLink": {"holder": "member"},
    "ClubPatch": {"timezone": "Europe/Rome"},
    "DraftPatch": {"changes": [{"do": "set", "at": "items/lamp/name", "value": "Lamp"}]},
    "DraftUndoing": {"of": ["the-last-change"]},
    "Drawing": {"drawing": {}},
    "EditionLink": {"holder": "editor"},
    "EditionPatch": {"name": "Our box"},
    "Forking": {"at": 7},
    "ListingPatch": {"visibility": "public", "tags": ["league"]},
    "LearntDecision": {"content": HASH, "do": "take"},
    "NewClub": {"name": "Thursday table", "timezone": "Europe/Rome"},
    "NewClubKey": {"name": "results board", "rights": ["read"]},
    "NewPerson": {"name": "Ada", "aliases": ["Ada L."]},
    "Note": {"text": "The lamp was moved.", "about": 3},
    "Nudging": {"seat": "red"},
    "OtherPerson": {"other": PERSON},
    "PeoplePatch": {"people": {"red": {"name": "Ada"}, "blue": None}},
    "PersonLink": {"replace": True},
    "PersonPatch": {"name": "Ada"},
    "PictureNamed": {"picture": HASH},
    "PortableSession": {"format": "tablelog-session", "version": 1, "session": SESSION, "entries": []},
    "Publishing": {"note": "One name."},
    "Redelivery": {"from": 7},
    "Reinstating": {"reason": REASON},
    "Reopening": {"reason": REASON},
    "Retraction": {"to": 7, "reason": REASON},
    "Revoking": {"holders": ["seat:red"]},
    "SaidTimeOfPlay": {"played_on": "2026-03-07", "start": "19:30", "end": "22:10"},
    "SeatOfPerson": {"seat": "red"},
    "SettingsPatch": {"forced_steps": True},
    "TableText": {"text": "id,name\nlamp,Lamp\n"},
    "Ticking": {"content": HASH},
    "Voiding": {"reason": REASON},
    "Webhook": {"url": "https://receiver.example/tablelog"},
}
"""An example of each body that does not depend on a game."""

ANSWERS: Mapping[str, Json] = {
    "get_document": {"openapi": "3.1.0"},
    "healthz": {"status": "ok"},
    "metrics": "tablelog_log_position 41.0",
    "readyz": {"status": "ready", "position": 41},
}
"""Answers to requests that have no parameters."""


def of_a_game(game: Game[Any]) -> dict[str, Json]:
    """Examples of the bodies that this game gives a shape."""
    fact = next(_bare(game.facts), None)
    gesture = {"gestures": [{"gesture": "counted", "line": "score:red", "by": 1}], "reason": REASON}
    return {
        "Action": next(_bare(game.actions), {"type": game.actions[0].__struct_config__.tag}),
        "ComponentSetUpload": {"game": game.key, "document": {}},
        "Correction": gesture if fact is None else {"facts": [fact], "reason": REASON},
        "NewEdition": {"game": game.key, "from": "demo", "name": "Our box"},
        "Opening": _opening(game),
    }


def _opening(game: Game[Any]) -> Json:
    """A complete opening, as the opening form suggests it."""
    components = services().library.component_set(DEMO, game.key)
    counts = [count for count in game.seat_counts if count > 1]
    seats, options = sample_of(opening_form(game, components, counts[0]), counts[0])
    chosen: dict[str, Json] = {"options": options} if options else {}
    return {"game": game.key, "component_set": DEMO, "chance": "drawn", "seats": seats} | chosen


def _bare(kinds: Sequence[type[Struct]]) -> Iterator[dict[str, Json]]:
    """Messages that need nothing but a seat, those with a seat first."""
    for wanted in ({"seat"}, set()):
        for kind in kinds:
            config = kind.__struct_config__
            fields = inspect.type_info(kind)
            assert isinstance(fields, inspect.StructType)
            if {member.name for member in fields.fields if member.required} == wanted:
                yield {str(config.tag_field): str(config.tag)} | dict.fromkeys(sorted(wanted), "red")


def with_examples(document: Mapping[str, Any], game: Game[Any]) -> dict[str, Json]:
    """The document with examples in its operations; those that depend on a game are of this one."""
    bodies = {**BODIES, **of_a_game(game)}
    paths = {
        path: {
            key: [_place(one, game) for one in part] if key == "parameters" else _operation(part, bodies)
            for key, part in item.items()
        }
        for path, item in document["paths"].items()
    }
    components = document["components"]
    shared = {name: _place(one, game) for name, one in components["parameters"].items()}
    return {**document, "paths": paths, "components": {**components, "parameters": shared}}


def _place(parameter: Mapping[str, Any], game: Game[Any]) -> dict[str, Json]:
    """A parameter; if it is part of a path, with an example."""
    example = {"example": PLACES.get(parameter.get("name", ""), game.key)}
    return {**parameter, **(example if parameter.get("in") == "path" else {})}


def _operation(operation: Mapping[str, Any], bodies: Mapping[str, Json]) -> dict[str, Json]:
    made = dict(operation)
    if "requestBody" in operation:
        content = {
            kind: {**one, "example": bodies[one["schema"]["$ref"].rpartition("/")[2]]}
            for kind, one in operation["requestBody"]["content"].items()
        }
        made["requestBody"] = {**operation["requestBody"], "content": content}
    if (example := ANSWERS.get(operation["operationId"])) is not None:
        answer = operation["responses"]["200"]
        content = {kind: {**one, "example": example} for kind, one in answer["content"].items()}
        made["responses"] = {**operation["responses"], "200": {**answer, "content": content}}
    return made


# The `webhooks` section: the notifications that receivers get.

WEBHOOKS: Json = {
    "session": {
        "post": {
            "operationId": "receive_notification",
            "summary": "Entries of a session were recorded.",
            "description": "Sent to the URL of each webhook of the session, without the content of entries. "
            "The headers are those of Standard Webhooks: reject it if the signature is not genuine.",
            "parameters": [
                {
                    "name": name,
                    "in": "header",
                    "required": True,
                    "description": description,
                    "schema": {"type": "string"},
                }
                for name, description in (
                    ("webhook-id", "The id of the delivery; the same id means the same delivery again."),
                    ("webhook-timestamp", "The Unix time of this attempt."),
                    ("webhook-signature", "`v1,` and the HMAC-SHA256 of id, timestamp and body in Base64."),
                )
            ],
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": {"$ref": "#/components/schemas/WebhookNotification"},
                        "example": {
                            "type": "session.entries",
                            "session": SESSION,
                            "from": 8,
                            "to": 11,
                            "digest": HASH,
                            "at": "2026-03-01T19:30:00.000Z",
                            "finished": False,
                            "url": f"/v1/sessions/{SESSION}/entries?from=8&to=11",
                        },
                    }
                },
            },
            "responses": {
                "2XX": {"description": "Accepted. After any other answer it is sent again later."},
                "410": {"description": "The webhook is disabled at once."},
            },
        }
    }
}
"""The requests that the service itself sends."""
