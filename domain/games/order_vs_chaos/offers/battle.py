"""Offers of a running battle. What monsters and the arch enemy do is the table's to record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from domain.games.order_vs_chaos.components.document import FACES, SEGMENTS, Reroll
from domain.games.order_vs_chaos.offers.domains import choice, dice
from domain.games.order_vs_chaos.reading.fighters import attacks_of, dice_of, foes, may_block, must_select
from domain.games.order_vs_chaos.rules.battle import retreat_targets
from domain.games.order_vs_chaos.rules.segments import HANDS, absorbable
from domain.games.order_vs_chaos.state import Attack, Battle, State, Unit, hero_unit, seat_of_hero_unit
from domain.kernel import Choice, Each, Gathered, Offer, Optional, Outcome, Range, Several
from domain.kernel.offers import Domain


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
    yield Offer("select_weapons", seat)
    for hands, free in _handfuls(state, owned):
        held = (*hands, *free)
        for bonus in held:
            others = tuple(weapon for weapon in free if weapon != bonus)
            kept = tuple(dict.fromkeys((*hands, bonus)))
            parts = Gathered((*map(_one, kept), Several(others, 0, len(others))))
            yield Offer("select_weapons", seat, {"weapons": parts, "bonus": choice([bonus])})
    for weapon in owned:
        if (state.box.attacks[weapon].hands or 0) <= HANDS:
            yield Offer("select_weapons", seat, {"weapons": Several((weapon,), 1, 1)})


def _one(weapon: str) -> Choice:
    return Choice((weapon,))


def _handfuls(state: State, owned: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Weapons that fill up to two hands, each with the weapons that need none (OC-410)."""
    hands = {weapon: state.box.attacks[weapon].hands or 0 for weapon in owned}
    free = tuple(weapon for weapon in owned if hands[weapon] == 0)
    held = [weapon for weapon in owned if hands[weapon]]
    for size in range(HANDS + 1):
        for some in combinations(held, size):
            if sum(hands[weapon] for weapon in some) <= HANDS:
                yield some, free


def _retreat(state: State, seat: str) -> Iterator[Offer]:
    yield Offer("stay", seat)
    targets = retreat_targets(state, seat)
    number = state.stat(seat, "move")
    if targets:
        yield Offer("attempt_retreat", seat, {"dice": dice(number), "to": choice(targets)})


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
        yield from _results(state, battle)


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


def _results(state: State, battle: Battle) -> Iterator[Offer]:
    """OC-437: chits that absorb; OC-422: orders, where they decide whom a blocker's damage spares."""
    made: dict[str, tuple[str, ...]] = {}
    for one in battle.attacks:
        made[one.unit] = (*made.get(one.unit, ()), one.attack)
    weighty = [unit for unit, attacks in made.items() if len(attacks) > 1 and battle.units[unit].debt > 0]
    free: dict[str, Domain] = {
        unit: Optional(Several(attacks, len(attacks), len(attacks), ordered=True))
        for unit, attacks in made.items()
        if unit not in weighty
    }
    for orders in product(*(permutations(made[unit]) for unit in weighty)):
        chosen = dict(zip(weighty, orders, strict=True))
        fixed: dict[str, Domain] = {unit: choice([list(order)]) for unit, order in chosen.items()}
        printed = all(order == made[unit] for unit, order in chosen.items())
        loose: dict[str, Domain] = {unit: Optional(of) for unit, of in fixed.items()} if printed else fixed
        order: Domain = Each(loose | free)
        limits = absorbable(state, chosen)
        absorb: dict[str, Domain] = {unit: Optional(Range(0, most)) for unit, most in limits.items()}
        yield Offer(
            "resolve_segment",
            None,
            {"absorb": Optional(Each(absorb)), "order": Optional(order) if printed else order},
        )
