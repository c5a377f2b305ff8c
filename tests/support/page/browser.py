"""The browser of the tests: Debian's own Chromium, found or installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.support.debian import install

VARIABLE = "TABLELOG_BROWSER"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium-headless-shell", "chromium")
MISSING = (
    f"No Chromium is here. Install one (Debian: apt install {PACKAGES[0]}), "
    f"or name its program in {VARIABLE}."
)


class NoBrowser(Exception):
    """There is no browser, and none can be installed."""


def find_browser(
    environment: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = shutil.which
) -> str:
    """The program of a Chromium: the one that is named, one on the path, else one that is installed now.

    Raises `NoBrowser` with what to do. Installing needs root on Debian.
    """
    named = environment.get(VARIABLE)
    if named is not None:
        if not Path(named).is_file():
            raise NoBrowser(f"{VARIABLE} names {named}, which is not a file.")
        return named
    found = next(filter(None, map(which, PROGRAMS)), None)
    if found is None and which("apt-get") is not None and os.geteuid() == 0:
        any(install(package) for package in PACKAGES)
        found = next(filter(None, map(which, PROGRAMS)), None)
    if found is None:
        raise NoBrowser(MISSING)
    return found


if __name__ == "__main__":
    try:
        print(find_browser())
    except NoBrowser as error:
        sys.exit(str(error))
