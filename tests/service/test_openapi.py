"""The OpenAPI document accepts what the service accepts, and refuses what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import validate

from domain.kernel.offers import sample_action
from service.app import create_app
from service.schemas.json_schema import operation_parameters
from service.schemas.requests import TIME_ZONES
from tests.service.conftest import GAMES, Table, recorded, settings_at

FEW = settings(
    max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: not value.is_integer())
    | st.text(max_size=6)
    | st.sampled_from(["red", "north", "A", "past", "drawn", "2026-03-07T14:00:00Z", "present:B"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all examples."""
    app = create_app(settings_at(tmp_path_factory.mktemp("home")), GAMES)
    yield app
    app.extensions["tablelog"].close()


@pytest.fixture(scope="module")
def document(shared: Flask) -> dict[str, Any]:
    found: dict[str, Any] = shared.test_client().get("/v1/openapi.json").json
    return found


def checker(document: dict[str, Any], name: str) -> Draft202012Validator:
    """A validator of one component of the document."""
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    )


def opened(app: Flask, key: str) -> Table:
    """A session of a game, opened by chance."""
    game = GAMES[key]
    components = app.extensions["tablelog"].library.component_set("demo", key)
    seats, options = game.sample_opening(components, game.seat_counts[0], Random(1))
    return Table(app, {"game": key, "component_set": "demo", "seats": seats, "options": options})


def offered(app: Flask, table: Table) -> list[dict[str, Any]]:
    """Actions that are legal at the beginning."""
    session = app.extensions["tablelog"].handler.look(table.id)
    found = []
    from domain.kernel import TRUTH

    for actor in (None, *(seat["seat"] for seat in session.opened.seats)):
        for offer in session.game.offers(session.state, actor, TRUTH):
            try:
                found.append(json.loads(json.dumps(sample_action(offer, Random(1), declare=True))))
            except ValueError:
                continue
    return found


def test_the_document_is_a_sound_one(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def parts_of(schema: Any) -> Iterator[dict[str, Any]]:
    """This object and every one below it."""
    if isinstance(schema, dict):
        yield schema
    below = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in below:
        yield from parts_of(part)


def test_generators_find_a_name_of_its_own_for_every_operation_schema_and_answer(
    document: dict[str, Any],
) -> None:
    operations = [
        operation
        for item in document["paths"].values()
        for method, operation in item.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids) > 40
    schemas = document["components"]["schemas"]
    assert all("title" not in schema for schema in schemas.values())
    answered = [
        content["schema"]
        for operation in operations
        for status, answer in operation["responses"].items()
        if status.startswith("2")
        for kind, content in answer.get("content", {}).items()
        if kind == "application/json"
    ]
    assert len(answered) > 40
    assert all(named(schema, schemas) for schema in answered)


def named(schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether the schema is one of the document's own, or one of several, or the document itself."""
    if "anyOf" in schema:
        return all(named(option, schemas) for option in schema["anyOf"])
    return schema.get("$ref", "").rpartition("/")[2] in schemas or "OpenAPI" in schema["description"]


def test_every_parameter_and_filter_is_described(document: dict[str, Any]) -> None:
    parameters = [
        parameter
        for path, item in document["paths"].items()
        for method in item.keys() - {"parameters"}
        for parameter in operation_parameters(document, path, method)
    ]
    assert len(parameters) > 150
    assert {one["name"] for one in parameters if not one.get("description")} == set()
    order = {one["name"]: one["description"] for one in parameters if one["in"] == "query"}
    assert order["as"] == "The view of this seat (once finished, if you may see everything)."
    assert order["order_by"] == "The order of rows."


def test_a_parameter_or_a_union_stands_in_the_document_once(document: dict[str, Any]) -> None:
    parts = [json.dumps(part) for part in parts_of(document) if "discriminator" in part or "in" in part]
    assert len(parts) > 50
    assert {part for part in parts if parts.count(part) > 1} == set()
    schemas = document["components"]["schemas"]
    deltas = schemas["chaosmos.UseAbility"]["properties"]["deltas"]["items"]
    assert deltas == {"$ref": "#/components/schemas/chaosmos.Delta"}
    assert document["components"]["parameters"]["session_id"]["description"] == "The session's id."


def test_generators_find_the_server_the_token_and_what_each_array_holds(document: dict[str, Any]) -> None:
    assert document["servers"] == [{"url": "/"}]
    assert document["security"] == [{"token": []}, {}]
    arrays = [part for part in parts_of(document) if part.get("type") == "array"]
    assert arrays
    assert all("items" in part or "prefixItems" in part for part in arrays)


def test_a_time_zone_is_a_pattern_that_every_known_one_has(document: dict[str, Any]) -> None:
    zone = document["components"]["schemas"]["reef.opening.Opening"]["properties"]["timezone"]
    assert "enum" not in zone
    known = Draft202012Validator(zone)
    assert all(known.is_valid(name) for name in TIME_ZONES)
    assert not known.is_valid("no zone")


def test_every_action_of_every_game_is_told_apart_by_its_name(document: dict[str, Any]) -> None:
    for key, game in GAMES.items():
        union = document["components"]["schemas"][f"{key}.Action"]
        assert union["discriminator"]["propertyName"] == "type"
        assert set(union["discriminator"]["mapping"]) == {
            str(kind.__struct_config__.tag) for kind in game.actions
        }


@pytest.mark.parametrize(
    "path",
    sorted(Path("replays/recorded_games").glob("*/*.jsonl")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_recorded_games_are_valid(document: dict[str, Any], path: Path) -> None:
    opening, *actions = [json.loads(line) for line in path.read_text().splitlines()]
    if opening["game"] not in GAMES:
        pytest.fail(f"{opening['game']} is not registered")
    assert checker(document, "Opening").is_valid(opening)
    action = checker(document, "Action")
    assert all(action.is_valid(body) for body in actions)
    assert action.is_valid(actions[:200])


@cache
def _mutations(count: int) -> st.SearchStrategy[Any]:
    """Which base, what is done to it, and with what."""
    return st.tuples(
        st.integers(0, count - 1),
        st.sampled_from(["keep", "drop", "change", "add", "envelope", "replace", "below"]),
        st.integers(0, 20),
        VALUES,
    )


def mutated(base: dict[str, Any], how: str, place: int, value: Any) -> Any:
    body = json.loads(json.dumps(base))
    names = sorted(body)
    name = names[place % len(names)]
    match how:
        case "drop":
            del body[name]
        case "change":
            body[name] = value
        case "add":
            body[str(value)[:8] or "x"] = value
        case "envelope":
            body[("action_id", "moved_at", "chance", "against_rules", "reason")[place % 5]] = value
        case "replace":
            return value
        case "below":
            _change_below(body, place, value)
    return body


def _change_below(body: Any, place: int, value: Any) -> None:
    """Change something inside a member, however deep it lies."""
    while True:
        items = list(body.items()) if isinstance(body, dict) else list(enumerate(body))
        if not items:
            return
        key, inner = items[place % len(items)]
        if not isinstance(inner, dict | list) or not inner:
            body[key] = value
            return
        body = inner


@pytest.mark.parametrize("key", list(GAMES))
def test_an_action_is_of_the_documents_shape_exactly_if_the_service_takes_it(
    shared: Flask, document: dict[str, Any], key: str
) -> None:
    table = opened(shared, key)
    bases = offered(shared, table) + ([*recorded("demo-2p-001")[1:40]] if key == "time_of_chaos" else [])
    assert bases
    action = checker(document, f"{key}.Action")

    @FEW
    @given(_mutations(len(bases)))
    def agree(drawn: Any) -> None:
        which, how, place, value = drawn
        body = mutated(bases[which], how, place, value)
        assume(body is not None and not isinstance(body, list))
        answer = table.post("/actions?dry_run=true", body)
        assert answer.status_code in (200, 400, 409, 422), answer.text
        assert (answer.status_code in (200, 409)) == action.is_valid(body), answer.text

    agree()


BODIES = {
    "/corrections": ("Correction", {"facts": [{"fact": "storm_rolled", "face": 2}], "reason": "so it was"}),
    "/retractions": ("Retraction", {"to": 1, "reason": "misread"}),
    "/notes": ("Note", {"text": "well met", "about": 1, "visible_to": ["red"]}),
    "/close": ("Closing", {"outcome": "finished", "moved_at": "2026-03-07T14:00:00Z"}),
    "/forks": ("Forking", {"at": 1, "sandbox": False, "tags": ["a"], "labels": {"red": "Red"}}),
    "/tokens": ("Revoking", {"holders": ["seat:red"]}),
}


@pytest.mark.parametrize("path", list(BODIES))
def test_other_bodies_are_of_the_documents_shape_exactly_if_the_service_takes_them(
    shared: Flask, document: dict[str, Any], path: str
) -> None:
    name, base = BODIES[path]
    known = checker(document, name)
    table = opened(shared, "reef")
    seats = {seat["seat"] for seat in table.opened["session"]["seats"]}

    @FEW
    @given(_mutations(1))
    def agree(drawn: Any) -> None:
        _, how, place, value = drawn
        body = mutated(base, how, place, value)
        assume(body is not None)
        answer = table.post(path, body, "owner")
        assert answer.status_code in (201, 400, 401, 409, 422), answer.text
        if answer.status_code in (201, 409):
            assert known.is_valid(body), answer.text
        elif answer.status_code != 401 and known.is_valid(body):
            semantic = ("no seat", "no such seat", "There is no token for", "was used")
            assert any(word in answer.text for word in semantic), answer.text
        if path == "/tokens" and answer.status_code == 201:
            table.tokens |= answer.json["tokens"]

    assert seats
    agree()


def test_a_claim_is_of_the_documents_shape_exactly_if_the_service_takes_it(
    shared: Flask, document: dict[str, Any]
) -> None:
    known = checker(document, "Claiming")
    table = opened(shared, "reef")
    seat = table.opened["session"]["seats"][0]["seat"]

    @FEW
    @given(_mutations(1))
    def agree(drawn: Any) -> None:
        _, how, place, value = drawn
        body = mutated({"player": "p-1", "name": "a name"}, how, place, value)
        assume(body is not None)
        answer = shared.test_client().put(
            f"{table.url}/people/{seat}", json=body, headers=table.headers(f"seat:{seat}")
        )
        assert answer.status_code in (200, 400, 422), answer.text
        assert (answer.status_code == 200) == known.is_valid(body), answer.text

    agree()


def test_an_opening_is_of_the_documents_shape_exactly_if_the_service_takes_it(
    shared: Flask, document: dict[str, Any]
) -> None:
    known = checker(document, "Opening")
    client = shared.test_client()
    base = {
        "game": "reef",
        "component_set": "demo",
        "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
        "options": {"rounds": 2},
        "tags": ["a"],
        "players": {"red": "p"},
        "labels": {"red": "Red"},
        "timezone": "Europe/Berlin",
    }

    @FEW
    @given(_mutations(1))
    def agree(drawn: Any) -> None:
        _, how, place, value = drawn
        body = mutated(base, how, place, value)
        assume(body is not None)
        answer = client.post("/v1/sessions", json=body)
        assert answer.status_code in (201, 400, 409, 422), answer.text
        if answer.status_code in (201, 409):
            assert known.is_valid(body), answer.text
        elif known.is_valid(body):
            semantic = ("unknown-component-set", "no such seat", "Two seats", "action-id-reused")
            assert '"/timezone"' in answer.text or any(word in answer.text for word in semantic), answer.text

    agree()
