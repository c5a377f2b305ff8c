"""Offers of the setup (FL-110 … FL-121), follow-ups, Harvest and Rest, and texts done by hand.

Texts that the set leaves to the table follow FL-R37 and FL-R47; Sable Lesedi's paid move is FL-547.

A list may stand for cards of a hand that nobody has seen (FL-718).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from domain.games.first_light.components.document import RESOURCES, Bundle
from domain.games.first_light.reading import Sight, ability, tile_slots
from domain.games.first_light.rules import harvest as harvesting
from domain.games.first_light.rules.dice import Parameters
from domain.games.first_light.rules.follow_ups import (
    REMOVAL_RULE,
    drawable,
    met_conditions,
    open_stacks,
    steps_from,
)
from domain.games.first_light.rules.harvest import LOST_ITEMS, can_ignore, closer_spaces, own_dice, suffering
from domain.games.first_light.rules.manual import manual_effects
from domain.games.first_light.rules.negotiation import REWARD_ITEMS
from domain.games.first_light.rules.placements import tiles_gained
from domain.games.first_light.rules.placing import ROW_ITEMS
from domain.games.first_light.rules.setup import (
    CHARACTERS_DEALT,
    DRAFT_PACKET,
    HAND,
    SOLO_PACKET,
    has_drafted,
    is_solo,
    items_dealt,
)
from domain.games.first_light.state import HAND_LIMIT, ROWS, VALUES, State
from domain.kernel import (
    Choice,
    Dealt,
    Each,
    Gathered,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Written,
)
from domain.kernel.offers import Domain

# Lists of cards out of a hand of which some were not seen: those that are named stand for them. FL-718.

Cards = Sequence[str | None]


def picked(known: Sequence[str], unseen: Counter[str], named: int, count: int) -> Iterator[Domain]:
    """Lists of `count` cards out of those known and up to `named` that were not seen."""
    if count <= named:
        yield Several((*known, *sorted(unseen.elements())), count, count)
        return
    for turned_out in range(max(0, count - len(known)), named + 1):
        yield from picked_exactly(known, unseen, turned_out, count)


def picked_exactly(
    known: Sequence[str], unseen: Counter[str], named: int, count: int, *, nameless: bool = False
) -> Iterator[Domain]:
    """Lists of `count` cards, all but `named` of them known. `nameless`: unseen ones need not be named.

    A name counts for a card that is known before it counts for one that is not. So a second copy of a known
    card is a list of its own; two such names at once are not listed, as no printed box has them.
    """
    held = Counter(known)
    new = [card for card in sorted(unseen.elements()) if card not in held]
    none = [None] * (named if nameless else 0)
    yield _known_and_unknown(held, [*new, *none], named, count)
    for card, copies in held.items():
        for more in range(1, min(unseen[card], named) + 1):
            others = held - Counter({card: copies})
            rest = count - copies - more
            if 0 <= rest - (named - more) <= others.total():
                both = Several((card,) * (copies + more), copies + more, copies + more)
                yield _known_and_unknown(others, [*new, *none], named - more, rest, both)


def _known_and_unknown(held: Counter[str], new: Cards, named: int, count: int, *fixed: Several) -> Domain:
    """So many known cards and so many others, in addition to the fixed ones, in any order."""
    parts = [*fixed]
    if count > named:
        parts.append(Several(tuple(held.elements()), count - named, count - named))
    if named:
        parts.append(Several(tuple(new), named, named))
    return parts[0] if len(parts) == 1 else Gathered(tuple(parts), sum(part.least for part in parts))


# The answers that a placement still owes.

Offers = Iterator[Offer]


def _ability(state: State, seat: str, sight: Sight) -> Offers:
    clan = (state.pending.clan if state.pending is not None else None) or ""
    effect = state.box.abilities[clan]
    base = state.seats[seat]
    yield Offer("use_clan_ability", seat, {"decline": Choice((True,))})
    match effect.kind:
        case "set_die":
            for at, dice in (("garage", base.garages), ("farm", base.farms)):
                slots = tuple(slot for slot, die in enumerate(dice, 1) if die is not None)
                if slots:
                    yield Offer("use_clan_ability", seat, {at: Choice(slots), "to": Choice(VALUES)})
        case "move":
            yield Offer("use_clan_ability", seat, {"move_to": Choice(steps_from(state, seat))})
        case "gain":
            yield Offer("use_clan_ability", seat, sight.drawing(effect.gain.get("items", 0)))


def _reward(state: State, seat: str, kind: str, sight: Sight) -> Iterator[Parameters]:
    """FL-354: the parameters of a gain of this kind."""
    if kind in REMOVAL_RULE and open_stacks(state, kind):
        yield from tiles_gained(state, seat, kind, sight)
    elif kind == "move":
        yield {"move_to": Choice(steps_from(state, seat))}
    elif kind == "items":
        yield sight.drawing(REWARD_ITEMS)
    else:
        yield {}


def _advancement(state: State, seat: str, sight: Sight) -> Offers:
    for kind in state.free_rewards:
        for parameters in _reward(state, seat, kind, sight):
            yield Offer("take_advancement", seat, {"reward": Choice((kind,)), **parameters})


def _setback(state: State, seat: str, sight: Sight) -> Offers:
    clan = (state.pending.clan if state.pending is not None else None) or ""
    conditions = Choice(met_conditions(state, clan))
    if can_ignore(state, seat):
        yield Offer("ignore_setback", seat)
    most = max(suffering(state, seat, kind) for kind in state.free_punishments)
    turns_around = ability(state, seat).kind == "setbacks_as_advancements"
    for kind in state.free_punishments:
        common: Parameters = {"condition": conditions, "punishment": Choice((kind,))}
        if suffering(state, seat, kind) == most:
            for parameters in _losses(state, seat, kind, sight):
                yield Offer("take_setback", seat, common | parameters)
        if turns_around:
            for parameters in _reward(state, seat, kind, sight):
                yield Offer("take_setback", seat, common | {"as_gain": Choice((True,))} | parameters)


def _losses(state: State, seat: str, kind: str, sight: Sight) -> Iterator[Parameters]:
    base = state.seats[seat]
    if kind in REMOVAL_RULE and tile_slots(base, kind):
        yield {"tile": Choice(tile_slots(base, kind))}
    elif kind == "move" and closer_spaces(state, seat):
        yield {"move_to": Choice(closer_spaces(state, seat))}
    elif kind == "die":
        yield {"die": Choice(tuple(to_builtins(die) for die in own_dice(state, seat)))}
    elif kind == "items" and base.hand:
        yield from discards("items", base.hand, min(LOST_ITEMS, len(base.hand)), sight, seat)
    else:
        yield {}


def discards(
    name: str, hand: tuple[str | None, ...], count: int, sight: Sight, seat: str
) -> Iterator[Parameters]:
    """Cards to discard; where some were not seen, the recorder names what they turn out to be."""
    known = tuple(card for card in hand if card is not None)
    for cards in picked(known, sight.unseen(), len(hand) - len(known), count):
        yield {name: cards}


def _extra_reward(state: State, seat: str, sight: Sight) -> Offers:
    used = state.pending.row if state.pending is not None else None
    yield Offer("take_extra_reward", seat, {"decline": Choice((True,))})
    rows: dict[str, Parameters] = {
        "top": {"move_to": Choice(steps_from(state, seat))},
        "middle": {},
        "bottom": sight.drawing(ROW_ITEMS),
    }
    for row in ROWS:
        if row != used:
            yield Offer("take_extra_reward", seat, {"row": Choice((row,)), **rows[row]})


def _free_upgrade(state: State, seat: str, sight: Sight) -> Offers:
    yield Offer("take_free_upgrade", seat, {"decline": Choice((True,))})
    for parameters in tiles_gained(state, seat, "upgrade", sight):
        yield Offer("take_free_upgrade", seat, parameters)


FOLLOW_UPS: dict[str, Callable[[State, str, Sight], Offers]] = {
    "clan_ability": _ability,
    "advancement": _advancement,
    "setback": _setback,
    "extra_reward": _extra_reward,
    "free_upgrade": _free_upgrade,
}


# The changes of a text that the component set leaves to the table. FL-R37, FL-R47.

MOST = 30
"""Of a resource, at once: no text gives or takes so much."""
LONGEST_ID = 100


def effects_by_hand(state: State, sight: Sight) -> Iterator[Offer]:
    """The manual effects whose moment is now, with the changes that the table can make."""
    effects = manual_effects(state)
    if effects:
        changes = Each({seat: Optional(_changes(state, seat, sight)) for seat in state.seats})
        asked = Open("what the text changed for each seat: amounts gained, or lost below 0", changes)
        yield Offer("apply_effect", None, {"effect": Choice(effects), "changes": asked})


def _changes(state: State, seat: str, sight: Sight) -> Domain:
    """FL-122: nobody has fewer than none, and dice are limited. Hidden amounts set no bound."""
    base = state.seats[seat]
    counted = state.resources_public or sight.knows(seat)
    amounts: dict[str, Domain] = {
        name: Optional(Range(-base.resources[name] if counted else -MOST, MOST)) for name in RESOURCES
    }
    amounts["dice"] = Optional(Range(-base.reserve, base.dice_supply))
    most = drawable(state, len(state.box.box.item_counts))
    return Each(
        {
            **amounts,
            "items": Optional(Listed((Choice((*sight.names_of_pile(), None)),), 0, most)),
            "discard": Optional(_discards(state, seat, sight)),
            "move_to": Optional(Choice(tuple(state.box.spaces))),
        }
    )


def _discards(state: State, seat: str, sight: Sight) -> Domain:
    """Cards of the hand; one that was not seen is named first, or by its id (FL-718)."""
    hand = state.seats[seat].hand
    known = tuple(sorted({card for card in hand if card is not None})) if sight.knows(seat) else ()
    if known and None not in hand:
        return Several(tuple(card for card in hand if card is not None), 0, len(hand))
    return Listed((Choice(known), Written(LONGEST_ID)) if known else (Written(LONGEST_ID),), 0, len(hand))


# The harvests after which Sable Lesedi can pay for her move. FL-547.


class Produce(NamedTuple):
    """A Farm die that gives `amount` of a resource, or more, if it is raised by one of these."""

    resource: str
    amount: int
    raises: tuple[int, ...]


Wanted = Mapping[int, Produce]
"""The produce wanted of the Farms with a die, by slot; the others are free to give anything."""


def paying_harvests(state: State, seat: str, cost: Bundle) -> Iterator[Parameters]:
    """The choices and raises after which the cost can be paid, in parts that hold all of theirs."""
    slots = tuple(harvesting.farms_with_die(state, seat))
    levels = {slot: _levels(state, seat, slot, cost) for slot in slots}
    due = _due(state, seat, cost)
    for wanted in _enough(levels, slots, due):
        if _is_least(levels, wanted, due):
            yield harvest_parameters(state, seat, wanted)


def harvest_parameters(state: State, seat: str, wanted: Wanted) -> Parameters:
    """FL-251, FL-252: a resource for each producing Farm with a die, and how far Farm dice are raised.

    A die that is left out is raised in full.
    """
    choices: Parameters = {
        str(slot): Choice(
            (wanted[slot].resource,) if slot in wanted else harvesting.farm_choices(state, seat, slot)
        )
        for slot in harvesting.producers(state, seat)
    }
    chosen: Domain = Each(choices) if choices else Optional(Each({}))
    if not harvesting.is_boosted(state, seat):
        return {"choices": chosen}
    raises: Parameters = {
        str(slot): _raise(wanted[slot].raises if slot in wanted else _amounts(state, seat))
        for slot in harvesting.farms_with_die(state, seat)
    }
    full = all(isinstance(of, Optional) for of in raises.values())
    return {"choices": chosen, "raise": Optional(Each(raises)) if full else Each(raises)}


def _raise(amounts: tuple[int, ...]) -> Domain:
    least, most = amounts[0], amounts[-1]
    listed: Domain = Range(least, most) if len(amounts) == most - least + 1 else Choice(amounts)
    return Optional(listed) if most == harvesting.BOOST else listed


def _amounts(state: State, seat: str) -> tuple[int, ...]:
    """How far the Farm dice can be raised; where nothing raises them the amount has no effect."""
    return tuple(range(harvesting.BOOST + 1)) if harvesting.is_boosted(state, seat) else (harvesting.BOOST,)


def _due(state: State, seat: str, cost: Bundle) -> dict[str, int]:
    """The amounts that the Farm dice must still give: the cost less the seat's stock and certain gains."""
    stock = Counter(state.seats[seat].resources)
    stock.update(harvesting.planet_yield(state, seat))
    dice = harvesting.farms_with_die(state, seat)
    for slot in range(1, len(state.seats[seat].farms) + 1):
        if slot not in dice:
            stock.update(harvesting.farm_yield(state, seat, slot, None, {}))
    event = state.box.box.events[state.event] if state.event is not None else None
    if event is not None and event.timing == "harvest" and event.effect.kind == "gain":
        stock.update(event.effect.gain)
    return {name: amount - stock[name] for name, amount in cost.items() if amount > stock[name]}


def _levels(state: State, seat: str, slot: int, cost: Bundle) -> dict[str, tuple[Produce, ...]]:
    """How much a Farm die can give of each resource of the cost, from little to much."""
    producer = slot in harvesting.producers(state, seat)
    found = {}
    for resource in cost:
        chosen = resource if producer and resource in harvesting.farm_choices(state, seat, slot) else None
        given = {
            amount: harvesting.farm_yield(state, seat, slot, chosen, {slot: amount}).get(resource, 0)
            for amount in _amounts(state, seat)
        }
        found[resource] = tuple(
            Produce(resource, least, tuple(amount for amount, much in given.items() if much >= least))
            for least in sorted({much for much in given.values() if much > 0})
        )
    return found


Levels = Mapping[int, Mapping[str, tuple[Produce, ...]]]


def _enough(levels: Levels, slots: Sequence[int], due: Mapping[str, int]) -> Iterator[dict[int, Produce]]:
    """Yield the produce wanted of each slot so that all that is due comes in; of no slot more than is due."""
    if not due:
        yield {}
        return
    if not slots:
        return
    slot, *others = slots
    yield from _enough(levels, others, due)
    for resource, needed in due.items():
        for produce in levels[slot][resource]:
            left = {**due, resource: needed - produce.amount}
            for wanted in _enough(levels, others, {name: most for name, most in left.items() if most > 0}):
                yield {slot: produce, **wanted}
            if produce.amount >= needed:
                break


def _is_least(levels: Levels, wanted: Wanted, due: Mapping[str, int]) -> bool:
    """Whether nothing of it could be wanted less, so that no other part holds all of this one."""
    given: Counter[str] = Counter()
    for produce in wanted.values():
        given[produce.resource] += produce.amount
    for slot, produce in wanted.items():
        lower = [one.amount for one in levels[slot][produce.resource] if one.amount < produce.amount]
        if given[produce.resource] - produce.amount + max(lower, default=0) >= due[produce.resource]:
            return False
    return True


# The legal actions of a seat in Harvest and Rest.


def harvest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    yield Offer("harvest", seat, harvest_parameters(state, seat, {}))
    effect = ability(state, seat)
    if effect.kind == "move_after_harvest":
        target = Choice(steps_from(state, seat))
        for parameters in paying_harvests(state, seat, effect.cost):
            yield Offer("harvest", seat, {**parameters, "move_to": target})


def rest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    hand = state.seats[seat].hand
    excess = len(hand) - HAND_LIMIT
    if excess <= 0:
        yield Offer("rest", seat)
        return
    for parameters in discards("discard", hand, excess, sight, seat):
        yield Offer("rest", seat, parameters)


# Setting up: the stacks, the characters, the draft of Items, the start player. FL-110..121.


def stacks(state: State, sight: Sight) -> Offers:
    yield Offer(
        "reveal_stacks", None, {"farm_tops": sight.tops("farm"), "upgrade_tops": sight.tops("upgrade")}
    )


def characters(state: State, sight: Sight) -> Offers:
    dealt = any(base.dealt or base.character is not None for base in state.seats.values())
    if not state.open_choice and not dealt:
        hands = Dealt(tuple(state.seats), tuple(sorted(state.box.box.characters)), CHARACTERS_DEALT)
        yield Offer("deal_characters", None, {"characters": Outcome(hands)})


def items(state: State, sight: Sight) -> Offers:
    if not items_dealt(state):
        count = SOLO_PACKET if is_solo(state) else DRAFT_PACKET
        unseen = (None,) * (count * len(state.seats))
        cards = (*sorted(Counter(state.box.box.item_counts).elements()), *unseen)
        yield Offer("deal_items", None, {"hands": Outcome(Dealt(tuple(state.seats), cards, count))})


def start_player(state: State, sight: Sight) -> Offers:
    yield Offer("set_start_player", None, {"start_player": Outcome(Choice(tuple(state.seats)))})


def choose_character(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if base.character is not None:
        return
    taken = {other.character for other in state.seats.values()} if state.open_choice else set()
    free = tuple(sorted(state.box.box.characters.keys() - taken)) if state.open_choice else base.dealt
    if free:
        yield Offer("choose_character", seat, {"character": Choice(tuple(free))})


def draft(state: State, seat: str, sight: Sight) -> Offers:
    packet = state.seats[seat].packet
    if not packet:
        return
    if is_solo(state):
        yield from _keep(seat, packet, sight)
    elif not has_drafted(state, seat):
        yield from _of_two(seat, packet, sight) if len(packet) == 2 else _of_many(seat, packet, sight)


def _of_many(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-116, FL-117: one card of the packet; an unseen one may be kept as it is (FL-718)."""
    known = {card for card in packet if card is not None}
    if None in packet:
        names = Choice(tuple(sorted(known | sight.nameable(seat))))
        yield Offer("draft_item", seat, {"keep": Optional(names)})
    else:
        yield Offer("draft_item", seat, {"keep": Choice(tuple(sorted(known)))})


def _of_two(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-117: the last step, where the other card goes under the pile."""
    names = tuple(sorted(sight.nameable(seat)))
    match [card for card in packet if card is not None]:
        case [one, other]:
            for card, left in {one: other, other: one}.items():
                yield _last_step(seat, Choice((card,)), Optional(Choice((left,))))
        case [one]:
            yield _last_step(seat, Choice((one,)), Optional(Choice(names)))
            yield _last_step(seat, Optional(Choice(names)), Optional(Choice((one,))))
        case _:
            yield Offer("draft_item", seat, {"keep": Optional(Choice(names))})
            yield Offer("draft_item", seat, {"bottom": Choice(names)})
            yield _last_step(seat, Choice(names), Open("the other card, by its name", Choice(names)))


def _last_step(seat: str, keep: Domain, bottom: Domain) -> Offer:
    return Offer("draft_item", seat, {"keep": keep, "bottom": bottom})


def _keep(seat: str, packet: Cards, sight: Sight) -> Offers:
    """FL-118: what is discarded lies open, so that all unseen cards are kept, named or not."""
    known = tuple(card for card in packet if card is not None)
    hidden = len(packet) - len(known)
    if hidden <= HAND:
        for cards in picked_exactly(known, sight.unseen(), hidden, HAND, nameless=True):
            yield Offer("keep_items", seat, {"items": cards})
