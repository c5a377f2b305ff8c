"""Blueprints of the framework, which keep the types of the routes that they register."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import flask_smorest

F = TypeVar("F", bound=Callable[..., Any])


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Routes under one heading of the API's document."""

    def route(self, rule: str, **options: Any) -> Callable[[F], F]:
        """Register a view under this path, and in the document."""
        register: Callable[[F], F] = super().route(rule, **options)
        return register

    def register_views_in_doc(self, api: Any, *told: Any, **more: Any) -> None:
        """Have the views described when the document is written: it takes as long as the rest of a start."""
        api.descriptions.append(partial(super().register_views_in_doc, api, *told, **more))
