"""Schemathesis: whatever the document allows or forbids, the service answers as the document says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, assume, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    load_all_checks,
    negative_data_rejection,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from replays.event_store import is_session_id
from service.app import create_app
from service.schemas.json_schema import operation_parameters
from tests.service.conftest import GAMES, REEF_OPENING, Table, place, settings_at

load_all_checks()

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FEW = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def documented_operations() -> list[tuple[str, str, dict[str, Any], list[dict[str, Any]]]]:
    """Each path and method of the document, its operation, and all its parameters.

    It is asked of an application that lives for this question alone.
    """
    with TemporaryDirectory() as folder:
        app = create_app(settings_at(Path(folder)), {"reef": GAMES["reef"]})
        told: Any = app.test_client().get("/v1/openapi.json").json
        app.extensions["tablelog"].close()
    return [
        (path, method, operation, operation_parameters(told, path, method))
        for path, item in told["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all examples; limits of streams and requests are other tests' business."""
    app = create_app(settings_at(tmp_path_factory.mktemp("home")), {"reef": GAMES["reef"]})
    yield app
    app.extensions["tablelog"].close()


@pytest.fixture(scope="module")
def table(shared: Flask) -> Table:
    """A session whose owner asks."""
    made = Table(shared, REEF_OPENING | {"options": {"rounds": 50}})
    return made.acted(place("red"), place("blue"))


@pytest.fixture(scope="module")
def document(shared: Flask) -> Any:
    """The document as schemathesis reads it, and the constants of the code that it draws from."""
    return schemathesis.openapi.from_wsgi("/v1/openapi.json", shared)


def can_be_asked_wrongly(operation: dict[str, Any], parameters: list[dict[str, Any]]) -> bool:
    """Whether the document forbids anything: a parameter that may be any text forbids nothing."""
    others = [one for one in parameters if one["in"] != "path"]
    anything = all(one["schema"] == {"type": "string"} for one in others)
    in_the_path = len(others) < len(parameters)
    return "requestBody" in operation or (bool(others) and (in_the_path or not anything))


OPERATIONS = documented_operations()
CASES = [
    pytest.param(path, method, mode, id=f"{method} {path} {mode.value}")
    for path, method, operation, parameters in OPERATIONS
    if not path.endswith(("/stream", "/tokens"))
    for mode in GenerationMode
    if mode == GenerationMode.POSITIVE or can_be_asked_wrongly(operation, parameters)
]


def of_another_operation(path: str, places: Mapping[str, Any]) -> bool:
    """Whether the last part of the path is that of another documented path, such as `export` for `{key}`."""
    before, _, last = path.rpartition("/")
    siblings = {other.rpartition("/")[2] for other, *_ in OPERATIONS if other.rpartition("/")[0] == before}
    return str(places.get(last.strip("{}"))) in siblings


@pytest.mark.parametrize(("path", "method", "mode"), CASES)
def test_the_service_keeps_to_its_document(
    document: Any, table: Table, path: str, method: str, mode: GenerationMode
) -> None:
    operation = document[path][method.upper()]
    checks = CHECKS if path.endswith("/imports") else [*CHECKS, negative_data_rejection]

    @FEW
    @given(operation.as_strategy(generation_mode=mode))
    def keeps(case: Any) -> None:
        case.headers["Accept-Encoding"] = "identity"  # its WSGI transport asks for gzip and cannot read it
        if is_session_id(str(case.path_parameters.get("session_id"))):
            case.path_parameters["session_id"] = table.id
            case.headers["Authorization"] = f"Bearer {table.tokens['owner']}"
        assume(not of_another_operation(path, case.path_parameters))
        case.call_and_validate(checks=checks)

    keeps()
