"""Swap tests over every route in small, and proof that they notice what is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import Action, Chance, Facts, Game, Point, Rejected
from domain.kernel.messages import Fact
from tests.support.long import swaps
from tests.support.long.campaign import Outcome, Wanted
from tests.support.planted_leaks import deck_published, hidden_count
from tests.support.service.swapped_worlds import Pair, difference, finished, unfinished
from tests.support.service.walking import ASKED, SENT, STREAMED

TWINS = 20
SEED = 1
CHAOS, CHAOSMOS = REGISTRY["time_of_chaos"], REGISTRY["chaosmos"]


def test_every_route_tells_a_seat_and_the_recorder_of_all_the_same_of_two_worlds(tmp_path: Path) -> None:
    walk, chosen = swaps.Walk(tmp_path, {TEMPLATE.key: TEMPLATE}), looks_at(TEMPLATE)
    assert [*chosen] == ["a seat", "a recorder of a seat", "a spectator", "the recorder of all"]
    for who in ("a seat", "the recorder of all"):
        walk.look(who, chosen[who])
    assert walk.faults == []
    assert walk.questions > 2 * len(ASKED)
    assert len(walk.routes) == len({*ASKED, *STREAMED, *SENT, "actions"})
    assert [path.name for path in tmp_path.iterdir()] == ["prepared"]


def looks_at(game: Game[Any]) -> dict[str, Pair]:
    """A pair that a seat cannot tell apart, by who looks at it."""
    for pairs in swaps.swapped(game, game.seat_counts[-1], unfinished, TWINS, Random(SEED)):
        if len(pairs) > 1:
            return dict(swaps.looks(pairs, Random(SEED)))
    raise AssertionError("no worlds that a seat cannot tell apart")


def over(game: Game[Any], folder: Path, served: Game[Any] | None = None) -> Outcome:
    """The campaign with one pair of a game, which the services have as it is or otherwise."""
    services_have = {game.key: served or game}
    return swaps.over([game], 1, SEED, folder, served=services_have, twins=TWINS)


def test_a_deck_that_a_view_shows_is_told_for_each_who_looks(tmp_path: Path) -> None:
    figures, faults = over(TEMPLATE, tmp_path, deck_published(TEMPLATE, ()))
    assert figures["game_template: pairs, questions compared"].startswith("1, ")
    assert figures["game_template: pairs by seats"].startswith("1 of ")
    assert figures["looked at by"] == "1 a recorder of a seat, 1 a seat, 1 a spectator, 1 the recorder of all"
    assert figures["kinds of routes walked"] == "1"
    assert len(faults) == 4
    for fault in faults:
        assert fault.startswith("game_template of ")
        assert ": /v1/sessions/*?at=" in fault
        assert "\n" not in fault
    assert sum("told to a spectator: " in fault for fault in faults) == 1
    assert sum("told to recorder:" in fault for fault in faults) == 2


def test_a_leak_of_one_curve_alone_is_told_with_its_route(tmp_path: Path) -> None:
    def points(before: Any, facts: tuple[Fact, ...], after: Any) -> list[Point]:
        return [Point("table", hidden_count(CHAOS, after))]

    curve, *others = CHAOS.series
    leaking = replace(CHAOS, series=(replace(curve, points=points), *others))
    walk = swaps.Walk(tmp_path, {CHAOS.key: leaking})
    walk.look("a spectator", looks_at(CHAOS)["a spectator"])
    (fault,) = walk.faults
    assert f"told to a spectator: /v1/sessions/*/{curve.key} application/json: " in fault


def test_worlds_that_cannot_be_recorded_are_told(tmp_path: Path) -> None:
    def decide(state: Any, action: Action, chance: Chance) -> Facts[Any]:
        yield from ()
        raise Rejected("TC-1", "Nothing is allowed.")

    walk = swaps.Walk(tmp_path, {CHAOS.key: replace(CHAOS, decide=decide)})
    walk.look("a spectator", looks_at(CHAOS)["a spectator"])
    (fault,) = walk.faults
    assert "Nothing is allowed." in fault
    assert walk.questions == 0


def test_a_game_without_worlds_that_stay_alike_is_told(tmp_path: Path) -> None:
    shut = replace(TEMPLATE, seat_counts=(), opens_when_finished=False)
    figures, faults = over(shut, tmp_path)
    assert faults == [f"game_template{which}: no worlds that stay alike" for which in ("", ", finished")]
    assert figures["game_template: pairs by seats"] == "none"


def test_worlds_of_a_game_that_stays_shut_are_found_to_their_end() -> None:
    pairs = next(swaps.swapped(CHAOSMOS, 2, finished, TWINS, Random(SEED)))
    at, source = pairs[0].at, pairs[0].source
    assert [len(world) for world in pairs[0].worlds] == [len(source.actions)] * 2
    assert pairs[0].worlds[0][:at] == pairs[0].worlds[1][:at]
    assert pairs[0].worlds[0] == source.actions != pairs[0].worlds[1]


def test_a_seed_chooses_the_same_worlds_again_and_another_one_others() -> None:
    def chosen(seed: int) -> list[str]:
        found = swaps.swapped(CHAOS, 2, unfinished, TWINS, Random(seed))
        return [pairs[0].what for pairs in found]

    assert chosen(1) == chosen(1) != chosen(2)
    assert len(chosen(1)) == len({*chosen(1)}) > 1


def test_a_difference_is_told_with_what_stands_around_it() -> None:
    before, after = b"=" * 100, b"-" * 100
    told = difference("/entries", before + b"red" + after, before + b"blue" + after)
    assert told == f"/entries: {b'=' * 60 + b'red' + b'-' * 57!r}, {b'=' * 60 + b'blue' + b'-' * 56!r}"
    assert difference("/entries", b"one", b"one more") == "/entries: b'one', b'one more'"


def test_as_many_swaps_are_run_as_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def through(
        walk: swaps.Walk, what: str, game: Game[Any], finding: Any, number: int, *_: Any
    ) -> dict[str, str]:
        asked.append((what, number))
        return {}

    monkeypatch.setattr(swaps.Walk, "through", through)
    assert swaps.run(Wanted(swaps=7), tmp_path).faults == []
    shut = [f"{game.key}, finished" for game in REGISTRY.values() if not game.opens_when_finished]
    assert sorted(asked) == sorted((what, 7) for what in (*REGISTRY, *shut))
