"""Changes of a draft document: places by ids, changes that share what they leave alone, and their undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.kernel.components import canonical
from domain.kernel.messages import Json

Address: TypeAlias = Annotated[str, Meta(max_length=500)]
"""Members joined by `/`, with `~0` for `~` and `~1` for `/` as in JSON pointers: `items/lamp/cost/water`.

A row of a list is named by its `id`. It is named by its index if it has no id, if another row of the list
has the same one, or if the id consists of digits.
"""

Row: TypeAlias = Annotated[str, Meta(max_length=200)]


class Set(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="set"):
    """Give a member or a row this value. A member may be new; a row keeps its id or takes a free one."""

    at: Address
    value: Json


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    """Remove a member or a row. The id of a row cannot be removed."""

    at: Address


class Add(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="add"):
    """Put a row into the list at `at`, before the row of this id or index, or at the end.

    A list that the document leaves out is empty, and is made.
    """

    at: Address
    value: Json
    before: Row | int | None = None


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="move"):
    """Move a row of a list before the row of this id or index, or to the end."""

    at: Address
    before: Row | int | None = None


DraftChange: TypeAlias = Set | Take | Add | Move


class BadChange(Exception):
    """A change that this document cannot take. `index`: which of the changes it is, from 0."""

    def __init__(self, at: str, reason: str, index: int = 0) -> None:
        super().__init__(f"{at}: {reason}")
        self.at, self.reason, self.index = at, reason, index


# Places: what an address names, and its JSON pointer.


def steps_of(path: str) -> list[str]:
    """The members of an address, without escapes."""
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")] if path else []


def joined(steps: Iterable[str | int]) -> str:
    """The address of these members, escaped."""
    return "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def row_keys(rows: Sequence[Json]) -> list[str]:
    """How an address names each row of a list."""
    ids = [_id_of(row) for row in rows]
    found = Counter(ids)
    return [
        id if id and found[id] == 1 and not id.isdecimal() else str(index) for index, id in enumerate(ids)
    ]


def pointer_of(document: Json, at: Address) -> str:
    """The JSON pointer to the place at this address. Its last member may be missing.

    Raises `BadChange` where the place is not there.
    """
    found: list[str | int] = []
    steps = steps_of(at)
    for number, step in enumerate(steps):
        if isinstance(document, dict) and (step in document or number == len(steps) - 1):
            found.append(step)
            document = document.get(step)
        elif isinstance(document, list):
            index = _index(document, step, joined(steps[: number + 1]))
            found.append(index)
            document = document[index]
        else:
            raise _not_there(steps[: number + 1])
    return "".join(f"/{joined([step])}" for step in found)


def address_of(document: Json, pointer: str) -> str:
    """The address of the place at this JSON pointer. Missing places are named as in the pointer."""
    found: list[str] = []
    for step in steps_of(pointer.removeprefix("/")):
        if isinstance(document, dict):
            found.append(step)
            document = document.get(step)
        elif isinstance(document, list) and step in (indices := [str(i) for i in range(len(document))]):
            found.append(row_keys(document)[indices.index(step)])
            document = document[indices.index(step)]
        else:
            found.append(step)
            document = None
    return joined(found)


def _id_of(row: Json) -> str | None:
    id = row.get("id") if isinstance(row, dict) else None
    return id if isinstance(id, str) else None


def _index(rows: Sequence[Json], row: str | int, at: str) -> int:
    if isinstance(row, int):
        if 0 <= row < len(rows):
            return row
    elif row.isdecimal():
        if row in (keys := row_keys(rows)):
            return keys.index(row)
    elif len(found := [index for index, one in enumerate(rows) if _id_of(one) == row]) == 1 and row:
        return found[0]
    if any(_id_of(one) == row for one in rows):
        raise BadChange(at, f"The id “{row}” does not name one row here. Use the index of the row.")
    raise BadChange(at, f"There is no row “{row}” in this list.")


def _not_there(steps: Sequence[str]) -> BadChange:
    return BadChange(joined(steps), "This place is not in the document.")


def place_of(change: DraftChange) -> Address:
    """The place that a change touches: a row that comes or goes by its id, else the list that it moves."""
    if isinstance(change, Set):
        return change.at
    if isinstance(change, Add):
        id = _id_of(change.value)
        return change.at if not id or id.isdecimal() else f"{change.at}/{joined([id])}"
    above, _, last = change.at.rpartition("/")
    return above if last.isdecimal() else change.at


# Changes: only what lies above the changed place is copied.


def changed(document: Json, changes: Iterable[DraftChange]) -> Json:
    """The document after these changes; the given one stays as it is, and both share what is unchanged.

    Raises `BadChange` for the first change that it cannot take.
    """
    for index, change in enumerate(changes):
        document = _after(document, change, index)
    return document


def undo_of(document: Json, changes: Iterable[DraftChange]) -> tuple[DraftChange, ...]:
    """The changes that make the changed document this one again. Raises `BadChange` as `changed` does."""
    undone: list[DraftChange] = []
    for index, change in enumerate(changes):
        after = _after(document, change, index)
        undone.append(_undo(document, change, after))
        document = after
    return tuple(reversed(undone))


def between(before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[DraftChange, ...]:
    """Changes that make one document the other: members and rows that differ, one by one."""
    return tuple(_between((), before, after))


def _between(
    above: tuple[str, ...], before: Mapping[str, Json], after: Mapping[str, Json]
) -> Iterator[DraftChange]:
    for member in before:
        if member not in after:
            yield Take(joined([*above, member]))
    for member, value in after.items():
        here, was = (*above, member), before.get(member)
        if member in before and was is value:
            continue  # both share it, so nothing in it differs
        if member in before and isinstance(was, dict) and isinstance(value, dict):
            yield from _between(here, was, value)
        elif isinstance(was, list) and isinstance(value, list) and _alike(was, value):
            keyed = (dict(zip(row_keys(rows), rows, strict=True)) for rows in (was, value))
            yield from _between(here, *keyed)
        elif member not in before or canonical(was) != canonical(value):
            yield Set(joined(here), value)


def _alike(before: Sequence[Json], after: Sequence[Json]) -> bool:
    """Whether both are lists of the same rows by their ids, in the same order."""
    keys = row_keys(before)
    return keys == row_keys(after) and not any(key.isdecimal() for key in keys)


def _after(document: Json, change: DraftChange, index: int = 0) -> Json:
    try:
        return _changed(document, change)
    except BadChange as bad:
        raise BadChange(bad.at, bad.reason, index) from None


def _changed(document: Json, change: DraftChange) -> Json:
    steps = steps_of(change.at)
    if not steps:
        raise BadChange(change.at, "Name a place inside the document.")
    holders = [document]
    for number, step in enumerate(steps[:-1], 1):
        holders.append(_below(holders[-1], step, steps[:number]))
    value = _edited(holders.pop(), steps[-1], change)
    for holder, step in zip(reversed(holders), steps[-2::-1], strict=True):
        value = _with(holder, step, value, change.at)
    return value


def _edited(holder: Json, step: str, change: DraftChange) -> Json:
    """The object or list that holds the place, after the change."""
    if not isinstance(holder, dict | list):
        raise _not_there(steps_of(change.at))
    if isinstance(change, Set):
        return _with(holder, step, change.value, change.at)
    if isinstance(change, Add):
        rows = holder.get(step, []) if isinstance(holder, dict) else _below(holder, step, steps_of(change.at))
        return _with(holder, step, _grown(rows, change), change.at)
    if isinstance(holder, list):
        index = _index(holder, step, change.at)
        rest = [*holder[:index], *holder[index + 1 :]]
        if isinstance(change, Take):
            return rest
        to = _moved_to(holder, index, change)
        return [*rest[:to], holder[index], *rest[to:]]
    _below(holder, step, steps_of(change.at))
    if isinstance(change, Move):
        raise BadChange(change.at, "Only a row of a list can be moved.")
    return {member: value for member, value in holder.items() if member != step}


def _below(holder: Json, step: str, steps: Sequence[str]) -> Json:
    if isinstance(holder, dict) and step in holder:
        return holder[step]
    if isinstance(holder, list):
        return holder[_index(holder, step, joined(steps))]
    raise _not_there(steps)


def _with(holder: Json, step: str, value: Json, at: str) -> Json:
    """The holder with this value at the step. No row loses its id or takes that of another."""
    if isinstance(holder, dict):
        return {**holder, step: value}
    index = _index(holder, step, at)
    if (id := _id_of(value)) != _id_of(holder[index]):
        _need_free(holder, id, at)
    return [*holder[:index], value, *holder[index + 1 :]]


def _grown(rows: Json, change: Add) -> Json:
    if not isinstance(rows, list):
        raise BadChange(change.at, "Rows can only be added to a list.")
    if (id := _id_of(change.value)) is not None:
        _need_free(rows, id, change.at)
    to = _position(rows, change.before, change.at)
    return [*rows[:to], change.value, *rows[to:]]


def _need_free(rows: Sequence[Json], id: str | None, at: str) -> None:
    if not id:
        raise BadChange(at, "The row needs an id: a text of at least one character.")
    if any(_id_of(row) == id for row in rows):
        raise BadChange(at, f"The list already has a row with the id “{id}”.")


def _position(rows: Sequence[Json], before: str | int | None, at: str) -> int:
    return len(rows) if before is None else _index(rows, before, at)


def _moved_to(rows: Sequence[Json], index: int, change: Move) -> int:
    """The index that the row at `index` has after the move."""
    to = _position(rows, change.before, change.at)
    return to - (index < to)


def _undo(before: Json, change: DraftChange, after: Json) -> DraftChange:
    """The change that leads back. It sets the whole section where several rows have one id."""
    undo = _opposite(before, change, after)
    try:
        if _changed(after, undo) == before:
            return undo
    except BadChange:
        pass
    section = steps_of(change.at)[0]
    at = joined([section])
    return Set(at, before[section]) if section in before else Take(at)


def _opposite(before: Json, change: DraftChange, after: Json) -> DraftChange:
    *above, last = steps_of(change.at)
    holder = _at(before, above)
    if isinstance(change, Add):
        if isinstance(holder, dict) and last not in holder:
            return Take(change.at)
        index = _position(_at(before, [*above, last]), change.before, change.at)
        return Take(joined([*above, last, str(_key(_at(after, [*above, last]), index))]))
    if isinstance(holder, dict):
        if last not in holder:
            return Take(change.at)
        return Set(address_of(after, pointer_of(before, change.at)), holder[last])
    index, rows = _index(holder, last, change.at), _at(after, above)
    if isinstance(change, Take):
        return Add(joined(above), holder[index], _key(rows, index))
    if isinstance(change, Set):
        return Set(joined([*above, str(_key(rows, index))]), holder[index])
    to = _moved_to(holder, index, change)
    return Move(joined([*above, str(_key(rows, to))]), _key(rows, index + (to <= index)))


def _at(document: Json, steps: Sequence[str]) -> Json:
    for number, step in enumerate(steps, 1):
        document = _below(document, step, steps[:number])
    return document


def _key(rows: Sequence[Json], index: int) -> str | None:
    """How an address names the row at this index; None after the last."""
    return row_keys(rows)[index] if index < len(rows) else None
