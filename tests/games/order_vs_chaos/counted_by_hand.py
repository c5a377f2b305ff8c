"""Figures of a recorded game of Order vs Chaos, counted from its lines and its final table, without the fold.

Each count gives (seat, its own dimensions, value, weight) for every row that the measure has to have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from tests.counted import CountedGame

Counted: TypeAlias = tuple[str | None, dict[str, str], float, float]
Count: TypeAlias = Callable[[CountedGame], Iterator[Counted]]

ATTACKS = {"attack_rift": ("rift", "blue"), "attack_healing_shrine": ("healing_shrine", "yellow")}


def lines(game: CountedGame, *kinds: str) -> list[dict[str, Any]]:
    """The lines of these types, in order."""
    return [line for line in game.actions if line["type"] in kinds]


def per_seat(value: Callable[[dict[str, Any]], float]) -> Count:
    """A row of weight 1 for every seat, read off its part of the final table."""

    def count(game: CountedGame) -> Iterator[Counted]:
        for seat, figures in game.expected["seats"].items():
            yield seat, {}, value(figures), 1

    return count


def of_lines(kind: str) -> Count:
    """How many lines of the type each seat has; who has none has no row."""

    def count(game: CountedGame) -> Iterator[Counted]:
        for seat, times in Counter(line["seat"] for line in lines(game, kind)).items():
            yield seat, {}, times, 1

    return count


def win_share(game: CountedGame) -> Iterator[Counted]:
    winners = game.expected["winners"]
    for seat in game.expected["seats"]:
        yield seat, {}, 1 / len(winners) if seat in winners else 0, 1


def turns(game: CountedGame) -> Iterator[Counted]:
    yield None, {}, game.expected["turns"], 1


def rounds(game: CountedGame) -> Iterator[Counted]:
    seats = len(game.expected["seats"])
    yield None, {}, (game.expected["turns"] + seats - 1) // seats, 1


def final_order_doom(game: CountedGame) -> Iterator[Counted]:
    yield None, {}, game.expected["doom"]["order"], 1


def able_to_attack(game: CountedGame) -> Iterator[Counted]:
    for seat, figures in game.expected["seats"].items():
        yield seat, {"target": {"order": "rift", "chaos": "healing_shrine"}[figures["side"]]}, 1, 1


def tries(game: CountedGame, figure: str) -> Iterator[Counted]:
    """One figure of every roll against a rift or a shrine; its number is the number of dice rolled."""
    faces = game.state.box.die_faces
    found: dict[tuple[str, str, int], list[float]] = {}
    for line in lines(game, *ATTACKS):
        target, wanted = ATTACKS[line["type"]]
        number = len(line["dice"])
        hit = float(wanted in line["dice"])
        expected = 1 - (sum(face != wanted for face in faces) / len(faces)) ** number
        value = {"tries": 1, "hits": hit, "expected": expected, "luck": hit - expected}[figure]
        found.setdefault((line["seat"], target, number), []).append(value)
    for (seat, target, number), values in found.items():
        weight = len(values) if figure == "hits" else 1
        yield seat, {"target": target, "number": str(number)}, sum(values), weight


def roller(game: CountedGame, unit: str, attack: str) -> str | None:
    """Whose attack it is: the hero's seat, who drew the monster, nobody for the arch enemy."""
    if unit.startswith("hero:"):
        return unit.removeprefix("hero:")
    owners = {line["monster"]: line["seat"] for line in lines(game, "draw_monster_type")}
    for monster, seat in owners.items():
        if attack in {one.id for one in game.state.box.monsters[monster].attacks}:
            return str(seat)
    assert unit == "arch_enemy"
    return None


def rolls(game: CountedGame) -> Iterator[tuple[str | None, str, list[str]]]:
    """Every attack: whose, the name of the weapon, its dice (none: flat damage)."""
    for line in lines(game, "roll_attack"):
        name = game.state.box.attacks[line["attack"]].name
        yield roller(game, line["unit"], line["attack"]), name, line.get("dice") or []


def uses(of_seats: bool) -> Count:
    def count(game: CountedGame) -> Iterator[Counted]:
        found = Counter(
            (seat, name, "rolled" if dice else "flat")
            for seat, name, dice in rolls(game)
            if (seat is not None) == of_seats
        )
        for (seat, name, how), times in found.items():
            yield seat, {"weapon": name, "how": how}, times, 1

    return count


def dice_a_use(of_seats: bool) -> Count:
    def count(game: CountedGame) -> Iterator[Counted]:
        dice_of: dict[tuple[str | None, str], list[int]] = {}
        for seat, name, dice in rolls(game):
            if dice and (seat is not None) == of_seats:
                dice_of.setdefault((seat, name), []).append(len(dice))
        for (seat, name), numbers in dice_of.items():
            yield seat, {"weapon": name}, sum(numbers), len(numbers)

    return count


def die_faces(of_seats: bool) -> Count:
    def count(game: CountedGame) -> Iterator[Counted]:
        seen: dict[str | None, list[str]] = {}
        for seat, _, dice in rolls(game):
            seen.setdefault(seat, []).extend(dice)
        for line in lines(game, *ATTACKS, "attempt_retreat"):
            seen.setdefault(line["seat"], []).extend(line["dice"])
        faces = game.state.box.die_faces
        for seat, shown in seen.items():
            if shown and (seat is not None) == of_seats:
                for face in set(faces):
                    expected = len(shown) * faces.count(face) / len(faces)
                    yield seat, {"face": face}, shown.count(face), expected

    return count


def retreat_rate(game: CountedGame) -> Iterator[Counted]:
    """A retreat succeeds with a blue die."""
    tried = [(line["seat"], "blue" in line["dice"]) for line in lines(game, "attempt_retreat")]
    for seat in {seat for seat, _ in tried}:
        hits = [hit for one, hit in tried if one == seat]
        yield seat, {}, sum(hits), len(hits)


def arch_enemy_fought(game: CountedGame) -> Iterator[Counted]:
    if game.expected["result"]["stage"] == "arch":
        yield None, {}, 1, 1


COUNTS: dict[str, Count] = {
    "win_share": win_share,
    "alive_share": per_seat(lambda figures: float(figures["alive"])),
    "stamina_idle": per_seat(lambda figures: figures["stamina"]),
    "turns": turns,
    "rounds": rounds,
    "final_order_doom": final_order_doom,
    "able_to_attack": able_to_attack,
    "attempts": lambda game: tries(game, "tries"),
    "success_rate": lambda game: tries(game, "hits"),
    "expected_successes": lambda game: tries(game, "expected"),
    "luck": lambda game: tries(game, "luck"),
    "deliveries": of_lines("deliver_tokens"),
    "path_length": of_lines("move"),
    "weapon_uses": uses(of_seats=True),
    "weapon_dice": dice_a_use(of_seats=True),
    "die_faces": die_faces(of_seats=True),
    "retreat_rate": retreat_rate,
    "arch_enemy_fought": arch_enemy_fought,
    "arch_enemy_weapon_uses": uses(of_seats=False),
    "arch_enemy_weapon_dice": dice_a_use(of_seats=False),
    "arch_enemy_die_faces": die_faces(of_seats=False),
}
