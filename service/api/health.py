"""Health and metrics."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST

from replays.event_store import Unavailable
from service.http.blueprint import Blueprint
from service.http.responses import answered
from service.http.services import services
from service.problems import Problem
from service.schemas.answers import Health, Readiness
from service.schemas.openapi import answer, describe
from workers.watching import slowest

routes = Blueprint("health", __name__, description="Whether the service is well.")

NOBODY_FOLLOWS = (
    "No worker follows the log: catalogue, series and statistics are not updated. Recording still works."
)


@routes.route("/healthz")
@describe(answers={200: answer(Health)})
def healthz() -> Response:
    """Whether the process answers."""
    return answered({"status": "ok"})


@routes.route("/readyz")
@describe(answers={200: answer(Readiness)})
def readyz() -> Response:
    """Whether log and tables can be reached; and how far behind the tables are if no worker follows."""
    try:
        followed, position = slowest(services().store, services().engine)
    except (Unavailable, sa.exc.SQLAlchemyError) as error:
        raise Problem("unavailable", "The log or the tables cannot be reached.") from error
    answer = {"status": "ready", "position": position}
    if services().watch.stands_still(followed, position):
        answer |= {"behind": position - followed, "missing": NOBODY_FOLLOWS}
    return answered(answer)


@routes.route("/metrics")
@describe(answers={200: {"type": "string"}}, media="text/plain")
def metrics() -> Response:
    """Figures of the service in the Prometheus format."""
    counted = services().metrics
    counted.streams.set(services().hub.open_streams)
    try:
        counted.position.set(services().store.position())
    except Unavailable:
        counted.position.set(-1)
    return Response(counted.told(), content_type=CONTENT_TYPE_LATEST)
