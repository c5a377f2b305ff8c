"""A session in memory: where it stands, what it can go back to, which requests it has answered."""

from __future__ import annotations

import hashlib
from typing import Any

from domain.kernel.components import ComponentSet, canonical
from domain.kernel.entries import Entry, Noted, Opened
from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.session.following import (
    Apply,
    Read,
    advance,
    advance_on_the_way,
    stored_facts,
    way_to,
)
from domain.kernel.session.position import Position, first_position
from domain.kernel.session.refusals import ActionIdReused, NotLive
from domain.kernel.unreadable import Unreadable

CHECKPOINT_EVERY = 16
"""Entries between two positions that a session in memory keeps, to go back to without a long fold."""


class Session:
    """One play of a game by a group.

    Recording never changes a session: it fills a `Draft` whose entries can be stored; when they are,
    `Draft.settle` moves the session on. So a failed store leaves the session as it was. `updated` is when
    the last entry was recorded that can be read.

    A copy that moves on leaves the session as it is for those who look at it meanwhile: what both share of
    the past, checkpoints and requests, is only ever added to.
    """

    def __init__(self, game: Game[Any], components: ComponentSet, opened: Opened, digest: str) -> None:
        self.game = game
        self.components = components
        self.opened = opened
        self.id = opened.session
        self.position = first_position(game, components, opened, digest)
        self.checkpoints = [self.position]
        self.requests: dict[str, tuple[int, str | None]] = {}
        self.updated = opened.at
        self.notes = 0
        """How many notes were written, whatever was taken back. Refusals that are told do not count."""
        self._remember(opened)

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.position.version

    @property
    def state(self) -> Any:
        """The game's state on the live line."""
        return self.position.state

    def follow(self, entry: Entry | Unreadable, digest: str, read: Read) -> None:
        """Move on over a stored entry. What cannot be applied to the table is no error: the table is lost."""
        self.move_on(self.after(self.position, entry, digest, read), entry)

    def move_on(self, position: Position, entry: Entry | Unreadable) -> None:
        """Move on over a stored entry to the position after it."""
        self.position = position
        self._remember(entry)
        self._keep_checkpoint()

    def at(self, version: int, read: Read) -> Position:
        """The session as it stood after entry `version`. Raises `NotLive` if there is no such entry."""
        if not 1 <= version <= self.version:
            raise NotLive(f"There is no entry {version}; the session stands at {self.version}.")
        if version == self.version:
            return self.position
        position = self._checkpoint(version)
        for entry in read(position.version + 1, version):
            position = self.after(position, entry, "", read)
        return position

    def after(
        self,
        position: Position,
        entry: Entry | Unreadable,
        digest: str,
        read: Read,
        apply: Apply = stored_facts,
    ) -> Position:
        """The position after the next entry of this session's log. The session stays where it is."""
        return advance(self.game, position, entry, digest, lambda to: self._back_to(to, read), apply)

    def recorded_as(self, action_id: str | None, request: str | None) -> int | None:
        """The entry that this request made before, if it did. Raises `ActionIdReused` for another body."""
        if action_id is None or action_id not in self.requests:
            return None
        number, earlier = self.requests[action_id]
        if earlier != request:
            raise ActionIdReused(action_id)
        return number

    def _back_to(self, to: int, read: Read) -> Position:
        position, way = way_to(to, self._checkpoint, read)
        for entry in way:
            position = advance_on_the_way(self.game, position, entry)
        return position

    def _checkpoint(self, number: int) -> Position:
        return next(kept for kept in reversed(self.checkpoints) if kept.version <= number)

    def _keep_checkpoint(self) -> None:
        if self.position.version - self.checkpoints[-1].version >= CHECKPOINT_EVERY:
            self.checkpoints.append(self.position)

    def _remember(self, entry: Entry | Unreadable) -> None:
        if not isinstance(entry, Unreadable):
            self.updated = entry.at
        if entry.action_id is not None:
            self.requests[entry.action_id] = (entry.number, entry.request)
        if isinstance(entry, Noted) and entry.refusal is None:
            self.notes += 1


def reveals_secret(game: Game[Any], outcome: str) -> bool:
    """Whether such a close reveals the secret of the draws by itself, and with it all that they decided."""
    return outcome == "finished" and game.opens_when_finished


def request_hash(body: Json) -> str:
    """What tells a repeated request from another one with the same id."""
    return hashlib.sha256(canonical(body)).hexdigest()
