"""The sample: every room has its share, a seed chooses the same again, and lines since a commit alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.mutants.operators import mutants_of
from tests.support.mutants.rooms import GAME, ROOMS, lines_since, mutants_in, sample, shares, touched

ROOT = Path(__file__).parent.parent.parent
REEF = mutants_of("reef.py", "\n".join(f"x{each} = a < {each}" for each in range(40)))
LAGOON = mutants_of("lagoon.py", "x = a < 1\ny = not b\n")


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_that_a_room_names_is_there(room):
    for pattern in ROOMS[room]:
        assert [*ROOT.glob(pattern)] != [] or pattern.startswith(GAME), pattern


def test_a_room_has_the_mutants_of_its_files_in_order():
    found = mutants_in(ROOT, "projections")
    paths = [*dict.fromkeys(mutant.path for mutant in found)]
    assert paths == sorted(paths)
    assert len(paths) > 1
    assert [mutant for mutant in found if mutant.path == paths[0]] == mutants_of(
        paths[0], (ROOT / paths[0]).read_text("utf-8")
    )


def test_no_file_is_in_two_rooms():
    files = [path for patterns in ROOMS.values() for pattern in patterns for path in ROOT.glob(pattern)]
    assert len(files) == len({*files})


def test_every_game_has_every_room_of_a_game():
    games = {path.parent.name for path in ROOT.glob("domain/games/*/__init__.py")}
    for room in ("rules", "facts", "scoring", "view", "offers", "words", "boards", "statistics"):
        files = [path for pattern in ROOMS[room] for path in ROOT.glob(pattern)]
        assert {path.relative_to(ROOT).parts[2] for path in files} == games, room


def test_rooms_have_equal_shares_and_what_a_small_one_has_not_goes_to_the_others():
    assert shares({"rules": 100, "view": 100}, 10) == {"rules": 5, "view": 5}
    assert shares({"rules": 100, "view": 2, "words": 100}, 12) == {"rules": 5, "view": 2, "words": 5}
    assert shares({"rules": 3, "view": 2}, 100) == {"rules": 3, "view": 2}


def test_the_same_seed_chooses_the_same_and_another_seed_others():
    mutants = {"rules": REEF, "view": LAGOON}
    chosen = sample(mutants, 12, "4ddd198e")
    assert chosen == sample(mutants, 12, "4ddd198e")
    assert chosen != sample(mutants, 12, "946d1d74")
    assert {room: len(found) for room, found in chosen.items()} == {"rules": 9, "view": 3}
    assert len({*chosen["rules"]}) == 9


def test_what_is_changed_elsewhere_chooses_no_others():
    moved = mutants_of("reef.py", "# A comment.\n" + "\n".join(f"x{each} = a < {each}" for each in range(40)))
    before, after = sample({"rules": REEF}, 12, "4ddd198e"), sample({"rules": moved}, 12, "4ddd198e")
    assert [each.key for each in before["rules"]] == [each.key for each in after["rules"]]


def test_a_larger_sample_holds_the_smaller_one():
    assert (
        sample({"rules": REEF}, 30, "4ddd198e")["rules"][:10]
        == sample({"rules": REEF}, 10, "4ddd198e")["rules"]
    )


def test_lines_since_a_commit_are_those_that_it_had_not(tmp_path):
    def git(*arguments):
        who = ("-c", "user.name=Reef", "-c", "user.email=reef@example.org")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    reef = tmp_path / "reef.py"
    git("init", "-b", "main")
    reef.write_text("a = 1\nb = 2\nc = (\n    3,\n    4,\n)\n", "utf-8")
    git("add", "."), git("commit", "-m", "Open the reef")
    reef.write_text("new = 0\na = 1\nc = (\n    3,\n    5,\n)\n", "utf-8")
    (tmp_path / "lagoon.py").write_text("d = 6\n", "utf-8")
    git("add", "."), git("commit", "-m", "Change the reef")
    lines = lines_since(tmp_path, "HEAD~", "HEAD")
    assert lines == {"reef.py": {1, 5}, "lagoon.py": {1}}
    mutants = mutants_of("reef.py", reef.read_text("utf-8"))
    assert [each.before for each in mutants if touched(each, lines)] == ["0", "3", "5"]
