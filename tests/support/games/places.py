"""The places that a completed choice names, and whether anything happens there.

A place is named by its name (`to Ironvale`) or pointed at on the board. It occurs in a fact by its id, in
the action where a fact names it by another member, or it is printed on a thing that a fact names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeAlias

from domain.kernel import Game, Name, Naming
from tests.support.games.hints import ids_of
from tests.support.games.said_and_done import Said, Step

KINDS: Mapping[str, Collection[str]] = {
    "time_of_chaos": ("tile", "city", "era"),
    "chaosmos": ("space", "spot", "slot"),
    "first_light": ("space",),
    "order_vs_chaos": ("location",),
    "chaos_order": ("region", "border", "tunnel", "column"),
}
"""By game: the kinds of names that are names of places."""

ELSEWHERE: Mapping[str, Mapping[str, str]] = {
    "time_of_chaos": {},
    "chaosmos": {
        r"^to [A-Z].*": "the planets that lie next to a star",
        r"^Home .*, toxic .*": "what is printed on an alien",
        r"^[A-Z]\w+ on [A-Z]\w+( and .*)?$": "what is printed on an Enviro Gear",
        r"^then you may take the envelope of .*": "a later choice",
    },
    "first_light": {r"closer to the centre": "a direction"},
    "order_vs_chaos": {
        r"^next to .*": "the neighbours of a start",
        r"^in [A-Z].*": "where a hero stands",
    },
    "chaos_order": {
        r"\benergy to the supply": "where a later price goes",
        r"^next to .*": "the neighbours of a base",
        r"^leaders go to the base": "only where leaders fought",
        r"^.*: both plans are locked in": "where the battle is",
    },
}
"""By game: phrases that name places where nothing happens, and why."""


def unreached(game: Game[Any], naming: Naming, step: Step, told: Said) -> list[str]:
    """The places that the choice names or points at and that nothing which happens names."""
    reached = reached_by(game, naming, step)
    named = [
        f"{name} of {text!r}"
        for text in (*told.labels, *told.hints)
        for clause in text.split("; ")
        for name, ids in places_in(game, naming, clause)
        if reached.isdisjoint(ids)
    ]
    called = {*reached, *map(naming.name, reached)}
    pointed = [
        f"{id} of {label!r}" for label, id in told.stands if not called & {*parts_of(id), naming.name(id)}
    ]
    return [*named, *pointed]


def places_in(game: Game[Any], naming: Naming, text: str) -> Iterator[tuple[str, Collection[str]]]:
    """The places that a text names, where something happens, with every id that bears the name."""
    for phrase in ELSEWHERE.get(game.key, ()):
        text = re.sub(phrase, "", text)
    named, pattern = known_places(game, naming)
    if named:
        for name in pattern.findall(text):
            yield name, named[name]


def reached_by(game: Game[Any], naming: Naming, step: Step) -> set[str]:
    """The ids that facts and action name, with their parts and the places that are printed on them."""
    named = {*ids_of([dict(fact) for fact in step.facts]), *ids_of(step.action)}
    printed = {known.place for id in named if (known := naming.components.get(id)) and known.place}
    return {part for id in {*named, *printed, *BESIDES.get(game.key, nowhere)(step)} for part in parts_of(id)}


def parts_of(id: str) -> Iterator[str]:
    """`hand:north:ion_cannon:1` and each run of its parts."""
    parts = id.split(":")
    for least in range(len(parts)):
        for most in range(least, len(parts)):
            yield ":".join(parts[least : most + 1])


Known: TypeAlias = tuple[Mapping[str, Collection[str]], re.Pattern[str]]
_KNOWN: dict[tuple[str, int], tuple[Mapping[str, Name], Known]] = {}
"""By title and identity of the names, which stays taken as long as the names are here."""


def known_places(game: Game[Any], naming: Naming) -> Known:
    """The names of the places of a component set with their ids, and what matches any of them."""
    key = (game.key, id(naming.components))
    if key not in _KNOWN:
        named = names_of_places(naming, KINDS.get(game.key, frozenset()))
        longest_first = map(re.escape, sorted(named, key=len, reverse=True))
        _KNOWN[key] = (naming.components, (named, re.compile(rf"\b(?:{'|'.join(longest_first)})\b")))
    return _KNOWN[key][1]


def names_of_places(naming: Naming, kinds: Collection[str]) -> Mapping[str, Collection[str]]:
    """By name: the ids of the places that bear it."""
    found: dict[str, set[str]] = {}
    for id, known in naming.components.items():
        if known.kind in kinds:
            found.setdefault(known.name, set()).add(id)
    return found


def nowhere(step: Step) -> Iterator[str]:
    """Facts and action name all of it."""
    return iter(())


def in_first_light(step: Step) -> Iterator[str]:
    """The stack that a tile is taken from."""
    for fact in step.facts:
        if fact["fact"] == "tile_taken":
            yield f"{fact['kind']}_stack:{fact['stack']}"


def in_chaos_order(step: Step) -> Iterator[str]:
    """The column of a track that a research marker came to, and the sectors of the Recruit board."""
    for fact in step.facts:
        match fact:
            case {"fact": "research_advanced", "track": track, "column": column}:
                yield f"{track}:{column}"
            case {"fact": "units_moved", "origin": origin, "target": target}:
                yield from (str(origin), str(target))


BESIDES: Mapping[str, Callable[[Step], Iterator[str]]] = {
    "first_light": in_first_light,
    "chaos_order": in_chaos_order,
}
"""By game: places that facts name in parts."""
