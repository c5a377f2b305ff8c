"""Dice, counted from the lines of a recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from domain.games.first_light import facts
from domain.games.first_light.actions import DieAt
from tests.support.games.first_light.counted_by_hand.recording import Line, Recording, Sums, by_hand, grouped

BOARDS = ("mining_camp", "laboratory", "foundry", "control_room", "market", "academy")
DESTINATIONS = ("negotiation", "depository", "headquarters", *BOARDS, "farms", "cantina")


def rolls(recording: Recording, seat: str) -> list[int]:
    """Every value that a seat rolled."""
    return [
        value for line in recording.of("roll_dice") if line.seat == seat for value in line.action["values"]
    ]


def plans(recording: Recording, seat: str) -> list[Line]:
    """The last assignment of every round in which a seat rolled."""
    last = {line.round: line for line in recording.of("assign_dice") if line.seat == seat}
    return list(last.values())


def kept_back(recording: Recording, seat: str, round_number: int) -> int:
    """The seat's dice at the Headquarters in a Plan phase: those placed there in the round before."""
    placed = [line for line in recording.of("place_headquarters") if line.seat == seat]
    lost = [die for line, die in dice_lost(recording) if line.seat == seat and die.at == "headquarters"]
    assert not lost
    return sum(line.round == round_number - 1 for line in placed)


def dice_lost(recording: Recording) -> Iterator[tuple[Line, DieAt]]:
    """The dice that punishments took."""
    for line in recording.of("take_setback"):
        for fact in line.found(facts.DieLost):
            yield line, fact.die


@by_hand("dice_pool")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        rolled = {
            line.round: len(line.action["values"]) for line in recording.of("roll_dice") if line.seat == seat
        }
        for number in range(1, 9):
            dice = rolled.get(number, 0) + kept_back(recording, seat, number)
            sums.add(seat, dice, round=number, place_in_round=recording.order(number).index(seat) + 1)


@by_hand("dice_rolled")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("roll_dice"):
        sums.count(line.seat, len(line.action["values"]), round=line.round)


@by_hand("dice_gained")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for fact in line.found(facts.DiceGained):
            sums.count(line.seat, fact.count, round=line.round, cause=fact.cause)
    dice = grouped((seat, int(value)) for (seat, _), (value, _) in sums.items() if seat is not None)
    lost = Sums()
    count_lost(recording, lost)
    gone = grouped((seat, int(value)) for (seat, _), (value, _) in lost.items() if seat is not None)
    for seat in recording.seats:
        supply = 10 - dice.get(seat, 0) + gone.get(seat, 0)
        assert supply == recording.expected["seats"][seat]["dice_supply"]


@by_hand("dice_lost")
def count_lost(recording: Recording, sums: Sums) -> None:
    """By punishments and, at Rest, by what is more than five (of Roslyn Ashford, more than her limit)."""
    limits = {card["id"]: card["effect"].get("limit", 5) for card in recording.box["characters"]}
    for line, _ in dice_lost(recording):
        sums.count(line.seat, 1, round=line.round, cause="setback")
    for line in recording.of("rest"):
        base, held = line.before.seats[line.seat], line.before.headquarters
        spent = base.cantina + sum(die is not None for die in base.farms)
        spent += sum(
            spot.dice
            for spots in line.before.locations.values()
            for spot in spots
            if spot is not None and spot.owner == line.seat
        )
        own = base.reserve + spent + sum(die is not None and die.owner == line.seat for die in held)
        if own > limits[base.character]:
            sums.count(line.seat, own - limits[base.character], round=line.round, cause="limit")


@by_hand("dice_spent")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("place_negotiation", "place_depository"):
        sums.count(line.seat, round=line.round, location=line.kind.removeprefix("place_"))


@by_hand("roll_luck")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        for value in rolls(recording, seat):
            sums.add(seat, value - 3.5)


@by_hand("roll_histogram")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        for value, rolled in product(range(1, 7), rolls(recording, seat)):
            sums.add(seat, rolled == value, value=value)


@by_hand("roll_chi_square")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        for value, rolled in product(range(1, 7), rolls(recording, seat)):
            sums.add(seat, rolled == value, 1 / 6, value=value)


def totals(dice: int) -> Counter[int]:
    """In how many of the 6 to the power of `dice` ways each total comes."""
    ways = Counter({0: 1})
    for _ in range(dice):
        following: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, 7):
                following[total + face] += number
        ways = following
    return ways


@by_hand("roll_as_low")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        rolled = rolls(recording, seat)
        ways = totals(len(rolled))
        sums.add(seat, sum(ways[total] for total in ways if total <= sum(rolled)) / 6 ** len(rolled))


@by_hand("roll_as_high")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        rolled = rolls(recording, seat)
        ways = totals(len(rolled))
        sums.add(seat, sum(ways[total] for total in ways if total >= sum(rolled)) / 6 ** len(rolled))


def sent(line: Line) -> int:
    """How many dice a line sent to the Cantina: each brought 2 Water (FL-238)."""
    return int(sum(fact.gains["water"] for fact in line.found(facts.ResourcesGained))) // 2


@by_hand("die_use")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        used = Counter(line.kind.removeprefix("place_") for line in recording.placements if line.seat == seat)
        used["laboratory"] *= 2
        used["farms"] = sum(len(line.action.get("farms", {})) for line in plans(recording, seat))
        used["cantina"] = sum(sent(line) for line in recording.of("send_to_cantina") if line.seat == seat)
        for destination in DESTINATIONS:
            sums.add(seat, used[destination], used.total(), destination=destination)


def own_values(line: Line) -> list[int]:
    """The faces of the dice that a line placed, as they were before it (FL-230, FL-236, FL-325)."""
    waiting = [die for die in line.before.seats[line.seat].garages if die is not None]
    if line.before.phase == "headquarters":
        held = [die for die in line.before.headquarters if die is not None and die.round_placed < line.round]
        assert held[0].owner == line.seat
        waiting = [die.value for die in held if die.owner == line.seat] + waiting
    return waiting[: 2 if line.kind == "place_laboratory" else 1]


def placed_values(line: Line) -> list[Any]:
    """The values that the dice of a line were placed as; their own where the line names none."""
    own = own_values(line)
    names = ("value", "second_value")[: len(own)]
    return [line.action.get(name, face) for name, face in zip(names, own, strict=True)]


@by_hand("placed_value")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.placements:
        for value in placed_values(line):
            sums.add(line.seat, value, location=line.kind.removeprefix("place_"))


@by_hand("alteration")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.placements:
        for value, face in zip(placed_values(line), own_values(line), strict=True):
            sums.add(line.seat, abs(value - face))
