"""What the outside world gives an entry."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from service.sessions.commands import now

pytestmark = pytest.mark.unit


def test_the_time_of_an_entry_is_utc_to_the_millisecond() -> None:
    told = now()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told)
    assert abs(datetime.fromisoformat(told) - datetime.now(UTC)) < timedelta(minutes=10)
