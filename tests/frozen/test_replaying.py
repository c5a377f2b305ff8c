"""Whatever an earlier version wrote replays to the same tables, entry by entry, and audits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel.engine.entries import Opened, Recorded
from replays.audit import audit_session
from replays.chain import Sealed
from replays.findings import Audit, Head
from replays.library import Library, begin
from replays.portable import stored_entries
from replays.proving import brought_library
from tests.frozen.conftest import opened
from tests.support.frozen.expecting import Tables, cut, hashed
from tests.support.frozen.thawing import Frozen

Log = tuple[dict[str, Any], Sequence[Sealed], Library]


@pytest.fixture(scope="module")
def files(frozen: Frozen) -> list[Log]:
    """Every frozen session as its file has it: what is expected, its entries, a library to read them with."""
    sessions = {one["session"]: one for one in frozen.sessions}
    return [
        (sessions[file.session], stored_entries(file), brought_library(Library(), file)[0])
        for file in frozen.files()
    ]


@pytest.fixture(params=["home", "database", "files"], scope="module")
def logs(request: pytest.FixtureRequest, frozen: Frozen, files: list[Log]) -> Iterator[list[Log]]:
    """Every frozen session as the home has it, the database, and its portable file."""
    if request.param == "files":
        yield files
        return
    with TemporaryDirectory(prefix="tl") as folder, opened(request, frozen, Path(folder)) as thawed:
        store, library = thawed.services.store, thawed.services.library
        yield [(one, list(store.read(one["session"])), library) for one in frozen.sessions]


def test_every_frozen_session_is_there(logs: list[Log], frozen: Frozen) -> None:
    assert len(logs) == len(frozen.sessions)
    for one, stored, _ in logs:
        assert (len(stored), stored[-1].digest) == (one["head"]["number"], one["head"]["digest"])


def sealed(entry: Sealed) -> tuple[str, bytes, str]:
    return entry.topic, entry.body, entry.digest


def test_home_and_database_have_the_entries_and_component_sets_of_the_files(
    logs: list[Log], files: list[Log]
) -> None:
    """So what the files replay to, they replay to."""
    of_files = {one["session"]: (stored, library) for one, stored, library in files}
    for one, stored, library in logs:
        of_file, brought = of_files[one["session"]]
        assert [*map(sealed, stored)] == [*map(sealed, of_file)]
        name = begin(library, stored[0]).opened.component_set
        assert library.component_set(name).document == brought.component_set(name).document


def test_every_session_replays_to_the_same_tables_at_every_entry(files: list[Log], frozen: Frozen) -> None:
    different = [
        (one["game"], one["name"], what)
        for one, stored, library in files
        for what in _differences(
            one, Tables(stored, library, frozen.version), frozen.expected["members"][one["game"]]
        )
    ]
    assert different == []


def _differences(one: dict[str, Any], tables: Tables, members: dict[str, Any]) -> Iterator[str]:
    number = 0
    for number, (truth, standing) in enumerate(tables.truths(), 1):
        if hashed(truth, members["truth"]) != one["truths"][number - 1]:
            yield f"the table after entry {number}"
        if hashed(standing, members["standing"]) != one["standings"][number - 1]:
            yield f"the standing after entry {number}"
    if number != len(one["truths"]):
        yield f"{number} entries"
    if (cut(truth, members["truth"]), cut(standing, members["standing"])) != tuple(
        one["last"][name] for name in ("truth", "standing")
    ):
        yield "the last table"
    for name, seen in tables.seen().items():
        if hashed(seen, members["seen"]) != one["seen"].get(name):
            yield f"what {name} sees"
    position = tables.session.position
    if [position.draws, position.closed, position.flagged] != [
        one[name] for name in ("draws", "closed", "flagged")
    ]:
        yield "draws, close or flags"


def test_nothing_in_them_was_tampered_with_and_only_changed_rules_diverge(files: list[Log]) -> None:
    for one, stored, library in files:
        head = Head(one["head"]["number"], one["head"]["digest"])
        found = audit_session(stored, library, one["session"], known=[head])
        assert _wrong(found, Tables(stored, library), one) == [], (one["game"], one["name"])


def _wrong(found: Audit, tables: Tables, one: dict[str, Any]) -> list[Any]:
    """Findings that no later version may have.

    A rule that decides otherwise since then says so with the version of the rules: divergences are for
    entries that were recorded under another version than today's, and for those alone.
    """
    today = REGISTRY[one["game"]].rules_version
    versions = {
        entry.number: entry.rules_version
        for entry in tables.cursor.entries
        if isinstance(entry, Opened | Recorded)
    }
    told = {(f["entry"], f["severity"], f["kind"], f["rule"]) for f in one["audit"]["findings"]}
    made = {(f.entry, f.severity, f.kind, f.rule) for f in found.findings}
    wrong: list[Any] = [f for f in found.findings if f.severity == "tampered"]
    wrong += [f for f in found.findings if f.severity == "diverges" and versions.get(f.entry or 0) == today]
    wrong += [f for f in told - made if f[1] != "note"]
    if found.derived != one["audit"]["derived"] or found.drawn != one["audit"]["drawn"]:
        wrong.append((found.derived, found.drawn))
    return wrong
