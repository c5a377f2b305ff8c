"""Packages of Debian that tests need beside those of Python."""

from __future__ import annotations

import subprocess


def install(*packages: str) -> bool:
    """Install these packages of Debian, as root; whether it succeeded."""
    subprocess.run(["apt-get", "update", "-qq", "-o", "Acquire::Retries=3"], check=False)
    command = ["apt-get", "install", "-y", "-qq", "-o", "Acquire::Retries=3", "--no-install-recommends"]
    return subprocess.run([*command, *packages], check=False).returncode == 0
