"""Whatever happened to a backup is found before anything is restored."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.kernel.engine.entries import StoredEntry
from replays import backup as files
from replays.portable import read_all, stored_entries
from service.backups import verify
from service.backups.restore import CannotRestore, restore
from service.backups.verify import check
from tests.service.conftest import settings_at
from tests.support.documents import ROOT
from tests.support.service.backup.stores import keyless

Spoil = Callable[[Path], Any]


def flip(name: str, where: float) -> Spoil:
    """One bit of a file is another."""

    def spoil(folder: Path) -> None:
        data = bytearray((folder / name).read_bytes())
        data[int(where * (len(data) - 1))] ^= 1
        (folder / name).write_bytes(data)

    return spoil


def cut(name: str, bytes_lost: int) -> Spoil:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-bytes_lost])


def respell(change: Callable[[bytes], bytes]) -> Spoil:
    """The manifest means the same, and is spelled otherwise."""

    def spoil(folder: Path) -> None:
        path = folder / files.MANIFEST
        before = path.read_bytes()
        path.write_bytes(change(before))
        assert path.read_bytes() != before

    return spoil


FIRST = b'  "format": "tablelog-backup",\n'


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        *((flip(files.LOG, where), "log.ndjson.gz is damaged") for where in (0, 0.3, 0.9, 1)),
        *((flip(files.REGISTERS, where), "registers.ndjson.gz is damaged") for where in (0, 0.5, 1)),
        (flip(files.KEY, 0.5), "secret.key is damaged"),
        (flip(files.MANIFEST, 0.2), "manifest.json is damaged"),
        (flip(files.MANIFEST, 0.9), "manifest.json is damaged"),
        *((cut(name, 1), "bytes") for name in (files.LOG, files.REGISTERS, files.KEY)),
        (cut(files.LOG, 300), "bytes"),
        (cut(files.MANIFEST, 40), "manifest.json is damaged"),
        *(
            (lambda folder, name=name: (folder / name).unlink(), f"{name}: No such file")
            for name in (files.LOG, files.REGISTERS, files.KEY)
        ),
        (lambda folder: (folder / files.MANIFEST).unlink(), "not a complete backup"),
        (respell(lambda data: data.replace(FIRST, FIRST * 2)), "manifest.json is damaged"),
        (respell(lambda data: data.replace(b'"format"', b'"fnrmat"')), "manifest.json is damaged"),
        (respell(lambda data: data.replace(FIRST, FIRST.strip())), "manifest.json is damaged"),
        (
            respell(lambda data: b"{\n" + data.replace(FIRST, b"")[2:-3] + b",\n" + FIRST[:-2] + b"\n}\n"),
            "is damaged",
        ),
    ],
)
def test_damage_is_found_and_not_restored(kept: Path, tmp_path: Path, spoil: Spoil, said: str) -> None:
    spoil(kept)
    found = check(kept)
    assert not found.sound
    assert any(said in fault for fault in found.faults), found.faults
    with pytest.raises(CannotRestore) as refused:
        restore(keyless(settings_at(tmp_path / "there")), kept, damaged_sessions=True)
    assert refused.value.checked == found
    assert not (tmp_path / "there").exists()


def rewritten(kept: Path, change: Callable[[list[dict[str, Any]]], Any], name: str = files.LOG) -> None:
    """The file as a careful hand would change it, its figures in the manifest made to fit."""
    rows = [json.loads(line) for line in gzip.decompress((kept / name).read_bytes()).splitlines()]
    change(rows)
    data = gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    (kept / name).write_bytes(data)
    manifest = files.read_manifest(kept)
    manifest.files[name] = files.FileFigures(len(data), hashlib.sha256(data).hexdigest())
    (kept / files.MANIFEST).unlink()
    files.write_manifest(kept, manifest)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.pop(), "log.ndjson.gz contains 7 entries of 2 sessions"),
        (lambda rows: rows.pop(1), "missing"),
        (lambda rows: rows[2].update(state=rows[2]["state"].replace("scribe", "owner")), "altered"),
        (lambda rows: rows[2].update(number=9), "stored as number 9"),
        (lambda rows: rows[1].update(state="nonsense"), "unreadable"),
        (lambda rows: rows[0].update(topic="noted"), "topic"),
    ],
)
def test_a_log_that_was_changed_with_its_hashes_is_found_by_its_chains(
    kept: Path, change: Callable[[list[dict[str, Any]]], Any], said: str
) -> None:
    rewritten(kept, change)
    found = check(kept)
    assert any(said in fault for fault in found.faults + found.sessions), found


def test_a_secret_that_is_not_the_promised_one_is_found(kept: Path) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["table"] == "openings":
                row["row"]["secret"] = {"base64": "AAAA"}

    rewritten(kept, change, files.REGISTERS)
    assert any("its secret is not the one" in fault for fault in check(kept).sessions)


def test_a_newer_format_is_named(kept: Path, tmp_path: Path) -> None:
    manifest = json.loads((kept / files.MANIFEST).read_text()) | {"version": 3}
    (kept / files.MANIFEST).write_text(json.dumps(manifest))
    assert "version 3" in check(kept).faults[0]


class Row(NamedTuple):
    entry: StoredEntry


def test_the_set_of_an_amendment_must_be_in_the_backup() -> None:
    packed = ROOT / "tests" / "fixtures" / "amended" / "first_light.tablelog.json.gz"
    (file,) = read_all(packed.read_bytes())
    rows: Any = [Row(entry) for entry in stored_entries(file)]
    registers = verify._Registers()
    (other,) = file.component_sets or ()
    assert list(registers.faults(file.session, rows)) == [
        f"its component set {other.hash} is neither in the backup nor known here."
    ]
    registers.component_sets.add(other.hash)
    assert list(registers.faults(file.session, rows)) == []
