"""The application: everything that routes work with, put together once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Flask
from flask_smorest import Api
from werkzeug.routing import BaseConverter

from domain.kernel import Game
from replays.clocks import clock_fault
from service.api.blueprints import BLUEPRINTS
from service.bootstrap import Services, create_services
from service.http import errors, middleware
from service.http.blueprint import install_deprecated_routes
from service.key_checks import confirm_keys
from service.pages.blueprints import install_pages
from service.pages.page import told_to_people
from service.schemas import openapi
from service.settings import Settings, read_settings
from service.version import VERSION

LOG = logging.getLogger("tablelog")


class SessionId(BaseConverter):
    """A session's id in a path: a UUID in lower case with hyphens; any other path is not found."""

    regex = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


class NameConverter(BaseConverter):
    """A game, a series, a hash, a player in a path."""

    regex = r"[A-Za-z0-9_-]{1,64}"


def _session_id_schema(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "format": "uuid", "pattern": f"^{SessionId.regex}$"}


def _name_schema(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{NameConverter.regex}$"}


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest with problems as its errors, and a document that is written at the first request.

    descriptions: what describes the routes in it.
    """

    def __init__(self, app: Flask) -> None:
        self.descriptions: list[Callable[[], None]] = []
        super().__init__(app)

    def _register_error_handlers(self) -> None:
        """`service.http.errors` answers all of them."""

    def _register_responses(self) -> None:
        """Every operation names the one response `Problem` instead."""


def create_app(
    settings: Settings | None = None,
    games: Mapping[str, Game[Any]] | None = None,
    *,
    asks_worker: bool = False,
) -> Flask:
    """The WSGI application. `games` defaults to the registry. asks_worker: who answers statistics.

    Raises what `create_services` does, `OtherKey`, and the tables database's errors.
    """
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
    app.url_map.converters |= {"session": SessionId, "name": NameConverter}
    made = create_services(settings, games, asks_worker=asks_worker)
    app.extensions["tablelog"] = made
    app.logger = middleware.configure(settings.log_level)
    _compare_with_others(made)
    middleware.install(app, settings, made.metrics, made.counts)
    errors.install(app, made, told_to_people)
    api = ProblemApi(app)
    api.register_converter(SessionId, _session_id_schema)
    api.register_converter(NameConverter, _name_schema)
    openapi.register(api)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.extensions[openapi.WRITER] = partial(
        openapi.written, api, made.games.values(), settings.actions_in_list
    )
    install_deprecated_routes(app)
    install_pages(app)
    return app


def _compare_with_others(made: Services) -> None:
    """See that keys and clock are those of the other hosts. Raises `OtherKey` and the database's errors."""
    try:
        found = confirm_keys(made.settings, made.engine), clock_fault(made.engine)
    except Exception:
        made.close()
        raise
    for warning in filter(None, found):
        LOG.warning(warning)
