"""The choices that a placement still owes: clan ability, advancement, setback, extras. FL-306."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from domain.games.first_light import facts
from domain.games.first_light.actions import Cards
from domain.games.first_light.components.document import RESOURCES, Condition
from domain.games.first_light.reading import Sight, ability, tile_slots, unseen_items, unseen_tiles
from domain.games.first_light.state import AI, TILE_SLOTS, State
from domain.kernel import Chance, Passage, Rejected, check

# Gains: resources, dice (FL-202), Items (FL-120, 709, 718), moves with tokens (FL-371), tiles.

TOKEN_GAINS = {"water_3": {"water": 3}, "gem": {"gems": 1}}
TILE_OUTCOME_RULE = {"farm": "FL-110", "upgrade": "FL-111"}
REMOVAL_RULE = {"farm": "FL-328", "upgrade": "FL-336"}


def gain(state: State, seat: str, cause: str, bundle: Mapping[str, int]) -> Passage[State]:
    """Gain the resources and the dice of a bundle; Items are drawn apart.

    Dice go to the reserve as far as the supply has them (FL-202) and wait for the next Plan (FL-701).
    """
    resources = {name: amount for name, amount in bundle.items() if amount and name in RESOURCES}
    if resources:
        state = yield facts.ResourcesGained(seat, cause, resources)
    dice = min(bundle["dice"], state.seats[seat].dice_supply) if "dice" in bundle else 0
    if dice:
        state = yield facts.DiceGained(seat, cause, dice)
    return state


def drawable(state: State, count: int) -> int:
    """FL-120: how many of `count` Items can be drawn, with the discards shuffled in."""
    return min(count, state.deck.size + len(state.deck.discard))


def draw_items(
    state: State, seat: str, parts: Sequence[tuple[str, int]], declared: Cards | None, chance: Chance
) -> Passage[State]:
    """Draw for each (cause, number) in turn (FL-709); all of them are one outcome, `drawn`."""
    wanted = 0
    for _, number in parts:
        wanted += number
    if not wanted:
        nothing_drawn(declared)
        return state
    cards = _drawn(state, drawable(state, wanted), declared, chance)
    for cause, number in parts:
        while number and cards:
            if not state.deck.size:
                state = yield facts.DiscardsReshuffled()
            hand, cards = cards[: min(number, state.deck.size)], cards[min(number, state.deck.size) :]
            number -= len(hand)
            state = yield facts.ItemsDrawn(seat, cause, hand)
    return state


def _drawn(state: State, count: int, declared: Cards | None, chance: Chance) -> Cards:
    if not count:
        nothing_drawn(declared)
        return ()
    if declared is not None:
        chance.declare("drawn")
        if len(declared) != count:
            raise Rejected("FL-115", f"Draw exactly {count} Items.", "drawn")
        return _draw(state, count, lambda place, unseen: _declared_card(declared[place], unseen), declared)

    def draw(below: Callable[[int], int]) -> Cards:
        return _draw(state, count, lambda place, unseen: _uniform_card(unseen, below), None)

    return chance.compose("drawn", "FL-115", draw, lambda viewer: Sight(state, viewer).cards_drawn(count))


def nothing_drawn(declared: Cards | None) -> None:
    """FL-115: no Items are declared where none are drawn; an empty list declares none."""
    if declared:
        raise Rejected("FL-115", "You draw no Item here.", "drawn")


def _draw(
    state: State, count: int, card: Callable[[int, Counter[str]], str | None], declared: Cards | None
) -> Cards:
    """Card by card: the pile, then the known cards under it in their order (FL-117), then the discards."""
    deck, unseen = state.deck, unseen_items(state)
    loose = deck.size - len(deck.bottom)
    cards: list[str | None] = []
    for place in range(count):
        if place == deck.size:
            unseen.update(deck.discard)
        known = deck.bottom[place - loose] if loose <= place < deck.size else None
        if known is None:
            drawn = card(place, unseen)
            cards.append(drawn)
            if drawn is not None:
                unseen[drawn] -= 1
        else:
            if declared is not None and declared[place] not in (None, known):
                raise Rejected("FL-115", "That Item cannot be drawn now.", "drawn", probes=True)
            cards.append(known)
    return tuple(cards)


def _declared_card(card: str | None, unseen: Counter[str]) -> str | None:
    if card is not None and unseen[card] < 1:
        raise Rejected("FL-115", "That Item cannot be drawn now.", "drawn", probes=True)
    return card


def _uniform_card(unseen: Counter[str], below: Callable[[int], int]) -> str:
    pool = sorted(unseen.elements())
    return pool[below(len(pool))]


def move_harvester(state: State, seat: str, space: str, cause: str) -> Passage[State]:
    """Move onto a space, occupied or not (FL-372), Gem Caches too (FL-374).

    The first to come gains its token (FL-371).
    """
    arrow = space not in state.box.spaces[state.seats[seat].harvester].adjacent.values()
    state = yield facts.HarvesterMoved(seat, cause, space, arrow)
    token = state.tokens.get(space)
    if token is not None:
        state = yield facts.TokenTaken(seat, space, token)
        state = yield from gain(state, seat, "token", TOKEN_GAINS[token])
    return state


def steps_from(state: State, seat: str) -> tuple[str, ...]:
    """FL-373: the adjacent spaces of a free move, over arrows too."""
    return state.box.steps[state.seats[seat].harvester]


def check_removal(state: State, seat: str, kind: str, remove: Sequence[int]) -> None:
    """FL-328, FL-336: only own tiles are removed, each once, and one must go when there is no room."""
    base = state.seats[seat]
    rule = REMOVAL_RULE[kind]
    slots = tile_slots(base, kind)
    check(
        len(set(remove)) == len(remove) and set(remove) <= set(slots),
        rule,
        "Only remove your own tiles, each once.",
        "remove",
    )
    check(
        len(slots) - len(remove) < TILE_SLOTS[kind],
        rule,
        "No free slot: remove a tile first.",
        "remove",
    )


def check_no_removal(remove: Sequence[int]) -> None:
    """FL-328: nothing is removed where no tile is gained."""
    check(not remove, "FL-328", "You only remove tiles to make room for a new tile.", "remove")


def take_tile(
    state: State,
    seat: str,
    cause: str,
    kind: str,
    stack: int,
    remove: Sequence[int],
    new_top: str | None,
    chance: Chance,
) -> Passage[State]:
    """Take the visible tile of a stack. It comes without a die (FL-706).

    It comes into the slot of the one tile removed for it (FL-R22); of several removed the rest shift left
    first (FL-717), and it comes into the left-most free slot.
    """
    rule = TILE_OUTCOME_RULE[kind]
    tile = state.stacks(kind)[stack].top or ""
    if state.stacks(kind)[stack].size > 1:
        unseen = unseen_tiles(state, kind)
        known = () if new_top is None or not unseen[new_top] else (new_top,)
        uncovered: str | None = chance.pick(
            new_top,
            known or sorted(unseen.elements()),
            field="new_top",
            rule=rule,
            message="That tile cannot be revealed.",
        )
    else:
        uncovered = None
        nothing_uncovered(new_top, rule)
    leaving = set(remove).intersection(tile_slots(state.seats[seat], kind))
    if len(leaving) == 1:
        return (yield facts.TileTaken(seat, cause, kind, stack, tile, uncovered, leaving.pop()))
    if leaving:
        state = yield facts.TilesRemoved(seat, cause, kind, tuple(sorted(leaving)))
    return (yield facts.TileTaken(seat, cause, kind, stack, tile, uncovered))


def nothing_uncovered(new_top: str | None, rule: str = "FL-110") -> None:
    """Reject a tile declared where none is uncovered."""
    if new_top is not None:
        raise Rejected(rule, "No tile is revealed here.", "new_top")


def open_stacks(state: State, kind: str) -> tuple[int, ...]:
    """The stacks that have a tile left, counted from 0; none is refilled (FL-337)."""
    return tuple(number for number, stack in enumerate(state.stacks(kind)) if stack.size)


def after_negotiation(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-351: the clan ability comes first, if there is one to ask for."""
    if offers_ability(state, seat, clan):
        return (yield facts.FollowUpDue("clan_ability", seat, clan, value))
    return (yield from after_ability(state, seat, clan, value))


def after_ability(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-353: then the advancement, while the token of the die's value is on the left."""
    if value in state.left_values:
        return (yield facts.FollowUpDue("advancement", seat, clan, value))
    return (yield from after_advancement(state, seat, clan, value))


def after_advancement(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-355: then the setback, if this column alone meets a condition (FL-357)."""
    if met_conditions(state, clan):
        return (yield facts.FollowUpDue("setback", seat, clan, value))
    return state


def after_depository(state: State, seat: str, row: str) -> Passage[State]:
    """FL-542: Dan Gautama may take another row's reward."""
    if ability(state, seat).kind == "extra_depository_reward":
        state = yield facts.FollowUpDue("extra_reward", seat, row=row)
    return state


def after_laboratory(state: State, seat: str) -> Passage[State]:
    """FL-543: Jakob Olander may take an Upgrade Tile."""
    if ability(state, seat).kind == "free_upgrade_on_laboratory" and open_stacks(state, "upgrade"):
        state = yield facts.FollowUpDue("free_upgrade", seat)
    return state


def offers_ability(state: State, seat: str, clan: str) -> bool:
    """FL-351: not for `none`, nor for `set_die` without a die in Garages and Farms (FL-R53)."""
    base, kind = state.seats[seat], state.box.abilities[clan].kind
    if kind == "set_die":
        return any(die is not None for die in (*base.garages, *base.farms))
    return kind != "none"


def met_conditions(state: State, clan: str) -> tuple[int, ...]:
    """FL-355: the conditions whose token is on the left and that the dice of this column meet (FL-713)."""
    values = [spot.value for spot in state.cells[clan] if spot is not None]
    return tuple(number for number in state.left_conditions if is_met(state.box.conditions[number], values))


def is_met(condition: Condition, values: list[int]) -> bool:
    """Whether dice showing these values meet it: their sum, or the most of one value."""
    if condition.kind == "sum":
        return sum(values) >= condition.at_least
    return max((values.count(value) for value in values), default=0) >= condition.count


def ai_negotiation(state: State, clan: str, value: int) -> Passage[State]:
    """FL-421, FL-422: the AI moves the tokens, left-most first, and nothing else comes of it."""
    if value in state.left_values and state.free_rewards:
        state = yield facts.AdvancementTaken(AI, value, state.free_rewards[0])
    met = met_conditions(state, clan)
    if met and state.free_punishments:
        state = yield facts.SetbackTaken(AI, met[0], state.free_punishments[0])
    return state
