"""The opening, the table then, the stacks and the start player. FL-101..124."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.games.first_light import actions, facts
from domain.games.first_light.components.box import Box, all_tiles, lay_out
from domain.games.first_light.components.document import CLANS, GAIN_KINDS, LOCATIONS
from domain.games.first_light.state import (
    AI,
    DEAL,
    OPEN_CHOICE,
    ROWS,
    STACK_SIZE,
    STACKS,
    VALUES,
    Base,
    Deck,
    Options,
    Rival,
    SeatSetup,
    Stack,
    State,
)
from domain.kernel import Chance, ComponentSet, Passage, check

SEAT_COUNTS = (1, 2, 3, 4)
MOST_BASES = 4
"""FL-101: four Research Bases, one of which the AI takes."""

UPGRADES_ON_TOP = "Three Upgrade Tiles from the box must be on top."


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """The rules of the opening, in the order of the rules file."""
    box: Box = components.box
    document = box.document
    humans = len(seats)
    with_ai = options.ai_opponent is not None
    check(
        1 <= humans <= MOST_BASES - with_ai and (with_ai or humans > 1),
        "FL-101",
        "The game needs 2 to 4 seats without the AI, 1 to 3 with it.",
        "seats",
    )
    names = [seat.seat for seat in seats]
    colors = [seat.color for seat in seats]
    check(
        len(set(names)) == humans and AI not in names,
        "FL-104",
        "Each seat needs its own name, and none may be called ai.",
        "seats",
    )
    check(
        len(set(colors)) == humans and set(colors) <= set(document.colours),
        "FL-104",
        f"Each seat needs its own colour: {', '.join(document.colours)}.",
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
        "Choose a side for each of the three Clan Boards.",
        "options/clan_sides",
    )
    check(
        options.character_mode in (DEAL, OPEN_CHOICE),
        "FL-114",
        "Characters must be dealt or chosen openly.",
        "options/character_mode",
    )
    check(
        options.resources in ("private", "public"),
        "FL-123",
        "Resources must be private or public.",
        "options/resources",
    )
    check(
        options.ai_opponent is None or options.ai_opponent in box.opponents,
        "FL-401",
        "Unknown AI opponent.",
        "options/ai_opponent",
    )


def table_size_of(humans: int, *, with_ai: bool) -> int:
    """FL-101: what selects the sides of the boards."""
    return humans + 1 if with_ai and humans > 1 else humans


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table at the opening: planet, tokens (FL-105), boards, stacks, dice. Judges nothing."""
    layout = lay_out(
        components.box,
        table_size_of(len(seats), with_ai=options.ai_opponent is not None),
        options.planet_side,
        options.clan_sides,
    )
    box: Any = components.box
    return State(
        box=layout,
        open_choice=options.character_mode == OPEN_CHOICE,
        resources_public=options.resources == "public",
        seats={seat.seat: Base(seat.color, layout.centre) for seat in seats},
        deck=Deck(sum(box.item_counts.values())),
        tokens={space.id: space.token for space in layout.spaces.values() if space.token is not None},
        cells={clan: (None,) * len(layout.cells[clan]) for clan in CLANS},
        depository={column: (None,) * len(ROWS) for column in layout.columns},
        headquarters=(None,) * layout.slots,
        locations={location: (None,) * layout.space_counts[location] for location in LOCATIONS},
        left_values=VALUES,
        left_conditions=tuple(range(len(GAIN_KINDS))),
        free_rewards=layout.rewards,
        free_punishments=layout.punishments,
        farm_stacks=(Stack(None, STACK_SIZE["farm"]),) * STACKS,
        upgrade_stacks=(Stack(None, STACK_SIZE["upgrade"]),) * STACKS,
        ai=Rival(options.ai_opponent, layout.centre) if options.ai_opponent is not None else None,
    )


def reveal_stacks(state: State, action: actions.RevealStacks, chance: Chance) -> Passage[State]:
    """FL-110, FL-111, FL-124: the visible tiles."""
    box = state.box.box
    upgrade_tiles = all_tiles(box.upgrade_tiles)
    if action.farm_tops is None and action.upgrade_tops is not None:  # nothing is drawn for a faulty action
        check(
            len(action.upgrade_tops) == STACKS and not Counter(action.upgrade_tops) - upgrade_tiles,
            "FL-111",
            UPGRADES_ON_TOP,
            "upgrade_tops",
        )
    farms = chance.several(
        action.farm_tops,
        sorted(all_tiles(box.farm_tiles).elements()),
        STACKS,
        field="farm_tops",
        rule="FL-110",
        message="Three Farm Tiles from the box must be on top.",
    )
    upgrades = chance.several(
        action.upgrade_tops,
        sorted(upgrade_tiles.elements()),
        STACKS,
        field="upgrade_tops",
        rule="FL-111",
        message=UPGRADES_ON_TOP,
    )
    state = yield facts.StacksRevealed(farms, upgrades)
    return (yield facts.PhaseBegun("setup_characters"))


def set_start_player(state: State, action: actions.SetStartPlayer, chance: Chance) -> Passage[State]:
    """FL-121."""
    seat = chance.pick(
        action.start_player,
        tuple(state.seats),
        field="start_player",
        rule="FL-121",
        message="The start player must be one of the seats.",
    )
    state = yield facts.StartPlayerSet(seat)
    return (yield facts.PhaseBegun("plan_event"))
