"""Dice: rolls against rifts and shrines, attacks and the weapons they are made with, retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.support.games.order_vs_chaos.counted_by_hand.recording import Recording, Sums, by_hand

TARGETS = {"attack_rift": ("rift", "blue"), "attack_healing_shrine": ("healing_shrine", "yellow")}
"""What is rolled against, and the face that succeeds."""

Try = tuple[str, str, int, bool, float]
"""Seat, target, number of dice, success, chance of success."""


def tries(game: Recording) -> Iterator[Try]:
    """Every roll against a rift or a shrine."""
    faces = game.box.die_faces
    for line in game.of(*TARGETS):
        target, wanted = TARGETS[line.kind]
        dice = line.action["dice"]
        chance = 1 - (sum(face != wanted for face in faces) / len(faces)) ** len(dice)
        yield line.seat, target, len(dice), wanted in dice, chance


def roller(game: Recording, unit: str, attack: str) -> str | None:
    """Whose attack it is: the hero's seat, who drew the monster, nobody for the arch enemy."""
    if unit.startswith("hero:"):
        return unit.removeprefix("hero:")
    for line in game.of("draw_monster_type"):
        if attack in {one.id for one in game.box.monsters[line.action["monster"]].attacks}:
            return line.seat
    assert unit == "arch_enemy"
    return None


def attacks(game: Recording) -> Iterator[tuple[str | None, str, list[str]]]:
    """Every attack: whose, the name of the weapon, its dice (none: flat damage)."""
    for line in game.of("roll_attack"):
        attack = line.action["attack"]
        owner = roller(game, line.action["unit"], attack)
        yield owner, game.box.attacks[attack].name, line.action.get("dice") or []


@by_hand("able_to_attack")
def _able_to_attack(game: Recording, sums: Sums) -> None:
    for seat, side in game.sides.items():
        sums.add(seat, 1, target={"order": "rift", "chaos": "healing_shrine"}[side])


def _of_tries(measure: str, value: Callable[[bool, float], float]) -> None:
    @by_hand(measure)
    def _count(game: Recording, sums: Sums) -> None:
        for seat, target, number, success, chance in tries(game):
            sums.count(seat, value(success, chance), target=target, number=number)


_of_tries("attempts", lambda success, chance: 1)
_of_tries("expected_successes", lambda success, chance: chance)
_of_tries("luck", lambda success, chance: success - chance)


@by_hand("success_rate")
def _success_rate(game: Recording, sums: Sums) -> None:
    for seat, target, number, success, _ in tries(game):
        sums.add(seat, success, target=target, number=number)


def _uses(measure: str, by_seats: bool) -> None:
    @by_hand(measure)
    def _count(game: Recording, sums: Sums) -> None:
        for seat, name, dice in attacks(game):
            if (seat is not None) == by_seats:
                sums.count(seat, weapon=name, how="rolled" if dice else "flat")


def _dice_a_use(measure: str, by_seats: bool) -> None:
    @by_hand(measure)
    def _count(game: Recording, sums: Sums) -> None:
        for seat, name, dice in attacks(game):
            if dice and (seat is not None) == by_seats:
                sums.add(seat, len(dice), weapon=name)


def _die_faces(measure: str, by_seats: bool) -> None:
    @by_hand(measure)
    def _count(game: Recording, sums: Sums) -> None:
        faces = game.box.die_faces
        shown: list[tuple[str | None, list[str]]] = [(seat, dice) for seat, _, dice in attacks(game)]
        shown += [(line.seat, line.action["dice"]) for line in game.of(*TARGETS, "attempt_retreat")]
        for seat, dice in shown:
            if dice and (seat is not None) == by_seats:
                for face in set(faces):
                    sums.add(seat, dice.count(face), len(dice) * faces.count(face) / len(faces), face=face)


for _seats, _prefix in ((True, ""), (False, "arch_enemy_")):
    _uses(f"{_prefix}weapon_uses", _seats)
    _dice_a_use(f"{_prefix}weapon_dice", _seats)
    _die_faces(f"{_prefix}die_faces", _seats)


@by_hand("retreat_rate")
def _retreat_rate(game: Recording, sums: Sums) -> None:
    """A retreat succeeds with a blue die."""
    for line in game.of("attempt_retreat"):
        sums.add(line.seat, "blue" in line.action["dice"])
