"""Sessions between the store and files: all that was exported comes back, however it is packed."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from replays.portable import read_all
from service.cli import main
from tests.cli.conftest import Run
from tests.support.recorded import library

RECORDED = library("time_of_chaos")[0]


@pytest.fixture
def exported(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bytes:
    """`tablelog export --all --gzip` of a store with five sessions; then the home is an empty one."""
    run("simulate", "time_of_chaos", "--sessions", 5, "--most-actions", 12, "--store")
    data = run("export", "--all", "--gzip").stdout_bytes
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "elsewhere"))
    return data


def test_what_export_all_gzip_writes_comes_back_whole(run: Run, exported: bytes, tmp_path: Path) -> None:
    path = tmp_path / "all.ndjson.gz"
    path.write_bytes(exported)
    assert "5 sessions, " in run("audit", path).output
    assert "5 imported" in run("import", path).output
    assert "5 already there" in run("import", path).output
    assert gzip.decompress(run("export", "--all", "--gzip").stdout_bytes) == gzip.decompress(exported)


def test_standard_input_is_read_like_a_file(exported: bytes) -> None:
    for command, said in (("audit", "5 sessions, "), ("import", "5 imported")):
        done = CliRunner().invoke(main, [command, "-"], input=exported)
        assert said in done.output
        assert done.exit_code == 0


def test_replay_reads_every_member_and_takes_the_session_that_is_asked_for(
    run: Run, exported: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "all.ndjson.gz"
    path.write_bytes(exported)
    first, *_, last = [file.session for file in read_all(exported)]
    assert json.loads(run("replay", path, "--session", last, "--json").stdout)["session"] == last
    shown = run("replay", path, "--json")
    assert json.loads(shown.stdout)["session"] == first
    assert "contains 5 sessions" in shown.stderr
    assert "contain session nonsense" in run("replay", path, "--session", "nonsense", status=1).output


@pytest.mark.parametrize(
    ("spoil", "said", "imported"),
    [
        (lambda data: data + b"\n", "follows the gzip data", 5),
        (lambda data: data[:-3], "too early", 5),
        (lambda data: data[:-300], "too early", 4),
    ],
)
def test_a_damaged_end_is_told_and_fails(
    run: Run, exported: bytes, tmp_path: Path, spoil, said, imported
) -> None:
    path = tmp_path / "all.ndjson.gz"
    path.write_bytes(spoil(exported))
    assert said in run("replay", path, "--json", status=1).output
    assert said in run("audit", path, status=1).output
    output = run("import", path, status=1).output
    assert said in output
    assert f"{imported} imported, 0 continued, 0 already there, 1 refused" in output


def test_a_file_that_is_not_there_is_refused_and_the_others_are_imported(
    run: Run, exported: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "all.ndjson.gz"
    path.write_bytes(exported)
    output = run("import", tmp_path / "nothing", path, status=1).output
    assert "No such file" in output
    assert "5 imported" in output
    assert "1 refused" in output


def test_commands_read_a_file_of_any_length_without_holding_it(
    run: Run, exported: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit of one session, set to the length of the longest, is none on the whole."""
    longest = max(map(len, gzip.decompress(exported).splitlines()))
    monkeypatch.setattr("service.cli.output.read_from.__defaults__", (longest,))
    path = tmp_path / "all.ndjson"
    path.write_bytes(gzip.decompress(exported))
    assert path.stat().st_size > 3 * longest
    assert "5 sessions, " in run("audit", path).output
    assert "5 imported" in run("import", path).output
    monkeypatch.setattr("service.cli.output.read_from.__defaults__", (longest - 1,))
    assert f"longer than {longest - 1} bytes" in run("import", path, status=1).output


def test_an_exported_file_is_there_whole_or_not_at_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("simulate", "time_of_chaos", "--sessions", 1, "--most-actions", 4, "--store")
    folder = tmp_path / "out"
    run("export", "--all", "--to", folder)
    (path,) = folder.iterdir()
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert "No space left" in run("export", "--all", "--to", folder, "--gzip", status=1).output
        assert "No space left" in run("export", "--all", "--to", folder, status=1).output
    assert list(folder.iterdir()) == [path]
    assert path.read_bytes() == before
