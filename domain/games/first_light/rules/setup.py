"""The setup: opening, stacks, start player, characters and Item draft (FL-101 … FL-124)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Cards
from domain.games.first_light.components.box import Box, all_tiles, lay_out
from domain.games.first_light.components.document import CLANS, GAIN_KINDS, LOCATIONS
from domain.games.first_light.reading import nameable, unseen_items
from domain.games.first_light.state import (
    AI,
    DEAL,
    OPEN_CHOICE,
    ROWS,
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
from domain.kernel import Chance, ComponentSet, Passage, Rejected, check

# The opening, the table then, the stacks and the start player. FL-101..124.

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
        seats={
            seat.seat: Base(seat.color, layout.centre, resources=dict(box.starting_resources))
            for seat in seats
        },
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
        farm_stacks=_stacks(box.farm_counts),
        upgrade_stacks=_stacks(box.upgrade_counts),
        ai=Rival(options.ai_opponent, layout.centre) if options.ai_opponent is not None else None,
    )


def _stacks(counts: Mapping[str, int]) -> tuple[Stack, ...]:
    """FL-110, FL-111: three stacks of all tiles, as even as they can be, the higher ones to the left."""
    size, more = divmod(sum(counts.values()), STACKS)
    return tuple(Stack(None, size + (number < more)) for number in range(STACKS))


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


# Setting up after the opening: characters and the Item draft. FL-114..119.

CHARACTERS_DEALT = 2
DRAFT_PACKET = 4
SOLO_PACKET = 5
HAND = 3
"""FL-114, FL-116, FL-118."""


def deal_characters(state: State, action: actions.DealCharacters, chance: Chance) -> Passage[State]:
    """FL-114: two for each seat."""
    check(not state.open_choice, "FL-114", "Characters are chosen openly in this game.")
    check(not _dealt(state), "FL-114", "The characters are already dealt.")
    pool = sorted(state.box.box.characters)
    dealt = _deal(
        state, action.characters, pool, CHARACTERS_DEALT, chance, "characters", "FL-114", unseen=False
    )
    state = yield facts.CharactersDealt({seat: _known(cards) for seat, cards in dealt.items()})
    return state


def _known(cards: Cards) -> tuple[str, ...]:
    return tuple(card for card in cards if card is not None)


def _dealt(state: State) -> bool:
    return any(base.dealt or base.character is not None for base in state.seats.values())


def _deal(
    state: State,
    declared: Mapping[str, Sequence[str | None]] | None,
    pool: Sequence[str],
    count: int,
    chance: Chance,
    field: str,
    rule: str,
    *,
    unseen: bool,
) -> dict[str, Cards]:
    """`count` of the pool for every seat; `unseen`: the recorder need not have seen them."""
    if declared is None:

        def draw(below: Callable[[int], int]) -> dict[str, Cards]:
            left = list(pool)
            return {seat: tuple(left.pop(below(len(left))) for _ in range(count)) for seat in state.seats}

        return chance.compose(field, rule, draw)
    chance.declare(field)
    cards = [card for hand in declared.values() for card in hand]
    fits = (
        declared.keys() == state.seats.keys()
        and all(len(hand) == count for hand in declared.values())
        and (unseen or None not in cards)
        and not Counter(card for card in cards if card is not None) - Counter(pool)
    )
    if not fits:
        raise Rejected(
            rule, f"Deal each seat {count} cards from the box, none more often than the box has it.", field
        )
    return {seat: tuple(declared[seat]) for seat in state.seats}


def choose_character(state: State, action: actions.ChooseCharacter, chance: Chance) -> Passage[State]:
    """FL-114: one of the two dealt, or any that is free where all lie open."""
    seat, base = action.seat, state.seats[action.seat]
    check(base.character is None, "FL-114", "You have already chosen a character.", "seat")
    if state.open_choice:
        taken = {other.character for other in state.seats.values()}
        free = action.character in state.box.box.characters and action.character not in taken
        check(free, "FL-114", "This character is already taken.", "character")
    else:
        check(action.character in base.dealt, "FL-114", "This character was not dealt to you.", "character")
    state = yield facts.CharacterChosen(seat, action.character, state.open_choice)
    chosen = {name: other.character for name, other in state.seats.items() if other.character is not None}
    if len(chosen) == len(state.seats):
        state = yield facts.CharactersRevealed(chosen)
        state = yield facts.PhaseBegun("setup_items")
    return state


def is_solo(state: State) -> bool:
    """FL-118, FL-404: whether one human draws and keeps instead of drafting."""
    return len(state.seats) == 1


def deal_items(state: State, action: actions.DealItems, chance: Chance) -> Passage[State]:
    """FL-116, FL-118."""
    check(not items_dealt(state), "FL-116", "The Items are already dealt.")
    count = SOLO_PACKET if is_solo(state) else DRAFT_PACKET
    pool = sorted(unseen_items(state).elements())
    hands = _deal(state, action.hands, pool, count, chance, "hands", "FL-115", unseen=True)
    return (yield facts.ItemsDealt(hands))


def items_dealt(state: State) -> bool:
    """Whether the packets are out."""
    return any(base.packet or base.hand for base in state.seats.values())


def draft_rule(state: State, seat: str) -> str:
    """The rule of the draft step that this seat is in."""
    return "FL-117" if state.seats[seat].hand else "FL-116"


def has_drafted(state: State, seat: str) -> bool:
    """Whether this seat waits for others to choose in this step."""
    return len(state.seats[seat].hand) > min(len(base.hand) for base in state.seats.values())


def draft_item(state: State, action: actions.DraftItem, chance: Chance) -> Passage[State]:
    """FL-116, FL-117: keep one card of the packet; when all have, the packets are passed."""
    seat = action.seat
    base = state.seats[seat]
    check(not is_solo(state) and items_dealt(state), "FL-117", "There is no draft now.")
    check(not has_drafted(state, seat), "FL-117", "You have already chosen in this step.", "seat")
    _check_in_packet(state, base.packet, action.keep, "keep", draft_rule(state, seat))
    state = yield facts.ItemDrafted(seat, action.keep)
    left = state.seats[seat].packet
    if action.bottom is not None:
        check(len(left) == 1, "FL-117", "Only put a card under the pile in the last step.", "bottom")
        _check_in_packet(state, left, action.bottom, "bottom", "FL-117")
        if left == (None,):
            state = yield facts.ItemNamed(seat, action.bottom, "packet")
    if any(has_drafted(state, other) for other in state.seats):
        return state
    if len(left) > 1:
        return (yield facts.PacketsPassed())
    state = yield facts.PacketsBottomed(
        tuple(state.seats), tuple(other.packet[0] for other in state.seats.values())
    )
    return (yield facts.PhaseBegun("setup_start_player"))


def _check_in_packet(state: State, packet: Cards, item: str | None, field: str, rule: str) -> None:
    fits = item in packet or (item is not None and nameable(state, packet, item))
    check(fits, rule, "This card was not passed to you.", field, probes=None in packet)


def keep_items(state: State, action: actions.KeepItems, chance: Chance) -> Passage[State]:
    """FL-118: three of the five; the others go face-up to the discards."""
    seat = action.seat
    packet = state.seats[seat].packet
    check(is_solo(state) and bool(packet), "FL-118", "You have no five Items to choose from.")
    check(len(action.items) == HAND, "FL-118", f"Keep {HAND} Items.", "items")
    left = list(packet)
    named: Counter[str] = Counter()
    for place, item in enumerate(action.items):
        _check_in_packet(state, tuple(left), item, f"items/{place}", "FL-118")
        if item is not None and item not in left:
            named[item] += 1
        left.remove(item if item in left else None)
    check(not named - unseen_items(state), "FL-118", "This card was not passed to you.", "items", probes=True)
    check(None not in left, "FL-118", "The two discarded Items are face up: name them first.", "items")
    state = yield facts.ItemsKept(seat, action.items)
    return (yield facts.PhaseBegun("setup_start_player"))


def name_item(state: State, action: actions.NameItem, chance: Chance) -> Passage[State]:
    """FL-718: one unseen card of the hand is this Item."""
    base = state.seats[action.seat]
    place = "hand" if None in base.hand else "packet"
    cards = base.hand if place == "hand" else base.packet
    check(None in cards, "FL-119", "Every card in this hand is known.")
    if not nameable(state, cards, action.item):
        raise Rejected("FL-119", "An unseen card cannot be this Item.", "item", probes=True)
    return (yield facts.ItemNamed(action.seat, action.item, place))
