"""Running: which functions of a package are called while something is done."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

_INSTALLING = threading.Lock()
"""The interpreter refuses a watch that a thread sets while another thread is setting one."""


class Calls:
    """The code that was called, each with the module that it stands in."""

    def __init__(self) -> None:
        self._modules: dict[CodeType, str] = {}

    def noted(self, frame: FrameType, event: str, _: Any) -> None:
        """Take note of a call: what the interpreter is told to tell."""
        if event == "call" and frame.f_code not in self._modules:
            self._modules[frame.f_code] = frame.f_globals.get("__name__", "")

    def within(self, package: str) -> frozenset[tuple[str, str]]:
        """Module, as a path within the package, and name of each function or class that was called in."""
        within = f"{package}."
        return frozenset(
            (module.removeprefix(within).replace(".", "/"), code.co_qualname.partition(".")[0])
            for code, module in self._modules.items()
            if module.startswith(within)
        )


@contextmanager
def calls() -> Iterator[Calls]:
    """What is called inside, by this thread. Whoever else watches the thread's calls waits meanwhile."""
    noted, before = Calls(), sys.getprofile()
    with _INSTALLING:
        sys.setprofile(noted.noted)
    try:
        yield noted
    finally:
        with _INSTALLING:
            sys.setprofile(before)
