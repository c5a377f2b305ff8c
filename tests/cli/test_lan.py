"""`tablelog up --lan`: the phones in the room find it, and whoever has the opening link opens a table."""

from __future__ import annotations

import hashlib
import json
import re
import signal
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import segno

from service.processes.certificate import KEY_FILE
from service.processes.lan import NO_ADDRESS, Unreachable, lan_address, lan_at, way_to
from service.sessions.opening_token import OPENING_TOKEN_FILE, kept_opening_token
from service.support.network import CERTIFICATE_FILE, https_to_own
from service.support.qr_codes import terminal_code
from tests.cli.test_up import STARTING_SECONDS, Up, ups, wait_until
from tests.support.recorded import library

NAME = "127.0.0.2"
"""An address that is this machine's without being one of those that only this machine is called by."""
LINK = re.compile(r"(http://[0-9.]+:[0-9]+)/open#([A-Za-z0-9_-]+)")
OPENING = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def link_of(up: Up) -> tuple[str, str]:
    """The address and the token that were shown, once everything was said."""
    up.wait_until_ready()
    wait_until(lambda: any("same network" in line for line in up.output), "".join(up.output))
    found = LINK.search("".join(up.output))
    assert found is not None
    return found[1], found[2]


def opening_at(address: str, token: str | None, host: str | None = None) -> tuple[int, Any]:
    """Status and answer of who wants to open a table there."""
    headers = {"Content-Type": "application/json"}
    headers |= {} if token is None else {"Authorization": f"Bearer {token}"}
    headers |= {} if host is None else {"Host": host}
    asked = urllib.request.Request(f"{address}/v1/sessions", json.dumps(OPENING).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=STARTING_SECONDS) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_whoever_has_the_link_opens_a_table_and_nobody_else(start: Callable[..., Up], port: int) -> None:
    up = start("--lan", TABLELOG_HOST=NAME, TABLELOG_HOSTS="play.example.org", TABLELOG_LOG_LEVEL="INFO")
    address, token = link_of(up)
    assert address == f"http://{NAME}:{port}"
    wait_until(lambda: f"Tablelog is ready at {address}\n" in up.output, "".join(up.output))
    assert terminal_code(f"{address}/open#{token}", "utf-8") in "".join(up.output)
    status, told = opening_at(address, None)
    assert (status, told["type"]) == (401, "/problems/bad-token")
    assert opening_at(address, "not-the-opening-token")[0] == 403
    status, told = opening_at(address, token)
    assert status == 201
    assert "owner" in told["tokens"]
    assert opening_at(address, token, host="elsewhere.example.org")[0] == 400, "hosts hold as they did"
    assert (up.home / OPENING_TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert up.end() == 0
    requests = [line for line in up.output if '"path"' in line]
    assert requests
    assert not any(token in line for line in requests)

    again = start("--lan", TABLELOG_HOST=NAME)
    assert link_of(again) == (address, token), "the link on the wall is good tomorrow"
    assert again.end(signal.SIGINT) == 0


def test_what_is_recorded_at_the_terminal_needs_no_link(start: Callable[..., Up], port: int) -> None:
    up = start("--lan", TABLELOG_HOST=NAME)
    address, token = link_of(up)
    game = str(library("time_of_chaos")[0])
    up.environment["TABLELOG_OPENING_TOKEN"] = token
    up.run("record", game, "--json", "--url", address)
    del up.environment["TABLELOG_OPENING_TOKEN"]
    assert "opening link" in up.run("record", game, "--json", "--url", address, status=1)
    assert up.end() == 0


def test_a_token_of_the_operators_own_is_the_one_in_the_link(start: Callable[..., Up]) -> None:
    up = start("--lan", TABLELOG_HOST=NAME, TABLELOG_OPENING_TOKEN="club-night-of-the-reef")
    assert link_of(up)[1] == "club-night-of-the-reef"
    assert not (up.home / OPENING_TOKEN_FILE).exists()
    assert up.end() == 0


def test_over_https_a_phone_meets_the_certificate_whose_fingerprint_was_shown(
    start: Callable[..., Up], port: int, tmp_path: Path
) -> None:
    up = start("--lan", "--host", NAME, "--https")
    up.wait_until_ready()
    shown = ssl.get_server_certificate((NAME, port), timeout=STARTING_SECONDS)
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).digest()
    fingerprint = digest.hex(":").upper()
    wait_until(lambda: fingerprint in re.sub(r"\s+", "", "".join(up.output)), fingerprint)
    assert f"https://{NAME}:{port}/open#" in "".join(up.output)
    (tmp_path / CERTIFICATE_FILE).write_text(shown)
    with urllib.request.urlopen(f"https://{NAME}:{port}/healthz", context=https_to_own(tmp_path)) as answer:
        assert answer.status == 200
    assert (up.home / KEY_FILE).stat().st_mode & 0o077 == 0
    checked = up.run("doctor", "--url", f"https://{NAME}:{port}")
    assert f"https://{NAME}:{port} answers 200" in checked
    assert fingerprint in re.sub(r"\s+", "", checked)


def test_without_lan_everybody_on_this_machine_opens_tables(start: Callable[..., Up], port: int) -> None:
    up = start()
    up.wait_until_ready()
    assert opening_at(f"http://127.0.0.1:{port}", None)[0] == 201
    assert not LINK.search("".join(up.output))
    assert up.end() == 0


def test_a_name_that_only_this_machine_knows_is_refused(start: Callable[..., Up]) -> None:
    up = start("--lan", TABLELOG_HOST="127.0.0.1")
    assert up.ended() == 1
    assert "they cannot reach 127.0.0.1" in up.output[-1]


def test_a_spoilt_token_is_told_with_its_file(start: Callable[..., Up], tmp_path: Path) -> None:
    (tmp_path / OPENING_TOKEN_FILE).write_text("")
    up = start("--lan", TABLELOG_HOST=NAME, TABLELOG_HOME=str(tmp_path))
    assert up.ended() == 1
    assert "delete it to get a new one" in "".join(up.output)


def test_the_address_is_the_one_that_leads_into_a_private_network() -> None:
    ways = {"10.255.255.255": "10.1.2.3", "192.168.255.255": "127.0.0.1"}

    def way(target: str) -> str:
        if target not in ways:
            raise OSError("no way")
        return ways[target]

    assert lan_address(way=way) == "10.1.2.3"
    ways["10.255.255.255"] = "203.0.114.7"
    assert lan_address(way=way) is None, "an address that the whole world finds is none of a room"
    assert way_to("127.0.0.1") == "127.0.0.1"


def test_where_there_is_no_network_it_is_said() -> None:
    with pytest.raises(Unreachable) as told:
        lan_at(None, "token", lambda: None)
    assert str(told.value) == NO_ADDRESS
    assert lan_at(NAME, "token", lambda: None).address(80) == f"http://{NAME}:80"
    assert lan_at(None, "token", lambda: "192.0.2.7").host == "0.0.0.0"
    with socket.socket() as trial:
        trial.bind((lan_at(None, "token", lambda: "192.0.2.7").host, 0))


def test_a_token_is_made_once(tmp_path: Path) -> None:
    token = kept_opening_token(tmp_path)
    assert kept_opening_token(tmp_path) == token
    assert len(token) >= 16


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_code_at_the_terminal_holds_the_link(encoding: str) -> None:
    link = "http://192.0.2.7:8720/open#aB3-_xyzaB3-_xyz"
    drawn = terminal_code(link, encoding)
    drawn.encode(encoding)
    matrix = [[bool(module) for module in row] for row in segno.make_qr(link, error="m").matrix]
    border = 4
    read = _half_blocks(drawn) if encoding == "utf-8" else _wide_ones(drawn)
    inner = [row[border : border + len(matrix)] for row in read[border : border + len(matrix)]]
    assert inner == matrix


def _half_blocks(drawn: str) -> list[list[bool]]:
    """Dark modules, two rows a line: a block is light."""
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    rows = []
    for line in drawn.splitlines():
        rows += [[not light[sign][half] for sign in line] for half in (0, 1)]
    return rows


def _wide_ones(drawn: str) -> list[list[bool]]:
    """Dark modules, two signs each: reversed ones are light."""
    rows = []
    for line in drawn.splitlines():
        row, dark = [], True
        for code, blanks in re.findall(r"\x1b\[([0-9]+)m( *)", line):
            dark = code != "7"
            row += [dark] * (len(blanks) // 2)
        rows.append(row)
    return rows
