"""What commands show: whole at every width of a terminal and in a pipe, with counts as people say them."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from replays.findings import Audit, Finding, counted
from service.cli import output
from tests.cli.conftest import Run
from tests.support.recorded import library

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
WIDTHS = (40, 60, 80, 120)


def at_a_terminal(width: int, home: Path, *arguments: object) -> str:
    """What the command shows at a terminal of this width."""
    master, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    kept.pop("COLUMNS", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", *map(str, arguments)],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=kept | {"TABLELOG_HOME": str(home), "TERM": "xterm"},
        cwd=ROOT,
    )
    os.close(terminal)
    shown = io.BytesIO()

    def read() -> None:
        try:
            while data := os.read(master, 65_536):
                shown.write(data)
        except OSError:
            return

    reader = Thread(target=read)
    reader.start()
    assert process.wait(60) == 0
    reader.join()
    os.close(master)
    return ESCAPES.sub("", shown.getvalue().decode())


def table_of(shown: str, title: str) -> list[str]:
    """The lines from the title on."""
    lines = shown.splitlines()
    return lines[next(at for at, line in enumerate(lines) if title in line) :]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_table_of_projections_fits(width: int, tmp_path: Path) -> None:
    shown = at_a_terminal(width, tmp_path, "projections", "status")
    assert "…" not in shown
    assert all(len(line) <= width for line in shown.splitlines()), shown
    for word in ("sessions", "series", "timeline", "statistics", "position", "quarantined", "rebuilding"):
        assert word in " ".join(shown.split())


@pytest.mark.parametrize("width", WIDTHS)
def test_the_table_of_a_standing_fits(width: int, tmp_path: Path) -> None:
    recorded = library("order_vs_chaos")[-1]
    standing = table_of(at_a_terminal(width, tmp_path, "replay", recorded), "Final standing")
    assert "…" not in "".join(standing)
    assert all(len(line) <= width for line in standing if "Won by" not in line), standing
    for seat in json.loads(recorded.read_text().splitlines()[0])["seats"]:
        assert seat["seat"] in "".join(standing)


def test_a_pipe_has_no_width(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for arguments in (("projections", "status"), ("replay", library("order_vs_chaos")[-1])):
        result = run(*arguments)
        assert "…" not in result.stdout
        assert "┃" in result.stdout
        assert result.stderr == ""


def test_nothing_but_what_is_asked_is_said_in_a_pipe(run: Run, tmp_path: Path) -> None:
    """A bar that nobody sees leaves no empty lines behind."""
    run("simulate", "time_of_chaos", "--most-actions", 1, "--to", tmp_path / "made")
    for arguments in (("audit", "--all"), ("export", "--all"), ("projections", "rebuild")):
        assert run(*arguments).stderr == ""


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "session", "0 sessions"),
        (1, "session", "1 session"),
        (2, "session", "2 sessions"),
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
    ],
)
def test_counts(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


def test_one_session_is_one_session(run: Run, tmp_path: Path) -> None:
    assert (
        "1 session, 0 finished, "
        in run("simulate", "time_of_chaos", "--most-actions", 1, "--to", tmp_path / "made").stdout
    )
    (file,) = (tmp_path / "made").iterdir()
    assert "1 session, " in run("audit", file).stdout
    run("import", file)
    assert "1 session written to " in run("export", "--all", "--to", tmp_path / "out").stdout
    assert "1 session, " in run("audit", "--all").stdout


def test_one_finding_more_is_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = io.StringIO()
    monkeypatch.setattr(output, "CONSOLE", Console(file=printed, soft_wrap=True))
    findings = tuple(Finding(number, "note", "retraction", "taken back") for number in range(1, 22))
    output.show_audit("[/one].json", Audit("id", "reef", 1, 1, 1, 1, findings))
    assert "passed [/one].json: 1 entry, 1 derived again" in printed.getvalue()
    assert "1 draw recomputed" in printed.getvalue()
    assert "… and 1 more finding\n" in printed.getvalue()


def test_what_stands_between_colons_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    fingerprint = "07:AB:3A"
    for console in (output.CONSOLE, output.ERRORS):
        console.print(fingerprint, markup=False)
    output.show_table(["name"], [[fingerprint]], words="name")
    printed = capsys.readouterr()
    assert printed.out.count(fingerprint) == 2
    assert fingerprint in printed.err
