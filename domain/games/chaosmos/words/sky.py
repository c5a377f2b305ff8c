"""What slots, stars and wormholes are called: most have no name of their own.

Stars are numbered, with a C those that lie across the clock from each other; wormholes go by their letter.
Merged ones have one name (CM-302 … CM-304) unless the set names both; layouts that use an id alike give it
the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.components.spaces import SlotMap
from domain.kernel import ComponentSet, Json, Name, told_of


def slot_names(document: Json) -> dict[str, Name]:
    """`Slot 3`: where a planet is put."""
    names: dict[str, Name] = {}
    for layout in document["layouts"]:
        for number, slot in enumerate(layout["slots"], 1):
            names.setdefault(slot, Name("slot", f"Slot {number}"))
    return names


def space_names(components: ComponentSet) -> dict[str, Name]:
    """Every star and wormhole of all layouts; what layouts use differently gets a number of its own.

    Where the set itself names it differently in them, it has all these names.
    What is merged with another is of the kind `spot` but for the one that names the space, so that a form
    lists each space once.
    """
    told: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    named: set[str] = set()
    for layout in components.document["layouts"]:
        for place in (*layout["stars"], *layout["wormholes"]):
            name, text = told_of(place)
            named |= {place["id"]} if name else set()
            texts[place["id"]] = texts.get(place["id"]) or text
        for id, name in _of_a_layout(layout, components.box.layouts[layout["id"]].map):
            told.setdefault(id, []).append(name)
    spaces = {space for layout in components.box.layouts.values() for space in layout.map.space_of.values()}
    fresh = len(told)
    names: dict[str, Name] = {}
    for id, known in told.items():
        name = " or ".join(dict.fromkeys(known))
        if name != known[0] and id not in named:
            fresh += 1
            name = f"Star {fresh}"
        names[id] = Name("space" if id in spaces else "spot", name, texts.get(id, ""), place=id)
    return names


def _of_a_layout(layout: Json, slots: SlotMap) -> Iterator[tuple[str, str]]:
    spaces = slots.space_of
    letters: dict[str, set[str]] = {}
    for hole in layout["wormholes"]:
        letters.setdefault(spaces[hole["id"]], set()).add(hole["letter"])
    own = {place["id"]: told_of(place)[0] for place in (*layout["stars"], *layout["wormholes"])}
    names: dict[str, str] = {}
    crossings = stars = 0
    for id, space in spaces.items():
        if space in letters:
            names.setdefault(space, f"Wormhole {'/'.join(sorted(letters[space]))}")
        elif space in slots.clock_sides and space not in names:
            crossings += 1
            names[space] = f"Star C{crossings}"
        elif space not in names:
            stars += 1
            names[space] = f"Star {stars}"
        yield id, own.get(id) or own[space] or names[space]
