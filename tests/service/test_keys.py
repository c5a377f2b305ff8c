"""The keys that sign tokens: refused when anybody could guess them, changed without a break."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.sessions import tokens as module
from service.sessions.tokens import (
    SECRET_FILE,
    SHORTEST_KEY,
    BadToken,
    Claim,
    KeyFile,
    Keys,
    Tokens,
    kept_keys,
    retire,
    rotate,
)
from service.settings import FaultySettings, read_settings
from tests.cli.conftest import Run, home, run  # noqa: F401
from tests.service.conftest import GAMES, REEF_OPENING, Table, problem

CLAIM = Claim("01900000-0000-7000-8000-000000000001", "owner", None, 0)
LONG = "0123456789abcdef" * 4
ROOT = Path(__file__).parents[2]


@pytest.fixture
def key(home: Path) -> Path:  # noqa: F811
    home.mkdir(mode=0o700)
    return home / SECRET_FILE


def read(token: str, keys: Keys) -> Claim:
    return Tokens(keys).read(token)


@pytest.mark.parametrize("text", ["", "\n", "   \n\n"])
def test_an_empty_key_is_refused_and_stays_as_it_is(key: Path, text: str) -> None:
    key.write_text(text)
    with pytest.raises(FaultySettings, match="is empty: anybody could create tokens"):
        read_settings()
    assert key.read_text() == text


def test_a_short_key_is_refused_with_the_way_out(key: Path, run: Run) -> None:  # noqa: F811
    key.write_text("x" * (SHORTEST_KEY - 1))
    token = Tokens(Keys("x" * (SHORTEST_KEY - 1))).make(CLAIM)
    with pytest.raises(FaultySettings, match="`tablelog keys rotate`"):
        read_settings()
    run("keys", "rotate")
    assert read(token, kept_keys(key.parent)) == CLAIM
    assert read_settings().secret_key != "x" * (SHORTEST_KEY - 1)


def test_a_short_key_of_the_environment_is_refused_with_the_way_out(
    key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELOG_SECRET_KEY", "short, but in use")
    token = Tokens(Keys("short, but in use")).make(CLAIM)
    with pytest.raises(FaultySettings, match="TABLELOG_OLD_SECRET_KEYS") as refusal:
        read_settings()
    assert "short, but in use" not in str(refusal.value)
    monkeypatch.setenv("TABLELOG_SECRET_KEY", LONG)
    monkeypatch.setenv("TABLELOG_OLD_SECRET_KEYS", "another, short")
    settings = read_settings()
    assert settings.secret_key == LONG
    assert settings.old_secret_keys == ("another", "short")
    assert read(token, Keys(LONG, ("short, but in use",))) == CLAIM
    assert not key.exists()


def test_a_rotated_key_signs_and_the_old_one_is_good_until_it_is_retired(
    key: Path,
    run: Run,  # noqa: F811
) -> None:
    before = kept_keys(key.parent)
    token = Tokens(before).make(CLAIM)
    assert "a new key and one old key." in run("keys", "rotate").output
    after = kept_keys(key.parent)
    assert after.signing != before.signing
    assert read(token, after) == CLAIM
    newer = Tokens(after).make(CLAIM)
    with pytest.raises(BadToken):
        read(newer, before)
    run("keys", "retire")
    with pytest.raises(BadToken):
        read(token, kept_keys(key.parent))
    assert read(newer, kept_keys(key.parent)) == CLAIM
    assert key.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key.parent.iterdir()] == [SECRET_FILE]


def test_a_process_that_runs_learns_the_new_key_from_its_first_token(key: Path) -> None:
    """One of several web processes was started again after `keys rotate`, the others were not."""
    running = Tokens(kept_keys(key.parent), KeyFile(key.parent))
    older = running.make(CLAIM)
    for _ in range(2):
        rotate(key.parent)
        token = Tokens(kept_keys(key.parent)).make(CLAIM)
        assert running.read(token) == CLAIM
        assert running.make(CLAIM) == older
    with pytest.raises(BadToken):
        running.read(Tokens(Keys(LONG)).make(CLAIM))
    key.write_text("")
    with pytest.raises(BadToken):
        running.read(Tokens(Keys("")).make(CLAIM))


def test_a_key_over_several_lines_goes_on_as_the_whole_that_it_was(key: Path) -> None:
    """An operator had made it himself, by a tool that wraps lines: it signed as a whole."""
    key.write_text(f"{LONG}\nand-the-rest-of-it\n")
    token = Tokens(Keys(f"{LONG}\nand-the-rest-of-it")).make(CLAIM)
    assert read(token, kept_keys(key.parent)) == CLAIM
    rotate(key.parent)
    assert read(token, kept_keys(key.parent)) == CLAIM
    retire(key.parent)
    with pytest.raises(BadToken):
        read(token, kept_keys(key.parent))


def test_tokens_of_a_session_survive_a_rotation(key: Path) -> None:
    app = create_app(read_settings(), GAMES)
    table = Table(app, REEF_OPENING)
    rotate(key.parent)
    again = create_app(read_settings(), GAMES)
    assert again.test_client().get(table.url, headers=table.headers("seat:red")).status_code == 200
    newer = Table(again, REEF_OPENING)
    assert app.test_client().get(newer.url, headers=newer.headers("owner")).status_code == 200
    retire(key.parent)
    last = create_app(read_settings(), GAMES)
    problem(last.test_client().get(table.url, headers=table.headers("seat:red")), 401, "bad-token")
    for made in (app, again, last):
        made.extensions["tablelog"].close()


def test_keys_of_the_environment_are_rotated_there(
    run: Run,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLELOG_SECRET_KEY", LONG)
    for command in ("rotate", "retire"):
        assert "TABLELOG_OLD_SECRET_KEYS" in run("keys", command, status=1).output


def test_an_empty_key_is_not_retired(key: Path, run: Run) -> None:  # noqa: F811
    key.write_text("")
    assert "is empty" in run("keys", "retire", status=1).output


def test_a_key_is_on_the_disk_before_it_has_its_name(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, link, replace = os.fsync, os.link, os.replace

    def noting(name: str, do: Callable[..., object]) -> Callable[..., object]:
        return lambda *given: (done.append(name), do(*given))[1]

    monkeypatch.setattr(os, "fsync", noting("fsync", fsync))
    monkeypatch.setattr(os, "link", noting("link", link))
    monkeypatch.setattr(os, "replace", noting("replace", replace))
    kept_keys(key.parent)
    assert done == ["fsync", "link", "fsync"]
    done.clear()
    rotate(key.parent)
    assert done == ["fsync", "replace", "fsync"]


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("mask", [0, 0o022, 0o277])
def test_a_key_is_its_owners_whatever_the_umask(key: Path, mask: int) -> None:
    with umask(mask):
        first = kept_keys(key.parent)
    assert key.stat().st_mode & 0o777 == 0o600
    with umask(mask):
        rotate(key.parent)
    assert key.stat().st_mode & 0o777 == 0o600
    assert first.signing in kept_keys(key.parent).old
    assert len(secrets.token_hex(32)) >= SHORTEST_KEY


def test_eight_rotations_at_once_keep_eight_keys(key: Path) -> None:
    """Each key may have signed already: none is lost to another rotation."""
    command = [sys.executable, "-m", "service.cli", "keys", "rotate"]
    processes = [
        subprocess.Popen(command, env=os.environ | {"TABLELOG_HOME": str(key.parent)}, cwd=ROOT)
        for _ in range(8)
    ]
    assert [process.wait() for process in processes] == [0] * 8
    keys = kept_keys(key.parent)
    assert len({keys.signing, *key.read_text().split()}) == 8


def test_a_rotation_waits_for_one_that_is_under_way(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, waits = module._replace, threading.Event()

    def slowly(*given: Any) -> None:
        if not waits.is_set():
            waits.set()
            other.start()
            other.join(0.1)
        replace(*given)

    other = threading.Thread(target=rotate, args=(key.parent,))
    monkeypatch.setattr(module, "_replace", slowly)
    rotate(key.parent)
    other.join()
    assert len(key.read_text().split()) == 2
