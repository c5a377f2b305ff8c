"""Offers of cards, abilities and equipment (OC-520), and offers that discharge duties (OC-211)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from domain.games.order_vs_chaos.components.document import SEGMENTS, Equipment, EventCard, Text
from domain.games.order_vs_chaos.offers.effects import Templates, effect_lists, one_of_texts
from domain.games.order_vs_chaos.offers.turn import choice, dice_by_hand, effects_by_hand, reason
from domain.games.order_vs_chaos.reading import (
    chosen_attacks,
    drawable,
    duties,
    equipment_slots,
    knows_chaos,
    nameable,
    types_left,
    xp_targets,
)
from domain.games.order_vs_chaos.rules.cards import (
    OWN_TURN,
    PASSIVE,
    SPECIAL_TOKENS,
    abilities_of,
    fits_time,
    is_void,
    may_spend_tokens,
    text_source_fits,
)
from domain.games.order_vs_chaos.rules.final import pairs_to_divide
from domain.games.order_vs_chaos.state import State, hero_unit, seat_of_hero_unit
from domain.kernel import Choice, Gathered, Offer, Optional, Outcome, Several, Viewer
from domain.kernel.offers import Domain

# Offers of abilities, equipment, kept cards and instants: the texts of OC-520 made choices.

Part = Mapping[str, Domain]
Card = TypeVar("Card", Equipment, EventCard)


def card_offers(state: State, seat: str | None, viewer: Viewer) -> Iterator[Offer]:
    """Cards, abilities and dice changes of the seat; None: the abilities of monsters and the arch enemy."""
    if seat is None:
        for unit in state.battle.units.values() if state.battle is not None else ():
            yield from _abilities(state, None, unit.id, unit.seat)
        return
    yield from _abilities(state, seat, None, seat)
    yield from _equipment(state, seat)
    if knows_chaos(state, viewer):
        yield from _kept(state, seat)
    yield from _attacks_and_tokens(state, seat)
    yield from _dice_by_hand(state, seat, viewer)


def naming_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """OC-R86: at any time, which card an unknown one of the seat is."""
    names = nameable(state, seat) if knows_chaos(state, viewer) else []
    if names:
        yield Offer("name_event", seat, {"card": choice(names)})


def _abilities(state: State, seat: str | None, unit: str | None, owner: str | None) -> Iterator[Offer]:
    name = hero_unit(seat) if seat is not None else unit
    who: Part = {} if unit is None else {"unit": choice([unit])}
    by_hand: list[str] = []
    for ability in abilities_of(state, seat, unit):
        timely = ability.timing != PASSIVE and fits_time(state, owner, name, ability.timing)
        if not timely or (seat is not None and state.seats[seat].stamina < ability.stamina):
            continue
        if ability.effects is None:
            by_hand.append(ability.id)
            continue
        for effects in effect_lists(state, ability.effects, owner, None):
            yield Offer("use_ability", seat, {**who, "ability": choice([ability.id]), **effects})
    if by_hand:
        yield Offer(
            "use_ability", seat, {**who, "ability": choice(by_hand), "effects": effects_by_hand(state, seat)}
        )
    if unit is None or seat_of_hero_unit(unit) is not None or not _changes_dice(state):
        return
    sources = [*by_hand, *_texts_made(state, unit)]
    if sources:
        changes = dice_by_hand(state, unit)
        yield Offer("change_dice", None, {**who, "source": choice(sources), "changes": changes})


def _equipment(state: State, seat: str) -> Iterator[Offer]:
    owned = state.seats[seat].equipment
    if owned and fits_time(state, seat, None, OWN_TURN):
        yield Offer("discard_equipment", seat, {"item": choice(owned)})
    cards = [state.box.equipment[item] for item in owned]
    timely = [card for card in cards if fits_time(state, seat, hero_unit(seat), card.timing)]
    by_hand = [card.id for card in timely if card.effects is None]
    if by_hand:
        yield Offer("use_equipment", seat, {"item": choice(by_hand), "effects": effects_by_hand(state, seat)})
    for copies in _alike(card for card in timely if card.effects is not None):
        for effects in effect_lists(state, copies[0].effects or (), seat, seat):
            yield Offer("use_equipment", seat, {"item": _ids(copies), **effects})


def _kept(state: State, seat: str) -> Iterator[Offer]:
    for copies in _playable(state, seat, state.seats[seat].kept):
        yield from event_offers(state, seat, copies, "play_event")
    unknown = list(_playable(state, seat, nameable(state, seat)))
    if len(unknown) == 1:
        yield from event_offers(state, seat, unknown[0], "play_event")
    elif unknown:
        yield _one_of(state, seat, unknown)


def _playable(state: State, seat: str, names: Iterable[str]) -> Iterator[list[EventCard]]:
    """Those of the kept cards that may be played now, copies together."""
    cards = (state.box.events[card] for card in names)
    timely = (card for card in cards if fits_time(state, seat, hero_unit(seat), card.timing or OWN_TURN))
    return _alike(card for card in timely if not card.cancels_healing)


def _one_of(state: State, seat: str, cards: Sequence[Sequence[EventCard]]) -> Offer:
    """OC-R86: an unknown card that may bear several texts is one offer: else each hand would offer all."""
    texts = [copies[0].effects for copies in cards]
    written = [text for text in texts if text is not None]
    effects = (
        one_of_texts(state, written, seat) if len(written) == len(texts) else effects_by_hand(state, seat)
    )
    return Offer(
        "play_event",
        seat,
        {
            "card": choice([card.id for copies in cards for card in copies]),
            "unanimous": Optional(choice([True, False])),
            "decided_by": Optional(choice(list(state.seats))),
            "effects": effects,
        },
    )


def _alike(cards: Iterable[Card]) -> Iterator[list[Card]]:
    """Copies of a card together: what can be done with one can be done with the other."""
    found: dict[bytes, list[Card]] = {}
    for card in cards:
        found.setdefault(msgspec.json.encode(replace(card, id="")), []).append(card)
    yield from found.values()


def _ids(cards: Iterable[Card]) -> Choice:
    return choice([card.id for card in cards])


def event_offers(state: State, seat: str, cards: Sequence[EventCard], kind: str) -> Iterator[Offer]:
    """The effects of an event card or one of its copies, decided unanimously or not (OC-213)."""
    templates = cards[0].effects
    seats = Optional(choice(list(state.seats)))
    agreed: Part = {"unanimous": Optional(Choice((True,))), "decided_by": seats}
    split: Part = {"unanimous": Choice((False,)), "decided_by": choice([seat])}
    lists = list(_effects(state, templates, seat))
    if kind == "resolve_event" and is_void(state, templates):
        lists.append({})
    for effects in lists:
        for decided in (agreed, split):
            yield Offer(kind, seat, {"card": _ids(cards), **decided, **effects})


def _effects(state: State, templates: Templates, seat: str) -> Iterator[Part]:
    if templates is None:
        yield {"effects": effects_by_hand(state, seat)}
    else:
        yield from effect_lists(state, templates, seat, None)


def _attacks_and_tokens(state: State, seat: str) -> Iterator[Offer]:
    """OC-520, OC-544: the text of an attack while it is fought with; special tokens while there are any."""
    hero, unit = state.seats[seat], hero_unit(seat)
    sources = [SPECIAL_TOKENS] if may_spend_tokens(state, seat) else []
    for fighter in state.battle.units.values() if state.battle is not None else ():
        controls = fighter.id == unit or (hero.side == "chaos" and fighter.seat in (None, seat))
        if controls:
            sources += [one for one in chosen_attacks(state, fighter) if _has_text(state, one)]
    if sources:
        by_hand = effects_by_hand(state, seat)
        yield Offer(
            "apply_effects",
            seat,
            {"source": choice(list(dict.fromkeys(sources))), "effects": by_hand, "reason": reason()},
        )


def _dice_by_hand(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """OC-433: abilities, items, kept cards and attacks of the hero whose texts change dice."""
    if not _changes_dice(state):
        return
    hero, unit = state.seats[seat], hero_unit(seat)
    kept = (*hero.kept, *nameable(state, seat)) if knows_chaos(state, viewer) else ()
    texts = (*(ability.id for ability in abilities_of(state, seat, None)), *hero.equipment, *kept)
    sources = [one for one in texts if text_source_fits(state, seat, None, one)]
    sources += _texts_made(state, unit)
    if sources:
        yield Offer("change_dice", seat, {"source": choice(sources), "changes": dice_by_hand(state, unit)})


def _texts_made(state: State, unit: str) -> list[str]:
    """The unit's attacks of this segment that have a text."""
    made = state.battle.attacks if state.battle is not None else ()
    return [one.attack for one in made if one.unit == unit and _has_text(state, one.attack)]


def _has_text(state: State, attack: str) -> bool:
    return any(isinstance(special, Text) for special in state.box.attacks[attack].specials)


def _changes_dice(state: State) -> bool:
    battle = state.battle
    return (
        battle is not None
        and battle.step in SEGMENTS
        and battle.substep == "rolls"
        and any(one.dice for one in battle.attacks)
    )


# Offers that discharge open duties (OC-211).


def duty_offers(state: State, seat: str | None, viewer: Viewer) -> Iterator[Offer]:
    """The offers of the seat (None: the table) for the open duties."""
    if seat is None:
        yield from _of_the_table(state)
        return
    yield from _growth(state, seat)
    yield from _placements(state, seat)
    yield from _events(state, seat, viewer)
    yield from _items(state, seat)


def _of_the_table(state: State) -> Iterator[Offer]:
    for duty in duties(state, "surplus_monster"):
        where = {"location": choice([duty.location]), "monster": choice(sorted(set(duty.types)))}
        yield Offer("discard_surplus_monster", None, where)
    if next(duties(state, "allot_doom_damage"), None) is not None:
        yield Offer("allot_doom_damage", None, {"losses": _losses(state)})


def _losses(state: State) -> Gathered:
    """Every way to divide Order's doom within each pair (OC-613)."""
    doom = state.order
    return Gathered(
        tuple(
            choice(
                [
                    {"seat": seat, "hero": loss, "monster": doom - loss}
                    for loss in range(max(0, doom - monster), min(doom, hero) + 1)
                ]
            )
            for seat, (hero, monster) in pairs_to_divide(state).items()
        )
    )


def _growth(state: State, seat: str) -> Iterator[Offer]:
    hero = state.seats[seat]
    if hero.xp_pending:
        due = hero.xp_pending
        boxes = [track for track, room in xp_targets(state, seat).items() for _ in range(min(room, due))]
        if boxes:
            yield Offer("assign_xp", seat, {"targets": Several(tuple(boxes), 1, min(due, len(boxes)))})
    if any(duty.seat == seat for duty in duties(state, "resurrect")):
        yield Offer("resurrect", seat, {"location": choice(state.map.starts[hero.side])})


def _placements(state: State, seat: str) -> Iterator[Offer]:
    first = next(duties(state, "place_monster"), None)
    if first is None:
        return
    where: dict[str, Domain] = {
        "location": choice([first.location]),
        "monster": choice(types_left(state)),
        "chosen_by": choice([seat]),
    }
    late = state.seats[seat].side == "order"
    where["timeout"] = Choice((True,)) if late else Optional(Choice((False,)))
    yield Offer("place_monster", None, where)


def _events(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    resolving = next(duties(state, "resolve_event"), None)
    if resolving is not None:
        if resolving.seat == seat:
            yield from event_offers(state, seat, [state.box.events[resolving.card or ""]], "resolve_event")
    elif any(duty.seat == seat for duty in duties(state, "draw_event")):
        yield Offer("draw_event", seat, {"card": Outcome(choice(drawable(state, viewer)))})


def _items(state: State, seat: str) -> Iterator[Offer]:
    if any(seat in duty.candidates for duty in duties(state, "take_reward")):
        yield Offer("take_reward", seat)
        for taking in item_choices(state, seat):
            yield Offer("take_reward", seat, taking)
    if any(duty.seat == seat for duty in duties(state, "overflow_gain")):
        yield Offer("take_overflow", seat, {"gain": choice(["health", "xp"])})
        for taking in item_choices(state, seat):
            yield Offer("take_overflow", seat, {"gain": choice(["item"]), **taking})


def item_choices(state: State, seat: str) -> Iterator[dict[str, Domain]]:
    """An item of the display, with what is discarded for its room (OC-502)."""
    owned = state.seats[seat].equipment
    full = len(owned) >= equipment_slots(state, seat)
    free = [item for item in state.display if not full or item in state.box.weapons]
    tight = [item for item in state.display if item not in free]
    if free:
        yield {"item": choice(free)}
    if tight and owned:
        yield {"item": choice(tight), "discard": choice(owned)}
