"""Commands by which the owner puts a session right: reopen it, leave it out of statistics, count it again."""

from __future__ import annotations

from domain.kernel.chance import Below
from domain.kernel.session import UnitOfWork
from service.problems import invalid
from service.sessions.commands import CommandHandler
from service.sessions.corrections import OneEntry, Sender


class ReopenSession(OneEntry):
    """A closed session takes entries again."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str) -> None:
        super().__init__(sender, handler)
        self._reason = reason

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Full`, and `NotClosed` if the session is open."""
        self.handler.quotas.must_take_putting_right(work)
        work.reopen(self._reason, self.stamp)


class VoidSession(OneEntry):
    """A session counts in no statistics. replaced_by: the session that was recorded instead of it."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str, replaced_by: str | None) -> None:
        super().__init__(sender, handler)
        self._reason = reason
        self._replaced_by = replaced_by

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Problem`, and `AlreadySo` if nothing would change."""
        self.handler.quotas.must_take_putting_right(work)
        if self._replaced_by == work.session.id:
            raise invalid([("/replaced_by", "A session cannot replace itself. Name another session.")])
        work.void(self._reason, self.stamp, replaced_by=self._replaced_by)


class ReinstateSession(OneEntry):
    """A void session counts again."""

    def __init__(self, sender: Sender, handler: CommandHandler, reason: str) -> None:
        super().__init__(sender, handler)
        self._reason = reason

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the entry. Raises `Full`, and `AlreadySo` if the session is not void."""
        self.handler.quotas.must_take_putting_right(work)
        work.reinstate(self._reason, self.stamp)
