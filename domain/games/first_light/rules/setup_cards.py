"""Setting up after the opening: characters and the Item draft. FL-114..119."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Cards
from domain.games.first_light.reading.unseen import nameable, unseen_items
from domain.games.first_light.state import State
from domain.kernel import Chance, Passage, Rejected, check

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
    """FL-116, FL-117: keep one card of the packet; when all have, the packets go on."""
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
