"""What a frozen session comes to: its table after every entry, in words that outlive new members of views.

A view may gain members in a later version. So each frozen version keeps, beside the hashes, the *members*
that its views had, as a tree; a later view is cut down to them before it is hashed. A list is one place of
the tree, under the name `""`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel import PUBLIC, TRUTH, Viewer
from domain.kernel.components import canonical
from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from domain.kernel.views import state_view
from replays.chain import Sealed
from replays.cursor import Cursor
from replays.load import Library

ITEMS = ""
DIGITS = 16
"""Of each hash: accidents are found by far fewer."""

Members = dict[str, Any]


def add_members(members: Members, value: Json) -> None:
    """Add what this value has to the members."""
    if isinstance(value, dict):
        for name, item in value.items():
            add_members(members.setdefault(name, {}), item)
    elif isinstance(value, list):
        for item in value:
            add_members(members.setdefault(ITEMS, {}), item)


def cut(value: Json, members: Members) -> Json:
    """The value without the members that are not among these."""
    if isinstance(value, dict):
        return {name: cut(item, members[name]) for name, item in value.items() if name in members}
    if isinstance(value, list):
        return [cut(item, members.get(ITEMS, {})) for item in value]
    return value


def hashed(value: Json, members: Members) -> str:
    """The hash of what the value says about these members."""
    return hashlib.sha256(canonical(cut(value, members))).hexdigest()[:DIGITS]


def as_tree(value: Any) -> Json:
    """The value as a client reads it."""
    return msgspec.json.decode(canonical(value))


class Tables:
    """A session's tables: what is true after each entry, and what everybody sees at the end."""

    def __init__(self, stored: list[Sealed], library: Library) -> None:
        self.cursor = Cursor.over(stored, library)
        self.session: Session = self.cursor.session
        self.game = self.session.game

    def truths(self) -> Iterator[tuple[Json, Json]]:
        """After each entry: the whole table, and the standing."""
        for number in range(1, self.session.version + 1):
            state = self.cursor.at(number).state
            yield as_tree(self.game.view(state, TRUTH)), as_tree(self.game.standing(state))

    def seen(self) -> dict[str, Json]:
        """At the end, what each seat sees, and everybody."""
        seats = {seat: Viewer(seat=seat) for seat in seats_of(self.session.opened)}
        eyes = {f"seat:{seat}": viewer for seat, viewer in seats.items()} | {"public": PUBLIC}
        return {
            name: as_tree(state_view(self.game, self.session.state, viewer)) for name, viewer in eyes.items()
        }
