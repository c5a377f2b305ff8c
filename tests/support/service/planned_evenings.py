"""The evenings that the twenty questions are counted over: opened and played through the API as planned."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from tests.service.conftest import LIBRARY, Table
from tests.support.service.raw_games import LIGHT, ORDER, SIDES, SKY, TIME, Evening


class Planned(NamedTuple):
    """A table: its recorded game, the players in the order of the seats, the day, and the clock if somebody
    says so. paced: every move says when it was made, a minute after the one before, with one break.
    """

    game: str
    name: str
    players: str
    day: str
    start: str | None = None
    end: str | None = None
    other_box: bool = False
    paced: bool = False
    tags: tuple[str, ...] = ()

    @property
    def minutes(self) -> float | None:
        """From the start to the end, which may be after midnight."""
        if self.start is None or self.end is None:
            return None
        start, end = (timedelta(hours=int(one[:2]), minutes=int(one[3:])) for one in (self.start, self.end))
        return (end - start) / timedelta(minutes=1) % (24 * 60)


PLAN = (
    Planned(TIME, "demo-2p-001", "12", "2025-11-14", "19:30", "20:25"),
    Planned(TIME, "demo-2p-007", "21", "2026-01-09", "20:00", "20:50", tags=("league",)),
    Planned(TIME, "demo-3p-002", "132", "2026-02-20", "18:15", "19:30"),
    Planned(TIME, "demo-3p-005", "314", "2026-02-27"),
    Planned(TIME, "demo-4p-003", "4123", "2026-03-06", "19:00", "20:50", tags=("league", "spring")),
    Planned(TIME, "demo-4p-006", "1234", "2026-03-13", "20:00", "21:35"),
    Planned(TIME, "demo-2p-001", "31", "2026-04-10", "17:00", "18:00", other_box=True),
    Planned(TIME, "demo-3p-002", "215", "2026-04-17", "19:00", "20:20", other_box=True),
    Planned(TIME, "demo-4p-003", "1532", "2026-05-08", "18:30", "20:30", other_box=True),
    Planned(TIME, "demo-2p-007", "14", "2026-06-19", "23:40", "00:25"),
    Planned(TIME, "demo-3p-005", "2-1", "2026-07-03", "19:00", "20:10"),
    Planned(LIGHT, "demo-2p-001", "12", "2025-12-05", "18:00", "19:40"),
    Planned(LIGHT, "bots-1p-ai-105", "1", "2026-01-23", "21:00", "21:40"),
    Planned(LIGHT, "bots-2p-unseen-104", "21", "2026-03-20", "19:30", "21:00"),
    Planned(LIGHT, "demo-3p-002", "312", "2026-05-15", "18:00", "20:15"),
    Planned(LIGHT, "bots-2p-ai-101", "14", "2026-08-07", "20:00", "21:25"),
    Planned(ORDER, "demo-2p-105-001", "12", "2026-01-30", paced=True),
    Planned(ORDER, "bots-2p-land", "21", "2026-04-24", "18:00", "20:30"),
    Planned(ORDER, "bots-3p-shared", "312", "2026-06-05", paced=True),
    Planned(ORDER, "bots-4p-relics-tiebreak", "1234", "2026-09-11", "17:00", "22:00"),
    Planned(SKY, "demo-2p-first-004", "12", "2026-02-06", "20:00", "21:00"),
    Planned(SKY, "demo-3p-first-002", "231", "2026-05-22", "19:00", "20:30"),
    Planned(SKY, "bots-4p-first", "1234", "2025-12-19", "18:45", "20:30"),
    Planned(SIDES, "printed-4p-032", "1234", "2026-02-13", "18:00", "21:00"),
    Planned(SIDES, "demo-3p-002", "213", "2026-03-27", "19:00", "21:50"),
    Planned(SIDES, "bots-2p-014", "12", "2026-07-17", "18:20", "21:00"),
)
BREAK_BEFORE, BREAK_MINUTES = 30, 45
"""A paced table stops before this move, for longer than counts as play."""
BEGAN = time(9, tzinfo=UTC)


def read(planned: Planned) -> tuple[Path, dict[str, Any], list[dict[str, Any]]]:
    """The file of a recorded game, its opening and its actions."""
    file = LIBRARY / planned.game / f"{planned.name}.jsonl"
    opening, *actions = map(json.loads, file.read_text("utf-8").splitlines())
    return file, opening, actions


def played(
    app: Flask, planned: Planned, box: str, points: Mapping[str, int], refused: dict[str, Counter[str]]
) -> Evening:
    """The evening of a table that was opened and played as planned."""
    file, opening, actions = read(planned)
    names = zip(opening["seats"], planned.players, strict=True)
    players = {seat["seat"]: f"p{number}" for seat, number in names if number != "-"}
    paced = None
    minutes = planned.minutes
    said: dict[str, Any] = {"visibility": "public", "players": players, "tags": list(planned.tags)}
    if planned.paced:
        waits = [1] * len(actions)
        waits[BREAK_BEFORE] = BREAK_MINUTES
        at = datetime.combine(datetime.fromisoformat(planned.day), BEGAN)
        said["moved_at"] = at.isoformat()
        for action, wait in zip(actions, waits, strict=True):
            at += timedelta(minutes=wait)
            action["moved_at"] = at.isoformat()
        paced = tuple(0 if wait == BREAK_MINUTES else wait for wait in waits)
        minutes = sum(paced)
    else:
        clock = {"played_on": planned.day, "start": planned.start, "end": planned.end}
        said |= {name: value for name, value in clock.items() if value is not None}
    if planned.other_box:
        said["component_set"] = box
    table = Table(app, opening | said)
    provoked = Counter[str]()
    if planned.game == TIME and planned.name.startswith("demo-2p"):
        provoked = provoke(table, actions)
    else:
        table.acted(*(actions[at : at + 100] for at in range(0, len(actions), 100)))
    if provoked:
        refused[table.id] = provoked
    return Evening(
        session=table.id,
        file=file,
        players=players,
        day=planned.day,
        minutes=minutes,
        box=table.get().json["component_set"],
        tags=planned.tags,
        points=points if planned.game == TIME else {},
        paced=paced,
    )


def provoke(table: Table, actions: Sequence[dict[str, Any]]) -> Counter[str]:
    """Play to the end, with refusals by four rules; each is the first one that the rules say is broken."""
    provoked = Counter[str]()

    def refuse(rule: str, action: Mapping[str, Any], times: int = 1) -> None:
        for _ in range(times):
            answer = table.act(action)
            assert (answer.status_code, answer.json["rule"]) == (409, rule), answer.text
            provoked[rule] += 1

    first = next(at for at, action in enumerate(actions) if action["type"] == "send_disorder")
    active = actions[first]["seat"]
    waiting = next(seat for seat in ("red", "blue") if seat != active)
    table.acted(actions[:first])
    refuse("TC-119", actions[0], times=3)
    refuse("TC-222", {"type": "end_turn", "seat": waiting}, times=2)
    refuse("TC-201", {"type": "end_turn", "seat": active})
    table.acted(actions[first:])
    refuse("TC-606", {"type": "end_turn", "seat": active})
    return provoked


def not_counted(app: Flask) -> None:
    """A private table, one for practice, one that nobody finished: each with a refusal."""
    _, opening, actions = read(PLAN[1])
    seated = {"players": {"red": "p1", "blue": "p2"}, "played_on": "2026-01-10"}
    private, practice, unfinished = (
        Table(app, opening | seated | said)
        for said in (
            {},
            {"visibility": "public", "sandbox": True},
            {"visibility": "public"},
        )
    )
    for table in (private, practice):
        provoke(table, actions)
    unfinished.acted(actions[:40])
    assert unfinished.act(actions[0]).status_code == 409
