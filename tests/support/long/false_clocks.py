"""A clock of the day for some processes, which jumps when it is told to."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.support.debian import install

SOURCE = Path(__file__).with_name("false_clock.c")
COMPILER, PACKAGES = "cc", ("gcc", "libc6-dev")


class NoFalseClock(Exception):
    """What answers for the clock cannot be compiled here."""


class FalseClock:
    """Tells processes that are started with its `environment` another time, from now on or later.

    folder: where it is made. Raises `NoFalseClock`.
    """

    def __init__(self, folder: Path) -> None:
        self._file, library = folder / "false-clock", folder / "false_clock.so"
        fault = _compile(library)
        if fault is not None and shutil.which("apt-get") and install(*PACKAGES):
            fault = _compile(library)
        if fault is not None:
            raise NoFalseClock(f"{fault} Debian: apt install {' '.join(PACKAGES)}")
        self._file.write_bytes(bytes(8))
        self.environment: Mapping[str, str] = {"LD_PRELOAD": str(library), "FALSE_CLOCK": str(self._file)}

    def is_off_by(self, seconds: int) -> None:
        """Tell a time that is so much later, or earlier, than it is."""
        with self._file.open("r+b", buffering=0) as file:
            file.write(struct.pack("=q", seconds))


def _compile(library: Path) -> str | None:
    """Why it could not be compiled; None: it was."""
    if shutil.which(COMPILER) is None:
        return "No C compiler is here."
    command = [COMPILER, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    made = subprocess.run(command, capture_output=True, text=True)
    return None if made.returncode == 0 else made.stderr.strip()
