"""Sending: only to addresses that were looked at, within ten seconds, and whatever the receiver does."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any

import pytest

from tests.support.receivers import Receiver, receiving
from workers.webhooks import receivers, sending
from workers.webhooks.receivers import UnusableReceiver, is_public, receiver
from workers.webhooks.sending import MOST_BYTES_READ, NOT_REACHED, NOT_SECURE, DeliveryOutcome, send

PRIVATE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "192.0.0.170",
    "192.0.2.7",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2002:c0a8:1::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "2001:db8::1",
    "2001::1",
    "64:ff9b:1::a00:1",
    "3fff::1",
    "5f00::1",
]
PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
HEADERS = {"webhook-id": "msg_1"}


def until(seconds: float = 60.0) -> float:
    return time.monotonic() + seconds


def posted(url: str, reach: Any = "anywhere", **more: float) -> DeliveryOutcome:
    return send(url, HEADERS, b"{}", reach, until(**more))


@pytest.fixture
def told() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_the_whole_worlds_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_the_whole_worlds_is(address: str) -> None:
    assert is_public(ip_address(address))


def resolving(monkeypatch: pytest.MonkeyPatch, *found: str) -> list[Any]:
    """Names stand for these addresses. Returns the addresses that are connected to, which fails."""
    tried: list[Any] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        families = {4: socket.AF_INET, 6: socket.AF_INET6}
        of = [(families[ip_address(one).version], (one, port)) for one in found]
        return [(family, socket.SOCK_STREAM, 6, "", at) for family, at in of]

    def connect(self: socket.socket, at: Any) -> None:
        tried.append(at)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket.socket, "connect", connect)
    return tried


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_stands_for_a_private_address_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    tried = resolving(monkeypatch, address)
    assert posted("https://play.example.org/", "public") == DeliveryOutcome(None, NOT_REACHED)
    assert tried == []


def test_of_several_addresses_only_public_ones_are_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = resolving(monkeypatch, "127.0.0.1", "1.1.1.1", "::ffff:10.0.0.1", "2606:4700:4700::1111")
    outcome = posted("https://play.example.org:8443/", "public")
    assert tried == [("1.1.1.1", 8443), ("2606:4700:4700::1111", 8443)]
    assert outcome == DeliveryOutcome(None, NOT_REACHED)


def test_the_name_is_resolved_once_and_the_address_that_was_looked_at_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that stands for another address the next time finds nobody who asks a next time."""
    tried, asked = resolving(monkeypatch, "1.1.1.1"), []
    resolve = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *given, **more: asked.append(given) or resolve(*given, **more)
    )
    posted("https://play.example.org/", "public")
    assert (len(asked), tried) == (1, [("1.1.1.1", 443)])


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localtest"])
def test_other_spellings_of_this_machine_lead_nowhere(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Those that pass for names are judged by what they stand for."""
    tried = resolving(monkeypatch, "127.0.0.1")
    assert posted(f"https://{host}/", "public").answer is None
    assert tried == []


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://[::1]/", "http://1.1.1.1/", "https://localhost/"]
)
def test_a_webhook_of_when_all_was_allowed_is_judged_again(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    tried = resolving(monkeypatch, "1.1.1.1")
    assert posted(url, "public").answer is None
    assert tried == []


def test_redirects_are_not_followed(told: Receiver) -> None:
    with receiving() as elsewhere:
        told.answers, told.headers = [307], {"Location": elsewhere.url}
        assert posted(told.url) == DeliveryOutcome(307, "It was answered with 307.")
        assert elsewhere.taken == []


def test_neither_url_nor_headers_can_begin_another_request() -> None:
    for url in (
        "http://127.0.0.1/\r\nX: y",
        "http://127.0.0.1/ HTTP/1.1",
        "http://127.0.0.1\n/",
        "http://a\tb/",
    ):
        with pytest.raises(UnusableReceiver):
            receiver(url, "anywhere")


def test_all_that_cannot_be_reached_is_told_in_the_same_words(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody learns from them which names and ports there are inside the operator's network."""
    found = {posted(f"http://127.0.0.1:{port}/"), posted("http://nobody.invalid/")}
    found.add(posted("http://127.0.0.1:9/", seconds=-1))
    resolving(monkeypatch, "10.0.0.1")
    found |= {posted("https://intranet.example/", "public"), posted("http://intranet.example/")}
    assert found == {DeliveryOutcome(None, NOT_REACHED)}


def test_what_the_receiver_says_is_read_a_little_and_shown_to_nobody(told: Receiver) -> None:
    told.answers, told.body = [500], b"a secret of the receiver " * 100_000
    assert posted(told.url) == DeliveryOutcome(500, "It was answered with 500.")


@contextmanager
def saying(*parts: bytes) -> Iterator[tuple[str, list[int]]]:
    """A receiver that says these parts, then nothing, until it is left. Its URL, and what it could send."""
    sent: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connected, _ = server.accept()
            with connected:
                connected.recv(65_536)
                try:
                    for part in parts:
                        sent.append(connected.send(part))
                    while connected.recv(65_536):
                        pass
                except OSError:
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/", sent
        thread.join()


class Passing:
    """A clock that passes a second whenever it is looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", self)

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_receiver_that_answers_byte_after_byte_is_left_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each byte comes in time; all of them together do not."""
    Passing(monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, "recv_into", dripping)
        with saying() as (url, _):
            began = time.monotonic()
            slow = send(url, HEADERS, b"{}", "anywhere", began + sending.SECONDS)
    assert slow == DeliveryOutcome(None, "There was no answer within 10 seconds.")


def dripping(self: socket.socket, buffer: memoryview) -> int:
    """One letter of a head that never ends."""
    buffer[:1] = b"x"
    return 1


def test_after_the_time_nothing_is_begun(told: Receiver) -> None:
    assert posted(told.url, seconds=-1) == DeliveryOutcome(None, NOT_REACHED)
    assert told.taken == []


def test_a_body_that_never_ends_does_not_take_back_the_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n"
    with saying(head + b"x" * MOST_BYTES_READ) as (url, _):
        assert posted(url) == DeliveryOutcome(200, None)


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH\r\n", b"\r\n\r\n", b"HTTP/1.1 two\r\n\r\n"])
def test_what_is_no_http_is_a_failure(said: bytes) -> None:
    with saying(said) as (url, _):
        assert posted(url) == DeliveryOutcome(None, "The answer was not HTTP.")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Certificate and key of 127.0.0.1, by nobody that the system trusts."""
    folder = tmp_path_factory.mktemp("tls")
    files = str(folder / "one.pem"), str(folder / "one.key")
    program = shutil.which("openssl")
    assert program is not None
    command = [program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hook"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1]]
    subprocess.run(command, check=True, capture_output=True)
    return files


def test_a_receiver_that_nobody_vouches_for_is_sent_nothing(certificate: tuple[str, str]) -> None:
    with receiving(certificate) as told:
        assert posted(told.url) == DeliveryOutcome(None, NOT_SECURE)
        assert told.taken == []


def test_one_that_the_system_trusts_is_spoken_to_over_tls(
    certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", certificate[0])
    with receiving(certificate) as told:
        assert posted(told.url) == DeliveryOutcome(204, None)
        assert posted(told.url.replace("127.0.0.1", "localhost")) == DeliveryOutcome(None, NOT_SECURE)
        assert [taken.id for taken in told.taken] == ["msg_1"]


def test_where_webhooks_are_off_no_address_will_do() -> None:
    to = receiver("http://127.0.0.1/", "anywhere")
    with pytest.raises(UnusableReceiver):
        list(receivers.addresses(to, "off"))
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED
