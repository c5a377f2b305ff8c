"""A window of a browser that playwright does not drive, and the little that the tests need of it."""

from __future__ import annotations

import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE_SECONDS = 60
"""A busy machine is no fault of the page."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name that the WebDriver protocol gives to a reference of an element."""
FIND = """if (document.querySelector(".panel")?.dataset.guard) return null;
const labels = [...document.querySelectorAll(".panel button:enabled b")];
return labels.find((label) => label.textContent === arguments[0])?.closest("button");"""


class PageLeft(AssertionError):
    """The browser went on to another page while it was asked."""


class Window(ABC):
    """A window, told what to do by commands of WebDriver, however they get there."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go there."""

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """What the body of a function answers. Raises `PageLeft`."""

    @abstractmethod
    def click(self, element: str) -> None:
        """Click the element of this reference as a person would."""

    def until(self, script: str, *given: Any) -> Any:
        """What the body of a function answers, as soon as it is something. Raises AssertionError if never."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            with suppress(PageLeft):
                if found := self.run(script, *given):
                    return found
            time.sleep(0.05)
        shown = self.run("return document.body.innerText")
        raise AssertionError(f"Never true: {script}. The page shows:\n{shown}")

    def tap(self, label: str) -> None:
        """Tap the button of the panel with this visible label, as soon as it can be tapped."""
        self.click(self.until(FIND, label)[ELEMENT])


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program for as long as it is wanted."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
