"""Drafts: a turn that is put together by dry runs of a list, and then recorded as that list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from tests.service.conftest import REEF_OPENING, Table, place, problem
from tests.support.service.recorded_tables import AT_ONCE, name_of, opened_with

WITH = "with=words,board,offers"
SHOWN = ("board", "words", "moment", "now")
DRAFTS = 6
LONGEST = 5
EVERY_RUN = 3

Actions = Sequence[dict[str, Any]]


def runs_of(actions: Actions) -> Iterator[tuple[str | None, list[dict[str, Any]]]]:
    """The game in runs: several actions of one seat, with nobody else's in between."""
    for seat, run in groupby(actions, key=lambda action: action.get("seat")):
        yield seat, list(run)


def tried(table: Table, actions: Actions, holder: str) -> dict[str, Any]:
    """The answer of a dry run of these actions as a list."""
    answer = table.post(f"/actions?dry_run=true&{WITH}", actions, holder)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def shown(table: Table, holder: str) -> dict[str, Any]:
    """The table as it is shown to them, without what can be undone and without how long it waits for whom."""
    told = {name: part for name, part in table.get(f"?{WITH}", holder).json.items() if name in SHOWN}
    told["moment"]["waits"] = []
    if "now" in told:
        told["now"] = {name: told["now"][name] for name in ("offers", "words")}
    return told


def ends_the_list(table: Table, actions: Actions, holder: str) -> bool:
    """Whether the service takes no other action after these in a list."""
    answer = table.post("/actions?dry_run=true", [*actions, actions[-1]], holder)
    if answer.status_code == 200:
        return bool(answer.json.get("untold"))
    return bool(answer.json["type"].endswith("must-be-last"))


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_a_draft_shows_the_table_that_recording_it_makes(app: Flask, game: Game[Any]) -> None:
    """To the seat and to the owner; recorded as a list, everybody sees what one by one would have made."""
    opening, actions = opened_with(game.key, name_of(game.key))
    whole, single = Table(app, opening), Table(app, opening)
    drafts = compared = behind = 0
    for at, (seat, run) in enumerate(runs_of(actions)):
        if drafts == DRAFTS:
            break
        if seat is None or not 1 < len(run) <= LONGEST or at % EVERY_RUN:
            for first in range(0, len(run), AT_ONCE):
                whole.acted(run[first : first + AT_ONCE])
            continue
        drafts += 1
        for first in range(behind, whole.version - 1, AT_ONCE):
            single.acted(actions[first : min(first + AT_ONCE, whole.version - 1)])
        holders: tuple[str, ...] = (f"seat:{seat}", "owner")
        version = whole.version
        after: dict[str, list[Any]] = {holder: [] for holder in holders}
        for steps in range(1, len(run) + 1):
            for holder in holders:
                told = tried(whole, run[:steps], holder)
                after[holder].append(told["after"])
                if holder == "owner":
                    assert told["after"] is not None, "the owner sees all of it already"
                    continue
                ended = ends_the_list(whole, run[:steps], holder)
                over = steps == len(run) and version - 1 + steps == len(actions)
                assert (told["after"] is None) == (ended or over), run[:steps]
                if ended:
                    after[holder] += [None] * (len(run) - steps)
                    holders = ("owner",)
        assert whole.version == version, "nothing stands in the log"
        whole.acted(run)
        for steps, action in enumerate(run):
            single.acted(action)
            for holder, tables in after.items():
                if tables[steps] is not None:
                    compared += 1
                    assert tables[steps] == shown(single, holder), (holder, run[: steps + 1])
        behind = whole.version - 1
        for holder in (f"seat:{seat}", "owner", "spectator"):
            assert shown(whole, holder) == shown(single, holder)
    has_runs = any(seat is not None and 1 < len(run) <= LONGEST for seat, run in runs_of(actions))
    assert compared > drafts > 0 or not has_runs


def test_a_draft_that_drew_shows_nothing_of_it(app: Flask) -> None:
    reef = Table(app, REEF_OPENING | {"chance": "drawn", "may_declare": True})
    storm = {"type": "roll_storm"}
    for holder in ("scribe", "owner"):
        assert tried(reef, [place("red")], holder)["after"]["moment"]
        assert tried(reef, [place("red"), storm], holder)["after"] is None
    assert reef.get("/offers?with=words", "scribe").json["words"]["roll_storm/"]["must_be_last"]
    assert reef.version == 1


def test_a_draft_is_asked_for_the_outcome_of_its_last_action(app: Flask) -> None:
    """A die that the table sees does not end a draft: what follows is put together with it."""
    reef = Table(app, REEF_OPENING)
    storm = {"type": "roll_storm"}
    told = tried(reef, [place("red"), storm], "scribe")
    assert [asked["path"] for asked in told["outcomes"]] == ["face"]
    assert told["outcomes"][0]["words"]["asks"]
    rolled = storm | {"face": told["outcomes"][0]["domain"]["values"][0]}
    assert tried(reef, [place("red"), rolled], "scribe")["after"]
    refused = reef.post(f"/actions?dry_run=true&{WITH}", [storm, place("red")], "scribe")
    assert problem(refused, 409, "rule")["index"] == 0
    assert "must_be_last" not in reef.get("/offers?with=words", "scribe").json["words"]["roll_storm/"]


def test_a_seats_draft_tells_nobody_what_it_tried(app: Flask) -> None:
    """A hidden card can be named last in a draft only, and trying it is not told to the table."""
    opening, actions = opened_with("time_of_chaos", name_of("time_of_chaos"))
    at = next(at for at, action in enumerate(actions) if action["type"] == "grab")
    table = Table(app, opening).acted(actions[:at])
    grab, holder = actions[at], f"seat:{actions[at]['seat']}"
    assert tried(table, [grab], holder)["after"] is None
    assert table.get("/offers?with=words", holder).json["words"][f"grab/{grab['seat']}"]["must_be_last"]
    assert "must_be_last" not in table.get("/offers?with=words").json["words"][f"grab/{grab['seat']}"]
    assert table.version == at + 1, "no note"


def test_a_single_action_has_no_after(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    assert "after" not in table.post(f"/actions?dry_run=true&{WITH}", place("red"), "scribe").json
    assert "after" not in table.post("/actions?dry_run=true&with=words", [place("red")], "scribe").json
    assert tried(table, [place("red")], "seat:red")["after"]["now"] == {"offers": [], "words": {}}
