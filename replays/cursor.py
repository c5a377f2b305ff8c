"""A cursor over a recorded session: any position, one entry on or back, and what changed between two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.engine.entries import Entry, UnreadableEntry, unseal
from domain.kernel.engine.views import state_view
from domain.kernel.game import Standing
from domain.kernel.messages import TRUTH, Json, Viewer
from domain.kernel.session import Session, Snapshot, live_numbers
from replays.chain import Sealed
from replays.library import Library, begin


class ViewDifference(Struct, frozen=True, omit_defaults=True):
    """One difference between two tables; `path` is a JSON pointer (RFC 6901) into their views."""

    op: Literal["add", "remove", "replace"]
    path: str
    before: Json = None
    after: Json = None


class Cursor:
    """A place in a session's log. It begins at the last entry.

    Positions that a retraction took back can be visited as well: the log as it was at entry n.
    """

    def __init__(self, session: Session, entries: Sequence[Entry]) -> None:
        self.session = session
        self.entries = entries
        self.position = session.position

    @classmethod
    def over(cls, stored: Sequence[Sealed], library: Library) -> Cursor:
        """A cursor over a stored log.

        Raises `UnreadableEntry`, `UnknownGame`, `UnknownComponentSet`.
        """
        session = begin(library, stored[0])  # type: ignore[arg-type]
        game = session.game
        entries: list[Entry] = [unseal(game, entry.topic, entry.body) for entry in stored]
        for entry, sealed in zip(entries[1:], stored[1:], strict=True):
            session.follow(entry, sealed.digest, lambda first, last: entries[first - 1 : last])
        if (lost := session.position.lost) is not None:
            raise UnreadableEntry(f"entry {lost.entry} cannot be followed: {lost.reason}")
        return cls(session, entries)

    @property
    def number(self) -> int:
        """The number of the entry that the cursor is after."""
        return self.position.version

    @property
    def entry(self) -> Entry:
        """The entry that led here."""
        return self.entries[self.number - 1]

    @property
    def state(self) -> Any:
        """The table."""
        return self.position.state

    @property
    def standing(self) -> Standing:
        """The standing."""
        return self.session.game.standing(self.state)

    @property
    def live(self) -> list[int]:
        """The live entries, as of this position."""
        return live_numbers(self.position.live)

    def at(self, number: int) -> Snapshot:
        """Go to the table after entry `number`. Raises `NotLive` if there is no such entry."""
        self.position = self.session.at(number, self._read)
        return self.position

    def step(self) -> Snapshot | None:
        """One entry on; None, without a move, at the end."""
        if self.number == self.session.version:
            return None
        following = self.entries[self.number]
        self.position = self.session.after(self.position, following, "", self._read)
        return self.position

    def back(self) -> Snapshot | None:
        """One entry back; None, without a move, at the opening."""
        return self.at(self.number - 1) if self.number > 1 else None

    def view(self, viewer: Viewer = TRUTH) -> Json:
        """The table here, as the viewer may see it."""
        return state_view(self.session.game, self.state, viewer)

    def diff(self, earlier: int, later: int, viewer: Viewer = TRUTH) -> list[ViewDifference]:
        """The differences between the views after two entries. The cursor does not move."""
        game = self.session.game
        before = state_view(game, self.session.at(earlier, self._read).state, viewer)
        after = state_view(game, self.session.at(later, self._read).state, viewer)
        return list(differences(before, after))

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]


def differences(before: Json, after: Json, path: str = "") -> Iterator[ViewDifference]:
    """Yield the changes from one JSON value to the other; lists are compared item by item."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _member(before, after, key, f"{path}/{_escaped(key)}")
    elif isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            place = f"{path}/{index}"
            if index >= len(after):
                yield ViewDifference("remove", place, before=before[index])
            elif index >= len(before):
                yield ViewDifference("add", place, after=after[index])
            else:
                yield from differences(before[index], after[index], place)
    elif before != after or type(before) is not type(after):
        yield ViewDifference("replace", path, before, after)


def _member(before: dict[str, Json], after: dict[str, Json], key: str, path: str) -> Iterator[ViewDifference]:
    if key not in after:
        yield ViewDifference("remove", path, before=before[key])
    elif key not in before:
        yield ViewDifference("add", path, after=after[key])
    else:
        yield from differences(before[key], after[key], path)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
