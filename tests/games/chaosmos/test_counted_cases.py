"""What no recorded game has, counted at tables set up by hand; and headline figures read from a recording."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.statistics.observing import observe
from domain.kernel import Fact
from tests.games.chaosmos.table import EAST, NORTH, act, table
from tests.games.chaosmos.test_statistics import HIGH, LOW, Counted
from tests.support.counted import CountedGame
from tests.support.games.chaosmos.counted_by_hand import Recording, by_hand
from tests.support.hand_counts import rows_of
from tests.support.recorded import LIBRARY, library

THREE = LIBRARY / "chaosmos" / "demo-3p-first-002.jsonl"


def told(counted: Counted, *known: Fact) -> Counted:
    """Facts that are so, counted in."""
    state = counted.played.state
    for fact in known:
        before, state = state, GAME.evolve(state, fact)
        observe(counted.tally, before, fact, state)
    counted.played.given_state(**{name: getattr(state, name) for name in state.__struct_fields__})
    return counted


@pytest.mark.parametrize(("there", "landings"), [("fennmire", (0, 0)), ("guriwan", (1, 1))])
def test_a_banishment_on_the_spot_is_no_landing(there: str, landings: tuple[float, float]):
    """Fennmire is toxic for north."""
    counted = Counted(table(at={NORTH: there, EAST: there}, active=EAST)).play(
        act("attack", EAST, target=NORTH, dice={EAST: HIGH, NORTH: LOW}),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
        act("choose_resolution", EAST, choice="banish", planet="fennmire"),
    )
    assert counted.figure("toxic_landings", NORTH) == landings
    told(counted, facts.GameEnded(None, "click"))
    assert counted.figure("toxic_landed", NORTH) == (landings[0], 1)
    assert counted.figure("toxic_landed", EAST) == (0, 1)


@pytest.mark.parametrize(
    ("zone", "seeing"), [("hand:north", {NORTH}), ("envelope:brontide", {EAST}), ("void", {NORTH, EAST})]
)
def test_the_ovoid_that_a_text_moves_is_seen_by_who_has_the_zone_before_it(zone: str, seeing: set[str]):
    counted = Counted(table(envelopes={"guriwan": ["ovoid", "coal_fist"]}, controls={"brontide": EAST}))
    told(counted, facts.CardMoved("ovoid", "envelope:guriwan", zone))
    saw = {seat for seat in (NORTH, EAST) if counted.figure("ovoid_sightings", seat, by="text") == (1, 1)}
    assert saw == seeing


@pytest.mark.parametrize(("controls", "seeing"), [({"brontide": EAST}, {EAST}), ({}, set())])
def test_cm_526_the_ovoid_that_is_sent_is_seen_by_who_controls_that_planet(
    controls: dict[str, str], seeing: set[str]
):
    counted = Counted(table(hands={NORTH: ["hypertube", "ovoid"]}, controls=controls))
    counted.play(act("play_card", NORTH, card="hypertube", planet="brontide", sent_card="ovoid"))
    saw = {seat for seat in (NORTH, EAST) if counted.figure("ovoid_sightings", seat) == (1, 1)}
    assert saw == seeing
    assert counted.figure("ovoid_sightings", EAST, by="envelope") == ((1, 1) if seeing else (0, 0))


def test_a_text_tells_each_seat_once():
    counted = Counted(table(envelopes={"guriwan": ["ovoid", "coal_fist"]}))
    told(counted, facts.CardMoved("ovoid", "envelope:guriwan", "hand:north", (NORTH, EAST)))
    assert counted.figure("ovoid_sightings", NORTH) == (1, 1)
    assert counted.figure("ovoid_sightings", EAST) == (1, 1)


def test_a_combat_that_both_infinities_cancelled_spends_no_card():
    counted = Counted(table(at={EAST: "ashkel"})).play(
        act("attack", NORTH, target=EAST, dice={NORTH: ["infinity", 1], EAST: ["infinity", 1]})
    )
    assert counted.figure("single_use_spent") == (0, 1)


@pytest.fixture
def put_back(tmp_path: Path) -> Path:
    """The recording with the Ovoid come up first for the Pool."""
    lines = [json.loads(line) for line in THREE.read_text().splitlines()]
    [deal] = [line for line in lines if line.get("type") == "deal_cards"]
    deal["pool_draws"] = ["ovoid", *deal["pool_draws"]]
    copy = tmp_path / THREE.name
    copy.write_text("\n".join(map(json.dumps, lines)) + "\n")
    expected = THREE.with_suffix(".expected.json")
    copy.with_suffix(".expected.json").write_text(expected.read_text())
    return copy


def test_the_ovoid_that_came_up_for_the_pool_was_seen_by_all(put_back: Path):
    rows = CountedGame(GAME, put_back).rows
    last = {row.seat: row.value for row in rows if row.measure == "ovoid_last_sighting"}
    assert last == {"north": 1, "east": 11, "south": 21}
    recording = Recording(put_back)
    for measure in ("ovoid_sightings", "ovoid_last_sighting", "blind_share", "ovoid_custody"):
        assert rows_of(rows, measure) == by_hand.counted(recording, measure)


def test_nobody_can_cross_a_clock_that_is_not_on_the_board():
    for path in library("chaosmos"):
        rows = rows_of(CountedGame(GAME, path).rows, "clock_crossed")
        assert len(rows) == (0 if "standard" in path.stem or "random" in path.stem else int(path.stem[5]))


@pytest.fixture(scope="module")
def game() -> CountedGame:
    """Its figures below were read from the lines of the file."""
    return CountedGame(GAME, THREE)


HEADLINES: tuple[tuple[str, str | None, dict[str, str], float, float], ...] = (
    ("win_share", "south", {"position": "2", "alien": "haghouhen"}, 1, 1),
    ("turns", None, {}, 36, 1),
    ("combats", "east", {"role": "attacker", "outcome": "loss", "opponent": "south"}, 2, 1),
    ("combats", "east", {}, 4, 3),
    ("infinity_wins", "north", {}, 1, 1),
    ("attack_wins", "east", {}, 1, 3),
    ("final_margin", None, {}, 7, 3),
    ("lead_changes", None, {}, 1, 3),
    ("combat_play_wins", "east", {"card": "dirge_horn"}, 1, 1),
    ("single_use_spent", None, {}, 0, 4),
    ("spoils_share", "south", {}, 0, 2),
    ("stolen", "north", {"card": "ion_cannon"}, 1, 1),
    ("hyperspace_jumps", "east", {}, 3, 1),
    ("openings", "north", {}, 8, 7),
    ("forfeited_actions", "east", {}, 4, 1),
    ("die_faces", "north", {"face": "infinity"}, 1, 1 / 3),
    ("initial_score", "south", {}, 6 + 8 + 7, 3),
    ("ovoid_custody", None, {"zone": "envelope:cindral", "cause": "setup", "from": "0"}, 8, 1),
    ("ovoid_custody", None, {"zone": "hand:south"}, 9 + 16, 2),
    ("ovoid_custody", None, {"zone": "envelope:brontide", "cause": "access", "from": "17"}, 3, 1),
    ("ovoid_hands", None, {}, 2, 1),
    ("ovoid_zones", None, {}, 3, 1),
    ("ovoid_last_change", None, {}, 16, 1),
    ("ovoid_sightings", "east", {"by": "scry"}, 1, 1),
    ("ovoid_last_sighting", "south", {}, 21, 1),
    ("blind_share", "east", {}, 3, 26),
    ("blind_share", "south", {}, 0, 36),
)


@pytest.mark.parametrize(("measure", "seat", "split", "value", "weight"), HEADLINES)
def test_headline_figures_are_those_read_from_the_file(
    game: CountedGame, measure: str, seat: str | None, split: dict[str, Any], value: float, weight: float
):
    rows = [
        row
        for row in game.rows
        if (row.measure, row.seat) == (measure, seat) and split.items() <= row.dimensions.items()
    ]
    assert sum(row.value for row in rows) == pytest.approx(value)
    assert sum(row.weight for row in rows) == pytest.approx(weight)
