"""What the processes behind the web log."""

from __future__ import annotations

import logging

from workers.log_lines import log_in_lines


def test_what_is_done_to_a_new_home_is_no_news() -> None:
    before = logging.getLogger("alembic").level
    try:
        log_in_lines("worker")
        assert not logging.getLogger("alembic.runtime.migration").isEnabledFor(logging.INFO)
        assert logging.getLogger("alembic.runtime.migration").isEnabledFor(logging.WARNING)
    finally:
        logging.getLogger("alembic").setLevel(before)
