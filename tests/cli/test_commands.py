"""The commands that need no running service."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games import REGISTRY
from replays.event_store import EventStore
from replays.portable import read_all
from service.cli import COMMANDS, main
from tests.cli.conftest import Run
from tests.support.recorded import library
from tests.support.reef import REEF

GAMES = library("time_of_chaos")


@pytest.fixture
def files(run: Run, tmp_path: Path) -> list[Path]:
    """Three simulated sessions as portable files."""
    run("simulate", "time_of_chaos", "--sessions", 3, "--seed", 4, "--to", tmp_path / "made")
    return sorted((tmp_path / "made").iterdir())


def test_help_names_every_command(run: Run) -> None:
    output = run("--help").output
    for name in COMMANDS:
        assert name in output
        run(name, "--help")


def test_an_unknown_command_is_refused(run: Run) -> None:
    run("no-such-command", status=2)


def test_replay_shows_the_end_of_a_recorded_game(run: Run) -> None:
    for recorded in GAMES:
        expected = json.loads(recorded.with_suffix(".expected.json").read_text())
        shown = json.loads(run("replay", recorded, "--json").output)
        standing = {seat["seat"]: seat["score"] for seat in shown["standing"]["seats"]}
        assert standing == {seat: table["score"] for seat, table in expected["seats"].items()}
        assert shown["standing"]["winners"] == expected["winners"]


def test_replay_goes_to_any_entry_and_shows_what_changed(run: Run) -> None:
    early = json.loads(run("replay", GAMES[0], "--at", 7, "--json", "--diff", 6).output)
    assert early["at"] == 7
    assert early["changes"]
    assert not early["standing"]["finished"]
    text = run("replay", GAMES[0], "--at", 7).output
    assert "after entry 7 of" in text
    assert "Standing so far" in text


def test_replay_shows_a_seat_what_it_may_see(run: Run) -> None:
    truth, red, public = (
        json.loads(run("replay", GAMES[0], "--at", 20, "--json", *option).output)
        for option in ((), ("--as", "red"), ("--as", "public"))
    )
    assert truth["table"] != red["table"] != public["table"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a portable file"),
        (b"{}", "not a portable file"),
        (b"\xff\xfe", "not a portable file"),
        (b'{"game": "no_such_game"}\n', "UnknownGame"),
        (b'{"game": "time_of_chaos", "seats": []}\n', "line 1"),
        (GAMES[0].read_bytes() + b'{"type": "end_turn", "seat": "red"}\n', "line 87"),
        (GAMES[0].read_bytes() + b"nonsense\n", "not a portable file"),
    ],
)
def test_replay_refuses_what_is_no_recorded_game(run: Run, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert said in run("replay", path, status=1).output


def test_replay_refuses_positions_and_seats_that_are_not_there(run: Run) -> None:
    assert "no entry 999" in run("replay", GAMES[0], "--at", 999, status=1).output
    assert "no seat" in run("replay", GAMES[0], "--as", "mauve", status=1).output
    assert "No such file" in run("replay", "no/such/file", status=1).output


def test_simulated_files_pass_the_audit_and_are_the_same_for_the_same_seed(
    run: Run, files: list[Path], tmp_path: Path
) -> None:
    assert "3 sessions" in run("audit", *files).output
    run("simulate", "time_of_chaos", "--sessions", 3, "--seed", 4, "--to", tmp_path / "again")
    again = sorted((tmp_path / "again").iterdir())
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in files]
    stdout = run("simulate", "time_of_chaos", "--sessions", 2, "--seed", 4).stdout_bytes
    assert len(list(read_all(stdout))) == 2


def test_simulated_games_are_kept_as_recorded_ones(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    output = run("simulate", "time_of_chaos", "--sessions", 2, "--seed", 4, "--recorded", folder).output
    names = [path.name for path in sorted(folder.iterdir())]
    assert names == [f"bots-2p-4-{number}.{kind}" for number in (1, 2) for kind in ("expected.json", "jsonl")]
    assert all(str(folder / name) in output for name in names if name.endswith(".jsonl"))
    lines = (folder / names[1]).read_text().splitlines()
    expected = json.loads((folder / names[0]).read_text())
    assert expected.keys() == {"actions", "standing", "table"}
    assert expected["actions"] == len(lines) - 1
    shown = run("replay", folder / names[1], "--json").stdout
    assert json.loads(shown)["standing"] == expected["standing"]


def test_a_recorded_game_is_whole_and_never_overwritten(run: Run, tmp_path: Path) -> None:
    asked = ("simulate", "time_of_chaos", "--seed", 4, "--recorded", tmp_path / "library")
    assert "not finished" in run(*asked, "--most-actions", 3, status=1).output
    assert not (tmp_path / "library").exists()
    run(*asked)
    run(*asked)  # the same again
    (path,) = (tmp_path / "library").glob("*.jsonl")
    path.write_text("mine\n")
    assert "already exists with other contents" in run(*asked, status=1).output
    assert path.read_text() == "mine\n"
    assert "only one" in run(*asked, "--store", status=2).output


def test_simulate_refuses_a_game_that_is_not_known(run: Run) -> None:
    assert "time_of_chaos" in run("simulate", "chess", status=1).output


def test_audit_shows_the_first_divergence_and_fails(run: Run, files: list[Path]) -> None:
    text = files[0].read_text()
    files[0].write_text(text.replace('"seat":"red"', '"seat":"blue"', 1))
    output = run("audit", *files, status=1).output
    assert "FAILED" in output
    assert "3 sessions" in output
    assert "1 failed" in output
    lines = [json.loads(line) for line in run("audit", "--json", *files, status=1).output.splitlines()]
    assert [line["passed"] for line in lines] == [False, True, True]


def test_audit_all_passes_what_an_older_version_of_the_rules_gave_and_shows_it(run: Run) -> None:
    folder = Path(__file__).parents[1] / "games" / "first_light" / "under_rules_1"
    assert "2 imported" in run("import", *sorted(folder.glob("*.tablelog.json.gz"))).output
    output = " ".join(run("audit", "--all", "--processes", 1).output.split())
    assert "2 sessions, 476 entries: 0 failed" in output
    assert "older_rules entry 58, facts: Today's rules produce facts that differ" in output
    assert "First divergence, at entry 58" in output


def test_audit_wants_to_know_what_to_audit(run: Run) -> None:
    run("audit", status=2)
    assert "no session" in run("audit", "--session", "01890a5d-ac96-774b-bcce-b302099a8057", status=1).output


def test_import_export_and_import_elsewhere(
    run: Run, files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "3 imported" in run("import", *files).output
    assert "3 already there" in run("import", *files).output
    run("export", "--all", "--to", tmp_path / "out", "--gzip")
    exported = sorted((tmp_path / "out").iterdir())
    assert [gzip.decompress(path.read_bytes()) for path in exported] == [path.read_bytes() for path in files]
    lines = run("export", "--all").stdout_bytes
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "elsewhere"))
    (tmp_path / "all.ndjson").write_bytes(lines)
    assert "3 imported" in run("import", tmp_path / "all.ndjson").output
    assert run("export", "--all").stdout_bytes == lines


def test_import_goes_on_after_a_refusal_and_says_so(run: Run, files: list[Path]) -> None:
    files[1].write_text(files[1].read_text().replace('"number":5', '"number":6', 1))
    output = run("import", *files, status=1).output
    assert "2 imported" in output
    assert "1 refused" in output


def test_export_wants_sessions(run: Run) -> None:
    run("export", status=2)
    assert "no session" in run("export", "01890a5d-ac96-774b-bcce-b302099a8057", status=1).output


@pytest.mark.parametrize(("kind", "found"), [("BLOB", "altered"), ("TEXT", "altered")])
def test_audit_all_finds_and_locates_a_changed_byte(
    run: Run, home: Path, files: list[Path], kind: str, found: str
) -> None:
    run("import", *files)
    assert "3 sessions" in run("audit", "--all", "--processes", 1).output
    edit(
        home,
        f"UPDATE stored_events SET state = CAST(replace(state, 'scribe', 'owner') AS {kind})"
        " WHERE position = 9",
    )
    output = run("audit", "--all", "--processes", 1, status=1).output
    assert f"tampered entry 9, {found}" in output
    assert "1 failed" in output


def edit(home: Path, *statements: str) -> None:
    """Somebody with a hand on the database."""
    with closing(sqlite3.connect(home / "log.db")) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_audit_all_finds_a_cut_tail_and_a_lost_session_by_the_catalogue(
    run: Run, home: Path, files: list[Path]
) -> None:
    run("import", *files)
    run("projections", "rebuild")
    first, *_, last = EventStore.open(f"sqlite:///{home}/log.db").sessions()
    edit(
        home,
        f"DELETE FROM stored_events WHERE originator_id = '{first}'",
        "DELETE FROM stored_events WHERE position ="
        f" (SELECT max(position) FROM stored_events WHERE originator_id = '{last}')",
    )
    output = run("audit", "--all", "--processes", 1, status=1).output
    assert f"FAILED {first}" in output
    assert f"FAILED {last}" in output
    assert "2 failed" in output


def test_audit_holds_what_was_noted_elsewhere_against_a_log_that_was_written_anew(
    run: Run, tmp_path: Path, files: list[Path]
) -> None:
    played, _, other = (json.loads(file.read_bytes()) for file in files)
    noted = f"{played['session']}:5:{played['entries'][4]['digest']}"
    for asked in (files[:1], files):
        assert ": 0 failed" in run("audit", *asked, "--head", noted).output

    forged = f"{played['session']}:5:{other['entries'][4]['digest']}"
    output = run("audit", files[0], "--head", noted, "--head", forged, status=1).output
    assert "tampered entry 5, head" in output
    beyond = f"{played['session']}:{len(played['entries']) + 1}:{'0' * 64}"
    assert (
        f"entry {len(played['entries']) + 1}, cut"
        in run("audit", files[0], "--head", beyond, status=1).output
    )

    run("import", *files[1:])
    output = run("audit", "--all", "--head", noted, status=1).output
    assert "the session was not found here" in output
    assert "None" not in output
    run("import", files[0])
    assert "3 sessions" in run("audit", "--all", "--processes", 1, "--head", noted).output
    output = run("audit", "--all", "--processes", 1, "--head", forged, status=1).output
    assert f"FAILED {played['session']}" in output
    assert "1 failed" in output


@pytest.mark.parametrize(
    "head", ["5f1c", "session:0:" + "0" * 64, "session:5:" + "0" * 63, "session:5:" + "G" * 64]
)
def test_audit_refuses_a_head_that_is_none(run: Run, files: list[Path], head: str) -> None:
    assert "SESSION:NUMBER:DIGEST" in run("audit", files[0], "--head", head, status=2).output


def test_audit_all_uses_several_processes(run: Run, tmp_path: Path) -> None:
    run("simulate", "time_of_chaos", "--sessions", 20, "--most-actions", 6, "--store")
    assert "20 sessions, 160 entries: 0 failed" in run("audit", "--all", "--processes", 2).output


def test_processes_that_audit_leave_no_connection_open(
    run: Run, postgresql_url: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What Python warns of as they end stands among the lines of the command."""
    monkeypatch.setenv("TABLELOG_LOG_URL", postgresql_url)
    monkeypatch.setenv("TABLELOG_TABLES_URL", postgresql_url)
    run("simulate", "time_of_chaos", "--sessions", 17, "--most-actions", 2, "--store")
    capfd.readouterr()
    assert "17 sessions" in run("audit", "--all", "--processes", 2).output
    assert capfd.readouterr().err == ""


def test_projections_are_rebuilt(run: Run, files: list[Path]) -> None:
    run("import", *files)
    assert "0" in run("projections", "status").output
    rebuilt = run("projections", "rebuild").output
    assert "the new build is now in use" in rebuilt
    run("projections", "rebuild", "timeline")
    run("projections", "rebuild", "nonsense", status=1)


def test_doctor_says_what_is_well(run: Run) -> None:
    output = run("doctor", "--url", "http://127.0.0.1:9").output
    assert "Python" in output
    assert "game time_of_chaos" in output
    assert "jobs: the web process starts a worker when needed; 0 jobs waiting" in output
    assert "statistics: the web process starts a worker that answers when needed" in output
    assert "no answer from" in output


def test_the_former_name_of_a_command_works_and_says_so_on_stderr(run: Run) -> None:
    former, present = (run(name, "--help") for name in ("heavy", "jobs"))
    assert former.stderr == "`tablelog heavy` is now `tablelog jobs`: heavy goes with 0.5.\n"
    assert (former.stdout.partition("\n")[2], present.stderr) == (present.stdout.partition("\n")[2], "")


def test_a_log_that_nobody_follows_is_said(run: Run, files: list[Path]) -> None:
    for command in (("projections", "status"), ("doctor", "--url", "http://127.0.0.1:9")):
        assert "follows the log" not in run(*command).output
    run("import", *files)
    assert "No worker follows the log" in run("projections", "status").output
    assert "worker: no worker follows the log" in run("doctor", "--url", "http://127.0.0.1:9").output
    run("projections", "rebuild")
    for command in (("projections", "status"), ("doctor", "--url", "http://127.0.0.1:9")):
        assert "follows the log" not in run(*command).output


def test_doctor_names_what_is_wrong_with_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "reef", replace(REEF, actions=REEF.actions[:-1]))
    output = run("doctor", "--url", "http://127.0.0.1:9", status=1).output
    assert "game reef: RollStorm is missing in the table `actions`." in " ".join(output.split())


def test_doctor_fails_on_faulty_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_PORT", "many")
    assert "settings" in run("doctor", status=1).output
    assert "settings have errors" in run("audit", "--all", status=1).output


def test_a_store_that_cannot_be_opened_is_an_error_and_no_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELOG_LOG_URL", "mysql://nowhere/log")
    assert "Error" in run("audit", "--all", status=1).output
    run("doctor", status=1)


def test_record_without_a_service_says_how_to_start_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.client.PAUSE_SECONDS", 0)
    assert "tablelog up" in run("record", GAMES[0], "--url", "http://127.0.0.1:9", status=1).output
    assert "not a valid service address" in run("record", GAMES[0], "--url", "nonsense", status=1).output


def test_the_version_is_told() -> None:
    assert "tablelog" in CliRunner().invoke(main, ["--version"]).output
