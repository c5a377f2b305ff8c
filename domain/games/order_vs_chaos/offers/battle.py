"""Offers of a running battle, and the offer that records a segment's results.

The table records what monsters and the arch enemy do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.games.order_vs_chaos.components.document import BLUE, FACES, SEGMENTS, Reroll
from domain.games.order_vs_chaos.offers.turn import choice, dice
from domain.games.order_vs_chaos.reading import attacks_of, dice_of, foes, may_block, must_select
from domain.games.order_vs_chaos.rules.battle import HANDS, result_of, retreat_targets
from domain.games.order_vs_chaos.state import Attack, Battle, State, Unit, hero_unit, seat_of_hero_unit
from domain.kernel import (
    Among,
    Arriving,
    Choice,
    Each,
    Gathered,
    Offer,
    Optional,
    Outcome,
    Range,
    Sent,
    Several,
    Unless,
)
from domain.kernel.offers import Domain

# The offer of a segment's results: which chits absorb, in which order a unit's attacks count.

Volleys = Mapping[str, tuple[Sent, ...]]
"""For each unit the damage of its attacks as they are printed or selected, before a block."""


def results_offer(state: State, battle: Battle) -> Offer:
    """OC-437: chits that absorb, at most the damage that arrives; OC-422: what a block forgoes of it first.

    The order of a blocker's attacks decides whom its damage spares.
    """
    chits = {name: max(0, unit.chits) for name, unit in battle.units.items()}
    volleys: dict[str, tuple[Sent, ...]] = {}
    for one in battle.attacks:
        result = result_of(state, one)
        chits[one.unit] += result.armor
        sent = Sent(one.attack, one.target or "", result.damage)
        volleys[one.unit] = (*volleys.get(one.unit, ()), sent)
    debts = {name: battle.units[name].debt for name in volleys}
    least, most = _arriving(volleys, debts)
    absorb: dict[str, Domain] = {
        name: Optional(Range(0, min(number, most[name]))) for name, number in chits.items()
    }
    order: dict[str, Domain] = {
        name: Optional(Several(tuple(one.value for one in sent), len(sent), len(sent), ordered=True))
        for name, sent in volleys.items()
    }
    hangs = any(min(number, least[name]) < min(number, most[name]) for name, number in chits.items())
    return Offer(
        "resolve_segment",
        None,
        {"absorb": Optional(Each(absorb)), "order": Optional(Each(order))},
        (Arriving("absorb", "order", volleys, debts),) if hangs else (),
    )


def _arriving(volleys: Volleys, debts: Mapping[str, int]) -> tuple[Counter[str], Counter[str]]:
    """The least and the most damage that each unit may take: where it comes first and last in every order."""
    least: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for name, sent in volleys.items():
        aimed: Counter[str] = Counter()
        for one in sent:
            aimed[one.to] += one.points
        for target, points in aimed.items():
            others = aimed.total() - points
            least[target] += max(0, points - debts[name])
            most[target] += max(0, points - max(0, debts[name] - others))
    return least, most


# Offers of a running battle. What monsters and the arch enemy do is the table's to record.


def battle_offers(state: State, seat: str | None) -> Iterator[Offer]:
    """The next choices in the battle of that seat's hero, or of the table. OC-618."""
    battle = state.battle
    assert battle is not None
    if battle.step == "weapons":
        if seat is not None:
            yield from _weapons(state, battle, seat)
    elif battle.step == "block":
        if seat is None:
            able = may_block(state)
            yield Offer("declare_blocks", None, {"units": Optional(Several(able, 0, len(able)))})
    elif battle.step == "retreat":
        if seat is not None and battle.retreat_queue[:1] == (seat,):
            yield from _retreat(state, seat)
    elif battle.step in SEGMENTS:
        yield from _segment(state, battle, seat)


def _weapons(state: State, battle: Battle, seat: str) -> Iterator[Offer]:
    unit = battle.units.get(hero_unit(seat))
    if unit is None or unit.selected is not None or not must_select(state, unit):
        return
    owned = attacks_of(state, unit)
    if unit.side == "chaos":
        yield Offer("select_weapons", seat, {"weapons": Several(owned, 1, 1)})
        return
    hands = {weapon: state.box.attacks[weapon].hands or 0 for weapon in owned}
    free, single, double = (
        tuple(one for one in owned if hands[one] == number) for number in range(HANDS + 1)
    )
    yield _handful(seat, Several(single, 0, min(HANDS, len(single))), free)
    if double:
        yield _handful(seat, Several(double, 1, 1), free)


def _handful(seat: str, held: Several, free: tuple[str, ...]) -> Offer:
    """Weapons that fill up to two hands, with such as need none; one has the bonus (OC-410, OC-411)."""
    parts: Domain = Gathered((held, Several(free, 0, len(free))))
    weapons = {"weapons": Optional(parts, usual=True) if held.least == 0 else parts}
    able = (*held.values, *free)
    if not able:
        return Offer("select_weapons", seat, weapons)
    bonus = Optional(choice(able), usual=True)
    return Offer("select_weapons", seat, {**weapons, "bonus": bonus}, (Among("bonus", "weapons"),))


def _retreat(state: State, seat: str) -> Iterator[Offer]:
    yield Offer("stay", seat)
    targets = retreat_targets(state, seat)
    number = state.stat(seat, "move")
    if targets:
        to = Optional(choice(targets), usual=True)
        yield Offer(
            "attempt_retreat", seat, {"dice": dice(number), "to": to}, (Unless("to", "dice", (BLUE,)),)
        )


def _segment(state: State, battle: Battle, seat: str | None) -> Iterator[Offer]:
    for unit in battle.units.values():
        if seat_of_hero_unit(unit.id) != seat:
            continue
        attacks = [one for one in battle.attacks if one.unit == unit.id]
        if battle.substep == "targets":
            yield from _targets(battle, unit, attacks)
        else:
            yield from _rolls(state, unit, attacks)
    if seat is None and battle.attacks and all(one.is_rolled for one in battle.attacks):
        yield results_offer(state, battle)


def _targets(battle: Battle, unit: Unit, attacks: list[Attack]) -> Iterator[Offer]:
    enemies = choice(foes(battle, unit))
    due: dict[str, Domain] = {one.attack: enemies for one in attacks if one.target is None}
    if due:
        yield Offer("declare_targets", None, {"unit": choice([unit.id]), "targets": Each(due)})


def _rolls(state: State, unit: Unit, attacks: list[Attack]) -> Iterator[Offer]:
    for one in attacks:
        card = state.box.attacks[one.attack]
        which: dict[str, Domain] = {"unit": choice([unit.id]), "attack": choice([one.attack])}
        if not one.is_rolled:
            yield Offer("roll_attack", None, {**which, "dice": dice(dice_of(state, unit, one.attack))})
            if card.flat is not None:
                yield Offer("roll_attack", None, {**which, "flat": Choice((True,))})
        faces = {special.face for special in card.specials if isinstance(special, Reroll)}
        again = [index for index, face in enumerate(one.dice or ()) if face in faces and _live(one, index)]
        if again:
            yield _reroll(unit, one, again)


def _live(attack: Attack, die: int) -> bool:
    return die not in attack.cancelled and die not in attack.rerolled


def _reroll(unit: Unit, attack: Attack, again: list[int]) -> Offer:
    """A `reroll` special: some of the dice that show its face (OC-433)."""
    dies = tuple(
        Optional(
            Each(
                {
                    "unit": choice([unit.id]),
                    "attack": choice([attack.attack]),
                    "die": choice([index]),
                    "op": choice(["reroll"]),
                    "face": Outcome(choice(FACES)),
                }
            )
        )
        for index in again
    )
    changes: dict[str, Domain] = {"source": choice([attack.attack]), "changes": Gathered(dies, least=1)}
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        return Offer("change_dice", seat, changes)
    return Offer("change_dice", None, {"unit": choice([unit.id]), **changes})
