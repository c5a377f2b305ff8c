"""Recorded games as lines: the first opens the session, every further one is an action.

The format of `replays/recorded_games/`, of `tablelog record` and of `tablelog replay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.chance import Undeclarable, keyed_draws
from domain.kernel.engine.entries import NOT_JSON, RecordedBy, StoredEntry
from domain.kernel.messages import Json
from domain.kernel.rejection import Rejected
from domain.kernel.session import NotComputable, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.library import Library

NO_SESSION = str(UUID(int=0))
NO_SECRET = bytes(32)
NO_TIME = "1970-01-01T00:00:00Z"


class UnreadableLine(Exception):
    """A line is not a JSON object, or the rules reject it; the message names the line."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number


class RecordedGame(Struct, frozen=True):
    """An opening (`game`, `component_set`, `seats`, `options` …) and actions, as they were requested."""

    opening: dict[str, Json]
    actions: tuple[dict[str, Json], ...]
    lines: tuple[int, ...] = ()
    """Where opening and actions stand; empty: one below the other from the first line on."""

    def line_of(self, action: int) -> int:
        """The line of this action, counted from 0; that of the opening for -1."""
        return self.lines[action + 1] if self.lines else action + 2


def read_recorded(data: bytes) -> RecordedGame:
    """The game in these lines. Raises `UnreadableLine`."""
    lines: list[dict[str, Json]] = []
    numbers: list[int] = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            lines.append(msgspec.json.decode(line, type=dict[str, Any]))
            numbers.append(number)
        except NOT_JSON as error:
            raise UnreadableLine(number, f"this is not a JSON object: {error}") from error
    if not lines:
        raise UnreadableLine(1, "it is empty")
    if "game" not in lines[0]:
        raise UnreadableLine(numbers[0], "the first line must open the session and name its game")
    return RecordedGame(lines[0], tuple(lines[1:]), tuple(numbers))


def as_log(recorded: RecordedGame, library: Library) -> Sequence[StoredEntry]:
    """The log that recording the game makes, in memory: without times, its secret known to all.

    Nobody is promised that its outcomes were drawn, so they may be declared unless the opening forbids it.
    Raises `UnreadableLine` where the rules or the shapes of the game refuse a line, `UnknownGame`,
    `UnknownComponentSet`.
    """
    game = library.game(recorded.opening["game"])
    components = library.component_set(recorded.opening.get("component_set", "demo"), game.key)
    known = {
        name: value for name, value in recorded.opening.items() if name in OpeningRequest.__struct_fields__
    }
    known.setdefault("may_declare", True)
    stamp = Stamp(at=NO_TIME, by=RecordedBy("scribe"), salt="")
    number = -1
    try:
        request = msgspec.convert(known, OpeningRequest)
        session, opened, first = open_session(game, components, request, NO_SESSION, NO_SECRET, stamp)
        work = UnitOfWork(session, lambda first, last: [opened][first - 1 : last])
        below = keyed_draws(NO_SECRET, NO_SESSION) if request.chance == "drawn" else None
        for number, action in enumerate(recorded.actions):  # noqa: B007
            work.record(action, stamp, below)
    except (Rejected, Undeclarable, NotComputable, msgspec.ValidationError) as error:
        raise UnreadableLine(recorded.line_of(number), str(error)) from error
    return [first, *work.stored]
