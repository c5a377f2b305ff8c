"""Who may open a session, and with which boards. FL-101..106, 114, 123, 401."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.state import AI, DEAL, OPEN_CHOICE, Options, SeatSetup
from domain.kernel import ComponentSet, check

MOST_BASES = 4
"""FL-101: four Research Bases, one of which the AI takes."""


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The rules of the opening, in the order of the rules file."""
    box: Box = components.box
    document = box.document
    humans = len(seats)
    with_ai = options.ai_opponent is not None
    check(
        1 <= humans <= MOST_BASES - with_ai and (with_ai or humans > 1),
        "FL-101",
        "2 to 4 seats play without the AI, 1 to 3 with it.",
        "seats",
    )
    names = [seat.seat for seat in seats]
    colours = [seat.colour for seat in seats]
    check(
        len(set(names)) == humans and AI not in names,
        "FL-104",
        "Each seat has a name of its own, and none is called ai.",
        "seats",
    )
    check(
        len(set(colours)) == humans and set(colours) <= set(document.colours),
        "FL-104",
        f"Each seat has a colour of its own, of {', '.join(document.colours)}.",
        "seats",
    )
    check(
        options.planet_side in document.planet.sides,
        "FL-102",
        "The Planet Board has no such side.",
        "options/planet_side",
    )
    check(
        set(options.clan_sides) == set(CLANS)
        and all(side in document.clans[clan] for clan, side in options.clan_sides.items()),
        "FL-106",
        "Each of the three Clan Boards lies on one of its sides.",
        "options/clan_sides",
    )
    check(
        options.character_mode in (DEAL, OPEN_CHOICE),
        "FL-114",
        "Characters are dealt or chosen openly.",
        "options/character_mode",
    )
    check(
        options.resources in ("private", "public"),
        "FL-123",
        "Resources are private or public.",
        "options/resources",
    )
    check(
        options.ai_opponent is None or options.ai_opponent in box.opponents,
        "FL-401",
        "There is no such AI opponent.",
        "options/ai_opponent",
    )
