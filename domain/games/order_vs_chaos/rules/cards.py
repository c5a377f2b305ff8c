"""Items, abilities, event cards and dice changes (OC-213, OC-433, OC-501 … OC-519, OC-522).

OC-210, OC-503, OC-506, OC-507 and OC-619 say when a text may be used. Event cards that the recorder did
not see when they were drawn stay unknown (OC-507).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import (
    LIGHTNINGS,
    SEGMENTS,
    Ability,
    AttackCard,
    Reroll,
    Text,
)
from domain.games.order_vs_chaos.components.effects import MAP_PRIMITIVES, Effect, matches
from domain.games.order_vs_chaos.reading import (
    attacks_of,
    called,
    deck_size,
    drawable,
    duties,
    keeps_among,
    may_keep,
    nameable,
    seats_of,
    unknown_in_hands,
)
from domain.games.order_vs_chaos.rules.battle import attack_in, check_step, running
from domain.games.order_vs_chaos.rules.effects import apply
from domain.games.order_vs_chaos.state import ARCH_UNIT, Attack, Battle, Duty, State, hero_unit
from domain.kernel import TRUTH, UNKNOWN, Chance, Choice, Passage, Rejected, Viewer, check

# When a text may be used: OC-210, OC-503, OC-506, OC-507, OC-619.

OWN_TURN = "own_turn"
OWN_BATTLE = "own_battle"
PASSIVE = "passive"


def fits_time(state: State, seat: str | None, unit: str | None, timing: str) -> bool:
    """Whether the timing holds for that seat or unit. All seats are active in the final battle (OC-619).

    OC-518.
    """
    battle = state.battle
    match timing:
        case "own_turn":
            return state.phase == "final" or (seat is not None and seat == state.active)
        case "own_battle":
            return battle is not None and unit in battle.units
        case "any_battle":
            return battle is not None
        case "round_start_any_battle":
            return battle is not None and battle.step == "weapons"
        case _:
            return timing == "any"


def abilities_of(state: State, seat: str | None, unit: str | None) -> tuple[Ability, ...]:
    """The abilities of a hero, or of a monster or the arch enemy in its battle."""
    if seat is not None:
        hero = state.seats.get(seat)
        return () if hero is None or hero.hero is None else state.sheet(seat).abilities
    battle = state.battle
    if unit is None or battle is None or unit not in battle.units or unit.startswith("hero:"):
        return ()
    kind = battle.units[unit].type
    card = state.box.arch_enemies[kind] if unit == ARCH_UNIT else state.box.monsters[kind]
    return card.abilities


def ability_of(state: State, seat: str | None, unit: str | None, ability: str) -> Ability | None:
    """That ability, unless it is passive: passive ones are never used."""
    return next(
        (one for one in abilities_of(state, seat, unit) if one.id == ability and one.timing != PASSIVE),
        None,
    )


# Event cards drawn face down: OC-507, and the unknown ones of a table whose recorder did not see them.


def drawn_card(state: State, declared: str | None, chance: Chance) -> str:
    """The next event card: as it is declared, unknown among others (OC-R85), or drawn. OC-507."""
    if declared is not None:
        chance.declare("card")
        if declared not in drawable(state, TRUTH):
            raise Rejected("OC-507", "This card is not in the event deck.", "card")
        return declared

    def asks(viewer: Viewer) -> Choice:
        return Choice(tuple(drawable(state, viewer)))

    return chance.compose("card", "OC-507", lambda below: _drawn(state, below), asks)


def _drawn(state: State, below: Callable[[int], int]) -> str:
    """Every card of the deck is as likely. Unknown ones in hands are kept cards, each of them as likely."""
    pool = sorted(state.event_deck if deck_size(state) else state.event_discard)
    if not deck_size(state) or not unknown_in_hands(state):
        return pool[below(len(pool))]
    keeps = keeps_among(state, pool)
    instants = [card for card in pool if card not in keeps]
    place = below(deck_size(state))
    return instants[place] if place < len(instants) else keeps[below(len(keeps))]


def name_event(state: State, action: actions.NameEvent, chance: Chance) -> Passage[State]:
    """OC-R86: the owner says which card an unknown one is."""
    hero = state.seats.get(action.seat)
    keeps = hero is not None and hero.unknown + hero.unknown_older > 0
    check(keeps, "OC-R86", "You have no unknown card.", "seat")
    fits, hidden = action.card in nameable(state, action.seat), probes(state, action.seat, action.card)
    check(fits, "OC-R86", "None of your unknown cards can be that one.", "card", probes=hidden)
    return (yield facts.EventNamed(action.seat, action.card, seats_of(state, "chaos")))


def named(state: State, seat: str, card: str) -> Passage[State]:
    """The seat keeps that card by its name: an unknown one is named by what is done with it (OC-R86)."""
    if card not in state.seats[seat].kept and card in nameable(state, seat):
        return (yield facts.EventNamed(seat, card, seats_of(state, "chaos")))
    return state


def check_kept(state: State, seat: str, card: str) -> None:
    """OC-507: the seat keeps the card. Where it keeps unknown ones only they could tell (OC-R86)."""
    hero = state.seats.get(seat)
    kept = hero is not None and may_keep(state, seat, card)
    check(kept, "OC-507", "You have no such card.", "card", probes=probes(state, seat, card))


def probes(state: State, seat: str | None, card: str) -> bool:
    """Whether only hidden cards can tell that an unknown one of the seat is not that one."""
    hero, known = state.seats.get(seat or ""), state.box.events.get(card)
    lies_open = known is None or known.kind != "keep" or card in state.event_discard
    return hero is not None and hero.unknown + hero.unknown_older > 0 and not lies_open


# Items, abilities and event cards: OC-501 … OC-519, OC-213.

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
    """OC-503: on your own turn unless the text says otherwise; it is discarded."""
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
    """OC-503: only your own equipment, on your own turn."""
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


# Changes to dice: OC-433, OC-522, and what may be the source of one (OC-503, OC-506, OC-507).


def change_dice(state: State, action: actions.ChangeDice, chance: Chance) -> Passage[State]:
    """OC-433, OC-541: in the order recorded. The source is paid for once (OC-522). OC-511, OC-517."""
    battle = running(state)
    check_step(battle, *SEGMENTS, substep="rolls")
    by_seat = action.unit is None or action.unit.startswith("hero:")
    check((action.seat is not None) == by_seat, "OC-433", "Name a seat or a monster to change dice.", "seat")
    check(action.seat is None or action.unit is None, "OC-433", "Name a seat or a unit, not both.", "unit")
    check(bool(action.changes), "OC-433", "Change at least one die.", "changes")
    card = _attack_source(state, battle, action)
    if card is None:
        check_text_source(state, action.seat, action.unit, action.source)
        state = yield from pay_source(state, action.seat, action.source)
    manual = card is None or not any(isinstance(special, Reroll) for special in card.specials)
    if manual:
        state = yield facts.ManualEffects(action.source, action.seat)
    for index, change in enumerate(action.changes):
        attack = _die(state, change, f"changes/{index}")
        if card is not None and not manual:
            _own_reroll(action, change, card, attack, f"changes/{index}")
        state = yield from _change(state, action, change, chance, f"changes/{index}")
    return state


def _attack_source(state: State, battle: Battle, action: actions.ChangeDice) -> AttackCard | None:
    """The attack of the unit that is the source, if it is one with a `reroll` or `text` special."""
    name = action.unit or hero_unit(action.seat or "")
    unit = battle.units.get(name)
    if unit is None or action.source not in attacks_of(state, unit):
        return None
    card = state.box.attacks[action.source]
    usable = any(isinstance(special, Reroll | Text) for special in card.specials)
    made = attack_in(battle, name, action.source) is not None
    check(usable and made, "OC-433", f"{card.name} cannot change dice now.", "source")
    return card


def check_text_source(state: State, seat: str | None, unit: str | None, source: str) -> None:
    """OC-433: an ability, item or kept card whose text is carried out by hand, at its time."""
    fits = text_source_fits(state, seat, unit, source)
    hidden = probes(state, seat, source)
    name = called(state, source, "This")
    check(fits, "OC-433", f"{name} cannot change dice now.", "source", probes=hidden)


def text_source_fits(state: State, seat: str | None, unit: str | None, source: str) -> bool:
    """Whether that source may change dice now; a unit's ability costs nothing (OC-542)."""
    battle = state.battle
    if unit is not None:
        ability = ability_of(state, None, unit, source)
        known = battle is not None and unit in battle.units and not unit.startswith("hero:")
        owner = battle.units[unit].seat if battle is not None and known else None
        return (
            known
            and ability is not None
            and ability.effects is None
            and fits_time(state, owner, unit, ability.timing)
        )
    hero = state.seats.get(seat or "")
    if hero is None or hero.hero is None:
        return False
    name = hero_unit(hero.seat)
    ability = ability_of(state, hero.seat, None, source)
    if ability is not None:
        paid = hero.stamina >= ability.stamina
        return ability.effects is None and paid and fits_time(state, hero.seat, name, ability.timing)
    if source in hero.equipment:
        item = state.box.equipment[source]
        return item.effects is None and fits_time(state, hero.seat, name, item.timing)
    if may_keep(state, hero.seat, source):
        card = state.box.events[source]
        return card.effects is None and fits_time(state, hero.seat, name, card.timing or "own_turn")
    return False


def pay_source(state: State, seat: str | None, source: str) -> Passage[State]:
    """Stamina for an ability; an item or card is discarded. A unit's ability costs nothing (OC-506)."""
    if seat is None:
        return state
    hero = state.seats[seat]
    if source in hero.equipment:
        return (yield facts.ItemDiscarded(seat, source, "used"))
    if may_keep(state, seat, source):
        yield from named(state, seat, source)
        return (yield facts.EventPlayed(seat, source))
    ability = ability_of(state, seat, None, source)
    if ability is not None and ability.stamina:
        return (yield facts.StaminaChanged(seat, -ability.stamina, source))
    return state


def _die(state: State, change: actions.DieChange, path: str) -> Attack:
    battle = running(state)
    attack = attack_in(battle, change.unit, change.attack)
    if attack is None or attack.dice is None or change.die >= len(attack.dice):
        raise Rejected("OC-433", "There is no such die.", f"{path}/die")
    check(change.die not in attack.cancelled, "OC-433", "This die no longer has an effect.", f"{path}/die")
    return attack


def _own_reroll(
    action: actions.ChangeDice, change: actions.DieChange, card: AttackCard, attack: Attack, path: str
) -> None:
    """The `reroll` special: its own attack's dice that show the face."""
    name = action.unit or hero_unit(action.seat or "")
    own = change.op == "reroll" and (change.unit, change.attack) == (name, card.id)
    faces = {special.face for special in card.specials if isinstance(special, Reroll)}
    check(own, "OC-433", f"{card.name} only rerolls its own dice.", path)
    check((attack.dice or ())[change.die] in faces, "OC-433", "You cannot reroll this face.", f"{path}/die")


def _change(
    state: State, action: actions.ChangeDice, change: actions.DieChange, chance: Chance, path: str
) -> Passage[State]:
    attack = _die(state, change, path)
    face, damage = change.face, change.damage
    if change.op in ("cancel", "exchange"):
        check(face is None, "OC-433", "Do not name a face here.", f"{path}/face")
    check(
        (damage is not None) == (change.op == "exchange"),
        "OC-433",
        "Only name damage for an exchange.",
        f"{path}/damage",
    )
    match change.op:
        case "exchange":
            own = change.unit == (action.unit or hero_unit(action.seat or ""))
            shown = (attack.dice or ())[change.die] in LIGHTNINGS
            check(own and shown, "OC-433", "Only exchange your own lightnings.", f"{path}/die")
        case "reroll":
            check(change.die not in attack.rerolled, "OC-433", "Reroll each die only once.", f"{path}/die")
            face = chance.pick(
                face,
                state.box.die_faces,
                field=f"{path}/face",
                rule="OC-433",
                message="These dice have no such face.",
            )
        case "set":
            check(face in state.box.die_faces, "OC-433", "Name a face of these dice.", f"{path}/face")
        case "cancel":
            pass
        case _:
            assert_never(change.op)
    return (
        yield facts.DieChanged(
            change.unit, change.attack, change.die, change.op, action.source, face, damage or 0
        )
    )
