"""Answers of the application under test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from werkzeug.test import TestResponse


class Answer(TestResponse):
    """An answer whose body is JSON of a shape that the test states: reading another one fails the test."""

    if TYPE_CHECKING:

        @property
        def json(self) -> Any: ...


def answered(response: TestResponse) -> Answer:
    """The response of a test client as an answer whose JSON is read without asking for its shape."""
    return cast(Answer, response)
