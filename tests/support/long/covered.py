"""Coverage: how many lines and branches the tests run, package by package, and whether it is enough."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.support.long.campaign import ROOT, Outcome, Wanted

PACKAGES = ("domain", "replays", "workers", "service")
LEAST = {"lines": 96.0, "branches": 91.0}
"""Per cent of the whole that must run: a little less than does."""
UNWATCHED = "--ignore=tests/mutants"
"""They watch which lines other tests run, and cannot be watched themselves."""
SHOWN = 2_000
"""Characters of what the run said, from its end."""
SETTINGS = """
[run]
branch = true
parallel = true
patch = subprocess
data_file = {folder}/data
source = {sources}
"""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The tests that start no process of Tablelog and no browser: those are ended by signals, unheard."""
    settings = folder / "coverage.ini"
    sources = ",".join(str(ROOT / package) for package in PACKAGES)
    settings.write_text(SETTINGS.format(folder=folder, sources=sources))
    pytest = ("-m", "pytest", "-n", str(os.cpu_count()), "-m", "not end_to_end", UNWATCHED, *wanted.tests)
    ran = _coverage("run", settings, *pytest)
    faults = [] if ran.returncode == 0 else [(ran.stdout + ran.stderr)[-SHOWN:]]
    # Of games that tests write and take away again no source is left to be reported: `-i`.
    for command, more in (("combine", ()), ("json", ("-i", "-o", str(folder / "report.json")))):
        done = _coverage(command, settings, *more)
        if done.returncode != 0:
            return Outcome({}, [*faults, (done.stdout + done.stderr)[-SHOWN:]])
    files = json.loads((folder / "report.json").read_text())["files"]
    figures = {package: _told(shares(files, package)) for package in PACKAGES}
    whole = shares(files, "")
    figures["the whole"] = _told(whole)
    return Outcome(figures, [*faults, *too_little(whole)])


def too_little(whole: Mapping[str, float]) -> Iterator[str]:
    """What is below its bound."""
    for what, least in LEAST.items():
        if whole[what] < least:
            yield f"{whole[what]:.1f} % of the {what}, at least {least} are wanted"


def _coverage(command: str, settings: Path, *more: str) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-m", "coverage", command, f"--rcfile={settings}", *more]
    return subprocess.run(whole, cwd=ROOT, capture_output=True, text=True)


def shares(files: Mapping[str, Any], package: str) -> dict[str, float]:
    """Per cent of the lines and of the branches of a package; of all with an empty name."""
    chosen = [file["summary"] for path, file in files.items() if path.startswith(package)]

    def share(some: str, all: str) -> float:
        there: int = sum(one[all] for one in chosen)
        run: int = sum(one[some] for one in chosen)
        return 100 * run / max(1, there)

    return {
        "lines": share("covered_lines", "num_statements"),
        "branches": share("covered_branches", "num_branches"),
    }


def _told(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{share:.1f} % of the {what}" for what, share in shares.items())
