"""What a seat, or the table, may do now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from msgspec import to_builtins

from domain.games.first_light.components.document import Bundle
from domain.games.first_light.rules import harvest as harvesting
from domain.games.first_light.rules import plan as planning
from domain.games.first_light.rules.dice import acting_die
from domain.games.first_light.rules.follow_ups import met_conditions
from domain.games.first_light.rules.gains import (
    REMOVAL_RULE,
    drawable,
    open_stacks,
    steps_from,
    tile_slots,
)
from domain.games.first_light.rules.manual import manual_effects
from domain.games.first_light.rules.negotiation import (
    LOST_ITEMS,
    REWARD_ITEMS,
    can_ignore,
    closer_spaces,
    own_dice,
    suffering,
)
from domain.games.first_light.rules.placements import (
    Parameters,
    has_legal_placement,
    placements,
    removals,
    stacks_by_outcome,
    uncovered,
)
from domain.games.first_light.rules.rival import scheme_pile
from domain.games.first_light.rules.setup import (
    CHARACTERS_DEALT,
    DRAFT_PACKET,
    HAND,
    SOLO_PACKET,
    has_drafted,
    is_solo,
    items_dealt,
)
from domain.games.first_light.rules.sight import Sight
from domain.games.first_light.state import HAND_LIMIT, ROWS, VALUES, Base, State, ability
from domain.kernel import (
    Assign,
    Choice,
    Dealt,
    Each,
    Joined,
    Offer,
    Open,
    Optional,
    Outcome,
    Several,
    Split,
    Viewer,
)
from domain.kernel.offers import Domain

Offers = Iterator[Offer]


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """Everything that this seat (None: the table) may do now."""
    if state.phase == "ended":
        return ()
    sight = Sight(state, viewer)
    if seat is None:
        return tuple(_of_the_table(state, sight))
    return (*_of_a_seat(state, seat, sight), *_names(state, seat, sight))


def _of_the_table(state: State, sight: Sight) -> Offers:
    for effect in manual_effects(state):
        hint = "per seat: water, algae, power, gems, dice (gained or lost), items, discard, move_to"
        yield Offer("apply_effect", None, {"effect": Choice((effect,)), "changes": Open(hint)})
    if state.pending is None and state.phase in TABLE:
        yield from TABLE[state.phase](state, sight)


def _stacks(state: State, sight: Sight) -> Offers:
    yield Offer(
        "reveal_stacks", None, {"farm_tops": sight.tops("farm"), "upgrade_tops": sight.tops("upgrade")}
    )


def _characters(state: State, sight: Sight) -> Offers:
    dealt = any(base.dealt or base.character is not None for base in state.seats.values())
    if not state.open_choice and not dealt:
        hands = Dealt(tuple(state.seats), tuple(sorted(state.box.box.characters)), CHARACTERS_DEALT)
        yield Offer("deal_characters", None, {"characters": Outcome(hands)})


def _items(state: State, sight: Sight) -> Offers:
    if not items_dealt(state):
        count = SOLO_PACKET if is_solo(state) else DRAFT_PACKET
        unseen = (None,) * (count * len(state.seats))
        cards = (*sorted(Counter(state.box.box.item_counts).elements()), *unseen)
        yield Offer("deal_items", None, {"hands": Outcome(Dealt(tuple(state.seats), cards, count))})


def _start_player(state: State, sight: Sight) -> Offers:
    yield Offer("set_start_player", None, {"start_player": Outcome(Choice(tuple(state.seats)))})


def _event(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_event", None, {"event": Outcome(Choice(planning.possible_events(state)))})


def _scheme(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_scheme", None, {"scheme": Outcome(Choice(scheme_pile(state)))})


def _caches(state: State, sight: Sight) -> Offers:
    tiles = tuple(tile.id for tile in state.box.box.document.gem_caches)
    spaces = state.box.caches
    yield Offer("reveal_gem_caches", None, {"caches": Outcome(Assign(spaces, tiles, len(tiles), len(tiles)))})


TABLE: dict[str, Callable[[State, Sight], Offers]] = {
    "setup_stacks": _stacks,
    "setup_characters": _characters,
    "setup_items": _items,
    "setup_start_player": _start_player,
    "plan_event": _event,
    "schemes": _scheme,
    "scoring": _caches,
}


def _of_a_seat(state: State, seat: str, sight: Sight) -> Offers:
    if state.pending is not None:
        if state.pending.seat == seat:
            yield from FOLLOW_UPS[state.pending.kind](state, seat, sight)
    elif state.phase in ("headquarters", "garages"):
        if state.to_act == seat:
            yield from placements(state, seat, sight)
            yield from _cantina(state, seat)
    elif state.phase in SEATS:
        yield from SEATS[state.phase](state, seat, sight)


def _names(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if None in base.hand or None in base.packet:
        names = tuple(sorted(sight.nameable(seat)))
        if names:
            yield Offer("name_item", seat, {"item": Choice(names)})


def _choose_character(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if base.character is not None:
        return
    taken = {other.character for other in state.seats.values()} if state.open_choice else set()
    free = tuple(sorted(state.box.box.characters.keys() - taken)) if state.open_choice else base.dealt
    if free:
        yield Offer("choose_character", seat, {"character": Choice(tuple(free))})


def _cards(state: State, seat: str, cards: tuple[str | None, ...], sight: Sight) -> tuple[str | None, ...]:
    """The known cards, and what an unseen one among them can be."""
    known = {card for card in cards if card is not None}
    return (
        *sorted(known | sight.nameable(seat) if None in cards else known),
        *((None,) if None in cards else ()),
    )


def _draft(state: State, seat: str, sight: Sight) -> Offers:
    packet = state.seats[seat].packet
    if not packet:
        return
    if is_solo(state):
        yield from _keep(state, seat, packet)
        return
    if has_drafted(state, seat):
        return
    keep: Domain = Choice(tuple(card for card in _cards(state, seat, packet, sight) if card is not None))
    parameters: Parameters = {"keep": Optional(keep) if None in packet else keep}
    if len(packet) > 2 or None in packet:
        yield Offer("draft_item", seat, parameters)
    if None in packet and len(packet) == 2:
        hint = "the other card, where the recorder has seen it"
        yield Offer("draft_item", seat, {**parameters, "bottom": Open(hint)})
    if len(packet) == 2 and None not in packet:
        for card, other in (packet, packet[::-1]):
            yield Offer("draft_item", seat, {"keep": Choice((card,)), "bottom": Optional(Choice((other,)))})


def _keep(state: State, seat: str, packet: tuple[str | None, ...]) -> Offers:
    if None not in packet:
        yield Offer("keep_items", seat, {"items": Several(packet, HAND, HAND)})
        return
    yield Offer("keep_items", seat, {"items": Open("three of the five; the two others must be known")})


def _plan(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if not base.ready and planning.may_take_die(state, seat):
        yield Offer("take_die", seat)
    if base.reserve and not base.has_rolled:
        yield Offer(
            "roll_dice",
            seat,
            {"values": Outcome(Several(VALUES * base.reserve, base.reserve, base.reserve, ordered=True))},
        )
    if base.has_rolled:
        yield from _assignments(state, seat, base)
    assigned = len(base.plan_garages) + len(base.plan_farms) == len(base.rolled)
    if not base.ready and assigned and (base.has_rolled or not base.reserve):
        yield Offer("confirm_plan", seat)


def _assignments(state: State, seat: str, base: Base) -> Offers:
    """One offer for each way to part the rolled dice into Garage and Farm dice."""
    farms = tuple(str(slot) for slot in planning.farms_for_dice(state, base))
    rolled = tuple(sorted(base.rolled))
    seen: set[tuple[int, ...]] = set()
    for size in range(len(rolled) + 1):
        for garage_dice in combinations(rolled, size):
            if garage_dice in seen:
                continue
            seen.add(garage_dice)
            farm_dice = tuple((Counter(rolled) - Counter(garage_dice)).elements())
            yield Offer(
                "assign_dice",
                seat,
                {
                    "garages": Optional(Several(garage_dice, 0, min(size, len(base.garages)), ordered=True)),
                    "farms": Optional(Assign(farms, farm_dice, 0, min(len(farm_dice), len(farms)))),
                },
            )


def _cantina(state: State, seat: str) -> Offers:
    die = acting_die(state, seat)
    if (die.origin == "garage" and die.algae) or not has_legal_placement(state, seat):
        yield Offer("send_to_cantina", seat)


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
            yield Offer("use_clan_ability", seat, _drawing(state, sight, effect.gain.get("items", 0)))


def _drawing(state: State, sight: Sight, number: int) -> Parameters:
    count = drawable(state, number)
    return {"drawn": sight.drawn(count)} if count else {}


def _reward(state: State, seat: str, kind: str, sight: Sight) -> Iterator[Parameters]:
    """FL-354: the parameters of a gain of this kind."""
    if kind in REMOVAL_RULE and open_stacks(state, kind):
        for stacks in stacks_by_outcome(state, kind):
            yield {
                "stack": Choice(stacks),
                **removals(state, seat, kind),
                **uncovered(state, kind, stacks[0], sight),
            }
    elif kind == "move":
        yield {"move_to": Choice(steps_from(state, seat))}
    elif kind == "items":
        yield _drawing(state, sight, REWARD_ITEMS)
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
        yield from _discards("items", base.hand, min(LOST_ITEMS, len(base.hand)), sight, seat)
    else:
        yield {}


def _discards(
    name: str, hand: tuple[str | None, ...], count: int, sight: Sight, seat: str
) -> Iterator[Parameters]:
    """Cards to discard; where some were not seen, the recorder names what they turn out to be."""
    known = tuple(card for card in hand if card is not None)
    if len(known) >= count:
        yield {name: Several(known, count, count)}
    elif None in hand:
        unseen, named = sight.unseen(), count - len(known)
        cards = tuple(sorted(unseen.elements()))
        yield {name: Joined((Several(known, len(known), len(known)), Several(cards, named, named)))}
    if None in hand:
        yield {name: Open(f"{count} Items of the hand, unseen ones by their name")}


def _extra_reward(state: State, seat: str, sight: Sight) -> Offers:
    used = state.pending.row if state.pending is not None else None
    yield Offer("take_extra_reward", seat, {"decline": Choice((True,))})
    rows: dict[str, Parameters] = {
        "top": {"move_to": Choice(steps_from(state, seat))},
        "middle": {},
        "bottom": _drawing(state, sight, 2),
    }
    for row in ROWS:
        if row != used:
            yield Offer("take_extra_reward", seat, {"row": Choice((row,)), **rows[row]})


def _free_upgrade(state: State, seat: str, sight: Sight) -> Offers:
    yield Offer("take_free_upgrade", seat, {"decline": Choice((True,))})
    for stacks in stacks_by_outcome(state, "upgrade"):
        yield Offer(
            "take_free_upgrade",
            seat,
            {
                "stack": Choice(stacks),
                **removals(state, seat, "upgrade"),
                **uncovered(state, "upgrade", stacks[0], sight),
            },
        )


FOLLOW_UPS: dict[str, Callable[[State, str, Sight], Offers]] = {
    "clan_ability": _ability,
    "advancement": _advancement,
    "setback": _setback,
    "extra_reward": _extra_reward,
    "free_upgrade": _free_upgrade,
}


def _harvest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    choices = {slot: harvesting.farm_choices(state, seat, slot) for slot in harvesting.producers(state, seat)}
    pairs: Parameters = {str(slot): Choice(pair) for slot, pair in choices.items()}
    yield Offer("harvest", seat, {**_chosen(pairs), **_raises(state, seat)})
    effect = ability(state, seat)
    if effect.kind != "move_after_harvest":
        return
    target: Parameters = {"move_to": Choice(steps_from(state, seat))}
    for chosen in product(*choices.values()):
        picked = dict(zip(choices, chosen, strict=True))
        each = _chosen({str(slot): Choice((name,)) for slot, name in picked.items()})
        if _pays(state, seat, picked, effect.cost, dict.fromkeys(harvesting.farms_with_die(state, seat), 0)):
            yield Offer("harvest", seat, {**each, **_raises(state, seat), **target})
        else:
            enough = _enough_raises(state, seat, picked, effect.cost)
            if enough:
                yield Offer("harvest", seat, {**each, **enough, **target})


def _chosen(choices: Parameters) -> Parameters:
    """FL-252: a resource for each producing Farm with a die."""
    return {"choices": Each(choices)} if choices else {}


def _raises(state: State, seat: str) -> Parameters:
    """FL-251: how far the booster may raise each other Farm die."""
    dice = harvesting.farms_with_die(state, seat)
    if not harvesting.is_boosted(state, seat):
        return {}
    limits = {str(slot): harvesting.BOOST for slot in dice}
    return {"raise": Optional(Split(limits, 0, sum(limits.values())))}


def _pays(state: State, seat: str, choices: dict[int, str], cost: Bundle, raised: dict[int, int]) -> bool:
    """FL-547: whether the cost can be paid after this harvest."""
    stock = Counter(state.seats[seat].resources)
    stock.update(harvesting.planet_yield(state, seat))
    for slot in range(1, len(state.seats[seat].farms) + 1):
        stock.update(harvesting.farm_yield(state, seat, slot, choices.get(slot), raised))
    event = state.box.box.events[state.event] if state.event is not None else None
    if event is not None and event.timing == "harvest" and event.effect.kind == "gain":
        stock.update(event.effect.gain)
    return all(stock[name] >= amount for name, amount in cost.items())


def _enough_raises(state: State, seat: str, choices: dict[int, str], cost: Bundle) -> Parameters | None:
    """The raises after which the cost can be paid, where not all of them are enough."""
    dice = tuple(harvesting.farms_with_die(state, seat))
    if not _pays(state, seat, choices, cost, {}):
        return None
    if not harvesting.is_boosted(state, seat):
        return {}
    amounts: tuple[int | None, ...] = (None, *range(harvesting.BOOST + 1))
    enough = []
    for combination in product(amounts, repeat=len(dice)):
        raised = {slot: amount for slot, amount in zip(dice, combination, strict=True) if amount is not None}
        if _pays(state, seat, choices, cost, raised):
            enough.append({str(slot): amount for slot, amount in raised.items()})
    return {"raise": Optional(Choice(tuple(enough)))}


def _rest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    hand = state.seats[seat].hand
    excess = len(hand) - HAND_LIMIT
    if excess <= 0:
        yield Offer("rest", seat)
        return
    for parameters in _discards("discard", hand, excess, sight, seat):
        yield Offer("rest", seat, parameters)


SEATS: dict[str, Callable[[State, str, Sight], Offers]] = {
    "setup_characters": _choose_character,
    "setup_items": _draft,
    "plan": _plan,
    "harvest": _harvest,
    "rest": _rest,
}
