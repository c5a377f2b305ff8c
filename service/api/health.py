"""Health and metrics."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Response
from flask_smorest import Blueprint

from replays.event_store import Unavailable
from service.asking import answered, services
from service.documents import NUMBER, TEXT, an_object, describe
from service.problems import Problem

routes = Blueprint("health", __name__, description="Whether the service is well.")


@routes.route("/healthz")
@describe(answers={200: an_object(status=TEXT)})
def healthz() -> Response:
    """Whether the process answers."""
    return answered({"status": "ok"})


@routes.route("/readyz")
@describe(answers={200: an_object(status=TEXT, position=NUMBER)})
def readyz() -> Response:
    """Whether log and tables can be reached."""
    try:
        position = services().store.position()
        with services().engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))
    except (Unavailable, sa.exc.SQLAlchemyError) as error:
        raise Problem("unavailable", "The log or the tables cannot be reached.") from error
    return answered({"status": "ready", "position": position})


@routes.route("/metrics")
@describe(answers={200: {"type": "string"}}, media="text/plain")
def metrics() -> Response:
    """Figures of the service in the Prometheus format."""
    counted = services().metrics
    counted.streams.set(services().hub.open_streams)
    try:
        counted.position.set(services().store.position())
    except Unavailable:
        services().metrics.position.set(-1)
    return counted.response()
