"""Component sets, immutable and named by the hash of their content; and the seats clockwise."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from domain.kernel.messages import Json

# Component sets: one physical edition of a game's box, immutable, named by the hash of its content.

LARGEST_NUMBER = 1_000
"""No box holds more of anything; what is a length or a count at the table stays small by it."""

MOST_FAULTS = 100
"""The most numbers that are reported as too large."""

ThingName = Annotated[str, Meta(max_length=80)]
"""The name of a thing of the set; empty: it goes by its id."""

ThingText = Annotated[str, Meta(max_length=2_000)]
"""The text printed on a thing of the set."""


class ComponentFault(Struct, frozen=True):
    """One way in which a document is not a valid component set.

    message: for a person, in the game's words: what is asked and what is there. pointer: JSON pointer to the
    value, or to the row or list where several values together are wrong. others: further places that belong
    to it.
    """

    constraint: str
    message: str
    pointer: str = ""
    others: tuple[str, ...] = ()


class InvalidComponents(Exception):
    """The document breaks constraints of the rules file; `faults` names each."""

    def __init__(self, faults: Sequence[ComponentFault]) -> None:
        super().__init__("; ".join(f"{fault.constraint}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)


class ComponentSet(Struct, frozen=True):
    """A validated document with its name. `box` is the game's own typed reading of it."""

    hash: str
    game: str
    document: Mapping[str, Json]
    box: Any
    warnings: tuple[ComponentFault, ...] = ()

    @property
    def invented(self) -> tuple[str, ...]:
        """The parts that the publisher has not attested; every interface labels them as invented."""
        return tuple(self.document.get("invented", ()))


def oversized(document: Json) -> list[ComponentFault]:
    """A fault for each number in the document that no box can hold, with its JSON pointer.

    Only the first hundred are reported, so that a document full of such numbers makes no list as long.
    """
    if not _holds_oversized(document):
        return []
    message = f"Numbers must be between -{LARGEST_NUMBER} and {LARGEST_NUMBER}."
    found = islice(_oversized(document), MOST_FAULTS)
    return [ComponentFault("numbers", message, f"/{pointer}" if pointer else "") for pointer in found]


def _holds_oversized(value: Json) -> bool:
    """Whether any is too large: sets hold thousands of values, and hardly ever one of those."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            continue
        if isinstance(value, dict | Mapping):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            return True
    return False


def _oversized(value: Json) -> Iterator[str]:
    """The way to each number that is too large. It is put together for those alone."""
    if isinstance(value, Mapping):
        below: Iterable[tuple[Any, Json]] = value.items()
    elif isinstance(value, list | tuple):
        below = enumerate(value)
    else:
        if isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            yield ""
        return
    for key, item in below:
        for further in _oversized(item):
            yield f"{key}/{further}" if further else str(key)


def told_of(thing: Mapping[str, Json]) -> tuple[str, str]:
    """The name and the text of a thing of a document; empty where it has none that is one."""
    return _told(thing.get("name"), ThingName), _told(thing.get("text"), ThingText)


def _told(value: Json, kind: Any) -> str:
    try:
        return str(msgspec.convert(value, kind))
    except msgspec.ValidationError:
        return ""


def canonical(value: Json) -> bytes:
    """The one spelling of a JSON value that hashes are taken of: sorted keys, no white space, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def in_order(value: Json) -> Json:
    """The value with the members of every mapping in the order of their canonical spelling."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value, key=str)}
    return type(value)(map(in_order, value)) if type(value) in (list, tuple) else value


def content_hash(document: Json) -> str:
    """SHA-256 of the canonical document, in hex: the name of a component set."""
    return hashlib.sha256(canonical(document)).hexdigest()


def same_things(before: Json, after: Json) -> bool:
    """Whether two documents have the same things with ids, in the same order at the same places.

    Whatever draws, hands and the log name is the same in both.
    """
    if before == after:
        return True
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return all(same_things(before.get(key), after.get(key)) for key in {**before, **after})
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        pairs = zip_longest(before, after)
        return _ids_of(before) == _ids_of(after) and all(same_things(*pair) for pair in pairs)
    return not _has_ids(before) and not _has_ids(after)


def _ids_of(rows: Sequence[Json]) -> list[Json]:
    """The id of each row; nothing where none has one."""
    ids = [row.get("id") if isinstance(row, Mapping) else None for row in rows]
    return ids if any(id is not None for id in ids) else []


def _has_ids(value: Json) -> bool:
    """Whether a list with ids is anywhere in it."""
    if isinstance(value, Mapping):
        return any(map(_has_ids, value.values()))
    return isinstance(value, list | tuple) and (bool(_ids_of(value)) or any(map(_has_ids, value)))


# Around the table, as seen from one seat. A game lists its seats clockwise.


def clockwise_from(seats: Iterable[str], seat: str) -> tuple[str, ...]:
    """All seats clockwise, beginning with `seat`. Raises `ValueError` if nobody sits there."""
    around = tuple(seats)
    place = around.index(seat)
    return around[place:] + around[:place]


def left_of(seats: Iterable[str], seat: str) -> str:
    """The next seat clockwise: alone at the table, `seat`. Raises `ValueError` if nobody sits there."""
    around = clockwise_from(seats, seat)
    return around[1 % len(around)]
