"""What a frozen session comes to: its table after every entry, in words that outlive new members of views.

A view may gain members in a later version. So each frozen version keeps, beside the hashes, the *members*
that its views had, as a tree; a later view is cut down to them before it is hashed. A list is one place of
the tree, under the name `""`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.kernel import PUBLIC, TRUTH, Viewer
from domain.kernel.components import canonical
from domain.kernel.engine.views import state_view
from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from replays.chain import Sealed
from replays.cursor import Cursor
from replays.library import Library
from tests.support.frozen.former_words import standing_of, words_of

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


def as_it_is(view: Json, state: Any) -> Json:
    """A view in today's words."""
    return view


class Tables:
    """A session's tables: what is true after each entry, and what everybody sees at the end.

    `version`: in whose words they are told; today's without it.
    """

    def __init__(self, stored: list[Sealed], library: Library, version: str = "") -> None:
        self.stored = stored
        self.cursor = Cursor.over(stored, library)
        self.session: Session = self.cursor.session
        self.game = self.session.game
        self.version = version
        self.words: Callable[[Json, Any], Json] = words_of(version).get(self.game.key, as_it_is)

    def truths(self) -> Iterator[tuple[Json, Json]]:
        """After each entry: the whole table, and the standing."""
        for number in range(1, self.session.version + 1):
            state = self.cursor.at(number).state
            shown = self.words(self.game.view(state, TRUTH), state)
            yield self._told(as_tree(shown)), self._standing(as_tree(self.game.standing(state)))

    def seen(self) -> dict[str, Json]:
        """At the end, what each seat sees, and everybody."""
        seats = {seat: Viewer(seat=seat) for seat in seats_of(self.session.opened)}
        eyes = {f"seat:{seat}": viewer for seat, viewer in seats.items()} | {"public": PUBLIC}
        state = self.session.state
        return {
            name: self._told(as_tree(self.words(state_view(self.game, state, viewer), state)))
            for name, viewer in eyes.items()
        }

    def _standing(self, standing: Json) -> Json:
        return standing_of(self.version, self.game.key, standing)

    def _told(self, view: Json) -> Json:
        standing = view.get("standing")
        return view if standing is None else view | {"standing": self._standing(standing)}
