"""Checking a backup: its files byte for byte, then what is in them, down to the chain of every session."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec
from msgspec import Struct, field

from domain.kernel.chance import commitment
from domain.kernel.engine.entries import NOT_JSON
from replays import backup as files
from replays.chain import chain_findings
from replays.event_store import LogRow, is_session_id
from replays.library import Library, UnknownComponentSet, UnknownGame
from replays.portable import amended_sets
from service.backups.backup import read_registers
from service.sessions.register_tables import COMPONENT_SETS, OPENINGS, PICTURES


class Checked(Struct):
    """The findings. faults: the backup is not what was written. sessions: were damaged before the backup."""

    manifest: files.Manifest | None = None
    faults: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing at all was found."""
        return not self.faults and not self.sessions


class _Opening(Struct):
    game: str
    component_set: str
    commitment: str | None = None


class _Registers:
    """What entries of the log need of the registers."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.commitments: dict[str, str] = {}
        self.component_sets: set[str] = set()
        self.library = Library()

    def faults(self, session: str, rows: list[LogRow]) -> Iterator[str]:
        """Yield what a session's opening requires and the registers of the backup do not match."""
        try:
            opening = msgspec.json.decode(rows[0].entry.body, type=_Opening)
        except NOT_JSON:
            return
        kept = self.commitments.get(session)
        if kept is not None and opening.commitment not in (None, kept):
            yield "its secret is not the one that was promised."
        for name in (opening.component_set, *amended_sets(row.entry for row in rows)):
            if name in self.component_sets:
                continue
            try:
                self.library.component_set(name, opening.game)
            except (UnknownComponentSet, UnknownGame):
                yield f"its component set {name} is neither in the backup nor known here."


def check(folder: Path) -> Checked:
    """Look at every byte of a backup. Raises `OSError` for a folder that cannot be read."""
    checked = Checked()
    try:
        checked.manifest = manifest = files.read_manifest(folder)
        checked.faults += _misnamed(manifest) or files.file_faults(folder, manifest.files)
        if not checked.faults:
            registers = _check_registers(folder, checked, manifest)
            _check_log(folder, checked, manifest, registers)
    except files.DamagedBackup as error:
        checked.faults.append(str(error))
    return checked


def _misnamed(manifest: files.Manifest) -> list[str]:
    wanted = {files.LOG, files.REGISTERS} | ({files.KEY} if manifest.key == "file" else set())
    wanted |= {files.EXPIRED} if manifest.version > 1 else set()
    if manifest.files.keys() == wanted:
        return []
    return [f"{files.MANIFEST} names other files than {', '.join(sorted(wanted))}."]


def _check_registers(folder: Path, checked: Checked, manifest: files.Manifest) -> _Registers:
    found = _Registers()
    with (folder / files.REGISTERS).open("rb") as stream:
        for table, values in read_registers(stream):
            found.counts[table.name] += 1
            if table is OPENINGS:
                found.commitments[values["session"]] = commitment(values["secret"])
            if table is COMPONENT_SETS:
                found.component_sets.add(values["hash"])
                if hashlib.sha256(values["document"]).hexdigest() != values["hash"]:
                    checked.faults.append(f"The component set {values['hash']} does not match its hash.")
            if table is PICTURES and hashlib.sha256(values["content"]).hexdigest() != values["picture"]:
                checked.faults.append(f"The picture {values['picture']} does not match its hash.")
    if found.counts != Counter(manifest.registers.rows):
        checked.faults.append(f"{files.REGISTERS} does not contain the rows that {files.MANIFEST} names.")
    return found


def _check_log(folder: Path, checked: Checked, manifest: files.Manifest, registers: _Registers) -> None:
    sessions = entries = 0
    expired = {gone.session: gone for gone in files.read_expired(folder, manifest)}
    position = max((gone.last_position for gone in expired.values()), default=0)
    with (folder / files.LOG).open("rb") as stream:
        for session, group in groupby(files.read_log(stream), key=lambda row: row.session):
            rows = list(group)
            sessions, entries = sessions + 1, entries + len(rows)
            position = max(position, *(row.position for row in rows))
            faults = [*_session_faults(session, rows), *registers.faults(session, rows)]
            if session in expired:
                faults.append("it expired, and its rows were put back.")
            checked.sessions += [f"Session {session}: {fault}" for fault in faults]
    if len(expired) != manifest.log.expired:
        checked.faults.append(
            f"{files.EXPIRED} lists {len(expired)} expired sessions, not {manifest.log.expired}."
        )
    if (sessions, entries, position) != (
        manifest.log.sessions,
        manifest.log.entries,
        manifest.log.position,
    ):
        checked.faults.append(
            f"{files.LOG} contains {entries} entries of {sessions} sessions up to position {position}, "
            f"not {manifest.log.entries} of {manifest.log.sessions} up to {manifest.log.position}."
        )


def _session_faults(session: str, rows: list[LogRow]) -> Iterator[str]:
    if not is_session_id(session):
        yield "this is not the id of a session."
    for finding in chain_findings([row.entry for row in rows], session):
        yield f"entry {finding.entry}, {finding.kind}: {finding.message}"
    for place, row in enumerate(rows, 1):
        if row.number != place:
            yield f"entry {place} is stored as number {row.number}."
            return
