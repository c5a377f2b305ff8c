"""Pages of a session as a test asks for them."""

from __future__ import annotations

import html
import re

from werkzeug.test import TestResponse

from tests.service.conftest import Table

NO_SESSION = "00000000-0000-0000-0000-000000000000"


def asked(table: Table, path: str, holder: str | None = "owner") -> TestResponse:
    """The page at this address below the session's."""
    return table.client.get(f"/t/{table.id}{path}", headers=table.headers(holder))


def words(answer: TestResponse) -> str:
    """What is read on a page, with single spaces."""
    body = answer.text.partition("<body>")[2]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", body)))


def read(table: Table, path: str, holder: str | None = "owner") -> str:
    """What is read on the page, which must be there."""
    answer = asked(table, path, holder)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return words(answer)
