"""Metrics in the Prometheus format."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The metrics of the service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tablelog_requests", "Requests answered", ("route", "method", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "tablelog_request_seconds", "Time to answer", ("method",), buckets=BUCKETS, registry=self.registry
        )
        self.entries = Counter("tablelog_entries", "Entries recorded", registry=self.registry)
        self.streams = Gauge("tablelog_streams", "Open live streams", registry=self.registry)
        self.position = Gauge(
            "tablelog_log_position", "Position of the newest entry of the log", registry=self.registry
        )
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(self, rule: str | None, method: str, status: int, seconds: float) -> None:
        """Count an answer under its route, never under its path."""
        key = (rule or "none", method if rule is not None else "none", status)
        children = self._children.get(key)
        if children is None:
            children = (self.requests.labels(*key), self.seconds.labels(key[1]))
            self._children[key] = children
        children[0].inc()
        children[1].observe(seconds)

    def told(self) -> bytes:
        """All of it in the Prometheus format."""
        return generate_latest(self.registry)
