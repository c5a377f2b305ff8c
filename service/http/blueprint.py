"""Blueprints of the framework, which keep the types of the routes that they register."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import flask_smorest

F = TypeVar("F", bound=Callable[..., Any])


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Routes under one heading of the API's document."""

    def route(self, rule: str, **options: Any) -> Callable[[F], F]:
        """Register a view under this path, and in the document."""
        register: Callable[[F], F] = super().route(rule, **options)
        return register
