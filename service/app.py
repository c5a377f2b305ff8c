"""The application: everything that routes work with, put together once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from flask import Flask, Response, current_app, request
from flask_smorest import Api
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from domain.games import REGISTRY
from domain.kernel import Game
from replays.event_store import EventStore, Unavailable
from replays.load import Library
from service import documents, limits, logs
from service.announce import Announcer
from service.api import BLUEPRINTS
from service.asking import enter, missed, services
from service.live import Hub
from service.metrics import Metrics
from service.problems import Problem, invalid, of_http_exception
from service.recorder import Recorder, Stale
from service.registers import Registers
from service.settings import Settings, read_settings
from service.tokens import Tokens
from workers import read_models
from workers.databases import make_engine

API_VERSION = "1.0.0"


@dataclass(frozen=True)
class Services:
    """What routes work with."""

    settings: Settings
    games: Mapping[str, Game[Any]]
    store: EventStore
    engine: sa.Engine
    registers: Registers
    library: Library
    recorder: Recorder
    tokens: Tokens
    hub: Hub
    metrics: Metrics
    announcer: Announcer

    def close(self) -> None:
        """Give threads and connections back."""
        self.announcer.close()
        self.hub.close()
        self.engine.dispose()
        self.store.close()


class SessionId(BaseConverter):
    """A session's id in a path: a UUID in its usual spelling, else the address is not there."""

    regex = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


class Name(BaseConverter):
    """A game, a series, a hash, a player in a path."""

    regex = r"[A-Za-z0-9_-]{1,64}"


def _session_id_schema(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "format": "uuid", "pattern": f"^{SessionId.regex}$"}


def _name_schema(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{Name.regex}$"}


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest with problems as its errors."""

    def handle_http_exception(self, error: HTTPException) -> Response:
        return of_http_exception(error).response()

    def _register_responses(self) -> None:
        """Every operation names the one response `Problem` instead."""


def create_services(settings: Settings, games: Mapping[str, Game[Any]] | None = None) -> Services:
    """Open the stores. Raises `Unavailable`, `ValueError` for a faulty address."""
    games = REGISTRY if games is None else games
    store = EventStore.open(settings.log_url)
    engine = make_engine(settings.tables_url)
    registers = Registers(engine)
    read_models.METADATA.create_all(engine)
    library = Library(registers.component_set, games)
    metrics = Metrics()
    hub = Hub(store, settings.streams)
    announcer = Announcer(hub, metrics, settings.redis_url)
    recorder = Recorder(
        store, library, registers, announce=announcer, sessions_in_memory=settings.sessions_in_memory
    )
    tokens = Tokens(settings.secret_key)
    return Services(
        settings, games, store, engine, registers, library, recorder, tokens, hub, metrics, announcer
    )


def create_app(settings: Settings | None = None, games: Mapping[str, Game[Any]] | None = None) -> Flask:
    """The WSGI application. `games` defaults to the registry."""
    settings = settings or read_settings()
    app = Flask("service")
    app.config.update(
        API_TITLE="Tablelog",
        API_VERSION=API_VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/v1",
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=settings.import_bytes,
    )
    app.url_map.strict_slashes = False
    app.url_map.converters |= {"session": SessionId, "name": Name}
    services = create_services(settings, games)
    app.extensions["tablelog"] = services
    logs.install(app, settings.log_level)
    services.metrics.install(app)
    limits.install(app, settings)
    app.before_request(_refuse_what_is_not_read)
    _handle_errors(app)
    api = ProblemApi(app)
    api.register_converter(SessionId, _session_id_schema)
    api.register_converter(Name, _name_schema)
    documents.register(api, services.games.values(), settings.actions_in_list)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    return app


def _refuse_what_is_not_read() -> None:
    """A parameter that no one reads would be a silent misunderstanding; a huge body is not even begun."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None:
        return
    if not getattr(view, "reads_files", False):
        request.max_content_length = services().settings.body_bytes
    if request.query_string and getattr(view, "query", None) is None:
        raise invalid([(name, "This parameter is not known here.") for name in request.args or {"": ""}])


def _handle_errors(app: Flask) -> None:
    @app.errorhandler(Problem)
    def problem(error: Problem) -> Response:
        return error.response()

    @app.errorhandler(Stale)
    def stale(error: Stale) -> Response:
        _, asker = enter(error.session.id, fresh=False)
        return Problem(
            "stale",
            f"The session stands at {error.session.version}, not at {error.expected}.",
            headers={"ETag": f'"{error.session.version}"'},
            version=error.session.version,
            missed=missed(services().recorder, error.session, error.expected, asker),
        ).response()

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        app.logger.error("the log cannot be reached", exc_info=error)
        detail = "The log cannot be reached. Send the request again with the same action_id."
        return Problem("unavailable", detail, headers={"Retry-After": "1"}).response()

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        app.logger.error("unexpected", exc_info=error)
        detail = "The service met something that it did not expect. Its log has the request's id."
        return Problem("internal", detail).response()
