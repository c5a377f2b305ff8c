"""Items, abilities and event cards: OC-501 … OC-519, OC-213."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import Text
from domain.games.order_vs_chaos.components.effects import MAP_PRIMITIVES, Effect, matches
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.events import deck_size
from domain.games.order_vs_chaos.reading.fighters import attacks_of
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.rules.effects import apply
from domain.games.order_vs_chaos.rules.timing import OWN_BATTLE, OWN_TURN, ability_of, fits_time
from domain.games.order_vs_chaos.rules.unknown import check_kept, drawn_card, named
from domain.games.order_vs_chaos.state import Duty, State, hero_unit
from domain.kernel import UNKNOWN, Chance, Passage, check

Templates = tuple[Mapping[str, Any], ...] | None

SPECIAL_TOKENS = "special_tokens"


def check_templates(effects: tuple[Effect, ...], templates: Templates) -> None:
    """OC-521: the listed effects match the card's own; a card without any takes every list."""
    fits = templates is None or matches(effects, templates)
    check(fits, "OC-521", "These are not the effects of this text.", "effects")


def carry_out(
    state: State,
    effects: tuple[Effect, ...],
    templates: Templates,
    chance: Chance,
    seat: str | None,
    source: str,
) -> Passage[State]:
    """The effects one after another; a text without templates is flagged manual."""
    if templates is None:
        state = yield facts.ManualEffects(source, seat)
    return (yield from apply(state, effects, chance, seat, source))


def use_ability(state: State, action: actions.UseAbility, chance: Chance) -> Passage[State]:
    """OC-210, OC-506: at its time, for its stamina; monsters and the arch enemy pay nothing."""
    seat, unit = action.seat, action.unit
    check((seat is None) != (unit is None), "OC-506", "Name a seat or a unit to use an ability.", "seat")
    ability = ability_of(state, seat, unit, action.ability)
    check(ability is not None, "OC-506", "Unknown ability.", "ability")
    assert ability is not None
    owner = seat
    if seat is None and state.battle is not None and unit is not None:
        owner = state.battle.units[unit].seat
    name = unit if seat is None else hero_unit(seat)
    timely = fits_time(state, owner, name, ability.timing)
    check(timely, "OC-210", f"You cannot use {ability.name} now.", "ability")
    if seat is not None:
        enough = state.seats[seat].stamina >= ability.stamina
        check(enough, "OC-506", f"This ability costs {ability.stamina} stamina.", "ability")
    check_templates(action.effects, ability.effects)
    if seat is not None and ability.stamina:
        state = yield facts.StaminaChanged(seat, -ability.stamina, ability.id)
    return (yield from carry_out(state, action.effects, ability.effects, chance, owner, ability.id))


def use_equipment(state: State, action: actions.UseEquipment, chance: Chance) -> Passage[State]:
    """OC-503: in the own turn unless the text says otherwise; it is discarded."""
    hero = state.seats.get(action.seat)
    owned = hero is not None and action.item in hero.equipment
    check(owned, "OC-503", "This hero does not have that equipment.", "item")
    item = state.box.equipment[action.item]
    timely = fits_time(state, action.seat, hero_unit(action.seat), item.timing)
    check(timely, "OC-503", f"You cannot use {item.name} now.", "item")
    check_templates(action.effects, item.effects)
    state = yield facts.ItemDiscarded(action.seat, action.item, "used")
    return (yield from carry_out(state, action.effects, item.effects, chance, action.seat, item.id))


def discard_equipment(state: State, action: actions.DiscardEquipment, chance: Chance) -> Passage[State]:
    """OC-503: own equipment, in the own turn."""
    hero = state.seats.get(action.seat)
    owned = hero is not None and action.item in hero.equipment
    check(owned, "OC-503", "This hero does not have that equipment.", "item")
    check(fits_time(state, action.seat, None, OWN_TURN), "OC-503", "Only on your own turn.", "seat")
    return (yield facts.ItemDiscarded(action.seat, action.item, "choice"))


def apply_effects(state: State, action: actions.ApplyEffects, chance: Chance) -> Passage[State]:
    """OC-520, OC-544: text specials of own attacks, and special tokens; always manual."""
    hero = state.seats.get(action.seat)
    known = hero is not None and hero.hero is not None
    check(known and _own_text(state, action), "OC-520", "You have no such text.", "source")
    if action.source == SPECIAL_TOKENS:
        timely = may_spend_tokens(state, action.seat)
        check(timely, "OC-544", "Only spend your own tokens, on your own turn or in your battle.", "source")
    state = yield facts.ManualEffects(action.source, action.seat)
    return (yield from apply(state, action.effects, chance, action.seat, action.source))


def may_spend_tokens(state: State, seat: str) -> bool:
    """OC-544: the hero has special tokens left, and it is its own turn or battle."""
    timings = (OWN_TURN, OWN_BATTLE)
    timely = any(fits_time(state, seat, hero_unit(seat), timing) for timing in timings)
    return state.seats[seat].special_tokens > 0 and timely


def _own_text(state: State, action: actions.ApplyEffects) -> bool:
    if action.source == SPECIAL_TOKENS:
        return state.sheet(action.seat).special_tokens is not None
    card = state.box.attacks.get(action.source)
    if card is None or not any(isinstance(special, Text) for special in card.specials):
        return False
    hero = state.seats[action.seat]
    own = {attack.id for attack in state.sheet(action.seat).attacks} | set(hero.weapons)
    if hero.side == "chaos" and state.battle is not None:
        for unit in state.battle.units.values():
            if unit.seat in (None, action.seat):
                own |= set(attacks_of(state, unit))
    return action.source in own


def check_decision(state: State, seat: str, unanimous: bool, decided_by: str | None) -> None:
    """OC-213: without unanimity the seat that drew (or keeps) the card decides."""
    known = decided_by is None or decided_by in state.seats
    check(known, "OC-213", "Unknown seat.", "decided_by")
    right = unanimous or decided_by == seat
    check(right, "OC-213", "If your side does not agree, the player who drew the card decides.", "decided_by")


def draw_event(state: State, action: actions.DrawEvent, chance: Chance) -> Passage[State]:
    """OC-507: one card that is due; an instant is resolved before the next one is drawn."""
    due = any(duty.seat == action.seat for duty in duties(state, "draw_event"))
    check(due, "OC-211", "You have no event card to draw.", "seat")
    check(next(duties(state, "resolve_event"), None) is None, "OC-211", "Resolve the instant card first.")
    reshuffled = not deck_size(state)
    card = drawn_card(state, action.card, chance)
    keep = card == UNKNOWN or state.box.events[card].kind == "keep"
    known = seats_of(state, "chaos") if keep else ()
    return (yield facts.EventDrawn(action.seat, card, keep, reshuffled, known))


def is_void(state: State, templates: Templates) -> bool:
    """Whether an instant has become idle: in the final battle nothing happens on the map (OC-621)."""
    ops = {template["op"] for template in templates or ()}
    return state.phase == "final" and not ops.isdisjoint(MAP_PRIMITIVES)


def resolve_event(state: State, action: actions.ResolveEvent, chance: Chance) -> Passage[State]:
    """OC-507: applied at once, then discarded; also when the game stops in the middle of it (OC-604)."""
    due = Duty("resolve_event", seat=action.seat, card=action.card)
    check(due in state.pending, "OC-211", "You have no such card to resolve.", "card")
    check_decision(state, action.seat, action.unanimous, action.decided_by)
    templates = state.box.events[action.card].effects
    if action.effects or not is_void(state, templates):
        check_templates(action.effects, templates)
    state = yield from carry_out(state, action.effects, templates, chance, action.seat, action.card)
    return (yield facts.EventResolved(action.seat, action.card, not action.unanimous))


def play_event(state: State, action: actions.PlayEvent, chance: Chance) -> Passage[State]:
    """OC-507: a kept card at its time; what cancels a healing is played there alone (OC-519)."""
    check_decision(state, action.seat, action.unanimous, action.decided_by)
    check_kept(state, action.seat, action.card)
    card = state.box.events[action.card]
    check(not card.cancels_healing, "OC-519", "Only play this card when a shrine heals.", "card")
    timely = fits_time(state, action.seat, hero_unit(action.seat), card.timing or OWN_TURN)
    check(timely, "OC-507", "You cannot do this now.", "card")
    check_templates(action.effects, card.effects)
    state = yield from named(state, action.seat, action.card)
    state = yield facts.EventPlayed(action.seat, action.card, not action.unanimous)
    return (yield from carry_out(state, action.effects, card.effects, chance, action.seat, action.card))
