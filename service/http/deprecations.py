"""Deprecated addresses: each answers as its successor does, with headers that say so, until it is removed."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import NamedTuple

from flask import Flask, Response

GUIDE = "/docs/deprecated-names"
OF_FLASK = {"HEAD", "OPTIONS"}
"""Methods that Flask adds by itself."""


class DeprecatedRoute(NamedTuple):
    """A former address, by its rule, and the rule of its successor.

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

HEADERS = {
    route.former: {
        "Deprecation": f"@{int(route.since.timestamp())}",
        "Sunset": format_datetime(route.until, usegmt=True),
    }
    for route in ROUTES
}
"""By former rule, what its answers say (RFC 9745, RFC 8594)."""


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


def mark_deprecated(rule: str, response: Response) -> None:
    """Say in the answer that its address is deprecated, and until when it is there."""
    response.headers.update(HEADERS[rule])
    response.headers.add("Link", f'<{GUIDE}>; rel="deprecation"; type="text/html"')
