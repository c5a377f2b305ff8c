"""Hosts that share tables have one signing key and one opening token, and a start notices if not."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from service.app import create_app
from service.backups.backup import back_up
from service.backups.restore import restore
from service.key_checks import REPLACED, OtherKey, accept_keys, check_of, compare_keys, confirm_keys
from service.sessions.register_tables import KEY_CHECKS
from service.sessions.tokens import kept_keys, retire, rotate
from service.settings import Settings
from tests.cli.conftest import Run, home, run  # noqa: F401
from tests.service.conftest import REEF_OPENING, MakeApp, Table, settings_at
from tests.support.prepared import copy_files
from tests.support.service.backup.stores import OPENING

OURS, NEWER, THEIRS = (secrets.token_hex(32) for _ in range(3))
TOKEN, OTHER_TOKEN = (secrets.token_urlsafe(18) for _ in range(2))

Host = Callable[..., Settings]


@pytest.fixture
def engine(tables_url: str, prepared: Path, tmp_path: Path) -> Iterator[sa.Engine]:
    """Tables that no web process has used, once on SQLite and once on PostgreSQL."""
    copy_files(prepared, tmp_path)
    made = make_engine(tables_url)
    yield made
    made.dispose()


@pytest.fixture
def shared(postgresql_url: str) -> Iterator[sa.Engine]:
    """The same on PostgreSQL alone, as several hosts use them."""
    made = make_engine(postgresql_url)
    yield made
    made.dispose()


def host(key: str, *old: str, **more: Any) -> Settings:
    """A web process whose keys are in its environment."""
    return replace(settings_at(Path("/nowhere")), secret_key=key, old_secret_keys=old, **more)


def recorded(engine: sa.Engine) -> set[tuple[str, str]]:
    with engine.connect() as connection:
        return {(row.kind, row.digest) for row in connection.execute(sa.select(KEY_CHECKS))}


def test_the_first_start_records_its_keys_and_the_next_ones_find_them(engine: sa.Engine) -> None:
    assert compare_keys(host(OURS), engine).faults == ()
    for _ in range(2):
        assert confirm_keys(host(OURS), engine) is None
        assert recorded(engine) == {("signing", check_of(OURS))}
    assert OURS not in str(recorded(engine))


def test_a_host_with_a_key_of_its_own_does_not_start(shared: sa.Engine) -> None:
    confirm_keys(host(OURS), shared)
    before = recorded(shared)
    way_out = r"^TABLELOG_SECRET_KEY is not the key .*`tablelog keys accept`"
    with pytest.raises(OtherKey, match=way_out) as told:
        confirm_keys(host(THEIRS), shared)
    assert THEIRS not in str(told.value)
    in_a_file = host(THEIRS, secret_file=Path("/srv/tablelog/secret.key"))
    with pytest.raises(OtherKey, match=r"^/srv/tablelog/secret.key is not .* Set TABLELOG_SECRET_KEY"):
        confirm_keys(in_a_file, shared)
    assert recorded(shared) == before


def test_on_one_machine_another_key_is_said_once_and_keeps_nobody_out(tmp_path: Path, prepared: Path) -> None:
    copy_files(prepared, tmp_path)
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    confirm_keys(host(OURS, opening_token=TOKEN), engine)
    warning = confirm_keys(host(THEIRS, opening_token=OTHER_TOKEN), engine)
    assert warning is not None
    assert "TABLELOG_SECRET_KEY is not the key that signed the tokens here" in warning
    assert confirm_keys(host(THEIRS), engine) is None
    engine.dispose()


def test_hosts_rotate_one_after_the_other(shared: sa.Engine) -> None:
    """One that is started again with the earlier key meanwhile is warned, until that key is retired."""
    confirm_keys(host(OURS), shared)
    assert confirm_keys(host(NEWER, OURS), shared) is None
    assert confirm_keys(host(OURS), shared) == REPLACED
    assert confirm_keys(host(NEWER, OURS), shared) is None, "the warned host has recorded nothing"
    assert confirm_keys(host(NEWER), shared) is None
    with pytest.raises(OtherKey):
        confirm_keys(host(OURS), shared)


def test_hosts_that_know_both_keys_start_in_any_order(shared: sa.Engine) -> None:
    for keys in ((OURS, NEWER), (NEWER, OURS), (OURS, NEWER), (NEWER, OURS)):
        assert confirm_keys(host(*keys), shared) is None


def test_a_short_old_key_leaves_nothing_to_guess_it_by(shared: sa.Engine) -> None:
    confirm_keys(host(OURS, "short, but in use"), shared)
    assert recorded(shared) == {("signing", check_of(OURS))}


def test_keys_of_a_home_are_rotated_and_retired(shared: sa.Engine, tmp_path: Path) -> None:
    def started() -> str | None:
        keys = kept_keys(tmp_path)
        return confirm_keys(host(keys.signing, *keys.old, secret_file=tmp_path / "secret.key"), shared)

    copied_before = kept_keys(tmp_path)
    assert started() is None
    rotate(tmp_path)
    assert started() is None
    assert confirm_keys(host(copied_before.signing), shared) == REPLACED
    retire(tmp_path)
    assert started() is None


def test_hosts_need_the_same_opening_token_where_they_need_one(shared: sa.Engine) -> None:
    confirm_keys(host(OURS), shared)
    assert confirm_keys(host(OURS, opening_token=TOKEN), shared) is None
    assert confirm_keys(host(OURS), shared) is None, "it needs none"
    with pytest.raises(OtherKey, match="Set TABLELOG_OPENING_TOKEN to one value on all hosts"):
        confirm_keys(host(OURS, opening_token=OTHER_TOKEN), shared)
    assert confirm_keys(host(OURS, opening_token=TOKEN), shared) is None


def test_of_two_hosts_that_are_first_at_once_one_is_refused(shared: sa.Engine) -> None:
    together, refused = Barrier(2), list[str]()

    def start(key: str) -> None:
        together.wait()
        try:
            confirm_keys(host(key), shared)
        except OtherKey:
            refused.append(key)

    threads = [Thread(target=start, args=(key,)) for key in (OURS, THEIRS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert recorded(shared) == {("signing", check_of(key)) for key in (OURS, THEIRS) if key not in refused}


def test_a_lost_key_is_given_up_on_purpose(shared: sa.Engine) -> None:
    confirm_keys(host(OURS, opening_token=TOKEN), shared)
    assert accept_keys(host(THEIRS), shared)
    assert not accept_keys(host(THEIRS), shared)
    assert confirm_keys(host(THEIRS, opening_token=OTHER_TOKEN), shared) is None
    with pytest.raises(OtherKey):
        confirm_keys(host(OURS), shared)


def test_a_web_process_with_another_key_starts_nothing(
    make_app: MakeApp, postgresql_url: str, tmp_path: Path
) -> None:
    urls = {"log_url": postgresql_url, "tables_url": postgresql_url}
    first = Table(make_app(**urls), REEF_OPENING)
    with pytest.raises(OtherKey):
        create_app(replace(settings_at(tmp_path / "second", **urls), secret_key=OURS))
    assert first.get().status_code == 200


def test_commands_say_the_fault_and_the_way_out(
    run: Run,  # noqa: F811
    shared: sa.Engine,
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LOG_URL", "TABLES_URL"):
        monkeypatch.setenv(f"TABLELOG_{name}", postgresql_url)
    monkeypatch.setattr("service.processes.supervisor.up", lambda *_, **__: None)
    confirm_keys(host(OURS), shared)
    monkeypatch.setenv("TABLELOG_SECRET_KEY", THEIRS)
    for command in ("up", "serve"):
        assert "TABLELOG_SECRET_KEY is not the key" in run(command, status=1).output
    found = " ".join(run("doctor", "--url", "http://127.0.0.1:9", status=1).output.split())
    assert "failed keys: TABLELOG_SECRET_KEY is not the key that signed the tokens here" in found
    assert "ok clock: it agrees with the clock of the database" in found
    assert "Tokens that other keys signed are invalid" in run("keys", "accept").output
    assert "nothing changes" in run("keys", "accept").output
    run("up")
    monkeypatch.setenv("TABLELOG_SECRET_KEY", OURS)
    monkeypatch.setenv("TABLELOG_OLD_SECRET_KEYS", THEIRS)
    run("up")


def test_the_link_for_phones_is_compared_as_well(
    run: Run,  # noqa: F811
    home: Path,  # noqa: F811
    shared: sa.Engine,
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LOG_URL", "TABLES_URL"):
        monkeypatch.setenv(f"TABLELOG_{name}", postgresql_url)
    monkeypatch.setattr("service.processes.supervisor.up", lambda *_, **__: None)
    monkeypatch.setenv("TABLELOG_SECRET_KEY", OURS)
    confirm_keys(host(OURS, opening_token=TOKEN), shared)
    found = run("up", "--lan", status=1).output
    assert f"{home}/opening.token is not the opening token of the other processes" in found
    (home / "opening.token").write_text(TOKEN)
    run("up", "--lan")


def test_a_restored_store_expects_its_key_and_takes_any_opening_token(
    make_app: MakeApp, shared: sa.Engine, postgresql_url: str, tmp_path: Path
) -> None:
    """Also where a web process had started over the empty databases, with a key of its own."""
    (tmp_path / "secret.key").write_text(OURS)
    app = make_app()
    Table(app, OPENING)
    here: Settings = app.extensions["tablelog"].settings
    with app.extensions["tablelog"].engine.begin() as connection:
        connection.execute(sa.delete(KEY_CHECKS))
        rows = [("signing", check_of(OURS)), ("opening", check_of(TOKEN))]
        connection.execute(sa.insert(KEY_CHECKS), [{"kind": kind, "digest": digest} for kind, digest in rows])
    back_up(replace(here, secret_key=""), tmp_path / "kept")
    there = settings_at(tmp_path / "there", log_url=postgresql_url, tables_url=postgresql_url)
    confirm_keys(replace(there, secret_key=THEIRS), shared)
    restore(replace(there, secret_key=""), tmp_path / "kept")
    assert recorded(shared) == {("signing", check_of(OURS))}
    restored = kept_keys(there.home).signing
    assert confirm_keys(replace(there, secret_key=restored, opening_token=OTHER_TOKEN), shared) is None
