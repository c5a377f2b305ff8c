"""A WebKit beside the Chromium: Debian's WebKitGTK, found or installed, on a screen of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.debian import install
from tests.support.page.browser import NoBrowser
from tests.support.page.window import PATIENCE_SECONDS, PageLeft, Window, running
from tests.support.ports import held_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
PACKAGES = ("webkit2gtk-driver", "xvfb")
MISSING = (
    f"No WebKit is here. Install one (Debian: apt install --no-install-recommends {' '.join(PACKAGES)})."
)


def find_webkit(which: Callable[[str], str | None] = shutil.which) -> tuple[str, str]:
    """The programs of the driver and of the screen: those on the path, else those that are installed now.

    Raises `NoBrowser` with what to do. Installing needs root on Debian.
    """
    found = which(DRIVER), which(SCREEN)
    if None in found and which("apt-get") is not None and os.geteuid() == 0:
        install(*PACKAGES)
        found = which(DRIVER), which(SCREEN)
    driver, screen = found
    if driver is None or screen is None:
        raise NoBrowser(MISSING)
    return driver, screen


class WebKitWindow(Window):
    """A window of the browser, by as much of the WebDriver protocol as the tests need."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.base = f"{base}/session/{self._ask('POST', '/session', {'capabilities': {}})['sessionId']}"

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def run(self, script: str, *given: Any) -> Any:
        return self._ask("POST", "/execute/sync", {"script": script, "args": given})

    def click(self, element: str) -> None:
        self._ask("POST", f"/element/{element}/click", {})

    def close(self) -> None:
        self._ask("DELETE", "")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                told = error.read().decode()
            raise (PageLeft if '"no such frame"' in told else AssertionError)(told) from None


@contextmanager
def webkit(home: Path) -> Iterator[Window]:
    """A window of WebKit on a screen of its own, and nothing of either left afterwards."""
    driver, screen = find_webkit()
    command = [screen, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    shown_on = running(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with held_port() as port, shown_on as shown:
        assert shown.stdout is not None
        display = shown.stdout.readline().decode().strip()
        environment = os.environ | {"DISPLAY": f":{display}", "HOME": str(home), "GDK_BACKEND": "x11"}
        command = [driver, f"--port={port}"]
        with running(command, env=environment, stderr=subprocess.DEVNULL):
            base = f"http://127.0.0.1:{port}"
            _wait_until_ready(f"{base}/status")
            window = WebKitWindow(base)
            try:
                yield window
            finally:
                window.close()


def _wait_until_ready(url: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        with suppress(OSError), urllib.request.urlopen(url, timeout=PATIENCE_SECONDS):
            return
        time.sleep(0.05)
    raise AssertionError(f"Nobody answers at {url}.")


if __name__ == "__main__":
    with suppress(NoBrowser):  # the test says so
        print(*find_webkit())
