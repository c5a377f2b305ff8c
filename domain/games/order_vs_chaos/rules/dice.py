"""Changes to dice: OC-433, OC-522, and what may be the source of one (OC-503, OC-506, OC-507)."""

from __future__ import annotations

from typing import assert_never

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import LIGHTNINGS, SEGMENTS, AttackCard, Reroll, Text
from domain.games.order_vs_chaos.reading.called import called
from domain.games.order_vs_chaos.reading.events import may_keep
from domain.games.order_vs_chaos.reading.fighters import attacks_of
from domain.games.order_vs_chaos.rules.segments import attack_in, check_step, running
from domain.games.order_vs_chaos.rules.timing import ability_of, fits_time
from domain.games.order_vs_chaos.rules.unknown import named, probes
from domain.games.order_vs_chaos.state import Attack, Battle, State, hero_unit
from domain.kernel import Chance, Passage, Rejected, check


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
