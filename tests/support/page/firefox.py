"""A Firefox beside the Chromium: Debian's own, found or installed, driven by its own protocol, Marionette."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.debian import install
from tests.support.page.browser import NoBrowser
from tests.support.page.window import PATIENCE_SECONDS, PageLeft, Window, running
from tests.support.ports import held_port

PROGRAMS = ("firefox-esr", "firefox")
PACKAGE = "firefox-esr"
MISSING = f"No Firefox is here. Install one (Debian: apt install --no-install-recommends {PACKAGE})."
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
"""It asks nobody for anything."""


def find_firefox(which: Callable[[str], str | None] = shutil.which) -> str:
    """The program of a Firefox: one on the path, else one that is installed now.

    Raises `NoBrowser` with what to do. Installing needs root on Debian.
    """
    found = next(filter(None, map(which, PROGRAMS)), None)
    if found is None and which("apt-get") is not None and os.geteuid() == 0 and install(PACKAGE):
        found = next(filter(None, map(which, PROGRAMS)), None)
    if found is None:
        raise NoBrowser(MISSING)
    return found


class FirefoxWindow(Window):
    """A window of Firefox: each message is its length, a colon and JSON."""

    def __init__(self, port: int) -> None:
        self._line = _connected(port)
        self._asked = 0
        self._receive()
        self._ask("WebDriver:NewSession", capabilities={})

    def open(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *given: Any) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=given)["value"]

    def click(self, element: str) -> None:
        self._ask("WebDriver:ElementClick", id=element)

    def close(self) -> None:
        with suppress(ConnectionError):
            self._ask("Marionette:Quit", flags=["eForceQuit"])
        self._line.close()

    def _ask(self, command: str, **parameters: Any) -> Any:
        self._asked += 1
        message = json.dumps([0, self._asked, command, parameters]).encode()
        self._line.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._receive()
        if error is not None:
            raise PageLeft(error) if "unloaded" in error["message"] else AssertionError(error)
        return answer

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        content = b""
        while len(content) < int(length[:-1]):
            content += self._some(int(length[:-1]) - len(content))
        return json.loads(content)

    def _some(self, most: int) -> bytes:
        received = self._line.recv(most)
        if not received:
            raise ConnectionError("Firefox has gone.")
        return received


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
        time.sleep(0.05)
    raise AssertionError(f"No Firefox listens at {port}.")


@contextmanager
def firefox(home: Path) -> Iterator[Window]:
    """A window of Firefox that nobody sees, with its profile in this folder; it is closed afterwards."""
    program = find_firefox()
    with held_port() as port:
        yield from _opened(program, port, home)


def _opened(program: str, port: int, home: Path) -> Iterator[Window]:
    preferences = PREFERENCES | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (home / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--marionette", "--profile", str(home)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(command, env=os.environ | {"HOME": str(home)}, **quiet):
        window = FirefoxWindow(port)
        try:
            yield window
        finally:
            window.close()


if __name__ == "__main__":
    with suppress(NoBrowser):  # the test says so
        print(find_firefox())
