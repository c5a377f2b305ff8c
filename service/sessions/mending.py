"""Commands besides actions: corrections, retractions, notes, the close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.chance import Below
from domain.kernel.obstacles import Obstacle
from domain.kernel.session import NotLive, Session, UnitOfWork, is_live, reveals_secret
from service.problems import Problem, invalid, pointed
from service.sessions.commands import Command, CommandHandler, Expecting, Request, stamp_of
from service.sessions.taking_back import TakenBack, brought_back, taken_back
from service.sessions.tokens import Principal

MOST_TOLD = 3
"""Obstacles that the sentence of a refusal names; its member `stuck` lists them all."""


class Sender(NamedTuple):
    """Whose command it is, on which session, and what tells it from others. moved_at: when it happened."""

    session: Session
    principal: Principal
    request: Request
    expecting: Expecting
    moved_at: str | None


class OneEntry(Command):
    """A command that makes one entry in the name of its sender."""

    def __init__(self, sender: Sender, handler: CommandHandler) -> None:
        super().__init__(sender.session.id, (sender.request,), sender.expecting)
        self.principal = sender.principal
        self.stamp = stamp_of(sender.principal, sender.request, sender.moved_at)
        self.handler = handler


class Correct(OneEntry):
    """Facts without the rules' consent. Refused where play could not go on, unless that is accepted."""

    def __init__(
        self, sender: Sender, handler: CommandHandler, tree: dict[str, Any], *, is_rehearsed: bool
    ) -> None:
        """tree: the body of the request, found sound."""
        super().__init__(sender, handler)
        self._tree = tree
        self._may_be_stuck = is_rehearsed or bool(tree.get("accept_stuck"))

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the correction. Raises `Problem`, and what `UnitOfWork.correct` raises."""
        self.handler.quotas.must_take_a_mending(work)
        try:
            work.correct(self._tree["facts"], self._tree["reason"], self.stamp, about=self._tree.get("about"))
        except msgspec.ValidationError as error:
            raise invalid([pointed(str(error))]) from error
        if not self._may_be_stuck and (found := work.obstacles()):
            raise _stuck(work, found)


class Retract(OneEntry):
    """Back to an earlier entry, or forth to the one before the newest retraction. `step`: all of it."""

    def __init__(
        self, sender: Sender, handler: CommandHandler, to: int, reason: str | None, *, is_rehearsed: bool
    ) -> None:
        super().__init__(sender, handler)
        self.step: TakenBack | None = None
        self._to = to
        self._reason = reason
        self._is_rehearsed = is_rehearsed

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the retraction. Raises `Problem`, and `NotLive` where it is no place to go back to."""
        self.handler.quotas.must_take_a_mending(work)
        self.step = step = self._going_back(work.session)
        if step.needs_a_reason:
            if not self.principal.records_for_all:
                raise Problem("not-allowed", "You need the token of a recorder, the scribe or the owner.")
            if self._reason is None and not self._is_rehearsed:
                raise invalid(
                    [("/reason", "Give a reason: others recorded part of it, or learned something from it.")]
                )
        work.retract(self._to, self._reason or "", self.stamp, exposed=step.exposed)

    def _going_back(self, session: Session) -> TakenBack:
        to, by = self._to, self.principal.recorded_by()
        if to < session.version and is_live(session.position.live, to):
            step = taken_back(self.handler, session, to, by)
            if not step.entries and not session.position.lost:
                raise NotLive(f"Nothing that can be taken back came after entry {to}. Notes stay.")
            return step
        redo = brought_back(self.handler, session, by)
        if redo is None or redo.to != to:
            raise NotLive(f"Entry {to} is not an earlier live entry of this session.")
        return redo


class AddNote(OneEntry):
    """A text, on an entry or on the session."""

    def __init__(
        self,
        sender: Sender,
        handler: CommandHandler,
        text: str,
        about: int | None,
        visible_to: tuple[str, ...] | None,
    ) -> None:
        super().__init__(sender, handler)
        self._text = text
        self._about = about
        self._visible_to = visible_to

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the note. Raises `Problem`, and `NotLive` for an entry that there is not."""
        self.handler.quotas.must_take_a_note(work, self.principal)
        work.note(self._text, self.stamp, about=self._about, visible_to=self._visible_to)


class CloseSession(OneEntry):
    """The end of a session. outcome: None: as the table stands. reveal: the owner asks for the secret."""

    def __init__(self, sender: Sender, handler: CommandHandler, outcome: str | None, *, reveal: bool) -> None:
        super().__init__(sender, handler)
        self._outcome = outcome
        self._reveal = reveal

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the close. Raises `Problem`."""
        finished = work.game.is_finished(work.position.state)
        if self._outcome == "finished" and not finished:
            raise Problem(
                "not-finished",
                "The game is not finished. Close it as abandoned, or record what is missing.",
                version=work.session.version,
            )
        outcome = self._outcome or ("finished" if finished else "abandoned")
        by_itself = reveals_secret(work.game, outcome)
        revealed = self._secret_to_reveal(work) if by_itself or self._reveal else None
        asked_for = self._reveal and not by_itself and revealed is not None
        work.close(outcome, revealed, self.stamp, on_request=asked_for)

    def _secret_to_reveal(self, work: UnitOfWork) -> str | None:
        """The secret; None where it is kept elsewhere and decided nothing. Raises `SecretElsewhere`."""
        session = work.session.id
        if work.position.draws == 0 and self.handler.registers.secret(session) is None:
            return None
        return self.handler.secret(session).hex()


def _stuck(work: UnitOfWork, found: Sequence[Obstacle]) -> Problem:
    return Problem(
        "table-stuck",
        f"{' '.join(obstacle.message for obstacle in found[:MOST_TOLD])} Add the facts that are missing, "
        "or send the correction with `accept_stuck: true` to record it anyway.",
        stuck=msgspec.to_builtins(found),
        version=work.session.version,
    )
