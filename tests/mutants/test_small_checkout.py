"""The whole of it on a small checkout: what is killed, what survives, and a checkout that stays as it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.mutants.trials import module_name

ROOT = Path(__file__).parent.parent.parent
SCORING = "domain/games/reef/scoring.py"
FILES = {
    SCORING: """
        LIMIT = 3

        def winner(scores):
            return max(scores)

        def deep(depth):
            return depth > LIMIT

        def sink(depth):
            while depth > 0:
                depth -= 1
            return depth
        """,
    "tests/games/reef/test_reef.py": """
        import pytest
        from domain.games.reef import scoring

        def test_the_most_wins():
            assert scoring.winner([1, 2]) == 2

        def test_it_is_deep_below_three():
            assert scoring.deep(5)
            assert not scoring.deep(1)

        @pytest.mark.parametrize("limit", [scoring.LIMIT])
        def test_a_limit_names_a_test(limit):
            assert limit == 3

        def test_who_sinks_arrives():
            assert scoring.sink(3) == 0
        """,
    "tests/support/registry.py": "",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\npythonpath = ['.']\n",
    ".gitignore": ".venv/\n",
}

pytestmark = pytest.mark.integration


@pytest.fixture
def checkout(tmp_path):
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(dedent(text), "utf-8")
    for folder in ("domain", "domain/games", "domain/games/reef", "tests", "tests/games", "tests/games/reef"):
        (tmp_path / folder / "__init__.py").touch()
    git(tmp_path, "init", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "Open the reef")
    return tmp_path


def git(folder, *arguments):
    who = ("-c", "user.name=Reef", "-c", "user.email=reef@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def mutate(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": ""}
    return subprocess.run(
        [sys.executable, "-P", "-m", "tests.mutants", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def as_it_is(folder):
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and path.relative_to(folder).parts[0] not in {".git", ".venv"}
    }


def test_survivors_are_told_and_the_checkout_stays_as_it_is(checkout):
    (checkout / SCORING).write_text("nothing that is committed", "utf-8")
    before = as_it_is(checkout)
    told = mutate(checkout, "--room", "scoring")
    assert as_it_is(checkout) == before
    assert told.returncode == 1, told.stderr
    assert "6 mutants of " in told.stdout
    assert f"{SCORING}:8  comparison  depth > LIMIT -> depth >= LIMIT  (4 tests asked)" in told.stdout
    assert "5 of   6 killed" in told.stdout
    assert f"path = '{SCORING}'" in told.stdout


def test_what_was_measured_is_kept_until_its_test_or_source_changes(checkout):
    at = ("--at", f"{SCORING}:5")
    first = mutate(checkout, *at)
    assert "measured 1 of 1: tests/games/reef/test_reef.py" in first.stdout, first.stderr
    assert "measured" not in mutate(checkout, *at).stdout
    (checkout / SCORING).write_text(
        "# The sea.\n" + dedent(FILES[SCORING]).replace("max(", "max(0, *"), "utf-8"
    )
    git(checkout, "commit", "-am", "Say where the reef is")
    again = mutate(checkout, "--since", "HEAD~")
    assert "measured 1 of 1" in again.stdout
    assert "2 mutants of " in again.stdout
    assert "comparison" not in again.stdout


def test_work_in_forks_says_how_it_ended():
    script = """
        import os, signal, time
        from tests.support.mutants.forks import Work, in_forks

        def killed():
            os.kill(os.getpid(), signal.SIGKILL)

        def forever():
            while True:
                time.sleep(60)

        def fails():
            raise LookupError("reef")

        works = [
            Work("done", lambda: 0, 60.0), Work("refused", lambda: 3, 60.0), Work("killed", killed, 60.0),
            Work("forever", forever, 0.2), Work("fails", fails, 60.0),
        ]
        print(sorted((ended.task, str(ended.status)) for ended in in_forks(works, 2)))
        """
    told = subprocess.run(
        [sys.executable, "-c", dedent(script)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(
        [("done", "0"), ("fails", "70"), ("forever", "None"), ("killed", "-9"), ("refused", "3")]
    )


def test_whoever_is_asked_to_end_leaves_no_fork_behind():
    script = """
        import os, signal, time
        from tests.support.mutants.forks import Work, end_on_signals, in_forks

        def forever():
            print(os.getpid(), flush=True)
            os.kill(os.getppid(), signal.SIGTERM)  # perhaps while it is still being noted
            time.sleep(600)
            return 0

        end_on_signals()
        list(in_forks([Work("forever", forever, 600.0)], 1))
        """
    with subprocess.Popen([sys.executable, "-c", dedent(script)], cwd=ROOT, stdout=subprocess.PIPE) as asked:
        fork = int(asked.stdout.readline())
        assert asked.wait() == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(fork, 0)


def test_a_file_names_its_module():
    assert module_name("replays/audit.py") == "replays.audit"
    assert module_name("domain/games/__init__.py") == "domain.games"
