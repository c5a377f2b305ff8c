"""Parts of a document: what is confirmed as one thing, and how two documents differ part by part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, inspect

from domain.kernel.components import content_hash
from domain.kernel.editing.changes import Add, DraftChange, Set, Take, joined, row_keys, steps_of
from domain.kernel.editing.declaration import Editing, Unit
from domain.kernel.messages import Json


def parts_of(editing: Editing, document: Mapping[str, Json]) -> dict[str, Json]:
    """The content of each part of the document, by its address, in the order of the document.

    A part is a row of a table with ids, a side of a board, or a whole section. The section's own address
    then stands for what the section holds beside its sides. A text, such as the name of the edition, is no
    part: nothing in the box could be compared with it.
    """
    found: dict[str, Json] = {}
    for section, value in document.items():
        if section not in editing.hidden and section not in _texts(editing.document):
            found |= _parts_of_section(section, value, editing.parts.get(section))
    return found


@cache
def _texts(document: type[Struct]) -> frozenset[str]:
    """The sections of a document that are texts."""
    members = {member.encode_name: member.type for member in inspect.type_info(document).fields}  # type: ignore[attr-defined]
    plain = {
        name: kind.type if isinstance(kind, inspect.Metadata) else kind for name, kind in members.items()
    }
    return frozenset(name for name, kind in plain.items() if isinstance(kind, inspect.StrType))


def _parts_of_section(section: str, value: Json, unit: Unit | None) -> dict[str, Json]:
    sides = value.get("sides") if isinstance(value, dict) else None
    if isinstance(value, list) and (unit == "row" or (unit is None and any(map(_has_id, value)))):
        return {joined([section, key]): row for key, row in zip(row_keys(value), value, strict=True)}
    if isinstance(sides, dict) and unit in ("side", None):
        rest = {member: below for member, below in value.items() if member != "sides"}
        by_side = {joined([section, "sides", side]): content for side, content in sides.items()}
        return ({joined([section]): rest} if rest else {}) | by_side
    return {joined([section]): value}


def _has_id(row: Json) -> bool:
    return isinstance(row, dict) and isinstance(row.get("id"), str)


def changes_to(
    editing: Editing, document: Mapping[str, Json], part: str, content: Json
) -> tuple[DraftChange, ...]:
    """The changes after which the part of the document has this content. A row that is missing is added."""
    now = parts_of(editing, document)
    section, *below = steps_of(part)
    if part not in now and len(below) == 1 and isinstance(document.get(section, []), list):
        return (Add(joined([section]), content),)
    if below or not isinstance(content, dict) or now.get(part, {}) == document.get(section, {}):
        return (Set(part, content),)
    # The sides of the section are parts of their own, and stay.
    gone = [Take(joined([section, member])) for member in now[part] if member not in content]
    return (*gone, *(Set(joined([section, member]), value) for member, value in content.items()))


# Ticks: the address of a part → the hash of the content that somebody compared with the box.


def ticks_of(parts: Mapping[str, Json]) -> dict[str, str]:
    """The ticks that confirm these parts as they are."""
    return {address: content_hash(content) for address, content in parts.items()}


def unconfirmed(parts: Mapping[str, Json], ticks: Mapping[str, str]) -> list[str]:
    """The sorted addresses of the parts that no tick confirms with the content that they have now."""
    return sorted(address for address, now in ticks_of(parts).items() if ticks.get(address) != now)


def attested(editing: Editing, document: Mapping[str, Json]) -> dict[str, str]:
    """Ticks for the parts that the document's list `invented` leaves out. Without the list there are none.

    An entry of the list is the address of a place, or a sentence about the sections that it begins with. A
    sentence about anything else is taken to be about the whole document.
    """
    listed = document.get("invented")
    if not isinstance(listed, list):
        return {}
    parts = parts_of(editing, document)
    # Rows and sides are named as they are, and there may be hundreds of them.
    named = {entry for entry in listed if isinstance(entry, str) and "/" in entry and entry in parts}
    others = (entry for entry in listed if not isinstance(entry, str) or entry not in named)
    places = [place for entry in others for place in _places_of(document, entry)]
    return ticks_of(
        {
            address: content
            for address, content in parts.items()
            if address not in named and not any(_concerns(place, address, content) for place in places)
        }
    )


def with_invented(
    editing: Editing, document: Mapping[str, Json], ticks: Mapping[str, str]
) -> dict[str, Json]:
    """The document with its new list `invented`: all parts that no tick confirms, sorted.

    A section without any confirmed part is listed as one. If some sides of a section are confirmed, what it
    holds beside them is listed member by member.
    """
    parts = parts_of(editing, document)
    missing = set(unconfirmed(parts, ticks))
    sections: dict[str, list[str]] = {}
    for address in parts:
        sections.setdefault(address.partition("/")[0], []).append(address)
    listed: list[str] = []
    for section, addresses in sections.items():
        if missing.issuperset(addresses):
            listed.append(section)
            continue
        if section in missing:
            listed += [f"{section}/{joined([member])}" for member in parts[section]]
        listed += [address for address in addresses if address in missing and address != section]
    return {**document, "invented": sorted(listed)}


def _places_of(document: Mapping[str, Json], entry: Json) -> list[list[str]]:
    """The places that an entry of `invented` is about, as steps; no steps are the whole document."""
    if not isinstance(entry, str):
        return [[]]
    steps = steps_of(entry)
    if steps and _is_there(document, steps):
        return [steps]
    heads = entry.partition(":")[0].split(",")
    if not (first := _section_named(document, heads[0])):
        return [[]]
    return [[first], *([other] for head in heads[1:] if (other := _section_named(document, head)))]


def _section_named(document: Mapping[str, Json], text: str) -> str | None:
    """The section whose name the text begins with, as a word of its own."""
    words = text.strip().casefold()
    spelled = {name: (name.casefold(), name.casefold().replace("_", " ")) for name in document if name}
    found = [name for name, begins in spelled.items() if words.startswith(begins)]
    ended = [name for name in found if not re.match(r"\w", words[len(name) :])]
    return max(ended, key=len, default=None)


def _is_there(value: Json, steps: list[str]) -> bool:
    for step in steps:
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step in (keys := row_keys(value)):
            value = value[keys.index(step)]
        else:
            return False
    return True


def _concerns(place: list[str], address: str, content: Json) -> bool:
    """Whether the place contains the part, or belongs to it."""
    part = steps_of(address)
    if place[: len(part)] != part[: len(place)]:
        return False
    below = place[len(part) :]
    return not below or _is_there(content, below)


# Differences of two documents.


class MemberDifference(Struct, frozen=True, omit_defaults=True):
    """One place that differs. `before` or `after` is left out where the place is missing."""

    address: str
    before: Json | UnsetType = UNSET
    after: Json | UnsetType = UNSET


class PartDifference(Struct, frozen=True):
    """A part that only one of two documents has, or that differs, with the places that differ.

    reordered: `part` is a section, and the rows that both documents have stand in another order.
    """

    part: str
    kind: Literal["added", "removed", "changed", "reordered"]
    members: tuple[MemberDifference, ...]


def differences(
    editing: Editing, before: Mapping[str, Json], after: Mapping[str, Json]
) -> tuple[PartDifference, ...]:
    """What changed from one document to the other, part by part; none where all parts are the same."""
    old, new = parts_of(editing, before), parts_of(editing, after)
    found: list[PartDifference] = []
    for part in old | new:
        if part not in new:
            found.append(PartDifference(part, "removed", (MemberDifference(part, before=old[part]),)))
        elif part not in old:
            found.append(PartDifference(part, "added", (MemberDifference(part, after=new[part]),)))
        elif members := tuple(_members(part, old[part], new[part])):
            found.append(PartDifference(part, "changed", members))
    for section in before:
        if section in after and section not in editing.hidden and joined([section]) not in old | new:
            found += _reordered(joined([section]), before[section], after[section])
    return tuple(found)


def _reordered(section: str, before: Json, after: Json) -> Iterator[PartDifference]:
    if isinstance(before, list) and isinstance(after, list):
        keys = row_keys(before), row_keys(after)
        rows = [[key for key in some if key in keys[0] and key in keys[1]] for some in keys]
        if rows[0] != rows[1]:
            yield PartDifference(section, "reordered", (MemberDifference(section, rows[0], rows[1]),))


def _members(at: str, before: Json, after: Json) -> Iterator[MemberDifference]:
    """The deepest places below `at` that tell the two values apart."""
    old, new = _members_of(before), _members_of(after)
    rows = isinstance(before, list) and isinstance(after, list)
    comparable = type(before) is type(after) and (not rows or _pairs(list(old), list(new)))
    if not comparable or not isinstance(before, dict | list):
        if type(before) is not type(after) or before != after:
            yield MemberDifference(at, before, after)
        return
    for member in old | new:
        place = f"{at}/{joined([member])}"
        if member in old and member in new:
            yield from _members(place, old[member], new[member])
        else:
            yield MemberDifference(place, old.get(member, UNSET), new.get(member, UNSET))


def _members_of(value: Json) -> dict[str, Json]:
    if isinstance(value, list):
        return dict(zip(row_keys(value), value, strict=True))
    return value if isinstance(value, dict) else {}


def _pairs(old: list[str], new: list[str]) -> bool:
    """Whether rows can be compared by their keys: those that both lists have come in the same order."""
    if old == new:
        return True
    by_id = not any(key.isdecimal() for key in (*old, *new))
    return by_id and [key for key in old if key in new] == [key for key in new if key in old]
