"""Blueprints whose routes declare how they run, and deprecated names with their successors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

import flask
import flask_smorest
from flask import Flask, Request, Response

from service.queries.filters import FORMER_MEASURES

# Blueprints whose routes declare how the server runs them.

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


# Deprecated names: each does what its successor does, with headers that say so, until it is removed.

GUIDE = "/docs/deprecated-names"
OF_FLASK = {"HEAD", "OPTIONS"}
"""Methods that Flask adds by itself."""


class DeprecatedRoute(NamedTuple):
    """The rule of a deprecated route, and the rule of its successor.

    since: the first day on which it is deprecated. until: the day from which it may be gone.
    """

    former: str
    successor: str
    since: datetime
    until: datetime


OF_0_4 = (datetime(2026, 11, 28, tzinfo=UTC), datetime(2027, 3, 1, tzinfo=UTC))
"""Names that 0.5 removes."""

ROUTES = (
    DeprecatedRoute("/v1/pieces-of-work/<name:job>", "/v1/jobs/<name:job>", *OF_0_4),
    DeprecatedRoute("/v1/pieces-of-work/<name:job>/result", "/v1/jobs/<name:job>/result", *OF_0_4),
    DeprecatedRoute(
        "/v1/sessions/<session:session_id>/seats/<name:seat>/taking",
        "/v1/sessions/<session:session_id>/seats/<name:seat>/claim",
        *OF_0_4,
    ),
)


class DeprecatedParameter(NamedTuple):
    """A deprecated name of a query parameter, its successor, and the rules of the routes that take it.

    Where `group_by` is a parameter of the route, the name is also deprecated as one of its values.
    """

    former: str
    successor: str
    rules: frozenset[str]
    since: datetime
    until: datetime


PARAMETERS = (
    DeprecatedParameter(
        "with",
        "other_player",
        frozenset(
            (
                "/v1/sessions",
                "/v1/statistics/<name:game>",
                "/v1/statistics/<name:game>/<name:measure>",
                "/v1/statistics/<name:game>/refusals",
            )
        ),
        *OF_0_4,
    ),
)


DEPRECATING = frozenset(
    (*(route.former for route in ROUTES), *(rule for one in PARAMETERS for rule in one.rules))
)
"""The rules of routes whose requests may use a deprecated name."""


def deprecation_of(request: Request) -> dict[str, str] | None:
    """The headers that mark a deprecated name in a request (RFC 9745, RFC 8594); None without one."""
    rule = None if request.url_rule is None else request.url_rule.rule
    for route in ROUTES:
        if route.former == rule:
            return _headers((route.since, route.until))
    for parameter in PARAMETERS:
        if rule in parameter.rules and parameter.former in _names(request):
            return _headers((parameter.since, parameter.until))
    if any((request.args.get("game", game), name) in FORMER_MEASURES for game, name in _measures(request)):
        return _headers(OF_0_4)
    return None


def _measures(request: Request) -> Iterator[tuple[str, str]]:
    """The measures that a request may name, each with the game of its address."""
    of_address = request.view_args or {}
    names = (of_address.get("measure", ""), *(request.args.get(one, "") for one in ("measure", "measures")))
    for name in ",".join(map(str, names)).split(","):
        yield str(of_address.get("game", "")), name.strip()


def _names(request: Request) -> set[str]:
    """The parameters of a request, and the names that it groups by."""
    groups = request.args.get("group_by", "").split(",")
    return {*request.args, *(name.strip() for name in groups)}


def _headers(period: tuple[datetime, datetime]) -> dict[str, str]:
    since, until = period
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(until, usegmt=True),
    }


def install_deprecated_routes(app: Flask) -> None:
    """Answer the former addresses. Call it when their successors are registered."""
    rules = {rule.rule: rule for rule in app.url_map.iter_rules()}
    for route in ROUTES:
        rule = rules[route.successor]
        app.add_url_rule(
            route.former,
            endpoint=f"deprecated-{rule.endpoint.replace('.', '-')}",
            view_func=app.view_functions[rule.endpoint],
            methods=sorted((rule.methods or set()) - OF_FLASK),
        )


def mark_deprecated(request: Request, response: Response) -> None:
    """Say in the answer to a request that uses a deprecated name until when that name is there."""
    if (headers := deprecation_of(request)) is not None:
        response.headers.update(headers)
        response.headers.add("Link", f'<{GUIDE}>; rel="deprecation"; type="text/html"')
