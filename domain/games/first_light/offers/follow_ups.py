"""The answers that a placement still owes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import to_builtins

from domain.games.first_light.offers.unseen_cards import picked
from domain.games.first_light.reading.seats import ability, tile_slots
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.follow_ups import met_conditions
from domain.games.first_light.rules.gains import REMOVAL_RULE, open_stacks, steps_from
from domain.games.first_light.rules.negotiation import REWARD_ITEMS
from domain.games.first_light.rules.placing import ROW_ITEMS
from domain.games.first_light.rules.setbacks import LOST_ITEMS, can_ignore, closer_spaces, own_dice, suffering
from domain.games.first_light.rules.tiles_offered import tiles_gained
from domain.games.first_light.rules.ways import Parameters
from domain.games.first_light.state import ROWS, VALUES, State
from domain.kernel import Choice, Offer

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
