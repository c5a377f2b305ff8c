"""The real application over real stores, and a table that speaks to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.games import REGISTRY
from domain.kernel import Game
from service.app import create_app
from service.settings import Settings
from tests.conftest import new_database
from tests.support.prepared import copy_files, prepare_databases, prepared_files
from tests.support.reef import REEF
from tests.support.service.answers import Answer, answered
from tests.support.service.documented import held_to_its_document
from tests.support.working_here import working_here

GAMES = {"reef": REEF} | REGISTRY
LIBRARY = Path(__file__).parent.parent.parent / "replays" / "recorded_games"


def settings_at(
    folder: Path,
    log_url: str | None = None,
    tables_url: str | None = None,
    redis_url: str | None = None,
    **more: Any,
) -> Settings:
    """Settings of a service that lives in this folder."""
    return Settings(
        home=folder,
        log_url=log_url or f"sqlite:///{folder}/log.db",
        tables_url=tables_url or f"sqlite:///{folder}/tables.db",
        redis_url=redis_url,
        secret_key="a key of the tests",
        log_level="ERROR",
        **more,
    )


MakeApp = Callable[..., Flask]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with log and tables, to be copied."""
    return prepared_files(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="session")
def prepared_database(postgresql_server: str) -> Iterator[str]:
    """A database with log and tables, to be copied."""
    with new_database(postgresql_server) as url:
        prepare_databases(url, url)
        yield url


@pytest.fixture
def postgresql_url(postgresql_server: str, prepared_database: str) -> Iterator[str]:
    """A database in which nothing is recorded."""
    with new_database(postgresql_server, prepared_database) as url:
        yield url


@pytest.fixture
def make_app(tmp_path: Path, prepared: Path) -> Iterator[MakeApp]:
    """Makes applications over SQLite in one folder, or in named ones below; all are closed in the end.

    What they answer is what their document tells.
    """
    made: list[Flask] = []
    checks: list[Callable[[], None]] = []

    def make(name: str = "", games: Mapping[str, Game[Any]] = GAMES, **more: Any) -> Flask:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        copy_files(prepared, folder)
        app = working_here(create_app(settings_at(folder, **more), games))
        made.append(app)
        checks.append(held_to_its_document(app))
        return app

    yield make
    for app in made:
        app.extensions["tablelog"].close()
    for check in checks:
        check()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """The application over SQLite."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A stranger."""
    return app.test_client()


@pytest.fixture
def everywhere(make_app: MakeApp, log_url: str, tables_url: str) -> Flask:
    """The application, once over SQLite and once over PostgreSQL."""
    return make_app(log_url=log_url, tables_url=tables_url)


class Table:
    """An open session and everybody's tokens."""

    def __init__(self, app: Flask, opening: dict[str, Any]) -> None:
        self.app = app
        self.client = app.test_client()
        answer = answered(self.client.post("/v1/sessions", json=opening))
        assert answer.status_code == 201, answer.text
        self.opened = answer.json
        self.tokens: dict[str, str] = answer.json["tokens"]
        self.id: str = answer.json["session"]["id"]
        self.url = f"/v1/sessions/{self.id}"

    def headers(self, holder: str | None, **more: str) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return named if holder is None else {"Authorization": f"Bearer {self.tokens[holder]}"} | named

    def get(self, path: str = "", holder: str | None = "owner", **headers: str) -> Answer:
        return answered(self.client.get(self.url + path, headers=self.headers(holder, **headers)))

    def post(
        self, path: str, body: Any, holder: str | None = "scribe", if_match: str | None = "*", **headers: str
    ) -> Answer:
        if if_match is not None:
            headers["If_Match"] = if_match
        sent = self.client.post(self.url + path, json=body, headers=self.headers(holder, **headers))
        return answered(sent)

    def act(self, body: Any, holder: str | None = "scribe", **headers: Any) -> Answer:
        return self.post("/actions", body, holder, **headers)

    def acted(self, *bodies: Any) -> Self:
        """Actions that must be accepted."""
        for body in bodies:
            answer = self.act(body)
            assert answer.status_code == 201, answer.text
        return self

    @property
    def version(self) -> int:
        return int(self.get().json["version"])

    @property
    def tag(self) -> str:
        """The entity tag of the newest version: its number and the beginning of its digest."""
        told = self.get().json
        return f'"{told["version"]}-{told["digest"][:12]}"'


REEF_OPENING: dict[str, Any] = {
    "game": "reef",
    "component_set": "demo",
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}


def place(seat: str = "red", count: int = 1, region: str = "north", **more: Any) -> dict[str, Any]:
    """Cubes on a region."""
    return {"type": "place_cubes", "seat": seat, "region": region, "count": count, **more}


@pytest.fixture
def reef(app: Flask) -> Table:
    """A reef, just opened: red is to lay first."""
    return Table(app, REEF_OPENING)


def recorded(name: str) -> list[dict[str, Any]]:
    """A complete recorded game of A Time of Chaos: its opening and its actions."""
    path = LIBRARY / "time_of_chaos" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def problem(answer: TestResponse, status: int, kind: str) -> dict[str, Any]:
    """The problem in an answer that must be this one."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    body: dict[str, Any] = answered(answer).json
    assert body["type"] == f"/problems/{kind}"
    assert body["status"] == status
    assert {"title", "detail", "instance", "help"} <= body.keys()
    assert body.get("request_id") in (None, answer.headers["X-Request-Id"])
    return body
