"""The constraints on a layout, each fault at its value; and where a board differs from those printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from domain.games.chaosmos.components.document import (
    AlienEntry,
    CardEntry,
    Document,
    LayoutEntry,
    Place,
    PlanetEntry,
    first_game_aliens,
    known,
)
from domain.kernel import counted, listed, readable

# What a constraint finds.

Found: TypeAlias = Iterator[tuple[str, ...]]
"""What is wrong: the pointer, the message, and further pointers that belong to it."""
Check = Callable[[Document], Found]
LayoutCheck = Callable[[Document, str, LayoutEntry], Found]
"""What is wrong with one layout; with the pointer to it."""
Entry: TypeAlias = CardEntry | AlienEntry | PlanetEntry | LayoutEntry | Place


def called(entry: Entry) -> str:
    """Its name; what has none goes by its id."""
    return entry.name or readable(entry.id)


def repeated(values: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Of the values with their pointers each that was there before: pointer, value, pointer to the first."""
    first: dict[str, str] = {}
    for pointer, value in values:
        if value in first:
            yield pointer, value, first[value]
        first.setdefault(value, pointer)


def repeated_member(section: str, entries: Iterable[Entry], member: str, word: str) -> Found:
    """Each entry of a section that shares a member with one before it. Several may have an empty name."""
    given = ((f"/{section}/{index}/{member}", getattr(entry, member)) for index, entry in enumerate(entries))
    for pointer, value, first in repeated(one for one in given if one[1]):
        yield pointer, f"Two {section} have the {word} {value}; each needs its own.", first


def _each_layout(check: LayoutCheck) -> Check:
    def found(document: Document) -> Found:
        for index, layout in enumerate(document.layouts):
            yield from check(document, f"/layouts/{index}", layout)

    return found


# What a layout of each kind holds.


class Kind(Struct, frozen=True):
    """The contents of a layout of this kind (CM-106 … CM-108, CM-122). `fixed` None: either.

    The deal depends on the slots (CM-114 … CM-116), the setup on `fixed`. The rest may differ: any board
    may be built (CM-122).
    """

    called: str
    slots: int
    fixed: bool | None
    clock_pairs: int
    letters: frozenset[str]
    asteroids: int


CLOCK_PAIRS = 3
MOST_WORMHOLE_TILES = 6
KINDS = {
    "first_game": Kind("the first game", 8, True, CLOCK_PAIRS, frozenset("A"), 2),
    "standard": Kind("the standard game", 10, None, 0, frozenset("AB"), 3),
    "two_player": Kind("two players", 8, False, CLOCK_PAIRS, frozenset("A"), 2),
}
"""CM-107."""
LETTER_A_NEIGHBOURS = ("Guriwan", "Jagladak")
OUT_OF_FIRST_GAME = ("Ob", "Vorshei")


def _layout_ids(document: Document) -> Found:
    if not document.layouts:
        yield "/layouts", "The set needs a board to play on; here is none."
    yield from repeated_member("layouts", document.layouts, "id", "id")


def _places(at: str, layout: LayoutEntry) -> list[tuple[str, Place]]:
    """Stars and wormholes with their pointers."""
    return [
        *((f"{at}/stars/{index}", star) for index, star in enumerate(layout.stars)),
        *((f"{at}/wormholes/{index}", hole) for index, hole in enumerate(layout.wormholes)),
    ]


def ids_on(at: str, layout: LayoutEntry) -> list[tuple[str, str]]:
    """The ids of slots, stars and wormholes, with their pointers."""
    return [
        *((f"{at}/slots/{index}", slot) for index, slot in enumerate(layout.slots)),
        *((f"{pointer}/id", place.id) for pointer, place in _places(at, layout)),
    ]


def _clashes(document: Document, at: str, layout: LayoutEntry) -> Found:
    """A space is named by the id of a planet, star or wormhole."""
    ids = [
        *((f"/planets/{index}/id", planet.id) for index, planet in enumerate(document.planets)),
        *ids_on(at, layout),
    ]
    for pointer, id, first in repeated(ids):
        if pointer.startswith("/planets"):
            continue
        message = f"On the board {called(layout)}, {id} is the id of two places; each needs its own."
        yield pointer, message, first


def _references(document: Document, at: str, layout: LayoutEntry) -> Found:
    board, places = called(layout), _places(at, layout)
    stars = {star.id for star in layout.stars}
    beside = {(slot, place.id) for _, place in places for slot in place.slots}
    yield from _clashes(document, at, layout)
    for pointer, place in places:
        for index, slot in enumerate(place.slots):
            if slot not in layout.slots:
                message = f"{called(place)} is next to {readable(slot)}, which is not a slot of {board}."
                yield f"{pointer}/slots/{index}", message
    for number, hole in enumerate(layout.wormholes):
        for index, star in enumerate(hole.stars):
            if star not in stars:
                message = f"{called(hole)} touches {readable(star)}, which is not a star of {board}."
                yield f"{at}/wormholes/{number}/stars/{index}", message
    for number, pair in enumerate(layout.clock_pairs):
        for index, star in enumerate(pair):
            if star not in stars:
                message = (
                    f"{readable(star)} lies across the clock from another, but is not a star of {board}."
                )
                yield f"{at}/clock_pairs/{number}/{index}", message
    for number, field in enumerate(layout.asteroids):
        for index, (slot, end) in enumerate(field.blocks):
            if (slot, end) not in beside:
                message = (
                    f"{readable(slot)} and {readable(end)} are not next to each other on {board}; "
                    "no asteroid field can lie between them."
                )
                yield f"{at}/asteroids/{number}/blocks/{index}", message


def _fixed(document: Document, at: str, layout: LayoutEntry) -> Found:
    board, planets = called(layout), {planet.id: planet for planet in document.planets}
    fixed = layout.fixed if layout.fixed is not None else dict.fromkeys(layout.slots, "")
    for slot, planet in fixed.items():
        if slot not in layout.slots:
            yield f"{at}/fixed/{slot}", f"{readable(slot)} has a planet, but is not a slot of {board}."
        if layout.fixed is not None and planet not in planets:
            yield f"{at}/fixed/{slot}", f"{readable(planet)} on {board} is not a planet of this set."
    empty = [(f"{at}/slots/{index}", slot) for index, slot in enumerate(layout.slots) if slot not in fixed]
    if empty:
        names = listed([readable(slot) for _, slot in empty])
        message = f"Each slot of {board} needs a planet; missing: {names}."
        yield f"{at}/fixed", message, *(pointer for pointer, _ in empty)
    placed = ((f"{at}/fixed/{slot}", planet) for slot, planet in (layout.fixed or {}).items())
    for pointer, planet, first in repeated(placed):
        message = f"{called(planets[planet]) if planet in planets else readable(planet)} is twice on {board}."
        yield pointer, message, first


def _exits(document: Document, at: str, layout: LayoutEntry) -> Found:
    """A closed edge does not count (CM-312)."""
    closed = {edge for field in layout.asteroids for edge in field.blocks}
    open_ways = {
        slot for _, place in _places(at, layout) for slot in place.slots if (slot, place.id) not in closed
    }
    for index, slot in enumerate(layout.slots):
        if slot not in open_ways:
            message = (
                f"No way leads off the slot {readable(slot)} of {called(layout)}; it needs a star or "
                "wormhole next to it without an asteroid field between."
            )
            yield f"{at}/slots/{index}", message


def _letters(document: Document, at: str, layout: LayoutEntry) -> Found:
    first: dict[str, str] = {}
    for number, hole in enumerate(layout.wormholes):
        for index, star in enumerate(hole.stars):
            letter = first.setdefault(star, hole.letter)
            if letter != hole.letter:
                message = f"{readable(star)} touches wormholes of two letters, {letter} and {hole.letter}."
                yield f"{at}/wormholes/{number}/stars/{index}", message


def _clock_pairs(document: Document, at: str, layout: LayoutEntry) -> Found:
    pairs = [
        (f"{at}/clock_pairs/{number}/{index}", star)
        for number, pair in enumerate(layout.clock_pairs)
        for index, star in enumerate(pair)
    ]
    for pointer, star, first in repeated(pairs):
        yield pointer, f"{readable(star)} can lie across the clock from one star only.", first


def _kind(document: Document, at: str, layout: LayoutEntry) -> Found:
    kind, board = KINDS[layout.kind], called(layout)
    if len(layout.slots) != kind.slots:
        message = (
            f"A board for {kind.called} has {kind.slots} planets; {board} has {len(layout.slots)} slots."
        )
        yield f"{at}/slots", message, f"{at}/kind"
    if kind.fixed is True and layout.fixed is None:
        yield f"{at}/fixed", f"On a board for {kind.called} the planets are printed; {board} has none."
    if kind.fixed is False and layout.fixed is not None:
        yield f"{at}/fixed", f"On a board for {kind.called} the planets are put at random; {board} has them."
    if layout.kind == "first_game" and layout.fixed is not None:
        aliens = {alien.id: (index, alien) for index, alien in enumerate(document.aliens)}
        for index, alien in map(aliens.__getitem__, first_game_aliens(document.aliens)):
            if alien.home not in layout.fixed.values():
                message = (
                    f"{called(alien)} is dealt in the first game, but its home, {readable(alien.home)}, "
                    f"is not on the board {board}."
                )
                yield f"{at}/fixed", message, f"/aliens/{index}/home"


# What is warned of: any board may be built (CM-122).


def _contents(document: Document, at: str, layout: LayoutEntry) -> Found:
    kind, board = KINDS[layout.kind], called(layout)
    pairs = counted(kind.clock_pairs, "pair of stars across the clock", "pairs of stars across the clock")
    for member, there, number, words in (
        ("clock_pairs", len(layout.clock_pairs), kind.clock_pairs, pairs),
        ("asteroids", len(layout.asteroids), kind.asteroids, counted(kind.asteroids, "asteroid field")),
    ):
        if there != number:
            yield f"{at}/{member}", f"The board for {kind.called} has {words}; {board} has {there}."
    letters = {hole.letter for hole in layout.wormholes}
    if letters != kind.letters:
        asked, told = listed(sorted(kind.letters)), listed(sorted(letters)) or "none"
        yield f"{at}/wormholes", f"The board for {kind.called} has wormholes {asked}; {board} has {told}."
    if len(layout.wormholes) > MOST_WORMHOLE_TILES:
        message = f"The box has {MOST_WORMHOLE_TILES} wormhole tiles; {board} has {len(layout.wormholes)}."
        yield f"{at}/wormholes", message
    if layout.kind == "first_game":
        yield from _first_board(document, at, layout)


def _first_board(document: Document, at: str, layout: LayoutEntry) -> Found:
    """CM-106."""
    fixed, board = layout.fixed or {}, called(layout)
    names = {planet.id: called(planet) for planet in document.planets}
    for slot, planet in fixed.items():
        if planet in known(document.planets, OUT_OF_FIRST_GAME):
            message = f"{names[planet]} stays in the box in the first game; it is on the board {board}."
            yield f"{at}/fixed/{slot}", message
    beside_a = {fixed.get(slot) for hole in layout.wormholes if hole.letter == "A" for slot in hole.slots}
    for planet in sorted(known(document.planets, LETTER_A_NEIGHBOURS) - beside_a):
        message = f"In the first game an A wormhole is next to {names[planet]}; on {board} it is not."
        yield f"{at}/wormholes", message


LAYOUT_CHECKS: Mapping[str, Check] = {
    "layout-ids": _layout_ids,
    "layout-references": _each_layout(_references),
    "layout-planets": _each_layout(_fixed),
    "exits": _each_layout(_exits),
    "star-letters": _each_layout(_letters),
    "clock-pairs": _each_layout(_clock_pairs),
    "layout-kind": _each_layout(_kind),
}
LAYOUT_WARNINGS: Mapping[str, Check] = {"layout-contents": _each_layout(_contents)}
