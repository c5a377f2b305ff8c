"""The last release in a folder of its own, with the packages that it names: an upgrade begins with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.long.campaign import ROOT

FORMER, COMMIT = "former", ".commit"
PYTHON = Path(".venv", "bin", "python")


def prepare(folder: Path) -> None:
    """Write the code of the newest release there, and install its packages. This needs the real network.

    Raises `RuntimeError` if they cannot be installed.
    """
    heading = r"^## [0-9.]+ \("
    found = subprocess.run(
        ["git", "log", "-1", "--format=%h", "-E", f"-G{heading}", "--", "CHANGELOG.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    commit = found.stdout.strip()
    folder.mkdir()
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    (folder / COMMIT).write_text(commit)
    pip = (str(folder / PYTHON), "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes")
    for command in ((sys.executable, "-m", "venv", ".venv"), (*pip, "-r", "requirements.lock")):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"the packages of the former release: {done.stderr.strip()}")
