"""The application: everything that routes work with, put together once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Flask, Response, request
from flask_smorest import Api
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from domain.kernel import Game
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.api.blueprints import BLUEPRINTS
from service.api.telling import entry_told, parts
from service.bootstrap import create_services
from service.http import middleware, request_log
from service.http.authentication import enter, gone
from service.http.errors import recorder_problem
from service.http.problems import Problem, of_http_exception
from service.http.responses import missed
from service.http.services import services
from service.pages.blueprints import install_pages
from service.schemas import openapi
from service.sessions.recorder import Busy, SecretElsewhere, Stale
from service.settings import Settings, read_settings
from service.turns import NoTurn
from service.version import VERSION

NO_TURN_SECONDS = "5"
"""After these it is worth to ask again."""


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
    """flask-smorest with problems as its errors, and a document that is written when it is asked for.

    descriptions: what describes the routes in it.
    """

    def __init__(self, app: Flask) -> None:
        self.descriptions: list[Callable[[], None]] = []
        super().__init__(app)

    def handle_http_exception(self, error: HTTPException) -> Response:
        return of_http_exception(error).response()

    def _register_responses(self) -> None:
        """Every operation names the one response `Problem` instead."""


def create_app(settings: Settings | None = None, games: Mapping[str, Game[Any]] | None = None) -> Flask:
    """The WSGI application. `games` defaults to the registry."""
    settings = settings or read_settings()
    app = Flask("service", static_folder=None, template_folder="web/templates")
    app.config.update(
        API_TITLE="Tablelog",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS=openapi.ABOUT,
        MAX_CONTENT_LENGTH=settings.import_bytes,
    )
    app.url_map.strict_slashes = False
    app.url_map.converters |= {"session": SessionId, "name": Name}
    made = create_services(settings, games)
    app.extensions["tablelog"] = made
    app.logger = request_log.configure(settings.log_level)
    middleware.install(app, settings, made.metrics)
    _handle_errors(app)
    api = ProblemApi(app)
    api.register_converter(SessionId, _session_id_schema)
    api.register_converter(Name, _name_schema)
    openapi.register(api)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.extensions[openapi.WRITER] = partial(
        openapi.written, api, made.games.values(), settings.actions_in_list
    )
    install_pages(app)
    return app


def _handle_errors(app: Flask) -> None:
    @app.errorhandler(Problem)
    def problem(error: Problem) -> Response:
        return error.response()

    @app.errorhandler(Stale)
    def stale(error: Stale) -> Response:
        _, asker = enter(error.session.id, fresh=False)
        wanted = parts(request.args.get("with"))
        entries = missed(services().recorder, error.session, error.expected, asker)
        return Problem(
            "stale",
            f"The session stands at {error.session.version}, not at {error.expected}.",
            headers={"ETag": f'"{error.session.version}"'},
            version=error.session.version,
            missed=[entry_told(error.session, entry, wanted) for entry in entries],
        ).response()

    @app.errorhandler(Busy)
    @app.errorhandler(SecretElsewhere)
    def not_recorded(error: Busy | SecretElsewhere) -> Response:
        return recorder_problem(error).response()

    @app.errorhandler(UnknownSession)
    def went_meanwhile(error: UnknownSession) -> Response:
        return gone(str(error)).response()

    @app.errorhandler(NoTurn)
    def no_turn(error: NoTurn) -> Response:
        detail = "Others have the service read as much as it reads at once. Send the request again."
        return Problem("unavailable", detail, headers={"Retry-After": NO_TURN_SECONDS}).response()

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        app.logger.error("the log cannot be reached", exc_info=error)
        detail = "The log cannot be reached. Send the request again with the same action_id."
        return Problem("unavailable", detail, headers={"Retry-After": "1"}).response()

    @app.errorhandler(DBAPIError)
    def tables_unavailable(error: DBAPIError) -> Response:
        app.logger.error("the tables cannot be reached", exc_info=error)
        detail = "The tables cannot be reached. Send the request again with the same action_id."
        return Problem("unavailable", detail, headers={"Retry-After": "1"}).response()

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        app.logger.error("unexpected", exc_info=error)
        detail = "The service met something that it did not expect. Its log has the request's id."
        return Problem("internal", detail).response()
