"""What a layout must satisfy; RULEBOOK.md lists the constraints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from domain.games.chaosmos.components.document import Document, LayoutEntry, Place
from domain.games.chaosmos.components.spaces import slot_map

CLOCK_PAIRS = 3
MOST_ASTEROID_FIELDS = 4
MOST_WORMHOLE_TILES = 6
LETTER_A_NEIGHBOURS = ("Guriwan", "Jagladak")
OUT_OF_FIRST_GAME = ("Ob", "Vorshei")


class Kind(Struct, frozen=True):
    """What a layout of this kind has (CM-106 … CM-108, CM-122). `fixed` None: either."""

    slots: int
    clock_pairs: int
    letters: frozenset[str]
    asteroids: int
    fixed: bool | None


KINDS = {
    "first_game": Kind(8, CLOCK_PAIRS, frozenset("A"), 2, True),
    "standard": Kind(10, 0, frozenset("AB"), 3, None),
    "two_player": Kind(8, CLOCK_PAIRS, frozenset("A"), 2, False),
}
"""CM-107."""


def _references(document: Document, layout: LayoutEntry) -> str | None:
    stars = [star.id for star in layout.stars]
    places = stars + [hole.id for hole in layout.wormholes]
    names = [*layout.slots, *places, *(planet.id for planet in document.planets)]
    both: tuple[Place, ...] = (*layout.stars, *layout.wormholes)
    beside = {(slot, place.id) for place in both for slot in place.slots}
    if len(set(names)) != len(names):
        return "ids of slots, planets, stars and wormholes may not collide."
    if not all(slot in layout.slots for slot, _ in beside):
        return "a star or wormhole is next to an unknown slot."
    if not all(star in stars for hole in layout.wormholes for star in hole.stars):
        return "a wormhole touches an unknown star."
    if not all(star in stars for pair in layout.clock_pairs for star in pair):
        return "a clock pair names an unknown star."
    if not all(edge in beside for field in layout.asteroids for edge in field.blocks):
        return "an asteroid field closes an unknown edge."
    planets = {planet.id for planet in document.planets}
    if layout.fixed is not None and (
        sorted(layout.fixed) != sorted(layout.slots)
        or not planets.issuperset(layout.fixed.values())
        or len(set(layout.fixed.values())) != len(layout.fixed)
    ):
        return "fixed must give each slot a planet of its own."
    return None


def _exits(document: Document, layout: LayoutEntry) -> str | None:
    beside = slot_map(layout).beside
    shut = [slot for slot in layout.slots if not any(beside[slot].values())]
    return f"{', '.join(shut)} has no exit left." if shut else None


def _letters(document: Document, layout: LayoutEntry) -> str | None:
    touching = {(star, hole.letter) for hole in layout.wormholes for star in hole.stars}
    several = [star for star, letters in Counter(star for star, _ in touching).items() if letters > 1]
    return f"{', '.join(several)} is touched by wormholes of several letters." if several else None


def _counts(document: Document, layout: LayoutEntry) -> str | None:
    paired = Counter(star for pair in layout.clock_pairs for star in pair)
    if any(times > 1 for times in paired.values()) or len(layout.clock_pairs) not in (0, CLOCK_PAIRS):
        return "there are three clock pairs or none, and a star is in one of them at most."
    if len(layout.asteroids) > MOST_ASTEROID_FIELDS or len(layout.wormholes) > MOST_WORMHOLE_TILES:
        return "there are at most four asteroid fields and six wormhole tiles."
    return None


def _kind(document: Document, layout: LayoutEntry) -> str | None:
    kind = KINDS[layout.kind]
    fits = (
        len(layout.slots) == kind.slots
        and len(layout.clock_pairs) == kind.clock_pairs
        and {hole.letter for hole in layout.wormholes} == kind.letters
        and len(layout.asteroids) == kind.asteroids
        and kind.fixed in (None, layout.fixed is not None)
    )
    if fits and layout.kind == "first_game":
        fits = _first_game(document, layout)
    return None if fits else f"this is no board of the kind {layout.kind}."


def _first_game(document: Document, layout: LayoutEntry) -> bool:
    name_of = {planet.id: planet.name for planet in document.planets}
    fixed = layout.fixed or {}
    beside_a = {name_of[fixed[slot]] for hole in layout.wormholes for slot in hole.slots}
    return beside_a.issuperset(LETTER_A_NEIGHBOURS) and not any(
        name_of[planet] in OUT_OF_FIRST_GAME for planet in fixed.values()
    )


LayoutCheck = Callable[[Document, LayoutEntry], str | None]

LAYOUT_CHECKS: tuple[tuple[str, LayoutCheck], ...] = (
    ("layout-references", _references),
    ("exits", _exits),
    ("star-letters", _letters),
    ("layout-counts", _counts),
    ("layout-kind", _kind),
)
