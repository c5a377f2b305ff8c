"""Who opens sessions: everybody on this machine, and where others reach it, who holds the opening token."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.processes.lan import announced
from service.sessions.opening_token import OPENING_TOKEN_FILE, kept_opening_token
from service.settings import FaultySettings, Settings, read_settings
from tests.cli.conftest import Run
from tests.cli.test_lan import LINK, opening_at
from tests.cli.test_up import Up, ups, wait_until

OF_THE_OPERATOR = "club-night-of-the-reef"
FROM_ELSEWHERE = {
    "TABLELOG_HOST": ("0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "table.local"),
    "TABLELOG_TRUSTED_PROXIES": ("127.0.0.1", "192.0.2.0/24"),
    "TABLELOG_HOSTS": ("play.example.org", ".club.example", "localhost, 192.0.2.7"),
}
FROM_HERE = {
    "TABLELOG_HOST": ("127.0.0.1", "::1", "localhost", "127.0.0.2", ""),
    "TABLELOG_TRUSTED_PROXIES": ("",),
    "TABLELOG_HOSTS": ("", "localhost, 127.0.0.1, [::1]"),
}
DOCTOR = ("doctor", "--url", "http://127.0.0.1:9")


def each(told: dict[str, tuple[str, ...]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("variable", "value"), [(name, value) for name, values in told.items() for value in values]
    )


@each(FROM_ELSEWHERE)
def test_where_others_reach_it_a_token_is_made_once_and_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    token = read_settings().opening_token
    file = home / OPENING_TOKEN_FILE
    assert len(token) >= 16
    assert file.read_text() == token
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_settings().opening_token == token, "whoever starts a process of this home has the same"


@each(FROM_HERE)
def test_on_this_machine_nobody_needs_one(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert read_settings().opening_token == ""
    assert not (home / OPENING_TOKEN_FILE).exists()
    kept_opening_token(home)
    assert read_settings().opening_token == "", "a token that the home keeps is for elsewhere"


def test_an_option_counts_like_the_setting(home: Path) -> None:
    assert read_settings(host="127.0.0.1").opening_token == ""
    assert read_settings(host="0.0.0.0").opening_token


def test_a_home_keeps_the_token_that_it_has(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_settings()
    (home / OPENING_TOKEN_FILE).write_text("an-old-link-on-the-wall\n")
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    assert read_settings().opening_token == "an-old-link-on-the-wall"


def test_a_token_that_another_process_makes_meanwhile_is_everybodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slower(size: int) -> str:
        (tmp_path / OPENING_TOKEN_FILE).write_text("made-by-the-faster-one")
        return "made-by-the-slower-one"

    monkeypatch.setattr(secrets, "token_urlsafe", slower)
    assert kept_opening_token(tmp_path) == "made-by-the-faster-one"
    assert kept_opening_token(tmp_path) == "made-by-the-faster-one"
    assert [file.name for file in tmp_path.iterdir()] == [OPENING_TOKEN_FILE]


def test_the_operators_own_token_comes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    monkeypatch.setenv("TABLELOG_OPENING_TOKEN", OF_THE_OPERATOR)
    assert read_settings().opening_token == OF_THE_OPERATOR
    assert not (home / OPENING_TOKEN_FILE).exists()


def test_the_operator_may_let_anybody_open(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    monkeypatch.setenv("TABLELOG_OPENING", "anybody")
    settings = read_settings()
    assert settings.opening_token == ""
    assert not (home / OPENING_TOKEN_FILE).exists()
    told = announced(settings, "http://127.0.0.1:8720")
    assert told is not None
    assert "Anyone can open sessions" in told


def test_the_operator_may_ask_for_a_token_on_this_machine(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that no setting names is not seen."""
    monkeypatch.setenv("TABLELOG_OPENING", "token")
    token = read_settings().opening_token
    assert (home / OPENING_TOKEN_FILE).read_text() == token


@pytest.mark.parametrize(
    ("opening", "token", "said"),
    [
        ("everyone", "", "TABLELOG_OPENING: Must be one of"),
        ("anybody", OF_THE_OPERATOR, "TABLELOG_OPENING: anybody needs no token"),
    ],
)
def test_a_wish_that_contradicts_itself_is_a_faulty_setting(
    home: Path, monkeypatch: pytest.MonkeyPatch, opening: str, token: str, said: str
) -> None:
    monkeypatch.setenv("TABLELOG_OPENING", opening)
    monkeypatch.setenv("TABLELOG_OPENING_TOKEN", token)
    with pytest.raises(FaultySettings, match=said):
        read_settings()


def test_a_spoilt_token_is_a_faulty_setting_where_it_is_needed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_settings()
    (home / OPENING_TOKEN_FILE).write_text("short")
    assert read_settings().opening_token == ""
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    with pytest.raises(FaultySettings, match=f"{OPENING_TOKEN_FILE} .*delete it to get a new one"):
        read_settings()


def test_a_command_that_makes_nothing_makes_no_token(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    assert read_settings(make=False).opening_token == ""
    assert not home.exists()


def test_doctor_tells_who_opens_why_and_by_which_link(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "opening: Everyone on this machine can open sessions" in run(*DOCTOR).output
    monkeypatch.setenv("TABLELOG_HOST", "0.0.0.0")
    monkeypatch.setenv("TABLELOG_HOSTS", "play.example.org")
    told = run(*DOCTOR).output
    settings = read_settings()
    assert "because it listens at 0.0.0.0 and TABLELOG_HOSTS names it for others." in told
    assert f"http://127.0.0.1:9/open#{settings.opening_token}" in told
    assert str(settings.opening_token_file) in told
    monkeypatch.setenv("TABLELOG_OPENING", "anybody")
    told = run(*DOCTOR).output
    assert "opening: Anyone can open sessions, as TABLELOG_OPENING says" in told
    assert settings.opening_token not in told


def test_serve_says_that_it_is_needed_and_tells_the_web_where_it_listens(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda path, command, variables: started.append((command, variables)))
    told = run("serve", "--host", "0.0.0.0").output
    (command, variables), token = started[0], read_settings(host="0.0.0.0").opening_token
    assert command[command.index("0.0.0.0") + 1] == "8720"
    assert "Only people with the opening token can open sessions, because it listens at 0.0.0.0." in told
    assert token not in told
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert read_settings().opening_token == token, "the web process, too, knows that it is needed"
    monkeypatch.delenv("TABLELOG_HOST")
    assert run("serve").output == ""
    assert started[1][1]["TABLELOG_HOST"] == Settings.host


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def test_up_behind_a_proxy_shows_the_opening_link_and_opens_for_nobody_else(
    start: Callable[..., Up], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = start(TABLELOG_TRUSTED_PROXIES="127.0.0.1", TABLELOG_WEB_PROCESSES="2")
    up.wait_until_ready()
    wait_until(lambda: any("add the same ending" in line for line in up.output), "".join(up.output))
    shown = LINK.search("".join(up.output))
    assert shown is not None
    address, token = shown.groups()
    assert address == f"http://127.0.0.1:{port}"
    assert (up.home / OPENING_TOKEN_FILE).read_text() == token
    assert opening_at(address, None)[0] == 401
    assert opening_at(address, token)[0] == 201
    monkeypatch.setenv("TABLELOG_HOME", str(up.home))
    for name in set(os.environ) & {"TABLELOG_OPENING_TOKEN", "TABLELOG_SECRET_KEY"}:
        monkeypatch.delenv(name)
    assert read_settings(host="0.0.0.0").opening_token == token, "so has one that is started by hand"
    assert up.end() == 0
    assert not [line for line in up.output if re.search(r"web.*opening token", line)], "it is said once"
