"""A note is about the session, or about one of its entries from the first to the last."""

from __future__ import annotations

import pytest

from domain.kernel.session import NotLive
from tests.kernel.test_session import STAMP, log

__all__ = ["log"]


def test_a_note_may_be_about_any_entry_there_is(log):
    draft = log.draft()
    last = draft.position.version
    noted = [draft.note("remember", STAMP, about=about).about for about in (None, 1, last)]
    assert noted == [None, 1, last]


@pytest.mark.parametrize("beyond", [1, 2])
def test_a_note_may_not_be_about_an_entry_that_is_not_there(log, beyond):
    draft = log.draft()
    for about in (0, -1, draft.position.version + beyond):
        with pytest.raises(NotLive, match=f"no entry {about}"):
            draft.note("remember", STAMP, about=about)
    assert draft.entries == []
