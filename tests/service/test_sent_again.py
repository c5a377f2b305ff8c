"""What is sent again is answered as it was, of the table as it stood then."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Below
from domain.kernel.session import UnitOfWork
from service.sessions.commands import Command, CommandHandler, Request
from tests.service.conftest import Table, place
from tests.support.recorded import STAMP


def test_a_list_that_is_sent_again_is_answered_of_the_table_after_the_last_of_it(reef: Table) -> None:
    handler: CommandHandler = reef.app.extensions["tablelog"].handler
    actions: list[dict[str, Any]] = [place("red"), place("blue")]

    asked = [Request("one", "#1"), Request("other", "#2")]

    class Both(Command):
        def decide(self, draft: UnitOfWork, place: int, draw: Below) -> None:
            request = asked[place]
            stamp = replace(STAMP, action_id=request.action_id, request=request.hash)
            draft.record(actions[place], stamp, None)

    first, again = (handler.handle(Both(reef.id, asked)) for _ in range(2))
    assert (first.replayed, again.replayed) == (False, True)
    assert (first.version, again.version) == (3, 3)
    assert again.state == first.state
    assert [one.digest for one in again.written] == [one.digest for one in first.written]
