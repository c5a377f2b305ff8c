"""Differences: what of a table is otherwise than it was told last, and where."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.messages import Json


class ToldLast:
    """What one client was told last. It is kept as it was sent: objects take ten times the room."""

    def __init__(self) -> None:
        self._sent: bytes | None = None

    def changes(self, told: Json) -> list[Json] | None:
        """`[path, value]` for each part that differs from what was told last; None where nothing was.

        From now on this is what was told last.
        """
        before, self._sent = self._sent, msgspec.json.encode(told)
        if before is None:
            return None
        after = msgspec.json.decode(self._sent)
        return [[path, value] for path, value in differences(msgspec.json.decode(before), after)]


def differences(before: Json, after: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Json, Json]]:
    """The path of each part that differs, and what is there now.

    A path is made of names and of places in lists. What has other members than before, or another length, is
    told whole: nothing is ever to be taken away. So is a list in which things with an `id` have moved: by
    their places all of them would differ. Both are JSON as it is decoded.
    """
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, part in after.items():
            yield from differences(before[name], part, (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and _ids(before) == _ids(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, (*path, place))
    elif type(before) is not type(after) or before != after:
        yield list(path), after


def _ids(things: list[Json]) -> list[Json]:
    """The `id` of each thing in the list, None where it has none."""
    return [thing.get("id") if isinstance(thing, dict) else None for thing in things]
