"""`tablelog show` and `tablelog replay` tell a session in words, as wide as the terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from domain.games import REGISTRY
from service.cli import output
from tests.cli.conftest import Run
from tests.cli.test_output import ESCAPES, ROOT, at_a_terminal
from tests.support.recorded import LIBRARY, library

EVENING = LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl"
NOWHERE = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def stored(run: Run, tmp_path: Path) -> str:
    """The id of a session of the local store."""
    run("simulate", "time_of_chaos", "--most-actions", 20, "--to", tmp_path / "made")
    (made,) = (tmp_path / "made").iterdir()
    run("import", made)
    return str(json.loads(made.read_text().splitlines()[0])["session"])


def lines_of(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if line.startswith("№ ")]


@pytest.mark.parametrize("width", [40, 100])
def test_a_story_fits_the_terminal_and_hangs_below_its_number(width: int, tmp_path: Path) -> None:
    for command in (("show", EVENING), ("replay", EVENING, "--at", 7)):
        shown = at_a_terminal(width, tmp_path, *command)
        assert all(len(line) <= width for line in shown.splitlines()), shown
    shown = at_a_terminal(width, tmp_path, "show", EVENING)
    at = shown.splitlines().index(next(line for line in lines_of(shown) if line.startswith("№ 5 Blue")))
    assert shown.splitlines()[at + 1].startswith("    ")
    whole = " ".join(shown.split())
    assert "№ 5 Blue starts in Brightwater. Blue places a cube on Brightwater in the past." in whole


def test_in_a_pipe_each_entry_is_a_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service.cli", "show", str(EVENING)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert len(lines_of(done.stdout)) == 86
    (seventh,) = (line for line in lines_of(done.stdout) if line.startswith("№ 7 "))
    assert seventh == "№ 7 Red sends disorder. Disorder spreads from Dunmere in the past into the present."
    assert "\nRound 1\n" in done.stdout


def test_both_say_the_same_words_of_an_entry(run: Run) -> None:
    said = lines_of(run("show", EVENING, "--from", 30, "--to", 30).output)
    assert said == lines_of(run("replay", EVENING, "--at", 30).output)
    assert len(said) == 1


def test_both_take_a_session_of_the_store(run: Run, stored: str) -> None:
    shown = lines_of(run("show", stored).output)
    assert shown[0] == "№ 1 A Time of Chaos begins."
    at_the_end = json.loads(run("replay", stored, "--json").output)
    assert at_the_end["session"] == stored
    assert len(shown) == at_the_end["of"]
    assert "\n\nThe table: Round " in run("replay", stored).output
    for command in ("show", "replay"):
        assert f"There is no session {NOWHERE} in the store." in run(command, NOWHERE, status=1).output


def test_a_part_is_told_and_what_is_not_there_is_refused(run: Run) -> None:
    part = lines_of(run("show", EVENING, "--from", 4, "--to", 6).output)
    assert [line.split()[1] for line in part] == ["4", "5", "6"]
    assert "has only 86 entries" in run("show", EVENING, "--from", 87, status=1).output
    assert "no seat mauve" in run("show", EVENING, "--as", "mauve", status=1).output
    assert run("show", EVENING, "--from", 9, "--to", 4, status=2).output.endswith(
        "`--to` must not be before `--from` (9).\n"
    )


def test_a_seat_is_told_what_it_may_see(run: Run, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.jsonl"
    lines = (LIBRARY / "chaosmos" / "demo-4p-standard-003.jsonl").read_text().splitlines()
    unfinished.write_text("\n".join(lines[:60]))
    truth, east, public = (
        set(lines_of(run("show", unfinished, *option).output))
        for option in ((), ("--as", "east"), ("--as", "public"))
    )
    assert truth - east
    assert east - public
    assert len(truth) == len(east) == len(public)


def test_an_unreadable_session_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text("no game\n")
    assert str(path) in run("show", path, status=1).output


def before(shown: str, seat: str) -> list[str]:
    """What the table tells below the heading of a seat."""
    lines = shown.splitlines()
    (at,) = (at for at, line in enumerate(lines) if line.startswith(f"{seat} ("))
    return lines[at + 1 : lines.index("", at)]


@pytest.mark.parametrize("game", REGISTRY)
def test_the_table_of_every_game_is_told_in_words_that_fit_a_phone(
    run: Run, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = library(game)[0]
    entries = len(recorded.read_text().splitlines())
    whole = {at: run("replay", recorded, "--at", at).output for at in (1, entries // 2, entries)}
    monkeypatch.setattr(output, "CONSOLE", Console(force_terminal=True, width=40, highlight=False))
    for at, in_a_pipe in whole.items():
        shown = ESCAPES.sub("", run("replay", recorded, "--at", at).output)
        assert [line for line in shown.splitlines() if len(line) > 40] == []
        table = in_a_pipe.partition("\nThe table")[2].rpartition("\n\n")[0]
        assert " ".join(table.split()) in " ".join(shown.split()), "broken lines lose no word"
        assert '"' not in table
    changed = ESCAPES.sub("", run("replay", recorded, "--at", entries // 2, "--diff", 1).output)
    assert [line for line in changed.splitlines() if len(line) > 40] == []
    assert "\nChanged since entry 1:\n  /" in changed


def test_places_and_pieces_are_told_as_the_page_shows_them(run: Run) -> None:
    shown = run("replay", EVENING, "--at", 58).output
    assert "\nThe table: Round 6\n\nPast – 14 in the deck\n" in shown
    assert "\n  Brightwater (in chaos): 1 cube of Blue\n" in shown
    assert "\n  Ironvale: 2 cubes of Red\n" in shown
    assert "\n  empty: Greyharbor, Fallowfield, Highspire\n" in shown
    assert "\nRed, 3 points, to act\n  Cubes left: 5 | Cards in hand: 3, full | " in shown


def test_a_piece_whose_colour_alone_tells_its_seat_is_told_with_it(run: Run) -> None:
    recorded = LIBRARY / "chaos_order" / "demo-2p-105-001.jsonl"
    shown = run("replay", recorded, "--at", 400).output
    (line,) = (line for line in shown.splitlines() if line.startswith("  Reed Gate ("))
    assert re.search(r"Outpost \((Jrayek|Zcharo)\)", line), line
    assert "fighters (" not in line, "which are called by their seat"


def test_what_lies_hidden_on_the_table_is_told_to_nobody_else(run: Run, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.jsonl"
    lines = (LIBRARY / "chaosmos" / "demo-4p-standard-003.jsonl").read_text().splitlines()
    unfinished.write_text("\n".join(lines[:60]))
    truth, east, public = (
        run("replay", unfinished, *option).output for option in ((), ("--as", "east"), ("--as", "public"))
    )
    assert "\nEnvelope box" in truth
    assert "\nEnvelope box" not in east + public
    for seat in ("East", "North"):
        hand = before(truth, seat)[1]
        cards = re.findall(r"[A-Z][A-Za-z ]+[a-z]", hand)
        assert len(cards) > 2
        told = " ".join(before(east, seat)[1:])
        assert all(card in told for card in cards) == (seat == "East")
        assert before(public, seat)[1:] == []


def test_a_place_without_a_change_says_so(run: Run) -> None:
    assert "Nothing changed since entry 7." in run("replay", EVENING, "--at", 7, "--diff", 7).output
