"""The commands use the secret that the store keeps, and do not tell it."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.chance import Below
from replays.portable import write
from service.cli.local_store import local
from service.sessions.registers import ReservedOpening
from tests.cli.conftest import Run
from tests.replays.test_portable import as_file
from tests.support.replays.logs import SECRET, SESSION, Log, lines


def drawn(below: Below | None = None) -> Log:
    """Tiles laid out by draws, those of the secret or others."""
    log = Log({**lines()[0], "chance": "drawn"})
    log.draft.record({"type": "lay_out_tiles"}, log.stamp(), below or log.below)
    return log


@pytest.fixture
def kept(home: Path) -> str:
    """A drawn session that was opened in this store."""
    with local() as here:
        here.registers.promise(ReservedOpening(SESSION, SECRET, "request"), None)
        here.store.append(SESSION, 1, [drawn().first])
    return SESSION


def test_an_import_continues_it_with_its_own_draws_alone(run: Run, kept: str, tmp_path: Path) -> None:
    for name, log in (("chosen", drawn(lambda n, number: 0)), ("true", drawn())):
        (tmp_path / name).write_bytes(write(as_file(log.stored)))
    refused = run("import", tmp_path / "chosen", status=1).output
    assert "1 refused" in refused
    assert "Entry 2: " in refused
    assert "1 continued" in run("import", tmp_path / "true").output


def test_an_audit_of_the_store_checks_the_draws_and_keeps_the_secret(run: Run, kept: str) -> None:
    log = drawn()
    log.draft.close("abandoned", None, log.stamp())
    with local() as here:
        here.store.append(kept, 2, log.stored[1:])
    output = run("audit", "--session", kept, "--processes", 1).output
    assert "1 draw recomputed with the secret kept here" in output
    assert "not_revealed" in output
    assert SECRET.hex() not in output
