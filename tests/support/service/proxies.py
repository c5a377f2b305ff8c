"""haproxy and nginx as `docs/proxies/` sets them up, before a service of the tests."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.debian import install
from tests.support.ports import held_port

FOLDER = Path(__file__).parents[3] / "docs" / "proxies"
SERVICE, PLAIN, SECURE = "127.0.0.1:8720", "80", "443"
"""As the files have them."""
STARTING_SECONDS, ANSWERING_SECONDS = 30, 60


class NoProxy(Exception):
    """A program is not here and cannot be installed; the message says what to do."""


class Proxy:
    """One that runs. `secure`, `plain`: its ports."""

    def __init__(self, plain: int, secure: int) -> None:
        self.plain = plain
        self.secure = secure

    def connection(self, source: str) -> http.client.HTTPSConnection:
        """A connection from this address of the machine; the certificate is anybody's."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(
            "127.0.0.1",
            self.secure,
            timeout=ANSWERING_SECONDS,
            source_address=(source, 0),
            context=context,
        )


def program(name: str) -> str:
    """The program, installed now if need be. Raises `NoProxy`. Installing needs root on Debian."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
    found = shutil.which(name, path=path)
    if found is None and shutil.which("apt-get") is not None and os.geteuid() == 0 and install(name):
        found = shutil.which(name, path=path)
    if found is None:
        raise NoProxy(f"No {name} is here. Install it (Debian: apt install --no-install-recommends {name}).")
    return found


@contextmanager
def haproxy(folder: Path, service: int) -> Iterator[Proxy]:
    """haproxy before the service on this port."""
    certificate, key = certificate_of(folder)
    both = folder / "both.pem"
    both.write_bytes(certificate.read_bytes() + key.read_bytes())
    with ExitStack() as held:
        plain, secure = (held.enter_context(held_port()) for _ in range(2))
        text = _put(
            (FOLDER / "haproxy.cfg").read_text(),
            {
                "bind :80": f"bind 127.0.0.1:{plain}",
                "bind :443": f"bind 127.0.0.1:{secure}",
                "/etc/haproxy/play.example.org.pem": str(both),
                SERVICE: f"127.0.0.1:{service}",
            },
        )
        (folder / "haproxy.cfg").write_text(text)
        command = [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]
        with _running(command, secure):
            yield Proxy(plain, secure)


@contextmanager
def nginx(folder: Path, service: int) -> Iterator[Proxy]:
    """nginx before the service on this port."""
    certificate, key = certificate_of(folder)
    with ExitStack() as held:
        plain, secure = (held.enter_context(held_port()) for _ in range(2))
        text = _put(
            (FOLDER / "nginx.conf").read_text(),
            {
                "listen 80;": f"listen 127.0.0.1:{plain};",
                "listen 443": f"listen 127.0.0.1:{secure}",
                "/etc/nginx/play.example.org.pem": str(certificate),
                "/etc/nginx/play.example.org.key": str(key),
                SERVICE: f"127.0.0.1:{service}",
            },
        )
        (folder / "nginx.conf").write_text(text)
        files = f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;"
        command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", files]
        with _running(command, secure):
            yield Proxy(plain, secure)


def _put(text: str, instead: dict[str, str]) -> str:
    for told, ours in instead.items():
        assert told in text, f"the file says nothing of {told}"
        text = text.replace(told, ours)
    return text


def certificate_of(folder: Path) -> tuple[Path, Path]:
    """A certificate that nobody knows and its key, made in this folder."""
    certificate, key = folder / "one.pem", folder / "one.key"
    command = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-subj", "/CN=play.example.org", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, *files], check=True, capture_output=True)
    return certificate, key


@contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    with subprocess.Popen(command, start_new_session=True) as process:
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end and process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.02)
        try:
            yield
        finally:
            process.terminate()
