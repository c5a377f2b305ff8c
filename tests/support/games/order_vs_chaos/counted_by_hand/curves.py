"""The points of every series by hand, each as (line, subject, value, detail)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from domain.games.order_vs_chaos.facts import MonsterDiscarded, MonsterPlaced, TokensMoved, UnitKilled
from tests.support.games.order_vs_chaos.counted_by_hand.endings import START_OF_CHAOS_DOOM
from tests.support.games.order_vs_chaos.counted_by_hand.growth import opened, openings, turns
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording

Dot = tuple[int, str, float, dict[str, Any]]
MOST_DOOM = 13
SUBJECTS = ("opened", "monsters", "tokens", "rifts_open")


def advances(game: Recording, line: Line) -> Iterator[tuple[str, int, str, str | None]]:
    """Side, steps, cause and whose deed or death of everything in a line that moves a doom track."""
    dice, actor = line.action.get("dice", ()), line.action.get("seat")
    if line.kind == "deliver_tokens":
        yield "chaos", line.before.seats[line.seat].tokens, "delivery", actor
    if line.kind == "attack_healing_shrine" and "yellow" in dice:
        yield "chaos", 2, "shrine", actor
    if line.kind == "attack_rift" and "blue" in dice:
        yield "order", 1, "rift", actor
    for effect in effects(line, "doom"):
        yield effect["side"], effect["delta"], "effect", actor
    for seat, side in game.sides.items():
        died = line.after.seats[seat].deaths > line.before.seats[seat].deaths
        if died and side == "order" and line.before.phase == "turn":
            yield "chaos", 1, "death", seat


def doom_tracks(game: Recording) -> Iterator[Dot]:
    """From the printed start (OC-105) within 0 and 13; a step that finds no box is none."""
    tracks = {"order": 0, "chaos": START_OF_CHAOS_DOOM[len(game.sides)]}
    for side, height in tracks.items():
        yield 0, side, height, {"cause": "start", "turn": 0, "seat": None, "by": 0}
    for number, (turn, line) in enumerate(turns(game), 1):
        for side, steps, cause, seat in advances(game, line):
            height = max(0, min(MOST_DOOM, tracks[side] + steps))
            moved, tracks[side] = height - tracks[side], height
            if moved:
                yield number, side, height, {"cause": cause, "turn": turn, "seat": seat, "by": moved}


def changes(game: Recording, line: Line) -> Counter[str]:
    """What a line brings onto the map and takes off it."""
    kinds = [kind for opening in openings(line) for kind in opened(game, opening)]
    change = Counter(opened=len(kinds), rifts_open=kinds.count("rift"))
    change["rifts_open"] -= line.kind == "attack_rift" and "blue" in line.action["dice"]
    for effect in effects(line, "remove_card"):
        change["rifts_open"] -= line.before.card_kind(effect["location"]) == "rift"
    change["monsters"] += sum(1 for _ in line.found(MonsterPlaced))
    change["monsters"] -= sum(1 for _ in line.found(MonsterDiscarded))
    killed = [fact for fact in line.found(UnitKilled) if fact.unit.startswith("monster:")]
    if line.before.phase == "turn":
        change["monsters"] -= len(killed)
    places = set(line.after.places)
    for fact in line.found(TokensMoved):
        change["tokens"] += fact.n * ((fact.to in places) - (fact.origin in places))
    return change


def region_counts(game: Recording) -> Iterator[Dot]:
    """A ledger of the map, written wherever a line has changed it."""
    ledger = Counter[str]()
    for subject in SUBJECTS:
        yield 0, subject, 0, {"turn": 0}
    for number, (turn, line) in enumerate(turns(game), 1):
        change = changes(game, line)
        for subject in SUBJECTS:
            ledger[subject] += change[subject]
            if change[subject]:
                yield number, subject, ledger[subject], {"turn": turn}


CURVES: dict[str, Callable[[Recording], Iterator[Dot]]] = {
    "doom-tracks": doom_tracks,
    "region-counts": region_counts,
}
