"""What is sent again is answered as it was, of the table as it stood then."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kernel.session import Draft
from service.sessions.recorder import Recorder, Request
from tests.recorded import STAMP
from tests.service.conftest import Table, place


def test_a_list_that_is_sent_again_is_answered_of_the_table_after_the_last_of_it(reef: Table) -> None:
    recorder: Recorder = reef.app.extensions["tablelog"].recorder
    actions: list[dict[str, Any]] = [place("red"), place("blue")]

    asked = [Request("one", "#1"), Request("other", "#2")]

    def make(draft: Draft, number: int) -> None:
        request = asked[number]
        draft.record(actions[number], replace(STAMP, action_id=request.action_id, request=request.hash), None)

    first, again = (recorder.record(reef.id, asked, make) for _ in range(2))
    assert (first.replayed, again.replayed) == (False, True)
    assert (first.version, again.version) == (3, 3)
    assert again.state == first.state
    assert [one.digest for one in again.written] == [one.digest for one in first.written]
