"""Blueprints whose routes declare how the server runs them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeVar

import flask
import flask_smorest

F = TypeVar("F", bound=Callable[..., Any])

Runs = Literal["loop", "pool", "limited"]
"""How the server runs a route. `pool`: on a thread for requests that take little. `loop`: on the event loop
if the request is small and never blocks, else on the pool. `limited`: on a pool of its own, because the
request may wait for a concurrency limit or read a whole log.
"""


class RunsAs:
    """How one route runs: by a server that distinguishes, and in how long a body it reads."""

    def __init__(self, runs: Runs, *, reads_files: bool) -> None:
        self.runs = runs
        self.reads_files = reads_files


POOL = RunsAs("pool", reads_files=False)
"""How a view without `runs_as` runs."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Routes under one heading of the API's document."""

    def route(
        self, rule: str, *, runs: Runs = "pool", reads_files: bool = False, **options: Any
    ) -> Callable[[F], F]:
        """Register a view under this path, and in the document. reads_files: its body may be a file."""
        return _declared(super().route(rule, **options), RunsAs(runs, reads_files=reads_files))

    def register_views_in_doc(self, api: Any, *told: Any, **more: Any) -> None:
        """Describe the views when the document is written: it takes as long as the rest of a start."""
        api.descriptions.append(partial(super().register_views_in_doc, api, *told, **more))


class PageBlueprint(flask.Blueprint):
    """Routes of pages for people."""

    def route(self, rule: str, *, runs: Runs = "pool", **options: Any) -> Callable[[F], F]:
        """Register a view under this path."""
        return _declared(super().route(rule, **options), RunsAs(runs, reads_files=False))


def _declared(register: Callable[[F], F], how: RunsAs) -> Callable[[F], F]:
    def declare(view: F) -> F:
        view.runs_as = how  # type: ignore[attr-defined]
        return register(view)

    return declare
