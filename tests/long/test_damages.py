"""The campaign of damages in small, and proof that it notices what it looks for."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from replays.databases import make_engine
from service.app import create_app
from tests.service.conftest import settings_at
from tests.support.long import damages, judged_commands
from tests.support.long.campaign import Wanted
from tests.support.long.damages import (
    FEWER,
    LEGAL,
    MENDED,
    REGISTERS,
    bring_in,
    open_log,
    open_tables,
    verify,
)
from tests.support.long.held_tables import Tables, served_otherwise, tables_of
from tests.support.long.judged_commands import (
    IN_DOUBT,
    NOTHING_LOST,
    NOTICED,
    PASSED_OVER,
    Judged,
    Met,
    judge,
    met,
    misbehaviour,
)
from tests.support.long.restores import log_of
from tests.support.long.running import Tablelog
from tests.support.long.spoiling import KINDS, KINDS_OF_LINES, PAGE, Spoilt, spoil
from tests.support.workers.serial import repack
from workers.follow import ProjectionRunner
from workers.read_models import timeline_tables

TARGETS = ("log", "tables", "export", "packed export", "backup", "recorded game")
EVERY_KIND = KINDS | KINDS_OF_LINES
PAGES = b"".join(bytes([number]) * PAGE for number in range(1, 5))
LINES = b'{"game": "reef"}\n{"type": "roll"}\n{"type": "end"}\n'

PASSED = Met("audit --all", 0, "5 sessions, 1000 entries: 0 failed")
FAILED = Met("audit --all", 1, "FAILED the store: the log is damaged.")


def test_no_damage_breaks_a_command_or_is_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In small, with the audit alone: to play a trial of every game, as doctor does, takes longest."""
    monkeypatch.setattr(damages, "searched", lambda home: [met(Tablelog(home), "audit", "--all")])
    figures, faults = damages.run(Wanted(damages=len(TARGETS)), folder)
    assert faults == []
    assert [figures[target].split()[0] for target in TARGETS] == ["1"] * len(TARGETS)
    assert sum(int(kind.split()[0]) for kind in figures["kinds of damage"].split(", ")) == len(TARGETS)
    assert [path.name for path in folder.glob("damage-*")] == []


@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize("seed", range(5))
def test_every_kind_of_damage_changes_something(kind: str, seed: int) -> None:
    data = LINES if kind in KINDS_OF_LINES else PAGES
    spoilt = EVERY_KIND[kind](data, Random(seed))
    assert spoilt is not None
    assert spoilt.data != data
    assert EVERY_KIND[kind](data, Random(seed)) == spoilt


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        *((kind, b"") for kind in EVERY_KIND if kind not in ("something appended", "emptied", "deleted")),
        ("cut short", b"a"),
        ("a page zeroed", bytes(PAGE - 1)),
        ("two pages swapped", bytes(2 * PAGE - 1)),
        ("two lines swapped", b"one line"),
    ],
)
def test_a_file_that_is_too_short_for_a_damage_is_left_alone(kind: str, data: bytes) -> None:
    assert EVERY_KIND[kind](data, Random(1)) is None


def test_damages_are_what_they_are_called() -> None:
    def lines(kind: str) -> list[bytes]:
        spoilt = KINDS_OF_LINES[kind](LINES, Random(1))
        assert spoilt is not None
        assert spoilt.data is not None
        return spoilt.data.splitlines(keepends=True)

    def pages(kind: str) -> list[bytes]:
        spoilt = KINDS[kind](PAGES, Random(1))
        assert spoilt is not None
        assert spoilt.data is not None
        return [spoilt.data[start : start + PAGE] for start in range(0, len(spoilt.data), PAGE)]

    whole = LINES.splitlines(keepends=True)
    assert len(lines("a line doubled")) == 4
    assert set(lines("a line doubled")) == set(whole)
    assert len(lines("a line dropped")) == 2
    assert sorted(lines("two lines swapped")) == sorted(whole)
    assert sorted(pages("two pages swapped")) == [bytes([number]) * PAGE for number in range(1, 5)]
    assert pages("a page zeroed").count(bytes(PAGE)) == 1
    assert b"".join(pages("cut short")) == PAGES[: len(b"".join(pages("cut short")))]
    assert b"".join(pages("something appended")).startswith(PAGES)
    pairs = zip(PAGES, b"".join(pages("one bit changed")), strict=True)
    changed = [one ^ other for one, other in pairs if one != other]
    assert [bits.bit_count() for bits in changed] == [1]


def test_a_seed_spoils_a_file_in_the_same_way_and_never_leaves_it_as_it_was() -> None:
    def made(name: str, data: bytes) -> list[tuple[str, Spoilt]]:
        return [spoil(name, data, Random(seed)) for seed in range(100)]

    for name, data in (("all.ndjson", LINES), ("log.db", bytes(4 * PAGE))):
        assert made(name, data) == made(name, data)
        assert all(spoilt.data != data for _, spoilt in made(name, data))
    assert {kind for kind, _ in made("log.db", PAGES)} == set(KINDS)
    assert {kind for kind, _ in made("game.jsonl", PAGES + LINES)} >= set(KINDS_OF_LINES)


def test_a_damage_that_no_command_notices_is_a_fault() -> None:
    assert judge([PASSED, FAILED], ["2 sessions did not come back"]) == (NOTICED, ())
    assert judge([PASSED]) == (NOTHING_LOST, ())
    assert judge([PASSED], harmless=LEGAL) == (LEGAL, ())
    verdict, (fault,) = judge([PASSED], ["2 sessions did not come back"])
    assert verdict == PASSED_OVER
    assert fault == "`audit --all` did not notice: 2 sessions did not come back"


def test_a_loss_that_is_told_as_a_doubt_is_noticed() -> None:
    doubting = PASSED._replace(said="in doubt the store: The log is empty.\n0 sessions, 0 entries: 0 failed")
    assert judge([doubting], ["7 of 7 sessions did not come back"]) == (IN_DOUBT, ())
    assert judge([doubting]) == (NOTHING_LOST, ())


def test_half_an_import_is_a_fault_even_if_it_was_refused() -> None:
    refused = Met("import", 1, "line 2: this is no JSON")
    assert judge([refused], harmless=FEWER) == (NOTICED, ())
    assert judge([refused], wrong=["1 sessions came back otherwise"]).faults == (
        "1 sessions came back otherwise",
    )


@pytest.mark.parametrize(
    ("status", "said", "fault"),
    [
        (1, "Traceback (most recent call last):\n  …\nKeyError: 'seats'\n", "breaks down: KeyError: 'seats'"),
        (0, "Traceback (most recent call last):\n  …\nKeyError: 'seats'\n", "breaks down: KeyError: 'seats'"),
        (-11, "", "ended by a signal, with status -11"),
        (139, "", "ended by a signal, with status 139"),
        (1, "\n", "ends with status 1 and says nothing"),
        (None, "", "has not ended in time"),
    ],
)
def test_no_damage_excuses_a_command_that_breaks_down(status: int | None, said: str, fault: str) -> None:
    told = misbehaviour(Met("replay", status, said))
    assert told is not None
    assert fault in told
    assert judge([Met("replay", status, said)]).faults == (told,)


@pytest.mark.parametrize("status", [None, -9, 137])
def test_a_command_that_was_ended_has_noticed_nothing(status: int | None) -> None:
    verdict, faults = judge([PASSED, Met("doctor", status, "ok Python")], ["a session is lost"])
    assert verdict == PASSED_OVER
    assert [fault.split()[-1] for fault in faults] == ["time" if status is None else str(status), "lost"]


def test_a_busy_machine_is_given_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (1.0, 0.5, 0.5))
    assert judged_commands.longest_seconds() == judged_commands.LONGEST_SECONDS
    monkeypatch.setattr(os, "getloadavg", lambda: (8.0, 4.0, 1.0))
    assert judged_commands.longest_seconds() == 4 * judged_commands.LONGEST_SECONDS


def test_a_command_that_says_what_is_wrong_behaves() -> None:
    assert [misbehaviour(one) for one in (PASSED, FAILED)] == [None, None]


def test_a_command_that_hangs_is_ended_and_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(judged_commands, "LONGEST_SECONDS", 0.01)
    assert met(Tablelog(tmp_path / "home"), "import", "/tmp/all.ndjson") == Met("import", None, "")


def test_tables_whose_rows_are_others_are_told() -> None:
    before = Tables({"timeline": ["(1,)", "(2,)"], "points": ["(1,)"]}, (), ())
    assert served_otherwise(before, before) == []
    after = Tables({"timeline": ["(1,)", "(3,)"]}, (), ())
    assert served_otherwise(before, after) == ["timeline", "points"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short session of bots, followed to its end."""
    home = tmp_path_factory.mktemp("played") / "home"
    assert Tablelog(home).run("simulate", "time_of_chaos", "--most-actions", "5", "--store")[0] == 0
    app = create_app(settings_at(home))
    made = app.extensions["tablelog"]
    ProjectionRunner(made.store, made.engine, made.library).pull()
    made.close()
    return home


@pytest.fixture
def home(tmp_path: Path, played: Path) -> Path:
    """A copy of it, to be damaged."""
    return shutil.copytree(played, tmp_path / "here" / "home")


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands that search for damage find none."""
    monkeypatch.setattr(damages, "searched", lambda home: [PASSED])


def sql(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE stored_events SET state = x'7b7d' WHERE position = 3", "1 sessions came back otherwise"),
        ("DELETE FROM stored_events", "1 of 1 sessions did not come back"),
        ("DROP TABLE stored_events", "the log cannot be read"),
    ],
)
def test_entries_that_are_lost_in_silence_are_told(home: Path, statement: str, fault: str) -> None:
    log, file = log_of(home), home / "log.db"
    assert open_log(log, file) == (NOTHING_LOST, ())
    sql(file, statement)
    verdict, (told,) = open_log(log, file)
    assert verdict == PASSED_OVER
    assert fault in told


def spoil_a_line(file: Path) -> None:
    """The timeline of every session says another turn of entry 2."""
    engine = make_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        repack(
            connection,
            timeline_tables(1),
            lambda rows: [row | {"turn": 99} if row["entry"] == 2 else row for row in rows],
        )
    engine.dispose()


@pytest.mark.usefixtures("silent")
def test_rows_that_are_served_otherwise_are_mended_by_a_rebuild(home: Path) -> None:
    tables, file = tables_of(home), home / "tables.db"
    assert open_tables(tables, file) == (NOTHING_LOST, ())
    spoil_a_line(file)
    assert served_otherwise(tables, tables_of(home)) == ["timeline"]
    assert open_tables(tables, file) == (MENDED, ())


@pytest.mark.usefixtures("silent")
def test_rows_that_a_rebuild_does_not_mend_are_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, file = tables_of(home), home / "tables.db"
    spoil_a_line(file)
    monkeypatch.setattr(damages, "met", lambda tablelog, *arguments: PASSED._replace(command="rebuild"))
    verdict, (told,) = open_tables(tables, file)
    assert verdict == PASSED_OVER
    assert told.endswith("`rebuild` did not notice: rows of timeline are others")
    file.write_bytes(b"")
    verdict, (told,) = open_tables(tables, file)
    assert verdict == PASSED_OVER
    assert told.endswith("the tables cannot be read")


@pytest.mark.usefixtures("silent")
def test_secrets_that_are_lost_in_silence_are_told_and_other_registers_counted(home: Path) -> None:
    tables, file = tables_of(home), home / "tables.db"
    sql(file, "INSERT INTO import_keys (key, request) VALUES ('a', 'b')")
    assert open_tables(tables, file) == (REGISTERS, ())
    sql(file, "INSERT INTO openings (session, secret) VALUES ('a', x'00')")
    verdict, (told,) = open_tables(tables, file)
    assert verdict == PASSED_OVER
    assert told.endswith("the secrets of sessions are others")


def test_what_an_import_leaves_is_compared_with_the_export(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes what it is given into the home beside the file's folder, which here is full already."""
    log, file = log_of(home), home.parent / "exports" / "all.ndjson"
    home.rename(home.with_name("empty"))
    monkeypatch.setattr(damages, "met", lambda tablelog, *arguments: Met("import", 1, "refused"))
    assert bring_in(log, file) == (NOTICED, ())
    (session,) = log
    half = {session: [*log[session], log[session][-1]]}
    assert "1 sessions came back otherwise" in bring_in(half, file).faults[0]
    assert "1 sessions came back otherwise" in bring_in({}, file).faults[0]
    monkeypatch.setattr(damages, "met", lambda tablelog, *arguments: Met("import", 0, "1 imported"))
    assert bring_in(log, file) == (NOTHING_LOST, ())
    assert bring_in({**log, "another": log[session]}, file) == (FEWER, ())


def test_a_backup_that_is_verified_though_it_is_another_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "manifest.json"
    file.write_bytes(b"{}")
    monkeypatch.setattr(damages, "met", lambda tablelog, *arguments: Met("verify-backup", 0, "sound"))
    assert verify({"manifest.json": b"{}"}, file) == (NOTHING_LOST, ())
    for written in ({"manifest.json": b"{ }"}, {"manifest.json": b"{}", "secret.key": b"key"}):
        assert verify(written, file).verdict == PASSED_OVER


def test_sound_files_that_are_accused_are_told(tmp_path: Path) -> None:
    """Who accuses everything would seem to notice every damage."""
    file = tmp_path / "files" / "all.ndjson"
    file.parent.mkdir()
    file.write_bytes(LINES)
    sound = damages.Target([file], lambda copy: judge([PASSED]))
    accused = damages.Target([file], lambda copy: judge([FAILED]))
    assert list(damages.accused(tmp_path, {"sound": sound, "accused": accused})) == [
        "accused, not damaged: noticed"
    ]


def test_a_fault_tells_how_to_repeat_it_and_keeps_the_copy(tmp_path: Path) -> None:
    file = tmp_path / "files" / "all.ndjson"
    file.parent.mkdir()
    file.write_bytes(LINES)
    seen = []

    def meet(copy: Path, one: Met) -> Judged:
        seen.append(copy.read_bytes())
        copy.write_bytes(b"changed by a command")
        return judge([one], ["a session is lost"])

    for trial, one in ((tmp_path / "passed", PASSED), (tmp_path / "failed", FAILED)):
        kind, (_, faults) = damages.damaged(damages.Target([file], partial(meet, one=one)), trial, Random(1))
        assert trial.exists() == bool(faults) == (one is PASSED)
        assert all(fault.startswith(f"{kind} in files/all.ndjson (") for fault in faults)
    assert [path.read_bytes() for path in tmp_path.glob("passed/*/*")] == seen[:1] == seen[1:]
    assert file.read_bytes() == LINES
