"""A folder in which the blocks of documents that are for a shell are run as they are printed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.documents import ROOT

SECONDS = 600
COMMAND = f"""#!/usr/bin/env bash
# The command of the checkout. `up` goes on until it is ready, and is then told to stop.
run=("{sys.executable}" -m service.cli "$@")
[[ "$1" == up ]] || exec "${{run[@]}}"
coproc UP {{ exec "${{run[@]}}" 2>&1; }}
pid=$UP_PID
exec 3<&"${{UP[0]}}"
while read -r line; do
    echo "$line"
    [[ "$line" != *"is ready"* ]] || kill -TERM $pid
done <&3
wait $pid
"""
CURL = f"""#!/bin/sh
exec "{sys.executable}" "{Path(__file__).with_name("curl.py")}" "$@"
"""


class Shell:
    """Bash in a folder that has the checkout's recorded games, its command, and a curl.

    `replaced`: what stands in the documents, and what is meant by it here.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str], replaced: Mapping[str, str]) -> None:
        self.folder = folder
        self.replaced = {"./dev run ": "tablelog ", "./dev up": "tablelog up", **replaced}
        programs = folder / "bin"
        programs.mkdir(exist_ok=True)
        self._program(programs / "tablelog", COMMAND)
        if shutil.which("curl") is None:
            self._program(programs / "curl", CURL)
        if not (folder / "replays").exists():
            (folder / "replays").symlink_to(ROOT / "replays")
        path = f"{programs}:{Path(sys.executable).parent}:{environment['PATH']}"
        self.environment = {"PYTHONPATH": str(ROOT), **environment, "PATH": path}

    @staticmethod
    def _program(file: Path, text: str) -> None:
        file.write_text(text)
        file.chmod(0o755)

    def run(self, script: str) -> str:
        """What the script prints. It ends at the first command that fails, and must not."""
        for printed, meant in self.replaced.items():
            script = script.replace(printed, meant)
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
