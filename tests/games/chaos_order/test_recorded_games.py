"""Complete recorded games of Chaos Order end exactly as the expected tables say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.facts import GameEnded, PlansRevealed
from domain.games.chaos_order.state import State
from domain.kernel import TRUTH, Fact
from domain.kernel.engine.entries import Recorded, codec_of
from replays.cursor import Cursor
from replays.library import Library
from replays.portable import read_all, stored_entries
from replays.proving import audit_file
from tests.support.recorded import LIBRARY, STAMP, library, opened, played_to_the_end

SEAT_MEMBERS = (
    "faction", "energy", "gems", "fame", "research", "hand", "base", "recruitment", "base_fighters",
    "drop_ship_fighters", "leaders", "attributes", "buildings_on_board", "board_foundations_left",
    "relics", "counters", "tokens", "regions_controlled", "land_regions_controlled",
)  # fmt: skip
REGION_MEMBERS = ("fighters", "leaders", "foundations", "relic", "control")
TABLE_MEMBERS = (
    "round", "winners", "reason", "flare_gun", "loose_tokens", "production_area", "relics_out",
    "mountains", "deck", "discard", "neutral_pairs", "prices",
)  # fmt: skip


def final_table(state: State, actions: int) -> dict[str, Any]:
    """Our table in the words of the expected one (the samples' README)."""
    view = json.loads(msgspec.json.encode(GAME.view(state, TRUTH)))
    return {
        "game_actions": actions,
        "phase": state.phase,
        **{name: view[name] for name in TABLE_MEMBERS},
        "seats": {
            seat: {name: shown[name] for name in SEAT_MEMBERS} for seat, shown in view["seats"].items()
        },
        "regions": {
            place: {name: shown[name] for name in REGION_MEMBERS} for place, shown in view["regions"].items()
        },
    }


def leaders_sorted(table: dict[str, Any]) -> dict[str, Any]:
    """Leaders of a region stand in no order."""
    for region in table["regions"].values():
        region["leaders"] = {seat: sorted(names) for seat, names in region["leaders"].items()}
    return table


@pytest.mark.parametrize("recorded", library("chaos_order"), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert final_table(draft.position.state, actions) == leaders_sorted(expected)


def test_there_are_games_of_every_number_of_seats():
    counts = {len(json.loads(path.read_text().split("\n", 1)[0])["seats"]) for path in library("chaos_order")}
    assert counts == {2, 3, 4, 5}


def told(name: str) -> list[Fact]:
    """The facts of a recorded game."""
    _, draft, _ = played_to_the_end(GAME, LIBRARY / "chaos_order" / f"{name}.jsonl")
    return [
        fact
        for entry in draft.entries
        if isinstance(entry, Recorded)
        for fact in codec_of(GAME).facts.decode(entry.facts)
    ]


def test_the_bots_games_hold_a_bluff_a_double_retreat_and_ties():
    facts = told("bots-4p-both-retreat")
    plans = [fact.plans.values() for fact in facts if isinstance(fact, PlansRevealed)]
    assert any(plan.tactics == "bluff" for both in plans for plan in both)
    assert any(all(plan.section == "retreat" for plan in both) for both in plans)
    ends = {name: told(name)[-1] for name in ("bots-4p-relics-tiebreak", "bots-3p-shared", "bots-2p-land")}
    reasons = [fact.reason for fact in ends.values() if isinstance(fact, GameEnded)]
    assert reasons == ["relics_tiebreak", "shared", "land_regions"]


def test_a_recorded_game_goes_on_over_a_correction():
    """Energy that the table miscounted: the rest of the game is played by the rules, and the mark stays."""
    recorded = LIBRARY / "chaos_order" / "bots-4p-relics-tiebreak.jsonl"
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    seat = opening["seats"][0]["seat"]
    for number, action in enumerate(actions):
        if number == len(actions) // 2:
            corrected = {"fact": "energy_changed", "seat": seat, "delta": 1, "cause": "correction"}
            draft.correct([corrected], "one energy had been forgotten", STAMP)
        draft.record(action, STAMP, None)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    expected["seats"][seat]["energy"] += 1
    assert final_table(draft.position.state, len(actions)) == leaders_sorted(expected)
    assert draft.position.flagged == 1


def test_a_recorded_file_with_corrections_is_sound_and_ends_as_the_same_game_without_them():
    """It holds a bluff, a retreat by both sides, an energy corrected up and, once cleared up, down."""
    [file] = read_all((LIBRARY / "chaos_order" / "bots-4p-corrected.tablelog.json.gz").read_bytes())
    audit = audit_file(Library(), file)
    assert audit.passed, audit.findings
    corrections = [finding for finding in audit.findings if finding.kind == "correction"]
    assert [finding.severity for finding in corrections] == ["against_rules", "against_rules"]
    same = LIBRARY / "chaos_order" / "bots-4p-both-retreat.jsonl"
    _, draft, actions = played_to_the_end(GAME, same)
    corrected = Cursor.over(stored_entries(file), Library()).state
    assert final_table(corrected, actions) == final_table(draft.position.state, actions)
