"""The proxies of `docs/proxies/`: tables are recorded and followed through them, strangers counted apart."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import pytest

from tests.service.conftest import recorded
from tests.support.service.following import spoken
from tests.support.service.proxies import Proxy, haproxy, nginx
from tests.support.service.server import Server, events, send

SCRIBE, SPECTATOR, STRANGER = "127.0.0.2", "127.0.0.3", "127.0.0.4"
STREAMS = 2
HALVES = 450
"""More than the proxy lets one address have."""

Start = Callable[[Path, int], AbstractContextManager[Proxy]]


@pytest.fixture(scope="module", params=[haproxy, nginx])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    start: Start = request.param
    server = Server(
        tmp_path_factory.mktemp("home"),
        TABLELOG_TRUSTED_PROXIES="127.0.0.1",
        TABLELOG_OPENING="anybody",
        TABLELOG_STREAMS_OF_AN_ADDRESS=str(STREAMS),
    ).start()
    with start(tmp_path_factory.mktemp("proxy"), server.port) as started:
        yield started
    server.stop()


def test_a_table_is_recorded_and_followed_through_a_proxy(proxy: Proxy) -> None:
    """Each event arrives while the stream is open: nobody on the way holds it back."""
    opening, *actions = recorded("demo-2p-001")
    with closing(proxy.connection(SCRIBE)) as scribe, closing(proxy.connection(SPECTATOR)) as spectator:
        _, opened = send(scribe, "POST", "/v1/sessions", opening)
        url = f"/v1/sessions/{opened['session']['id']}"
        headers = {"Authorization": f"Bearer {opened['tokens']['scribe']}", "If-Match": "*"}
        spectator.request(
            "GET", f"{url}/stream", headers={"Authorization": f"Bearer {opened['tokens']['spectator']}"}
        )
        followed = events(spoken(spectator.getresponse()))
        assert next(followed)[1] == "state"
        for number, action in enumerate(actions[:5], 2):
            assert send(scribe, "POST", f"{url}/actions", action, headers)[0] == 201
            assert next(followed)[:2] == (number, "entry")


def test_streams_count_for_who_opened_them_whatever_he_says_of_himself(proxy: Proxy) -> None:
    with ExitStack() as held, closing(proxy.connection(SCRIBE)) as scribe:
        opening = {**recorded("demo-2p-001")[0], "visibility": "public"}
        _, opened = send(scribe, "POST", "/v1/sessions", opening)
        url = f"/v1/sessions/{opened['session']['id']}/stream"

        def follow(source: str, says: str) -> int:
            connection: http.client.HTTPSConnection = held.enter_context(closing(proxy.connection(source)))
            connection.request("GET", url, headers={"X-Forwarded-For": says})
            return connection.getresponse().status

        assert [follow(STRANGER, f"192.0.2.{number}") for number in range(STREAMS + 1)] == [200, 200, 429]
        assert follow(SPECTATOR, "127.0.0.4") == 200


def test_plain_http_is_sent_elsewhere(proxy: Proxy) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)) as plain:
        plain.request("GET", "/healthz", headers={"Host": "play.example.org"})
        answer = plain.getresponse()
        assert answer.status in (301, 302)
        assert answer.headers["Location"] == "https://play.example.org/healthz"


def test_haproxy_bounds_the_connections_of_one_address_before_their_heads(tmp_path: Path) -> None:
    server = Server(tmp_path, TABLELOG_TRUSTED_PROXIES="127.0.0.1").start()
    with haproxy(tmp_path, server.port) as proxy, ExitStack() as held:
        refused = 0
        for _ in range(HALVES):
            half = socket.create_connection(("127.0.0.1", proxy.plain), source_address=(STRANGER, 0))
            held.enter_context(half)
            try:
                half.sendall(b"GET / HTTP/1.1\r\nHost: play")
                half.settimeout(0.001)
                refused += half.recv(1) == b""
            except ConnectionError:
                refused += 1
            except TimeoutError:
                continue
        assert refused
        with closing(proxy.connection(SCRIBE)) as scribe:
            assert send(scribe, "GET", "/healthz")[0] == 200
    server.stop()
