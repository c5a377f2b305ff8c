"""Metrics of the processes behind the web, in the Prometheus format, each on a port of its own.

`TABLELOG_METRICS_PORT` is the worker's port; bots and jobs listen on the two after it. Without it no process
listens.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    ProcessCollector,
    make_wsgi_app,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from workers.settings import PLACES

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LOG = logging.getLogger("tablelog")
THIS_MACHINE = "127.0.0.1"


class MetricFigure(NamedTuple):
    """A figure at one moment. counts: whether it only grows. values: the figure by each value of `label`."""

    name: str
    meaning: str
    value: float = 0
    counts: bool = False
    label: str = ""
    values: tuple[tuple[str, float], ...] = ()


class MetricFigures(Collector):
    """MetricFigures that are looked up whenever somebody asks. None while their source cannot be reached."""

    def __init__(self, look: Callable[[], Iterator[MetricFigure]]) -> None:
        self._look = look

    def collect(self) -> Iterator[Metric]:
        """The figures as they are."""
        try:
            found = list(self._look())
        except Exception:  # a database that is away: what is left out is missed by whoever watches
            return
        for one in found:
            family = CounterMetricFamily if one.counts else GaugeMetricFamily
            if one.label:
                metric = family(one.name, one.meaning, labels=[one.label])
                for name, value in one.values:
                    metric.add_metric([name], value)
            else:
                metric = family(one.name, one.meaning, value=one.value)
            yield metric

    def describe(self) -> Iterator[Metric]:
        """Nothing: a registry would look everything up to learn the names."""
        return iter(())


def _with_health(metrics: WSGIApplication) -> WSGIApplication:
    """The metrics, and at `/healthz` an answer that asks no database, because that one may hang."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/healthz":
            return metrics(environ, start_response)
        start_response("200 OK", [("Content-Type", "application/json")])
        return [b'{"status":"ok"}']

    return answer


def serve_metrics(process: str, look: Callable[[], Iterator[MetricFigure]]) -> None:
    """Answer with the metrics of this process, if there is a port for them. process: one of `PLACES`."""
    port = os.environ.get("TABLELOG_METRICS_PORT")
    if not port:
        return
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    registry.register(MetricFigures(look))
    address = os.environ.get("TABLELOG_METRICS_HOST") or THIS_MACHINE
    own = int(port) + PLACES.index(process)
    try:
        server, _ = start_http_server(own, address, registry)
        server.set_app(_with_health(make_wsgi_app(registry)))
    except OSError as error:
        LOG.warning("metrics are not served at %s:%s: %s", address, own, error.strerror)
