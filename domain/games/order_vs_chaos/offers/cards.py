"""Offers of abilities, equipment, kept cards and instants: the texts of OC-520 made choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from domain.games.order_vs_chaos.components.document import SEGMENTS, Text
from domain.games.order_vs_chaos.offers.domains import choice, knows_chaos
from domain.games.order_vs_chaos.offers.effects import variants
from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS, is_void
from domain.games.order_vs_chaos.rules.dice import text_source_fits
from domain.games.order_vs_chaos.rules.timing import OWN_TURN, PASSIVE, abilities_of, fits_time
from domain.games.order_vs_chaos.state import State, hero_unit
from domain.kernel import Choice, Each, Gathered, Offer, Open, Optional, Viewer
from domain.kernel.offers import Domain

BY_HAND = Open("a list of primitives that carries out the text")
DICE_BY_HAND = Open("a list of dice as the text changes them")
MOST_VARIANTS = 400

Templates = tuple[Mapping[str, Any], ...] | None


def card_offers(state: State, seat: str | None, viewer: Viewer) -> Iterator[Offer]:
    """What may be used now by the seat, or by monsters and the arch enemy (the table)."""
    if seat is None:
        for unit in state.battle.units.values() if state.battle is not None else ():
            yield from _abilities(state, None, unit.id, unit.seat)
        return
    yield from _abilities(state, seat, None, seat)
    yield from _equipment(state, seat)
    if knows_chaos(state, viewer):
        for card in state.seats[seat].kept:
            yield from _kept(state, seat, card, viewer)
    yield from _by_hand(state, seat)


def _abilities(state: State, seat: str | None, unit: str | None, owner: str | None) -> Iterator[Offer]:
    name = hero_unit(seat) if seat is not None else unit
    for ability in abilities_of(state, seat, unit):
        timely = ability.timing != PASSIVE and fits_time(state, owner, name, ability.timing)
        if not timely or (seat is not None and state.seats[seat].stamina < ability.stamina):
            continue
        who: dict[str, Domain] = {} if unit is None else {"unit": choice([unit])}
        who["ability"] = choice([ability.id])
        for effects in effect_lists(state, ability.effects, owner, None):
            yield Offer("use_ability", seat, {**who, **effects})
        if ability.effects is None and _changes_dice(state):
            source: dict[str, Domain] = {} if unit is None else {"unit": choice([unit])}
            yield Offer(
                "change_dice", seat, {**source, "source": choice([ability.id]), "changes": DICE_BY_HAND}
            )


def _equipment(state: State, seat: str) -> Iterator[Offer]:
    owned = state.seats[seat].equipment
    if owned and fits_time(state, seat, None, OWN_TURN):
        yield Offer("discard_equipment", seat, {"item": choice(owned)})
    for item in owned:
        card = state.box.equipment[item]
        if not fits_time(state, seat, hero_unit(seat), card.timing):
            continue
        for effects in effect_lists(state, card.effects, seat, seat):
            yield Offer("use_equipment", seat, {"item": choice([item]), **effects})


def _kept(state: State, seat: str, card: str, viewer: Viewer) -> Iterator[Offer]:
    event = state.box.events[card]
    timely = fits_time(state, seat, hero_unit(seat), event.timing or OWN_TURN)
    if timely and not event.cancels_healing:
        yield from event_offers(state, seat, card, "play_event", viewer)


def event_offers(state: State, seat: str, card: str, kind: str, viewer: Viewer) -> Iterator[Offer]:
    """An event card's effects, decided unanimously or not (OC-213)."""
    templates = state.box.events[card].effects
    seats = Optional(choice(list(state.seats)))
    agreed: dict[str, Domain] = {"unanimous": Optional(Choice((True,))), "decided_by": seats}
    split: dict[str, Domain] = {"unanimous": Choice((False,)), "decided_by": choice([seat])}
    lists = list(effect_lists(state, templates, seat, None))
    if templates is None or (kind == "resolve_event" and is_void(state, templates)):
        lists.append({})
    for effects in lists:
        for decided in (agreed, split):
            yield Offer(kind, seat, {"card": choice([card]), **decided, **effects})


def _by_hand(state: State, seat: str) -> Iterator[Offer]:
    """OC-433, OC-544: what only people can carry out."""
    hero = state.seats[seat]
    sources = [SPECIAL_TOKENS] if state.sheet(seat).special_tokens is not None else []
    attacks = (*(attack.id for attack in state.sheet(seat).attacks), *hero.weapons)
    sources += [one for one in attacks if _has_text(state, one)]
    if sources:
        reason = Optional(Open("why, in words"))
        by_hand: dict[str, Domain] = {"source": choice(sources), "effects": BY_HAND, "reason": reason}
        yield Offer("apply_effects", seat, by_hand)
    if _changes_dice(state):
        items = [item for item in hero.equipment if text_source_fits(state, seat, None, item)]
        made = state.battle.attacks if state.battle is not None else ()
        own = [one.attack for one in made if one.unit == hero_unit(seat) and _has_text(state, one.attack)]
        for source in (*items, *own):
            yield Offer("change_dice", seat, {"source": choice([source]), "changes": DICE_BY_HAND})


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


def effect_lists(
    state: State, templates: Templates, seat: str | None, frees: str | None
) -> Iterator[dict[str, Domain]]:
    """The `effects` parameter: one offer for each combination of what the templates leave open.

    `frees`: the seat whose equipment slot becomes free by the use.
    """
    if templates is None:
        yield {"effects": BY_HAND}
        return
    choices: list[list[dict[str, Domain] | None]] = []
    for template in templates:
        some: list[dict[str, Domain] | None] = list(variants(state, template, seat, frees))
        choices.append([*some, None] if template.get("optional") else some)
    for combination in islice(product(*choices), MOST_VARIANTS):
        parts = tuple(Each(keys) for keys in combination if keys is not None)
        yield {"effects": Gathered(parts, least=len(parts))} if parts else {}
