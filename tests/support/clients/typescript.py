"""The TypeScript generator and compiler of the tests: npm packages at the versions of the lock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.npm import NODE, installed

NODE_MODULES = Path(sys.prefix) / "clients" / "node_modules"


def install() -> None:
    """Install the packages, unless those of this lock are there."""
    installed("clients")


def run(arguments: list[str | Path], folder: Path) -> str:
    """Run a program of the packages, or one of the tests, in this folder. What it prints."""
    command = [str(NODE), *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
