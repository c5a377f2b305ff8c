"""Both doom tracks, moved by hand from what each line does (OC-334 … OC-338, OC-371, OC-605, OC-606)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.support.games.order_vs_chaos.counted_by_hand.endings import START_OF_CHAOS_DOOM
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.results import round_of, turns

TOP = 13


@dataclass(frozen=True)
class Advance:
    """A track moves: by how much, which is more than it has boxes for where Order doom overflows."""

    turn: int
    track: str
    cause: str
    seat: str | None
    wanted: int
    moved: int


def wanted(line: Line) -> Iterator[tuple[str, str, str | None, int]]:
    """Track, cause, seat and amount of what a line does to doom."""
    if line.kind == "attack_rift" and "blue" in line.action["dice"]:
        yield "order", "rift", line.seat, 1
    if line.kind == "attack_healing_shrine" and "yellow" in line.action["dice"]:
        yield "chaos", "shrine", line.seat, 2
    if line.kind == "deliver_tokens":
        yield "chaos", "delivery", line.seat, line.before.seats[line.seat].tokens
    dead = [
        seat
        for seat, hero in line.before.seats.items()
        if hero.side == "order" and line.before.phase == "turn"
        if line.after.seats[seat].deaths > hero.deaths
    ]
    for effect in effects(line, "doom", "health"):
        if effect["op"] == "doom":
            yield effect["side"], "effect", line.action.get("seat"), effect["delta"]
            continue
        seat = effect.get("seat") or effect["unit"].removeprefix("hero:")
        if seat in dead:
            dead.remove(seat)
            yield "chaos", "death", seat, 1
    for seat in dead:
        yield "chaos", "death", seat, 1


def start(game: Recording) -> dict[str, int]:
    """Where the tracks stand before the first line."""
    first = game.lines[0].before
    if first.phase == "setup":
        assert (first.order, first.chaos) == (0, START_OF_CHAOS_DOOM[len(game.sides)])
    return {"order": first.order, "chaos": first.chaos}


def advances(game: Recording) -> Iterator[Advance]:
    """Every move of a track, held against the public tracks after each line."""
    height = start(game)
    for turn, line in turns(game):
        for track, cause, seat, amount in wanted(line):
            if line.before.phase == "turn" and height["chaos"] == TOP:
                break
            before = height[track]
            height[track] = max(0, min(TOP, before + amount))
            yield Advance(turn, track, cause, seat, before + amount, height[track] - before)
        assert height == {"order": line.after.order, "chaos": line.after.chaos}


@by_hand("doom_by_cause")
def _doom_by_cause(game: Recording, sums: Sums) -> None:
    if begun := start(game)["chaos"]:
        sums.count(None, begun, track="chaos", cause="start")
    for one in advances(game):
        if one.moved:
            sums.count(None, one.moved, track=one.track, cause=one.cause)
        if one.track == "order" and one.wanted > TOP:
            sums.count(None, one.wanted - TOP, track="order", cause="overflow")


@by_hand("doom_caused")
def _doom_caused(game: Recording, sums: Sums) -> None:
    for one in advances(game):
        if one.moved and one.seat is not None:
            sums.count(one.seat, one.moved, track=one.track, cause=one.cause)


@by_hand("doom_by_round")
def _doom_by_round(game: Recording, sums: Sums) -> None:
    """The start and all that was gained up to the round."""
    for number in range(1, round_of(game, game.lines[-1].after.turn) + 1):
        for track, begun in start(game).items():
            gained = [
                one.moved
                for one in advances(game)
                if one.track == track and round_of(game, one.turn) <= number
            ]
            sums.add(None, begun + sum(gained), track=track, round=number)
