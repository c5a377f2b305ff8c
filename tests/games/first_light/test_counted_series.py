"""The curves of First Light, beside points and places read from the tables after each line."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from domain.games.first_light import GAME
from domain.kernel import Point
from tests.support.games.first_light.counted_by_hand import Recording
from tests.support.games.first_light.counted_by_hand.points import bonuses, parts
from tests.support.games.first_light.final_table import final_table
from tests.support.recorded import LIBRARY

PUBLIC, PRIVATE = "bots-3p-ai-102", "demo-1p-ai-004"
COUNT_RESOURCES = {"grogg", "uxolotyl", "yeki", "zcarpi"}


@cache
def recording(name: str) -> Recording:
    return Recording(LIBRARY / "first_light" / f"{name}.jsonl")


def test_every_series_is_drawn_by_hand_and_no_other():
    assert [series.key for series in GAME.series] == ["scores", "harvesters"]


def points_of(game: Recording, series: str) -> list[list[Point]]:
    """What each line gave."""
    [one] = [one for one in GAME.series if one.key == series]
    return [list(one.points(line.before, line.facts, line.after)) for line in game.lines]


def caches(game: Recording) -> dict[str, int]:
    """The points of the Gem Cache on each space, as they were turned at the end."""
    [line] = game.of("reveal_gem_caches")
    points = {tile["id"]: tile["points"] for tile in game.box["gem_caches"]}
    return {space: points[tile] for space, tile in line.action["caches"].items()}


def expected_parts(game: Recording, state: Any, *, turned: bool, partial: bool) -> dict[str, dict[str, int]]:
    """The five sources of every seat and of the AI at this table."""
    table = final_table(state, 0)
    found = {}
    for seat in game.seats:
        mine = parts(game, table, seat)
        if partial:
            hidden = [points for item, points in bonuses(game, table, seat) if item in COUNT_RESOURCES]
            mine |= {"items": mine["items"] - sum(hidden), "gems": 0}
        place = table["seats"][seat]["harvester"]
        found[seat] = mine | {"harvester": caches(game).get(place, 0) if turned else 0}
    found["ai"] = rival_parts(game, table, turned=turned)
    return found


def rival_parts(game: Recording, table: dict[str, Any], *, turned: bool) -> dict[str, int]:
    """FL-620."""
    [rules] = [ai for ai in game.box["ai_opponents"] if ai["id"] == game.opponent]
    cells = game.side("negotiation")["cells"]
    columns = table["negotiation"]["cells"]
    there = [
        (row, cells[clan][row]["points"])
        for clan in columns
        for row, die in enumerate(columns[clan])
        if die is not None and die["owner"] == "ai"
    ]
    stored = [
        (row, 0)
        for rows in table["depository"].values()
        for row, owner in enumerate(rows.values())
        if owner == "ai"
    ]

    def points(rule: dict[str, Any], place: tuple[int, int]) -> int:
        of_row = {"per_die": lambda: rule["points"], "per_row": lambda: rule["points"][place[0]]}
        return int(of_row.get(rule["kind"], lambda: place[1])())

    return {
        "negotiation": sum(points(rules["negotiation_points"], place) for place in there),
        "depository": sum(points(rules["depository_points"], place) for place in stored),
        "harvester": caches(game).get(table["ai"]["harvester"], 0) if turned else 0,
        "progress": 2 * table["ai"]["unlocked"],
        "gems": table["ai"]["gems"],
    }


@pytest.mark.parametrize("name", [PUBLIC, PRIVATE])
def test_each_point_of_the_scores_is_the_table_after_its_line(name: str):
    game = recording(name)
    last: dict[str, dict[str, int]] = {}
    for line, points in zip(game.lines, points_of(game, "scores"), strict=True):
        turned = line.kind == "reveal_gem_caches"
        partial = name == PRIVATE and not turned
        there = expected_parts(game, line.after, turned=turned, partial=partial)
        changed = {
            owner: mine for owner, mine in there.items() if last.get(owner, start(game, owner)) != mine
        }
        told = {point.subject for point in points}
        assert changed.keys() <= told
        assert told == (there.keys() if partial != (name == PRIVATE) else changed.keys())
        for point in points:
            sources = {source: n for source, n in point.detail.items() if source != "partial"}
            assert sources == there[point.subject]
            assert point.value == sum(there[point.subject].values())
            assert point.detail["partial"] is (partial and point.subject != "ai")
        last = there
    final = {owner: sum(sources.values()) for owner, sources in last.items()}
    assert final == {owner: score["total"] for owner, score in game.expected["scores"].items()}


def start(game: Recording, owner: str) -> dict[str, int]:
    """Everybody begins with nothing."""
    names = ("negotiation", "items", "research_base", "gems", "harvester")
    if owner == "ai":
        names = ("negotiation", "depository", "harvester", "progress", "gems")
    return dict.fromkeys(names, 0)


@pytest.mark.parametrize("name", [PUBLIC, PRIVATE])
def test_each_point_of_the_harvesters_is_where_they_went(name: str):
    game = recording(name)
    side = game.box["planet"]["sides"][game.opening["options"]["planet_side"]]
    slots = {space["id"]: space["cache_slot"] for space in side["spaces"]}
    there = dict.fromkeys([*game.seats, "ai"], side["centre"])
    for line, points in zip(game.lines, points_of(game, "harvesters"), strict=True):
        table = final_table(line.after, 0)
        following = {seat: table["seats"][seat]["harvester"] for seat in game.seats}
        following["ai"] = table["ai"]["harvester"]
        moved = {owner: space for owner, space in following.items() if space != there[owner]}
        assert {point.subject: point.value for point in points} == moved
        for point in points:
            assert point.detail == {"ring": rings(side)[str(point.value)], "cache": slots[str(point.value)]}
        there = following


def rings(side: dict[str, Any]) -> dict[str, int]:
    """How many steps each space is from the centre, arrows left out."""
    beside = {space["id"]: list(space["adjacent"].values()) for space in side["spaces"]}
    found, edge = {side["centre"]: 0}, [side["centre"]]
    while edge:
        edge = [space for here in edge for space in beside[here] if space not in found]
        found |= dict.fromkeys(edge, 1 + max(found.values()))
    return found


def test_the_opening_has_a_point_for_everybody():
    game = recording(PRIVATE)
    opened = game.lines[0].before
    points = {one.key: list(one.points(None, (), opened)) for one in GAME.series}
    assert {(point.subject, point.value) for point in points["scores"]} == {("black", 0), ("ai", 0)}
    assert {point.value for point in points["harvesters"]} == {"r3c3"}
