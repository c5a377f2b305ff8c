"""Fighters, dice and places in sentences of the log, which has no view: what a message tells of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.components.box import Box
from domain.games.order_vs_chaos.components.document import ArchEnemy, Monster
from domain.games.order_vs_chaos.state import ARCH_UNIT, seat_of_hero_unit
from domain.games.order_vs_chaos.words.names import FACES, box_of, place
from domain.kernel import Json, Naming, Run, Says, capitalized, listed, listed_runs

Message = Mapping[str, Json]


def fighter(naming: Naming, unit: str, *, attack: str = "", type: str = "", first: bool = False) -> Run:
    """A unit of a battle by what is known of it: `Red`, `the Hellion`, `White’s Hellion`, `the arch enemy`.

    attack: one of its attacks or abilities. first: it begins the sentence.
    """
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        return naming.seat(seat)
    name = naming.name(type) if type else _owner(box_of(naming), attack)
    if unit == ARCH_UNIT:
        return Run(_begun(f"the {name or 'arch enemy'}", first))
    at = unit.partition(":")[2]
    if at in naming.seats:
        return Run(f"{naming.seat(at).text}’s {name or 'monster'}", seat=at)
    return Run(_begun(f"the {name or 'monster'}", first), place=at or None)


def _begun(text: str, first: bool) -> str:
    return capitalized(text) if first else text


def _owner(box: Box, source: str) -> str:
    """Whose attack or ability it is that no hero can own."""
    for one in enemies(box):
        if source in {attack.id for attack in one.attacks} | {ability.id for ability in one.abilities}:
            return one.name
    return ""


def enemies(box: Box) -> Sequence[Monster | ArchEnemy]:
    """The fighters of Chaos that no seat plays as its hero."""
    return (*box.document.monsters, *box.document.arch_enemies)


def fighters(naming: Naming, units: Sequence[str]) -> Says:
    """Several of them."""
    return listed_runs([fighter(naming, unit) for unit in units])


def seats(naming: Naming, ids: Sequence[str]) -> Says:
    """Seats, listed."""
    return listed_runs([naming.seat(id) for id in ids])


def shown(dice: Sequence[str]) -> str:
    """Dice from left to right: `3, blue and yellow`."""
    return listed([FACES.get(face, face) for face in dice]) or "no dice"


NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def nth(index: int) -> str:
    """A die by its place from the left: `third`, for 2."""
    return NUMBERS[index] if index < len(NUMBERS) else f"{index + 1}th"


def somewhere(naming: Naming, location: str | None) -> Says:
    """` in Chicago`; nothing before the arch enemy, where no place is named."""
    return (" in ", place(naming, location)) if location is not None else ()


def fact(facts: Sequence[Message], tag: str) -> Message:
    """The first fact of that type."""
    return next(one for one in facts if one["fact"] == tag)


def found(facts: Sequence[Message], tag: str) -> Message | None:
    """The first fact of that type, if there is one."""
    return next((one for one in facts if one["fact"] == tag), None)
