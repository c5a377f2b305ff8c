"""`python -m tests.prose` checks all that `scope.py` lists; with paths, those files and folders."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.prose.linter import findings
from tests.support.prose.scope import documents, files_below, texts


def main(paths: list[str]) -> int:
    """Print each finding. Returns the exit code: 0 if there is none, else 1."""
    given = [file for path in paths for file in files_below(Path(path).resolve())]
    found = [one for path in (given if paths else [*documents(), *texts()]) for one in findings(path)]
    for one in found:
        print(one)
    if found:
        print(f"{len(found)} wordings have a plainer form: see tests/prose/patterns.toml")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
