"""Which test files are measured for which code."""

from __future__ import annotations

from tests.support.mutants.measuring import test_files as files_for

HELD = (
    *("tests/games/reef/test_dive.py", "tests/games/lagoon/test_swim.py", "tests/games/test_every_game.py"),
    *(
        "tests/kernel/test_session.py",
        "tests/replays/test_audit.py",
        "tests/service/backup/test_restoring.py",
    ),
    *("tests/games/reef/table.py", "tests/games/reef/test_dive.txt", "domain/games/reef/rules.py"),
)


def test_a_game_has_its_own_tests_those_of_all_games_and_of_the_kernel():
    assert files_for(HELD, ["domain/games/reef/rules.py"]) == [
        "tests/games/reef/test_dive.py",
        "tests/games/test_every_game.py",
        "tests/kernel/test_session.py",
    ]


def test_what_is_below_the_service_has_the_tests_of_its_folder():
    assert files_for(HELD, ["service/sessions/commands.py"]) == ["tests/service/backup/test_restoring.py"]
    assert files_for(HELD, ["replays/walk.py"]) == ["tests/replays/test_audit.py"]


def test_the_kernel_is_tried_by_those_who_fold_its_entries_too():
    assert files_for(HELD, ["domain/kernel/game.py"]) == [
        "tests/kernel/test_session.py",
        "tests/replays/test_audit.py",
    ]


def test_several_sources_have_the_tests_of_each():
    assert len(files_for(HELD, ["domain/games/reef/rules.py", "domain/games/lagoon/view.py"])) == 4
    assert files_for(HELD, ["docs/conf.py"]) == []
