"""The AI (FL-401 … FL-444), extra answers of characters (FL-542, FL-543), and the end.

The end follows FL-601, FL-607 … FL-610 and FL-621.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.games.first_light import actions, facts
from domain.games.first_light.components.box import distances
from domain.games.first_light.components.document import LOCATIONS, Scheme, SchemeOption
from domain.games.first_light.rules.follow_ups import (
    ai_negotiation,
    check_no_removal,
    check_removal,
    draw_items,
    nothing_drawn,
    nothing_uncovered,
    open_stacks,
    take_tile,
)
from domain.games.first_light.rules.negotiation import pending
from domain.games.first_light.rules.placing import check_step, is_free, row_items, row_reward
from domain.games.first_light.rules.plan import begin_garages, unlocked
from domain.games.first_light.scoring import outcome
from domain.games.first_light.state import AI, ROWS, Rival, State
from domain.kernel import Chance, Passage, Rejected, check

# The AI: Schemes, its Harvester, its options, its Harvest and Rest. FL-401..444.

AI_DICE = 3
"""FL-442: it rests up to so many dice."""

GEMS_FROM_DICE = 2
"""FL-441: each die beyond so many gives a Gem."""

DEPOSITORY_PRICE = 1
CONSOLATION_GEMS = 1
LAST_STAR = 3
"""FL-423, FL-417, FL-430; at Location Boards it pays nothing (FL-434)."""


def rival(state: State) -> Rival:
    """The AI. Only for tables that it sits at."""
    assert state.ai is not None
    return state.ai


def scheme_pile(state: State) -> tuple[str, ...]:
    """FL-403: the Schemes that may come next."""
    ai = rival(state)
    pile = state.box.box.schemes.keys() - {*ai.revealed, *ai.discarded}
    return tuple(sorted(pile or ai.discarded))


def reveal_scheme(state: State, action: actions.RevealScheme, chance: Chance) -> Passage[State]:
    """FL-410: one Scheme, resolved at once."""
    ai = rival(state)
    pile = scheme_pile(state)
    check(bool(pile), "FL-403", "No Scheme is left to reveal.")
    drawn = chance.pick(
        action.scheme, pile, field="scheme", rule="FL-403", message="This Scheme cannot be revealed now."
    )
    if len(ai.revealed) + len(ai.discarded) == len(state.box.box.schemes):
        state = yield facts.SchemesReshuffled()
    scheme, first = state.box.box.schemes[drawn], not ai.moved
    state = yield facts.SchemeRevealed(drawn)
    if first:
        state = yield from move(state, scheme.move_value)
    if rival(state).board_dice:  # FL-415
        state = yield from resolve(state, scheme)
    if rival(state).schemes_left:
        return state
    return (yield from begin_garages(state))


def move(state: State, value: int) -> Passage[State]:
    """FL-411 … FL-414: as far as it goes in one direction; an arrow only as the first step.

    FL-412, FL-413.
    """
    direction, spaces = state.box.directions[value], state.box.spaces
    start = here = rival(state).harvester
    arrow = spaces[here].arrows.get(direction)
    following = spaces[here].adjacent.get(direction) or arrow
    cleared: list[str] = []
    while following is not None and not spaces[following].cache_slot:
        here = following
        if state.tokens.get(here) == "gem":
            break
        if here in state.tokens:
            cleared.append(here)
        following = spaces[here].adjacent.get(direction)
    if here == start and not arrow:
        return state
    gem = state.tokens.get(here) == "gem"
    state = yield facts.AiMoved(here, tuple(cleared), gem, arrow is not None)
    if gem:
        state = yield facts.AiGained("token", gems=1)
    return state


def resolve(state: State, scheme: Scheme) -> Passage[State]:
    """FL-416, FL-417: the first possible option, else a Gem."""
    for number, option in enumerate(scheme.options, 1):
        space = OPTIONS[option.location](state, option)
        if space is not None:
            state = yield from take(state, option, space)
            more = option.location == "foundry" or (  # FL-433, FL-R30
                option.location == "laboratory" and _unlocks_execute(state)
            )
            return (yield facts.SchemeResolved(number, int(more)))
    state = yield facts.AiGained("no_option", gems=CONSOLATION_GEMS)
    return (yield facts.SchemeResolved())


def _unlocks_execute(state: State) -> bool:
    ai = rival(state)
    return state.box.box.opponents[ai.opponent].progress_order[ai.unlocked - 1] == "execute"


def take(state: State, option: SchemeOption, space: int) -> Passage[State]:
    """Place the AI's right-most die and do what the option says."""
    column = option.value if option.location == "depository" else None
    state = yield facts.AiDiePlaced(option.location, space, option.value, option.clan, column)
    match option.location:
        case "negotiation":
            clan = option.clan or ""
            price = row_price(state, space)
            if price:
                state = yield facts.AiPaid("negotiation", price)
            return (yield from ai_negotiation(state, clan, option.value))
        case "depository":
            return (yield facts.AiPaid("depository", DEPOSITORY_PRICE))
        case "laboratory":
            ai = rival(state)
            bonus = state.box.box.opponents[ai.opponent].progress_order[ai.unlocked]
            return (yield facts.AiProgressed(bonus))
        case "market" | "mining_camp":
            return (yield facts.AiGained(option.location, gems=option.gems))
        case "academy":
            ai = rival(state)
            dice = min(option.dice, ai.dice_supply, slots(state) - ai.board_dice)
            return (yield facts.AiGained("academy", dice=dice))
        case _:
            return state


def row_price(state: State, row: int) -> int:
    """FL-420: what Jrayek's cell of this row costs in Gems."""
    return state.box.cells["jrayek"][row - 1].cost.get("gems", 0)


def _cell(state: State, option: SchemeOption) -> int | None:
    """FL-420: the most expensive free cell that its Gems can pay; of equal prices the lower (FL-R55)."""
    column, gems = state.cells[option.clan or ""], rival(state).gems
    rows = [row for row, spot in enumerate(column, 1) if spot is None and row_price(state, row) <= gems]
    return max(rows, key=lambda row: (row_price(state, row), row), default=None)


def _depository(state: State, option: SchemeOption) -> int | None:
    """FL-423, FL-107: the top-most free row of the value's column, for one Gem."""
    column = state.depository.get(option.value, ())
    closed = option.value == state.box.closed_column
    if closed or rival(state).gems < DEPOSITORY_PRICE:
        return None
    return next((row for row in range(1, len(ROWS) + 1) if is_free(column, row)), None)


def _left_most(state: State, option: SchemeOption) -> int | None:
    """FL-431, FL-433: the left-most free space."""
    spots = state.locations[option.location]
    return next((space for space in range(1, len(spots) + 1) if is_free(spots, space)), None)


def _laboratory(state: State, option: SchemeOption) -> int | None:
    """FL-430: a free space, while a Progress Tile is locked."""
    return _left_most(state, option) if rival(state).unlocked < LAST_STAR else None


def _academy(state: State, option: SchemeOption) -> int | None:
    """FL-432: the left-most free space that lists the value, while its supply has dice."""
    if not rival(state).dice_supply:
        return None
    spots = state.locations["academy"]
    return next(
        (
            number
            for number, space in enumerate(state.box.academy, 1)
            if option.value in space.values and is_free(spots, number)
        ),
        None,
    )


OPTIONS: dict[str, Callable[[State, SchemeOption], int | None]] = {
    "negotiation": _cell,
    "depository": _depository,
    "laboratory": _laboratory,
    "foundry": _left_most,
    "market": _left_most,
    "mining_camp": _left_most,
    "academy": _academy,
}
"""By location: where the AI would place its die, or None where the option is impossible."""


def harvest(state: State) -> Passage[State]:
    """FL-440, FL-441: dice home from the Location Boards alone (FL-444), then Gems for those on its board."""
    if state.ai is None:
        return state
    ai = state.ai
    used = sum(
        spot is not None and spot.owner == AI for location in LOCATIONS for spot in state.locations[location]
    )
    room = slots(state) - ai.board_dice
    if used:
        state = yield facts.AiDiceReturned(min(used, room), max(0, used - room))
    gems = max(0, rival(state).board_dice - GEMS_FROM_DICE) + unlocked(state, "harvest")
    if gems:
        state = yield facts.AiGained("harvest", gems=gems)
    return state


def rest(state: State) -> Passage[State]:
    """FL-442, FL-443: dice up to three and the bonus; Gems for those that the supply lacks."""
    if state.ai is None:
        return state
    ai = state.ai
    wanted = max(0, AI_DICE - ai.board_dice) + unlocked(state, "rest")
    wanted = min(wanted, slots(state) - ai.board_dice)  # FL-R35: no slot, no die and no Gem
    dice = min(wanted, ai.dice_supply)
    if wanted:
        state = yield facts.AiGained("rest", gems=wanted - dice, dice=dice)
    return state


def slots(state: State) -> int:
    """How many dice the AI's board holds."""
    return state.box.box.opponents[rival(state).opponent].slots


# Answers that a character gives: Dan Gautama's second reward, Jakob Olander's free upgrade. FL-542, 543.


def take_extra_reward(state: State, action: actions.TakeExtraReward, chance: Chance) -> Passage[State]:
    used = pending(state).row
    if action.decline:
        check(
            action.row is None and action.move_to is None, "FL-542", "A declined reward gives nothing.", "row"
        )
        nothing_drawn(action.drawn)
        return (yield facts.FollowUpDone(declined=True))
    row = action.row or ""
    check(row in ROWS and row != used, "FL-542", "Take a reward from one of the two other rows.", "row")
    check(
        row != "top" or action.move_to is not None,
        "FL-542",
        "The top row gives a Harvester move.",
        "move_to",
    )
    check_step(state, action.seat, action.move_to, row)
    state = yield facts.FollowUpDone()
    state = yield from draw_items(state, action.seat, row_items(row), action.drawn, chance)
    return (yield from row_reward(state, action.seat, row, action.move_to))


def take_free_upgrade(state: State, action: actions.TakeFreeUpgrade, chance: Chance) -> Passage[State]:
    if action.decline:
        check(action.stack is None, "FL-543", "You declined the tile: name none.", "stack")
        check_no_removal(action.remove)
        nothing_uncovered(action.new_top, "FL-111")
        return (yield facts.FollowUpDone(declined=True))
    check(
        action.stack is not None and action.stack in open_stacks(state, "upgrade"),
        "FL-543",
        "This stack is empty.",
        "stack",
    )
    check_removal(state, action.seat, "upgrade", action.remove)
    state = yield facts.FollowUpDone()
    return (
        yield from take_tile(
            state,
            action.seat,
            "free_upgrade",
            "upgrade",
            action.stack or 0,
            action.remove,
            action.new_top,
            chance,
        )
    )


# The end: Gem Caches turned, the AI's last way, the winners. FL-601, FL-607..610, FL-621.


def reveal_gem_caches(state: State, action: actions.RevealGemCaches, chance: Chance) -> Passage[State]:
    """FL-103, FL-601: each of the six tiles lies in one of the cut-outs."""
    tiles = sorted(tile.id for tile in state.box.box.document.gem_caches)
    spaces = state.box.caches
    declared = action.caches
    if declared is not None:
        chance.declare("caches")
        if declared.keys() != set(spaces) or sorted(declared.values()) != tiles:
            raise Rejected("FL-103", "Each Gem Cache must be in one of the six cut-outs.", "caches")
        caches = {space: declared[space] for space in spaces}
    else:
        caches = chance.compose(
            "caches",
            "FL-103",
            lambda below: _shuffled(spaces, tiles, below),
        )
    state = yield facts.CachesRevealed(caches)
    if state.ai is not None:
        nearest = nearest_cache(state, state.ai.harvester)
        if nearest != state.ai.harvester:
            state = yield facts.AiMoved(nearest)
    winners, decided_by = outcome(state)
    return (yield facts.GameEnded(winners, decided_by))


def _shuffled(spaces: tuple[str, ...], tiles: list[str], below: Callable[[int], int]) -> dict[str, str]:
    left = list(tiles)
    return {space: left.pop(below(len(left))) for space in spaces}


def nearest_cache(state: State, start: str) -> str:
    """FL-621: fewest steps, arrows not counted; of several the one with most points."""
    steps = distances(state.box.spaces, start)
    points = {tile.id: tile.points for tile in state.box.box.document.gem_caches}
    return min(state.box.caches, key=lambda space: (steps[space], -points[state.caches[space]]))
