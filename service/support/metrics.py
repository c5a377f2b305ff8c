"""Metrics in the Prometheus format."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from replays.event_store import EventStore
from workers.metrics import MetricFigure, MetricFigures

COMMIT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
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
        self.commit_seconds = Histogram(
            "tablelog_commit_seconds",
            "Time to store entries durably",
            buckets=COMMIT_BUCKETS,
            registry=self.registry,
        )
        self.commit_entries = Histogram(
            "tablelog_commit_entries",
            "Entries that one commit stores",
            buckets=BATCH_BUCKETS,
            registry=self.registry,
        )
        self.questions = Counter(
            "tablelog_questions",
            "Questions of statistics, by how they ended",
            ("end",),
            registry=self.registry,
        )
        self.question_seconds = Histogram(
            "tablelog_question_seconds",
            "Time to answer a question of statistics",
            buckets=COMMIT_BUCKETS,
            registry=self.registry,
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

    def count_question(self, end: str, seconds: float) -> None:
        """Count a question of statistics. end: `kept`, `answered`, `late` or `failed`."""
        self.questions.labels(end).inc()
        self.question_seconds.observe(seconds)

    def watch(self, store: EventStore) -> None:
        """Observe what the log stores."""

        def committed(entries: int, seconds: float) -> None:
            self.commit_entries.observe(entries)
            self.commit_seconds.observe(seconds)

        store.committed = committed
        self.registry.register(MetricFigures(lambda: _of_the_log(store)))

    def told(self) -> bytes:
        """All of it in the Prometheus format."""
        return generate_latest(self.registry)


def _of_the_log(store: EventStore) -> Iterator[MetricFigure]:
    """MetricFigures that the store keeps by itself."""
    yield MetricFigure("tablelog_commit_age_seconds", "Age of the commit that runs", store.commit_age_seconds)
    yield MetricFigure(
        "tablelog_conflicts", "Appends that another process was before", store.conflicts, counts=True
    )
    lost = "Sessions read again because the log lost entries"
    yield MetricFigure("tablelog_sessions_rewound", lost, store.rewound, counts=True)
