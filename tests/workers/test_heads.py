"""The last entry of each session that the rows of a projection hold."""

from __future__ import annotations

import pytest

from workers.folded_sessions import Batch
from workers.follow import heads
from workers.read_models import SERIES

pytestmark = pytest.mark.unit


def test_a_session_that_nothing_was_told_of_has_no_head_and_loses_no_rows() -> None:
    batch = Batch()
    change = batch.changes["a session that is broken from its first entry"]
    assert heads({SERIES: 1}, {SERIES: batch}) == []
    assert not change.whole
